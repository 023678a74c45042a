"""Errors of the loopback server: answers to the bot, and mistakes of tests.

`ApiError` is an answer to the bot, with Discord's own status and code.
`LoopbackError` is for the author of a test: the situation asked for cannot occur in Discord.
"""

from dataclasses import dataclass
from typing import ClassVar

from .wire import JsonObject


@dataclass(frozen=True, slots=True)
class Refusal:
    """One of Discord's error answers: HTTP status, error code of the JSON body, sentence."""

    status: int
    code: int
    message: str


UNAUTHORIZED = Refusal(401, 0, "401: Unauthorized")
NO_SUCH_ROUTE = Refusal(404, 0, "404: Not Found")
UNKNOWN_CHANNEL = Refusal(404, 10003, "Unknown Channel")
UNKNOWN_GUILD = Refusal(404, 10004, "Unknown Guild")
UNKNOWN_MEMBER = Refusal(404, 10007, "Unknown Member")
UNKNOWN_MESSAGE = Refusal(404, 10008, "Unknown Message")
UNKNOWN_USER = Refusal(404, 10013, "Unknown User")
UNKNOWN_EMOJI = Refusal(404, 10014, "Unknown Emoji")
UNKNOWN_WEBHOOK = Refusal(404, 10015, "Unknown Webhook")
UNKNOWN_INTERACTION = Refusal(404, 10062, "Unknown interaction")
UNKNOWN_COMMAND = Refusal(404, 10063, "Unknown application command")
TOO_MANY_EMOJIS = Refusal(400, 30008, "Maximum number of emojis reached (2000)")
TOO_LARGE = Refusal(413, 40005, "Request entity too large")
ALREADY_ACKNOWLEDGED = Refusal(400, 40060, "Interaction has already been acknowledged.")
MISSING_ACCESS = Refusal(403, 50001, "Missing Access")
NOT_YOUR_MESSAGE = Refusal(403, 50005, "Cannot edit a message authored by another user")
WRONG_CHANNEL_TYPE = Refusal(400, 50024, "Cannot execute action on this channel type")
EMPTY_MESSAGE = Refusal(400, 50006, "Cannot send an empty message")
CANNOT_DM = Refusal(403, 50007, "Cannot send messages to this user")
MISSING_PERMISSIONS = Refusal(403, 50013, "Missing Permissions")
INVALID_WEBHOOK_TOKEN = Refusal(401, 50027, "Invalid Webhook Token")
INVALID_FORM = Refusal(400, 50035, "Invalid Form Body")
THREAD_EXISTS = Refusal(400, 160004, "A thread has already been created for this message")
THREAD_ARCHIVED = Refusal(400, 50083, "Thread is archived")
INVALID_JSON = Refusal(400, 50109, "The request body contains invalid JSON.")


class ApiError(Exception):
    """Raised by a route to answer with `refusal`; `errors` is the tree beside code 50035."""

    def __init__(self, refusal: Refusal, errors: JsonObject | None = None) -> None:
        super().__init__(f"{refusal.status} {refusal.code}: {refusal.message}")
        self.refusal = refusal
        self.errors = errors

    def body(self) -> JsonObject:
        """The JSON body of the answer."""
        body: JsonObject = {"message": self.refusal.message, "code": self.refusal.code}
        if self.errors:
            body["errors"] = self.errors
        return body


class LoopbackError(Exception):
    """A test asked for something that Discord's client would not let a person do."""

    code: ClassVar[str] = "loopback"


class CommandNotSynced(LoopbackError):
    """The bot has not told Discord about this command."""

    code = "command_not_synced"


class BadOption(LoopbackError):
    """An option of a command is unknown, missing, of the wrong type or out of range."""

    code = "bad_option"


class NotAllowed(LoopbackError):
    """This member may not use the command (default_member_permissions)."""

    code = "not_allowed"


class NotVisible(LoopbackError):
    """The message is gone or another person's ephemeral, or the channel is hidden from them."""

    code = "not_visible"


class NoSuchComponent(LoopbackError):
    """The message has no such component, or it is disabled."""

    code = "no_such_component"


class BadValue(LoopbackError):
    """A select or a form got a value that the client would refuse."""

    code = "bad_value"


class NoAnswer(LoopbackError):
    """The interaction has no answer of the kind asked for."""

    code = "no_answer"


class BotNotConnected(LoopbackError):
    """The bot did not reach the gateway in time, or its process ended before."""

    code = "bot_not_connected"


class WaitedTooLong(LoopbackError):
    """A condition that a test waits for did not come true in time."""

    code = "waited_too_long"
