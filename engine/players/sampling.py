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


def fit(
    worlds: "array[int]",
    played: "array[int]",
    bids: "array[int]",
    values: "array[int]",
    penalty: "array[int]",
    scores: "array[int]",
) -> None:
    """Rate how well each world fits the bids, 0 for perfectly.

    Args:
        worlds: four hands a world, one after the other.
        played: by seat, the cards that it has played.
        bids: by seat, its bid in hundredths of a trick; 0 for nil, -1 for what tells nothing.
        values: by field (four times 65536), what its cards are worth in hundredths of a trick,
            then, again by field, their danger to a nil.
        penalty: by the distance between worth and bid in tenths of a trick, 0 to 63.
        scores: by world, to be written.
    """
    for world in range(len(scores)):
        score = 0
        for seat in range(4):
            bid = bids[seat]
            if bid < 0:
                continue
            hand = worlds[4 * world + seat] | played[seat]
            base = 0 if bid else 4
            worth = 0
            for suit in range(4):
                worth += values[((base + suit) << 16) + ((hand >> (suit << 4)) & FIELD)]
            if bid:
                far = abs(worth - bid) // 10
                score += penalty[min(63, far)]
            else:
                score += worth
        scores[world] = score
