"""Scenes of the bidding, and of the cards that partners pass."""

from engine.actions import Pass
from engine.phases import Phase
from tests.gallery.catalog import scene, state
from tests.gallery.conditions import bids_made, has_joker, in_phase
from tests.gallery.stage import Stage


@scene(
    "Bidding",
    state(
        "bidding-table",
        "Two have bid, the third is to bid.",
        "table_message.message_view",
        "table_message._drawn",
    ),
    state("bidding-waiting", "Not your turn: the bids stand where they will be.", "hand._bidding"),
    state("bidding-hand", "Your hand, the bids so far, and one press to bid.", "hand._bidding"),
    state("bidding-sure", "Nil is asked for again.", "hand.confirm_view"),
)
async def bidding(stage: Stage) -> None:
    """Bid around the table."""
    await stage.four()
    await stage.until(bids_made(2))
    await stage.show("bidding-table")
    await stage.show("bidding-waiting", stage.dana.hand, viewer=stage.dana)
    await stage.until(bids_made(3))
    await stage.show("bidding-hand", stage.dana.hand, viewer=stage.dana)
    asked = await stage.dana.press(stage.dana.hand, "bid", "nil")
    await stage.show("bidding-sure", asked, viewer=stage.dana)


@scene(
    "Blind nil",
    state(
        "blind-nil-waiting",
        "Cards face down, before it is this seat's turn.",
        "hand._face_down",
    ),
    state("blind-nil-hand", "Cards face down: look at them, or bid blind nil.", "hand._face_down"),
)
async def blind_nil(stage: Stage) -> None:
    """Offer blind nil before the cards are seen."""
    await stage.four(rules="hero_partners")
    actor = stage.actor
    waiting = next(person for person in stage.people if person is not actor)
    await stage.show("blind-nil-waiting", waiting.hand, viewer=waiting)
    await stage.show("blind-nil-hand", actor.hand, viewer=actor)


@scene(
    "Mirror",
    state("bidding-mirror", "The bid is the number of spades.", "hand._bidding"),
)
async def mirror(stage: Stage) -> None:
    """Bid the number of spades."""
    await stage.four(rules="mirror")
    await stage.show("bidding-mirror", stage.actor.hand, viewer=stage.actor)


@scene(
    "Whiz",
    state("bidding-whiz", "The bid is the number of spades, or nil.", "hand._bidding"),
)
async def whiz(stage: Stage) -> None:
    """Bid the number of spades, or nil."""
    await stage.four(rules="whiz")
    await stage.show("bidding-whiz", stage.actor.hand, viewer=stage.actor)


@scene(
    "Suicide",
    state("bidding-suicide", "The partner has bid, which leaves nil or not nil.", "hand._bidding"),
)
async def suicide(stage: Stage) -> None:
    """Bid nil where the partner has not."""
    await stage.four(rules="suicide")
    await stage.until(bids_made(2))
    await stage.show("bidding-suicide", stage.actor.hand, viewer=stage.actor)


@scene(
    "A least contract, and jokers",
    state("bidding-minimum", "A side must bid at least 4; jokers are high.", "hand._bidding"),
    state("play-jokers", "A hand with a joker and high deuces.", "hand._playing"),
)
async def minimum(stage: Stage) -> None:
    """Bid with a board of four, and play jokers."""
    await stage.four(rules="joker_deuce")
    await stage.until(bids_made(2))
    await stage.show("bidding-minimum", stage.actor.hand, viewer=stage.actor)
    await stage.until(lambda table: stage.may_play(table, has_joker))
    await stage.show("play-jokers", stage.actor.hand, viewer=stage.actor)


@scene(
    "Passing cards",
    state(
        "exchange-table",
        "A nil was bid: two partners choose cards to pass.",
        "table_message._drawn",
    ),
    state("exchange-hand", "The menu of cards to pass.", "hand._exchanging"),
    state("exchange-sure", "The cards to pass are asked for again.", "hand.confirm_view"),
    state(
        "exchange-waiting",
        "The cards are passed; the partner still chooses.",
        "hand._exchanging",
    ),
    state(
        "exchange-after",
        "What was passed and received, until the first trick is over.",
        "hand._playing",
    ),
)
async def exchange(stage: Stage) -> None:
    """Pass two cards between the partners of a nil."""
    lobby = await stage.lobby(stage.people[1:], rules="suicide")
    shown = await stage.ada.press(lobby, "house")
    await stage.ada.open_rule(shown, "bids", "exchange")
    await stage.ada.press(shown, "choose", "2")
    await stage.start()
    await stage.until(in_phase(Phase.EXCHANGING))
    await stage.show("exchange-table")
    chooses = stage.actor
    await stage.show("exchange-hand", chooses.hand, viewer=chooses)
    meant = stage.suggestion()
    assert isinstance(meant, Pass)
    asked = await chooses.choose(chooses.hand, "pass", [str(card) for card in meant.cards])
    await stage.show("exchange-sure", asked, viewer=chooses)
    await chooses.press(asked, "sure_pass")
    await stage.show("exchange-waiting", chooses.hand, viewer=chooses)
    await stage.until(in_phase(Phase.PLAYING))
    await stage.show("exchange-after", stage.actor.hand, viewer=stage.actor)
