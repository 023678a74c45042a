"""Moves that people complain of, each as a position and what a partner should do instead.

Seat 0 is to act, seat 2 is its partner; a bid of 0 is nil. `leader` is the seat that led.
"""

from typing import Any, Final

PLAYS: Final = (
    # title, hand, leader, trick, bids, tricks taken, broken, accepted
    ("trumps the partner's ace in last seat", "KS 2S 8H 7C 3C 2H", 1, "5D AD 6D", (3, 3, 3, 2),
     (2, 1, 2, 2), True, "8H 7C 3C 2H"),
    ("trumps the partner's ace in third seat", "QS 4S 9D 8D TC 5C 2C", 2, "AH 3H", (3, 3, 3, 2),
     (1, 2, 2, 1), False, "9D 8D TC 5C 2C"),
    ("trumps the partner's ace to make its own bid", "AS JS TS 3D 2D", 1, "4C AC 7C", (5, 3, 3, 2),
     (3, 2, 1, 2), True, "3D 2D"),
    ("puts the king of spades on the partner's ace", "KS 5S 9H 3H", 2, "AS 4S", (3, 3, 3, 3),
     (2, 2, 3, 2), True, "5S"),
    ("puts the ace on the partner's king in last seat", "AH 2H 9C 4C", 1, "3H KH 5H", (4, 3, 3, 3),
     (2, 2, 2, 3), True, "2H"),
    ("trumps over the partner's trump", "AS 9S TC 6C", 1, "KD 3S 5D", (4, 3, 3, 3), (2, 2, 2, 3),
     True, "TC 6C"),
    ("trumps the partner's queen when the suit is gone", "JS 6S 9D 3D", 1, "2C QC 4C",
     (4, 3, 3, 3), (2, 2, 2, 3), True, "9D 3D"),
    ("takes the partner's trick with the ace of spades", "AS 2S 7D", 1, "3S JS 4S", (4, 3, 3, 3),
     (3, 2, 2, 3), True, "2S"),
    ("takes a trick as nil that it could duck", "QH 3H 5C 6D", 1, "TH KH 4H", (0, 4, 4, 3),
     (0, 3, 3, 3), True, "QH"),
    ("jumps over the lead as nil", "JC 8C 4C 3D 5H", 3, "9C", (0, 4, 4, 3), (0, 3, 3, 2), True,
     "8C 4C"),
    ("leads a high card as nil", "2D 9D TH 6C 4S", 0, "", (0, 4, 4, 3), (0, 3, 3, 2), True,
     "2D 6C 4S"),
    ("keeps the queen of spades as nil under a king", "QS 4H 6H 3C", 1, "AD KS 3D", (0, 4, 4, 3),
     (0, 3, 3, 3), True, "QS"),
    ("keeps an ace as nil when it may throw it", "AC 3C 2D 4D 5S", 1, "QH KH 2H", (0, 4, 4, 3),
     (0, 3, 3, 2), True, "AC"),
    ("trumps as nil", "3S 2S KD 4C", 1, "AH 5H 9H", (0, 4, 4, 3), (0, 3, 3, 3), True, "KD"),
    ("throws a low card as nil and keeps a bare king", "KC 2D 3D 4H", 1, "AS 5S 9S", (0, 4, 4, 3),
     (0, 3, 3, 3), True, "KC"),
    ("ducks too low as nil", "9C 7C 3C 2D", 1, "TC KC 4C", (0, 4, 4, 3), (0, 3, 3, 3), True, "9C"),
    ("lets the partner's nil take a trick", "TD KD 2D 6H 7C", 1, "5D 9D 3D", (4, 3, 0, 4),
     (3, 2, 0, 3), True, "TD"),
    ("does not trump for the partner's nil", "6S 9S AC KC 2D", 1, "5H JH 4H", (4, 3, 0, 4),
     (3, 2, 0, 3), True, "6S"),
    ("plays low before the partner's nil", "AC KC 3C 8D 2H", 3, "4C", (4, 3, 0, 4), (3, 2, 0, 3),
     True, "AC KC"),
    ("leads low to the partner's nil", "AD KD 5D 3H 2C", 0, "", (4, 3, 0, 4), (3, 2, 0, 3), True,
     "AD KD"),
    ("saves its ace while the nil sinks", "AH 2H 5C 8C", 1, "6H 9H 3H", (4, 3, 0, 4), (3, 3, 0, 3),
     True, "AH"),
    ("takes the trick away from the other side's nil", "JD 3D 2C 5H", 1, "9D 4D 6D", (3, 0, 3, 4),
     (3, 0, 3, 3), True, "3D"),
    ("saves the nil at its right", "KH 2H 9C 3C", 1, "4H 5H 8H", (3, 4, 3, 0), (3, 3, 3, 0), True,
     "2H"),
    ("trumps a trick that sinks a nil", "4S KC 9C 3D", 1, "8H 4H 6H", (3, 0, 3, 4), (3, 0, 3, 3),
     True, "KC 9C 3D"),
    ("wins with the ace where the jack would do", "AS KS JS 4D", 1, "TS 3S 2S", (3, 3, 2, 3),
     (1, 3, 2, 3), True, "JS"),
    ("wins with the ace where the ten would do", "AC TC 2C 3H", 1, "9C 4C 6C", (3, 3, 2, 3),
     (1, 3, 2, 3), True, "TC"),
    ("trumps with the king where the three would do", "KS 3S 9H 8H", 1, "AD 4D 5D", (3, 3, 2, 3),
     (1, 3, 2, 3), True, "3S"),
    ("trumps over a trump with the ace where the nine would do", "AS 9S 2S 8H", 1, "AD 4D 7S",
     (3, 3, 2, 3), (1, 3, 2, 3), True, "9S 2S 8H"),
    ("does not trump for the contract", "3S 2D", 1, "AC 5C 9C", (4, 3, 3, 3), (3, 4, 2, 2), True,
     "3S"),
    ("lets a needed trick go in last seat", "TH 4H 2C", 1, "9H 3H 5H", (4, 3, 3, 3), (3, 3, 1, 3),
     True, "TH"),
    ("takes a bag in last seat", "KC 5C 8D 6H", 1, "TC JC 4C", (2, 2, 2, 2), (2, 2, 3, 2), True,
     "5C"),
    ("trumps for a bag", "7S 2S 9D 4C", 1, "AH 3H KH", (2, 2, 2, 2), (2, 2, 3, 2), True, "9D 4C"),
    ("takes a bag with the ace of spades", "AS 3S 9D 4C", 1, "JS 5S 7S", (2, 2, 2, 2),
     (2, 2, 3, 2), True, "3S"),
    ("ducks when a trick would set the others", "2S 5C", 1, "KD 4D 6D", (2, 4, 2, 4), (2, 3, 3, 3),
     True, "2S"),
    ("leads the king of spades into the ace", "KS 5S 9H 4D", 0, "", (3, 3, 2, 3), (1, 3, 2, 3),
     True, "5S 9H 4D"),
    ("leads the bare king of spades into the ace", "KS 7C 6C", 0, "", (4, 3, 3, 3), (2, 3, 2, 3),
     True, "7C 6C"),
    ("throws an ace under a trump", "AH 2H 9C 8D", 2, "KH 4S", (3, 3, 2, 3), (1, 3, 2, 3), True,
     "2H"),
    ("throws a king under the ace", "KC 3C 5H 6D", 3, "AC", (3, 3, 2, 3), (1, 3, 2, 3), True, "3C"),
    ("throws a king under the ace in third seat", "KD 2D 8C 5H", 2, "QD AD", (3, 3, 2, 3),
     (1, 3, 2, 3), True, "2D"),
    ("throws an ace and keeps rubbish", "AH 3D 2D", 1, "AC 5C 9C", (4, 3, 3, 3), (2, 3, 2, 3),
     True, "3D 2D"),
    ("plays low third in hand", "AH 5H KC 2C", 2, "3H 7H", (3, 3, 2, 3), (1, 3, 2, 3), True, "AH"),
    ("covers nothing and loses the ace of trumps", "AS 4S 9D", 3, "KS", (4, 3, 3, 3), (1, 3, 3, 3),
     True, "AS"),
)  # fmt: skip

BIDS: Final = (
    # title, hand, bids before, accepted
    ("bids nil with the ace of spades", "AS 3H 2H 4H 5D 3D 2D 6D 4C 3C 2C 7C 8H", (), (1, 2)),
    ("bids nil with king and queen of spades", "KS QS 2H 3H 4H 2D 3D 4D 2C 3C 4C 5C 6H", (),
     (1, 2)),
    ("bids nil with five spades", "9S 8S 6S 5S 3S 2H 4H 3D 5D 2C 4C 6C 7H", (), (1, 2, 3)),
    ("bids nil with bare high cards", "4S AH KD 3C 5C 7C 8C 2D TH 9H JH QC 6C", (), (1, 2, 3)),
    ("does not bid a nil that cannot fail", "4S 3S 2H 5H 7H 3D 4D 8D 2C 5C 6C 9C TH", (4, 3),
     ("nil",)),
    ("bids one with four sure tricks", "AS KS 3S AH KH 4H AD 5D 3D 6C 4C 2C 7D", (), (4, 5, 6)),
    ("bids seven with ten spades", "AS KS QS JS TS 9S 8S 7S 6S 5S 2H 3D 4C", (), (9, 10, 11)),
    ("bids nil beside a nil", "7S 5S 4S 9H 6H 4H 2H 8D 7D 3D 6C 5C 3C", ("nil", 3), (1, 2)),
    ("bids the round over full", "JS 6S 2S QH 8H 5H JD 7D 3D QC 9C 4C 2C", (5, 4, 4), (1,)),
    ("forgets that it can trump", "QS 9S 7S 4S AH KH 6H 3H AD 8D 5D 2D TD", (), (3, 4, 5)),
    ("counts queens as tricks", "JS 6S 2S QH 8H 5H JD 7D 3D QC 9C 4C 2C", (), (1, 2)),
    ("counts a bare king as a trick", "5S 3S KH QD 9D 7D 4D 2D JC 9C 8C 6C 3C", (), (1, "nil")),
)  # fmt: skip


def positions() -> list[dict[str, Any]]:
    """Give all of them in the form of the shared positions."""
    plays = [
        {
            "kind": "play",
            "title": title,
            "hand": hand.split(),
            "leader_offset": leader,
            "trick_so_far": trick.split(),
            "bids": bids,
            "tricks_taken": taken,
            "spades_broken": broken,
            "accept": accept.split(),
            "unseen_by_all_but_still_out": ["AS"] if "into the ace" in title else [],
        }
        for title, hand, leader, trick, bids, taken, broken, accept in PLAYS
    ]
    bids_ = [
        {"kind": "bid", "title": title, "hand": hand.split(), "bids_before": before,
         "accept": accept}
        for title, hand, before, accept in BIDS
    ]  # fmt: skip
    return [*plays, *bids_]
