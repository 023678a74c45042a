"""The alt text of a table's picture, for screen readers and for pictures that do not load.

It is made from the same value as the picture, so both show the same.
"""

from collections.abc import Iterable
from typing import Final

from bot.render.hands import HandsPicture
from bot.render.picture import (
    RoundResult,
    SeatPicture,
    SidePicture,
    TablePicture,
    TrickPicture,
)
from bot.texts.cards import suit_name
from bot.texts.sheet import number, signed
from bot.texts.translator import Translator
from engine.cards import BIG_JOKER, Card

LONGEST: Final = 1024
"""Discord's limit for the description of a picture, in characters."""


def alt_text(picture: TablePicture, words: Translator) -> str:
    """Describe a picture, the most important first, in at most 1024 characters."""
    sentences = _lobby(picture, words) if picture.stage == "lobby" else _game(picture, words)
    return _first(sentences)


def _first(sentences: Iterable[str]) -> str:
    """Give the first sentences, as many as the limit lets."""
    said = ""
    for sentence in filter(None, sentences):
        longer = f"{said} {sentence}" if said else sentence
        if len(longer) > LONGEST:
            break
        said = longer
    return said


def hands_alt_text(picture: HandsPicture, words: Translator) -> str:
    """Describe a picture of all hands: the trick, then each hand, in at most 1024 characters."""
    sentences = []
    if picture.trick is not None:
        played = ", ".join(
            words(
                "seat {seat} {card}",
                seat=each.seat + 1,
                card=spoken_card(each.card, words),
            )
            for each in picture.trick.played
        )
        sentences.append(words("Trick {n}: {cards}", n=picture.trick.number, cards=played + "."))
    for hand in picture.seats:
        held = ", ".join(spoken_card(card, words) for card in hand.cards)
        sentences.append(
            words("Seat {seat} holds {cards}.", seat=hand.shown.seat + 1, cards=held)
            if held
            else words("Seat {seat} holds no card.", seat=hand.shown.seat + 1)
        )
    return _first(sentences)


def spoken_card(card: Card, words: Translator) -> str:
    """Name a card as it is spoken: `jack of hearts`."""
    if card.is_joker:
        return words("big joker") if card == BIG_JOKER else words("little joker")
    rank = {
        11: words("jack"),
        12: words("queen"),
        13: words("king"),
        14: words("ace"),
    }.get(card.rank, str(card.rank))
    return words("{rank} of {suit}", rank=rank, suit=suit_name(card.suit, words))


def _lobby(picture: TablePicture, words: Translator) -> Iterable[str]:
    taken = sum(seat.holder != "empty" for seat in picture.seats)
    yield words(
        "A Spades table that waits for people: {taken} of {seats} seats are taken.",
        taken=taken,
        seats=len(picture.seats),
    )
    if picture.paused:
        yield words("Paused.")
    for seat in picture.seats:
        yield _guest(picture, seat, words)
    yield from _rules(picture, words)


def _guest(picture: TablePicture, seat: SeatPicture, words: Translator) -> str:
    said = [
        {
            "empty": words("free"),
            "person": seat.name or words("a person"),
            "computer": words("a computer player"),
            "away": words("away, a computer player stands in"),
        }[seat.holder]
    ]
    if seat.host:
        said.append(words("host"))
    if seat.ready:
        said.append(words("ready"))
    return words("{seat}: {what}.", seat=_seat(picture, seat, words), what=", ".join(said))


def _rules(picture: TablePicture, words: Translator) -> Iterable[str]:
    rules = picture.rules
    if rules.target is None:
        yield words("There is no target.")
    elif rules.losing_score is None:
        yield words("To {target} points.", target=rules.target)
    else:
        yield words(
            "To {target} points, or {losing} for the loser.",
            target=rules.target,
            losing=number(rules.losing_score),
        )
    if rules.bag_limit is None:
        yield words("Bags are free.")
    else:
        yield words.plural(
            "{count} bag costs {penalty} points.",
            "{count} bags cost {penalty} points.",
            rules.bag_limit,
            penalty=rules.penalty,
        )
    if rules.nil is not None:
        yield words("Nil is worth {points}.", points=rules.nil)
    if rules.blind_nil is not None:
        yield words("Blind nil is worth {points}.", points=rules.blind_nil)
    if rules.exchange:
        yield words.plural(
            "{count} card is passed with a nil.",
            "{count} cards are passed with a nil.",
            rules.exchange,
        )
    if rules.jokers:
        yield words("Two jokers are the highest spades.")


def _game(picture: TablePicture, words: Translator) -> Iterable[str]:
    yield _head(picture, words)
    if picture.last_round:
        yield words("It is the last round.")
    elif picture.rounds is not None:
        yield words("{rounds} rounds are played.", rounds=picture.rounds)
    if picture.paused:
        yield words("Paused.")
    if picture.to_act is not None:
        yield _turn(picture, words)
    if picture.stage == "play" and picture.trick is not None:
        yield _trick(picture.trick, words)
    for side in picture.sides:
        yield _side(picture, side, words)
    if picture.partners:
        for seat in picture.seats:
            yield _bid_sentence(picture, seat, words)
    if picture.thrower is not None:
        yield words(
            "Seat {seat} threw in this hand: {cards}.",
            seat=picture.thrower + 1,
            cards=", ".join(spoken_card(card, words) for card in picture.thrown),
        )
    yield from _table(picture, words)


def _head(picture: TablePicture, words: Translator) -> str:  # noqa: PLR0911 - one a stage
    fields: dict[str, object] = {"round": picture.round, "target": picture.rules.target}
    if picture.rules.target is None:
        return words("Spades, round {round}.", **fields)
    if picture.stage == "drawing":
        return words("Spades to {target}, round {round}: hands are drawn.", **fields)
    if picture.stage == "bidding":
        return words("Spades to {target}, round {round}: bidding.", **fields)
    if picture.stage == "exchange":
        return words("Spades to {target}, round {round}: cards are passed.", **fields)
    if picture.stage == "round":
        return words("Spades to {target}: round {round} is over.", **fields)
    if picture.stage == "final":
        return words("Spades to {target}: the game is over after round {round}.", **fields)
    trick = 1 if picture.trick is None else picture.trick.number
    return words(
        "Spades to {target}, round {round}, trick {trick} of {tricks}.",
        trick=trick,
        tricks=picture.tricks,
        **fields,
    )


def _turn(picture: TablePicture, words: Translator) -> str:
    seat = 1 + (picture.to_act or 0)
    if picture.stage == "drawing":
        return words("Seat {seat} is to draw.", seat=seat)
    if picture.stage == "bidding":
        return words("Seat {seat} is to bid.", seat=seat)
    if picture.stage == "exchange":
        return words("Seat {seat} is to pass cards.", seat=seat)
    if picture.trick is None or picture.trick.complete:
        return words("Seat {seat} is to lead.", seat=seat)
    return words("Seat {seat} is to play.", seat=seat)


def _trick(trick: TrickPicture, words: Translator) -> str:
    if trick.complete:
        return words(
            "On the table, taken by seat {winner}: {cards}.",
            winner=trick.winner + 1,
            cards=_cards(trick, words),
        )
    return words(
        "On the table, seat {winner} winning: {cards}.",
        winner=trick.winner + 1,
        cards=_cards(trick, words),
    )


def _cards(trick: TrickPicture, words: Translator) -> str:
    said = []
    for step, played in enumerate(trick.played):
        seat, card = played.seat + 1, spoken_card(played.card, words)
        if step == 0:
            said.append(words("seat {seat} led the {card}", seat=seat, card=card))
        else:
            said.append(words("seat {seat} the {card}", seat=seat, card=card))
    return ", ".join(said)


def _side(picture: TablePicture, side: SidePicture, words: Translator) -> str:
    said = [_points(side, words), _bags(picture, side, words)]
    if side.sets is not None:
        sets, limit = side.sets
        said.append(words("sets {sets}/{limit}", sets=sets, limit=limit))
    if not picture.partners:
        said.append(_bid(picture, picture.seats[side.seats[0]], words))
    if side.result is not None and picture.stage == "round":
        said.insert(0, _result(side.result, words))
    said.append(_contract(picture, side, words))
    if side.place is not None:
        said.insert(0, words("place {place}", place=side.place))
    name = (
        words("Side {number}", number=side.side + 1)
        if picture.partners
        else words("Seat {seat}", seat=side.seats[0] + 1)
    )
    return words("{side}: {what}.", side=name, what=", ".join(filter(None, said)))


def _points(side: SidePicture, words: Translator) -> str:
    return words.plural("{n} point", "{n} points", side.points, n=number(side.points))


def _bags(picture: TablePicture, side: SidePicture, words: Translator) -> str:
    limit = picture.rules.bag_limit
    if limit is None:
        return words.plural("{count} bag", "{count} bags", side.bags)
    return words("bags {bags}/{limit}", bags=side.bags, limit=limit)


def _contract(picture: TablePicture, side: SidePicture, words: Translator) -> str:
    if picture.bids_itself or side.contract is None:
        return ""
    parts = []
    if picture.partners:
        parts.append(words("contract {tricks}", tricks=side.contract))
        if picture.stage not in {"bidding", "exchange"}:
            parts.append(words("has {tricks}", tricks=side.towards))
    if side.state == "made":
        parts.append(words("made"))
    elif side.state == "set":
        parts.append(words("set"))
    if side.over and picture.stage == "play":
        parts.append(
            words.plural("{count} bag in this round", "{count} bags in this round", side.over)
        )
    return ", ".join(parts)


def _result(result: RoundResult, words: Translator) -> str:
    parts = [words("{points} in this round", points=signed(result.points))]
    for nil in result.nils:
        kind = words("blind nil") if nil.blind else words("nil")
        fields: dict[str, object] = {"seat": nil.seat + 1, "nil": kind}
        if nil.made:
            parts.append(words("seat {seat} made {nil}", **fields))
        else:
            parts.append(words("seat {seat} failed {nil}", **fields))
    if result.boston:
        parts.append(words("Boston"))
    if result.bags:
        parts.append(words.plural("{count} bag more", "{count} bags more", result.bags))
    if result.penalty:
        parts.append(words("{points} for bags", points=signed(-result.penalty)))
    return ", ".join(parts)


def _bid_sentence(picture: TablePicture, seat: SeatPicture, words: Translator) -> str:
    return words(
        "{seat}: {what}.", seat=_seat(picture, seat, words), what=_bid(picture, seat, words)
    )


def _bid(picture: TablePicture, seat: SeatPicture, words: Translator) -> str:
    parts = [seat.name] if seat.name else []
    if picture.stage == "drawing":
        parts += _drawn(picture, seat, words)
    elif seat.bid is not None:
        parts.append(_said_bid(seat, words))
    elif not picture.bids_itself and seat.way != "with_side":
        parts.append(words("no bid yet"))
    if picture.stage not in {"drawing", "bidding", "exchange"}:
        parts.append(words("took {tricks}", tricks=seat.taken))
    if seat.passing != "no":
        parts.append(
            words("has passed cards") if seat.passing == "chosen" else words("chooses cards")
        )
    if seat.holder == "computer":
        parts.append(words("a computer player"))
    elif seat.holder == "away":
        parts.append(words("away, a computer player stands in"))
    elif seat.holder == "empty":
        parts.append(words("free"))
    return ", ".join(parts)


def _drawn(picture: TablePicture, seat: SeatPicture, words: Translator) -> list[str]:
    """Say how many cards a seat has drawn, and what it did with the last top card."""
    said = [words("has drawn {n} of {all}", n=seat.held, all=picture.tricks)]
    if seat.drew:
        kept = seat.drew == "kept"
        said.append(words("kept the top card") if kept else words("tossed the top card"))
    return said


def _said_bid(seat: SeatPicture, words: Translator) -> str:
    if seat.blind:
        return words("blind {n}", n=seat.bid) if seat.bid else words("blind nil")
    if seat.way == "possible":
        return words("bid {bid}", bid=words("{n} and a possible", n=seat.bid))
    return words("bid {bid}", bid=words("nil") if seat.is_nil else seat.bid)


def _seat(picture: TablePicture, seat: SeatPicture, words: Translator) -> str:
    if not picture.partners:
        return words("Seat {seat}", seat=seat.seat + 1)
    return words("Seat {seat}, side {side}", seat=seat.seat + 1, side=seat.side + 1)


def _table(picture: TablePicture, words: Translator) -> Iterable[str]:
    if picture.stage == "drawing":
        yield words("{n} cards are left in the pack.", n=picture.stock)
    if picture.stage == "bidding" and not picture.bids_itself:
        bids = picture.together or 0
        yield words("Bids come to {bids} of {tricks} so far.", bids=bids, tricks=picture.tricks)
    if picture.dealer is not None:
        yield words("Seat {seat} deals.", seat=picture.dealer + 1)
    if picture.stage not in {"play", "round"}:
        return
    yield {
        "closed": words("Spades are not broken."),
        "broken": words("Spades are broken."),
        "free": words("Spades may be led at any time."),
    }[picture.spades]
    last = picture.trick if picture.stage == "round" else picture.last
    if last is not None:
        yield words(
            "The last trick went to seat {winner}: {cards}.",
            winner=last.winner + 1,
            cards=_cards(last, words),
        )
