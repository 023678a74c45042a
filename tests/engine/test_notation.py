"""Notation: everything that is printed is read back, and nothing else is read."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import Action, Bid, Claim, Deal, Look, Resign
from engine.basis import Terms
from engine.cards import Card
from engine.errors import BadNotation, RuleError
from engine.game import Game, replay
from engine.game_notation import parse_game, print_game
from engine.notation import (
    parse_action,
    parse_bid,
    parse_card,
    parse_cards,
    print_action,
    print_bid,
)
from engine.positions import Start
from engine.presets import CARDCOUCH, HERO_PARTNERS, PRESETS
from engine.round import Round
from engine.round_notation import actions_of, parse_round, print_round
from engine.rules import Rules
from engine.seats import SEATS, Side
from engine.tally import Tally
from tests.engine import strategies
from tests.engine.tools import SUITS, hand

HANDS = "/".join(map(str, SUITS.hands))


@given(strategies.cards)
def test_cards(card: Card) -> None:
    """A card is read back."""
    assert parse_card(str(card)) is card


@given(st.lists(strategies.cards))
def test_runs_of_cards(cards: list[Card]) -> None:
    """Cards that are run together are read back in their order."""
    assert parse_cards("".join(map(str, cards)) or "-") == tuple(cards)


@given(strategies.bids())
def test_bids(bid: Bid) -> None:
    """A bid is read back, and nil is not confused with blind nil."""
    assert parse_bid(print_bid(bid), bid.seat) == bid


@given(strategies.actions)
def test_actions(action: Action) -> None:
    """An action, legal or not, is read back from the line that a log keeps."""
    line = print_action(action)
    assert parse_action(line) == action
    assert "\n" not in line


@pytest.mark.parametrize(
    ("action", "line"),
    [
        (Look(SEATS[2]), "look 2"),
        (Claim(SEATS[2]), "claim 2"),
        (Resign(Side(1)), "resign 1"),
        (Bid(SEATS[2], 4), "bid 2 4"),
        (Bid(SEATS[2], 0), "bid 2 nil"),
        (Bid(SEATS[0], 0, blind=True), "bid 0 blind"),
        (Deal((hand("AS 2C"), hand("3H"))), "deal 2CAS/3H"),
    ],
)
def test_lines_are_as_documented(action: Action, line: str) -> None:
    """What stands in stored logs does not change by accident."""
    assert print_action(action) == line


@given(strategies.games())
def test_games(drawn: strategies.Drawn) -> None:
    """A game at any point, of any rules, is read back from one line, and so is its round."""
    game = drawn.game
    line = print_game(game)
    assert "\n" not in line
    assert parse_game(line) == game
    if game.round is not None:
        assert parse_round(print_round(game.round), game.rules) == game.round


@given(strategies.games())
def test_log_is_replayed(drawn: strategies.Drawn) -> None:
    """The actions of a game, stored as lines and read back, give the game again."""
    log = [parse_action(print_action(action)) for action in drawn.actions]
    assert replay(drawn.start, log) == drawn.game


def test_game_line_is_as_documented() -> None:
    """A preset is named, a mixture is written out, and rounds are parted by bars."""
    game = Game.new(HERO_PARTNERS, SEATS[3])
    assert print_game(game) == "hero_partners | 3 0:0,0:0"
    game = game.apply(SUITS).apply(Look(SEATS[1])).apply(Bid(SEATS[0], 0, blind=True))
    assert print_game(game) == f"hero_partners | 3 0:0,0:0 | 3 {HANDS} B,-,-,- 1 -"
    mixture = Game.new(CARDCOUCH.changed(target=300), SEATS[0], [Tally(-5, 3), Tally(70)])
    assert print_game(mixture) == (
        '{"target":300,"losing_score":-200,"first_dealer":"before_host"} | 0 -5:3,70:0'
    )
    assert parse_game(print_game(mixture)) == mixture


def test_round_that_bids_itself_is_as_documented() -> None:
    """An equals sign stands in place of the bids, and it is read back as such a round."""
    rules = CARDCOUCH.changed(first_round="bids_itself")
    game = Game.new(rules, SEATS[3]).apply(SUITS)
    assert game.round is not None
    assert print_round(game.round) == f"3 {HANDS} = - -"
    after = game.apply(game.legal_actions[0])
    assert after.round is not None
    assert print_round(after.round) == f"3 {HANDS} = - 2C"
    for each in (game, after):
        assert parse_game(print_game(each)) == each
    unbid = CARDCOUCH.changed(target=300)
    with pytest.raises(RuleError):
        parse_game(
            print_game(after).replace(
                print_game(Game.new(rules, SEATS[3])), print_game(Game.new(unbid, SEATS[3]))
            )
        )


def test_seats_that_may_not_bid_blind_are_in_the_line() -> None:
    """Where only a side that is behind may bid blind, the line says whose cards lay open."""
    rules = HERO_PARTNERS.changed(blind_nil_deficit=100)
    game = Game.new(rules, SEATS[3], [Tally(0), Tally(120)]).apply(SUITS)
    game = game.apply(Look(SEATS[2])).apply(Bid(SEATS[0], 0, blind=True))
    assert game.round is not None
    assert print_round(game.round) == f"3 {HANDS} B,-,-,- 2 - o:13"
    assert parse_round(print_round(game.round), rules) == game.round
    assert parse_game(print_game(game)) == game


def position(rules: Rules = CARDCOUCH, broken: bool = True) -> Round:
    """Set up two tricks from the end."""
    hands = [hand("AS 2H"), hand("3H 4H"), hand("5H 2S"), hand("7C 6H")]
    bids = [Bid(SEATS[0], 4), Bid(SEATS[1], 0), Bid(SEATS[2], 3), Bid(SEATS[3], 2)]
    return Round.position(rules, SEATS[3], hands, bids, Start(SEATS[0], (3, 0, 4, 4), broken))


@pytest.mark.parametrize("broken", [True, False])
def test_positions(broken: bool) -> None:
    """A position set up in mid-round is read back, before and after some cards."""
    current = position(broken=broken)
    letter = "b" if broken else "u"
    assert print_round(current) == f"3 2HAS/3H4H/5H2S/7C6H 4,N,3,2 - - 0;3,0,4,4;{letter}"
    for _ in range(6):
        assert parse_round(print_round(current), CARDCOUCH) == current
        current = current.apply(current.legal_actions[-1])


def test_deal_that_must_be_played() -> None:
    """A deal after so many thrown in that it is played, whatever it is, is read back as one."""
    rules = PRESETS["cardcouch"].changed(throw_in="no_spade")
    terms = Terms.usual(rules)._replace(must_play=True)
    current = Round.dealt_by(rules, SEATS[3], SUITS, terms=terms)
    line = print_round(current)
    assert line.endswith(" m:")
    assert parse_round(line, rules) == current
    assert parse_round(line.removesuffix(" m:"), rules) != current


def test_position_has_no_log() -> None:
    """A position was not dealt, so it has no actions that lead to it, and no game."""
    with pytest.raises(BadNotation):
        list(actions_of(position()))
    with pytest.raises(BadNotation):
        parse_game(f"cardcouch | 3 0:0,0:0 | {print_round(position())}")


@pytest.mark.parametrize("text", ["", "A", "ASK", "as", "1S", "AX", "A\u0405", " AS"])
def test_bad_cards(text: str) -> None:
    """What is no card is refused."""
    with pytest.raises(BadNotation) as caught:
        parse_card(text)
    assert (caught.value.what, caught.value.text) == ("a card", text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0",
        "19",
        "nilp",
        "blind19",
        "p",
        "+",
        "-1",
        "04",
        "4.0",
        "Nil",
        "NIL",
        "+4",
        "4\n",
        "\u0664",
        "\u00b2",
    ],
)
def test_bad_bids(text: str) -> None:
    """What is no bid is refused, digits of other scripts included."""
    with pytest.raises(BadNotation):
        parse_bid(text, SEATS[0])


@pytest.mark.parametrize(
    "line",
    [
        "", "deal", "deal ", "deal 2C2C", "look", "look 4", "look -1", "look \u0661", "look 1 2",
        "bid 1", "bid 1 0", "bid 4 3", "bid 1 3 ", "play 1", "play 1 BS", "PLAY 1 AS", "fold 1",
    ],
)  # fmt: skip
def test_bad_actions(line: str) -> None:
    """What is no action is refused."""
    with pytest.raises(BadNotation):
        parse_action(line)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "3",
        f"3 {HANDS} 4,4,4,4 -",
        f"4 {HANDS} 4,4,4,4 - -",
        f"3 {HANDS} 4,4,4 - -",
        f"3 {HANDS} 4,4,4,4,4 - -",
        f"3 {HANDS} 4,4,4,X - -",
        f"3 {HANDS} 4,4,4,4 5 -",
        f"3 {HANDS} 4,4,4,4 - A",
        f"3 {HANDS} 4,4,4,4 - - 0;0,0,0,0;b x",
        "3 2HAS/3H4H/2S5H/7C6H 4,N,3,2 - - 4;3,0,4,4;b",
        "3 2HAS/3H4H/2S5H/7C6H 4,N,3,2 - - 0;3,0,4,4;x",
        "3 2HAS/3H4H/2S5H/7C6H 4,N,3,2 - - 0;3,0,4,\u0664;b",
        "3 2HAS/3H4H/2S5H/7C6H 4,N,3 - - 0;3,0,4,4;b",
        f"3 {HANDS} 4,N,4,4 - - x:",
        f"3 {HANDS} 4,N,4,4 - - x:-,-,-",
        f"3 {HANDS} 4,N,4,4 - - x:-,2C3C2C,-,-",
        f"3 {HANDS} 4,N,4,4 - - x:-,-,-,- x:-,-,-,-",
        f"3 {HANDS} 4,N,4,4 - - o:4",
        f"3 {HANDS} 4,N,4,4 - - o:-",
        f"3 {HANDS} == - -",
    ],
)
def test_bad_rounds(line: str) -> None:
    """A round that cannot be read is refused as notation."""
    with pytest.raises(BadNotation):
        parse_round(line, CARDCOUCH)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (f"3 {HANDS} 4,4,4,4 - 2C3C", "card_not_held"),
        (f"3 {HANDS} 4,4,4,- - 2C", "wrong_phase"),
        (f"3 {HANDS} -,4,4,4 - -", "not_your_turn"),
        (f"3 {HANDS} B,4,4,4 - -", "blind_nil_not_allowed"),
        (f"3 {HANDS} 4,-,-,- 1 -", "nothing_to_look_at"),
        ("3 2C/3C/4C/5C 4,4,4,4 - -", "bad_deal"),
        (f"3 {HANDS} 14,4,4,4 - -", "bad_bid"),
        (f"3 {HANDS} = 1 -", "wrong_phase"),
        (f"3 {HANDS} 4,N,4,4 - - x:-,2D3D,-,-", "wrong_phase"),
        ("3 2HAS/3H4H/2S5H/7C6H 4,N,3,- - - 0;3,0,4,4;b", "bad_position"),
    ],
)
def test_illegal_rounds(line: str, code: str) -> None:
    """A line that can be read but tells of something illegal is refused with that reason."""
    with pytest.raises(RuleError) as caught:
        parse_round(line, CARDCOUCH)
    assert type(caught.value).code == code


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("", "bad_rules"),
        ("whist | 0 0:0,0:0", "bad_rules"),
        ("cardcouch", "bad_notation"),
        ("cardcouch | 0", "bad_notation"),
        ("cardcouch | 4 0:0,0:0", "bad_notation"),
        ("cardcouch | 0 0:0", "bad_notation"),
        ("cardcouch | 0 0:0,0:0,0:0", "bad_notation"),
        ("hero_solo | 0 0:0,0:0", "bad_notation"),
        ("cardcouch | 0 0:0,0:-1", "bad_notation"),
        ("cardcouch | 0 0:0,\u0660:0", "bad_notation"),
        ("cardcouch | 0 0:0," + "9" * 5000 + ":0", "bad_notation"),
        (f"cardcouch | 2 0:0,0:0 | 3 {HANDS} -,-,-,- - -", "bad_notation"),
        (f"cardcouch | 3 0:0,0:0 | 3 {HANDS} 4,-,-,- - - | 0 {HANDS} -,-,-,- - -", "wrong_phase"),
    ],
)
def test_bad_games(line: str, code: str) -> None:
    """A game that cannot be read, or cannot have happened, is refused."""
    with pytest.raises(RuleError) as caught:
        parse_game(line)
    assert type(caught.value).code == code


@given(strategies.games(), st.integers(0, 2**32))
def test_damaged_lines_are_read_or_refused(drawn: strategies.Drawn, seed: int) -> None:
    """A line with a letter changed, lost or doubled is a game, or is refused; nothing else."""
    rng = random.Random(seed)
    line = print_game(drawn.game)
    at = rng.randrange(len(line))
    piece = rng.choice(["", line[at] * 2, rng.choice("023456789TJQKASHDCNBL,/ |-;:xo=\u0663")])
    damaged = line[:at] + piece + line[at + 1 :]
    try:
        game = parse_game(damaged)
    except RuleError:
        return
    assert parse_game(print_game(game)) == game


@given(st.text(max_size=60))
def test_any_text_is_refused_in_good_order(text: str) -> None:
    """No text makes the readers fail with anything but a refusal."""
    for read in (parse_action, parse_card, parse_cards, parse_game):
        try:
            read(text)
        except RuleError:
            continue


@pytest.mark.parametrize("preset", PRESETS)
def test_log_of_a_round(preset: str) -> None:
    """The actions of a round, printed and read back, lead to the same round."""
    start = Game.new(PRESETS[preset], SEATS[1])
    game, _ = strategies.play(start, 40, random.Random(3))
    assert game.round is not None
    log = [parse_action(print_action(action)) for action in actions_of(game.round)]
    assert replay(start, log) == game
