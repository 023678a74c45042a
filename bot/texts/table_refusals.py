"""The texts of refusals by a table."""

from bot.tables import errors
from bot.tables.errors import (
    PermissionRefusal,
    PlaceRefusal,
    RuleSetRefusal,
    SeatRefusal,
    StateRefusal,
    TableRefusal,
)
from bot.tables.model import Status, Table
from bot.tables.rulesets import LONGEST_NAME, MOST_SETS
from bot.texts.names import names_of, plain, side_name
from bot.texts.sheet import number
from bot.texts.translator import Translator


def table_refusal_text(refusal: TableRefusal, words: Translator) -> str:
    """Say in one sentence why a table does not allow something, and what is possible."""
    if isinstance(refusal, SeatRefusal):
        return _seat(refusal, words)
    if isinstance(refusal, PermissionRefusal):
        return _permission(refusal, words)
    if isinstance(refusal, StateRefusal):
        return _state(refusal, words)
    return _place(refusal, words) if isinstance(refusal, PlaceRefusal) else _rules(refusal, words)


def _seat(refusal: SeatRefusal, words: Translator) -> str:
    match refusal:
        case errors.NotSeated(table=table):
            return _not_seated(table, words)
        case errors.NotYourHand():
            return words("That is the hand of another seat.")
        case errors.NotYourSide():
            return words("Only the people of that side can decide that.")
        case errors.NotAsking():
            return words("Nobody asks for that seat any more.")
        case errors.SeatTaken(name=name):
            return words("{name} sits there. Take a free seat, or watch.", name=plain(name))
        case errors.SeatHeld(guest=guest):
            return words("This seat is held for <@{user}>. Take a free one, or watch.", user=guest)
        case errors.TableFull():
            return words("Every seat is taken. You can watch the table here.")
        case errors.AlreadySeated(seat=seat):
            return words("You already sit at this table, in seat {seat}.", seat=seat + 1)
        case errors.SeenAnotherHand():
            return words(
                "You have played another seat in this game, so you can only return to that one."
            )
        case errors.StillHere(name=name):
            return words("{name} is here and keeps the seat.", name=plain(name))
        case errors.NotAway():
            return words("Nobody plays for you. The seat is yours: just play.")
        case errors.NotAbsent():
            return words(
                "The person in that seat has not been away for long enough, so a "
                "computer player cannot take over yet."
            )


def _permission(refusal: PermissionRefusal, words: Translator) -> str:
    match refusal:
        case errors.HostOnly(host=host):
            return words("Only the host, <@{host}>, can do that.", host=host)
        case errors.HostOrPartnerOnly():
            return words("Only the host or the partner at that seat can decide that.")
        case errors.TableIsPrivate(host=host):
            return words("This table is private: <@{host}> lets people in.", host=host)
        case errors.RemovedByHost(host=host):
            return words(
                "You were removed from this table; only <@{host}> can let you in again.", host=host
            )
        case errors.ModeratorsOnly():
            return words("Only people who may manage this server can do that.")


def _state(refusal: StateRefusal, words: Translator) -> str:
    match refusal:
        case errors.TableEnded(table=table):
            return _ended(table, words)
        case errors.NotInLobby():
            return words("The game has begun, so that can no longer be changed.")
        case errors.NotPlaying(status=status):
            return _not_playing(status, words)
        case errors.AlreadyCalled():
            return words("People have already been called to this table.")
        case errors.NobodySeated():
            return words("Somebody has to sit down before the game can begin.")
        case errors.ServedElsewhere():
            return words(
                "Nothing has changed: an open table in another server names you, and it can only "
                "be changed from there. Leave it, or forget yourself there."
            )
        case errors.NotSaved():
            return words(
                "That could not be saved, so nothing has changed. Please try again in a moment."
            )


def _place(refusal: PlaceRefusal, words: Translator) -> str:
    match refusal:
        case errors.NoSuchTable():
            return words("I do not know this table.")
        case errors.NoTableHere():
            return words(
                "There is no open table in this channel. Open one with {new}.",
                new=words.command("new"),
            )
        case errors.WhichTable():
            return words("You could mean several tables. Name one in the command.")
        case errors.NoThreadHere():
            return words("A thread can only be opened in a text channel.")
        case errors.NoPrivateThreadHere():
            return words(
                "An announcement channel has no private threads. Choose a public one, or another "
                "channel."
            )


def _rules(refusal: RuleSetRefusal, words: Translator) -> str:
    match refusal:
        case errors.UnknownRuleSet(name=name):
            return words(
                "There are no rules named {name} in this server. {list} shows what there is.",
                name=plain(name),
                list=words.command("rules list"),
            )
        case errors.OutdatedRuleSet(name=name):
            return words(
                "The rules {name} were saved by another version and cannot be read; save them "
                "again.",
                name=plain(name),
            )
        case errors.BadRuleCode(newer=True):
            return words(
                "This code is from another version of the bot, and contains something that "
                "I do not know."
            )
        case errors.BadRuleCode():
            return words("This code is incomplete: copy all of it, and paste it again.")
        case errors.BadRuleSetName():
            return words(
                "Choose a name of at most {longest} characters that is not the name of a preset.",
                longest=LONGEST_NAME,
            )
        case errors.TooManyRuleSets():
            return words(
                "This server has saved {most} rule sets, which is the most. Delete one first.",
                most=MOST_SETS,
            )


def _not_seated(table: Table, words: Translator) -> str:
    if table.status is Status.LOBBY and any(chair.open_to_all for chair in table.chairs):
        return words("You have no seat at this table yet. Press **sit here** at a free one first.")
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


def _ended(table: Table, words: Translator) -> str:
    outcome = None if table.game is None else table.game.outcome
    if outcome is None or table.status is not Status.FINISHED:
        return words(
            "This table was closed without a result. Open a new one with {new}.",
            new=words.command("new"),
        )
    winner = side_name(table, outcome.winner, words)
    if outcome.resigned is not None:
        return words("This table has ended: the other side resigned, {winner} won.", winner=winner)
    tallies = table.game.tallies if table.game is not None else ()
    best_first = sorted((tally.points for tally in tallies), reverse=True)
    points = " : ".join(map(number, best_first))
    return words("This table has ended: {winner} won, {points}.", winner=winner, points=points)


def _not_playing(status: Status, words: Translator) -> str:
    match status:
        case Status.LOBBY:
            return words("The game has not begun yet.")
        case Status.PAUSED:
            return words("The table is paused, because nobody sits at it.")
        case Status.PARKED:
            return words(
                "The table is parked. Bring it to a channel with {resume}.",
                resume=words.command("resume"),
            )
        case Status.PLAYING | Status.FINISHED | Status.CLOSED:
            return words("The game is not running.")
