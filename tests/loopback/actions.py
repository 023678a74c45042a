"""The actions of people: commands, presses, choices and forms."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from . import payloads
from .backend import Backend
from .commands import OptionValue
from .components import BUTTON, SELECTS, STRING_SELECT, USER_SELECT, Path, walk
from .errors import BadValue, NoSuchComponent, NotVisible
from .forms import filled_form
from .interaction_facts import interaction_facts
from .interactions import Interaction, InteractionKind
from .model import Channel, Message, User
from .results import InteractionResult
from .wire import JsonObject


@dataclass(frozen=True, slots=True)
class Delivery:
    """How an interaction reaches the bot.

    `copies`: how often the same event is sent. `age`: seconds that its deadlines (3 s, 15 min) have
    been running on arrival. `id_age`: what its id says about that, where it differs; discord.py
    reads the age from the id. `wait`: whether the call waits for the first answer,
    for `within` seconds; without, it returns at once.
    """

    copies: int = 1
    age: float = 0.0
    id_age: float | None = None
    wait: bool = True
    within: float = 3.0


ONCE = Delivery()
TWICE = Delivery(copies=2)
UNAWAITED = Delivery(wait=False)


class Actions:
    """The people's side of the driver."""

    def __init__(self, backend: Backend) -> None:
        self.backend = backend

    async def slash(
        self,
        user: User,
        channel: Channel,
        command: str,
        *,
        options: Mapping[str, OptionValue] | None = None,
        delivery: Delivery = ONCE,
    ) -> InteractionResult:
        """Send a slash command, as `"spades new"`.

        Raises `CommandNotSynced`, `NotAllowed`, `NotVisible`, `BadOption` where Discord's client
        would not send it, and `WaitedTooLong` where no answer comes.
        """
        data = self._command(user, channel, command, options or {}, None)
        return await self._deliver(InteractionKind.COMMAND, user, channel, data, None, delivery)

    async def autocomplete(
        self,
        user: User,
        channel: Channel,
        command: str,
        focused: str,
        text: str = "",
        *,
        options: Mapping[str, OptionValue] | None = None,
        delivery: Delivery = ONCE,
    ) -> InteractionResult:
        """Type `text` into the option `focused`; `choices` of the result are what is suggested."""
        data = self._command(user, channel, command, options or {}, (focused, text))
        kind = InteractionKind.AUTOCOMPLETE
        return await self._deliver(kind, user, channel, data, None, delivery)

    async def press(
        self,
        user: User,
        message: Message,
        custom_id: str | None = None,
        *,
        label: str | None = None,
        stale: bool = False,
        delivery: Delivery = ONCE,
    ) -> InteractionResult:
        """Press the button of that custom id or that label.

        With `stale` the button may be gone: the press was made before the latest edits and reaches
        the bot after them, with the message as it was. Raises `NotVisible`, `NoSuchComponent`, and
        `WaitedTooLong` where no answer comes.
        """
        self._see(user, message)
        shown = message.components_with(custom_id or "") if stale else message.components
        button = _button(list(walk(shown or [])), custom_id, label)
        data: JsonObject = {"custom_id": button["custom_id"], "component_type": BUTTON}
        return await self._component(user, message, data, delivery, shown)

    async def select(
        self,
        user: User,
        message: Message,
        custom_id: str,
        values: Sequence[str | User | Channel],
        *,
        delivery: Delivery = ONCE,
    ) -> InteractionResult:
        """Choose `values` in a select; raises `BadValue` besides what `press` raises."""
        self._see(user, message)
        select = message.component(custom_id)
        if select is None or select["type"] not in SELECTS or select.get("disabled"):
            raise NoSuchComponent(f"no open select {custom_id}; there are {message.custom_ids}")
        chosen = [value if isinstance(value, str) else str(value.id) for value in values]
        if not select["min_values"] <= len(chosen) <= select["max_values"]:
            raise BadValue(f"{custom_id} does not take {len(chosen)} values")
        offered = [option["value"] for option in select.get("options") or []]
        if select["type"] == STRING_SELECT and not set(chosen) <= set(offered):
            raise BadValue(f"{custom_id} offers {offered}, not {chosen}")
        data: JsonObject = {
            "custom_id": custom_id,
            "component_type": select["type"],
            "values": chosen,
        }
        if select["type"] == USER_SELECT:
            channel = self.backend.world.channels[message.channel_id]
            people = [value for value in values if isinstance(value, User)]
            data["resolved"] = self._people(channel, people)
        return await self._component(user, message, data, delivery)

    async def submit(
        self,
        user: User,
        opened: InteractionResult,
        values: Mapping[str, str | Sequence[str] | bool],
        *,
        delivery: Delivery = ONCE,
    ) -> InteractionResult:
        """Send the form that `opened` brought up; `values` by custom id.

        Raises `NoAnswer` where it opened none, `BadValue` for values that the form refuses.
        """
        data = filled_form(opened.modal, values)
        source = opened.interaction
        kind = InteractionKind.MODAL_SUBMIT
        return await self._deliver(kind, user, source.channel, data, source.message, delivery)

    def redeliver(self, result: InteractionResult) -> None:
        """Send the event of an interaction again, at any time."""
        self._send(result.interaction)

    def _see(self, user: User, message: Message) -> None:
        self._enter(user, self.backend.world.channels[message.channel_id])
        hidden = message.audience not in {None, user.id}
        if message.deleted or message.dismissed or hidden:
            raise NotVisible(f"{user.name} does not see message {message.id}")

    def _enter(self, user: User, channel: Channel) -> None:
        if not self.backend.world.sees(user, channel):
            raise NotVisible(f"{user.name} does not see #{channel.name}")

    async def _component(
        self,
        user: User,
        message: Message,
        data: JsonObject,
        delivery: Delivery,
        shown: Sequence[JsonObject] | None = None,
    ) -> InteractionResult:
        channel = self.backend.world.channels[message.channel_id]
        kind = InteractionKind.COMPONENT
        return await self._deliver(kind, user, channel, data, message, delivery, shown)

    async def _deliver(
        self,
        kind: InteractionKind,
        user: User,
        channel: Channel,
        data: JsonObject,
        message: Message | None,
        delivery: Delivery,
        shown: Sequence[JsonObject] | None = None,
    ) -> InteractionResult:
        interaction = self.backend.interactions.open(
            kind, user, channel, data, message=message, age=delivery.age, id_age=delivery.id_age
        )
        world = self.backend.world
        interaction.payload = interaction_facts(world, channel, user) | {
            "id": str(interaction.id),
            "token": interaction.token,
            "type": int(kind),
            "data": data,
        }
        if message is not None:
            facts = payloads.message(world, message)
            interaction.payload["message"] = facts | ({"components": shown} if shown else {})
        result = InteractionResult(interaction, self.backend.pulse)
        for _ in range(delivery.copies):
            self._send(interaction)
        return await result.wait(delivery.within) if delivery.wait else result

    def _send(self, interaction: Interaction) -> None:
        def stamp(moment: float, run: str) -> None:
            interaction.heard_by.add(run)
            if interaction.dispatched is None:
                interaction.dispatched = moment

        self.backend.gateway.dispatch(
            "INTERACTION_CREATE",
            interaction.payload,
            guild_id=interaction.channel.guild_id,
            on_sent=stamp,
        )

    def _command(
        self,
        user: User,
        channel: Channel,
        command: str,
        options: Mapping[str, OptionValue],
        focused: tuple[str, str] | None,
    ) -> JsonObject:
        self._enter(user, channel)
        rights = self.backend.world.permissions(user, channel)
        resolve = _Resolver(self, user, channel)
        return self.backend.commands.data(command, user, channel, rights, options, focused, resolve)

    def _people(self, channel: Channel, people: Sequence[User]) -> JsonObject:
        world = self.backend.world
        found: JsonObject = {"users": {str(one.id): payloads.user(one) for one in people}}
        if channel.guild_id is not None:
            server = world.guilds[channel.guild_id]
            members = {str(one.id): payloads.member(world, one, server) for one in people}
            for person, facts in zip(people, members.values(), strict=True):
                facts.pop("user")
                facts["permissions"] = str(int(world.permissions(person, channel)))
            found["members"] = members
        return found


@dataclass(frozen=True, slots=True)
class _Resolver:
    actions: Actions
    user: User
    channel: Channel

    def __call__(self, value: OptionValue) -> JsonObject:
        if isinstance(value, User):
            return self.actions._people(self.channel, [value])
        if isinstance(value, Channel):
            world = self.actions.backend.world
            return {"channels": {str(value.id): payloads.partial_channel(world, value, self.user)}}
        return {}


def _button(
    components: Sequence[tuple[Path, JsonObject]], custom_id: str | None, label: str | None
) -> JsonObject:
    buttons = [
        one
        for _, one in components
        if one["type"] == BUTTON and one.get("custom_id") and not one.get("disabled")
    ]
    key, wanted = ("label", label) if label is not None else ("custom_id", custom_id)
    for button in buttons:
        if button.get(key) == wanted:
            return button
    offered = [button.get(key) for button in buttons]
    raise NoSuchComponent(f"no open button with {key} {wanted!r}; there are {offered}")
