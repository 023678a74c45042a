"""Scenes of scores and results."""

from engine.phases import Phase
from tests.gallery.catalog import scene, state
from tests.gallery.conditions import between_rounds, cards_on_table, in_phase
from tests.gallery.stage import Stage


@scene(
    "The score of a round",
    state(
        "round-score",
        "Every point of the round explained.",
        "table_message._between",
    ),
    state("round-hand", "The hand between two rounds.", "hand._between"),
    state("round-ready", "One of four is ready for the next round.", "table_message._between"),
    state(
        "round-past",
        "What is left of the message of an earlier round.",
        "table_message.past_round_view",
    ),
    state("last-trick", "The last trick, for one person alone."),
    state("score", "How the table stands, point by point."),
    state("more-host", "What else the host can do.", "lobby.more_view"),
)
async def scored(stage: Stage) -> None:
    """Play a round, and begin the next."""
    await stage.four()
    await stage.until(between_rounds)
    await stage.show("round-score")
    await stage.show("round-hand", stage.ada.hand)
    await stage.ada.press(stage.message, "next")
    await stage.show("round-ready")
    before = stage.message
    await stage.until(cards_on_table(1, tricks=1))
    await stage.show("round-past", before)
    await stage.show("last-trick", await stage.ada.press(stage.message, "last"))
    await stage.show("score", await stage.ada.press(stage.message, "score"))
    await stage.show("more-host", await stage.ada.press(stage.message, "more"))


@scene(
    "More, for others",
    state("more-guest", "Someone who plays.", "lobby.more_view"),
    state("more-watcher", "Someone who watches, where a seat is free to take.", "lobby.more_view"),
)
async def more(stage: Stage) -> None:
    """Look at what else can be done."""
    await stage.lobby([stage.ben], computers=2)
    await stage.start()
    await stage.until(in_phase(Phase.PLAYING))
    for name, person in (("more-guest", stage.ben), ("more-watcher", stage.dana)):
        await stage.show(name, await person.press(stage.message, "more"), viewer=person)


@scene(
    "The end of a game of partners",
    state(
        "result",
        "Who won, and the last round.",
        "table_message.message_view",
        "table_message._result",
    ),
    state("verify", "What the deals can be checked with."),
    state("rematch", "The rematch.", "table_message.lobby_view"),
)
async def finished(stage: Stage) -> None:
    """Play a short game to its end."""
    await stage.four(target=150)
    message = await stage.finish()
    await stage.show("result", message)
    await stage.show("verify", await stage.ada.press(message, "verify"))
    await stage.ada.press(message, "rematch")
    await stage.show("rematch")


@scene(
    "The end of a game for oneself",
    state("result-solo", "Places for everyone.", "table_message._result"),
)
async def finished_solo(stage: Stage) -> None:
    """Play a short solo game to its end."""
    await stage.four(rules="hero_solo", target=80, pace="none")
    await stage.show("result-solo", await stage.finish())


@scene(
    "A table closed early",
    state("end-question", "Asked before a game ends without a result.", "lobby.end_view"),
    state("end-voted", "One of three votes that it takes.", "lobby.end_view"),
    state("end-vote", "Everyone sees who wants the end.", "table_message._drawn"),
    state("closed", "No result, and who ended the game.", "table_message.message_view"),
    state("closed-hand", "A hand at a table that has ended.", "hand._quiet"),
)
async def closed(stage: Stage) -> None:
    """End a table in its first round."""
    await stage.four()
    message, hand = stage.message, stage.ada.hand
    asked = await stage.ada.slash("end")
    await stage.show("end-question", asked)
    await stage.ada.press(asked, "end_sure")
    await stage.show("end-voted", asked)
    await stage.show("end-vote")
    for person in (stage.ben, stage.chidi):
        await person.press(await person.press(message, "end"), "end_sure")
    await stage.show("closed", message)
    await stage.show("closed-hand", hand)


@scene(
    "Leaving",
    state("close-question", "Asked before a lobby closes where others sit.", "lobby.close_view"),
    state("leave-question", "Asked before someone leaves in mid-game.", "lobby.leave_view"),
)
async def leaving(stage: Stage) -> None:
    """Ask for the end of a lobby, and to leave a game."""
    await stage.lobby([stage.ben])
    asked = await stage.ada.slash("end")
    await stage.show("close-question", asked)
    await stage.ada.press(stage.message, "start")
    asked = await stage.ada.slash("leave")
    await stage.show("leave-question", asked)


@scene(
    "A game given up",
    state("resign-question", "Asked before a side resigns.", "lobby.resign_view"),
    state("resign-voted", "The partner has to agree.", "lobby.resign_view"),
    state("resign-vote", "Everyone sees who wants to resign.", "table_message._drawn"),
    state("resigned", "The other side has won.", "table_message._result"),
)
async def given_up(stage: Stage) -> None:
    """Give a game up in its first round."""
    await stage.four()
    message = stage.message
    asked = await stage.ada.press(await stage.ada.press(message, "more"), "resign")
    await stage.show("resign-question", asked)
    await stage.ada.press(asked, "resign_sure")
    await stage.show("resign-voted", asked)
    await stage.show("resign-vote")
    await stage.chidi.press(await stage.chidi.press(message, "resign"), "resign_sure")
    await stage.show("resigned", message)


@scene(
    "Tables in words alone",
    state("text-lobby", "The lobby without a picture.", "table_message.lobby_view"),
    state("text-bidding", "The bidding in words.", "table_message._playing"),
    state("text-play", "A trick in words.", "table_message._playing"),
    state("text-score", "A round's score without a picture.", "table_message._between"),
)
async def in_words(stage: Stage) -> None:
    """Play at a server that wants no pictures."""
    settings = await stage.manager.slash("spades-admin settings")
    await stage.manager.press(settings, "pictures")
    await stage.lobby(stage.people[1:])
    await stage.show("text-lobby")
    await stage.start()
    await stage.turn()
    await stage.show("text-bidding")
    await stage.until(cards_on_table(2, tricks=3))
    await stage.show("text-play")
    await stage.until(between_rounds)
    await stage.show("text-score")
