"""Why the program cannot start: one plain sentence for a person, one number for a script."""

from enum import IntEnum


class ExitCode(IntEnum):
    """The exit codes of the process. The numbers are stable.

    7 meant that Discord cannot be reached; the bot now waits for it instead.
    """

    OK = 0
    UNEXPECTED = 1
    """A bug; the log has the traceback."""
    CONFIGURATION = 2
    """A setting or an argument is missing or out of range (argparse uses the same number)."""
    TOKEN_REFUSED = 3
    """Discord does not know the token, or refuses the intents."""
    DATABASE_IN_USE = 4
    """Another program holds the database's lock for longer than the bot waits."""
    DATABASE_UNREADABLE = 5
    """The file is damaged, is not a database, or may not be read."""
    DATABASE_TOO_NEW = 6
    """A later version of the bot wrote the schema; this one would not understand it."""
    ALREADY_RUNNING = 8
    """A second process was started on a database that the first still serves."""
    DATABASE_READ_ONLY = 9
    """The file, its folder or its disk cannot be written to."""
    DATABASE_TOO_OLD = 10
    """The schema must be brought up to date first: `python -m bot db upgrade`."""
    PORT_IN_USE = 11
    """The address for the page of `play` is in use."""
    NOT_FOUND = 12
    """The table, database or backup that a command asks about does not exist."""
    NOT_VERIFIED = 13
    """A table's deals do not follow from its published secrets."""
    NOT_ALIVE = 14
    """The bot does not run, or hangs: `python -m bot healthy`."""
    INTERRUPTED = 130
    """Ctrl-C, before the command could end cleanly."""


class StartupError(Exception):
    """The program cannot start or go on, for a reason that the operator can fix.

    Attributes:
        code: what the process exits with.
        sentence: what the operator reads; plain, complete, and free of secrets.
    """

    def __init__(self, code: ExitCode, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
