"""A practice round: one person, three computer players and one deal, which is never stored.

The bids and plays are in the custom ids of the round's own buttons, see `Practice.marks`. So a
round can be continued at any time, even after a restart, without a store, a clock or a record. The
number of the deal in a button reveals the other hands, but nobody else is cheated by that.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from string import ascii_letters
from typing import Final

from bot.tables.model import Chair, Pace, Person, Place, Status, Table
from bot.tables.seating import COMPUTER_NAMES
from engine.actions import Bid, Deal, Play, SeatAction
from engine.cards import CARDS, Card, CardSet, Suit
from engine.deals import SECRET_BYTES, Seeds, deal
from engine.errors import BadNotation, GameIsOver, RuleError
from engine.game import Game
from engine.players import rules_of_thumb
from engine.players.estimate import by_suit, tricks_for
from engine.presets import CARDCOUCH
from engine.seats import SEATS, Seat
from engine.views import SeatView, seat_view

RULES: Final = CARDCOUCH
"""The rules of the practice round: partners, nil, bags, and nothing unusual."""

OWN_SEAT: Final = SEATS[0]
"""The seat of the person, who deals and so bids last, knowing the partner's bid."""

DEALS: Final = 1_000_000
"""The number of practice deals."""

_BIDS: Final = "0123456789abcd"
_CARDS: Final = ascii_letters
_IN_A_MARK: Final = 24
"""The most characters of one part of a custom id."""

_FEWEST_TRICKS: Final = 3.0
_MOST_TRICKS: Final = 5.5
_SPADES: Final = range(3, 6)
"""How many spades a first hand holds: enough to trump with, but not to win with alone."""


@dataclass(frozen=True, slots=True)
class Practice:
    """A practice round where the person is to act, or which is over.

    Attributes:
        number: the deal, from 0.
        actions: the bids and plays so far, in order.
        game: the game after them.
    """

    number: int
    actions: tuple[SeatAction, ...]
    game: Game

    @property
    def over(self) -> bool:
        """Whether the round has been played and scored."""
        return bool(self.game.sheets)

    @property
    def view(self) -> SeatView:
        """The person's view."""
        return seat_view(self.game, OWN_SEAT)

    def marks(self, *more: SeatAction) -> tuple[str, ...]:
        """Write the round so far as parts of a custom id, with the action of a button."""
        actions = (*self.actions, *more)
        bids = "".join(_BIDS[action.tricks] for action in actions if isinstance(action, Bid))
        cards = "".join(_CARDS[action.card.index] for action in actions if isinstance(action, Play))
        cut = [cards[at : at + _IN_A_MARK] for at in range(0, len(cards), _IN_A_MARK)]
        return (str(self.number), bids, *cut)


def begin(chance: int) -> Practice:
    """Deal a practice round; the computer players bid before the person.

    Args:
        chance: any number; the same one gives the same round.
    """
    numbers = random.Random(chance)  # noqa: S311 - an example, not a secret
    while True:
        number = numbers.randrange(DEALS)
        if _suits_a_beginner(_deal(number).hands[OWN_SEAT]):
            return _moved_on(number)


def read(marks: Sequence[str]) -> Practice:
    """Read a round from the parts of a custom id, and let the computer players go on.

    Raises:
        BadNotation: the parts are not a playable round.
    """
    match marks:
        case [number, bids, *cards] if number.isdecimal():
            pass
        case _:
            raise BadNotation("a practice round", ":".join(marks))
    try:
        told = [_BIDS.index(char) for char in bids]
        played = [CARDS[_CARDS.index(char)] for char in "".join(cards)]
        return _moved_on(int(number) % DEALS, told, played)
    except (ValueError, RuleError) as fault:
        raise BadNotation("a practice round", ":".join(marks)) from fault


def _moved_on(number: int, told: Sequence[int] = (), played: Sequence[Card] = ()) -> Practice:
    """Give a round after the computer players have acted, up to the person's turn or the end.

    Args:
        number: the deal.
        told: the bids, in order.
        played: the cards played, in order.

    Raises:
        RuleError: one of them is not legal.
    """
    game = Game.new(RULES, OWN_SEAT).apply(_deal(number))
    done: list[SeatAction] = []

    def do(action: SeatAction) -> None:
        nonlocal game
        game = game.apply(action)
        done.append(action)

    for tricks in told:
        do(Bid(_to_act(game), tricks))
    for card in played:
        do(Play(_to_act(game), card))
    while (seat := game.to_act) is not None and seat != OWN_SEAT:
        chance = random.Random(f"{number}:{len(done)}")  # noqa: S311 - a player, not a secret
        do(rules_of_thumb.choose(seat_view(game, seat), chance))
    return Practice(number, tuple(done), game)


def _to_act(game: Game) -> Seat:
    """Give the seat to act.

    Raises:
        GameIsOver: the round is over.
    """
    if game.to_act is None:
        raise GameIsOver
    return game.to_act


def _deal(number: int) -> Deal:
    seeds = Seeds(number.to_bytes(SECRET_BYTES, "big"))
    return deal(seeds, 1, OWN_SEAT, RULES)


def _suits_a_beginner(hand: CardSet) -> bool:
    """Say whether a hand has some tricks, some spades, and cards of every suit."""
    suits = by_suit(hand, RULES.deck_in_play)
    return (
        len(suits[Suit.SPADES]) in _SPADES
        and all(suits.values())
        and _FEWEST_TRICKS <= tricks_for(hand, RULES) <= _MOST_TRICKS
    )


def as_table(practice: Practice, person: Person) -> Table:
    """Give a round as a table, for texts that need one; it is never stored."""
    partners = (Chair(computer=name) for name in COMPUTER_NAMES)
    chairs = tuple(Chair(person) if seat == OWN_SEAT else next(partners) for seat in RULES.seats)
    return Table(
        id=0,
        command_id="",
        place=Place(0, 0),
        host=person.id,
        rules=RULES,
        pace=Pace.NONE,
        status=Status.PLAYING,
        chairs=chairs,
        seeds=Seeds(b""),
        created_at=datetime.fromtimestamp(0, UTC),
        game=practice.game,
    )
