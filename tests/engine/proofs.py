"""Deals of every deck, with the seeds that they follow from."""

import random

from engine.cards import DECKS, THREE_SEAT_DECKS
from engine.deals import Seeds, deal, first_dealer
from engine.presets import PRESETS
from engine.proof import Proof
from engine.rules import Rules
from engine.seats import SEATS, next_seat


def rules_of_every_deck() -> list[str]:
    """Give the names for `rules_called`: presets, and all decks with two to four seats."""
    return [
        *PRESETS,
        *(f"cardcouch {deck}" for deck in DECKS),
        *(f"cutthroat {deck}" for deck in THREE_SEAT_DECKS),
        "two_handed dealt",
    ]


def rules_called(name: str) -> Rules:
    """Give the rules of a preset, or of one with another deck, or dealt where it draws."""
    preset, _, deck = name.partition(" ")
    rules = PRESETS[preset]
    if preset == "two_handed" and deck:
        return rules.changed(two_seat_deal="dealt")
    return rules.changed(deck=deck) if deck else rules


def proof_of_deals(name: str, chance: random.Random, rounds: int) -> Proof:
    """Deal some rounds by the rules of a name, for people whose names need more than ASCII."""
    rules = rules_called(name)
    added = tuple(f"Zoë {chance.getrandbits(64)}:{n}" for n in range(chance.randrange(1, 40)))
    seeds = Seeds(chance.randbytes(32), added)
    seats = len(rules.seats)
    dealer = first_dealer(seeds, seats)
    if rules.first_dealer != "random":
        dealer = SEATS[chance.randrange(seats)]
    first, deals = dealer, []
    for number in range(1, rounds + 1):
        deals.append(deal(seeds, number, dealer, rules))
        dealer = next_seat(dealer, seats)
    return Proof(rules, seeds, first, tuple(deals))
