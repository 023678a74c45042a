"""Routes about the messages of a channel, with the bot's token."""

from . import messages, payloads
from .backend import Backend
from .errors import (
    CANNOT_DM,
    MISSING_PERMISSIONS,
    NOT_YOUR_MESSAGE,
    THREAD_ARCHIVED,
    UNKNOWN_MESSAGE,
    ApiError,
)
from .model import Channel, ChannelKind
from .permissions import Permissions
from .route import NO_CONTENT, Answer, Call, Route
from .routes_channels import refuse_archived, update_event

_MESSAGES = "/channels/{channel_id}/messages"
_MESSAGE = "/channels/{channel_id}/messages/{message_id}"
_MOST_LISTED = 100
_USUALLY_LISTED = 50


def _writable(backend: Backend, call: Call) -> Channel:
    place = backend.world.reach(call.snowflake("channel_id"))
    right = Permissions.SEND_MESSAGES_IN_THREADS if place.is_thread else Permissions.SEND_MESSAGES
    needed = [right, *([Permissions.ATTACH_FILES] if call.files else [])]
    backend.world.reach(place.id, *needed)
    if (
        place.kind is ChannelKind.DM
        and not backend.world.users[place.recipient_id or 0].accepts_dms
    ):
        raise ApiError(CANNOT_DM)
    if (
        place.archived
        and place.locked
        and Permissions.MANAGE_THREADS not in backend.world.bot_permissions(place)
    ):
        raise ApiError(THREAD_ARCHIVED)
    return place


def _create(backend: Backend, call: Call) -> Answer:
    place, form = _writable(backend, call), call.form
    nonce = form.get("nonce")
    if form.get("enforce_nonce") and nonce is not None:
        twin = backend.world.with_nonce(place, str(nonce))
        if twin is not None:
            return Answer(payloads.message(backend.world, twin), "MessageResponse")
    reference = form.get("message_reference")
    if reference and reference.get("fail_if_not_exists") is not False:
        backend.world.public_message(place, int(reference["message_id"]))
    message = messages.create(backend, place, form, call.files, author=backend.world.bot)
    if place.archived:
        # Writing to an archived thread opens it again.
        place.archived = False
        update_event(backend, place)
    return Answer(payloads.message(backend.world, message), "MessageResponse")


def _list(backend: Backend, call: Call) -> Answer:
    place = backend.world.reach(call.snowflake("channel_id"), Permissions.READ_MESSAGE_HISTORY)
    found = [one for one in backend.world.messages(place) if not one.ephemeral]
    if "before" in call.query:
        found = [one for one in found if one.id < int(call.query["before"])]
    if "after" in call.query:
        found = [one for one in found if one.id > int(call.query["after"])]
    most = min(int(call.query.get("limit", _USUALLY_LISTED)), _MOST_LISTED)
    chosen = found[:most] if "after" in call.query else found[-most:]
    listed = [payloads.message(backend.world, one) for one in reversed(chosen)]
    return Answer(listed, "MessageResponse[]")


def _get(backend: Backend, call: Call) -> Answer:
    place = backend.world.reach(call.snowflake("channel_id"), Permissions.READ_MESSAGE_HISTORY)
    message = backend.world.public_message(place, call.snowflake("message_id"))
    return Answer(payloads.message(backend.world, message), "MessageResponse")


def _edit(backend: Backend, call: Call) -> Answer:
    place = backend.world.reach(call.snowflake("channel_id"))
    message = backend.world.public_message(place, call.snowflake("message_id"))
    if message.author_id != backend.world.bot.id:
        raise ApiError(NOT_YOUR_MESSAGE)
    refuse_archived(place)
    messages.edit(backend, message, call.form, call.files)
    return Answer(payloads.message(backend.world, message), "MessageResponse")


def _delete(backend: Backend, call: Call) -> Answer:
    place = backend.world.reach(call.snowflake("channel_id"))
    message = backend.world.public_message(place, call.snowflake("message_id"))
    rights = backend.world.bot_permissions(place)
    if message.author_id != backend.world.bot.id and Permissions.MANAGE_MESSAGES not in rights:
        raise ApiError(MISSING_PERMISSIONS)
    refuse_archived(place)
    messages.delete(backend, message)
    return NO_CONTENT


def _delete_many(backend: Backend, call: Call) -> Answer:
    place = backend.world.reach(call.snowflake("channel_id"), Permissions.MANAGE_MESSAGES)
    for number in call.form["messages"]:
        try:
            messages.delete(backend, backend.world.public_message(place, int(number)))
        except ApiError as error:
            if error.refusal is not UNKNOWN_MESSAGE:
                raise
    return NO_CONTENT


ROUTES = (
    Route("POST", f"{_MESSAGES}/bulk-delete", _delete_many, f"POST {_MESSAGES}/bulk-delete"),
    Route("POST", _MESSAGES, _create, "MessageCreateRequest"),
    Route("GET", _MESSAGES, _list),
    Route("GET", _MESSAGE, _get),
    Route("PATCH", _MESSAGE, _edit, "MessageEditRequestPartial"),
    Route("DELETE", _MESSAGE, _delete),
)
