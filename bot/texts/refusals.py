"""What a person reads when something cannot be done: by the code of the refusal."""

from collections.abc import Callable
from typing import Any, Final

from bot.tables.errors import TableError
from bot.tables.model import Status, Table
from bot.texts.cards import card_text, suit_name
from bot.texts.fields import bad_answer_text
from bot.texts.names import names_of, plain, seat_name, side_name
from bot.texts.sheet import number
from bot.texts.words import Words
from engine.errors import RuleError

_Refusal = Any
"""The error that belongs to the code: each sentence knows the data of its own."""

_Say = Callable[[Words, _Refusal, Table | None], str]


def _not_your_turn(words: Words, refusal: _Refusal, table: Table | None) -> str:
    if table is None:
        return words("It is not your turn.")
    return words("It is not your turn: {name} is to act.", name=seat_name(table, refusal.turn))


def _table_ended(words: Words, refusal: _Refusal, _: Table | None) -> str:
    table: Table = refusal.table
    outcome = None if table.game is None else table.game.outcome
    if outcome is None or table.status is not Status.FINISHED:
        return words(
            "This table was closed without a result. Open a new one with {new}.",
            new=words.command("new"),
        )
    winner = side_name(table, outcome.winner, words)
    tallies = table.game.tallies if table.game is not None else ()
    best_first = sorted((tally.points for tally in tallies), reverse=True)
    points = " : ".join(map(number, best_first))
    return words("This table has ended: {winner} won, {points}.", winner=winner, points=points)


def _not_seated(words: Words, refusal: _Refusal, _: Table | None) -> str:
    table: Table = refusal.table
    if any(chair.open_to_all for chair in table.chairs):
        return words(
            "You have no seat at this table. You can watch it here, or take a free seat "
            "with {join}.",
            join=words.command("join"),
        )
    return words(
        "You have no seat at this table; {names} are playing. You can watch it here.",
        names=names_of(table, words),
    )


def _not_playing(words: Words, refusal: _Refusal, _: Table | None) -> str:
    return {
        Status.LOBBY: words("The game has not begun yet."),
        Status.PAUSED: words("The table is paused, because nobody is at it."),
        Status.PARKED: words(
            "The table is parked. Bring it to a channel with {resume}.",
            resume=words.command("resume"),
        ),
    }.get(Status(refusal.status), words("The game is not running."))


def _forced_bid(words: Words, refusal: _Refusal, _: Table | None) -> str:
    return {
        "mirror": words("With mirror bidding you bid the number of spades you hold."),
        "whiz": words("With whiz bidding you bid the number of spades you hold, or nil."),
    }.get(
        refusal.bidding,
        words("With suicide bidding one of you and your partner bids nil, and the other does not."),
    )


_RULES: Final[dict[str, _Say]] = {
    "game_is_over": lambda w, _r, _t: w("The game is over."),
    "wrong_phase": lambda w, _r, _t: w("That is not what the table waits for now."),
    "unknown_action": lambda w, _r, _t: w("That is not something a seat can do."),
    "not_your_turn": _not_your_turn,
    "unknown_seat": lambda w, _r, _t: w("There is no such seat at this table."),
    "bad_deal": lambda w, _r, _t: w("The cards could not be dealt."),
    "bad_bid": lambda w, _r, _t: w("That is not a bid at this table."),
    "forced_bid": _forced_bid,
    "below_minimum": lambda w, r, _t: w("Your side must bid at least {n}.", n=r.minimum),
    "look_first": lambda w, _r, _t: w("Look at your cards first, or bid blind nil."),
    "bad_exchange": lambda w, r, _t: w.plural(
        "Choose exactly {count} card that you hold.",
        "Choose exactly {count} cards that you hold.",
        r.count,
    ),
    "nothing_to_exchange": lambda w, _r, _t: w("You have no cards to pass in this round."),
    "lowest_club_opens": lambda w, r, _t: w(
        "The first trick is opened with {card}.", card=card_text(r.card, w)
    ),
    "no_spade_yet": lambda w, _r, _t: w(
        "No spade may be played on the first trick while you hold something else."
    ),
    "blind_nil_not_allowed": lambda w, _r, _t: w("You cannot bid blind nil now."),
    "hand_already_seen": lambda w, _r, _t: w(
        "You have seen your cards, so blind nil is gone for this round."
    ),
    "nothing_to_look_at": lambda w, _r, _t: w("Your cards are face up already."),
    "card_not_held": lambda w, r, _t: w("You do not hold {card}.", card=card_text(r.card, w)),
    "must_follow_suit": lambda w, r, _t: w(
        "You must follow {suit}: you hold some.", suit=suit_name(r.suit, w)
    ),
    "spades_not_broken": lambda w, _r, _t: w("Spades are not broken yet, so lead another suit."),
    "bad_position": lambda w, _r, _t: w("That position is not possible."),
    "bad_notation": lambda w, _r, _t: w("This button belongs to an older version of the bot."),
    "bad_answer": lambda w, r, _t: bad_answer_text(r.field, r.answer, w),
    "bad_rules": lambda w, r, _t: w("These rules do not work: {why}", why=w(r.sentence)),
}

_TABLES: Final[dict[str, _Say]] = {
    "no_such_table": lambda w, _r, _t: w("I do not know this table."),
    "table_ended": _table_ended,
    "not_seated": _not_seated,
    "not_your_hand": lambda w, _r, _t: w("That is a hand of another seat."),
    "seat_taken": lambda w, r, _t: w(
        "{name} sits there. Take a free seat, or watch.", name=plain(r.name)
    ),
    "table_full": lambda w, _r, _t: w("Every seat is taken. You can watch the table here."),
    "already_seated": lambda w, r, _t: w(
        "You sit at this table already, in seat {seat}.", seat=r.seat + 1
    ),
    "seen_another_hand": lambda w, _r, _t: w(
        "You have played another seat of this game, so you may only come back to that one."
    ),
    "host_only": lambda w, r, _t: w("Only the host, <@{host}>, can do that.", host=r.host),
    "table_is_private": lambda w, r, _t: w(
        "This table is private: <@{host}> lets people in.", host=r.host
    ),
    "removed_by_host": lambda w, r, _t: w(
        "You were taken off this table, and only <@{host}> can let you in again.", host=r.host
    ),
    "still_here": lambda w, r, _t: w(
        "{name} is here, so the seat stays theirs.", name=plain(r.name)
    ),
    "not_in_lobby": lambda w, _r, _t: w("The game has begun, so this is settled."),
    "not_playing": _not_playing,
    "nobody_seated": lambda w, _r, _t: w("Somebody has to sit down before the game can begin."),
    "not_absent": lambda w, _r, _t: w(
        "That seat has not been away for long enough, so nobody else plays for it yet."
    ),
    "not_away": lambda w, _r, _t: w("Nobody holds your seat for you; go right on."),
    "unknown_rule_set": lambda w, r, _t: w(
        "I know no rules named {name} in this server. {list} shows what there is.",
        name=plain(r.name),
        list=w.command("rules list"),
    ),
    "outdated_rule_set": lambda w, r, _t: w(
        "The rules {name} were saved by another version and cannot be read; save them again.",
        name=plain(r.name),
    ),
    "bad_rule_set_name": lambda w, _r, _t: w(
        "Give the rules a name of their own, at most 40 characters and not that of a preset."
    ),
    "too_many_rule_sets": lambda w, _r, _t: w(
        "This server has saved 50 rule sets, which is the most. Delete one first."
    ),
    "moderators_only": lambda w, _r, _t: w("Only people who may manage this server can do that."),
    "no_thread_here": lambda w, _r, _t: w("A thread can only be opened in a text channel."),
    "no_private_thread_here": lambda w, _r, _t: w(
        "An announcement channel has no private threads. Choose a public one, or another channel."
    ),
    "no_table_here": lambda w, _r, _t: w(
        "There is no open table in this channel. Open one with {new}.", new=w.command("new")
    ),
    "which_table": lambda w, _r, _t: w(
        "There are several tables that you could mean. Name one in the command."
    ),
    "not_saved": lambda w, _r, _t: w(
        "That could not be saved, so nothing has changed. Please try again in a moment."
    ),
}

RULE_CODES: Final = frozenset(_RULES)
TABLE_CODES: Final = frozenset(_TABLES)


def refusal_text(refusal: RuleError | TableError, words: Words, table: Table | None = None) -> str:
    """Say in one sentence why something cannot be done, and what can.

    Args:
        refusal: the error.
        words: the language.
        table: the table that it happened at, where it is known.
    """
    say = (_RULES if isinstance(refusal, RuleError) else _TABLES)[refusal.code]
    return say(words, refusal, table)


def unexpected_text(words: Words) -> str:
    """Say that something went wrong that is nobody's fault at the table."""
    return words("Something went wrong on my side. Nothing is lost; please try again in a moment.")


def discord_away_text(words: Words) -> str:
    """Say that Discord could not do what an answer needed."""
    return words("Discord could not do that just now. Please try again in a moment.")


def discord_forbids_text(words: Words) -> str:
    """Say that Discord does not let the bot do what an answer needed."""
    return words("Discord does not let me do that here. A moderator can check my permissions.")


def unreadable_text(words: Words) -> str:
    """Say that a command came with values that it cannot have."""
    return words("Discord sent something that I cannot read. Please give the command again.")


def slow_text(words: Words) -> str:
    """Say that an answer comes late, above the answer itself."""
    return words("That took a moment; here it is.")


def old_button_text(words: Words) -> str:
    """Say that a button cannot be understood any more."""
    return words(
        "This button belongs to an older version of the bot. Use {hand} instead.",
        hand=words.command("hand"),
    )


def missing_permissions_text(missing: str, words: Words) -> str:
    """Say which permissions the bot lacks in a channel."""
    return words(
        "I cannot host a table here: I need the permissions {missing} in this channel.",
        missing=missing,
    )
