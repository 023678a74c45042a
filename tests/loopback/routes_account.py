"""Routes about the bot itself, other users and direct conversations."""

from . import payloads
from .backend import Backend
from .errors import UNKNOWN_USER, ApiError
from .model import Channel, ChannelKind
from .route import Answer, Call, Route


def _gateway(backend: Backend, call: Call) -> Answer:
    address = backend.gateway.address_of(call.run)
    facts = {"url": address, **backend.gateway.sharding.facts()}
    return Answer(facts, "GatewayBotResponse")


def _me(backend: Backend, call: Call) -> Answer:
    return Answer(payloads.own_user(backend.world), "UserPIIResponse")


def _application(backend: Backend, call: Call) -> Answer:
    return Answer(payloads.application(backend.world), "PrivateApplicationResponse")


def _user(backend: Backend, call: Call) -> Answer:
    person = backend.world.users.get(call.snowflake("user_id"))
    if person is None:
        raise ApiError(UNKNOWN_USER)
    return Answer(payloads.user(person), "UserResponse")


def _open_dm(backend: Backend, call: Call) -> Answer:
    world = backend.world
    recipient = world.users.get(int(call.form["recipient_id"]))
    if recipient is None:
        raise ApiError(UNKNOWN_USER)
    mine = (c for c in world.channels.values() if c.recipient_id == recipient.id)
    place = next(mine, None)
    if place is None:
        place = Channel(
            world.ids.next(), "", ChannelKind.DM, None, world.clock.now(), recipient_id=recipient.id
        )
        world.channels[place.id] = place
    return Answer(payloads.channel(world, place), "PrivateChannelResponse")


ROUTES = (
    Route("GET", "/gateway/bot", _gateway),
    Route("GET", "/users/@me", _me),
    Route("GET", "/users/{user_id}", _user),
    Route("POST", "/users/@me/channels", _open_dm, "CreatePrivateChannelRequest"),
    Route("GET", "/oauth2/applications/@me", _application),
    Route("GET", "/applications/@me", _application),
)
