"""Settings: their sources, their refusals, and the example file that explains them."""

import re
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.settings import PlayOptions, Settings, load_settings
from bot.startup import ExitCode, StartupError
from bot.tables.shards import ShardPlan

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / ".env.example"
TOKEN = "not-a-real-one"


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
        monkeypatch.delenv(name, raising=False)


def refused(env_file: Path | None = None) -> str:
    """Load settings that must be refused, and return the sentence."""
    with pytest.raises(StartupError) as refusal:
        load_settings(env_file)
    assert refusal.value.code is ExitCode.CONFIGURATION
    return refusal.value.sentence


def test_defaults_need_nothing() -> None:
    """Without any setting the bot has a complete, sensible set."""
    settings = load_settings(None)
    assert settings.discord_token is None
    assert settings.database_path == Path("spades.sqlite")
    assert settings.log_level == "INFO"
    assert settings.log_format == "console"
    assert settings.computer_delay_seconds == 1.2
    assert settings.between_rounds_seconds == 12
    assert settings.empty_table_minutes == 10
    assert settings.lobby_minutes == 60
    assert settings.parked_table_days == 7
    assert settings.turn_prompt_seconds == 45
    assert settings.dev_guild_id is None


def test_the_environment_wins_over_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A variable of the environment is taken before the same one in the file."""
    file = tmp_path / ".env"
    file.write_text("LOBBY_MINUTES=30\nTURN_PROMPT_SECONDS=20\n")
    monkeypatch.setenv("LOBBY_MINUTES", "45")
    settings = load_settings(file)
    assert (settings.lobby_minutes, settings.turn_prompt_seconds) == (45, 20)


def test_a_missing_file_is_no_fault(tmp_path: Path) -> None:
    """Whoever sets everything in the environment needs no file."""
    assert load_settings(tmp_path / "none").lobby_minutes == 60


def test_empty_values_mean_the_default(tmp_path: Path) -> None:
    """A line with nothing after its equals sign counts as not set."""
    file = tmp_path / ".env"
    file.write_text("DISCORD_TOKEN=\nDEV_GUILD_ID=\nLOBBY_MINUTES=\n")
    settings = load_settings(file)
    assert settings == load_settings(None)


@pytest.mark.parametrize("blank", [" ", "\t", "  \n"])
def test_a_blank_token_was_taken_for_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, blank: str
) -> None:
    """Blanks count as not set, in the environment, in the file, and for every setting."""
    usual = load_settings(None)
    file = tmp_path / ".env"
    file.write_text("".join(f'{name.upper()}="{blank}"\n' for name in Settings.model_fields))
    assert load_settings(file) == usual
    file.write_text(f"DISCORD_TOKEN={TOKEN}\n")
    for name in Settings.model_fields:
        monkeypatch.setenv(name.upper(), blank)
    assert load_settings(None) == usual
    with pytest.raises(StartupError) as refusal:
        load_settings(None).require_token()
    assert refusal.value.sentence.startswith("DISCORD_TOKEN is not set")
    assert load_settings(file).require_token() == TOKEN


def test_case_and_spaces_are_forgiven(monkeypatch: pytest.MonkeyPatch) -> None:
    """Levels and formats are read in any case, and blanks around a pasted token fall away."""
    monkeypatch.setenv("LOG_LEVEL", "debug")
    monkeypatch.setenv("LOG_FORMAT", " JSON")
    monkeypatch.setenv("DISCORD_TOKEN", f" {TOKEN}\n")
    settings = load_settings(None)
    assert (settings.log_level, settings.log_format) == ("DEBUG", "json")
    assert settings.require_token() == TOKEN


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("LOG_LEVEL", "LOUD"),
        ("LOG_FORMAT", "xml"),
        ("COMPUTER_DELAY_SECONDS", "-1"),
        ("COMPUTER_DELAY_SECONDS", "10.5"),
        ("COMPUTER_DELAY_SECONDS", "nan"),
        ("BETWEEN_ROUNDS_SECONDS", "121"),
        ("EMPTY_TABLE_MINUTES", "0"),
        ("LOBBY_MINUTES", "an hour"),
        ("TURN_PROMPT_SECONDS", "inf"),
        ("DEV_GUILD_ID", "0"),
        ("DEV_GUILD_ID", "my server"),
        ("SHARD_COUNT", "0"),
        ("SHARD_IDS", "one"),
        ("SHARD_IDS", "3-1"),
        ("SHARD_IDS", "1,,2"),
        ("SHARD_IDS", "-1"),
        ("PROCESS_COUNT", "0"),
        ("LEASE_SECONDS", "2"),
    ],
)
def test_a_bad_value_is_told_by_name_and_not_shown(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sentence names the variable, and does not repeat a value that could be a secret."""
    monkeypatch.setenv(name, value)
    sentence = refused()
    assert sentence.startswith(f"{name} is not usable: ")
    assert f"'{value}'" not in sentence


def test_all_faults_are_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two bad values are both named, so that nobody mends them one start at a time."""
    monkeypatch.setenv("LOG_LEVEL", "LOUD")
    monkeypatch.setenv("LOBBY_MINUTES", "0")
    sentence = refused()
    assert "LOG_LEVEL" in sentence
    assert "LOBBY_MINUTES" in sentence


def test_an_unknown_name_in_the_file_is_told(tmp_path: Path) -> None:
    """A misspelt name in the file is refused, since it would silently have no effect."""
    file = tmp_path / ".env"
    file.write_text(f"DISCORD_TOKN={TOKEN}\n")
    sentence = refused(file)
    assert sentence.startswith("DISCORD_TOKN is not a setting of this bot")
    assert TOKEN not in sentence


def test_an_unreadable_file_is_told(tmp_path: Path) -> None:
    """A file that is no UTF-8 text gets a sentence of its own."""
    file = tmp_path / ".env"
    file.write_bytes(b"LOG_LEVEL=\xff\xfe\n")
    assert "Save it as UTF-8 text" in refused(file)


@pytest.mark.parametrize(
    ("listed", "shards"),
    [("0", {0}), ("0-3,8", {0, 1, 2, 3, 8}), (" 2 , 4 - 5 ", {2, 4, 5}), ("1,0-1", {0, 1})],
)
def test_shards_are_listed_by_numbers_and_ranges(
    listed: str, shards: set[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever gives each process its own shards writes them as pages to be printed."""
    monkeypatch.setenv("SHARD_IDS", listed)
    assert load_settings(None).shard_ids == frozenset(shards)


def test_how_servers_are_shared_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """One process serves one shard, unless the operator or Discord wants more."""
    assert load_settings(None).shard_plan() == ShardPlan()
    assert load_settings(None).shard_plan(3).count == 3
    for name, value in {
        "DATABASE_URL": "postgresql://spades@db/spades",
        "SHARD_COUNT": "6",
        "PROCESS_COUNT": "3",
        "SHARD_IDS": "4-5",
        "LEASE_SECONDS": "5",
    }.items():
        monkeypatch.setenv(name, value)
    plan = ShardPlan(count=6, ids=frozenset({4, 5}), processes=3, seconds=5)
    assert load_settings(None).shard_plan(16) == plan


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        (
            {"SHARD_COUNT": "4", "SHARD_IDS": "2-4", "DATABASE_URL": "postgresql://db/spades"},
            "SHARD_IDS names the shard 4",
        ),
        ({"SHARD_COUNT": "4", "SHARD_IDS": "2-3"}, "Set DATABASE_URL"),
        ({"PROCESS_COUNT": "2"}, "Set DATABASE_URL"),
    ],
)
def test_settings_that_contradict_each_other(
    settings: dict[str, str], named: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A shard that does not exist, and several processes at one file, are refused."""
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(StartupError) as refusal:
        load_settings(None).shard_plan()
    assert refusal.value.code is ExitCode.CONFIGURATION
    assert named in refusal.value.sentence


def test_a_missing_token_is_told_only_when_needed() -> None:
    """`require_token` says how to set it and names the way without one."""
    with pytest.raises(StartupError) as refusal:
        load_settings(None).require_token()
    assert refusal.value.code is ExitCode.CONFIGURATION
    assert "DISCORD_TOKEN" in refusal.value.sentence
    assert "make play" in refusal.value.sentence


def test_the_token_never_shows() -> None:
    """Printing the settings does not print the token."""
    settings = Settings(discord_token=SecretStr(TOKEN))
    assert TOKEN not in f"{settings!r} {settings} {settings.model_dump()}"


def test_settings_and_options_are_frozen() -> None:
    """Nobody can change a setting behind another's back."""
    with pytest.raises(ValueError, match="frozen"):
        load_settings(None).lobby_minutes = 1  # type: ignore[misc]
    with pytest.raises(AttributeError):
        PlayOptions().port = 1  # type: ignore[misc]


def example_entries() -> dict[str, tuple[str, str]]:
    """Return each variable of .env.example with its value and the comment above it."""
    entries: dict[str, tuple[str, str]] = {}
    for block in EXAMPLE.read_text(encoding="utf-8").split("\n\n")[1:]:
        *comments, assignment = block.strip().splitlines()
        name, _, value = assignment.removeprefix("#").partition("=")
        assert all(line.startswith("# ") for line in comments), block
        entries[name] = (value, " ".join(line.removeprefix("# ") for line in comments))
    return entries


def test_the_example_names_every_setting_in_order() -> None:
    """.env.example and the settings have the same names in the same order."""
    assert list(example_entries()) == [name.upper() for name in Settings.model_fields]


@pytest.mark.parametrize("name", list(Settings.model_fields))
def test_the_example_explains_each_setting(name: str) -> None:
    """Each comment of .env.example is the field's own description, and says something."""
    _, comment = example_entries()[name.upper()]
    description = Settings.model_fields[name].description
    assert description is not None
    assert re.sub(r"\s+", " ", comment) == description
    assert len(description) > 40


def test_a_copy_of_the_example_overrode_what_an_image_sets() -> None:
    """Only the token is set in .env.example, so that a copy decides nothing else for anyone."""
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line and not line.startswith("#")] == ["DISCORD_TOKEN="]


def test_the_example_shows_the_defaults(tmp_path: Path) -> None:
    """A copy of .env.example changes nothing, as it is or with every comment mark taken away."""
    assert load_settings(EXAMPLE) == load_settings(None)
    settled = re.sub(r"^#(?=[A-Z_]+=)", "", EXAMPLE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    file = tmp_path / ".env"
    file.write_text(settled)
    assert load_settings(file) == load_settings(None)
    for name, (value, _) in example_entries().items():
        default = Settings.model_fields[name.lower()].default
        shown = str(default).lower() if isinstance(default, bool) else f"{default}"
        assert value == ("" if default is None else shown), name
