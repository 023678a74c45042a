"""Scenes of games that are over: looked at again, and reviewed."""

import random

from tests.cogs.careless import careless, think_here
from tests.gallery.catalog import scene, state
from tests.gallery.stage import Stage

DAY = 86_400.0


@scene(
    "Games looked at again",
    state("history", "One's games in this server.", "records.list_view"),
    state("history-game", "A game, round by round.", "records.game_view"),
    state("deal", "All hands of a deal, before the first card.", "records.step_view"),
    state("deal-step", "The same at a card of the third trick.", "records.step_view"),
    state("deal-shared", "A card that was shown to everyone."),
)
async def looked_at_again(stage: Stage) -> None:
    """Play a short game, and go through its first deal."""
    await stage.four(target=150)
    await stage.finish()
    listed = await stage.ada.slash("history")
    await stage.show("history", listed)
    game = await stage.ada.choose(listed, "game", ["1"])
    await stage.show("history-game", game)
    deal = await stage.ada.choose(game, "deal", ["1"])
    await stage.show("deal", deal)
    for sign in ("tn", "tn", "n", "n"):
        deal = await stage.ada.press(deal, "past", sign)
    await stage.show("deal-step", deal)
    await stage.ada.press(deal, "share")
    await stage.show("deal-shared", stage.newest)


@scene(
    "One's own play reviewed",
    state("review", "Accuracy, and what was dear.", "records.review_view"),
    state(
        "retry",
        "The dearest decision, to be made again.",
        "records.retry_view",
        "records._choices",
    ),
    state("retry-told", "What another choice there is worth.", "records.retry_view"),
)
async def reviewed(stage: Stage) -> None:
    """Bid far too much, and have it reviewed."""
    think_here(stage.bot.services)
    await stage.lobby([], target=100, computers=3)
    await stage.start()
    while stage.table.turn is None:
        await stage.rest()
    await stage.ada.press(stage.ada.hand, "bid", "7")
    await stage.finish()
    game = await stage.ada.slash("history", game=1)
    deal = await stage.ada.choose(game, "deal", ["1"])
    shown = await stage.ada.press(deal, "review")
    await stage.show("review", shown)
    shown = await stage.ada.press(shown, "retry")
    await stage.show("retry", shown)
    shown = await stage.ada.choose(shown, "retried", ["3"])
    await stage.show("retry-told", shown)


@scene(
    "Puzzles",
    state("puzzle-none", "A server without games.", "base.notice"),
    state("puzzle", "The puzzle of the day, from a game of the server.", "records.card_rows"),
    state("puzzle-mine", "A position from one's own mistakes.", "records._onward"),
    state("puzzle-solution", "The next day, with the solution."),
)
async def puzzles(stage: Stage) -> None:
    """Play at random, and come back on the next two days."""
    think_here(stage.bot.services, deals=60)
    await stage.show("puzzle-none", await stage.ada.slash("puzzle"))
    await stage.lobby([], rules="jokers", target=500, computers=3)
    await stage.start()
    chance = random.Random(3)
    table_id = stage.table.id
    while (table := stage.tables.open_table(table_id)) is not None:
        card = careless(table, chance)
        await (stage.turn() if card is None else stage.ada.do(card))
    await stage.rest(DAY)
    await stage.show("puzzle", await stage.ada.slash("puzzle"))
    await stage.show("puzzle-mine", await stage.ada.slash("puzzle", kind="mine"))
    await stage.rest(DAY)
    await stage.show("puzzle-solution", await stage.ada.slash("puzzle"))
