"""Tables in every state that has a picture of its own, played by a fixed hand."""

import random
from collections.abc import Callable
from datetime import UTC, datetime
from io import BytesIO
from typing import Final

from PIL import Image, ImageOps

from bot.render.palette import Color
from bot.tables.model import Chair, Pace, Person, Place, Status, Table
from engine.actions import Bid, Deal, Look
from engine.cards import CardSet, iter_cards
from engine.deals import Seeds
from engine.game import Game
from engine.rules import Rules
from engine.seats import SEATS, Seat
from engine.tally import Tally

HUMANS: Final = tuple(
    Person(100 + number, name, f"avatars/{100 + number}/{number}")
    for number, name in enumerate(("Ada", "Maximilian of Habsburg", "Zoë", "Chidi"))
)


def avatar_file(one: Color, other: Color, side: int = 64) -> bytes:
    """Draw an avatar that shades from one color to another, as PNG."""
    shades = Image.linear_gradient("L").resize((side, side))
    file = BytesIO()
    ImageOps.colorize(shades, one, other).save(file, "PNG")
    return file.getvalue()


def chairs_for(rules: Rules, *, computers: int = 1) -> tuple[Chair, ...]:
    """Give people in the first seats and computer players in the last."""
    people = len(rules.seats) - computers
    return tuple(
        Chair(person=HUMANS[seat]) if seat < people else Chair(computer=f"Computer {seat}")
        for seat in rules.seats
    )


def table_of(
    rules: Rules,
    game: Game | None = None,
    *,
    status: Status = Status.PLAYING,
    chairs: tuple[Chair, ...] | None = None,
) -> Table:
    """Give a table of these rules, in the lobby or with a game."""
    return Table(
        id=7,
        command_id="open",
        place=Place(1, 2),
        host=HUMANS[0].id,
        rules=rules,
        pace=Pace.RULES,
        status=Status.LOBBY if game is None else status,
        chairs=chairs_for(rules) if chairs is None else chairs,
        seeds=Seeds(b"s" * 32, ()),
        created_at=datetime(2026, 1, 1, tzinfo=UTC),
        game=game,
    )


def deal_for(rules: Rules, source: random.Random) -> Deal:
    """Deal the rules' deck, or lay it as the stock of two seats."""
    deck = list(iter_cards(rules.deck_in_play.cards))
    source.shuffle(deck)
    if rules.draws:
        return Deal((), tuple(deck))
    size = rules.hand_size
    return Deal(tuple(CardSet.of(deck[s * size : (s + 1) * size]) for s in rules.seats))


def advance(game: Game, source: random.Random, *, nil: Seat | None = None) -> Game:
    """Take one step: deal, or let the seat to act do something sensible enough to look at."""
    if game.to_act is None:
        return game.apply(deal_for(game.rules, source))
    legal = list(game.legal_actions)
    bids = [action for action in legal if isinstance(action, Bid)]
    if bids:
        seat = game.to_act
        wanted = 0 if seat == nil else 2 + (source.random() < 0.6) + (source.random() < 0.4)
        return game.apply(min(bids, key=lambda bid: (bid.blind, abs(bid.tricks - wanted))))
    looks = [action for action in legal if isinstance(action, Look)]
    if looks:
        return game.apply(looks[0])
    return game.apply(source.choice(legal))


def played(
    rules: Rules,
    until: Callable[[Game], bool],
    *,
    seed: int = 1,
    tallies: tuple[Tally, ...] | None = None,
    nil: Seat | None = None,
    dealer: Seat = SEATS[3],
) -> Game:
    """Play until a state is reached that the test wants."""
    source = random.Random(seed)
    game = Game.new(rules, dealer if dealer in rules.seats else rules.seats[-1], tallies)
    for _ in range(5000):
        if until(game):
            return game
        game = advance(game, source, nil=nil)
    raise AssertionError("the state was never reached")
