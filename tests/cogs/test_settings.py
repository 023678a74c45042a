"""`/spades me` and `/spades settings`: each switch, and what it changes."""

from collections.abc import Mapping
from typing import Any

import discord
import pytest
from simcord import SetupError

from bot.tables.model import Pace
from bot.texts.translator import Translator
from tests.cogs.forging import deliver, forge, prepare
from tests.cogs.player import Player, Said
from tests.cogs.reading import buttons_of, menus_of, text_of
from tests.cogs.server import Server
from tests.cogs.storing import locked
from tests.cogs.test_prompts import prompts

OLD = "This button belongs to an older version of the bot. Use /spades hand instead."
OLDER = "This button belongs to an older version of the bot."
MANAGERS_ONLY = "Only people who may manage this server can do that."


async def let_run(server: Server, person: Player, name: str) -> None:
    """Let someone give a command that Discord offers to others alone, as a server may."""
    commands = await server.bot.tree.fetch_commands()
    command = next(each for each in commands if each.name == name)
    server.guild.set_command_permissions(command, {person.member: True})


async def switch(person: Player, label: str) -> Said:
    """Press one of one's settings, by the beginning of its label."""
    said = await person.slash("me")
    assert said.private
    button = next(b for b in buttons_of(said.message) if b.label.startswith(label))
    return await person.press(said.message, custom_id=button.custom_id)


@pytest.fixture
def mo(server: Server) -> Player:
    """Give someone who may manage the server."""
    boss = server.guild.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    return server.newcomer("Mo", roles=[boss])


async def test_every_switch_says_how_it_stands(server: Server, ada: Player) -> None:
    """A press changes one, in the same message, and it outlives a restart."""
    said = await ada.slash("me")
    assert said.labels[-1] == "My data"
    usual = said.labels[:-1]
    assert sorted(usual) == [
        "Ask before a card: off", "Ask before nil and passing: on", "Four colors: off",
        "Hints: on", "Low cards first: off", "Playable cards first: off", "Text only: off",
        "Tips for beginners: on",
    ]  # fmt: skip
    for at, label in enumerate(usual):
        await ada.press(said.message, label=label)
        turned = label.replace(": off", ": ?").replace(": on", ": off").replace(": ?", ": on")
        assert said.labels[:-1] == [*usual[:at], turned, *usual[at + 1 :]]
        await server.restart()
        assert (await ada.slash("me")).labels == said.labels
        await ada.press(said.message, label=turned)
    assert said.labels[:-1] == usual


async def test_settings_are_ones_own(server: Server, ada: Player, ben: Player) -> None:
    """What Ada chooses changes nothing for Ben."""
    await switch(ada, "Hints")
    assert "Hints: on" in (await ben.slash("me")).labels


async def test_an_unknown_switch(server: Server, ada: Player) -> None:
    """A tampered button changes nothing."""
    said = await ada.slash("me")
    for custom_id in ("s:me:0:language", "s:me:0", "s:me:0:hints:tips"):
        assert (await forge(server, ada, said.message, custom_id)).text == OLD
    assert said.labels == (await ada.slash("me")).labels


async def test_the_order_of_the_hand(server: Server, ada: Player) -> None:
    """Low cards first: the suits stay in their order, each from the bottom up."""
    await server.alone(rules="cardcouch")
    await server.bidding()
    high = ada.cards()
    await switch(ada, "Low cards first")
    await ada.open_hand()
    low = ada.cards()
    assert low != high
    suits = list(dict.fromkeys(card[1] for card in high))
    assert low == [card for suit in suits for card in reversed(high) if card[1] == suit]


async def test_no_hints(server: Server, ada: Player) -> None:
    """Without hints there is no such button; the command still answers."""
    await switch(ada, "Hints")
    await server.alone(rules="cardcouch")
    assert ada.of_verb("hint") == []
    assert "\N{ELECTRIC LIGHT BULB}" in (await ada.slash("hint")).text


async def test_a_card_is_asked_for_first(server: Server, ada: Player) -> None:
    """The card is shown with "Play" and "Not yet", and only the first plays it."""
    await switch(ada, "Ask before a card")
    await server.alone(rules="cardcouch")
    await server.bidding()
    version = server.table().version
    card = ada.cards(enabled=True)[0]
    asked = await ada.play(card)
    assert asked.message.id == ada.hand().id
    assert "Play " in asked.text
    assert [label.split(" ")[0] for label in asked.labels] == ["Play", "Not"]
    assert server.table().version == version
    await ada.press(ada.hand(), label="Not yet")
    assert card in ada.cards(enabled=True)
    assert server.table().version == version
    await ada.play(card)
    await ada.press(ada.hand(), label=asked.labels[0])
    assert server.table().version > version
    assert card not in ada.cards()


async def test_bids_are_not_asked_for(server: Server, ada: Player) -> None:
    """The question is for cards alone."""
    await switch(ada, "Ask before a card")
    await server.alone(rules="cardcouch")
    await ada.bid(3)
    assert "You 0 of 3" in ada.hand_text()


async def test_nil_is_asked_for_again(server: Server, ada: Player) -> None:
    """Nil is no bright button; a press on it asks, says what it costs, and "Not yet" bids none."""
    await server.alone(rules="cardcouch")
    nil = next(b for b in ada.of_verb("bid") if b.last == "nil")
    assert not nil.bright
    asked = await ada.press(ada.hand(), custom_id=nil.custom_id)
    assert "Bid **nil**? It scores 100 if you take no trick" in asked.text
    assert asked.labels == ["Bid nil", "Not yet"]
    await ada.press(ada.hand(), label="Not yet")
    assert server.phase() == "bidding"
    await ada.press(ada.hand(), custom_id=nil.custom_id)
    await ada.press(ada.hand(), label="Bid nil")
    assert "You nil, took 0" in ada.hand_text()


async def test_nil_at_once_for_who_wants_it(server: Server, ada: Player) -> None:
    """With the question switched off, one press bids nil."""
    await switch(ada, "Ask before nil")
    await server.alone(rules="cardcouch")
    await ada.press(ada.hand(), label="Nil")
    assert "You nil, took 0" in ada.hand_text()


async def test_playable_suits_first(server: Server) -> None:
    """Who asks for it sees the suit to follow at the top, the others below in their order."""
    await server.four(rules="cardcouch")
    for person in server.people[:4]:
        await switch(person, "Playable cards first")
        await person.open_hand()
    await server.bidding()
    followed = set()
    for _ in range(8):
        actor = server.actor()
        legal, held = actor.cards(enabled=True), actor.cards()
        suits = list(dict.fromkeys(card[1] for card in held))
        first = {card[1] for card in legal}
        assert set(suits[: len(first)]) == first
        for part in (suits[: len(first)], suits[len(first) :]):
            assert part == sorted(part, key="SHCD".index)
        followed |= first if len(first) == 1 else set()
        await server.turn()
    assert followed - {"S"}


@pytest.mark.parametrize("settings", [{}])
async def test_a_question_that_is_too_old(server: Server, ada: Player) -> None:
    """When the time has run out meanwhile, "Play" plays nothing and shows the present hand."""
    await switch(ada, "Ask before a card")
    await server.alone(rules="cardcouch", pace="quick")
    await server.bidding()
    card = ada.cards(enabled=True)[-1]
    asked = await ada.play(card)
    sure = next(b for b in buttons_of(asked.message) if b.verb == "sure")
    keep = next(b for b in buttons_of(asked.message) if b.verb == "keep")
    await server.env.advance_time(16)
    table = server.table()
    said = await forge(server, ada, ada.hand(), sure.custom_id)
    assert "The table has moved on" in said.text
    assert server.table().version == table.version
    said = await forge(server, ada, ada.hand(), keep.custom_id)
    assert "Your hand at table 1" in said.text
    assert server.table().version == table.version


async def test_a_question_about_a_card_that_cannot_be_played(server: Server, ada: Player) -> None:
    """A tampered press is refused in the end by the rules, and nonsense at once."""
    await switch(ada, "Ask before a card")
    await server.alone(rules="cardcouch")
    await server.bidding()
    play = next(b for b in ada.of_verb("play") if not b.disabled)
    await ada.play(play.last)
    await ada.press(ada.hand(), label=buttons_of(ada.hand())[0].label)
    now = next(b for b in ada.of_verb("play") if not b.disabled)
    version = server.table().version
    gone = now.custom_id.replace(f":{now.last}", f":{play.last}")
    sure = gone.replace("s:play", "s:sure")
    assert "You do not hold" in (await forge(server, ada, ada.hand(), sure)).text
    for bad in (gone.replace(play.last, "XX"), sure.replace(play.last, "XX")):
        assert "older version of the bot" in (await forge(server, ada, ada.hand(), bad)).text
    assert server.table().version == version


@pytest.mark.parametrize("settings", [{"turn_prompt_seconds": 45}])
async def test_when_one_is_mentioned(
    server: Server, ada: Player, ben: Player, chidi: Player, mo: Player
) -> None:
    """Ada never, as she has chosen, Chidi by his own choice, the others as the server says."""
    await _mention(ada, "me", "0")
    await _mention(chidi, "me", "15")
    said = await _mention(mo, "settings", "60")
    mentions = next(m for m in menus_of(said.message) if m["custom_id"] == "ms:mentions:0")
    assert [one["label"] for one in mentions["options"] if one.get("default")] == ["after 1 minute"]
    await server.four(rules="cardcouch")
    for person, seconds in ((ada, None), (ben, 60), (chidi, 15)):
        assert server.actor() is person
        await server.env.advance_time((seconds or 600) - 1)
        assert prompts(server) == []
        await server.env.advance_time(2)
        assert [person.mention in one.content for one in prompts(server)] == [True] * bool(seconds)
        await server.turn()
    said = await _mention(chidi, "me", "usual")
    assert "As here: after 1 minute" in str(menus_of(said.message))


async def _mention(person: Player, command: str, value: str) -> Said:
    """Choose when one is mentioned, or people are."""
    said = await person.slash(command)
    custom_id = "ms:my_mentions:0" if command == "me" else "ms:mentions:0"
    await person.choose(said.message, value, custom_id=custom_id)
    return said


async def test_a_store_that_fails(server: Server, ada: Player, mo: Player) -> None:
    """What cannot be saved is not changed, and the person is told."""
    preferences = server.bot.services.preferences

    class Broken:
        async def load_all(self) -> Mapping[tuple[str, int], str]:
            return {}

        async def load(self, kind: str, owner: int) -> str | None:
            return None

        async def keep(self, kind: str, owner: int, text: str) -> None:
            raise locked()

    preferences._store = Broken()
    said = await switch(ada, "Hints")
    assert "could not be saved" in said.text
    assert preferences.of_person(ada.id).hints
    shown = await mo.slash("settings")
    said = await mo.press(shown.message, label="Pictures: on")
    assert "could not be saved" in said.text
    assert preferences.of_server(server.guild.id).pictures


async def choose(server: Server, person: Player, message: Any, kind: str, value: str) -> Said:  # noqa: ANN401
    """Choose in one of the menus of the settings."""
    menu = next(m for m in menus_of(message) if m["custom_id"].split(":")[1] == kind)
    return await person.choose(message, value, custom_id=menu["custom_id"])


def chosen(message: Any, kind: str) -> str:  # noqa: ANN401
    """Give what is chosen in one of the menus."""
    menu = next(m for m in menus_of(message) if m["custom_id"].split(":")[1] == kind)
    return str(next(o["value"] for o in menu["options"] if o.get("default")))


@pytest.mark.parametrize("language", ["de", "es", "fr", "pt"])
async def test_a_persons_language(server: Server, ada: Player, ben: Player, language: str) -> None:
    """What she alone sees is in her language at once; what everyone sees is in the server's."""
    said = await ada.slash("me")
    assert chosen(said.message, "my_language") == "auto"
    await choose(server, ada, said.message, "my_language", language)
    words = Translator(language)
    head = "### Your settings\nThey apply in every server. Press to change."
    assert words(head) != head
    assert said.text.startswith(words(head))
    assert chosen(said.message, "my_language") == language
    await server.alone(rules="cardcouch")
    assert words("### Your hand at table {id}", id=1) in ada.hand_text()
    assert "Table 1, round 1" in server.says()
    assert "There is no open table" not in (await ben.slash("hand")).text
    said = await ada.slash("me")
    await choose(server, ada, said.message, "my_language", "auto")
    assert said.text.startswith(head)


async def test_the_language_of_discord(server: Server, ada: Player) -> None:
    """Who has chosen none is answered in the language that their Discord is set to."""
    await server.lobby()
    press = prepare(server, ada, server.message(), "s:hand:1")
    press.payload["locale"] = "pt-BR"
    (said,) = await deliver(server, press)
    assert Translator("pt")("The game has not begun yet.") in said.text
    press = prepare(server, ada, server.message(), "s:hand:1")
    press.payload["locale"] = "ja"
    (said,) = await deliver(server, press)
    assert "The game has not begun yet." in said.text


async def test_tampered_choices(server: Server, ada: Player, mo: Player) -> None:
    """A language, a pace or a time that there is not is as if none was chosen."""
    said = await ada.slash("me")
    for value in ("", "-1", "46", "15.0", "auto"):
        refused = await forge(server, ada, said.message, "ms:my_mentions:0", values=[value])
        assert refused.text == OLDER
    assert server.bot.services.preferences.of_person(ada.id).mention_after is None
    await forge(server, ada, said.message, "ms:my_language:0", values=["tlh"])
    assert server.bot.services.preferences.of_person(ada.id).language is None
    shown = await mo.slash("settings")
    await forge(server, mo, shown.message, "ms:pace:0", values=["tomorrow"])
    assert server.bot.services.preferences.of_server(server.guild.id).pace is Pace.RULES
    assert (await forge(server, ada, said.message, "ms:nonsense:0", values=["x"])).text == OLD


async def test_only_managers_set_the_server(server: Server, ada: Player, mo: Player) -> None:
    """Others are not offered the command, and are refused where a server offers it all the same."""
    assert "spades-admin settings" not in ada.member.available_commands(server.channel)
    assert "spades-admin settings" in mo.member.available_commands(server.channel)
    with pytest.raises(SetupError):
        await ada.slash("settings")
    await let_run(server, ada, "spades-admin")
    assert (await ada.slash("settings")).text == MANAGERS_ONLY
    shown = await mo.slash("settings")
    assert shown.private
    before = server.bot.services.preferences.of_server(server.guild.id)
    assert (await forge(server, ada, shown.message, "s:pictures:0")).text == MANAGERS_ONLY
    for custom_id, value in (
        ("ms:pace:0", "quick"),
        ("ms:language:0", "de"),
        ("ms:mentions:0", "0"),
    ):
        said = await forge(server, ada, shown.message, custom_id, values=[value])
        assert said.text == MANAGERS_ONLY
    assert server.bot.services.preferences.of_server(server.guild.id) == before


async def test_the_pace_of_new_tables(server: Server, ada: Player, mo: Player) -> None:
    """New tables take it, unless the host says otherwise; open ones keep theirs."""
    await ada.slash("new")
    shown = await mo.slash("settings")
    await choose(server, mo, shown.message, "pace", "quick")
    assert chosen(shown.message, "pace") == "quick"
    await ada.slash("new")
    await ada.slash("new", pace="none")
    await ada.slash("new", pace="rules")
    assert [table.pace for table in server.tables.open_tables] == [
        Pace.RULES, Pace.QUICK, Pace.NONE, Pace.RULES,
    ]  # fmt: skip


async def test_the_language_of_the_server(server: Server, ada: Player, mo: Player) -> None:
    """Public messages are in it; what people alone see stays in their own."""
    await server.lobby()
    shown = await mo.slash("settings")
    await choose(server, mo, shown.message, "language", "de")
    await ada.press(server.message(), custom_id="s:ready:1")
    words = Translator("de")
    labels = [button.label for button in buttons_of(server.message())]
    assert words("Start") in labels
    assert words("House rules") in labels
    assert "House rules" not in labels
    await ada.press(server.message(), custom_id="s:start:1")
    said = await ada.press(server.message(), custom_id="s:hand:1")
    assert "Your hand at table 1" in said.text
    assert words("### Your hand at table {id}", id=1) not in said.text
    opened = await ada.slash("new")
    assert words("House rules") in opened.labels
    assert text_of(opened.message)
