"""Hints: what a strong player would do and why, in turn only, from one's own view."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from bot.tables.computers import ComputerPlayers
from engine.actions import SeatAction
from engine.phases import Phase
from engine.players.player import Choice
from engine.views import SeatView, seat_view
from tests.cogs.forging import forge
from tests.cogs.panel import set_rules
from tests.cogs.player import Player, Said
from tests.cogs.reading import JsonObject, Message, each_component
from tests.cogs.server import Server

BULB = "\N{ELECTRIC LIGHT BULB}"
MARKED = 3
"""The style of the button that a hint marks."""


@dataclass
class Listening:
    """An advisor that notes what it is shown."""

    behind: ComputerPlayers = field(default_factory=ComputerPlayers)
    shown: list[SeatView] = field(default_factory=list)
    given: list[SeatAction] = field(default_factory=list)

    async def advise(self, view: SeatView, seed: str) -> Choice | None:
        """Ask the advisor behind."""
        self.shown.append(view)
        choice = await self.behind.advise(view, seed)
        if choice is not None:
            self.given.append(choice.action)
        return choice


class Busy:
    """An advisor that has no time."""

    async def advise(self, view: SeatView, seed: str) -> Choice | None:
        """Give nothing."""
        return None


def marked(message: Message, wanted: Callable[[JsonObject], bool]) -> list[str]:
    """List the marked buttons that are wanted, by the last piece of their ids."""
    return [
        part["custom_id"].split(":")[-1]
        for part in each_component(message)
        if part.get("style") == MARKED and wanted(part)
    ]


def _enabled(part: JsonObject) -> bool:
    return not part.get("disabled")


async def hint(person: Player) -> Said:
    """Press "Hint" in the open hand."""
    return await person.press(person.hand(), label="Hint")


async def test_a_bid_is_marked_and_explained(server: Server, ada: Player) -> None:
    """One bid is marked in the same message, with the reason above, and the hint is used up."""
    await server.alone(rules="cardcouch")
    before = server.table()
    said = await hint(ada)
    assert said.message.id == ada.hand().id
    assert f"{BULB} bid " in ada.hand_text()
    assert "your hand is worth about" in ada.hand_text() or "nil" in ada.hand_text()
    assert len(marked(ada.hand(), _enabled)) == 1
    assert [b.disabled for b in ada.of_verb("hint")] == [True]
    assert server.table() == before


async def test_a_card_is_marked_and_can_be_played(server: Server, ada: Player) -> None:
    """In every turn of a round the marked card is legal, and it is played by pressing it."""
    await server.alone(rules="cardcouch")
    await server.bidding()
    for _ in range(13):
        await hint(ada)
        (card,) = marked(ada.hand(), _enabled)
        assert card in ada.cards(enabled=True)
        assert f"{BULB} play " in ada.hand_text()
        await ada.play(card)
        if server.phase() != Phase.PLAYING:
            break
        assert BULB not in ada.hand_text()


async def test_only_in_turn(server: Server, eve: Player) -> None:
    """Others have no such button; a late press, and a command, say whose turn it is."""
    await server.four(rules="cardcouch")
    actor = server.actor()
    other = next(person for person in server.people[:4] if person is not actor)
    assert len(actor.of_verb("hint")) == 1
    assert other.of_verb("hint") == []
    custom_id = actor.of_verb("hint")[0].custom_id
    late = await forge(server, other, other.hand(), custom_id)
    assert late.message.id == other.hand().id
    assert "Your hand at table 1\nIt is not your turn" in late.text
    said = await other.slash("hint")
    assert said.private
    assert said.text.startswith("It is not your turn")
    for said in (await forge(server, eve, actor.hand(), custom_id), await eve.slash("hint")):
        assert said.private
        assert "You have no seat at this table" in said.text


async def test_before_and_after_the_game(server: Server, ada: Player) -> None:
    """There is nothing to advise."""
    assert "There is no open table" in (await ada.slash("hint")).text
    await server.lobby()
    assert (await ada.slash("hint")).text == "The game has not begun yet."
    await ada.slash("end")
    said = await ada.slash("hint", table=1)
    assert "closed without a result" in said.text


async def test_by_command(server: Server, ada: Player) -> None:
    """`/spades hint` shows the hand with the mark in it, and that hand is then the open one."""
    await server.alone(rules="cardcouch")
    said = await ada.slash("hint")
    assert said.private
    assert f"{BULB} bid " in said.text
    ada.hands[1] = said.message
    (bid,) = marked(ada.hand(), _enabled)
    await ada.bid(bid)
    assert f"You 0 of {bid}" in ada.hand_text()


async def test_a_face_down_hand(server: Server, ada: Player) -> None:
    """Without having seen the cards the hint is about blind nil alone, and gives none away."""
    await server.alone(rules="hero_partners", pace="none")
    while server.phase() == Phase.BIDDING and not ada.of_verb("look"):
        await server.step()
    assert ada.of_verb("hint") == []
    said = await ada.slash("hint")
    assert BULB in said.text
    assert "blind nil" in said.text
    assert "look at your cards" in said.text


async def test_the_advisor_sees_what_the_seat_sees(server: Server, ada: Player) -> None:
    """It is shown the view of the seat, in which no hidden card has a place."""
    advisor = Listening()
    server.bot.services = replace(server.bot.services, advisor=advisor)
    await server.alone(rules="cardcouch")
    while server.phase() in {Phase.BIDDING, Phase.PLAYING}:
        table = server.table()
        assert table.game is not None
        assert table.turn is not None
        expected = seat_view(table.game, table.turn)
        await hint(ada)
        assert advisor.shown[-1].hand == expected.hand
        assert advisor.shown[-1].public == expected.public
        assert list(advisor.shown[-1].legal) == list(expected.legal)
        await ada.do(advisor.given[-1])
    # A bid and twelve cards: the last card plays itself.
    assert len(advisor.given) == 13


async def test_no_time_for_a_hint(server: Server, ada: Player) -> None:
    """When everyone is thinking, that is what the hand says; it can still be played from."""
    server.bot.services = replace(server.bot.services, advisor=Busy())
    await server.alone(rules="cardcouch")
    await hint(ada)
    assert (
        "No hint right now: the computer players are busy. Ask again in a moment."
        in ada.hand_text()
    )
    assert marked(ada.hand(), _enabled) == []
    assert [b.disabled for b in ada.of_verb("hint")] == [False]
    await server.turn()


async def test_an_exchange_is_advised(server: Server, ada: Player) -> None:
    """Which cards to pass, and why."""
    await server.lobby(computers=3)
    await set_rules(ada, bidding="suicide", exchange="2")
    await ada.press_table("Start")
    await ada.open_hand()
    await server.bidding()
    await hint(ada)
    assert f"{BULB} pass " in ada.hand_text()


async def test_every_strength_can_be_chosen(server: Server, ada: Player) -> None:
    """The level of computer players is the host's choice, and it is kept with the table."""
    for number, level in enumerate(("easy", "normal", "strong"), start=1):
        await ada.slash("new", level=level, computers=3)
        assert server.table(number).level.value == level
    await ada.slash("new")
    assert server.table(4).level.value == "normal"
    await server.restart()
    assert [table.level.value for table in server.tables.open_tables] == [
        "easy", "normal", "strong", "normal",
    ]  # fmt: skip
