"""The data to verify a game's deals with, before and after the game."""

from bot.tables.model import Table
from bot.texts.room import ROOM
from bot.texts.translator import Translator

_ROOM_FOR_ADDED = ROOM - 1000
"""Characters of a message for the contributions; the other sentences need the rest."""


def promise(table: Table, words: Translator) -> str:
    """Show the hash of the secret behind the deals before the game, and explain it."""
    return words(
        "### Fair deals at table {id}\nAll deals are computed from a secret and from what each "
        "of you adds by sitting down. The secret has already been drawn; this is its hash "
        "(SHA-256):\n`{hash}`\nAfter the game **Verify** shows the secret. If it has this "
        "hash, nobody has changed it, and so nobody has chosen the cards.",
        id=table.id,
        hash=table.commitment,
    )


def verification(table: Table, words: Translator) -> str:
    """Show the secret behind the deals and the contributions, or say that a file has them."""
    added = _listed(table)
    if not _fits(table):
        added = words("The file has all of it, one text per line.")
    return words(
        "### How to check the deals of table {id}\nThe hash shown before the game: `{hash}`\nThe "
        "secret behind it: `{secret}`\nWhat was added, in order:\n{added}\n-# The hash is the "
        "SHA-256 of the secret. docs/fair-deals.md says how every deal follows from these; `python "
        "-m bot verify {id}` does it for you.",
        id=table.id,
        hash=table.commitment,
        secret=table.seeds.secret.hex(),
        added=added,
    )


def added_file(table: Table) -> bytes | None:
    """Give the contributions as a file, if a message has no room for them.

    It holds the texts in order, each in a line that ends with a line feed, in UTF-8.
    """
    if _fits(table):
        return None
    return "".join(f"{text}\n" for text in table.seeds.contributions).encode()


def _listed(table: Table) -> str:
    return "\n".join(f"`{text}`" for text in table.seeds.contributions)


def _fits(table: Table) -> bool:
    return len(_listed(table)) <= _ROOM_FOR_ADDED
