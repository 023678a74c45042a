"""Why a database cannot be opened, or a table not read. No message shows a stored value.

StartupError (bot.startup)
    DatabaseProblem
        DatabaseMissingDirectoryError   the folder does not exist
        DatabaseMissingError            there is no file to read
        DatabaseUnreadableError         the file cannot be opened or read
        DatabaseReadOnlyError           the file or its folder cannot be written to
        DatabaseFullError               the disk has no room
        DatabaseLockedError             another program holds SQLite's lock
        DatabaseInUseError              another process of the bot serves the file
        DatabaseCorruptError            the file is damaged
        NotOurDatabaseError             the file is something else
        DatabaseNewerError              a later version of the bot wrote it
        DatabaseIncompleteError         a version that was never released wrote it
        DatabaseOlderError              its schema must be upgraded first
        BackupExistsError               a backup would overwrite a file
        BackupNotWrittenError           a backup cannot be written where it should be
        BackupMissingError              there is no backup to restore
        BackupUnusableError             what should be restored is no whole database of ours
        ServerUnreachableError          no PostgreSQL server answers
        ServerRefusesError              the server refuses the user
        ServerDatabaseMissingError      the server has no such database
        ServerForbidsError              the user may not do what the bot needs
        NotForServersError              the command is for SQLite alone
        TargetFilledError               a copy would mix with what is there
        CopyDiffersError                a copy does not hold what was copied
    BadAddressError                     DATABASE_URL cannot be read
    ShardCountError                     other processes count with another number of shards
StoreError (bot.tables.ports)
    BrokenTableError                    the rows or the log of one table make no sense
"""

from pathlib import Path
from typing import ClassVar

from sqlalchemy import URL

from bot.startup import ExitCode, StartupError


def shown(place: Path | URL) -> str:
    """Give a file, or the address of a database without its password."""
    return place.render_as_string() if isinstance(place, URL) else str(place)


class DatabaseProblem(StartupError):
    """The database cannot be used, for a reason that the operator can fix.

    Attributes:
        exit_code: what the process exits with.
        words: the sentence, with a placeholder for the file or address.
    """

    exit_code: ClassVar[ExitCode] = ExitCode.DATABASE_UNREADABLE
    words: ClassVar[str] = "The database {path} cannot be used."

    def __init__(self, place: Path | URL) -> None:
        super().__init__(self.exit_code, self.words.format(path=shown(place)))


class DatabaseMissingDirectoryError(DatabaseProblem):
    """The folder that should hold the file does not exist."""

    exit_code = ExitCode.CONFIGURATION
    words = (
        "The folder of the database {path} does not exist. Create it, or set DATABASE_PATH to "
        "another file."
    )


class DatabaseMissingError(DatabaseProblem):
    """A command that only reads creates no file."""

    exit_code = ExitCode.NOT_FOUND
    words = "There is no database at {path}. Set DATABASE_PATH to the bot's file."


class DatabaseUnreadableError(DatabaseProblem):
    """The file cannot be opened or read: no permission, a folder, a failing disk."""

    words = (
        "The database {path} cannot be opened. Check that it is a file, that this user may read "
        "it, and that the disk works."
    )


class DatabaseReadOnlyError(DatabaseProblem):
    """The file, or the folder in which SQLite keeps its journal, cannot be written to."""

    exit_code = ExitCode.DATABASE_READ_ONLY
    words = "The database {path} is read-only. Let this user write to the file and to its folder."


class DatabaseFullError(DatabaseProblem):
    """The disk has no room."""

    exit_code = ExitCode.DATABASE_READ_ONLY
    words = "The disk with the database {path} is full. Free some space, then start again."


class DatabaseLockedError(DatabaseProblem):
    """Another program held SQLite's own lock for longer than the bot waits."""

    exit_code = ExitCode.DATABASE_IN_USE
    words = "Another program has locked the database {path}. Close that program, then start again."


class DatabaseInUseError(DatabaseProblem):
    """Another process of the bot serves the file."""

    exit_code = ExitCode.ALREADY_RUNNING
    words = (
        "Another process is using the database {path}. Stop that process first, or give this one "
        "its own database with DATABASE_PATH or DATABASE_URL."
    )


class DatabaseCorruptError(DatabaseProblem):
    """The file is damaged."""

    words = (
        "The database {path} is damaged. Restore the last backup with `python -m bot db restore "
        "FILE`; the damaged file is kept."
    )


class NotOurDatabaseError(DatabaseProblem):
    """The file is not an SQLite database, or belongs to another program."""

    words = (
        "{path} is not a database of this bot, and was left unchanged. Set DATABASE_PATH to "
        "another file."
    )


class DatabaseNewerError(DatabaseProblem):
    """A later version of the bot wrote the schema."""

    exit_code = ExitCode.DATABASE_TOO_NEW
    words = (
        "The database {path} was written by a newer version of the bot. Run that version, or a "
        "newer one."
    )


class DatabaseIncompleteError(DatabaseProblem):
    """Tables or columns are missing, although the file claims the present schema."""

    words = (
        "The database {path} lacks tables or columns, probably because an unreleased version of "
        "the bot wrote it. Move it away and start with a new one, or restore a backup."
    )


class DatabaseOlderError(DatabaseProblem):
    """The schema must be brought up to date first."""

    exit_code = ExitCode.DATABASE_TOO_OLD
    words = (
        "The database {path} was written by an older version of the bot. Back it up with "
        "`python -m bot db backup FILE`, then run `python -m bot db upgrade`."
    )


class BackupExistsError(DatabaseProblem):
    """A backup never overwrites a file."""

    exit_code = ExitCode.CONFIGURATION
    words = "{path} already exists. Choose another name for the backup."


class BackupNotWrittenError(DatabaseProblem):
    """The folder does not exist, or no file can be created in it."""

    exit_code = ExitCode.CONFIGURATION
    words = (
        "The backup {path} cannot be written. Check that its folder exists, and that this user "
        "may write there."
    )


class BackupMissingError(DatabaseProblem):
    """There is no such file."""

    exit_code = ExitCode.NOT_FOUND
    words = "There is no backup at {path}. Nothing was changed."


class BackupUnusableError(DatabaseProblem):
    """The file is damaged, empty, of another program, or the database itself."""

    words = (
        "{path} is not a complete backup of this bot's database. Nothing was changed; use another "
        "one."
    )


class TargetFilledError(DatabaseProblem):
    """A copy never mixes with what is there."""

    exit_code = ExitCode.CONFIGURATION
    words = "{path} holds tables already, so nothing was copied: copy into an empty database."


class CopyDiffersError(DatabaseProblem):
    """What was read back is not what was copied."""

    words = "{path} does not hold what was copied into it: drop it, create it anew, and copy again."


class BadAddressError(StartupError):
    """The address of the server cannot be read; it is not shown, since it may hold a password."""

    def __init__(self) -> None:
        super().__init__(
            ExitCode.CONFIGURATION,
            "DATABASE_URL is not a valid address. Write "
            "postgresql://user:password@host:port/name, with %40 for an @ in the password.",
        )


class ServerUnreachableError(DatabaseProblem):
    """No server answers at the address, or it is starting, stopping or full."""

    words = (
        "No PostgreSQL server answers at {path}. Check that it is running, and the host and port "
        "in DATABASE_URL."
    )


class ServerRefusesError(DatabaseProblem):
    """The server knows no such user, or the password is wrong."""

    exit_code = ExitCode.CONFIGURATION
    words = "The server rejected the login for {path}. Check user and password in DATABASE_URL."


class ServerDatabaseMissingError(DatabaseProblem):
    """The server has no database of that name."""

    exit_code = ExitCode.NOT_FOUND
    words = (
        "The server has no database {path}. Create it with `createdb --locale=C.UTF-8 "
        "--template=template0 NAME`, or correct the name in DATABASE_URL."
    )


class ServerForbidsError(DatabaseProblem):
    """The user may not create or use the tables."""

    exit_code = ExitCode.DATABASE_READ_ONLY
    words = "The user of {path} lacks permissions there. Make it the owner of the database."


class ShardCountError(StartupError):
    """Other processes share the servers out in another number of shards."""

    def __init__(self, url: URL, found: int, wanted: int) -> None:
        super().__init__(
            ExitCode.CONFIGURATION,
            f"Other processes serve {shown(url)} with SHARD_COUNT={found}, and this one should do "
            f"so with {wanted}. Stop them all before you change SHARD_COUNT.",
        )


class NotForServersError(DatabaseProblem):
    """The command copies or replaces a file."""

    exit_code = ExitCode.CONFIGURATION
    words = (
        "{path} is not a file. Back it up with `pg_dump --format=custom`, and restore it with "
        "`pg_restore`."
    )
