"""Routes about guilds and channels."""

from . import payloads
from .backend import Backend
from .clock import iso
from .errors import MISSING_PERMISSIONS, THREAD_ARCHIVED, UNKNOWN_MEMBER, ApiError
from .gateway import GUILDS
from .lengths import name_problems
from .messages import refuse
from .model import Channel, ChannelKind
from .permissions import Permissions
from .route import NO_CONTENT, Answer, Call, Route

_CHANNEL = "/channels/{channel_id}"


def _schema(channel: Channel) -> str:
    if channel.kind is ChannelKind.DM:
        return "PrivateChannelResponse"
    return "ThreadResponse" if channel.is_thread else "GuildChannelResponse"


def _guild(backend: Backend, call: Call) -> Answer:
    server = backend.world.guild(call.snowflake("guild_id"))
    return Answer(payloads.guild(backend.world, server), "GuildWithCountsResponse")


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
    own = place.owner_id == backend.world.bot.id
    # The owner of a thread may archive and rename it without a permission.
    if needed not in rights and not (own and "locked" not in form):
        raise ApiError(MISSING_PERMISSIONS)
    if form.get("archived") is not False:
        refuse_archived(place)
    refuse(name_problems(form))
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


def refuse_archived(place: Channel) -> None:
    """Answer with 50083 where a thread is archived: nothing in it changes before it is opened."""
    if place.archived:
        raise ApiError(THREAD_ARCHIVED)


def update_event(backend: Backend, place: Channel) -> None:
    """Send the event of a changed channel."""
    name = "THREAD_UPDATE" if place.is_thread else "CHANNEL_UPDATE"
    facts = payloads.channel(backend.world, place)
    backend.gateway.dispatch(name, facts, guild_id=place.guild_id, intent=GUILDS)


def remove_channel(backend: Backend, place: Channel) -> None:
    """Delete a channel with its threads, and send the events."""
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
    refuse_archived(place)
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
    Route("PUT", f"{_CHANNEL}/messages/pins/{{message_id}}", _pin),
    Route("DELETE", f"{_CHANNEL}/messages/pins/{{message_id}}", _pin),
    Route("PUT", f"{_CHANNEL}/pins/{{message_id}}", _pin),
    Route("DELETE", f"{_CHANNEL}/pins/{{message_id}}", _pin),
)
