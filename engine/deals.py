"""From seeds to deals, so that anyone can verify afterwards that nobody chose the cards.

Before the game the host of the table publishes `commitment(secret)`. Then each person adds a
contribution: a leaf, which tells nothing about the person to whoever lacks its salt. After the game
the secret is revealed, and everything can be recomputed:

1. key = HMAC-SHA256(secret, contributions), where each contribution is written as its length
   in bytes in decimal, a colon, its UTF-8 text and a comma, one after the other in the order
   in which they were made.
2. The stream of a purpose, "first dealer" or "round N", is SHA-256(key + purpose + "/" + C) for
   C = 0, 1, 2 and so on in decimal, cut into 32-bit big-endian numbers.
3. A number below n is the next 32-bit number of the stream modulo n; numbers at or above the
   largest multiple of n that fits in 32 bits are passed over, so that all are equally likely.
4. The deck begins in the order of `engine.cards` (clubs, diamonds, hearts, spades, two to ace,
   then the little and the big joker, without the cards that the rules leave out). For i from
   the last place down to 1, the card at i changes places with the one at a number below i + 1.
5. Cards are dealt one at a time from the first place on, beginning at the dealer's left; two seats
   get 13 each, and the rest stays out. Where two seats draw their hands, the deck is the stock,
   with its first place on top.

A leaf is the SHA-256, in hexadecimal, of a salt and the text USER:PRESS.
"""

import hmac
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain, count
from typing import Final

from engine.actions import Deal
from engine.cards import CARDS, CardSet
from engine.rules import Rules
from engine.seats import SEATS, Seat

_numbers_in = struct.Struct(">8I").unpack
_SAFE: Final = (1 << 32) - len(CARDS)
"""Numbers below this are never passed over, whatever the bound."""

SECRET_BYTES: Final = 32
"""The length of a secret, which must come from a cryptographically secure source."""

SALT_BYTES: Final = 16
"""The length of a leaf's salt, which must come from such a source as well."""


@dataclass(frozen=True, slots=True)
class Seeds:
    """The seeds of a game's deals.

    Attributes:
        secret: known to the bot alone until the game is over.
        contributions: one text from each person, in the order in which they were made.
        key: what was mixed from both, where the contributions had to be forgotten; else None.
    """

    secret: bytes
    contributions: tuple[str, ...] = ()
    key: bytes | None = None

    def __repr__(self) -> str:
        """Hide the secret, which would reveal every future hand."""
        return f"Seeds(commitment={commitment(self.secret)})"


def leaf(person: int, press: str, salt: bytes) -> str:
    """Give the contribution of a person.

    Args:
        person: the person's id.
        press: what the bot could not know before: the id of the press or command.
        salt: random bytes of its own; without them nobody can tell whose leaf it is.
    """
    return sha256(salt + f"{person}:{press}".encode()).hexdigest()


def commitment(secret: bytes) -> str:
    """Give the SHA-256 of a secret in hexadecimal, to publish before the game."""
    return sha256(secret).hexdigest()


def first_dealer(seeds: Seeds, seats: int = 4) -> Seat:
    """Draw the first dealer of a game with a random first dealer."""
    return SEATS[_below(_stream(seeds, "first dealer"), seats)]


def deal(seeds: Seeds, number: int, dealer: Seat, rules: Rules) -> Deal:
    """Shuffle, and deal a round or lay its stock.

    Args:
        seeds: the seeds of the game.
        number: the deal, from 1.
        dealer: the seat that deals it.
        rules: the rules of the table.
    """
    cards = list(rules.deck_in_play.singles)
    stream = _stream(seeds, f"round {number}")
    for bound, drawn in zip(range(len(cards), 1, -1), stream, strict=False):
        other = drawn % bound if drawn < _SAFE else _below(chain([drawn], stream), bound)
        cards[bound - 1], cards[other] = cards[other], cards[bound - 1]
    if rules.draws:
        return Deal((), tuple(CARDS[card.bit_length() - 1] for card in cards))
    # From the dealer's left each of four seats gets every fourth card; disjoint bits add up to
    # their set.
    seats = rules.players
    dealt = cards[: seats * rules.hand_size]
    from_left = [CardSet(sum(dealt[first::seats])) for first in range(seats)]
    return Deal(tuple(from_left[(seat - dealer - 1) % seats] for seat in range(seats)))


def key_of(secret: bytes, contributions: Sequence[str]) -> bytes:
    """Mix the secret with the contributions of the people."""
    texts = [text.encode() for text in contributions]
    message = b"".join(b"%d:%b," % (len(text), text) for text in texts)
    return hmac.digest(secret, message, "sha256")


def without_person(seeds: Seeds, person: int) -> Seeds:
    """Give seeds of the same deals that do not hold the id of a person.

    A leaf does not. Contributions of older games do; in their place stays the key mixed from them.
    """
    if not any(text.startswith(f"{person}:") for text in seeds.contributions):
        return seeds
    return Seeds(seeds.secret, (), key_of(seeds.secret, seeds.contributions))


def _stream(seeds: Seeds, purpose: str) -> Iterator[int]:
    mixed = seeds.key or key_of(seeds.secret, seeds.contributions)
    key = mixed + purpose.encode() + b"/"
    return chain.from_iterable(
        _numbers_in(sha256(key + b"%d" % counter).digest()) for counter in count()
    )


def _below(stream: Iterator[int], bound: int) -> int:
    limit = (1 << 32) // bound * bound
    return next(number for number in stream if number < limit) % bound
