"""Slash commands that the bot has synced, and what a person may type into them."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from .clock import Snowflakes
from .errors import BadOption, CommandNotSynced, NotAllowed
from .model import Channel, User
from .permissions import Permissions
from .wire import JsonObject

SUBCOMMAND, GROUP = 1, 2
STRING, INTEGER, BOOLEAN, USER, CHANNEL, NUMBER = 3, 4, 5, 6, 7, 10

OptionValue = str | int | float | bool | User | Channel

_COMPARED = ("name", "description", "options", "type", "default_member_permissions")


class CommandBook:
    """Commands by scope: `None` is everywhere, else the id of a guild."""

    def __init__(self, ids: Snowflakes, application_id: int) -> None:
        self._ids = ids
        self._application_id = application_id
        self._scopes: dict[int | None, list[JsonObject]] = {}
        self.syncs = 0

    def listed(self, scope: int | None) -> list[JsonObject]:
        """The commands of a scope, as synced."""
        return list(self._scopes.get(scope, []))

    def replace(self, scope: int | None, commands: Sequence[JsonObject]) -> list[JsonObject]:
        """Replace the commands of the scope; unchanged ones keep id and version."""
        self.syncs += 1
        old = {(one["type"], one["name"]): one for one in self.listed(scope)}
        self._scopes[scope] = [self._taken(scope, command, old) for command in commands]
        return self.listed(scope)

    def _taken(
        self, scope: int | None, command: JsonObject, old: Mapping[tuple[int, str], JsonObject]
    ) -> JsonObject:
        kind = command.get("type") or 1
        known = old.get((kind, command["name"]))
        rights = command.get("default_member_permissions")
        taken: JsonObject = {
            "id": known["id"] if known else str(self._ids.next()),
            "application_id": str(self._application_id),
            "type": kind,
            "name": command["name"],
            "description": command.get("description") or "",
            "options": [_without_nulls(option) for option in command.get("options") or []],
            "default_member_permissions": None if rights is None else str(rights),
            "nsfw": bool(command.get("nsfw")),
            "contexts": command.get("contexts"),
            "integration_types": command.get("integration_types") or [0],
            "dm_permission": command.get("dm_permission") is not False,
        }
        if scope is not None:
            taken["guild_id"] = str(scope)
        same = known is not None and all(known[key] == taken[key] for key in _COMPARED)
        taken["version"] = known["version"] if known and same else str(self._ids.next())
        return taken

    def find(self, path: str, channel: Channel) -> tuple[JsonObject, list[JsonObject]]:
        """The command that `path` ("spades new") names here, and its own options from the top down.

        The second value holds the nested subcommands, outermost first. Raises `CommandNotSynced`.
        """
        steps = path.removeprefix("/").split()
        for scope in (channel.guild_id, None):
            for command in self._scopes.get(scope, []):
                if command["name"] == steps[0] and _works(command, channel):
                    return command, _descend(command, steps, path)
        known = sorted(one["name"] for scope in self._scopes.values() for one in scope)
        raise CommandNotSynced(
            f"/{path} is not synced here; the bot has synced {known or 'nothing'}"
        )

    def data(
        self,
        path: str,
        user: User,
        channel: Channel,
        rights: Permissions,
        options: Mapping[str, OptionValue],
        focused: tuple[str, str] | None,
        resolve: Callable[[OptionValue], JsonObject],
    ) -> JsonObject:
        """The `data` of an interaction in which `user` sends this command.

        `rights` are theirs in this channel; `focused` is the option being typed, with its text so
        far. Raises `CommandNotSynced`,
        `NotAllowed` or `BadOption`.
        """
        command, chain = self.find(path, channel)
        needed = Permissions(int(command["default_member_permissions"] or 0))
        needed |= Permissions.USE_APPLICATION_COMMANDS
        if needed & rights != needed:
            raise NotAllowed(f"{user.name} lacks {needed & ~rights!r} for /{path}")
        leaf = chain[-1] if chain else command
        values = list(_filled(leaf, options, focused))
        for subcommand in reversed(chain):
            values = [{"name": subcommand["name"], "type": subcommand["type"], "options": values}]
        data: JsonObject = {
            "id": command["id"],
            "name": command["name"],
            "type": 1,
            "options": values,
        }
        if "guild_id" in command:
            data["guild_id"] = command["guild_id"]
        resolved = _merged(resolve(value) for value in options.values())
        return data | ({"resolved": resolved} if resolved else {})


def _works(command: JsonObject, channel: Channel) -> bool:
    in_dms = command["dm_permission"] and 1 in (command["contexts"] or [1])
    return command["type"] == 1 and (channel.guild_id is not None or bool(in_dms))


def _without_nulls(option: JsonObject) -> JsonObject:
    kept = {key: value for key, value in option.items() if value is not None}
    if "options" in kept:
        kept["options"] = [_without_nulls(inner) for inner in kept["options"]]
    return kept


def _descend(command: JsonObject, steps: Sequence[str], path: str) -> list[JsonObject]:
    chain: list[JsonObject] = []
    node = command
    for step in steps[1:]:
        inner = (o for o in node["options"] if o["type"] in {SUBCOMMAND, GROUP})
        found = next((option for option in inner if option["name"] == step), None)
        if found is None:
            raise CommandNotSynced(f"/{path}: {node['name']} has no subcommand {step}")
        chain.append(found)
        node = found
    if any(option["type"] in {SUBCOMMAND, GROUP} for option in node.get("options") or []):
        raise CommandNotSynced(f"/{path} is a group: name one of its subcommands")
    return chain


def _filled(
    command: JsonObject, given: Mapping[str, OptionValue], focused: tuple[str, str] | None
) -> Iterator[JsonObject]:
    known: dict[str, JsonObject] = {
        option["name"]: option for option in command.get("options") or []
    }
    for name in [*given, *([focused[0]] if focused else [])]:
        if name not in known:
            raise BadOption(f"{command['name']} has no option {name}; it has {sorted(known)}")
    for name, option in known.items():
        if focused is not None and name == focused[0]:
            if not option.get("autocomplete"):
                raise BadOption(f"{name} has no autocomplete")
            yield {"name": name, "type": option["type"], "value": focused[1], "focused": True}
        elif name in given:
            yield {"name": name, "type": option["type"], "value": _value(option, given[name])}
        elif option.get("required") and focused is None:
            raise BadOption(f"{name} is required")


_TYPES: Mapping[int, tuple[type, ...]] = {
    STRING: (str,),
    INTEGER: (int,),
    BOOLEAN: (bool,),
    USER: (User,),
    CHANNEL: (Channel,),
    NUMBER: (int, float),
}


def _value(option: JsonObject, value: OptionValue) -> str | int | float | bool:
    kind, name = option["type"], option["name"]
    is_flag = isinstance(value, bool)
    if not isinstance(value, _TYPES.get(kind, ())) or is_flag != (kind == BOOLEAN):
        raise BadOption(f"{name} does not take {value!r}")
    if isinstance(value, User | Channel):
        return str(value.id)
    choices = [choice["value"] for choice in option.get("choices") or []]
    if choices and value not in choices:
        raise BadOption(f"{name} must be one of {choices}")
    size = len(value) if isinstance(value, str) else value
    unit = "length" if isinstance(value, str) else "value"
    if not option.get(f"min_{unit}", size) <= size <= option.get(f"max_{unit}", size):
        raise BadOption(f"{name} is out of its range: {value!r}")
    return value


def _merged(parts: Iterator[JsonObject]) -> JsonObject:
    merged: JsonObject = {}
    for part in parts:
        for key, entries in part.items():
            merged.setdefault(key, {}).update(entries)
    return merged
