"""A whole game as text that a person can read: hands, bids, tricks and every point."""

from collections.abc import Iterator

from engine.actions import Action, Deal, Keep, Pass, Toss
from engine.events import (
    BidMade,
    CardDrawn,
    CardPlayed,
    CardsExchanged,
    Dealt,
    Event,
    GameEnded,
    Looked,
    Passed,
    PlayOpened,
    RestClaimed,
    RoundScored,
    SideResigned,
    SpadesBroken,
    ThrownIn,
    TimeOut,
    TrickTaken,
    TurnPassed,
    what_happened,
)
from engine.game import Game
from engine.game_notation import parse_game
from engine.notation import print_bid
from engine.round_notation import actions_of
from engine.score_sheet import SideScore


def listing_of(line: str) -> str:
    """Play a game again from its line of notation, and list what happened.

    Raises:
        RuleError: the line is not a game.
    """
    final = parse_game(line)
    text = "".join(_told(final))
    tallies = "; ".join(
        f"side {side}: {tally.points} points, {tally.bags} bags"
        for side, tally in enumerate(final.tallies)
    )
    return f"{text.rstrip()}\n\nAt the end: {tallies}\n"


def _told(final: Game) -> Iterator[str]:
    before = [side.before for side in final.sheets[0].sides] if final.sheets else final.tallies
    game = Game.new(final.rules, final.first_dealer, before)
    for current in (*final.past, *([] if final.round is None else [final.round])):
        for action in actions_of(current):
            after = game.apply(action)
            first, *others = what_happened(game, action, after)
            yield _line_of(first)
            yield from _hidden_cards(game, action)
            yield from map(_line_of, others)
            game = after


def _hidden_cards(game: Game, action: Action) -> Iterator[str]:
    """Tell the cards of a deal, a draw or a pass, which no event tells."""
    deck = game.rules.deck_in_play
    if isinstance(action, Deal):
        for seat, hand in enumerate(action.hands):
            yield f"  seat {seat} holds {' '.join(map(str, deck.sorted(hand)))}\n"
        if action.stock:
            yield f"  the stock, from the top: {' '.join(map(str, action.stock))}\n"
    if isinstance(action, Keep | Toss) and game.round is not None and game.round.drawing:
        drawing = game.round.drawing.after(keep=isinstance(action, Keep))
        taken, put_away = drawing.turns_of(action.seat)[-1]
        yield f"    {taken}, and {put_away} is put away\n"
    if isinstance(action, Pass):
        yield f"    {' '.join(map(str, deck.sorted(action.cards)))}\n"


def _line_of(event: Event) -> str:
    if isinstance(event, RoundScored):
        return "".join(map(_score_of, event.sheet.sides))
    if isinstance(event, GameEnded):
        outcome = event.outcome
        places = "" if outcome.places is None else f"; places {outcome.places}"
        return f"Side {outcome.winner} wins{places}\n"
    if isinstance(event, CardPlayed | SpadesBroken | TrickTaken | RestClaimed | TurnPassed):
        return _of_the_play(event)
    if isinstance(event, SideResigned):
        return f"Side {event.side} resigns\n"
    return _before_the_play(event)


def _of_the_play(
    event: CardPlayed | SpadesBroken | TrickTaken | RestClaimed | TurnPassed,
) -> str:
    match event:
        case CardPlayed(seat, card):
            return f"  {seat}:{card}"
        case SpadesBroken():
            return " breaks"
        case TrickTaken(trick):
            return f"  taken by {trick.winner}\n"
        case RestClaimed(seat, hands):
            return f"  {seat} claims the rest of {' / '.join(map(str, hands))}\n"
        case TurnPassed(_):
            return ""


def _before_the_play(  # noqa: C901, PLR0911 - one a kind
    event: Dealt
    | CardDrawn
    | Looked
    | BidMade
    | ThrownIn
    | TimeOut
    | Passed
    | CardsExchanged
    | PlayOpened,
) -> str:
    match event:
        case Dealt(number, dealer):
            return f"\nRound {number}, dealt by seat {dealer}\n"
        case CardDrawn(seat, kept):
            return f"  seat {seat} {'keeps' if kept else 'tosses'} the top card\n"
        case Looked(seat):
            return f"  seat {seat} looks\n"
        case BidMade(bid):
            return f"  seat {bid.seat} bids {print_bid(bid)}\n"
        case ThrownIn(None, _):
            return "  the bids come to too little: thrown in\n"
        case ThrownIn(seat, hand):
            return f"  seat {seat} throws in {' '.join(map(str, hand))}\n"
        case TimeOut():
            return "  the time is out\n"
        case Passed(seat):
            return f"  seat {seat} passes cards\n"
        case CardsExchanged(seats):
            return f"  seats {', '.join(map(str, seats))} have exchanged cards\n"
        case PlayOpened(leader):
            return f"  seat {leader} leads\n"


def _score_of(score: SideScore) -> str:
    items = ", ".join(
        f"{line.item} {line.points:+} ({line.count})"
        + ("" if line.seat is None else f" seat {line.seat}")
        for line in score.lines
    )
    before, after = score.before, score.after
    return (
        f"  side {score.side} takes {score.taken}: {items or 'nothing'}; "
        f"{before.points} -> {after.points}, bags {before.bags} -> {after.bags}\n"
    )
