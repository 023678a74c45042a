"""The documented way from seeds to a deal, written a second time from its description.

It uses other means than the engine throughout: HMAC by its definition, the stream as text of
hexadecimal digits, cards by name, and a list that is dealt one card at a time.
"""

import hashlib
from collections.abc import Iterator, Sequence

from tests.engine import plain_cards

BLOCK = 64


def hmac_sha256(secret: bytes, message: bytes) -> bytes:
    """Compute HMAC-SHA256 by its definition."""
    key = hashlib.sha256(secret).digest() if len(secret) > BLOCK else secret
    key = key.ljust(BLOCK, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in key) + inner).digest()


def stream(secret: bytes, contributions: Sequence[str], purpose: str) -> Iterator[int]:
    """Give the 32-bit numbers of a purpose, one after the other."""
    message = b""
    for text in contributions:
        encoded = text.encode("utf-8")
        message += str(len(encoded)).encode() + b":" + encoded + b","
    key = hmac_sha256(secret, message)
    counter = 0
    while True:
        block = hashlib.sha256(key + f"{purpose}/{counter}".encode()).hexdigest()
        while block:
            yield int(block[:8], 16)
            block = block[8:]
        counter += 1


def below(numbers: Iterator[int], bound: int) -> int:
    """Take the next number below a bound, each equally likely."""
    for number in numbers:
        if number < 2**32 - 2**32 % bound:
            return number % bound
    raise AssertionError("the stream does not end")


def first_dealer(secret: bytes, contributions: Sequence[str], seats: int) -> int:
    """Draw the first dealer."""
    return below(stream(secret, contributions, "first dealer"), seats)


def shuffled(secret: bytes, contributions: Sequence[str], number: int, deck: str) -> list[str]:
    """Shuffle the deck of a round; the first card is dealt first, or lies on top of the stock."""
    numbers = stream(secret, contributions, f"round {number}")
    cards = plain_cards.deck(deck)
    place = len(cards) - 1
    while place > 0:
        other = below(numbers, place + 1)
        held = cards[place]
        cards[place] = cards[other]
        cards[other] = held
        place -= 1
    return cards


def hands(
    secret: bytes, contributions: Sequence[str], number: int, dealer: int, deck: str, seats: int
) -> list[set[str]]:
    """Deal a round; hands by seat. Two seats leave half of the cards."""
    cards = shuffled(secret, contributions, number, deck)
    if seats == 2:
        del cards[26:]
    dealt: list[set[str]] = [set() for _ in range(seats)]
    to = dealer
    for card in cards:
        to = (to + 1) % seats
        dealt[to].add(card)
    return dealt
