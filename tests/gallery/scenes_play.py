"""Scenes of the play: the table, and hands of every kind."""

from typing import Final

from engine.actions import Play
from engine.phases import Phase
from tests.gallery.catalog import scene, state
from tests.gallery.conditions import (
    cards_on_table,
    follows,
    has_one_card,
    in_phase,
    is_void,
    leads,
    may_claim,
)
from tests.gallery.stage import Stage

SECONDS_OF_A_TOKEN: Final = 15 * 60
"""After which an old hand is not taken away any more."""


@scene(
    "Play",
    state("play-lead", "Your lead, spades not broken.", "hand.hand_view", "hand._playing"),
    state("play-follow", "You must follow; what may be played is bright.", "hand._playing"),
    state("play-waiting", "Not your turn: the trick, and your cards.", "hand._playing"),
    state(
        "play-table", "The middle of a trick.", "table_message.message_view", "table_message._drawn"
    ),
    state(
        "play-won", "Between two tricks: the one just taken stays in sight.", "table_message._drawn"
    ),
    state("play-void", "You hold none of the suit that was led.", "hand._playing"),
    state("play-last-card", "The last card of a hand.", "hand._playing"),
)
async def play(stage: Stage) -> None:
    """Play a round."""
    settings = await stage.manager.slash("spades-admin settings")
    await stage.manager.press(settings, "last_card")
    await stage.four()
    await stage.until(lambda table: stage.may_play(table, leads))
    await stage.show("play-lead", stage.actor.hand, viewer=stage.actor)
    await stage.until(lambda table: stage.may_play(table, follows))
    await stage.show("play-follow", stage.actor.hand, viewer=stage.actor)
    await stage.turn()
    await stage.until(cards_on_table(3, tricks=4))
    waits = next(person for person in stage.people if person is not stage.actor)
    await stage.show("play-waiting", waits.hand, viewer=waits)
    await stage.show("play-table")
    await stage.turn()
    await stage.show("play-won")
    await stage.until(lambda table: stage.may_play(table, is_void))
    await stage.show("play-void", stage.actor.hand, viewer=stage.actor)
    await stage.until(lambda table: stage.may_play(table, has_one_card))
    await stage.show("play-last-card", stage.actor.hand, viewer=stage.actor)


@scene(
    "Certain tricks",
    state("claim-offer", "Whose the last tricks are.", "hand._playing", "hand._claim"),
    state("claimed", "The cards that were claimed, and the score.", "table_message._between"),
)
async def claims(stage: Stage) -> None:
    """Claim the tricks that are left."""
    await stage.four()
    await stage.until(may_claim)
    actor = stage.actor
    await stage.show("claim-offer", actor.hand, viewer=actor)
    await actor.press(actor.hand, "claim")
    await stage.show("claimed")


@scene(
    "Three players",
    state("play-three-hand", "A hand of 17 cards.", "hand._playing"),
    state("play-three-table", "Three seats.", "table_message.message_view", "table_message._drawn"),
)
async def three(stage: Stage) -> None:
    """Play cutthroat."""
    await stage.lobby(stage.people[1:3], rules="cutthroat", pace="steady")
    await stage.start()
    await stage.until(in_phase(Phase.PLAYING))
    await stage.show("play-three-hand", stage.actor.hand, viewer=stage.actor)
    await stage.until(cards_on_table(2, tricks=2))
    await stage.show("play-three-table")


@scene(
    "Hands as people like them",
    state("hand-four-color", "Four colors.", "hand._playing"),
    state("hand-low-first", "Low cards first.", "hand._playing"),
    state("hand-text-only", "Cards as text.", "hand._playing"),
    state("hand-confirm", "The question before a card is played.", "hand.confirm_view"),
    state("hand-stale", "A press on a hand from an earlier turn.", "hand.hand_view"),
)
async def hands(stage: Stage) -> None:
    """Hold the same hand in several ways."""
    await stage.four()
    ada = stage.ada
    await stage.until(lambda table: stage.may_play(table, leads) and table.turn == 0)
    me = await ada.slash("me")
    for name, setting in (
        ("hand-four-color", "four_color"),
        ("hand-low-first", "order"),
        ("hand-text-only", "text_only"),
    ):
        await ada.press(me, "me", setting)
        await stage.show(name, await ada.open_hand())
        await ada.press(me, "me", setting)
    await ada.press(me, "me", "confirm")
    old = ada.hand
    await stage.rest(SECONDS_OF_A_TOKEN)
    for person in stage.people:
        await person.open_hand()
    hand = ada.hand
    chosen = stage.suggestion()
    assert isinstance(chosen, Play)
    await ada.do(chosen)
    await stage.show("hand-confirm", hand)
    await ada.press(hand, "sure")
    await stage.until(lambda table: table.turn == 0)
    stale = await ada.press(old, "play", str(chosen.card))
    await stage.show("hand-stale", stale)


@scene(
    "Hints",
    state("hint-bid", "The bid that a strong player would make.", "hand._bidding"),
    state("hint-card", "What a strong player would play, marked, and why.", "hand._playing"),
    computer_processes=1,
)
async def hints(stage: Stage) -> None:
    """Ask for advice."""
    await stage.four()
    actor = stage.actor
    await stage.show("hint-bid", await actor.press(actor.hand, "hint"), viewer=actor)
    await stage.until(lambda table: stage.may_play(table, follows))
    actor = stage.actor
    await stage.show("hint-card", await actor.press(actor.hand, "hint"), viewer=actor)


@scene(
    "Away, and back",
    state("away-table", "A computer player stands in for someone.", "table_message._drawn"),
    state("away-hand", "The hand of someone who was away.", "hand.hand_view"),
)
async def away(stage: Stage) -> None:
    """Let the clock run out twice for one of the people."""
    await stage.four(pace="quick")
    await stage.until(in_phase(Phase.PLAYING))
    await stage.until_away(stage.chidi)
    await stage.until(cards_on_table(1))
    await stage.show("away-table")
    await stage.show("away-hand", stage.chidi.hand, viewer=stage.chidi)


@scene(
    "Everyone has left",
    state("paused-table", "The table waits, and closes after a while.", "table_message._drawn"),
    state("paused-hand", "The way back.", "hand._waiting"),
)
async def paused(stage: Stage) -> None:
    """Let the clock run out for everyone."""
    await stage.lobby([], computers=3, pace="quick")
    await stage.start()
    await stage.rest(30)
    await stage.rest(30)
    await stage.rest(30)
    await stage.show("paused-table")
    await stage.show("paused-hand", await stage.ada.open_hand())


@scene(
    "Parked",
    state("parked-hand", "A table whose channel could not be used.", "hand._waiting"),
    state("moved", "The table goes on in another message.", "table_message.moved_view"),
)
async def parked(stage: Stage) -> None:
    """Take the bot's permission away for a moment."""
    await stage.four()
    before = stage.message
    stage.world.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50001)
    await stage.turn()
    await stage.show("parked-hand", await stage.ada.slash("hand"))
    await stage.ada.slash("resume", table=stage.table.id)
    await stage.show("moved", before)


@scene(
    "After a restart",
    state("restarted", "The bot was restarted; nothing is lost.", "table_message._drawn"),
)
async def restarted(stage: Stage) -> None:
    """Restart the bot in the middle of a trick."""
    await stage.four(pace="relaxed")
    await stage.until(cards_on_table(2, tricks=1))
    await stage.restart()
    await stage.show("restarted")


@scene(
    "A table that waits for someone",
    state("turn-prompt", "The person is mentioned, in a message that goes away."),
    turn_prompt_seconds=8,
)
async def prompted(stage: Stage) -> None:
    """Let a person think for a while."""
    await stage.four()
    await stage.rest(9)
    await stage.show("turn-prompt", stage.newest)
