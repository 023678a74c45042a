"""Presses that simcord's people cannot make: delivered twice, at once, or forged."""

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import simcord
from simcord import interactions
from simcord.backend import serializers

from tests.cogs.player import Player, Said
from tests.cogs.reading import Message
from tests.cogs.server import Server

COMMAND = 2
COMPONENT = 3
COMPLETION = 4
BUTTON = 2
MENU = 3


@dataclass(frozen=True, slots=True)
class Ready:
    """A press that has been made and not been delivered."""

    result: simcord.InteractionResult
    payload: dict[str, Any]


def prepare(
    server: Server,
    person: Player,
    message: Message,
    custom_id: str,
    channel: simcord.ChannelHandle | None = None,
    values: Sequence[str] | None = None,
) -> Ready:
    """Make a press, whether or not its button stands on the message, and deliver it later.

    With `values` it is a choice in a menu.
    """
    backend = server.env.backend
    channel_id = (channel or server.channel).id
    stored = backend.get_message(channel_id, message.id)
    record, payload = interactions.base_payload(
        backend,
        type=COMPONENT,
        channel_id=channel_id,
        guild_id=person.member.guild.id,
        user_id=person.id,
        data=_data(custom_id, values),
    )
    record.source_message_id = stored.id
    shown: dict[str, Any] = copy.deepcopy({**serializers.message_payload(backend, stored)})
    button: dict[str, Any] = {"type": BUTTON, "style": 2, "label": "forged"}
    if values is not None:
        button = {"type": MENU, "options": [{"label": "forged", "value": "forged"}]}
    button |= {"custom_id": custom_id, "id": 90}
    # discord.py looks the pressed button up in the message, and passes over what is not there.
    shown["components"] = [*shown["components"], {"type": 1, "components": [button], "id": 91}]
    payload["message"] = shown
    return Ready(simcord.InteractionResult(server.env, record), payload)


def _data(custom_id: str, values: Sequence[str] | None) -> dict[str, Any]:
    if values is None:
        return {"custom_id": custom_id, "component_type": BUTTON}
    return {"custom_id": custom_id, "component_type": MENU, "values": [*values]}


async def command(
    server: Server,
    person: Player,
    data: dict[str, Any],
    kind: int = COMMAND,
) -> simcord.InteractionResult:
    """Deliver a command, or the question for suggestions, with any data whatever."""
    record, payload = interactions.base_payload(
        server.env.backend,
        type=kind,
        channel_id=server.channel.id,
        guild_id=person.member.guild.id,
        user_id=person.id,
        data=data,
    )
    server.env.backend.emit("INTERACTION_CREATE", payload)
    await server.rest()
    return simcord.InteractionResult(server.env, record)


async def deliver(server: Server, *presses: Ready) -> list[Said]:
    """Deliver presses all at once, and give the answers."""
    for press in presses:
        server.env.backend.emit("INTERACTION_CREATE", press.payload)
    await server.rest()
    return [Said(press.result) for press in presses]


async def forge(
    server: Server,
    person: Player,
    message: Message,
    custom_id: str,
    channel: simcord.ChannelHandle | None = None,
    values: Sequence[str] | None = None,
) -> Said:
    """Let a person press a button, or choose in a menu, that need not stand on the message."""
    press = prepare(server, person, message, custom_id, channel, values)
    await deliver(server, press)
    return Said(press.result)


async def deliver_again(server: Server) -> None:
    """Deliver the last interaction a second time, as Discord sometimes does."""
    delivered = (
        payload
        for kind, name, payload in reversed(server.env.backend.transcript)
        if (kind, name) == ("GATEWAY", "INTERACTION_CREATE")
    )
    server.env.backend.emit("INTERACTION_CREATE", next(delivered))
    await server.rest()
