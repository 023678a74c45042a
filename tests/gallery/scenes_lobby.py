"""Scenes of tables that wait for people: the lobby, and its house rules."""

from typing import Final

from bot.preferences import ServerSettings
from tests.gallery.catalog import scene, state
from tests.gallery.stage import Stage

HALF_A_DAY: Final = 12 * 3600.0
"""Seconds after which somebody counts as gone."""


@scene(
    "The lobby",
    state(
        "lobby-empty",
        "A table has just been opened; its host sits in the first seat.",
        "table_message.lobby_view",
        "table_message._call",
    ),
    state(
        "lobby-half",
        "Two people and a computer player sit; one seat is free.",
        "table_message.lobby_view",
    ),
    state("lobby-full", "Four people sit, two and two.", "table_message.lobby_view"),
    state(
        "lobby-ready",
        "Three of the four have said that they are ready.",
        "table_message.lobby_view",
    ),
    state(
        "lobby-begun",
        "What is left of the lobby once the game goes on below it.",
        "table_message.left_view",
        "table_message.begun_view",
    ),
    state("not-seated", "Someone who does not sit at the table asks for a hand.", "base.notice"),
)
async def lobby(stage: Stage) -> None:
    """Fill a table, seat by seat, in a server with a role to call."""
    server = stage.world.channel.guild
    assert server is not None
    chosen = ServerSettings(call_role=server.create_role("Players", mentionable=True).id)
    await stage.bot.services.preferences.set_server(server.id, chosen)
    await stage.lobby([])
    await stage.show("lobby-empty")
    await stage.sit(stage.ben)
    await stage.ada.press(stage.message, "add")
    await stage.show("lobby-half")
    await stage.ada.press(stage.message, "remove")
    for guest in (stage.chidi, stage.dana):
        await stage.sit(guest)
    await stage.show("lobby-full")
    for person in (stage.ada, stage.ben, stage.chidi):
        await person.press(stage.message, "ready")
    await stage.show("lobby-ready")
    waited = stage.message
    await stage.dana.press(stage.message, "leave")
    await stage.ada.press(stage.message, "start")
    await stage.show("lobby-begun", waited, viewer=stage.dana)
    refused = await stage.dana.press(stage.message, "hand")
    await stage.show("not-seated", refused, viewer=stage.dana)


@scene(
    "Lobbies of other rules",
    state(
        "lobby-solo",
        "Four play, each for themselves, against the clock.",
        "table_message.lobby_view",
        "table_message._seats",
    ),
    state(
        "lobby-three",
        "Three play, each for themselves, 17 cards a hand.",
        "table_message.lobby_view",
    ),
)
async def solo_lobbies(stage: Stage) -> None:
    """Open tables without sides."""
    await stage.lobby([stage.ben], rules="hero_solo")
    await stage.show("lobby-solo")
    await stage.ada.press(await stage.ada.slash("end", table=stage.table.id), "end_sure")
    await stage.lobby([stage.ben, stage.chidi], rules="cutthroat")
    await stage.show("lobby-three")


@scene(
    "Who may join",
    state("people-lobby", "Who may sit down, before the game.", "lobby._seated"),
    state("people-private", "A private table, and a guest.", "lobby.people_view"),
    state("people-away", "During the game: a seat to free.", "lobby._to_free"),
    state("free-question", "Asked before someone loses a seat.", "lobby.free_view"),
    state("which-table", "Two tables could be meant.", "base.which_view"),
    state("which-to-join", "The same for who wants to sit down.", "base.which_view"),
    state("which-to-resume", "And for who brings a table along.", "base.which_view"),
)
async def people(stage: Stage) -> None:
    """Let the host decide who sits at the table."""
    await stage.lobby([stage.ben], rules="hero_solo", computers=2)
    opened = await stage.ada.press(stage.message, "people")
    await stage.show("people-lobby", opened)
    await stage.ada.slash("invite", person=stage.chidi.member)
    await stage.show("people-private", await stage.ada.press(opened, "private"))
    await stage.start()
    await stage.until_away(stage.ben)
    more = await stage.ada.press(stage.message, "more")
    shown = await stage.ada.press(more, "people")
    await stage.show("people-away", shown)
    await stage.show("free-question", await stage.ada.press(shown, "free"))
    await stage.ada.slash("new")
    await stage.show("which-table", await stage.ada.slash("invite", person=stage.dana.member))
    await stage.show("which-to-join", await stage.dana.slash("join"), viewer=stage.dana)
    await stage.show("which-to-resume", await stage.ada.slash("resume"))


@scene(
    "Asking for a computer player's seat",
    state("ask-for-seat", "Everyone sees who asks.", "table_message._drawn"),
)
async def ask_for_seat(stage: Stage) -> None:
    """Ask for a seat at a table that wants that."""
    await stage.lobby([stage.ben])
    await stage.ada.press(await stage.ada.press(stage.message, "people"), "ask_first")
    await stage.start()
    await stage.chidi.slash("join")
    await stage.show("ask-for-seat")


@scene(
    "Somebody has walked away",
    state("absent-hand", "Whoever waits may let a computer player play.", "hand.hand_view"),
    state("absent-more", "The same under More.", "lobby.more_view"),
)
async def absent(stage: Stage) -> None:
    """Wait for half a day at a table without a clock."""
    await stage.four()
    gone = stage.actor
    other = next(person for person in stage.people if person is not gone)
    await stage.rest(HALF_A_DAY)
    await stage.show("absent-hand", await other.open_hand(), viewer=other)
    await stage.show("absent-more", await other.press(stage.message, "more"), viewer=other)


@scene(
    "House rules",
    state(
        "house-rules-topic",
        "The rules of a topic with their present values, and a menu to change one.",
        "lobby.topic_view",
    ),
    state(
        "house-rules",
        "The topics of the rules, for the host alone; what differs from the preset is marked.",
        "lobby.topics_view",
    ),
    state("house-rules-rule", "One rule, each of its values explained.", "lobby.rule_view"),
    state("house-rules-number", "A rule with a number: those that people play.", "lobby.rule_view"),
    state("house-rules-form", "Any other number.", "lobby.number_form"),
    state(
        "house-rules-refused",
        "An answer that does not fit: nothing has changed.",
        "lobby.rule_view",
    ),
    state(
        "house-rules-mend",
        "What contradicts other rules, with the button that changes them too.",
        "lobby.rule_view",
    ),
    state(
        "house-rules-sets",
        "Presets to start from, and these rules as a code.",
        "lobby.sets_view",
    ),
    state("house-rules-code", "Where a code from another server is pasted.", "lobby.code_form"),
)
async def house_rules(stage: Stage) -> None:
    """Change rules in the lobby."""
    await stage.lobby([], rules="joker_deuce")
    host = stage.ada
    shown = await host.press(stage.message, "house")
    await host.open_rule(shown, "bids", "minimum_contract")
    await host.press(shown, "choose", "0")
    await stage.show("house-rules-topic", shown)
    await host.press(shown, "house")
    await stage.show("house-rules", shown)
    await host.open_rule(shown, "nil", "double_nil")
    await stage.show("house-rules-rule", shown)
    await host.press(shown, "topic")
    await host.press(shown, "house")
    await host.open_rule(shown, "end", "target")
    await stage.show("house-rules-number", shown)
    await stage.show("house-rules-form", shown, press="Another number")
    await stage.show("house-rules-refused", await host.fill(shown, "number", {"target": "20"}))
    await host.press(shown, "topic")
    await host.press(shown, "house")
    await host.open_rule(shown, "bids", "bidding")
    await stage.show("house-rules-mend", await host.press(shown, "choose", "mirror"))
    await host.press(shown, "topic")
    await host.press(shown, "house")
    await host.press(shown, "sets")
    await stage.show("house-rules-sets", shown)
    await stage.show("house-rules-code", shown, press="Enter a code")
