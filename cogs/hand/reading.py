"""Reads the buttons of a hand: what they mean, and for which turn they were offered."""

from cogs.base.custom_ids import parse_number, parse_turn
from cogs.base.door import Pressed
from cogs.base.services import services_of
from engine.actions import Claim, Keep, Look, Pass, Play, RoundAction, Throw, Toss
from engine.cards import CardSet
from engine.errors import BadNotation
from engine.notation import parse_bid, parse_card
from engine.seats import SEATS, Seat


def meant(  # noqa: PLR0911 - one a button
    pressed: Pressed,
) -> tuple[Seat, tuple[int, int], RoundAction]:
    """Read a button of a hand: the seat, the turn that it was offered for, and the action.

    Raises:
        BadNotation: this version of the bot does not understand it.
    """
    match pressed.id.verb, pressed.id.args:
        case (("bid" | "sure_bid"), [turn, ("0" | "1" | "2" | "3") as seat, said]):
            held = SEATS[int(seat)]
            return held, _turn(turn), parse_bid(said, held)
        case (("play" | "sure"), [turn, ("0" | "1" | "2" | "3") as seat, card]):
            held = SEATS[int(seat)]
            return held, _turn(turn), Play(held, parse_card(card))
        case "pass", [turn, ("0" | "1" | "2" | "3") as seat]:
            held = SEATS[int(seat)]
            cards = CardSet.of(parse_card(card) for card in pressed.values)
            return held, _turn(turn), Pass(held, cards)
        case "sure_pass", [turn, ("0" | "1" | "2" | "3") as seat, *held_out]:
            held = SEATS[int(seat)]
            return held, _turn(turn), Pass(held, CardSet.of(map(parse_card, held_out)))
        case "claim", [turn, ("0" | "1" | "2" | "3") as seat]:
            return SEATS[int(seat)], _turn(turn), Claim(SEATS[int(seat)])
        case (("throw" | "sure_throw"), [turn, ("0" | "1" | "2" | "3") as seat]):
            held = SEATS[int(seat)]
            return held, _turn(turn), Throw(held)
        case "draw", [turn, ("0" | "1" | "2" | "3") as seat, ("keep" | "toss") as what]:
            held = SEATS[int(seat)]
            return held, _turn(turn), Keep(held) if what == "keep" else Toss(held)
        case "look", [number, ("0" | "1" | "2" | "3") as seat]:
            held = SEATS[int(seat)]
            return held, _turn_of_round(pressed, number), Look(held)
        case _:
            raise BadNotation("a button of a hand", str(pressed.id))


def _turn_of_round(pressed: Pressed, said: str) -> tuple[int, int]:
    """Give the present turn if it belongs to a round, else the beginning of that round.

    A look is allowed out of turn, but not at the cards of a later round.
    """
    number = parse_number(said)
    if number is None:
        raise BadNotation("a round", said)
    table = services_of(pressed.interaction).tables.open_table(pressed.id.table_id)
    if table is not None and table.turn_key[0] == number:
        return table.turn_key
    return (number, 0)


def _turn(said: str) -> tuple[int, int]:
    turn = parse_turn(said)
    if turn is None:
        raise BadNotation("a turn", said)
    return turn
