"""Routes about the application: its commands and its emojis."""

from .backend import Backend
from .emojis import EmojiShelf
from .errors import UNKNOWN_COMMAND, UNKNOWN_GUILD, ApiError
from .route import NO_CONTENT, Answer, Call, Route

_COMMANDS = "/applications/{application_id}/commands"
_GUILD_COMMANDS = "/applications/{application_id}/guilds/{guild_id}/commands"
_EMOJIS = "/applications/{application_id}/emojis"


def _scope(backend: Backend, call: Call) -> int | None:
    if call.snowflake("application_id") != backend.world.application_id:
        raise ApiError(UNKNOWN_COMMAND)
    if "guild_id" not in call.parameters:
        return None
    return backend.world.guild(call.snowflake("guild_id")).id


def _list_commands(backend: Backend, call: Call) -> Answer:
    return Answer(backend.commands.listed(_scope(backend, call)), "ApplicationCommandResponse[]")


def _put_commands(backend: Backend, call: Call) -> Answer:
    body = call.body if isinstance(call.body, list) else []
    stored = backend.commands.replace(_scope(backend, call), body)
    return Answer(stored, "ApplicationCommandResponse[]")


def _shelf(backend: Backend, call: Call) -> EmojiShelf:
    if call.snowflake("application_id") != backend.world.application_id:
        raise ApiError(UNKNOWN_GUILD)
    return backend.emojis


def _list_emojis(backend: Backend, call: Call) -> Answer:
    items = [emoji.payload() for emoji in _shelf(backend, call).emojis.values()]
    return Answer({"items": items}, "ListApplicationEmojisResponse")


def _add_emoji(backend: Backend, call: Call) -> Answer:
    form = call.form
    emoji = _shelf(backend, call).add(str(form["name"]), str(form["image"]))
    return Answer(emoji.payload(), "EmojiResponse", 201)


def _get_emoji(backend: Backend, call: Call) -> Answer:
    emoji = _shelf(backend, call).get(call.snowflake("emoji_id"))
    return Answer(emoji.payload(), "EmojiResponse")


def _rename_emoji(backend: Backend, call: Call) -> Answer:
    emoji = _shelf(backend, call).rename(call.snowflake("emoji_id"), str(call.form["name"]))
    return Answer(emoji.payload(), "EmojiResponse")


def _remove_emoji(backend: Backend, call: Call) -> Answer:
    _shelf(backend, call).remove(call.snowflake("emoji_id"))
    return NO_CONTENT


ROUTES = (
    Route("GET", _COMMANDS, _list_commands),
    Route("PUT", _COMMANDS, _put_commands, f"PUT {_COMMANDS}"),
    Route("GET", _GUILD_COMMANDS, _list_commands),
    Route("PUT", _GUILD_COMMANDS, _put_commands, f"PUT {_GUILD_COMMANDS}"),
    Route("GET", _EMOJIS, _list_emojis),
    Route("POST", _EMOJIS, _add_emoji, f"POST {_EMOJIS}"),
    Route("GET", f"{_EMOJIS}/{{emoji_id}}", _get_emoji),
    Route("PATCH", f"{_EMOJIS}/{{emoji_id}}", _rename_emoji, f"PATCH {_EMOJIS}/{{emoji_id}}"),
    Route("DELETE", f"{_EMOJIS}/{{emoji_id}}", _remove_emoji),
)
