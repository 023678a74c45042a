"""Discord's payloads of users, guilds, channels and messages."""

from .clock import iso
from .model import Attachment, Channel, ChannelKind, Guild, Message, User
from .permissions import EVERYONE, Permissions
from .wire import JsonObject
from .world import World


def user(person: User) -> JsonObject:
    """The public payload of a user."""
    return {
        "id": str(person.id),
        "username": person.name.lower().replace(" ", "_"),
        "global_name": None if person.bot else person.name,
        "discriminator": "0000" if person.bot else "0",
        "avatar": None,
        "bot": person.bot,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
    }


def own_user(world: World) -> JsonObject:
    """The bot as it sees itself."""
    return user(world.bot) | {
        "mfa_enabled": True,
        "locale": "en-US",
        "verified": True,
        "email": None,
    }


def application(world: World) -> JsonObject:
    """The application of the bot."""
    return {
        "id": str(world.application_id),
        "name": world.bot.name,
        "icon": None,
        "description": "",
        "type": None,
        "bot": user(world.bot),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": user(world.owner),
        "approximate_guild_count": len(world.guilds),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": [],
    }


def member(world: World, person: User, guild: Guild) -> JsonObject:
    """A user as member of a guild."""
    return {
        "user": user(person),
        "avatar": None,
        "banner": None,
        "communication_disabled_until": None,
        "flags": 0,
        "joined_at": iso(guild.joined),
        "nick": None,
        "pending": False,
        "premium_since": None,
        "roles": [str(person.role_id)] if person.role_id else [],
        "mute": False,
        "deaf": False,
    }


def channel(world: World, place: Channel) -> JsonObject:
    """A channel, a thread or a direct conversation."""
    last = place.last_message_id
    base: JsonObject = {
        "id": str(place.id),
        "type": int(place.kind),
        "flags": 0,
        "last_message_id": str(last) if last else None,
    }
    if place.kind is ChannelKind.DM:
        recipient = world.users[place.recipient_id or 0]
        return base | {"recipients": [user(recipient)]}
    base |= {"name": place.name, "guild_id": str(place.guild_id), "rate_limit_per_user": 0}
    if place.is_thread:
        return base | _thread_facts(world, place)
    overwrites = [
        {
            "id": str(whose),
            "type": 0 if whose == place.guild_id else 1,
            "allow": str(int(one.allow)),
            "deny": str(int(one.deny)),
        }
        for whose, one in place.overwrites.items()
    ]
    return base | {
        "parent_id": None,
        "topic": None,
        "position": 0,
        "nsfw": False,
        "permission_overwrites": overwrites,
    }


def _thread_facts(world: World, thread: Channel) -> JsonObject:
    facts: JsonObject = {
        "parent_id": str(thread.parent_id),
        "owner_id": str(thread.owner_id),
        "message_count": thread.message_count,
        "total_message_sent": thread.message_count,
        "member_count": len(thread.members),
        "thread_metadata": {
            "archived": thread.archived,
            "archive_timestamp": iso(thread.created),
            "create_timestamp": iso(thread.created),
            "auto_archive_duration": thread.archive_minutes,
            "locked": thread.locked,
        },
    }
    if world.bot.id in thread.members:
        facts["member"] = thread_member(thread, world.bot)
    return facts


def thread_member(thread: Channel, person: User) -> JsonObject:
    """A member of a thread."""
    return {
        "id": str(thread.id),
        "user_id": str(person.id),
        "join_timestamp": iso(thread.created),
        "flags": 0,
    }


def partial_channel(world: World, place: Channel, viewer: User) -> JsonObject:
    """A channel as an interaction carries it, with what its user may do there."""
    facts = channel(world, place)
    facts.pop("permission_overwrites", None)
    facts.pop("member", None)
    return facts | {"permissions": str(int(world.permissions(viewer, place)))}


_GUILD_DEFAULTS: JsonObject = {
    "icon": None,
    "description": None,
    "home_header": None,
    "splash": None,
    "discovery_splash": None,
    "banner": None,
    "application_id": None,
    "afk_channel_id": None,
    "afk_timeout": 300,
    "system_channel_id": None,
    "system_channel_flags": 0,
    "widget_channel_id": None,
    "widget_enabled": False,
    "verification_level": 0,
    "default_message_notifications": 0,
    "mfa_level": 0,
    "explicit_content_filter": 0,
    "max_presences": None,
    "max_members": 500_000,
    "max_stage_video_channel_users": 50,
    "max_video_channel_users": 25,
    "vanity_url_code": None,
    "premium_tier": 0,
    "premium_subscription_count": 0,
    "premium_progress_bar_enabled": False,
    "rules_channel_id": None,
    "safety_alerts_channel_id": None,
    "public_updates_channel_id": None,
    "incidents_data": None,
    "nsfw": False,
    "nsfw_level": 0,
    "region": "deprecated",
    "features": [],
    "emojis": [],
    "stickers": [],
}


def role(number: int, name: str, permissions: Permissions) -> JsonObject:
    """A role; that of everybody has the guild's own id."""
    return {
        "id": str(number),
        "name": name,
        "permissions": str(int(permissions)),
        "position": 0,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }


def guild(world: World, server: Guild) -> JsonObject:
    """A guild, as an answer and as the heart of GUILD_CREATE."""
    roles = [role(server.id, "@everyone", EVERYONE)]
    roles += [
        role(one.role_id, one.name, one.permissions)
        for one in world.users.values()
        if one.role_id and server.id not in one.absent_from
    ]
    return _GUILD_DEFAULTS | {
        "id": str(server.id),
        "name": server.name,
        "owner_id": str(server.owner_id),
        "roles": roles,
        "preferred_locale": server.locale,
    }


def guild_create(world: World, server: Guild) -> JsonObject:
    """The event that tells a bot about a guild; of its members only the bot itself."""
    threads = [
        one
        for one in world.guild_channels(server, threads=True)
        if not one.archived and world.sees(world.bot, one)
    ]
    return guild(world, server) | {
        "joined_at": iso(server.joined),
        "large": False,
        "unavailable": False,
        "member_count": sum(1 for one in world.users.values() if server.id not in one.absent_from),
        "members": [member(world, world.bot, server)],
        "channels": [channel(world, one) for one in world.guild_channels(server, threads=False)],
        "threads": [channel(world, one) for one in threads],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def attachment(file: Attachment, *, ephemeral: bool) -> JsonObject:
    """A file of a message."""
    facts: JsonObject = {
        "id": str(file.id),
        "filename": file.filename,
        "size": len(file.content),
        "url": file.url,
        "proxy_url": file.url,
        "content_type": file.content_type,
    }
    if file.description is not None:
        facts["description"] = file.description
    return facts | ({"ephemeral": True} if ephemeral else {})


def message(world: World, note: Message) -> JsonObject:
    """A message."""
    facts: JsonObject = {
        "id": str(note.id),
        "channel_id": str(note.channel_id),
        "type": note.kind,
        "author": user(world.users[note.author_id]),
        "content": note.content,
        "mentions": [user(world.users[one]) for one in note.mentions],
        "mention_roles": [],
        "mention_everyone": False,
        "attachments": [attachment(one, ephemeral=note.ephemeral) for one in note.attachments],
        "embeds": note.embeds,
        "components": note.components,
        "timestamp": iso(note.created),
        "edited_timestamp": None if note.edited is None else iso(note.edited),
        "flags": int(note.flags),
        "pinned": note.pinned,
        "tts": False,
    }
    if note.nonce is not None:
        facts["nonce"] = note.nonce
    if note.reference is not None:
        facts["message_reference"] = note.reference
    if note.by_webhook:
        facts |= {
            "webhook_id": str(world.application_id),
            "application_id": str(world.application_id),
        }
    return facts
