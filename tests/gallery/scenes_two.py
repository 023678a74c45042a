"""Scenes of a table for two, who draw their hands from the pack."""

from tests.gallery.catalog import scene, state
from tests.gallery.conditions import bids_made, cards_drawn, cards_on_table
from tests.gallery.stage import Stage


@scene(
    "Two who draw their hands",
    state("two-lobby", "A lobby with two seats.", "table_message.lobby_view"),
    state(
        "drawing-table",
        "Who kept and who tossed the last top card, and what is left in the pack.",
        "table_message._drawn",
    ),
    state("drawing-hand", "The hand so far, and the next card.", "hand._drawing"),
    state("drawing-hint", "A hint says how many cards would be better.", "hand._drawing"),
    state("drawing-waiting", "The other draws; what came of your last turn.", "hand._drawing"),
    state("two-bidding", "The bids of two, and what only you know to be out.", "hand._bidding"),
    state("two-play", "A trick of two cards at the table.", "table_message._drawn"),
)
async def two(stage: Stage) -> None:
    """Draw, bid and play with two."""
    await stage.lobby([stage.ben], newcomers=True, rules="two_handed")
    await stage.show("two-lobby")
    await stage.start()
    await stage.until(cards_drawn(13))
    await stage.show("drawing-table")
    await stage.show("drawing-hand", stage.actor.hand, viewer=stage.actor)
    hinted = await stage.actor.press(stage.actor.hand, "hint")
    await stage.show("drawing-hint", hinted, viewer=stage.actor)
    waiting = stage.ada if stage.actor is stage.ben else stage.ben
    await stage.show("drawing-waiting", waiting.hand, viewer=waiting)
    await stage.until(bids_made(1))
    await stage.show("two-bidding", stage.actor.hand, viewer=stage.actor)
    await stage.until(cards_on_table(1, tricks=3))
    await stage.show("two-play")
