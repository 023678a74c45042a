"""Deals that a seat cannot see, drawn at random, and how well each fits the bids.

A second inner loop beside `kernel`, under the same terms: whole numbers below 2**62, the same
answers interpreted and compiled (types in `sampling.pxd`).
"""

from array import array

FIELD = 0xFFFF
WORD = 0xFFFFFFFF
TRIES = 40
UNKNOWN = -1
NOBODY = -1


def deal(
    cards: "array[int]",
    allowed: "array[int]",
    room: "array[int]",
    spades: "array[int]",
    known: "array[int]",
    worlds: "array[int]",
    seed: int,
) -> int:
    """Fill `worlds` with random deals of the unseen cards.

    Each card goes to a seat with a chance in proportion to the room that is left there, the most
    constrained cards first; where one kind of constraint holds, all deals are equally likely.

    Args:
        cards: the unseen cards, spades first, then those that fewest seats can hold; what goes
            beyond the room of all seats is out of play.
        allowed: by card, the seats that can hold it as a set of bits.
        room: by seat, how many of these cards it holds.
        spades: by seat, how many spades among them, or UNKNOWN.
        known: by seat, the cards that it holds for certain.
        worlds: four hands a world, one after the other, to be written.
        seed: 1 to 2**32 - 1.

    Returns:
        How many worlds broke a constraint because no deal was found that keeps all.
    """
    broken = 0
    drawn = seed
    left = array("q", [0, 0, 0, 0])
    quota = array("q", [0, 0, 0, 0])
    hands = array("q", [0, 0, 0, 0])
    dealt = min(len(cards), room[0] + room[1] + room[2] + room[3])
    for world in range(len(worlds) // 4):
        attempt = 0
        fits = 0
        while fits == 0:
            for seat in range(4):
                left[seat] = room[seat]
                quota[seat] = spades[seat]
                hands[seat] = known[seat]
            fits = 1
            for number in range(dealt):
                card = cards[number]
                drawn ^= (drawn << 13) & WORD
                drawn ^= drawn >> 17
                drawn ^= (drawn << 5) & WORD
                seat = _seat_for(allowed[number], card, left, quota, attempt, drawn)
                if seat == NOBODY:
                    fits = 0
                    break
                left[seat] -= 1
                quota[seat] -= 1 if card <= FIELD and quota[seat] > 0 else 0
                hands[seat] |= card
            attempt += 1
        broken += 1 if attempt > TRIES else 0
        for seat in range(4):
            worlds[4 * world + seat] = hands[seat]
    return broken


def _seat_for(
    seats: int,
    card: int,
    left: "array[int]",
    quota: "array[int]",
    attempt: int,
    drawn: int,
) -> int:
    """Give the seat that gets a card, or NOBODY where it fits nowhere."""
    total = 0
    for seat in range(4):
        total += _places(seats, card, seat, left, quota, attempt)
    if total == 0:
        return NOBODY
    drawn %= total
    chosen = 0
    drawn -= _places(seats, card, 0, left, quota, attempt)
    while drawn >= 0:
        chosen += 1
        drawn -= _places(seats, card, chosen, left, quota, attempt)
    return chosen


def _places(
    seats: int,
    card: int,
    seat: int,
    left: "array[int]",
    quota: "array[int]",
    attempt: int,
) -> int:
    """Give the room of a seat for a card; the last attempt heeds nothing but the size of hands."""
    room: int = left[seat]
    spades: int = quota[seat]
    if attempt == TRIES:
        return room
    if not (seats >> seat) & 1:
        return 0
    if card <= FIELD:
        return room if spades == UNKNOWN else spades
    return room - spades if spades > 0 else room


class Chain:
    """Deals that come as often as the bids make them likely.

    A chain begins at a deal, and goes on by swaps of two cards between hidden hands; a swap is kept
    with a chance in proportion to what it changes (Metropolis).
    """

    def __init__(
        self,
        seats: "array[int]",
        values: "array[int]",
        penalty: "array[int]",
        chances: "array[int]",
    ) -> None:
        """Take what is known and how bids are read.

        Args:
            seats: by seat (four numbers each), the cards that it certainly holds, those that it
                cannot hold, those that it has played, and its bid in hundredths of a trick; 0 for
                nil, -1 for what tells nothing.
            values: by field (four times 65536), what its cards are worth in hundredths of a trick,
                then, again by field, their danger to a nil.
            penalty: by the distance between worth and bid in tenths of a trick, 0 to 63, the misfit
                in hundredths of a natural logarithm.
            chances: by the growth of the misfit, the chance of a swap in parts of 65536.
        """
        self.fixed = [0, 0, 0, 0]
        self.barred = [0, 0, 0, 0]
        self.played = [0, 0, 0, 0]
        self.bids = [0, 0, 0, 0]
        self.hands = [0, 0, 0, 0]
        self.misfits = [0, 0, 0, 0]
        for seat in range(4):
            self.fixed[seat] = seats[seat]
            self.barred[seat] = seats[4 + seat]
            self.played[seat] = seats[8 + seat]
            self.bids[seat] = seats[12 + seat]
        self.values = values
        self.penalty = penalty
        self.chances = chances
        self.random = 1

    def run(
        self,
        starts: "array[int]",
        worlds: "array[int]",
        before: int,
        between: int,
        seed: int,
    ) -> None:
        """Fill `worlds` from chains of equal length, one for each deal in `starts`.

        Args:
            starts: four hands a world, one after the other.
            worlds: the same, to be written.
            before: the swaps tried before the first world of a chain.
            between: the swaps tried from one world of a chain to the next.
            seed: 1 to 2**32 - 1.
        """
        self.random = seed
        count = len(worlds) // 4
        chains = len(starts) // 4
        chain = -1
        for world in range(count):
            if world * chains // count != chain:
                chain = world * chains // count
                for seat in range(4):
                    self.hands[seat] = starts[4 * chain + seat]
                    self.misfits[seat] = self._misfit(seat, self.hands[seat])
                self._swap(before)
            self._swap(between)
            for seat in range(4):
                worlds[4 * world + seat] = self.hands[seat]

    def _swap(self, steps: int) -> None:
        while steps:
            steps -= 1
            drawn = self._draw()
            one = drawn & 3
            other = (one + 1 + (drawn >> 2) % 3) & 3
            own = self.hands[one] & ~self.fixed[one]
            theirs = self.hands[other] & ~self.fixed[other]
            if own == 0 or theirs == 0:
                continue
            own = self._one_of(own, drawn >> 6)
            theirs = self._one_of(theirs, drawn >> 16)
            if own & self.barred[other] or theirs & self.barred[one]:
                continue
            swap = own | theirs
            first = self._misfit(one, self.hands[one] ^ swap)
            second = self._misfit(other, self.hands[other] ^ swap)
            grown = first + second - self.misfits[one] - self.misfits[other]
            if grown > 0 and (
                grown >= len(self.chances) or self._draw() & FIELD >= self.chances[grown]
            ):
                continue
            self.hands[one] ^= swap
            self.hands[other] ^= swap
            self.misfits[one] = first
            self.misfits[other] = second

    def _draw(self) -> int:
        self.random ^= (self.random << 13) & WORD
        self.random ^= self.random >> 17
        self.random ^= (self.random << 5) & WORD
        return self.random

    def _one_of(self, cards: int, drawn: int) -> int:
        """Give one of the cards by a drawn number."""
        count = 0
        rest = cards
        while rest:
            rest &= rest - 1
            count += 1
        drawn %= count
        while drawn:
            cards &= cards - 1
            drawn -= 1
        return cards & -cards

    def _misfit(self, seat: int, hand: int) -> int:
        """Rate how badly a hand fits the bid of its seat, 0 for perfectly."""
        bid = self.bids[seat]
        if bid < 0:
            return 0
        hand |= self.played[seat]
        base = 0 if bid else 4
        worth: int = 0
        for suit in range(4):
            worth += self.values[((base + suit) << 16) + ((hand >> (suit << 4)) & FIELD)]
        if bid == 0:
            return worth
        rated: int = self.penalty[min(63, abs(worth - bid) // 10)]
        return rated
