"""What every interaction carries, whatever its kind."""

from . import payloads
from .model import Channel, User
from .permissions import EVERYONE, Permissions
from .wire import JsonObject
from .world import World

_ATTACHMENT_LIMIT = 10 * 1024 * 1024


def interaction_facts(world: World, place: Channel, person: User) -> JsonObject:
    """What every interaction carries, whatever its kind: where it comes from and from whom."""
    facts: JsonObject = {
        "application_id": str(world.application_id),
        "version": 1,
        "channel_id": str(place.id),
        "channel": payloads.partial_channel(world, place, person),
        "locale": person.locale,
        "entitlements": [],
        "entitlement_sku_ids": [],
        "attachment_size_limit": _ATTACHMENT_LIMIT,
    }
    if place.guild_id is None:
        return facts | {
            "user": payloads.user(person),
            "context": 1,
            "authorizing_integration_owners": {"0": "0"},
            "app_permissions": str(int(EVERYONE)),
        }
    server = world.guilds[place.guild_id]
    rights: JsonObject = {"permissions": str(int(world.permissions(person, place)))}
    return facts | {
        "guild_id": str(server.id),
        "guild": {"id": str(server.id), "locale": server.locale, "features": []},
        "guild_locale": server.locale,
        "member": payloads.member(world, person, server) | rights,
        "context": 0,
        "authorizing_integration_owners": {"0": str(server.id)},
        "app_permissions": str(int(world.bot_permissions(place) & ~Permissions.ADMINISTRATOR)),
    }
