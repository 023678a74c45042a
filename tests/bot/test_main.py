"""The command line: what each command gets, and how each fault ends."""

import base64
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

import pytest
from pydantic import SecretStr

from bot.__main__ import Commands, main
from bot.settings import PlayOptions, Settings
from bot.startup import ExitCode, StartupError

pytestmark = pytest.mark.usefixtures("logging_restored")

TOKEN = "some.secret.thing"


@dataclass
class Recorder:
    """Commands that write down what they were called with."""

    answer: int = 0
    calls: list[tuple[object, ...]] = field(default_factory=list)

    def commands(self) -> Commands:
        """Return commands that are all recorded here."""
        return Commands(
            run=lambda settings: self._note("run", settings),
            play=lambda options: self._note("play", options),
            upgrade=lambda settings: self._note("upgrade", settings),
            backup=lambda settings, file: self._note("backup", settings, file),
            restore=lambda settings, file: self._note("restore", settings, file),
            rebuild=lambda settings: self._note("rebuild", settings),
            forget_person=lambda settings, who: self._note("person", settings, who),
            forget_server=lambda settings, who: self._note("server", settings, who),
            export=lambda settings, who, file: self._note("export", settings, who, file),
            verify=lambda settings, table: self._note("verify", settings, table),
            healthy=lambda settings: self._note("healthy", settings),
            invite=lambda settings: self._note("invite", settings),
        )

    def _note(self, *call: object) -> int:
        self.calls.append(call)
        return self.answer


@pytest.fixture
def settings(monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Settings with a token, whatever the environment says."""
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    return Settings(discord_token=SecretStr(TOKEN), log_level="ERROR")


def failing(error: BaseException) -> Commands:
    """Return commands of which `run` raises `error`."""

    def run(_settings: Settings) -> NoReturn:
        raise error

    return Commands(run=run)


@pytest.mark.parametrize(
    ("arguments", "called"),
    [
        (["run"], "run"),
        (["db", "upgrade"], "upgrade"),
        (["rebuild"], "rebuild"),
        (["healthy"], "healthy"),
        (["invite"], "invite"),
    ],
)
def test_a_command_gets_the_settings(arguments: list[str], called: str, settings: Settings) -> None:
    """Each command is called once, with the settings that were read."""
    recorder = Recorder()
    code = main(arguments, commands=recorder.commands(), read_settings=lambda: settings)
    assert (code, recorder.calls) == (0, [(called, settings)])


def test_verify_gets_the_table(settings: Settings) -> None:
    """`verify` passes the table's id on as it was typed."""
    recorder = Recorder()
    code = main(["verify", "k7x2"], commands=recorder.commands(), read_settings=lambda: settings)
    assert (code, recorder.calls) == (0, [("verify", settings, "k7x2")])


@pytest.mark.parametrize("task", ["backup", "restore"])
def test_a_task_gets_its_file(task: str, settings: Settings) -> None:
    """`db backup` and `db restore` pass the file on."""
    recorder = Recorder()
    line = ["db", task, "monday.sqlite"]
    assert main(line, commands=recorder.commands(), read_settings=lambda: settings) == 0
    assert recorder.calls == [(task, settings, Path("monday.sqlite"))]


def test_forgetting_and_giving_out_get_the_id(settings: Settings) -> None:
    """`db forget` passes on whose id it is, `db export` also the file."""
    recorder = Recorder()
    for line in (["forget", "person", "7"], ["forget", "server", "8"], ["export", "9", "a.json"]):
        code = main(["db", *line], commands=recorder.commands(), read_settings=lambda: settings)
        assert code == 0
    assert recorder.calls == [
        ("person", settings, "7"),
        ("server", settings, "8"),
        ("export", settings, "9", Path("a.json")),
    ]


def test_play_without_options_is_ready_to_play(settings: Settings) -> None:
    """Plain `play` seats three computer players under the first preset's rules."""
    recorder = Recorder()
    assert main(["play"], commands=recorder.commands(), read_settings=lambda: settings) == 0
    assert recorder.calls == [("play", PlayOptions())]


def test_play_takes_every_option(settings: Settings) -> None:
    """Each option of `play` reaches the command."""
    recorder = Recorder()
    line = (
        "play --rules hero_solo --target 300 --computers 1 --port 8090 --database a.sqlite "
        "--no-browser"
    )
    code = main(line.split(), commands=recorder.commands(), read_settings=lambda: settings)
    expected = PlayOptions(
        rules="hero_solo",
        target=300,
        computers=1,
        port=8090,
        database=Path("a.sqlite"),
        open_browser=False,
    )
    assert (code, recorder.calls) == (0, [("play", expected)])


@pytest.mark.parametrize(
    "line",
    [
        "",
        "dance",
        "db",
        "db backup",
        "db restore one.sqlite two.sqlite",
        "verify",
        "run --fast",
        "play --rules whist",
        "play --rule hero_solo",
        "play --target 49",
        "play --target 2001",
        "play --computers 4",
        "play --computers 1.5",
        "play --port 65536",
    ],
)
def test_a_wrong_line_is_explained(
    line: str, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    """Unknown commands, options and values end with the usage, and nothing is started."""
    recorder = Recorder()
    code = main(line.split(), commands=recorder.commands(), read_settings=lambda: settings)
    assert (code, recorder.calls) == (ExitCode.CONFIGURATION, [])
    assert "usage: python -m bot" in capsys.readouterr().err


def test_help_and_version_end_well(capsys: pytest.CaptureFixture[str]) -> None:
    """Asking for help or the version is no fault."""
    assert main(["--help"]) == 0
    assert main(["--version"]) == 0
    printed = capsys.readouterr().out
    assert "open a table in a browser" in printed
    assert "spades-table " in printed


def test_the_answer_of_a_command_is_the_exit_code(settings: Settings) -> None:
    """A command that answers with a number ends the process with it."""
    recorder = Recorder(answer=ExitCode.NOT_VERIFIED)
    code = main(["verify", "x"], commands=recorder.commands(), read_settings=lambda: settings)
    assert code == ExitCode.NOT_VERIFIED


def test_a_startup_error_is_one_sentence(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    """A start that cannot succeed prints its sentence alone and exits with its number."""
    error = StartupError(ExitCode.TOKEN_REFUSED, "Discord does not know this token.")
    code = main(["run"], commands=failing(error), read_settings=lambda: settings)
    assert code == 3
    assert capsys.readouterr().err == "Discord does not know this token.\n"


def test_bad_settings_are_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    """Settings that cannot be read end every command before it begins."""

    def unreadable() -> NoReturn:
        raise StartupError(ExitCode.CONFIGURATION, "LOG_LEVEL is not usable.")

    recorder = Recorder()
    assert main(["play"], commands=recorder.commands(), read_settings=unreadable) == 2
    assert (capsys.readouterr().err, recorder.calls) == ("LOG_LEVEL is not usable.\n", [])


def test_run_without_a_token_is_told(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    """`run` asks for the token before it starts anything; `play` never does."""
    recorder = Recorder()
    bare = settings.model_copy(update={"discord_token": None})
    assert main(["run"], commands=recorder.commands(), read_settings=lambda: bare) == 2
    assert "DISCORD_TOKEN" in capsys.readouterr().err
    assert main(["play"], commands=recorder.commands(), read_settings=lambda: bare) == 0
    assert len(recorder.calls) == 1


def test_ctrl_c_is_quiet(settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    """Ctrl-C before a command is ready for it ends with 130 and no traceback."""
    code = main(["run"], commands=failing(KeyboardInterrupt()), read_settings=lambda: settings)
    assert (code, capsys.readouterr().err) == (130, "")


@pytest.mark.logs_errors
def test_a_fault_of_ours_is_logged_and_told(
    settings: Settings, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    """An unexpected error leaves its traceback in the log, a sentence on screen, and 1."""
    error = RuntimeError("the sky fell")
    code = main(["run"], commands=failing(error), read_settings=lambda: settings)
    shown = capsys.readouterr().err
    assert code == 1
    assert "RuntimeError: the sky fell" in shown
    assert shown.splitlines()[-1].startswith("Spades stopped because of a bug")
    assert [record.levelname for record in caplog.records] == ["ERROR"]


def test_invite_prints_the_link(settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    """The link carries the application's id, both scopes and no permission to moderate."""
    first = base64.b64encode(b"123456789012345678").decode().rstrip("=")
    named = settings.model_copy(update={"discord_token": SecretStr(f"{first}.{TOKEN}")})
    assert main(["invite"], read_settings=lambda: named) == 0
    link = capsys.readouterr().out.strip()
    assert "client_id=123456789012345678&scope=bot+applications.commands&permissions=" in link
    assert int(link.rpartition("=")[2]) & (1 << 1 | 1 << 2 | 1 << 3 | 1 << 13 | 1 << 28) == 0


@pytest.mark.parametrize("token", [TOKEN, "", "ä.b.c", "bm8.x.y"])
def test_invite_refuses_what_is_no_token(
    token: str, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    """Text that holds no application id is refused without being shown."""
    named = settings.model_copy(update={"discord_token": SecretStr(token)})
    assert main(["invite"], read_settings=lambda: named) == 2
    shown = capsys.readouterr().err
    assert "does not look like a bot token" in shown
    assert TOKEN not in shown
