"""The operator's settings, from the environment or a file named `.env`."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import BeforeValidator, Field, SecretStr, ValidationError
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)
from pydantic_settings.exceptions import SettingsError

from bot.startup import ExitCode, StartupError
from bot.tables.shards import ShardPlan

ENV_FILE: Final = Path(".env")
"""Read from the working directory; the environment overrides it."""

LogLevel = Literal["DEBUG", "INFO", "WARNING", "ERROR"]
LogFormat = Literal["console", "json"]


def _stripped(value: object) -> object:
    return value.strip() if isinstance(value, str) else value


def _upper(value: object) -> object:
    return value.strip().upper() if isinstance(value, str) else value


def _lower(value: object) -> object:
    return value.strip().lower() if isinstance(value, str) else value


_SHARDS: Final = re.compile(r"(\d{1,5})(?:\s*-\s*(\d{1,5}))?")


def _numbered(value: object) -> object:
    """Read a list of shards such as `0-3,8`."""
    if not isinstance(value, str):
        return value
    found: set[int] = set()
    for part in value.split(","):
        match = _SHARDS.fullmatch(part.strip())
        first, last = (0, -1) if match is None else (int(match[1]), int(match[2] or match[1]))
        if first > last:
            raise ValueError("It must be a list such as 0-3,8")
        found.update(range(first, last + 1))
    return found


class Settings(BaseSettings):
    """One immutable set of settings. Read it with `load_settings`, which explains errors."""

    model_config = SettingsConfigDict(
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="forbid",
        frozen=True,
        hide_input_in_errors=True,
        allow_inf_nan=False,
        validate_default=True,
    )

    discord_token: Annotated[SecretStr | None, BeforeValidator(_stripped)] = Field(
        default=None,
        description="The bot's token from Discord's developer portal. Only `run` and `invite` need "
        "it. Whoever has it can act as the bot: keep it out of git and chats.",
    )
    database_path: Path = Field(
        default=Path("spades.sqlite"),
        description="The file that holds every table, game and result. It is made on the first "
        "start; its folder must exist and be writable.",
    )
    database_url: SecretStr | None = Field(
        default=None,
        description="The address of a PostgreSQL database, instead of the file: "
        "postgresql://user:password@host/name. The database must exist; its tables are made on "
        "the first start.",
    )
    shard_count: int | None = Field(
        default=None,
        ge=1,
        le=10_000,
        description="The number of parts (shards) into which the bot's servers fall, the same for "
        "every process (1 to 10000). Discord asks for one for every 2,500 servers. Unset: as many "
        "as Discord recommends with the SQLite file, 1 with PostgreSQL.",
    )
    shard_ids: Annotated[frozenset[int] | None, NoDecode, BeforeValidator(_numbered)] = Field(
        default=None,
        description="The shards that this process may serve, for example 0-3,8. Unset: whichever "
        "are free.",
    )
    process_count: int = Field(
        default=1,
        ge=1,
        le=1000,
        description="Processes that serve one PostgreSQL database together (1 to 1000). Each takes "
        "its share of the shards, and of Discord's limit of requests.",
    )
    lease_seconds: float = Field(
        default=8,
        ge=3,
        le=60,
        description="Seconds after which the shards of a process that has died, or has lost the "
        "PostgreSQL database, may be taken by another (3 to 60).",
    )
    health_port: int | None = Field(
        default=None,
        ge=1,
        le=65535,
        description="The port where monitoring asks: /healthz, /readyz and, for Prometheus, "
        "/metrics. Unset: none is opened.",
    )
    log_level: Annotated[LogLevel, BeforeValidator(_upper)] = Field(
        default="INFO",
        description="The least important message that is logged: DEBUG, INFO, WARNING or ERROR.",
    )
    log_format: Annotated[LogFormat, BeforeValidator(_lower)] = Field(
        default="console",
        description="console: lines for people. json: one JSON object a line, for log collectors.",
    )
    computer_delay_seconds: float = Field(
        default=1.2,
        ge=0,
        le=10,
        description="Seconds that a computer player waits before it acts, in the mean, so that "
        "people can follow: less where it has no choice, more where the choice is close (0 to 10).",
    )
    between_rounds_seconds: float = Field(
        default=12,
        ge=0,
        le=120,
        description="Seconds that a score sheet stands before the next round is dealt (0 to 120).",
    )
    empty_table_minutes: float = Field(
        default=10,
        ge=1,
        le=1440,
        description="Minutes after which a table that every person has left is closed without a "
        "result (1 to 1440).",
    )
    lobby_minutes: float = Field(
        default=60,
        ge=1,
        le=1440,
        description="Minutes after which a lobby where nothing happens is closed (1 to 1440).",
    )
    parked_table_days: float = Field(
        default=7,
        ge=1,
        le=365,
        description="Days after which a table whose channel is gone, and which nobody has brought "
        "to another with /spades resume, is closed without a result (1 to 365).",
    )
    turn_prompt_seconds: float = Field(
        default=45,
        ge=0,
        le=3600,
        description="Seconds that a table waits for a player before it mentions them, where "
        "neither the server nor the player has chosen; with a shorter clock, half of that. "
        "0: it mentions nobody (0 to 3600).",
    )
    computer_processes: int = Field(
        default=1,
        ge=0,
        le=16,
        description="Processes in which computer players think (0 to 16); one core less than the "
        "computer has is a good number. 0: they play by rules of thumb alone.",
    )
    card_emojis: bool = Field(
        default=True,
        description="Whether to upload the card faces as emojis of the application, once. Without "
        "them the cards on buttons are told in text.",
    )
    table_pictures: bool = Field(
        default=True,
        description="Whether to draw tables as pictures. Without them they are told in text; each "
        "server can also choose for itself.",
    )
    dev_guild_id: int | None = Field(
        default=None,
        gt=0,
        description="The id of one server to which commands are synced at once, while developing. "
        "Empty: commands are synced to every server.",
    )

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],  # noqa: ARG003 - pydantic-settings names its arguments
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Ignore settings that are blank or empty in the environment or the file."""
        for source in (env_settings, dotenv_settings):
            if isinstance(source, EnvSettingsSource):
                source.env_vars = {
                    name: value
                    for name, value in source.env_vars.items()
                    if value is None or value.strip()
                }
        return init_settings, env_settings, dotenv_settings, file_secret_settings

    @property
    def database_address(self) -> str | None:
        """The address of the PostgreSQL database, with its password; None for a file."""
        return None if self.database_url is None else self.database_url.get_secret_value()

    def shard_plan(self, recommended: int = 1) -> ShardPlan:
        """Give how the servers are shared out among processes.

        Args:
            recommended: how many shards there are if the operator has not chosen.

        Raises:
            StartupError: with `ExitCode.CONFIGURATION` if the settings contradict each other.
        """
        count = self.shard_count or recommended
        if self.shard_ids is not None and max(self.shard_ids) >= count:
            raise StartupError(
                ExitCode.CONFIGURATION,
                f"SHARD_IDS names the shard {max(self.shard_ids)}, but the {count} of SHARD_COUNT "
                "are numbered from 0.",
            )
        if self.database_url is None and (self.process_count > 1 or self.shard_ids is not None):
            raise StartupError(
                ExitCode.CONFIGURATION,
                "One process serves the file of SQLite. Set DATABASE_URL to share the servers out "
                "among several, or remove PROCESS_COUNT and SHARD_IDS.",
            )
        return ShardPlan(
            count=count,
            ids=self.shard_ids,
            processes=self.process_count,
            seconds=self.lease_seconds,
        )

    def require_token(self) -> str:
        """Return the Discord token.

        Raises:
            StartupError: with `ExitCode.CONFIGURATION` if none is set.
        """
        if self.discord_token is None:
            raise StartupError(
                ExitCode.CONFIGURATION,
                "DISCORD_TOKEN is not set. Copy .env.example to .env and paste the bot's token "
                "there, or try `make play`, which needs none.",
            )
        return self.discord_token.get_secret_value()


def load_settings(env_file: Path | None = ENV_FILE) -> Settings:
    """Read the settings from the environment and, where it exists, from `env_file`.

    Raises:
        StartupError: with `ExitCode.CONFIGURATION`; the sentence names each variable that is
            unknown or out of range, and never shows a value, since it could be a secret.
    """
    try:
        return Settings(_env_file=env_file)
    except ValidationError as error:
        faults = "; ".join(
            _fault(str(fault["loc"][0]).upper(), fault["type"], fault["msg"])
            for fault in error.errors(include_input=False, include_url=False)
        )
        raise StartupError(
            ExitCode.CONFIGURATION, f"{faults}. See .env.example for what can be set."
        ) from None
    except (OSError, UnicodeDecodeError, SettingsError):
        raise StartupError(
            ExitCode.CONFIGURATION,
            f"{env_file} cannot be read. Save it as UTF-8 text that this user may read.",
        ) from None


def _fault(name: str, kind: str, message: str) -> str:
    if kind == "extra_forbidden":
        return f"{name} is not a setting of this bot"
    return f"{name} is not usable: {message[:1].lower()}{message[1:]}"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOptions:
    """The options of `python -m bot play`.

    Attributes:
        rules: the name of a preset.
        target: the target, 50 to 2000 points; None for the preset's own.
        computers: how many computer players there are, 0 to 3.
        port: the port of the page; 0 for any free one.
        database: the file that keeps games between runs.
        open_browser: whether to open the page in a browser, besides printing its address.
    """

    rules: str = "cardcouch"
    target: int | None = None
    computers: int = 3
    port: int = 0
    database: Path = Path("spades-local.sqlite")
    open_browser: bool = True
