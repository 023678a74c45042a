"""The texts of games that are over: one's list of them, and a round card by card."""

from collections.abc import Sequence
from dataclasses import replace

from bot.tables.model import Status, Table
from bot.texts.cards import card_text
from bot.texts.claims import claimed
from bot.texts.deal import thrown_in, too_few_bid
from bot.texts.names import label_name, plain, rules_title, seat_name
from bot.texts.sheet import number, sheet_text, signed
from bot.texts.standing import DOT, in_round
from bot.texts.translator import Translator
from engine.game import Game
from engine.turns import before_deal, sheet_of
from engine.views import public_view

LABEL_DAY = "%Y-%m-%d"
"""How a menu, which knows no countdowns, writes a day."""


def games(listed: Sequence[Table], user_id: int, words: Translator) -> str:
    """Give a list of a person's games, newest first."""
    head = words("## Your games here")
    if not listed:
        opens = words("{new} opens a table.", new=words.command("new"))
        return f"{head}\n" + words("You have not finished a game here yet.") + f" {opens}"
    return "\n".join([head, *(_game(table, user_id, words) for table in listed)])


def _game(table: Table, user_id: int, words: Translator) -> str:
    when = "" if table.moved_at is None else f"<t:{int(table.moved_at.timestamp())}:d>"
    parts = [
        words("**Table {id}**", id=table.id),
        when,
        result(table, user_id, words),
        with_whom(table, user_id, words),
        points(table, user_id),
    ]
    return DOT.join(filter(None, parts))


def result(table: Table, user_id: int, words: Translator) -> str:
    """Say how a game ended for a person."""
    outcome = None if table.game is None else table.game.outcome
    if outcome is None or table.status is not Status.FINISHED:
        return words("no result")
    seat = table.played_seat(user_id)
    if seat is None:
        return ""
    if table.seat_of(user_id) is None:
        return words("left early")
    return words("won") if table.rules.side_of(seat) == outcome.winner else words("lost")


def with_whom(table: Table, user_id: int, words: Translator) -> str:
    """Name the partner of a person, or the other people at the table in solo."""
    seat = table.played_seat(user_id)
    partner = None if seat is None else table.rules.partner_of(seat)
    if partner is not None:
        return words("with {name}", name=seat_name(table, partner, words))
    return ", ".join(plain(person.name) for person in table.people if person.id != user_id)


def points(table: Table, user_id: int) -> str:
    """Give the points of the sides at the end, those of a person first."""
    if table.game is None:
        return ""
    seat = table.played_seat(user_id)
    own = None if seat is None else table.rules.side_of(seat)
    sides = sorted(table.rules.sides, key=lambda side: side != own)
    return " : ".join(number(table.game.tallies[side].points) for side in sides)


def game_label(table: Table, user_id: int, words: Translator) -> str:
    """Name a game in a menu or a completion, which has no formatting."""
    when = "" if table.moved_at is None else table.moved_at.strftime(LABEL_DAY)
    seat = table.played_seat(user_id)
    partner = None if seat is None else table.rules.partner_of(seat)
    names = [
        label_name(chair.name)
        for at, chair in zip(table.rules.seats, table.chairs, strict=True)
        if at != seat and partner in {None, at}
    ]
    parts = [words("Table {id}", id=table.id), when, result(table, user_id, words)]
    return DOT.join(filter(None, [*parts, ", ".join(names)]))


def deal_label(number: int, words: Translator) -> str:
    """Name a deal in a menu."""
    return words("Deal {n}", n=number)


def deal_note(game: Game, deal: int, words: Translator) -> str:
    """Say what came of a deal, under its name: the points of each side."""
    sheet = sheet_of(game, deal)
    if sheet is None:
        return words("thrown in")
    return " : ".join(signed(side.points) for side in sheet.sides)


def round_head(table: Table, deal: int, words: Translator) -> str:
    """Give the heading of a round that is gone through again."""
    return words(
        "### Table {id}, deal {deal}: {rules}",
        id=table.id,
        deal=deal,
        rules=rules_title(table.rules, words),
    )


def step_text(table: Table, state: Game, words: Translator) -> str:
    """Say what a picture of all hands shows: bids and tricks, and the cards on the table."""
    view = public_view(state)
    sides = [DOT.join(in_round(table, view, side, words)) for side in table.rules.sides]
    alone = len(sides) == len(table.rules.seats)
    said = [f"-# {each}" for each in ([DOT.join(sides)] if alone else sides)]
    plays = view.trick or (view.tricks[-1].plays if view.tricks else ())
    if plays:
        cards = [
            f"{seat_name(table, play.seat, words)} {card_text(play.card, words)}" for play in plays
        ]
        trick = len(view.tricks) + bool(view.trick)
        said.append(words("Trick {n}: {cards}", n=trick, cards=", ".join(cards)))
    return "\n".join(said)


def came_of(table: Table, deal: int, words: Translator) -> str:
    """Say what came of a deal: a claim, or why nobody played, and the score of its round."""
    game = table.game
    if game is None:
        return ""
    after = game if deal == len(game.deals) else before_deal(game, deal + 1)
    view, sheet = public_view(after), sheet_of(game, deal)
    if sheet is None:
        return thrown_in(replace(table, game=after), view, words)
    unplayed = claimed(table, view, words) or too_few_bid(table, view, words)
    return "\n".join(filter(None, [unplayed, sheet_text(table, sheet, words)]))
