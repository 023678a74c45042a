"""Which commands of Discord's are the bot's, so that texts can name them for a tap."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class SpadesCommands:
    """The commands of the bot as Discord knows them.

    Attributes:
        ids: their ids by name, empty until Discord has said them.
    """

    ids: dict[str, int] = field(default_factory=dict)
