"""What is special about single presets, at the buttons; `test_games` plays each to the end."""

from tests.cogs.player import Player
from tests.cogs.reading import buttons_of
from tests.cogs.server import Server


async def test_three_people_sit_at_a_table_for_three(server: Server, ada: Player) -> None:
    """There are three seats to take, 17 cards in a hand, and bids up to 17."""
    await server.four(rules="cutthroat")
    assert len(server.table().chairs) == 3
    assert [b.label for b in ada.of_verb("bid")] == [*map(str, range(1, 18)), "Nil"]
    await server.bidding()
    assert len(ada.cards()) == 17


async def test_jokers_have_names_on_buttons(server: Server) -> None:
    """Whoever is dealt a joker reads its name on a button, first in the hand, and can play it."""
    await server.four(rules="jokers")
    await server.bidding()
    held = {card: person for person in server.people[:4] for card in person.cards()}
    assert {"BJ", "LJ"} <= held.keys()
    assert not {"2C", "2D"} & held.keys()
    for code, name in (("BJ", "Big Joker"), ("LJ", "Little Joker")):
        buttons = {
            b.last: b.label for b in buttons_of(held[code].hand()) if b.last in held[code].cards()
        }
        assert buttons[code] == name
        assert list(buttons)[0 if code == "BJ" or held["BJ"] is not held["LJ"] else 1] == code
    await server.until_round_ends()
    assert "Joker" in "\n".join(text for sent in server.journal.sent for text in sent.texts)


async def test_high_deuces_rank_with_the_trumps(server: Server) -> None:
    """With two high deuces the two of diamonds is held as a trump, above the ace of spades."""
    await server.four(rules="joker_deuce")
    await server.bidding()
    holder = next(person for person in server.people[:4] if "2D" in person.cards())
    cards = holder.cards()
    assert all(card in {"BJ", "LJ"} for card in cards[: cards.index("2D")])


async def test_a_forced_bid_is_the_only_button(server: Server) -> None:
    """With mirror bidding one bid can be pressed; with whiz one more at most, nil."""
    await server.four(rules="mirror")
    while server.phase() == "bidding":
        actor = server.actor()
        spades = sum(card.endswith("S") for card in _hand(server))
        enabled = [b.last for b in actor.of_verb("bid") if not b.disabled]
        assert enabled == [str(spades) if spades else "nil"]
        assert f"**Your bid:** the rules leave you {enabled[0]}." in actor.hand_text()
        assert "how many" not in actor.hand_text()
        await server.turn()


def _hand(server: Server) -> list[str]:
    game = server.table().game
    assert game is not None
    assert game.round is not None
    assert game.to_act is not None
    return [str(card) for card in game.round.hand(game.to_act)]
