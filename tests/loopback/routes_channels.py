"""Routes about guilds, channels and threads."""

from . import payloads
from .backend import Backend
from .clock import iso
from .errors import MISSING_PERMISSIONS, UNKNOWN_MEMBER, ApiError
from .gateway import GUILDS
from .model import Channel, ChannelKind
from .permissions import Permissions
from .route import NO_CONTENT, Answer, Call, Route

_CHANNEL = "/channels/{channel_id}"
_THREAD_MEMBER = "/channels/{channel_id}/thread-members/{user_id}"
_DEFAULT_ARCHIVE_MINUTES = 1440


def _schema(channel: Channel) -> str:
    if channel.kind is ChannelKind.DM:
        return "PrivateChannelResponse"
    return "ThreadResponse" if channel.is_thread else "GuildChannelResponse"


def _guild(backend: Backend, call: Call) -> Answer:
    server = backend.world.guild(call.snowflake("guild_id"))
    return Answer(payloads.guild(server), "GuildWithCountsResponse")


def _member(backend: Backend, call: Call) -> Answer:
    server = backend.world.guild(call.snowflake("guild_id"))
    person = backend.world.users.get(call.snowflake("user_id"))
    if person is None or server.id in person.absent_from:
        raise ApiError(UNKNOWN_MEMBER)
    return Answer(payloads.member(backend.world, person, server), "GuildMemberResponse")


def _channel(backend: Backend, call: Call) -> Answer:
    place = backend.world.reach(call.snowflake("channel_id"))
    return Answer(payloads.channel(backend.world, place), _schema(place))


def _edit_channel(backend: Backend, call: Call) -> Answer:
    place = backend.world.reach(call.snowflake("channel_id"))
    rights = backend.world.bot_permissions(place)
    needed = Permissions.MANAGE_THREADS if place.is_thread else Permissions.MANAGE_CHANNELS
    form = call.form
    # The bot owns every thread here: it may archive and rename them without a right.
    if needed not in rights and not (place.is_thread and "locked" not in form):
        raise ApiError(MISSING_PERMISSIONS)
    place.name = str(form.get("name") or place.name)
    place.archived = bool(form.get("archived", place.archived))
    place.locked = bool(form.get("locked", place.locked))
    place.archive_minutes = int(form.get("auto_archive_duration") or place.archive_minutes)
    update_event(backend, place)
    return Answer(payloads.channel(backend.world, place), _schema(place))


def _delete_channel(backend: Backend, call: Call) -> Answer:
    place = backend.world.reach(call.snowflake("channel_id"))
    rights = backend.world.bot_permissions(place)
    needed = Permissions.MANAGE_THREADS if place.is_thread else Permissions.MANAGE_CHANNELS
    if needed not in rights:
        raise ApiError(MISSING_PERMISSIONS)
    remove_channel(backend, place)
    return Answer(payloads.channel(backend.world, place), _schema(place))


def _start_thread(backend: Backend, call: Call) -> Answer:
    form = call.form
    private = int(form.get("type") or ChannelKind.PRIVATE_THREAD) == ChannelKind.PRIVATE_THREAD
    right = Permissions.CREATE_PRIVATE_THREADS if private else Permissions.CREATE_PUBLIC_THREADS
    parent = backend.world.reach(call.snowflake("channel_id"), right)
    kind = ChannelKind.PRIVATE_THREAD if private else ChannelKind.PUBLIC_THREAD
    thread = _new_thread(backend, call, parent, kind, backend.world.ids.next())
    return Answer(payloads.channel(backend.world, thread), "CreatedThreadResponse", 201)


def _thread_of_message(backend: Backend, call: Call) -> Answer:
    right = Permissions.CREATE_PUBLIC_THREADS
    parent = backend.world.reach(call.snowflake("channel_id"), right)
    message = backend.world.public_message(parent, call.snowflake("message_id"))
    thread = _new_thread(backend, call, parent, ChannelKind.PUBLIC_THREAD, message.id)
    return Answer(payloads.channel(backend.world, thread), "ThreadResponse", 201)


def _new_thread(
    backend: Backend, call: Call, parent: Channel, kind: ChannelKind, number: int
) -> Channel:
    form = call.form
    thread = Channel(
        id=number,
        name=str(form["name"]),
        kind=kind,
        guild_id=parent.guild_id,
        created=backend.clock.now(),
        parent_id=parent.id,
        archive_minutes=int(form.get("auto_archive_duration") or _DEFAULT_ARCHIVE_MINUTES),
    )
    backend.world.channels[thread.id] = thread
    facts = payloads.channel(backend.world, thread) | {"newly_created": True}
    backend.gateway.dispatch("THREAD_CREATE", facts, guild_id=thread.guild_id, intent=GUILDS)
    return thread


def _thread_member(backend: Backend, call: Call) -> Answer:
    backend.world.reach(call.snowflake("channel_id"), Permissions.SEND_MESSAGES_IN_THREADS)
    return NO_CONTENT


def update_event(backend: Backend, place: Channel) -> None:
    """Tell bots that a channel has changed."""
    name = "THREAD_UPDATE" if place.is_thread else "CHANNEL_UPDATE"
    facts = payloads.channel(backend.world, place)
    backend.gateway.dispatch(name, facts, guild_id=place.guild_id, intent=GUILDS)


def remove_channel(backend: Backend, place: Channel) -> None:
    """Delete a channel with its threads and tell bots."""
    inside = [
        c for c in backend.world.channels.values() if c.parent_id == place.id and not c.deleted
    ]
    for thread in inside:
        thread.deleted = True
    place.deleted = True
    name = "THREAD_DELETE" if place.is_thread else "CHANNEL_DELETE"
    facts = payloads.channel(backend.world, place)
    backend.gateway.dispatch(name, facts, guild_id=place.guild_id, intent=GUILDS)


def _typing(backend: Backend, call: Call) -> Answer:
    backend.world.reach(call.snowflake("channel_id"), Permissions.SEND_MESSAGES)
    return NO_CONTENT


def _pin(backend: Backend, call: Call) -> Answer:
    place = backend.world.reach(call.snowflake("channel_id"), Permissions.PIN_MESSAGES)
    message = backend.world.public_message(place, call.snowflake("message_id"))
    message.pinned = call.method == "PUT"
    facts = {
        "channel_id": str(place.id),
        "guild_id": str(place.guild_id),
        "last_pin_timestamp": iso(backend.clock.now()),
    }
    backend.gateway.dispatch("CHANNEL_PINS_UPDATE", facts, guild_id=place.guild_id, intent=GUILDS)
    return NO_CONTENT


ROUTES = (
    Route("GET", "/guilds/{guild_id}", _guild),
    Route("GET", "/guilds/{guild_id}/members/{user_id}", _member),
    Route("GET", _CHANNEL, _channel),
    Route("PATCH", _CHANNEL, _edit_channel, f"PATCH {_CHANNEL}"),
    Route("DELETE", _CHANNEL, _delete_channel),
    Route("POST", f"{_CHANNEL}/typing", _typing),
    Route("POST", f"{_CHANNEL}/threads", _start_thread, "CreateTextThreadWithoutMessageRequest"),
    Route(
        "POST",
        f"{_CHANNEL}/messages/{{message_id}}/threads",
        _thread_of_message,
        "CreateTextThreadWithMessageRequest",
    ),
    Route("PUT", _THREAD_MEMBER, _thread_member),
    Route("DELETE", _THREAD_MEMBER, _thread_member),
    Route("PUT", f"{_CHANNEL}/messages/pins/{{message_id}}", _pin),
    Route("DELETE", f"{_CHANNEL}/messages/pins/{{message_id}}", _pin),
    Route("PUT", f"{_CHANNEL}/pins/{{message_id}}", _pin),
    Route("DELETE", f"{_CHANNEL}/pins/{{message_id}}", _pin),
)
