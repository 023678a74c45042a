"""What must hold for the database, whatever happened to the bot."""

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.process.books import Books, Entry, read_books, unsound
from tests.process.deeds import Deed, Diary
from tests.process.faces import Offer

_BEFORE_LAST_TRICK: Final = 4 + 12 * 4
"""Bids and plays of a round of four before its last trick, whose cards play themselves."""


@dataclass(slots=True)
class Auditor:
    """Compares the database with what people did and were told.

    Attributes:
        diary: what people did.
    """

    diary: Diary
    _known: dict[int, tuple[Entry, ...]] = field(default_factory=dict)

    def audit(self, path: Path) -> Books:
        """Check a copy of the database.

        Raises:
            AssertionError: something is lost, done twice, invented, rewritten or unreadable.
        """
        assert not unsound(path)
        return self.check(read_books(path))

    def check(self, books: Books) -> Books:
        """Check what a database says.

        Raises:
            AssertionError: something is lost, done twice, invented or rewritten.
        """
        self._check_logs(books)
        opened = Counter(row["command_id"] for row in books.tables.values())
        commands = books.by_command
        for deed in self.diary.deeds:
            entries = commands.get(deed.command_id, [])
            _check_effect(deed, entries)
            if deed.done:
                _check_done(deed, entries, books, opened)
            elif deed.stale and not entries and deed.offer is not None:
                _check_stale(deed, deed.offer, books)
        self._check_strangers(books)
        return books

    def _check_logs(self, books: Books) -> None:
        assert set(self._known) <= set(books.tables), "a table is gone"
        for table_id, entries in books.log.items():
            versions = [entry.version for entry in entries]
            assert versions == list(range(1, len(entries) + 1)), f"a gap at table {table_id}"
            assert books.tables[table_id]["version"] == len(entries)
            before = self._known.get(table_id, ())
            assert entries[: len(before)] == before, f"the log of table {table_id} was rewritten"
            self._known[table_id] = entries
            # This raises if an action is illegal, and so also if one was done twice.
            books.fold(table_id)

    def _check_strangers(self, books: Books) -> None:
        """Check that every other action is a computer player's, or a deal."""
        known = {deed.command_id for deed in self.diary.deeds}
        for entry in (entry for entries in books.log.values() for entry in entries):
            if entry.command_id in known or entry.line.startswith("deal "):
                continue
            assert entry.command_id.startswith("auto:"), f"nobody did this: {entry.command_id}"
            user = books.users[entry.table_id, int(entry.line.split()[1])]
            last_card = entry.turn is not None and entry.turn[1] >= _BEFORE_LAST_TRICK
            said = "a person's clock ran out, so it was not full after a restart"
            assert user is None or last_card, said


def _check_effect(deed: Deed, entries: list[Entry]) -> None:
    """Check that a deed has at most one effect, and only the intended one."""
    assert len(entries) <= 1, f"done twice: {deed}"
    for entry in entries:
        if deed.offer is None:
            assert entry.line.startswith("deal "), f"something else was done: {deed}"
        else:
            assert entry.table_id == deed.offer.table_id
            assert entry.line == deed.offer.line, f"something else was done: {deed}"
            assert deed.offer.turn == entry.turn, f"done in another turn: {deed}"


def _check_done(deed: Deed, entries: list[Entry], books: Books, opened: Counter[str]) -> None:
    """Check that every acknowledged deed is on disk."""
    if deed.offer is not None or deed.deals:
        assert entries, f"lost: {deed}"
    if deed.opens:
        assert opened[deed.command_id] == 1, f"opened {opened[deed.command_id]} times: {deed}"
    if deed.seat is not None:
        assert books.users[deed.seat] == deed.person.id, f"lost: {deed}"


def _check_stale(deed: Deed, offer: Offer, books: Books) -> None:
    """Check that every press reported as late was late; a press that only asks has no offer."""
    turns = {entry.turn for entry in books.log[offer.table_id]}
    assert offer.turn in turns, f"nobody was before: {deed}"
