"""The proof of a game's deals, and the file that it is passed on in."""

import json
import random
from dataclasses import replace

import pytest

from engine.cards import CARDS
from engine.deals import commitment
from engine.game import Game
from engine.presets import PRESETS
from engine.proof import FORMAT, Proof, print_proof
from engine.seats import SEATS, next_seat
from tests.engine.proofs import proof_of_deals, rules_of_every_deck
from tests.engine.strategies import play


@pytest.mark.parametrize("rules", rules_of_every_deck())
def test_true_deals_follow(rules: str) -> None:
    """Every deal of every deck follows from its seeds, and so does a dealer drawn by chance."""
    proof = proof_of_deals(rules, random.Random(rules), 3)
    assert proof.false_deals() == ()
    assert proof.first_dealer_follows()


def test_the_proof_of_a_game_holds_its_deals() -> None:
    """It begins with the game's first dealer, and has the deals of rounds past and present."""
    rules = PRESETS["hero_solo"]
    proof = proof_of_deals("hero_solo", random.Random(5), 2)
    game = Game.new(rules, proof.first_dealer)
    assert Proof.of(game, proof.seeds).deals == ()
    game = game.apply(proof.deals[0])
    while game.sheets == ():
        game, _ = play(game, 1, random.Random(7))
    game = game.apply(proof.deals[1])
    assert Proof.of(game, proof.seeds) == proof


def test_a_changed_card_is_found() -> None:
    """The number of each deal that was not dealt is told, and a first dealer who was chosen."""
    proof = proof_of_deals("one_page", random.Random(3), 3)
    first, second, third = proof.deals
    swapped = replace(second, hands=(second.hands[1], second.hands[0], *second.hands[2:]))
    assert replace(proof, deals=(first, swapped, third)).false_deals() == (2,)
    assert replace(proof, deals=(second, first, third)).false_deals() == (1, 2)
    chosen = replace(proof, first_dealer=next_seat(proof.first_dealer))
    assert not chosen.first_dealer_follows()
    fixed = replace(chosen, rules=PRESETS["cardcouch"])
    assert fixed.first_dealer_follows()


def test_the_file_says_everything() -> None:
    """It is JSON with the secret, what was added, the deck, who deals, and all cards."""
    proof = proof_of_deals("cutthroat", random.Random(11), 2)
    file = json.loads(print_proof(proof, 12))
    assert (file["format"], file["table"]) == (FORMAT, 12)
    assert bytes.fromhex(file["secret"]) == proof.seeds.secret
    assert file["hash"] == commitment(proof.seeds.secret)
    assert file["added"] == list(proof.seeds.contributions)
    assert (file["seats"], file["cards_each"], file["drawn_from_stock"]) == (3, 17, False)
    assert (file["first_dealer"], file["first_dealer_by_chance"]) == (proof.first_dealer, True)
    assert file["deck"] == "".join(str(card) for card in CARDS[1:52])
    assert file["deals"][0] == "/".join(str(hand) for hand in proof.deals[0].hands)
    assert len(file["deals"]) == len(proof.deals)
    assert SEATS[file["first_dealer"]] == proof.first_dealer
