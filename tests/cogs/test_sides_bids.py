"""Bids of a side: opened and closed, blind for both partners, thrown in, too few at the table."""

import pytest

from engine.presets import BARRACKS, CAMPUS, JOKERS_WILD
from engine.rules import Rules
from engine.tally import Tally
from tests.cogs.audit import cards_in
from tests.cogs.dealing import begin
from tests.cogs.forging import forge
from tests.cogs.player import Player
from tests.cogs.reading import labels_of
from tests.cogs.server import Server

OPENED = "Ada opens with 3 and a possible."

NO_SPADE = "AH KH QH JH TH 9H 8H 7H 6H 5H AD KD QD"
"""Thirteen cards of which none is a spade, under rules without the two of hearts and diamonds."""


def numbers(person: Player) -> list[str]:
    """List the bids that can be pressed on a person's open hand."""
    return [b.label for b in person.of_verb("bid") if not b.disabled]


async def test_a_side_opens_and_closes(server: Server, ada: Player, chidi: Player) -> None:
    """The opener may say a possible, the closer is told of it, and the number is the side's."""
    await begin(server, BARRACKS.changed(blind_bid=None, blind_bid_deficit=0))
    assert "**Open for your side:** what do you hold?" in ada.hand_text()
    assert "your partner's number will be the contract of you both" in ada.hand_text()
    assert labels_of(ada.hand())[:2] == ["1", "2"]
    said = await ada.press(ada.hand(), label="And a possible")
    assert said.labels[:2] == ["1+", "2+"]
    await ada.press(ada.hand(), label="3+")
    assert OPENED in server.says()
    assert "**Close for your side:** Ada opened with 3 and a possible." in chidi.hand_text()
    assert "Your number alone is the contract of you both." in chidi.hand_text()
    assert numbers(chidi)[0] == "4"
    assert "And a possible" not in labels_of(chidi.hand())
    await chidi.bid(7)
    for said_by in (OPENED, "Chidi closes at 7."):
        assert said_by in server.says()
    assert "contract 7" in server.says()
    await server.bidding()
    for text in (server.says(), ada.hand_text()):
        assert "opens" not in text
        assert "contract 7" in text or "contract 0 of 7" in text
        assert "0 of 3" not in text
        assert "bid 3" not in text


async def test_a_switch_of_an_old_hand_changes_nothing(
    server: Server, ada: Player, chidi: Player
) -> None:
    """Out of turn, and for whoever closes, "and a possible" shows the hand as it is."""
    await begin(server, BARRACKS.changed(blind_bid=None, blind_bid_deficit=0))
    (switch,) = ada.of_verb("possible")
    await ada.bid(3)
    said = await forge(server, ada, ada.hand(), switch.custom_id)
    assert "+" not in "".join(said.labels)
    version = server.table().version
    said = await forge(server, chidi, chidi.hand(), switch.custom_id)
    assert "1+" not in said.labels
    assert server.table().version == version


async def test_a_blind_number_is_the_openers_right(
    server: Server, ada: Player, chidi: Player
) -> None:
    """The partner waits to look; the number asks again, and then covers both."""
    await begin(server, JOKERS_WILD, tallies=(Tally(), Tally(120)))
    assert cards_in([ada.hand_text(), chidi.hand_text()]) == frozenset()
    assert "You may bid **blind 6** or more for your side" in ada.hand_text()
    assert "Your side may still bid blind: wait for Ada." in chidi.hand_text()
    assert "Look at my cards" not in labels_of(chidi.hand(), enabled=True)
    asked = await ada.press(ada.hand(), label="Blind 7")
    assert "Bid **blind 7** for your side? Made, it scores double" in asked.text
    assert "Missed, it costs double." in asked.text
    await ada.sure(asked)
    assert "bid blind 7" in server.says()
    assert len(cards_in([chidi.hand_text()])) == 13
    await server.bidding()
    assert "contract 7" in server.says()


async def test_a_look_of_the_opener_ends_the_blind_numbers(
    server: Server, ada: Player, chidi: Player
) -> None:
    """Then the partner may look as well, and nothing speaks of blind bids any more."""
    await begin(server, JOKERS_WILD, tallies=(Tally(), Tally(120)))
    await ada.look()
    assert "blind" not in chidi.hand_text().lower()
    await chidi.look()
    assert len(cards_in([chidi.hand_text()])) == 13


async def test_a_hand_is_thrown_in(server: Server, ada: Player, dana: Player) -> None:
    """It is asked again, shown to everyone, and dealt again; no other hand is shown."""
    await begin(server, CAMPUS, NO_SPADE)
    assert "Throw this hand in" not in labels_of(dana.hand())
    asked = await ada.press(ada.hand(), label="Throw this hand in")
    assert "Throw this hand in? Everyone sees it" in asked.text
    await ada.sure(asked)
    assert "**Ada** threw this hand in:" in server.says()
    assert len(cards_in([server.says()])) == 13
    assert "Everything is dealt again" in server.says()
    assert "These cards were thrown in." in dana.hand_text()
    thrown = server.message()
    await server.env.advance_time(server.between_rounds)
    assert "round 1" in server.says()
    assert server.table().turn_key[0] == 2
    kept = server.message_by_id(thrown.channel.id, thrown.id)
    assert len(cards_in(str(c.to_dict()) for c in kept.components)) == 13


@pytest.mark.parametrize(
    ("rules", "said"),
    [(CAMPUS.changed(minimum_contract=0),
      "The bids came to 4, and at least 11 must be bid: the cards are thrown in."),
     (JOKERS_WILD.changed(minimum_contract=0, table_short="made"),
      "The bids came to 4, and at least 11 must be bid: all of them count as made.")],
)  # fmt: skip
async def test_too_few_are_bid(server: Server, rules: Rules, said: str) -> None:
    """Everyone reads what follows when the bids of a table do not come to its least."""
    await begin(server, rules)
    for _ in range(4):
        await server.actor().bid(1)
    assert said in server.says()
    made = rules.table_short == "made"
    assert ("made without play" in server.says()) == made
    assert "No trick has been completed" not in server.says()
