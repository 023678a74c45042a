"""Blind nil: offered before the cards are shown, gone after a look, across restarts too."""

from tests.cogs.audit import cards_in
from tests.cogs.forging import forge
from tests.cogs.player import Player
from tests.cogs.reading import labels_of, text_of
from tests.cogs.server import Server

BESIDE = ["Score", "More"]
"""What every hand offers to see."""

FACE_DOWN = "Your cards are face down. You may bid **blind nil** "


async def begun(server: Server) -> Player:
    """Begin a game with blind nil, and give the person who bids first."""
    await server.four(rules="hero_partners", target=2000, pace="none")
    return server.actor()


async def test_blind_nil_is_offered_before_the_cards_are_shown(server: Server) -> None:
    """Nothing of a hand is in the message until its person has looked."""
    first = await begun(server)
    for person in server.people[:4]:
        assert FACE_DOWN in person.hand_text()
        assert labels_of(person.hand()) == ["Look at my cards", "Blind nil", *BESIDE]
        enabled = ["Look at my cards", *(["Blind nil"] if person is first else []), *BESIDE]
        assert labels_of(person.hand(), enabled=True) == enabled
        said = person.hand_text()
        assert ("**blind nil** now" in said) == (person is first)
        assert ("**blind nil** when it is your turn" in said) == (person is not first)
    assert not any(cards_in(one.texts) for one in server.journal.sent)


async def test_blind_nil_is_bid(server: Server) -> None:
    """The bid shows the cards, and everybody reads that it was blind."""
    first = await begun(server)
    said = await first.bid("blind")
    assert said.message.id == first.hand().id
    assert len(cards_in([said.text])) == 13
    assert "bid blind nil" in server.says()


async def test_looking_shows_the_cards_and_gives_blind_nil_up(server: Server) -> None:
    """After a look the same message has the cards and the bids 1 to 13 and nil."""
    first = await begun(server)
    said = await first.look()
    assert said.message.id == first.hand().id
    assert len(cards_in([said.text])) == 13
    assert said.labels == [*map(str, range(1, 14)), "Nil", "Hint", *BESIDE, "No more tips"]
    assert len(cards_in([(await first.open_hand()).text])) == 13


async def test_a_look_out_of_turn(server: Server) -> None:
    """One may look while others bid; the bids are there, to be pressed in one's turn."""
    first = await begun(server)
    other = next(person for person in server.people[:4] if person is not first)
    said = await other.look()
    assert len(cards_in([said.text])) == 13
    assert labels_of(said.message, enabled=True) == BESIDE
    assert server.actor() is first


async def test_after_a_look_blind_nil_is_refused(server: Server) -> None:
    """An old message still offers it: pressed there, it is refused and changes nothing."""
    first = await begun(server)
    old = next(b for b in first.of_verb("bid") if b.last == "blind")
    await first.look()
    version = server.table().version
    said = await forge(server, first, first.hand(), old.custom_id)
    assert "A hand has been seen, so nothing can be bid blind in this round." in said.text
    assert server.table().version == version


async def test_a_look_is_remembered_by_the_next_process(server: Server) -> None:
    """Looking gives blind nil up also for the bot that comes after."""
    first = await begun(server)
    old = next(b for b in first.of_verb("bid") if b.last == "blind")
    await first.look()
    await server.restart()
    assert len(cards_in([(await first.open_hand()).text])) == 13
    said = await forge(server, first, first.hand(), old.custom_id)
    assert "nothing can be bid blind in this round" in said.text


async def test_a_hidden_hand_stays_hidden_across_a_restart(server: Server) -> None:
    """Who has not looked can still bid blind nil afterwards."""
    first = await begun(server)
    await server.restart()
    said = await first.open_hand()
    assert FACE_DOWN in said.text
    assert cards_in([said.text]) == frozenset()
    await first.bid("blind")
    assert "bid blind nil" in server.says()


async def test_an_old_look_does_not_turn_over_the_next_rounds_cards(server: Server) -> None:
    """The button "Look" on a message of an earlier round shows the hand as it is: face down."""
    first = await begun(server)
    look = next(b for b in first.of_verb("look"))
    await server.until_round_ends()
    await server.env.advance_time(server.between_rounds)
    assert FACE_DOWN in text_of(first.hand())
    said = await forge(server, first, first.hand(), look.custom_id)
    assert "The table has moved on" in said.text
    assert FACE_DOWN in said.text
    assert cards_in([said.text]) == frozenset()


async def test_looking_twice(server: Server) -> None:
    """A second look finds the cards face up already, and shows them."""
    first = await begun(server)
    look = next(b for b in first.of_verb("look"))
    await first.look()
    said = await forge(server, first, first.hand(), look.custom_id)
    assert "Your cards are already face up." in said.text
    assert len(cards_in([said.text])) == 13


async def test_when_time_runs_out_a_blind_hand_is_bid_from(server: Server) -> None:
    """The clock's bid is made from the hand, never nil and never blind, and shows the cards."""
    await server.four(rules="hero_partners")
    first = server.actor()
    await server.env.advance_time(31)
    game = server.table().game
    assert game is not None
    assert game.round is not None
    bid = game.round.bids[server.people.index(first)]
    assert bid is not None
    assert not bid.is_nil
    assert len(cards_in([first.hand_text()])) == 13


async def test_blind_nil_is_not_offered_where_it_is_not_played(server: Server, ada: Player) -> None:
    """Under other rules the cards are there at once; a forged blind nil is refused."""
    await server.four(rules="cardcouch")
    assert "Blind nil" not in labels_of(ada.hand())
    bid = next(b for b in ada.of_verb("bid") if b.last == "nil")
    said = await forge(server, ada, ada.hand(), bid.custom_id.replace(":nil", ":blind"))
    assert "You cannot bid blind nil now." in said.text
