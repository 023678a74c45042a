"""Routes with an interaction's token: the first answer, follow-ups and edits."""

from collections.abc import Mapping

from . import messages, payloads
from .backend import Backend
from .errors import INVALID_FORM, UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, ApiError
from .interactions import Attempt, CallbackKind, Interaction, InteractionKind
from .lengths import choice_problems
from .model import Message, MessageFlags
from .normalize import normalized_object
from .problems import Problem, as_tree
from .route import NO_CONTENT, Answer, Call, Route
from .rules import modal_problems
from .wire import JsonObject

_CALLBACK = "/interactions/{interaction_id}/{token}/callback"
_WEBHOOK = "/webhooks/{webhook_id}/{token}"
_WEBHOOK_MESSAGE = "/webhooks/{webhook_id}/{token}/messages/{message_id}"
_COMMAND_REPLY = 20
_ACCEPTED = 200

_SCHEMAS: Mapping[int, str] = {
    CallbackKind.MESSAGE: "CreateMessageInteractionCallbackRequest",
    CallbackKind.DEFERRED_MESSAGE: "CreateMessageInteractionCallbackRequest",
    CallbackKind.DEFERRED_UPDATE: "UpdateMessageInteractionCallbackRequest",
    CallbackKind.UPDATE: "UpdateMessageInteractionCallbackRequest",
    CallbackKind.CHOICES: "ApplicationCommandAutocompleteCallbackRequest",
    CallbackKind.MODAL: "ModalInteractionCallbackRequest",
}


def callback_schema(body: object) -> str:
    """The schema that a first answer must fit, by its kind; empty where the kind is unknown."""
    kind = body.get("type") if isinstance(body, dict) else None
    return _SCHEMAS.get(kind, "") if isinstance(kind, int) else ""


def _callback(backend: Backend, call: Call) -> Answer:
    number, token = call.snowflake("interaction_id"), call.parameters["token"]
    known = backend.interactions.find(interaction_id=number)
    form = call.form
    data = normalized_object(form.get("data") or {})
    kind = int(form.get("type") or 0)
    try:
        interaction = backend.interactions.to_answer(number, token)
        _check_kind(interaction, kind)
        _respond(backend, interaction, kind, data, call)
    except ApiError as error:
        if known is not None:
            refusal = error.refusal
            known.attempts.append(
                Attempt(kind, data, call.arrived, refusal.status, refusal.code, call.run)
            )
        raise
    interaction.callback = Attempt(kind, data, call.arrived, _ACCEPTED, 0, call.run)
    interaction.attempts.append(interaction.callback)
    if call.query.get("with_response") not in {"1", "true"}:
        return NO_CONTENT
    return Answer(_receipt(backend, interaction, kind), "InteractionCallbackResponse")


def _check_kind(interaction: Interaction, kind: int) -> None:
    fits = _possible_kinds(interaction)
    if kind not in fits:
        text = f"Must be one of {sorted(int(one) for one in fits)} here, not {kind}."
        problem = Problem(("type",), "INTERACTION_INVALID_RESPONSE_TYPE", text)
        raise ApiError(INVALID_FORM, as_tree([problem]))


def _possible_kinds(interaction: Interaction) -> set[CallbackKind]:
    if interaction.kind == InteractionKind.AUTOCOMPLETE:
        return {CallbackKind.CHOICES}
    possible = {CallbackKind.MESSAGE, CallbackKind.DEFERRED_MESSAGE}
    if interaction.message is not None:
        possible |= {CallbackKind.UPDATE, CallbackKind.DEFERRED_UPDATE}
    if interaction.kind != InteractionKind.MODAL_SUBMIT:
        possible |= {CallbackKind.MODAL}
    return possible


def _respond(
    backend: Backend, interaction: Interaction, kind: int, data: JsonObject, call: Call
) -> None:
    if interaction.channel.deleted:
        raise ApiError(UNKNOWN_CHANNEL)
    if kind == CallbackKind.MESSAGE:
        interaction.original = messages.create(
            backend,
            interaction.channel,
            data,
            call.files,
            author=backend.world.bot,
            audience=_asked_audience(interaction, data),
            kind=_COMMAND_REPLY if interaction.kind == InteractionKind.COMMAND else 0,
            by_webhook=True,
        )
    elif kind == CallbackKind.DEFERRED_MESSAGE:
        audience = _asked_audience(interaction, data)
        interaction.original = messages.deferred(backend, interaction.channel, audience)
    elif kind in {CallbackKind.DEFERRED_UPDATE, CallbackKind.UPDATE}:
        interaction.original = source = interaction.message
        if kind == CallbackKind.UPDATE and source is not None:
            if source.deleted:
                raise ApiError(UNKNOWN_MESSAGE)
            messages.edit(backend, source, data, call.files)
    elif kind == CallbackKind.MODAL:
        messages.refuse(modal_problems(data))
    elif kind == CallbackKind.CHOICES:
        messages.refuse(choice_problems(data))


def _asked_audience(interaction: Interaction, data: JsonObject) -> int | None:
    flags = MessageFlags(int(data.get("flags") or 0))
    return interaction.user.id if flags & MessageFlags.EPHEMERAL else None


def _receipt(backend: Backend, interaction: Interaction, kind: int) -> JsonObject:
    facts: JsonObject = {
        "id": str(interaction.id),
        "type": int(interaction.kind),
        "channel_id": str(interaction.channel.id),
    }
    if interaction.channel.guild_id is not None:
        facts["guild_id"] = str(interaction.channel.guild_id)
    original = interaction.original
    if original is None:
        return {"interaction": facts}
    facts |= {
        "response_message_id": str(original.id),
        "response_message_loading": kind == CallbackKind.DEFERRED_MESSAGE,
        "response_message_ephemeral": original.ephemeral,
    }
    if kind not in {CallbackKind.MESSAGE, CallbackKind.UPDATE}:
        return {"interaction": facts}
    message = payloads.message(backend.world, original)
    return {"interaction": facts, "resource": {"type": kind, "message": message}}


def _follow_up(backend: Backend, call: Call) -> Answer:
    interaction = backend.interactions.by_token(call.parameters["token"])
    if interaction.channel.deleted:
        raise ApiError(UNKNOWN_CHANNEL)
    form = call.form
    original = interaction.original
    if original is not None and original.loading:
        # The first follow-up after a deferral takes the place of "thinking".
        messages.edit(backend, original, form, call.files)
        return Answer(payloads.message(backend.world, original), "MessageResponse")
    message = messages.create(
        backend,
        interaction.channel,
        form,
        call.files,
        author=backend.world.bot,
        audience=_asked_audience(interaction, form),
        by_webhook=True,
    )
    interaction.followups.append(message)
    return Answer(payloads.message(backend.world, message), "MessageResponse")


def _webhook_message(backend: Backend, call: Call) -> tuple[Interaction, Message]:
    interaction = backend.interactions.by_token(call.parameters["token"])
    if interaction.channel.deleted:
        raise ApiError(UNKNOWN_CHANNEL)
    named = call.parameters["message_id"]
    own = [m for m in (interaction.original, *interaction.followups) if m and not m.deleted]
    for message in own:
        if named == str(message.id) or (named == "@original" and message is interaction.original):
            return interaction, message
    raise ApiError(UNKNOWN_MESSAGE)


def _get(backend: Backend, call: Call) -> Answer:
    _, message = _webhook_message(backend, call)
    return Answer(payloads.message(backend.world, message), "MessageResponse")


def _edit(backend: Backend, call: Call) -> Answer:
    _, message = _webhook_message(backend, call)
    messages.edit(backend, message, call.form, call.files)
    return Answer(payloads.message(backend.world, message), "MessageResponse")


def _delete(backend: Backend, call: Call) -> Answer:
    _, message = _webhook_message(backend, call)
    messages.delete(backend, message)
    return NO_CONTENT


def _audience(backend: Backend, call: Call) -> int | None:
    """The only user who can see this request's content, None if it is public."""
    number = call.parameters.get("interaction_id", "0")
    interaction = backend.interactions.find(
        interaction_id=int(number) if number.isdecimal() else 0, token=call.parameters["token"]
    )
    if interaction is None:
        return None
    body: JsonObject = call.body if isinstance(call.body, dict) else {}
    if "message_id" in call.parameters:
        named = call.parameters["message_id"]
        own = [m for m in (interaction.original, *interaction.followups) if m]
        target = [m for m in own if named in {"@original", str(m.id)}]
        return target[0].audience if target else None
    if "webhook_id" in call.parameters:
        original = interaction.original
        deferral = original if original and original.loading else None
        return deferral.audience if deferral else _asked_audience(interaction, body)
    match body.get("type"):
        case CallbackKind.CHOICES | CallbackKind.MODAL:
            return interaction.user.id
        case CallbackKind.UPDATE | CallbackKind.DEFERRED_UPDATE if interaction.message:
            return interaction.message.audience
        case _:
            return _asked_audience(interaction, body.get("data") or {})


ROUTES = (
    Route("POST", _CALLBACK, _callback, needs_token=False, audience=_audience),
    Route(
        "POST",
        _WEBHOOK,
        _follow_up,
        "IncomingWebhookRequestPartial",
        needs_token=False,
        audience=_audience,
    ),
    Route("GET", _WEBHOOK_MESSAGE, _get, needs_token=False),
    Route(
        "PATCH",
        _WEBHOOK_MESSAGE,
        _edit,
        "IncomingWebhookUpdateRequestPartial",
        needs_token=False,
        audience=_audience,
    ),
    Route("DELETE", _WEBHOOK_MESSAGE, _delete, needs_token=False),
)
