"""A few people who play table after table by what their screens show."""

import asyncio
import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from tests.loopback.actions import Delivery
from tests.loopback.api import Channel, LoopbackDiscord, Message, NoSuchComponent, NotVisible, User
from tests.loopback.components import walk
from tests.loopback.errors import WaitedTooLong
from tests.loopback.wire import JsonObject
from tests.process.deeds import Deed, Diary
from tests.process.faces import Offer, offers, questions

SOON: Final = 20.0
"""Seconds within which an answer must come, even on a slow machine."""

PATIENCE: Final = 0.1
"""Seconds that people watch their hands before they ask for fresh ones."""

_PATIENCE_FOR_LOBBIES: Final = 3.0
"""Seconds that people wait for a lobby, which may have to be drawn."""

_GLANCE: Final = 0.5
"""Seconds after which people who think notice that the others have stopped."""

_STANDS: Final = re.compile(r"s:(start|hand|rematch):(\d+)")
_SEATS: Final = 4
_TWICE: Final = 0.08
_OLD: Final = 0.06
_NIL: Final = 0.2


def _heard_by_nobody() -> None:
    """Do nothing."""


@dataclass(slots=True)
class Playground:
    """What all groups share.

    Attributes:
        discord: where they play.
        chance: every choice comes from it.
        diary: where everything is noted.
        open: whether people play; while it is false nobody begins anything.
        on_press: is called whenever something has been sent.
        gives_up_after: seconds after which people press again; None where an answer must come.
        thinking: how long people think before they act, least and most seconds.
        patience: seconds that people watch their hands before they ask for fresh ones.
        glance: seconds between two looks at the screen; 0 to look at everything that happens,
            which is too much work where very many people wait at once.
        wishes: options of `/spades new` beside the rules.
    """

    discord: LoopbackDiscord
    chance: random.Random
    diary: Diary = field(default_factory=Diary)
    open: bool = True
    on_press: Callable[[], None] = _heard_by_nobody
    gives_up_after: float | None = None
    thinking: tuple[float, float] = (0.0, 0.0)
    patience: float = PATIENCE
    glance: float = 0.0
    wishes: Mapping[str, str | int] = field(default_factory=lambda: {"target": 50})

    async def think(self, least: float, most: float) -> bool:
        """Let some seconds pass; say whether people still play. When they stop, it is over."""
        loop = asyncio.get_running_loop()
        until = loop.time() + self.chance.uniform(least, most)
        while self.open and (left := until - loop.time()) > 0:  # noqa: ASYNC110
            await asyncio.sleep(min(left, _GLANCE))
        return self.open

    async def follow(self, deed: Deed) -> Deed:
        """Note what has just been sent, and wait for its answer or for the death of the bot."""
        self.diary.write(deed)
        self.on_press()
        try:
            await deed.result.wait(self.gives_up_after or SOON)
        except WaitedTooLong:
            if self.gives_up_after is None:
                raise
        return deed


@dataclass(slots=True)
class Group:
    """People at one table at a time, in a channel of their own.

    Attributes:
        hands: the newest hand that each person has seen, by user.
    """

    ground: Playground
    channel: Channel
    people: tuple[User, ...]
    rules: str
    hands: dict[int, Message] = field(default_factory=dict)

    async def play(self) -> None:
        """Play until the playground closes."""
        while self.ground.open:
            try:
                await self._move()
            except (NoSuchComponent, NotVisible):
                # The message changed before the press.
                await asyncio.sleep(0)

    def table_message(self) -> tuple[Message, str, int] | None:
        """Give the newest message that shows a table, the button it is known by, and the table."""
        for message in reversed(self.ground.discord.messages(self.channel)):
            for custom_id in message.custom_ids:
                found = _STANDS.fullmatch(custom_id)
                if found is not None:
                    return message, found[1], int(found[2])
        return None

    async def _move(self) -> None:
        match self.table_message():
            case (lobby, "start", table_id):
                await self._gather(lobby, table_id)
            case (table, "hand", table_id):
                await self._act(table, table_id)
            case _:
                await self._open()

    async def _open(self) -> None:
        self.hands.clear()
        host = self.people[0]
        result = await self.ground.discord.slash(
            host,
            self.channel,
            "spades new",
            options={"rules": self.rules, **self.ground.wishes},
            delivery=Delivery(wait=False),
        )
        await self.ground.follow(Deed(host, result, opens=True))
        await self._watch(self._has_lobby, _PATIENCE_FOR_LOBBIES)

    def _has_lobby(self) -> bool:
        found = self.table_message()
        return found is not None and found[1] == "start"

    async def _gather(self, lobby: Message, table_id: int) -> None:
        """Sit down one after the other; then the host begins, or everyone says ready."""
        for seat, person in enumerate(self.people[1:], start=1):
            sit = f"s:sit:{table_id}:{seat}"
            if sit in lobby.custom_ids:
                await self.press(person, lobby, sit, seat=(table_id, seat))
                return
        if len(self.people) == _SEATS and self.ground.chance.random() < 1 / 2:
            for person in self.people:
                if self.ground.open:
                    await self.press(person, lobby, f"s:ready:{table_id}")
        else:
            await self.press(self.people[0], lobby, f"s:start:{table_id}", deals=True)
        await self._watch(lambda: self.table_message() != (lobby, "start", table_id))

    async def _watch(self, condition: Callable[[], object], patience: float = 0.0) -> bool:
        """Watch the screen for a while; say whether the expected content appeared."""
        ground = self.ground
        try:
            async with asyncio.timeout(patience or ground.patience):
                while ground.glance and ground.open and not condition():  # noqa: ASYNC110
                    await asyncio.sleep(ground.glance)
                await ground.discord.until(lambda: condition() or not ground.open, SOON)
        except (TimeoutError, WaitedTooLong):
            return False
        return True

    async def _act(self, table: Message, table_id: int) -> None:
        if self.ground.chance.random() < _OLD and await self.press_old_button() is not None:
            return
        choice = self.choose(table_id)
        if choice is not None and await self._think_of_nil(choice, table_id):
            return
        if choice is not None:
            person, hand, offer = choice
            if self.ground.thinking[1] and not await self.ground.think(*self.ground.thinking):
                return
            await self.press(person, hand, offer.custom_id, offer=offer)
            return
        if not await self._watch(lambda: self.choose(table_id)):
            await self.look_at_hands(table, table_id)

    async def _think_of_nil(self, choice: tuple[User, Message, Offer], table_id: int) -> bool:
        """Now and then press nil, which asks for confirmation; say whether it was pressed."""
        person, hand, _ = choice
        nils = questions(hand.custom_ids, table_id)
        if not nils or self.ground.chance.random() > _NIL:
            return False
        await self.press(person, hand, self.ground.chance.choice(nils))
        return True

    def choose(self, table_id: int) -> tuple[User, Message, Offer] | None:
        """Choose what to do at a table among the buttons that people's hands offer, if any do."""
        for person in self.people:
            hand = self.hands.get(person.id)
            offered = [] if hand is None else offers(hand.custom_ids)
            here = [offer for offer in offered if offer.table_id == table_id]
            if hand is not None and here:
                # Bid low, so that games end.
                return person, hand, self.ground.chance.choice(here[:5])
        return None

    async def look_at_hands(self, table: Message, table_id: int) -> None:
        """Let everyone ask for a fresh hand."""
        for person in self.people:
            if self.ground.open:
                await self.press(person, table, f"s:hand:{table_id}")

    async def press_old_button(self) -> Deed | None:
        """Press a button that the latest edits removed from a hand, if there is any."""
        for person in self.people:
            hand = self.hands.get(person.id)
            if hand is None:
                continue
            past = [offer for version in hand.past for offer in offers(_open_ids(version))]
            old = [offer for offer in past if offer.custom_id not in hand.custom_ids]
            if old:
                offer = self.ground.chance.choice(old)
                return await self.press(person, hand, offer.custom_id, offer=offer, stale=True)
        return None

    async def press_what_is_left(self) -> list[Deed]:
        """Press a present and a past button of every old hand."""
        deeds = []
        for person in self.people:
            hand = self.hands.get(person.id)
            if hand is None or not offers(hand.custom_ids):
                continue
            offer = offers(hand.custom_ids)[0]
            deeds.append(await self.press(person, hand, offer.custom_id, offer=offer))
        old = await self.press_old_button()
        return deeds if old is None else [*deeds, old]

    async def press(
        self,
        person: User,
        message: Message,
        custom_id: str,
        *,
        offer: Offer | None = None,
        deals: bool = False,
        seat: tuple[int, int] | None = None,
        stale: bool = False,
    ) -> Deed:
        """Press a button, now and then so that Discord delivers it twice."""
        twice = offer is not None and self.ground.chance.random() < _TWICE
        result = await self.ground.discord.press(
            person,
            message,
            custom_id,
            stale=stale,
            delivery=Delivery(copies=2 if twice else 1, wait=False),
        )
        deed = await self.ground.follow(Deed(person, result, offer, deals, seat=seat))
        shown = result.original
        if result.answered and shown is not None and shown.ephemeral:
            self.hands[person.id] = shown
        return deed


def _open_ids(components: Sequence[JsonObject]) -> list[str]:
    return [
        str(component["custom_id"])
        for _, component in walk(components)
        if component.get("custom_id") and not component.get("disabled")
    ]
