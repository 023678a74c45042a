"""The commands of `python -m bot`.

Each command imports its module when it runs: `play` must not need what only `run` needs, and a
wrong setting is reported before anything heavy is loaded.
"""

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import structlog

from bot import __version__
from bot.heartbeat import check_alive
from bot.invite import application_id, invite_link
from bot.logging import configure
from bot.settings import LogLevel, PlayOptions, Settings, load_settings
from bot.startup import ExitCode, StartupError
from engine.presets import PRESETS

MOST_COMPUTERS = 3
TARGETS = (50, 2000)
HIGHEST_PORT = 65535


def _run(settings: Settings) -> int:
    from bot import app  # noqa: PLC0415 - see the module's docstring

    return app.run(settings)


def _play(options: PlayOptions) -> int:
    from bot import local  # noqa: PLC0415 - see the module's docstring

    return local.play(options)


def _upgrade(settings: Settings) -> int:
    from bot import upkeep  # noqa: PLC0415 - see the module's docstring

    return upkeep.upgrade(settings)


def _backup(settings: Settings, target: Path) -> int:
    from bot import upkeep  # noqa: PLC0415 - see the module's docstring

    return upkeep.backup(settings, target)


def _restore(settings: Settings, source: Path) -> int:
    from bot import upkeep  # noqa: PLC0415 - see the module's docstring

    return upkeep.restore(settings, source)


def _forget_person(settings: Settings, user_id: str) -> int:
    from bot import forgetting  # noqa: PLC0415 - see the module's docstring

    return forgetting.forget_person(settings, user_id)


def _forget_server(settings: Settings, guild_id: str) -> int:
    from bot import forgetting  # noqa: PLC0415 - see the module's docstring

    return forgetting.forget_server(settings, guild_id)


def _export(settings: Settings, user_id: str, target: Path) -> int:
    from bot import forgetting  # noqa: PLC0415 - see the module's docstring

    return forgetting.export(settings, user_id, target)


def _copy(settings: Settings, source: Path, target: str | None) -> int:
    from bot import upkeep  # noqa: PLC0415 - see the module's docstring

    return upkeep.copy(settings, source, target)


def _rebuild(settings: Settings) -> int:
    from bot import upkeep  # noqa: PLC0415 - see the module's docstring

    return upkeep.rebuild(settings)


def _verify(settings: Settings, table_id: str) -> int:
    from bot import upkeep  # noqa: PLC0415 - see the module's docstring

    return upkeep.verify(settings, table_id)


def _healthy(settings: Settings) -> int:
    check_alive(settings.database_path, time.monotonic())
    print("The bot is running.")
    return ExitCode.OK


def _invite(settings: Settings) -> int:
    print(invite_link(application_id(settings.require_token())))
    return ExitCode.OK


@dataclass(frozen=True, slots=True, kw_only=True)
class Commands:
    """The function of each command; it returns the exit code."""

    run: Callable[[Settings], int] = field(default=_run)
    play: Callable[[PlayOptions], int] = field(default=_play)
    upgrade: Callable[[Settings], int] = field(default=_upgrade)
    backup: Callable[[Settings, Path], int] = field(default=_backup)
    restore: Callable[[Settings, Path], int] = field(default=_restore)
    copy: Callable[[Settings, Path, str | None], int] = field(default=_copy)
    rebuild: Callable[[Settings], int] = field(default=_rebuild)
    forget_person: Callable[[Settings, str], int] = field(default=_forget_person)
    forget_server: Callable[[Settings, str], int] = field(default=_forget_server)
    export: Callable[[Settings, str, Path], int] = field(default=_export)
    verify: Callable[[Settings, str], int] = field(default=_verify)
    healthy: Callable[[Settings], int] = field(default=_healthy)
    invite: Callable[[Settings], int] = field(default=_invite)


def main(
    arguments: Sequence[str] | None = None,
    *,
    commands: Commands | None = None,
    read_settings: Callable[[], Settings] = load_settings,
) -> int:
    """Run one command and return the exit code; an error is one sentence on stderr.

    Args:
        arguments: the command line without the program's name; None for this process's own.
        commands: the function of each command, for tests.
        read_settings: reads the settings, for tests.
    """
    try:
        parsed = _parser().parse_args(arguments)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else ExitCode.CONFIGURATION
    try:
        settings = read_settings()
        configure(_log_level(parsed, settings), settings.log_format)
        return _dispatch(parsed, settings, commands or Commands())
    except StartupError as error:
        print(error.sentence, file=sys.stderr)
        return error.code
    except KeyboardInterrupt:
        return ExitCode.INTERRUPTED
    except Exception:  # noqa: BLE001 - the outermost door: a traceback goes to the log, not the person
        structlog.get_logger(__name__).exception("stopped_by_a_bug")
        print(
            "Spades stopped because of a bug. All saved games are safe: start it again, and report "
            "the traceback in the log above.",
            file=sys.stderr,
        )
        return ExitCode.UNEXPECTED


def _log_level(parsed: argparse.Namespace, settings: Settings) -> LogLevel:
    """Keep the player's terminal quiet, unless a log level is set."""
    quiet = parsed.command == "play" and "log_level" not in settings.model_fields_set
    return "WARNING" if quiet else settings.log_level


def _dispatch(parsed: argparse.Namespace, settings: Settings, commands: Commands) -> int:
    match parsed.command:
        case "run":
            settings.require_token()
            return commands.run(settings)
        case "play":
            return commands.play(_play_options(parsed))
        case "db":
            return _look_after(parsed, settings, commands)
        case "verify":
            return commands.verify(settings, parsed.table)
        case _:
            with_settings_alone = {
                "rebuild": commands.rebuild,
                "healthy": commands.healthy,
                "invite": commands.invite,
            }
            return with_settings_alone[parsed.command](settings)


def _look_after(parsed: argparse.Namespace, settings: Settings, commands: Commands) -> int:
    match parsed.task:
        case "backup":
            return commands.backup(settings, parsed.file)
        case "restore":
            return commands.restore(settings, parsed.file)
        case "copy":
            return commands.copy(settings, parsed.source, parsed.target)
        case "export":
            return commands.export(settings, parsed.person, parsed.file)
        case "forget":
            of_server = parsed.whom == "server"
            forget = commands.forget_server if of_server else commands.forget_person
            return forget(settings, parsed.id)
        case _:
            return commands.upgrade(settings)


def _play_options(parsed: argparse.Namespace) -> PlayOptions:
    return PlayOptions(
        rules=parsed.rules,
        target=parsed.target,
        computers=parsed.computers,
        port=parsed.port,
        database=parsed.database,
        open_browser=parsed.browser,
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bot",
        description="Spades tables for Discord.",
        epilog="Settings come from the environment or a file named .env; see .env.example.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"spades-table {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")
    commands.add_parser("run", help="run the bot on Discord")
    _add_play(
        commands.add_parser(
            "play", help="open a table in a browser, without Discord", allow_abbrev=False
        )
    )
    _add_tasks(commands.add_parser("db", help="maintain the database"))
    commands.add_parser("rebuild", help="rebuild results and leaderboards from the log")
    verify = commands.add_parser("verify", help="check the deals of a finished table")
    verify.add_argument("table", help="the table's id, as its final message shows it")
    commands.add_parser("healthy", help="check that the bot is running; for containers")
    commands.add_parser("invite", help="print the link that adds the bot to a server")
    return parser


def _add_tasks(parser: argparse.ArgumentParser) -> None:
    tasks = parser.add_subparsers(dest="task", required=True, metavar="task")
    tasks.add_parser("upgrade", help="upgrade the database to this version")
    backup = tasks.add_parser("backup", help="back up the database, also while the bot runs")
    backup.add_argument("file", type=Path, metavar="FILE", help="a new file")
    restore = tasks.add_parser(
        "restore", help="replace the database by a backup, while the bot is stopped"
    )
    restore.add_argument("file", type=Path, metavar="FILE", help="the backup")
    export = tasks.add_parser("export", help="write what is stored of a person to a file")
    export.add_argument("person", metavar="ID", help="the person's id")
    export.add_argument("file", type=Path, metavar="FILE", help="a new file")
    forget = tasks.add_parser(
        "forget", help="delete what is stored of a person or a server, while the bot is stopped"
    )
    forget.add_argument("whom", choices=("person", "server"), help="which of the two")
    forget.add_argument("id", metavar="ID", help="its id")
    copy = tasks.add_parser(
        "copy", help="copy a file, also while the bot runs, into an empty PostgreSQL database"
    )
    copy.add_argument("source", type=Path, metavar="FROM", help="the file")
    copy.add_argument(
        "target",
        metavar="TO",
        nargs="?",
        help="postgresql://user:password@host/name; without it, what DATABASE_URL says",
    )


def _add_play(parser: argparse.ArgumentParser) -> None:
    defaults = PlayOptions()
    parser.add_argument(
        "--rules", choices=tuple(PRESETS), default=defaults.rules, help="default: %(default)s"
    )
    parser.add_argument(
        "--target",
        type=_whole_number(*TARGETS),
        default=defaults.target,
        metavar="POINTS",
        help="points to play to; default: the rules' own",
    )
    parser.add_argument(
        "--computers",
        type=_whole_number(0, MOST_COMPUTERS),
        default=defaults.computers,
        metavar="0-3",
        help="seats that computer players hold; default: %(default)s",
    )
    parser.add_argument(
        "--port",
        type=_whole_number(0, HIGHEST_PORT),
        default=defaults.port,
        help="of the page on this computer; default: any that is free",
    )
    parser.add_argument(
        "--database",
        type=Path,
        default=defaults.database,
        metavar="FILE",
        help="keeps what was played; default: %(default)s",
    )
    parser.add_argument(
        "--no-browser", dest="browser", action="store_false", help="only print the page's address"
    )


def _whole_number(lowest: int, highest: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = lowest - 1
        if not lowest <= number <= highest:
            raise argparse.ArgumentTypeError(
                f"{text!r} is no whole number from {lowest} to {highest}"
            )
        return number

    return parse


if __name__ == "__main__":
    sys.exit(main())
