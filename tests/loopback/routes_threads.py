"""Routes about threads and who is in them."""

from . import payloads
from .backend import Backend
from .errors import (
    MISSING_ACCESS,
    THREAD_EXISTS,
    UNKNOWN_MEMBER,
    UNKNOWN_USER,
    WRONG_CHANNEL_TYPE,
    ApiError,
)
from .gateway import GUILD_MEMBERS, GUILDS
from .lengths import name_problems
from .messages import refuse
from .model import Channel, ChannelKind, User
from .permissions import Permissions
from .route import NO_CONTENT, Answer, Call, Route
from .routes_channels import refuse_archived

_CHANNEL = "/channels/{channel_id}"
_MEMBERS = "/channels/{channel_id}/thread-members"
_MEMBER = "/channels/{channel_id}/thread-members/{user_id}"
_DEFAULT_ARCHIVE_MINUTES = 1440
_KINDS = {
    ChannelKind.TEXT: {ChannelKind.PUBLIC_THREAD, ChannelKind.PRIVATE_THREAD},
    ChannelKind.ANNOUNCEMENT: {ChannelKind.ANNOUNCEMENT_THREAD},
}
"""The kinds of threads that each kind of channel takes."""


def _start_thread(backend: Backend, call: Call) -> Answer:
    kind = int(call.form.get("type") or ChannelKind.PRIVATE_THREAD)
    private = kind == ChannelKind.PRIVATE_THREAD
    right = Permissions.CREATE_PRIVATE_THREADS if private else Permissions.CREATE_PUBLIC_THREADS
    parent = backend.world.reach(call.snowflake("channel_id"), right)
    thread = _new_thread(backend, call, parent, kind, backend.world.ids.next())
    return Answer(payloads.channel(backend.world, thread), "CreatedThreadResponse", 201)


def _thread_of_message(backend: Backend, call: Call) -> Answer:
    right = Permissions.CREATE_PUBLIC_THREADS
    parent = backend.world.reach(call.snowflake("channel_id"), right)
    message = backend.world.public_message(parent, call.snowflake("message_id"))
    if message.id in backend.world.channels:
        raise ApiError(THREAD_EXISTS)
    news = parent.kind is ChannelKind.ANNOUNCEMENT
    kind = ChannelKind.ANNOUNCEMENT_THREAD if news else ChannelKind.PUBLIC_THREAD
    thread = _new_thread(backend, call, parent, kind, message.id)
    return Answer(payloads.channel(backend.world, thread), "ThreadResponse", 201)


def _new_thread(backend: Backend, call: Call, parent: Channel, kind: int, number: int) -> Channel:
    form = call.form
    if kind not in _KINDS.get(parent.kind, ()):
        raise ApiError(WRONG_CHANNEL_TYPE)
    refuse(name_problems(form))
    return open_thread(
        backend,
        parent,
        ChannelKind(kind),
        name=str(form["name"]),
        owner=backend.world.bot,
        number=number,
        archive_minutes=int(form.get("auto_archive_duration") or _DEFAULT_ARCHIVE_MINUTES),
    )


def open_thread(
    backend: Backend,
    parent: Channel,
    kind: ChannelKind,
    *,
    name: str,
    owner: User,
    number: int,
    archive_minutes: int = _DEFAULT_ARCHIVE_MINUTES,
) -> Channel:
    """Create a thread with its owner, and send the event to bots that see it."""
    thread = Channel(
        id=number,
        name=name,
        kind=kind,
        guild_id=parent.guild_id,
        created=backend.clock.now(),
        parent_id=parent.id,
        owner_id=owner.id,
        members={owner.id},
        archive_minutes=archive_minutes,
    )
    backend.world.channels[thread.id] = thread
    if backend.world.sees(backend.world.bot, thread):
        facts = payloads.channel(backend.world, thread) | {"newly_created": True}
        backend.gateway.dispatch("THREAD_CREATE", facts, guild_id=thread.guild_id, intent=GUILDS)
    return thread


def _thread(backend: Backend, call: Call, *needed: Permissions) -> Channel:
    place = backend.world.reach(call.snowflake("channel_id"), *needed)
    if not place.is_thread:
        raise ApiError(WRONG_CHANNEL_TYPE)
    return place


def _person(backend: Backend, call: Call) -> User:
    named = call.parameters["user_id"]
    person = backend.world.bot if named == "@me" else None
    if person is None and named.isdecimal():
        person = backend.world.users.get(int(named))
    if person is None:
        raise ApiError(UNKNOWN_USER)
    return person


def _add_member(backend: Backend, call: Call) -> Answer:
    place = _thread(backend, call, Permissions.SEND_MESSAGES_IN_THREADS)
    person = _person(backend, call)
    refuse_archived(place)
    if place.guild_id in person.absent_from:
        raise ApiError(UNKNOWN_MEMBER)
    place.members.add(person.id)
    return NO_CONTENT


def _remove_member(backend: Backend, call: Call) -> Answer:
    place = _thread(backend, call)
    person = _person(backend, call)
    refuse_archived(place)
    place.members.discard(person.id)
    return NO_CONTENT


def _member(backend: Backend, call: Call) -> Answer:
    place = _thread(backend, call)
    person = _person(backend, call)
    if person.id not in place.members:
        raise ApiError(UNKNOWN_MEMBER)
    return Answer(payloads.thread_member(place, person), "ThreadMemberResponse")


def _list_members(backend: Backend, call: Call) -> Answer:
    place = _thread(backend, call)
    if not backend.gateway.allowed_privileged & GUILD_MEMBERS:
        raise ApiError(MISSING_ACCESS)
    people = [backend.world.users[one] for one in sorted(place.members)]
    return Answer([payloads.thread_member(place, one) for one in people], "ThreadMemberResponse[]")


def _active_threads(backend: Backend, call: Call) -> Answer:
    server = backend.world.guild(call.snowflake("guild_id"))
    threads = [
        payloads.channel(backend.world, one)
        for one in backend.world.channels.values()
        if one.is_thread and one.guild_id == server.id and not (one.deleted or one.archived)
    ]
    return Answer({"threads": threads, "members": [], "has_more": False}, "ThreadsResponse")


ROUTES = (
    Route("GET", "/guilds/{guild_id}/threads/active", _active_threads),
    Route("POST", f"{_CHANNEL}/threads", _start_thread, "CreateTextThreadWithoutMessageRequest"),
    Route(
        "POST",
        f"{_CHANNEL}/messages/{{message_id}}/threads",
        _thread_of_message,
        "CreateTextThreadWithMessageRequest",
    ),
    Route("GET", _MEMBERS, _list_members),
    Route("GET", _MEMBER, _member),
    Route("PUT", _MEMBER, _add_member),
    Route("DELETE", _MEMBER, _remove_member),
)
