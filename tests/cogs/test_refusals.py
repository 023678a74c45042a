"""Every refusal in the words that people read, reached by a press or a command where it can be."""

from typing import get_args

import pytest

from bot.tables.errors import TableError, TableRefusal
from bot.texts.cards import card_text
from bot.texts.refusals import refusal_text
from bot.texts.rule_refusals import RuleRefusal
from bot.texts.translator import ENGLISH
from engine import errors as rule_errors
from engine.cards import Card, Suit
from engine.errors import RuleError
from engine.game import Game
from engine.seats import SEATS
from engine.views import seat_view
from tests.cogs.forging import forge
from tests.cogs.player import Player, Said
from tests.cogs.reading import text_of
from tests.cogs.server import Server

UNREACHABLE = {
    rule_errors.GameIsOver(): "The game is over.",
    rule_errors.UnknownAction("Knock"): "That is not something a seat can do.",
    rule_errors.BadDeal(): "The cards could not be dealt.",
    rule_errors.BadPosition("why"): "That position is not possible.",
    rule_errors.NotYourTurn(SEATS[0], SEATS[1]): "It is not your turn.",
    rule_errors.MustFollowSuit(Suit.DIAMONDS): "You must follow diamonds: you hold some.",
    rule_errors.CardNotHeld(Card.parse("TH")): "You do not hold 10♥\N{VARIATION SELECTOR-15}.",
}
"""What no press and no command leads to: a table says that it has ended before its game can, the
cards are dealt by the bot, and no command reads a position. The last three are reached only with a
table to name people of, or for one suit and card of many."""


def test_every_refusal_has_a_sentence() -> None:
    """No error of the engine or of the tables is missing in the unions that mypy has said whole."""
    assert set(RuleError.__subclasses__()) == set(get_args(RuleRefusal))
    assert set(TableError.__subclasses__()) == set(get_args(TableRefusal))


@pytest.mark.parametrize("refusal", UNREACHABLE, ids=lambda refusal: refusal.code)
def test_the_words_of_what_cannot_be_reached(refusal: RuleError) -> None:
    """These sentences are ready, though nothing that people can do leads to them."""
    assert refusal_text(refusal, ENGLISH) == UNREACHABLE[refusal]


def turn_text(server: Server) -> str:
    """Give the present turn as buttons write it."""
    number, moves = server.table().turn_key
    return f"{number}.{moves}"


def game_of(server: Server) -> Game:
    """Give the game of the first table."""
    game = server.table().game
    assert game is not None
    return game


async def press_card(server: Server, person: Player, card: object) -> Said:
    """Let a person press a card for the present turn, whether or not it can be seen."""
    seat = server.table().seat_of(person.id)
    custom_id = f"s:play:1:{turn_text(server)}:{seat}:{card}"
    return await forge(server, person, person.hand(), custom_id)


async def unchanged(server: Server, said: Said, sentence: str, version: int) -> None:
    """Check that a press got one sentence, seen by one person, and changed nothing."""
    assert said.private
    assert sentence in said.text
    assert server.table().version == version


async def test_not_your_turn(server: Server) -> None:
    """A card out of turn: whose turn it is, above the hand as it stands."""
    await server.four(rules="cardcouch")
    await server.bidding()
    version, actor = server.table().version, server.actor()
    other = next(person for person in server.people[:4] if person is not actor)
    said = await press_card(server, other, other.cards()[0])
    name = actor.member.user.global_name
    await unchanged(server, said, f"It is not your turn: {name} is to act.", version)
    assert said.message.id == other.hand().id
    assert len(other.cards()) == 13


async def test_a_bid_out_of_turn(server: Server) -> None:
    """The same while people bid."""
    await server.four(rules="cardcouch")
    version, actor = server.table().version, server.actor()
    other = next(person for person in server.people[:4] if person is not actor)
    said = await forge(server, other, other.hand(), other.of_verb("bid")[0].custom_id)
    await unchanged(server, said, "It is not your turn: Ada is to act.", version)


async def test_bid_after_bid(server: Server) -> None:
    """A second bid on an old message is stale: there is no change once given."""
    await server.four(rules="cardcouch")
    actor = server.actor()
    bid = actor.of_verb("bid")[6]
    await actor.bid(3)
    version = server.table().version
    said = await forge(server, actor, actor.hand(), bid.custom_id)
    await unchanged(server, said, "The table has moved on", version)
    bid_now = bid.custom_id.replace(":1.0:", f":{turn_text(server)}:")
    said = await forge(server, actor, actor.hand(), bid_now)
    await unchanged(server, said, "It is not your turn: Ben is to act.", version)


async def test_must_follow_suit(server: Server) -> None:
    """A card of another suit, while the led one is held: which suit it must be."""
    await server.four(rules="cardcouch")
    await server.bidding()
    while True:
        view = seat_view(game_of(server), SEATS[server.table().turn or 0])
        assert view.hand is not None
        illegal = [card for card in view.hand if card not in view.playable]
        if illegal and view.public.led is not None:
            break
        await server.turn()
    version, actor = server.table().version, server.actor()
    suit = view.public.led.suit.name.lower()
    said = await press_card(server, actor, illegal[0])
    await unchanged(server, said, f"You must follow {suit}: you hold some.", version)


async def test_spades_not_broken(server: Server) -> None:
    """A spade led too early."""
    await server.four(rules="cardcouch")
    await server.bidding()
    version, actor = server.table().version, server.actor()
    spade = next(card for card in actor.cards() if card.endswith("S"))
    assert spade not in actor.cards(enabled=True)
    said = await press_card(server, actor, spade)
    await unchanged(server, said, "Spades are not broken yet, so lead another suit.", version)


async def test_card_not_held(server: Server) -> None:
    """A card that was played before, pressed again for the present turn."""
    await server.four(rules="cardcouch")
    await server.bidding()
    actor = server.actor()
    card = actor.cards(enabled=True)[0]
    await actor.play(card)
    while server.actor() is not actor:
        await server.turn()
    version = server.table().version
    said = await press_card(server, actor, card)
    await unchanged(server, said, f"You do not hold {card_text(Card.parse(card))}.", version)


async def test_a_double_press_plays_one_card(server: Server) -> None:
    """The same card pressed again, by a second interaction, is a press for an earlier turn."""
    await server.four(rules="cardcouch")
    await server.bidding()
    actor = server.actor()
    card = next(b for b in actor.of_verb("play") if not b.disabled)
    await actor.play(card.last)
    version = server.table().version
    said = await forge(server, actor, actor.hand(), card.custom_id)
    await unchanged(server, said, "The table has moved on", version)


async def test_wrong_phase(server: Server) -> None:
    """A card during the bidding, and a bid during the play."""
    await server.four(rules="cardcouch")
    actor, version = server.actor(), server.table().version
    assert game_of(server).round is not None
    own = next(iter(seat_view(game_of(server), SEATS[server.table().turn or 0]).hand or ()))
    said = await press_card(server, actor, own)
    await unchanged(server, said, "That is not what the table waits for now.", version)
    await server.bidding()
    version = server.table().version
    seat = server.table().turn
    said = await forge(
        server, server.actor(), server.actor().hand(), f"s:bid:1:{turn_text(server)}:{seat}:3"
    )
    await unchanged(server, said, "That is not what the table waits for now.", version)


async def test_someone_elses_hand(server: Server, ada: Player, ben: Player) -> None:
    """A button of Ada's hand, pressed by Ben: it is not his, whoever's turn it is."""
    await server.four(rules="cardcouch")
    version = server.table().version
    bid = ada.of_verb("bid")[2]
    said = await forge(server, ben, ben.hand(), bid.custom_id)
    await unchanged(server, said, "That is the hand of another seat.", version)


async def test_a_hand_pressed_by_whoever_has_no_seat(
    server: Server, ada: Player, eve: Player
) -> None:
    """A guest who presses a card of someone's hand is told about free seats."""
    await server.alone(rules="cardcouch")
    version = server.table().version
    said = await forge(server, eve, server.message(), ada.of_verb("bid")[2].custom_id)
    await unchanged(server, said, "You have no seat at this table. You can watch it here", version)


async def test_a_table_that_has_ended(server: Server, ada: Player) -> None:
    """Every press at a finished table tells how it ended."""
    await server.four(rules="hero_partners", target=50)
    bid = ada.of_verb("bid")[0].custom_id
    hand = ada.hand()
    table = await server.play_out()
    assert table.game is not None
    assert table.game.outcome is not None
    winner = ("Ada & Chidi", "Ben & Dana")[table.game.outcome.winner]
    totals = sorted((tally.points for tally in table.game.tallies), reverse=True)
    points = " : ".join(str(total).replace("-", "\N{MINUS SIGN}") for total in totals)
    sentence = f"This table has ended: {winner} won, {points}."
    for custom_id in (bid, "s:hand:1", "s:more:1", "s:sit:1:2", "s:leave:1", "s:start:1",
                      "s:ready:1", "s:add:1", "s:remove:1", "s:end:1", "s:back:1"):  # fmt: skip
        said = await forge(server, ada, hand, custom_id)
        assert said.private
        assert said.text.removeprefix("### Your hand at table 1\n") == sentence
    assert await server.tables.get(1) == table


async def test_a_table_that_was_closed(server: Server, ada: Player) -> None:
    """A closed table had no result to tell."""
    await server.four()
    hand = ada.hand()
    await server.end()
    assert text_of(hand).endswith(
        "This table was closed without a result. Open a new one with /spades new."
    )
    said = await forge(server, ada, hand, "s:hand:1")
    assert said.text == "This table was closed without a result. Open a new one with /spades new."


async def test_everyone_has_a_seat(server: Server, eve: Player) -> None:
    """With four people there is no room for a fifth."""
    await server.lobby(*server.people[1:4])
    said = await eve.slash("join")
    assert said.text == "Every seat is taken. You can watch the table here."


async def test_no_room_for_a_computer(server: Server, ada: Player) -> None:
    """The same for a computer player, by an old button."""
    await server.lobby(*server.people[1:4])
    said = await forge(server, ada, server.message(), "s:add:1")
    assert said.text == "Every seat is taken. You can watch the table here."


async def test_already_seated(server: Server, ada: Player) -> None:
    """Who sits here already is told where, in the lobby and in the game."""
    await server.lobby()
    assert (await ada.slash("join")).text == "You already sit at this table, in seat 1."
    await ada.press_table("Start")
    said = await ada.slash("join", seat=3)
    assert said.text == "You already sit at this table, in seat 1."


async def test_the_lobby_is_over(server: Server, ada: Player) -> None:
    """Buttons of the lobby, pressed after the start, settle nothing any more."""
    await server.lobby()
    lobby = server.message()
    await ada.press_table("Start")
    for verb in ("ready", "start", "add", "remove"):
        said = await forge(server, ada, lobby, f"s:{verb}:1")
        assert said.text == "The game has begun, so that can no longer be changed."


async def test_back_without_having_been_away(server: Server, ada: Player) -> None:
    """The button "I'm back" from an old message shows the hand, while nobody holds the seat."""
    await server.four()
    said = await forge(server, ada, ada.hand(), "s:back:1")
    assert said.text.startswith("### Your hand at table 1")


async def test_a_card_that_there_is_not(server: Server, ada: Player) -> None:
    """Whoever is asked before a card is played is not asked about one that no deck has."""
    await server.four(rules="cardcouch")
    await server.bidding()
    actor, version = server.actor(), server.table().version
    settings = await actor.slash("me")
    await actor.press(settings.message, label="Ask before a card: off")
    await unchanged(
        server,
        await press_card(server, actor, "XX"),
        "This button belongs to an older version of the bot.",
        version,
    )
