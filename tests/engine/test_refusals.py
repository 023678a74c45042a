"""Every refusal of the engine, provoked, with its code, its data and its sentence."""

from typing import cast

import pytest
from hypothesis import given

from engine import errors
from engine.actions import Action, Bid, Deal, Look, Play
from engine.cards import Card
from engine.errors import RuleError
from engine.game import Game, replay
from engine.presets import CARDCOUCH, HERO_PARTNERS, HERO_SOLO
from engine.seats import SEATS
from tests.engine import strategies
from tests.engine.harness import refusal_of
from tests.engine.refused import REFUSED
from tests.engine.refused_games import (
    AH,
    AS,
    BLIND_WHIZ,
    BOARD,
    CUTTHROAT,
    H4,
    KC,
    LED,
    LOWEST_CLUB,
    MIRROR,
    NO_SPADE_FIRST,
    SUICIDE,
    THREE,
    WHIZ,
    bid_by,
    dealt,
    exchanging,
    opened,
    passes,
    playing,
    small_position,
)
from tests.engine.tools import SUITS


@pytest.mark.parametrize(
    ("game", "action", "code", "data"),
    [pytest.param(*case[1:], id=case[0].replace(" ", "-")) for case in REFUSED],
)
def test_refusal(game: Game, action: Action, code: str, data: dict[str, object] | None) -> None:
    """The action is refused with the right code and data, and the game stays as it was."""
    before = game
    refusal = refusal_of(game, action)
    assert refusal is not None
    assert type(refusal).code == code
    assert data is None or vars(refusal) == data
    assert str(refusal)
    assert game == before
    if code != "bad_deal":
        assert vars(game.explain(action)) == vars(refusal)


def test_an_action_of_an_unknown_type_is_refused() -> None:
    """What is no deal, look, bid, pass or play is refused as that, and is not taken for a look."""

    class Knock:
        seat = SEATS[0]

    class Peek(Look):
        pass

    for action in (Knock(), Peek(SEATS[0])):
        refusal = refusal_of(dealt(HERO_PARTNERS), cast("Action", action))
        assert isinstance(refusal, errors.UnknownAction)
        assert refusal.given == type(action).__name__
        assert str(refusal) == f"{refusal.given} is no action of Spades"


def test_following_and_leading_are_free_otherwise() -> None:
    """Next to each refusal of a card stands a card that is taken."""
    assert refusal_of(LED, Play(SEATS[1], H4)) is None
    assert refusal_of(small_position(broken=True), Play(SEATS[0], AS)) is None
    void = LED.apply(Play(SEATS[1], H4))
    assert refusal_of(void, Play(SEATS[2], Card.parse("8D"))) is None


def test_house_rules_refuse_nothing_else() -> None:
    """Next to each refusal of a house rule stands an action that is taken."""
    taken: list[tuple[Game, Action]] = [
        (dealt(), Bid(SEATS[0], 13)),
        (bid_by(CUTTHROAT, deal=THREE), Bid(SEATS[0], 17)),
        (dealt(MIRROR), Bid(SEATS[0], 0)),
        (bid_by(MIRROR, 0, 0, 0), Bid(SEATS[3], 13)),
        (bid_by(WHIZ, 0, 0, 0), Bid(SEATS[3], 13)),
        (bid_by(WHIZ, 0, 0, 0), Bid(SEATS[3], 0)),
        (dealt(BLIND_WHIZ), Bid(SEATS[0], 0, blind=True)),
        (dealt(BLIND_WHIZ).apply(Look(SEATS[0])), Bid(SEATS[0], 0)),
        (bid_by(SUICIDE, 0, 3), Bid(SEATS[2], 1)),
        (bid_by(SUICIDE, 4, 3), Bid(SEATS[2], 0)),
        (dealt(SUICIDE.changed(minimum_contract=4)), Bid(SEATS[0], 4)),
        (dealt(SUICIDE.changed(minimum_contract=4)), Bid(SEATS[0], 0)),
        (dealt(BOARD), Bid(SEATS[0], 1)),
        (bid_by(BOARD, 1, 3), Bid(SEATS[2], 3)),
        (bid_by(BOARD, 4, 3), Bid(SEATS[2], 0)),
        (bid_by(BOARD, 0, 3), Bid(SEATS[2], 0)),
        (dealt(HERO_SOLO.changed(minimum_contract=2)), Bid(SEATS[0], 0)),
        (exchanging(), passes(1, "2D AD")),
        (playing(LOWEST_CLUB), Play(SEATS[0], Card.parse("2C"))),
        (opened(NO_SPADE_FIRST, "2H", "AH", "2D"), Play(SEATS[3], Card.parse("KD"))),
        (opened(NO_SPADE_FIRST.changed(spades_on_first_trick=True), "2H"), Play(SEATS[1], AH)),
        (playing(CARDCOUCH.changed(spade_leads="any_time")), Play(SEATS[0], KC)),
        (opened(CARDCOUCH.changed(spade_leads="any_time")), Play(SEATS[0], AS)),
    ]
    for game, action in taken:
        assert game.explain(action) is None, action
        assert action in game.legal_actions
        game.apply(action)


def test_hand_of_spades_alone_may_break_the_first_trick() -> None:
    """Who holds nothing but spades leads and throws them, whatever the table says of them."""
    strict = NO_SPADE_FIRST
    leads = replay(
        Game.new(strict, SEATS[2]).apply(SUITS), [Bid(SEATS[n], 3) for n in (3, 0, 1, 2)]
    )
    assert leads.to_act == SEATS[3]
    assert leads.explain(Play(SEATS[3], AS)) is None
    thrown = playing(strict)
    for card in ("2C", "2D", "2H"):
        assert thrown.to_act is not None
        thrown = thrown.apply(Play(thrown.to_act, Card.parse(card)))
    assert thrown.explain(Play(SEATS[3], AS)) is None


def test_codes_are_all_different_and_all_provoked() -> None:
    """Every refusal of the engine has a code of its own, and a test here that provokes it."""
    kinds = [kind for kind in RuleError.__subclasses__() if kind.__name__ in errors.__all__]
    codes = [kind.code for kind in kinds]
    assert len(set(codes)) == len(codes)
    provoked = {case[3] for case in REFUSED}
    provoked |= {"bad_position", "bad_bid", "bad_notation", "bad_rules", "bad_tallies"}
    provoked |= {"unknown_action"}
    assert provoked == set(codes)
    assert RuleError.code not in codes


@given(strategies.games(), strategies.actions)
def test_explain_foretells_apply(drawn: strategies.Drawn, action: Action) -> None:
    """Whatever the action, explain says beforehand what apply does; only a deal is dealt to see."""
    game = drawn.game
    foretold, refusal = game.explain(action), refusal_of(game, action)
    if isinstance(action, Deal):
        assert foretold is None or type(foretold) is type(refusal)
    else:
        assert type(foretold) is type(refusal)


@given(strategies.games())
def test_no_refusal_names_a_hidden_card(drawn: strategies.Drawn) -> None:
    """A refusal holds no card but the one that the seat named itself, or that all know to open."""
    game = drawn.game
    for seat in SEATS:
        for card in (AS, KC, H4):
            refusal = game.explain(Play(seat, card))
            shown = [v for v in vars(refusal).values() if isinstance(v, Card)] if refusal else []
            assert set(shown) <= {card, game.rules.deck_in_play.lowest_club}
