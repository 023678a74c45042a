"""A game that is over, as one compact record: its log and its sittings.

The first byte is the version of the form. The rest is compressed, and consists of numbers of seven
bits a byte, the low ones first, the eighth saying that more follow, and of texts in UTF-8 after
their length in bytes:

    count of entries, time of the first entry in milliseconds since 1970
    by entry: milliseconds since the one before, where that is the previous one's plus the number
    microseconds beyond the millisecond of the last entry
    by entry: its action, see `_print_line`
    count of thoughts; by thought: entries since the one before, text
    count of sittings; by sitting: seat, first entry, key plus one, 0 for nobody

Times are kept to the millisecond, and that of the last entry, which ended the game, as it was. The
ids of commands are gone: nobody repeats a command of a game that is over, but to be told so.
"""

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from data.rows import Sitting
from engine.actions import PLAYS
from engine.cards import CARDS
from engine.notation import print_action
from engine.seats import SEATS

VERSION: Final = 1
"""The form that is written; every form that ever was can be read."""

_PLAYED: Final = tuple(print_action(play) for of_seat in PLAYS for play in of_seat)
_PLAY_OF: Final = {line: number for number, line in enumerate(_PLAYED)}
_TEXT: Final = 250
"""Before an action that stands there as its line. Smaller bytes are plays."""

_DEAL: Final = 251
"""Before a deal: one byte for two cards in the order of `CARDS`, each its seat plus one, or 0."""

_HANDS: Final = "deal "
_MILLI: Final = 1000
_LEVEL: Final = 9


class Moment(NamedTuple):
    """One entry of a log, without its command.

    Attributes:
        action: the line of notation. It shows hands: never print it.
        at: when it was logged, in microseconds since 1970.
        thought: how a computer player chose it.
    """

    action: str
    at: int
    thought: str = ""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """What the log and the sittings of a game held.

    Attributes:
        moments: the entries, in order.
        sittings: who held its seats from when, by key, in the order of the notes.
    """

    moments: tuple[Moment, ...]
    sittings: tuple[Sitting, ...]


def pack(record: GameRecord) -> bytes:
    """Write a record."""
    body = _Writing()
    moments = record.moments
    body.number(len(moments))
    before = 0
    for moment in moments:
        milli = moment.at // _MILLI
        # A clock may be set back; one number for both ways.
        body.number(_folded(milli - before))
        before = milli
    body.number(moments[-1].at % _MILLI if moments else 0)
    for moment in moments:
        _print_line(body, moment.action)
    thoughts = [(number, each.thought) for number, each in enumerate(moments) if each.thought]
    body.number(len(thoughts))
    before = 0
    for number, thought in thoughts:
        body.number(number - before)
        body.text(thought)
        before = number
    body.number(len(record.sittings))
    for sitting in record.sittings:
        body.number(int(sitting.seat))
        body.number(sitting.from_version)
        body.number(0 if sitting.person is None else sitting.person + 1)
    return bytes([VERSION]) + zlib.compress(bytes(body.content), _LEVEL)


def unpack(stored: bytes) -> GameRecord:
    """Read a record.

    Raises:
        ValueError: it is none, or of a later version.
    """
    if not stored or stored[0] != VERSION:
        raise ValueError("a record of another version")
    try:
        return _read(_Reading(zlib.decompress(stored[1:])))
    except (IndexError, zlib.error):
        raise ValueError("a damaged record") from None


def _read(body: "_Reading") -> GameRecord:
    count = body.number()
    milli, times = 0, []
    for number in [body.number() for _ in range(count)]:
        milli += _unfolded(number)
        times.append(milli * _MILLI)
    beyond = body.number()
    if times:
        times[-1] += beyond
    lines = [_read_line(body) for _ in range(count)]
    thoughts = [""] * count
    for number, thought in _read_thoughts(body):
        thoughts[number] = thought
    sittings = tuple(_read_sitting(body) for _ in range(body.number()))
    return GameRecord(tuple(map(Moment, lines, times, thoughts)), sittings)


def _read_thoughts(body: "_Reading") -> Iterator[tuple[int, str]]:
    number = 0
    for _ in range(body.number()):
        number += body.number()
        yield number, body.text()


def _read_sitting(body: "_Reading") -> Sitting:
    seat, version, person = SEATS[body.number()], body.number(), body.number()
    return Sitting(seat, person - 1 if person else None, version)


def _print_line(body: "_Writing", line: str) -> None:
    """Write an action: a play as its number, a deal of hands as the cards' seats, or its line."""
    play = _PLAY_OF.get(line)
    if play is not None:
        body.content.append(play)
        return
    hands = line.removeprefix(_HANDS).split("/") if line.startswith(_HANDS) else []
    if len(hands) > 1:
        owners = dict[str, int]()
        for seat, hand in enumerate(hands, start=1):
            owners.update((hand[at : at + 2], seat) for at in range(0, len(hand), 2))
        numbers = [owners.get(str(card), 0) for card in CARDS]
        packed = [high << 4 | low for high, low in _pairs(numbers)]
        if _dealt(packed, len(hands)) == line:
            body.content += bytes([_DEAL, len(hands), *packed])
            return
    body.content.append(_TEXT)
    body.text(line)


def _read_line(body: "_Reading") -> str:
    kind = body.byte()
    if kind == _TEXT:
        return body.text()
    if kind == _DEAL:
        seats = body.byte()
        return _dealt([body.byte() for _ in range((len(CARDS) + 1) // 2)], seats)
    return _PLAYED[kind]


def _dealt(packed: Sequence[int], seats: int) -> str:
    hands = [""] * (seats + 1)
    owners = [owner for both in packed for owner in (both >> 4, both & 15)]
    for card, owner in zip(CARDS, owners, strict=False):
        hands[owner] += str(card)
    return _HANDS + "/".join(hand or "-" for hand in hands[1:])


def _pairs(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    even = [*numbers, 0][: (len(numbers) + 1) // 2 * 2]
    yield from zip(even[::2], even[1::2], strict=True)


def _folded(number: int) -> int:
    return number * 2 if number >= 0 else -number * 2 - 1


def _unfolded(number: int) -> int:
    return -(number + 1) // 2 if number % 2 else number // 2


class _Writing:
    """The content of a record, as it grows."""

    def __init__(self) -> None:
        self.content = bytearray()

    def number(self, number: int) -> None:
        """Add a number from 0 on."""
        while number > 127:  # noqa: PLR2004 - what fits into seven bits
            self.content.append(number & 127 | 128)
            number >>= 7
        self.content.append(number)

    def text(self, text: str) -> None:
        """Add a text."""
        encoded = text.encode()
        self.number(len(encoded))
        self.content += encoded


class _Reading:
    """The content of a record, as it is read."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._at = 0

    def byte(self) -> int:
        """Take a byte."""
        found = self._content[self._at]
        self._at += 1
        return found

    def number(self) -> int:
        """Take a number."""
        content, at = self._content, self._at
        number = content[at] & 127
        shift = 7
        while content[at] > 127:  # noqa: PLR2004 - more follow
            at += 1
            number |= (content[at] & 127) << shift
            shift += 7
        self._at = at + 1
        return number

    def text(self) -> str:
        """Take a text."""
        length = self.number()
        taken = self._content[self._at : self._at + length]
        if len(taken) != length:
            raise IndexError
        self._at += length
        return taken.decode()
