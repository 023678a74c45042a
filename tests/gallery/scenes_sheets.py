"""Scenes of rules from sheets: a side's bid, blind numbers, hands thrown in, long hands."""

from engine.phases import Phase
from engine.presets import BARRACKS, CAMPUS, CUTTHROAT, JOKERS_WILD
from engine.tally import Tally
from tests.gallery.catalog import scene, state
from tests.gallery.conditions import in_phase
from tests.gallery.stage import Stage


@scene(
    "Opening and closing",
    state(
        "opening-hand", "The first of a side opens, and a possible if you like.", "hand._bidding"
    ),
    state("closing-hand", "The second closes, knowing what the partner holds.", "hand._bidding"),
    state("closing-table", "The side's number, and none for a seat.", "table_message._drawn"),
)
async def opening(stage: Stage) -> None:
    """Open and close the contract of a side."""
    await stage.dealt(BARRACKS.changed(blind_bid=None, blind_bid_deficit=0, sets_lose=3))
    opener = stage.actor
    await opener.press(opener.hand, "possible")
    await stage.show("opening-hand", opener.hand, viewer=opener)
    await opener.press(opener.hand, "bid", "3p")
    closer = stage.actor
    await stage.show("closing-hand", closer.hand, viewer=closer)
    await closer.press(closer.hand, "bid", "7")
    await stage.show("closing-table")


@scene(
    "A blind number",
    state("blind-number-hand", "A side that is behind may bid before it looks.", "hand._face_down"),
    state("blind-number-partner", "The partner looks later.", "hand._face_down"),
    state("blind-number-sure", "It is asked again.", "hand.confirm_view"),
)
async def blind_number(stage: Stage) -> None:
    """Offer a blind number to the side that is behind."""
    await stage.dealt(JOKERS_WILD, tallies=(Tally(40), Tally(210)))
    await stage.show("blind-number-hand", stage.ada.hand)
    await stage.show("blind-number-partner", stage.chidi.hand, viewer=stage.chidi)
    asked = await stage.ada.press(stage.ada.hand, "bid", "blind7")
    await stage.show("blind-number-sure", asked)


@scene(
    "A hand thrown in",
    state("throw-hand", "A hand without a spade may be thrown in.", "hand._bidding"),
    state("throw-sure", "It is asked again.", "hand.confirm_view"),
    state(
        "throw-table",
        "Everyone sees the hand, and everything is dealt again.",
        "table_message._thrown_in",
    ),
    state("throw-after", "What remains of that message.", "table_message.thrown_view"),
)
async def throwing(stage: Stage) -> None:
    """Throw a hand in, and let it be dealt again."""
    await stage.dealt(CAMPUS, "AH KH QH JH TH 9H 7H 5H AD KD JD 9D 8C")
    await stage.show("throw-hand", stage.ada.hand)
    asked = await stage.ada.press(stage.ada.hand, "throw")
    await stage.show("throw-sure", asked)
    await stage.ada.press(asked, "sure_throw")
    thrown = stage.message
    await stage.show("throw-table")
    await stage.rest(20)
    await stage.show("throw-after", thrown)


@scene(
    "Eighteen cards",
    state("eighteen-bids", "Three share 54 cards: bids up to 18.", "hand._bidding"),
    state("eighteen-cards", "Eighteen cards to play from.", "hand._playing"),
)
async def eighteen(stage: Stage) -> None:
    """Play alone with jokers."""
    await stage.dealt(CUTTHROAT.changed(deck="jokers_deuce_ace"))
    await stage.show("eighteen-bids", stage.ada.hand)
    await stage.until(in_phase(Phase.PLAYING))
    await stage.show("eighteen-cards", stage.actor.hand, viewer=stage.actor)
