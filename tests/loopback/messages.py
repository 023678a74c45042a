"""Creating, editing and deleting messages, for every route that does so."""

import re
from collections.abc import Mapping, Sequence

from . import payloads
from .backend import Backend
from .components import TEXT_DISPLAY, answer_form, walk
from .errors import EMPTY_MESSAGE, INVALID_FORM, TOO_LARGE, ApiError
from .gateway import GUILD_MESSAGES
from .journal import Upload
from .lengths import message_text_problems
from .model import Attachment, Channel, Message, MessageFlags, User
from .problems import Problem, as_tree
from .rules import Draft, message_problems
from .wire import JsonObject

_LARGEST_UPLOAD = 10 * 1024 * 1024
_MENTION = re.compile(r"<@!?(\d+)>")
_CLIENT_FLAGS = (
    MessageFlags.SUPPRESS_EMBEDS | MessageFlags.SUPPRESS_NOTIFICATIONS | MessageFlags.COMPONENTS_V2
)


def create(
    backend: Backend,
    channel: Channel,
    body: JsonObject,
    files: Sequence[Upload],
    *,
    author: User,
    audience: int | None = None,
    kind: int = 0,
    by_webhook: bool = False,
) -> Message:
    """Make the message that `body` describes.

    Raises `ApiError`: 50035 where a rule is broken, 50006 where it would be empty, 40005 where its
    files are too large.
    """
    world = backend.world
    message = Message(
        id=world.ids.next(),
        channel_id=channel.id,
        author_id=author.id,
        created=backend.clock.now(),
        kind=kind,
        audience=audience,
        by_webhook=by_webhook,
    )
    if audience is not None:
        message.flags |= MessageFlags.EPHEMERAL
    _apply(backend, message, body, files)
    nonce = body.get("nonce")
    message.nonce = None if nonce is None else str(nonce)
    message.reference = _reference(channel, body.get("message_reference"))
    if not message.flags & MessageFlags.SUPPRESS_NOTIFICATIONS and audience is None:
        message.notified = message.mentions
    world.add_message(message)
    announce(backend, "MESSAGE_CREATE", channel, message)
    return message


def deferred(backend: Backend, channel: Channel, audience: int | None) -> Message:
    """The message that says the bot is thinking."""
    message = Message(
        id=backend.world.ids.next(),
        channel_id=channel.id,
        author_id=backend.world.bot.id,
        created=backend.clock.now(),
        flags=MessageFlags.LOADING,
        audience=audience,
        by_webhook=True,
    )
    if audience is not None:
        message.flags |= MessageFlags.EPHEMERAL
    backend.world.add_message(message)
    announce(backend, "MESSAGE_CREATE", channel, message)
    return message


def edit(backend: Backend, message: Message, body: JsonObject, files: Sequence[Upload]) -> None:
    """Change what `body` names and leave the rest; raises `ApiError` as `create` does."""
    _apply(backend, message, body, files)
    message.flags &= ~MessageFlags.LOADING
    message.edited = backend.clock.now()
    message.edits += 1
    announce(backend, "MESSAGE_UPDATE", backend.world.channels[message.channel_id], message)


def delete(backend: Backend, message: Message) -> None:
    """Delete a message, for anyone."""
    message.deleted = True
    announce(backend, "MESSAGE_DELETE", backend.world.channels[message.channel_id], message)


def announce(backend: Backend, event: str, channel: Channel, message: Message) -> None:
    """Send the event of a public message; bots get no events of ephemeral ones."""
    if message.ephemeral:
        return
    guild: JsonObject = {} if channel.guild_id is None else {"guild_id": str(channel.guild_id)}
    if event == "MESSAGE_DELETE":
        facts: JsonObject = {"id": str(message.id), "channel_id": str(message.channel_id)}
    else:
        facts = payloads.message(backend.world, message)
    backend.gateway.dispatch(event, facts | guild, guild_id=channel.guild_id, intent=GUILD_MESSAGES)


def refuse(problems: Sequence[Problem]) -> None:
    """Answer with 50035 where there is a problem."""
    if problems:
        raise ApiError(INVALID_FORM, as_tree(problems))


def _apply(backend: Backend, message: Message, body: JsonObject, files: Sequence[Upload]) -> None:
    if sum(len(upload.content) for upload in files) > _LARGEST_UPLOAD:
        raise ApiError(TOO_LARGE)
    asked = MessageFlags(int(body.get("flags") or 0))
    problems = _flag_problems(message, body, asked)
    flags = message.flags | (asked & _CLIENT_FLAGS)
    attachments, more = _attachments(backend, message, body, files)
    content = str(body.get("content") or "") if "content" in body else message.content
    embeds = list(body.get("embeds") or []) if "embeds" in body else message.embeds
    fresh = body.get("components") or [] if "components" in body else None
    draft = Draft(
        content=content,
        embeds=embeds,
        components=message.components if fresh is None else fresh,
        layout=bool(flags & MessageFlags.COMPONENTS_V2),
        file_names=frozenset(one.filename for one in attachments),
        knows_emoji=backend.emojis.knows,
        allowed_mentions=body.get("allowed_mentions"),
    )
    problems = [*problems, *more, *message_text_problems(body), *message_problems(draft)]
    refuse(problems)
    if not (content.strip() or embeds or draft.components or attachments or body.get("poll")):
        raise ApiError(EMPTY_MESSAGE)
    message.content, message.embeds = content, [{"type": "rich", **embed} for embed in embeds]
    message.attachments, message.flags = attachments, flags
    if fresh is not None:
        message.past.append(message.components)
        message.components = answer_form(fresh, attachments, backend.world.ids.next)
    message.mentions = _mentions(backend, message, body.get("allowed_mentions"))


def _flag_problems(message: Message, body: JsonObject, asked: MessageFlags) -> list[Problem]:
    if (
        message.is_layout
        and body.get("flags") is not None
        and not asked & MessageFlags.COMPONENTS_V2
    ):
        return [
            Problem(
                ("flags",),
                "MESSAGE_FLAGS_COMPONENTS_V2_PERMANENT",
                "MessageFlags.IS_COMPONENTS_V2 cannot be removed from a message.",
            )
        ]
    return []


def _attachments(
    backend: Backend, message: Message, body: JsonObject, files: Sequence[Upload]
) -> tuple[list[Attachment], list[Problem]]:
    uploads = {upload.part.removeprefix("files[").removesuffix("]"): upload for upload in files}
    listed: dict[str, JsonObject] = {str(one["id"]): one for one in body.get("attachments") or []}
    old = {str(one.id): one for one in message.attachments}
    keeps_all = body.get("attachments") is None
    kept = [one for key, one in old.items() if keeps_all or key in listed]
    strangers = [key for key in listed if key not in old and key not in uploads]
    problems = [
        Problem(("attachments",), "ATTACHMENT_NOT_FOUND", f"There is no file or attachment {key}.")
        for key in strangers
    ]
    new = [
        _attachment(backend, message, upload, listed.get(key, {}))
        for key, upload in uploads.items()
    ]
    return [*kept, *new], problems


def _attachment(
    backend: Backend, message: Message, upload: Upload, listed: Mapping[str, object]
) -> Attachment:
    number = backend.world.ids.next()
    folder = "ephemeral-attachments" if message.ephemeral else "attachments"
    name = str(listed.get("filename") or upload.filename)
    description = listed.get("description")
    return Attachment(
        id=number,
        filename=name,
        content=upload.content,
        content_type="image/png" if name.endswith(".png") else upload.content_type,
        url=f"{backend.world.base_url}/{folder}/{message.channel_id}/{number}/{name}",
        description=None if description is None else str(description),
    )


def _mentions(backend: Backend, message: Message, allowed: JsonObject | None) -> tuple[int, ...]:
    texts = [message.content]
    texts += [str(c["content"]) for _, c in walk(message.components) if c["type"] == TEXT_DISPLAY]
    named = dict.fromkeys(int(found) for text in texts for found in _MENTION.findall(text))
    if allowed is not None and "users" not in (allowed.get("parse") or []):
        listed = {int(one) for one in allowed.get("users") or []}
        named = dict.fromkeys(one for one in named if one in listed)
    return tuple(one for one in named if one in backend.world.users)


def _reference(channel: Channel, asked: JsonObject | None) -> JsonObject | None:
    if not asked:
        return None
    return {"type": 0, "channel_id": str(channel.id), "message_id": str(asked["message_id"])}
