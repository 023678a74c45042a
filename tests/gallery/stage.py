"""A channel with the real bot in it, where scenes are played by commands and presses.

Secrets and the clock are fixed, so every run plays the same games and ends in the same pictures.
"""

import datetime as dt
import hashlib
import random
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Protocol

import discord
import simcord

from bot import app
from bot.client import SpadesBot
from bot.local.world import World
from bot.settings import Settings
from bot.tables.model import Place, Table
from bot.tables.service import Tables
from bot.texts.translator import ADMIN, COMMAND
from engine.actions import Bid, Keep, Look, Pass, Play, SeatAction, Throw, Toss
from engine.notation import print_bid
from engine.phases import Phase
from engine.players import rules_of_thumb
from engine.rules import Rules
from engine.tally import Tally
from engine.views import SeatView, seat_view
from tests.cogs.dealing import deal_to
from tests.cogs.reading import Message, each_component

NOW: Final = dt.datetime(2026, 5, 1, 19, 0, tzinfo=dt.UTC)
"""When every scene begins."""

SECONDS_TO_PLAY: Final = 15.1
"""How long a quick table waits for a card, and a little more."""

AT_ONCE: Final = 0.01
"""Seconds in which everything is done that waits for nothing."""

SETTINGS: Final[dict[str, Any]] = {
    "computer_delay_seconds": 0,
    "computer_processes": 0,
    "turn_prompt_seconds": 300,
}
"""What the operator of the scenes has set, unless a scene says otherwise."""

_MENU: Final = "ms:"


class CountedSecrets:
    """Secrets that follow from a word and how many were given before."""

    def __init__(self, word: str) -> None:
        """Begin to count."""
        self._word = word
        self._given = 0

    def secret(self) -> bytes:
        """Give the next secret."""
        self._given += 1
        return hashlib.sha256(f"{self._word}:{self._given}".encode()).digest()


class Camera(Protocol):
    """Takes pictures of what one of the people sees."""

    async def take(
        self, state: str, viewer: str, messages: Sequence[int], press: str | None
    ) -> None:
        """Picture messages, or the form that a button of the newest one opens."""
        ...


@contextmanager
def scratch() -> Iterator[Path]:
    """Give a folder for a database, in memory where there is such a place: no scene is kept."""
    memory = Path("/dev/shm")  # noqa: S108 - a folder of its own is made in it
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        yield Path(folder)


def build(folder: Path, seed: str, settings: dict[str, Any]) -> SpadesBot:
    """Build a bot whose games follow from `seed` alone."""
    chosen = Settings(
        database_path=folder / "gallery.sqlite", _env_file=None, **SETTINGS | settings
    )
    return app.build(chosen, app.Pacing(0, 0, 0, limited=False), CountedSecrets(seed))


class Person:
    """One of the people, with the hand that they have open."""

    def __init__(self, stage: "Stage", member: simcord.MemberActor) -> None:
        """Begin without a hand."""
        self.stage = stage
        self.member = member
        self._hand: Message | None = None

    @property
    def hand(self) -> Message:
        """The hand that the person has open."""
        assert self._hand is not None, "no hand is open"
        return self._hand

    @property
    def name(self) -> str:
        """The name that the server knows the person by."""
        return str(self.member.user.global_name)

    async def slash(self, command: str, **options: Any) -> Message:  # noqa: ANN401
        """Give a command, of `/spades` where it names no other, and return the answer."""
        full = command if command.startswith(ADMIN) else f"{COMMAND} {command}"
        result = await self.member.slash(self.stage.world.channel, full, **options)
        await self.stage.rest()
        return _answer(result)

    async def press(self, message: Message, verb: str, last: str | None = None) -> Message:
        """Press the button of a message that asks for something, and return the answer."""
        custom_id = next(
            said
            for said in custom_ids(message)
            if said.split(":")[1] == verb and (last is None or said.split(":")[-1] == last)
        )
        result = await self.member.click(message, custom_id=custom_id)
        await self.stage.rest()
        return _answer(result, message)

    async def choose(self, message: Message, verb: str, values: Sequence[str]) -> Message:
        """Choose in the menu of a message."""
        custom_id = next(said for said in custom_ids(message) if said.startswith(_MENU + verb))
        result = await self.member.select(message, values, custom_id=custom_id)
        await self.stage.rest()
        return _answer(result, message)

    async def fill(self, message: Message, verb: str, answers: dict[str, str]) -> Message:
        """Open a form by the button of a message, fill it in and send it."""
        custom_id = next(said for said in custom_ids(message) if said.split(":")[1] == verb)
        opened = await self.member.click(message, custom_id=custom_id)
        result = await self.member.submit_modal(opened, _present(opened.modal) | answers)
        await self.stage.rest()
        return _answer(result, message)

    async def open_rule(self, message: Message, topic: str, rule: str) -> Message:
        """Go from the topics of the house rules to one rule."""
        await self.press(message, "topic", topic)
        return await self.choose(message, "rule", [rule])

    async def open_hand(self) -> Message:
        """Press "My hand"."""
        self._hand = await self.press(self.stage.message, "hand")
        return self._hand

    async def do(self, action: SeatAction) -> None:
        """Press in the hand what an action asks for."""
        hand = self._hand or await self.open_hand()
        match action:
            case Look():
                await self.press(hand, "look")
            case Bid():
                await self.sure(await self.press(hand, "bid", print_bid(action)))
            case Keep():
                await self.press(hand, "draw", "keep")
            case Toss():
                await self.press(hand, "draw", "toss")
            case Throw():
                await self.sure(await self.press(hand, "throw"))
            case Pass():
                cards = [str(card) for card in action.cards]
                await self.sure(await self.choose(hand, "pass", cards))
            case Play():
                await self.press(hand, "play", str(action.card))

    async def sure(self, message: Message) -> None:
        """Say yes to the question whether a bid or cards to pass are meant, if that is asked."""
        for custom_id in custom_ids(message):
            verb = custom_id.split(":")[1]
            if verb in {"sure_bid", "sure_pass", "sure_throw"}:
                await self.press(message, verb)
                return


def _answer(result: simcord.InteractionResult, source: Message | None = None) -> Message:
    found = result.followups[-1] if result.followups else result.response
    answer = found or source
    assert answer is not None, "there is no answer"
    return answer


def _present(form: Any) -> dict[str, Any]:  # noqa: ANN401 - as Discord is sent it
    """Read from a form what stands in it before anything is changed."""
    values: dict[str, Any] = {}
    for label in form["components"]:
        field = label["component"]
        if "options" in field:
            chosen = [each["value"] for each in field["options"] if each.get("default")]
            values[field["custom_id"]] = chosen
        else:
            values[field["custom_id"]] = field.get("value") or ""
    return values


def custom_ids(message: Message) -> list[str]:
    """List the custom ids of a message's buttons and menus, in reading order."""
    return [c["custom_id"] for c in each_component(message) if "custom_id" in c]


class Stage:
    """Where one scene is played."""

    def __init__(
        self, world: World, build_bot: Callable[[], SpadesBot], camera: Camera, seed: str
    ) -> None:
        """Bring in the people.

        Args:
            world: where the bot runs.
            build_bot: builds the bot anew, to restart it.
            camera: takes the pictures.
            seed: what people do follows from it.
        """
        self.world = world
        bot = world.env.bot
        assert isinstance(bot, SpadesBot)
        self.bot = bot
        self._build = build_bot
        self.people = tuple(Person(self, member) for member in world.people)
        self.ada, self.ben, self.chidi, self.dana = self.people
        self._camera = camera
        self._table: Table | None = None
        self._rng = random.Random(seed)

    @property
    def tables(self) -> Tables:
        """The tables of the bot."""
        tables: Tables = self.bot.services.tables
        return tables

    @property
    def table(self) -> Table:
        """The table that was opened last; one that nobody touches may have left the memory."""
        if self.tables.open_tables:
            self._table = self.tables.open_tables[-1]
        assert self._table is not None, "no table was opened"
        return self._table

    @property
    def message(self) -> Message:
        """The public message of the table."""
        message_id = self.table.message_id
        assert message_id is not None
        return self.message_of(message_id)

    def message_of(self, message_id: int) -> Message:
        """Give a message of the channel by its id."""
        stored = self.world.env.backend.get_message(self.world.channel.id, message_id)
        return simcord.ResponseMessage(self.world.env, stored)

    @property
    def newest(self) -> discord.Message:
        """The newest message that everyone sees."""
        message = self.world.channel.last_message
        assert message is not None
        return message

    async def rest(self, seconds: float = AT_ONCE) -> None:
        """Let time pass."""
        await self.world.env.advance_time(seconds)

    async def show(
        self,
        state: str,
        *messages: Message,
        viewer: Person | None = None,
        press: str | None = None,
    ) -> None:
        """Take the picture of a state.

        Args:
            state: its name.
            messages: what to picture; the table's public message where it is left out.
            viewer: who looks; Ada where it is left out.
            press: the label of a button that opens a form, to picture the form.
        """
        shown = messages or (self.message,)
        ids = [message.id for message in shown]
        await self._camera.take(state, (viewer or self.ada).name, ids, press)

    async def lobby(
        self,
        guests: Iterable[Person],
        *,
        newcomers: bool = False,
        **options: Any,  # noqa: ANN401
    ) -> Message:
        """Let Ada open a table, and guests sit down in the free seats from the first.

        Args:
            guests: who sits down.
            newcomers: whether everyone is told what each step is about.
            options: of the command.
        """
        preferences = self.bot.services.preferences
        for person in self.people:
            settings = preferences.of_person(person.member.id)
            told = settings.model_copy(update={"tips": newcomers})
            await preferences.set_person(person.member.id, told)
        await self.ada.slash("new", **options)
        for guest in guests:
            await self.sit(guest)
        return self.message

    async def sit(self, guest: Person) -> None:
        """Let someone sit down in the first free seat."""
        seats = self.table.rules.seats
        free = next(seat for seat in seats if self.table.chairs[seat].empty)
        await guest.press(self.message, "sit", str(free))

    async def four(self, **options: Any) -> None:  # noqa: ANN401
        """Let the four sit down at a table of Ada's and begin; all open their hands."""
        await self.lobby(self.people[1:], **options)
        await self.start()

    async def start(self) -> None:
        """Let Ada begin the game, and everyone open their hand."""
        await self.ada.press(self.message, "start")
        for person in self.seated():
            await person.open_hand()

    async def dealt(
        self, rules: Rules, *hands: str, tallies: tuple[Tally, ...] | None = None
    ) -> None:
        """Begin a game by these rules with hands and points that are chosen; Ada bids first."""
        await self.lobby(self.people[1 : rules.players])
        await deal_to(self.tables, self.table.id, rules, *hands, tallies=tallies)
        while not self.table.message_round:
            await self.rest()
        for person in self.seated():
            await person.open_hand()

    def seated(self) -> tuple[Person, ...]:
        """Give the people at the table, by seat."""
        ids = [chair.person.id for chair in self.table.chairs if chair.person is not None]
        return tuple(self.by_id(each) for each in ids)

    def by_id(self, user_id: int) -> Person:
        """Give one of the people."""
        return next(person for person in self.people if person.member.id == user_id)

    @property
    def actor(self) -> Person:
        """The person whose turn it is."""
        turn = self.table.turn
        assert turn is not None, "nobody is to act"
        person = self.table.chairs[turn].person
        assert person is not None, "a computer player is to act"
        return self.by_id(person.id)

    def suggestion(self) -> SeatAction:
        """Give what a sensible player would do in the seat to act."""
        game, turn = self.table.game, self.table.turn
        assert game is not None
        assert turn is not None
        return rules_of_thumb.choose(seat_view(game, turn), self._rng)

    async def turn(self) -> None:
        """Let the person to act do something sensible; between rounds, let the next be dealt."""
        if self.table.turn is None:
            await self.rest(20)
        else:
            await self.actor.do(self.suggestion())

    async def until(self, done: Callable[[Table], bool]) -> None:
        """Let everyone play on until the table is in a state."""
        while not done(self.table):
            await self.turn()

    async def finish(self) -> Message:
        """Let everyone play to the end of the game, and give the message with the result."""
        table_id = self.table.id
        message = self.message
        while self.tables.open_table(table_id) is not None:
            message = self.message
            await self.turn()
        return message

    async def restart(self) -> None:
        """Stop the bot and start it again."""
        await self.bot.close()
        self.bot = self._build()
        await self.world.env.restart_bot(self.bot)
        await self.rest()

    def may_play(self, table: Table, fits: Callable[[SeatView], bool]) -> bool:
        """Say whether the seat to act is to play a card, and sees something that fits."""
        game, turn = table.game, table.turn
        if game is None or turn is None or game.phase != Phase.PLAYING:
            return False
        return fits(seat_view(game, turn))

    async def until_away(self, person: Person) -> None:
        """Let everyone else play on, until a computer player stands in for a person."""
        seat = self.table.seat_of(person.member.id)
        assert seat is not None
        while not self.table.chairs[seat].away:
            if self.table.turn == seat:
                await self.rest(SECONDS_TO_PLAY)
            else:
                await self.turn()

    async def let_run(self, person: Person, name: str) -> None:
        """Let someone give a command that Discord offers to others alone, as a server may."""
        bot, guild = self.world.env.bot, self.world.channel.guild
        assert isinstance(bot, SpadesBot)
        assert guild is not None
        commands = await bot.tree.fetch_commands()
        command = next(each for each in commands if each.name == name)
        guild.set_command_permissions(command, {person.member: True})

    @property
    def table_place(self) -> Place:
        """Where tables are opened."""
        guild = self.world.channel.guild
        assert guild is not None
        return Place(guild.id, self.world.channel.id)

    @property
    def manager(self) -> Person:
        """Dana, who may manage the server from now on."""
        guild_id = self.table_place.guild_id
        self.world.env.backend.edit_guild(guild_id, {"owner_id": self.dana.member.id})
        return self.dana
