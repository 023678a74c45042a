"""A table of two: hands drawn from the pack by pressing, and what of it each may see."""

from bot.tables.model import DueKind, Status
from engine.cards import Card
from engine.phases import Phase
from engine.round import Round
from engine.seats import SEATS
from engine.views import SeatView, public_view, seat_view
from tests.cogs.audit import cards_in
from tests.cogs.forging import deliver, forge, prepare
from tests.cogs.panel import set_rules
from tests.cogs.player import Player
from tests.cogs.reading import labels_of
from tests.cogs.server import Server


def current(server: Server) -> Round:
    """Give the round as it stands."""
    game = server.table().game
    assert game is not None
    assert game.round is not None
    return game.round


def view_of(server: Server, seat: int) -> SeatView:
    """Give what a seat may see."""
    game = server.table().game
    assert game is not None
    return seat_view(game, SEATS[seat])


def other(server: Server) -> Player:
    """Give the person who is not to act."""
    return next(person for person in server.people[:2] if person is not server.actor())


async def drawn(server: Server, turns: int) -> None:
    """Let both take so many turns at the pack."""
    for _ in range(turns):
        await server.turn()


async def test_a_hand_is_drawn_by_pressing(server: Server) -> None:
    """The card on top is shown with two buttons; afterwards both cards of the turn are told."""
    await server.four(rules="two_handed")
    person, seat = server.actor(), server.table().turn
    assert seat is not None
    top = view_of(server, seat).offered
    assert top is not None
    assert "**Card 1 of 13:** on top lies" in person.hand_text()
    assert cards_in([person.hand_text()]) == {str(top)}
    assert labels_of(person.hand())[:2] == ["Keep it", "Toss it"]
    await person.press(person.hand(), label="Toss it")
    ((taken, put_away),) = view_of(server, seat).drawn
    assert put_away == top
    assert "is out of play." in person.hand_text()
    assert cards_in([person.hand_text()]) == {str(taken), str(put_away)}
    assert "Keep it" not in labels_of(person.hand())
    assert "You: 1 of 13, tossed the top card" in person.hand_text()


async def test_the_other_learns_keep_or_toss_alone(server: Server) -> None:
    """The table and the other hand say who kept and who tossed, and show no card."""
    await server.four(rules="two_handed")
    first = server.actor()
    await first.press(first.hand(), label="Keep it")
    await server.env.advance_time(1)
    assert f"{first.name}: 1 of 13, kept the top card" in server.says()
    assert f"{server.actor().mention} to draw" in server.says()
    assert cards_in([server.says()]) == set()
    assert f"{first.name}: 1 of 13, kept the top card" in server.actor().hand_text()
    assert len(cards_in([server.actor().hand_text()])) == 1


async def test_a_hand_of_one_card_does_not_play_itself(server: Server) -> None:
    """The last card of a hand plays itself, and the first one drawn is none."""
    await server.four(rules="two_handed")
    await drawn(server, 2)
    before, due = server.table().version, server.table().due
    assert due is not None
    assert due.kind is not DueKind.COMPUTER
    await server.env.advance_time(5)
    assert server.table().version == before


async def test_thirteen_each_and_then_the_bids(server: Server) -> None:
    """After 26 turns the one who drew first bids; each hand lists what it has put away."""
    await server.four(rules="two_handed")
    first = server.actor()
    await drawn(server, 26)
    assert server.phase() == Phase.BIDDING
    assert server.actor() is first
    seat = server.table().turn
    assert seat is not None
    view = view_of(server, seat)
    away = {str(turn.put_away) for turn in view.drawn}
    assert view.hand is not None
    assert len(away) == len(view.hand) == 13
    assert "Out of play, as only you know:" in first.hand_text()
    assert cards_in([first.hand_text()]) == away | {str(card) for card in view.hand}
    await first.bid(4)
    await server.actor().bid(4)
    assert "Out of play, as only you know:" in server.actor().hand_text()


async def test_what_was_out_is_told_after_the_round(server: Server) -> None:
    """When the last trick is over each hand lists the 26 cards that nobody could play."""
    await server.four(rules="two_handed")
    await server.until_round_ends()
    game = server.table().game
    assert game is not None
    dead = {str(card) for card in public_view(game).dead}
    assert len(dead) == 26
    (said,) = [line for line in server.people[0].hand_text().split("\n") if "in that round" in line]
    assert cards_in([said]) == dead


async def test_a_press_for_an_earlier_card_changes_nothing(server: Server) -> None:
    """An old button, meant for another card, shows the present hand."""
    await server.four(rules="two_handed")
    first = server.actor()
    old = first.of_verb("draw")[0].custom_id
    await drawn(server, 2)
    before = server.table().version
    said = await forge(server, first, first.hand(), old)
    assert "The table has moved on" in said.text
    assert server.table().version == before


async def test_two_presses_at_once_draw_one_card(server: Server) -> None:
    """A second delivery, or a second press of a trembling finger, takes no second card."""
    await server.four(rules="two_handed")
    first = server.actor()
    button = first.of_verb("draw")[0].custom_id
    once, again = (prepare(server, first, first.hand(), button) for _ in range(2))
    await deliver(server, once, once, again)
    seat = server.people.index(first)
    assert len(view_of(server, seat).drawn) == 1
    assert server.actor() is not first


async def test_nobody_draws_out_of_turn(server: Server) -> None:
    """A forged press of the other one is refused, and so is a watcher's."""
    await server.four(rules="two_handed")
    button = server.actor().of_verb("draw")[0].custom_id
    before = server.table().version
    waits, eve = other(server), server.people[4]
    said = await forge(server, waits, waits.hand(), button)
    assert "That is the hand of another seat." in said.text
    *begun, _, what = button.split(":")
    own = ":".join([*begun, str(1 - (server.table().turn or 0)), what])
    said = await forge(server, waits, waits.hand(), own)
    assert "to draw" in said.text
    await forge(server, eve, waits.hand(), button)
    assert server.table().version == before


async def test_out_of_time(server: Server, ada: Player) -> None:
    """When the time to play is over, a trump, ace, king or queen is kept, and the rest tossed."""
    await server.lobby(server.people[1], rules="two_handed", pace="quick")
    await ada.press_table("Start")
    deck = server.table().rules.deck_in_play
    for _ in range(6):
        turn = server.table().turn
        assert turn is not None
        top = view_of(server, turn).offered
        assert top is not None
        due = server.table().due
        assert due is not None
        await server.env.advance_time((due.at - server.env.now()).total_seconds() + 0.1)
        drawing = current(server).drawing
        assert drawing is not None
        kept = bool(deck.trumps & top.bit) or top.rank >= Card.parse("QS").rank
        assert drawing.keeps[-1] is kept
        if any(chair.away for chair in server.table().chairs):
            break


async def test_a_hint_marks_a_button(server: Server) -> None:
    """A hint says to keep or toss, and how many of the cards not seen are worth more."""
    await server.four(rules="two_handed")
    person = server.actor()
    said = await person.press(person.hand(), label="Hint")
    assert "% of th" in said.text
    assert ("keep it:" in said.text) != ("toss it:" in said.text)


async def test_a_restart_in_the_middle_of_a_draw(server: Server) -> None:
    """The pack lies as it lay, and old buttons work."""
    await server.four(rules="two_handed")
    await drawn(server, 7)
    before = server.table()
    await server.restart()
    await server.rest()
    assert server.table().game == before.game
    person = server.actor()
    await person.press(person.hand(), label="Keep it")
    drawing = current(server).drawing
    assert drawing is not None
    assert len(drawing.keeps) == 8


async def test_a_computer_draws_on_for_one_who_leaves(server: Server) -> None:
    """Whoever leaves is replaced; a computer player draws, bids and plays the hand on."""
    await server.four(rules="two_handed")
    await drawn(server, 5)
    person = server.actor()
    await person.leave()
    await server.env.advance_time(5)
    drawing = current(server).drawing
    assert drawing is not None
    assert len(drawing.keeps) == 6
    left = next(each for each in server.people[:2] if each is not person)
    while server.is_open() and not server.table().game.sheets:  # type: ignore[union-attr]
        if server.table().turn is None:
            break
        await left.do(server.suggestion())
    assert server.is_open()


async def test_either_of_two_may_resign(server: Server, ada: Player, ben: Player) -> None:
    """A table of two has two sides, so one gives up without asking anybody, and the other wins."""
    await server.four(rules="two_handed")
    await drawn(server, 3)
    asked = await ada.press((await ada.press_table("More")).message, label="Resign")
    await ada.press(asked.message, label="Resign")
    table = await server.tables.get(1)
    assert table.status is Status.FINISHED
    assert table.game is not None
    assert table.game.outcome is not None
    assert table.game.outcome.winner == 1
    assert "**1** of 1 games won" in (await ben.slash("stats")).text


async def test_certain_tricks_may_be_claimed(server: Server) -> None:
    """Where what is left is certain both hands are offered it, as at every table."""
    await server.four(rules="two_handed")
    while (game := server.table().game) is not None and game.certain is None:
        await server.step()
    person = server.actor()
    assert "Claim the rest" in labels_of(person.hand())
    sheets = len(game.sheets) if game is not None else 0
    await person.press(person.hand(), label="Claim the rest")
    ended = await server.tables.get(1)
    assert ended.game is not None
    assert len(ended.game.sheets) == sheets + 1


async def test_rules_in_words(ada: Player) -> None:
    """The rules say that two play, that half of the cards is out, and how hands are drawn."""
    said = (await ada.slash("rules", named="two_handed")).text
    assert "Two play, and half of the cards stay out of play." in said
    assert "Each draws a hand from the pack: look at the top card" in said


async def test_a_lobby_of_two(server: Server, ada: Player, ben: Player, eve: Player) -> None:
    """There are two seats; a third person finds none free."""
    await server.lobby(ben, rules="two_handed")
    assert "Seat 2: **Ben**" in server.says()
    assert "Seat 3" not in server.says()
    said = await eve.slash("join", table=1)
    assert "Eve" not in server.says()
    assert said.private


async def test_house_rules_make_a_table_for_two(server: Server, ada: Player, ben: Player) -> None:
    """A host takes two seats away and has hands dealt; blind nil is played then, as with four."""
    await server.lobby(ben, rules="hero_solo", target=50)
    assert "Seat 4" in server.says()
    await set_rules(ada, players="2", two_seat_deal="dealt", blind_nil="yes")
    assert "Seat 3" not in server.says()
    await ada.press_table("Start")
    for person in (ada, ben):
        await person.open_hand()
    assert server.phase() == Phase.BIDDING
    first = server.actor()
    assert {"Look at my cards", "Blind nil"} <= set(labels_of(first.hand()))
    await first.bid("blind")
    second = server.actor()
    assert second is not first
    await second.look()
    await second.bid(5)
    await server.until_round_ends()
    table = await server.tables.get(1)
    assert table.game is not None
    (sheet, *_) = table.game.sheets
    assert sum(sheet.taken) == 13
