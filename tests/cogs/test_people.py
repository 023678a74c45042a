"""Who may sit at a table, as its host decides by buttons and commands."""

import pytest

from tests.cogs.forging import deliver, forge, prepare
from tests.cogs.player import Player, Said
from tests.cogs.reading import Message, labels_of
from tests.cogs.server import Server

OLD = "This button belongs to an older version of the bot. Use /spades hand instead."


async def who_may_join(host: Player, table_id: int = 1) -> Said:
    """Press "Who may join" in the lobby, or behind "More" during the game."""
    message: Message = host.server.message(table_id)
    if "More" in labels_of(message):
        message = (await host.press(message, label="More")).message
    return await host.press(message, label="Who may join")


async def test_a_private_table_by_command(server: Server, ada: Player, ben: Player) -> None:
    """`/spades new private:true` and `/spades invite`: the invited sit down, others are refused."""
    await ada.slash("new", private=True)
    assert "Private: only people whom the host lets in" in server.says()
    assert "· private ·" in (await ben.slash("tables")).text
    refused = f"This table is private: {ada.mention} lets people in."
    assert (await ben.slash("join")).text == refused
    assert (await ben.press_table("2 sit here")).text == refused
    said = await ada.slash("invite", person=ben.member)
    assert said.private
    assert said.text == (
        f"{ben.mention} may sit down at table 1 now, with /spades join. Seat 2 is held for them."
    )
    await ben.press_table("2 held")
    assert [person.name for person in server.table().people] == ["Ada", "Ben"]


async def test_a_table_is_closed_and_opened_by_a_button(
    server: Server, ada: Player, ben: Player, chidi: Player
) -> None:
    """The host's own message says how it is now; it outlives a restart, as the guests do."""
    await server.lobby(ben)
    said = await who_may_join(ada)
    assert said.private
    assert "Anyone who can see the channel can sit down." in said.text
    await ada.press(said.message, label="Private: off")
    assert "Only people whom you let in can sit down." in said.text
    await ada.choose(said.message, chidi.member, custom_id="us:let_in:1")
    assert f"{chidi.mention} may sit down at table 1 now" in said.text
    assert f"Let in by name: {chidi.mention}" in said.text
    await server.restart()
    assert "lets people in" in (await server.people[3].slash("join")).text
    assert "You sit in seat 3" in (await chidi.slash("join")).text
    await ada.press(said.message, label="Private: on")
    assert "You sit in seat 4" in (await server.people[3].slash("join")).text


async def test_someone_is_taken_off_the_table(server: Server, ada: Player, ben: Player) -> None:
    """In the lobby, and stays off until the host lets them in again."""
    await server.lobby(ben)
    said = await who_may_join(ada)
    await ada.choose(said.message, str(ben.id), custom_id="ms:take_off:1")
    assert "Ben" not in server.says()
    assert (await ben.press_table("2 sit here")).text == (
        f"You were removed from this table; only {ada.mention} can let you in again."
    )
    await ada.slash("invite", person=ben.member)
    await ben.press_table("2 held")
    assert "Seat 2: **Ben**" in server.says()


async def test_the_seat_of_someone_away_is_freed(server: Server, ada: Player, ben: Player) -> None:
    """During the game only a seat that a computer player plays is the host's to give."""
    await server.lobby(ben, rules="hero_solo")
    await ada.press_table("Start")
    said = await who_may_join(ada)
    assert not any("Free" in label for label in said.labels)
    free = await forge(server, ada, said.message, "s:free:1:1")
    assert "Ben is here and keeps the seat." in free.text
    while not server.table().chairs[1].away:
        if server.table().turn == 0:
            await server.turn()
        else:
            await server.env.advance_time(31)
    said = await who_may_join(ada)
    asked = await ada.press(said.message, label="Free Ben's seat")
    assert "Ben comes back only while nobody has" in asked.text
    kept = await ada.press(asked.message, label="Keep it")
    assert "Who may sit at table 1" in kept.text
    assert server.table().chairs[1].away
    asked = await ada.press(kept.message, label="Free Ben's seat")
    await ada.press(asked.message, label="Free Ben's seat")
    assert [person.name for person in server.table().people] == ["Ada"]
    assert "You sit in seat 2" in (await server.people[4].slash("join", seat=2)).text


async def test_a_rematch_stays_private(
    server: Server, ada: Player, ben: Player, eve: Player
) -> None:
    """The same people are let in again, and a stranger opens no rematch of a private game."""
    await server.lobby(ben, rules="hero_partners", target=50, private=True)
    assert [person.name for person in server.table().people] == ["Ada"]
    await ada.slash("invite", person=ben.member)
    await ben.slash("join")
    await ada.press_table("Start")
    await server.play_out()
    result = server.last
    assert "lets people in" in (await eve.press(result, label="Rematch")).text
    await ben.press(result, label="Rematch")
    table = server.table(2)
    assert (table.private, table.host) == (True, ben.id)
    assert "lets people in" in (await eve.slash("join", table=2)).text
    await ada.press(result, label="Rematch")
    assert {person.name for person in server.table(2).people} == {"Ada", "Ben"}


async def test_only_the_host_decides(server: Server, ada: Player, ben: Player) -> None:
    """Others are told so, at the command and at each button, also of the host's own message."""
    await server.lobby(ben)
    said = await who_may_join(ada)
    refused = f"Only the host, {ada.mention}, can do that."
    assert (await ben.press_table("Who may join")).text == refused
    assert (await ben.slash("invite", person=ada.member)).text == refused
    assert (await forge(server, ben, said.message, "s:private:1")).text == refused
    for verb, value in (("ms:take_off:1", str(ada.id)),):
        assert (await forge(server, ben, said.message, verb, values=[value])).text == refused
    assert not server.table().private


async def test_the_table_of_an_invitation_is_asked_for(
    server: Server, ada: Player, ben: Player
) -> None:
    """With two own tables here, a button a table lets the person in there."""
    await ada.slash("new", private=True)
    await ada.slash("new", private=True)
    asked = await ada.slash("invite", person=ben.member)
    assert asked.labels == ["Table 2 · Ada", "Table 1 · Ada"]
    said = await ada.press(asked.message, label="Table 2 · Ada")
    assert said.text.startswith(f"{ben.mention} may sit down at table 2 now")
    assert [server.table(number).invited >= {ben.id} for number in (1, 2)] == [False, True]
    assert (await forge(server, ada, asked.message, "s:invite:2:x")).text == OLD


async def test_bots_are_not_let_in(server: Server, ada: Player) -> None:
    """A bot that somebody names is no guest."""
    await server.lobby()
    bot = server.guild.add_member(server.env.create_user("robot", bot=True))
    said = await ada.slash("invite", person=bot)
    assert said.text == "That is a bot. Only people can be let in."
    said = await who_may_join(ada)
    chosen = await ada.choose(said.message, bot, custom_id="us:let_in:1")
    assert chosen.text == "That is a bot. Only people can be let in."
    assert server.table().invited == frozenset()


@pytest.mark.parametrize(
    "value", ["", "x", "0", "-1", "1" * 40, "\N{ARABIC-INDIC DIGIT THREE}", "3\n", "77"]
)
async def test_tampered_choices_of_people(server: Server, ada: Player, value: str) -> None:
    """What is no person of the server is let in nowhere and takes nobody off."""
    await server.lobby()
    said = await who_may_join(ada)
    before = server.table()
    assert (await forge(server, ada, said.message, "us:let_in:1", values=[value])).text == OLD
    await forge(server, ada, said.message, "ms:take_off:1", values=[value])
    assert (await forge(server, ada, said.message, "s:free:1:7")).text == OLD
    assert server.table() == before


@pytest.mark.parametrize("resolved", [None, {}, {"users": {}}, {"members": {}}])
async def test_a_forged_guest(
    server: Server, ada: Player, ben: Player, resolved: dict[str, dict[str, int]] | None
) -> None:
    """A person of whom the choice itself says nothing that can be read is not let in."""
    await server.lobby()
    said = await who_may_join(ada)
    press = prepare(server, ada, said.message, "us:let_in:1", values=[str(ben.id)])
    if resolved is not None:
        press.payload["data"]["resolved"] = resolved
    [answer] = await deliver(server, press)
    assert answer.text == OLD
    assert server.table().invited == frozenset()


async def test_a_computers_seat_was_taken_without_a_word(
    server: Server, ada: Player, ben: Player, eve: Player
) -> None:
    """Where the host wants it, the table shows who asks, and the host or the partner decides."""
    await server.lobby(ben)
    said = await who_may_join(ada)
    await ada.press(said.message, label="Computers' seats ask first: off")
    assert "needs permission from you" in said.text
    await ada.press_table("Start")
    more = await eve.press_table("More")
    asked = await eve.press(more.message, label="4 ask for Finch's seat")
    assert "It is yours as soon as Ada or Ben says yes." in asked.text
    assert server.table().seat_of(eve.id) is None
    assert "Eve asks for the seat of \N{ROBOT FACE}\N{NO-BREAK SPACE}Finch" in server.says()
    refused = await eve.press_table("Let Eve in")
    assert refused.text == "Only the host or the partner at that seat can decide that."
    await ada.press_table("Keep Finch")
    assert "asks for the seat" not in server.says()
    assert server.table().seat_of(eve.id) is None
    await eve.slash("join")
    assert "asks for the seat of \N{ROBOT FACE}\N{NO-BREAK SPACE}Wren" in server.says()
    message = server.message()
    await ada.press_table("Let Eve in")
    assert server.table().seat_of(eve.id) == 2
    late = await forge(server, ada, message, f"s:allow:1:{eve.id}")
    assert late.text == "Nobody asks for that seat any more."
    assert (await forge(server, ada, message, "s:allow:1:x")).text == OLD
