"""Scenes of the help, and of a practice round."""

import random

from bot.tables import practice
from bot.tables.practice import Practice
from engine.players import rules_of_thumb
from tests.cogs.reading import Message
from tests.gallery.catalog import scene, state
from tests.gallery.stage import Stage, custom_ids


@scene(
    "Help",
    state("help-game", "What Spades is, for who never played.", "help.help_view"),
    state("help-bids", "How to come to a bid.", "help.help_view"),
    state("help-nil", "What nil is.", "help.help_view"),
    state("help-bags", "What bags are.", "help.help_view"),
    state("help-commands", "What can be done here.", "help.help_view"),
)
async def help_pages(stage: Stage) -> None:
    """Turn the pages of the help."""
    shown = await stage.ada.slash("help")
    await stage.show("help-game", shown)
    for page in ("bids", "nil", "bags", "commands"):
        await stage.show(f"help-{page}", await stage.ada.press(shown, "help", page))


@scene(
    "A first hand",
    state("first-bid", "A newcomer is told what a bid is.", "hand._bidding"),
    state("first-card", "And which cards may be played.", "hand._playing"),
    state("first-no-tips", "The same without tips.", "hand.hand_view", "hand._playing"),
)
async def first_hand(stage: Stage) -> None:
    """Play the beginning of a first game."""
    await stage.lobby([], newcomers=True, computers=3)
    await stage.start()
    await stage.show("first-bid", stage.ada.hand)
    await stage.turn()
    await stage.show("first-card", stage.ada.hand)
    await stage.ada.press(stage.ada.hand, "no_tips")
    await stage.show("first-no-tips", stage.ada.hand)


@scene(
    "A practice round",
    state("practice-bid", "Three computer players have bid.", "help._bidding"),
    state("practice-first", "The first trick: a suit to follow.", "help._playing"),
    state("practice-next", "Who took the trick, and why.", "help.practice_view"),
    state("practice-hint", "A hint, if one asks for it.", "help.practice_view"),
    state("practice-score", "The score sheet, and what it means.", "help._score"),
)
async def practice_round(stage: Stage) -> None:
    """Play a practice round to its end."""
    shown = await stage.ada.press(await stage.ada.slash("help"), "practice")
    await stage.show("practice-bid", shown)
    shown = await _go_on(stage, shown)
    await stage.show("practice-first", shown)
    shown = await _go_on(stage, shown)
    await stage.show("practice-next", shown)
    for _ in range(4):
        shown = await _go_on(stage, shown)
    await stage.show("practice-hint", await stage.ada.press(shown, "practice_hint"))
    while (now := _state(shown)) is not None and not now.over:
        shown = await _go_on(stage, shown)
    await stage.show("practice-score", shown)


def _state(message: Message) -> Practice | None:
    """Read the practice round of a message from its hint; None where it is over."""
    hints = [said for said in custom_ids(message) if said.split(":")[1] == "practice_hint"]
    return practice.read(hints[0].split(":")[3:]) if hints else None


async def _go_on(stage: Stage, message: Message) -> Message:
    """Let Ada do something sensible in her practice round."""
    now = _state(message)
    assert now is not None
    action = rules_of_thumb.choose(now.view, random.Random(1))
    return await stage.ada.press(message, "practice", now.marks(action)[-1])
