"""The proof of a game's deals: all that anyone needs to compute them again, as one JSON file.

`docs/verify.html` reads the same file in a browser, and `docs/fair-deals.md` explains it.
"""

import json
from dataclasses import dataclass
from typing import Final

from engine.actions import Deal
from engine.cards import CardSet
from engine.deals import Seeds, commitment, deal, first_dealer
from engine.game import Game
from engine.notation import print_deal
from engine.rules import Rules
from engine.seats import Seat, next_seat

FORMAT: Final = "spades-deals-1"
"""What a file says of its own form; a later form has another number."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What was dealt in a game, and the seeds that it must follow from.

    Attributes:
        rules: the rules of the game, for the deck, the seats, and who deals first.
        seeds: the seeds of the game.
        first_dealer: the seat that dealt first.
        deals: what was dealt, by round; each dealer sits one seat clockwise from the one before.
    """

    rules: Rules
    seeds: Seeds
    first_dealer: Seat
    deals: tuple[Deal, ...]

    @staticmethod
    def of(game: Game, seeds: Seeds) -> "Proof":
        """Give the proof of a game, which must be over: its seeds tell every card."""
        deals = tuple(each.deal for each in game.deals)
        return Proof(game.rules, seeds, game.first_dealer, deals)

    @property
    def draws_first_dealer(self) -> bool:
        """Whether the rules leave the first dealer to chance."""
        return self.rules.first_dealer == "random"

    def first_dealer_follows(self) -> bool:
        """Say whether the first dealer is the one that the rules or the seeds name."""
        seats = len(self.rules.seats)
        return not self.draws_first_dealer or self.first_dealer == first_dealer(self.seeds, seats)

    def false_deals(self) -> tuple[int, ...]:
        """Give the numbers, from 1, of the deals that do not follow from the seeds."""
        false = []
        dealer = self.first_dealer
        for number, dealt in enumerate(self.deals, 1):
            if deal(self.seeds, number, dealer, self.rules) != dealt:
                false.append(number)
            dealer = next_seat(dealer, len(self.rules.seats))
        return tuple(false)


def print_proof(proof: Proof, table: int) -> str:
    """Write the file of a table's deals: JSON in UTF-8, with a line feed at the end."""
    rules = proof.rules
    return (
        json.dumps(
            {
                "format": FORMAT,
                "table": table,
                "hash": commitment(proof.seeds.secret),
                "secret": proof.seeds.secret.hex(),
                "added": proof.seeds.contributions,
                **({} if proof.seeds.key is None else {"key": proof.seeds.key.hex()}),
                "deck": str(CardSet(rules.deck_in_play.cards)),
                "seats": len(rules.seats),
                "cards_each": rules.hand_size,
                "drawn_from_stock": rules.draws,
                "first_dealer": proof.first_dealer,
                "first_dealer_by_chance": proof.draws_first_dealer,
                "deals": [print_deal(each) for each in proof.deals],
            },
            ensure_ascii=False,
            indent=1,
        )
        + "\n"
    )
