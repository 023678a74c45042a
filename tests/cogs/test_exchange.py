"""Cards passed between partners: chosen in a menu, seen by nobody else, told to nobody."""

from dataclasses import dataclass

import pytest

from engine.phases import Phase
from engine.views import public_view
from tests.cogs.audit import cards_in
from tests.cogs.forging import forge
from tests.cogs.logbook import read_logs
from tests.cogs.panel import set_rules
from tests.cogs.player import Player
from tests.cogs.reading import menus_of, text_of
from tests.cogs.server import Server
from tests.cogs.test_looks import with_faces


@dataclass(frozen=True, slots=True)
class Passed:
    """Who passed what to whom."""

    giver: Player
    taker: Player
    cards: tuple[str, ...]


async def exchanging(server: Server, **rules: str) -> None:
    """Begin a game of four in which each side has a nil bidder, and let everyone bid."""
    await begin(server, **rules)
    await server.bidding()


async def begin(server: Server, **rules: str) -> None:
    """Begin a game of four with an exchange of two cards."""
    await server.lobby(*server.people[1:4])
    wanted = {"bidding": "suicide", "exchange": "2", **rules}
    await set_rules(server.people[0], **wanted)
    await server.people[0].press_table("Start")
    for person in server.people[:4]:
        await person.open_hand()


def hidden(server: Server, person: Player) -> set[str]:
    """Give the cards that a person holds, by the log of the table."""
    seat = server.table().seat_of(person.id)
    return set(read_logs(server.path)[1].states[-1].known_to(seat))


def menu(person: Player) -> list[str]:
    """List the cards that a person can choose from."""
    return [each["value"] for found in menus_of(person.hand()) for each in found["options"]]


async def pass_all(server: Server) -> list[Passed]:
    """Let everyone pass the first two cards of the menu."""
    done = []
    while server.phase() == Phase.EXCHANGING:
        giver = server.actor()
        seat = server.table().turn
        assert seat is not None
        cards = tuple(menu(giver)[:2])
        await giver.pass_cards(*cards)
        done.append(Passed(giver, server.at((seat + 2) % 4), cards))
    return done


async def test_the_choice_of_cards_to_pass_shows_their_faces(server: Server) -> None:
    """Each card of the menu stands beside its picture."""
    with_faces(server)
    await exchanging(server)
    found = menus_of(server.actor().hand())
    options = [option for menu_of_cards in found for option in menu_of_cards["options"]]
    assert len(options) == 13
    for option in options:
        assert option["emoji"]["name"] == f"c2_{option['value']}"


async def test_a_newcomer_is_told_which_cards_to_pass(server: Server) -> None:
    """Who bid nil gets rid of high cards; the partner gives low ones."""
    await exchanging(server)
    passer = server.actor()
    seat = server.table().seat_of(passer.id)
    assert seat is not None
    game = server.table().game
    assert game is not None
    bid = public_view(game).bids[seat]
    assert bid is not None
    told = "> Pass high cards" if bid.is_nil else "> Pass low cards"
    assert told in passer.hand_text()


async def test_only_the_passer_has_a_menu(server: Server) -> None:
    """It offers the thirteen cards of the hand; the others wait and see their own cards."""
    await exchanging(server)
    assert server.phase() == Phase.EXCHANGING
    actor = server.actor()
    for person in server.people[:4]:
        if person is actor:
            (found,) = menus_of(person.hand())
            assert (found["min_values"], found["max_values"]) == (2, 2)
            assert set(menu(person)) == hidden(server, person)
            assert "**Your turn:** choose 2 cards to pass to" in person.hand_text()
        else:
            assert menus_of(person.hand()) == []
            assert "Waiting for" in person.hand_text()


async def test_the_public_sees_that_and_never_what(server: Server) -> None:
    """The message says who is to pass and who has passed; the leak scan looks for the cards."""
    await exchanging(server)
    mark = len(server.journal.sent)
    assert f"{server.actor().mention} to pass cards to the partner" in server.says()
    giver = server.actor()
    await giver.pass_cards(*menu(giver)[:2])
    assert server.says().count("has passed cards") == 1
    passed = await pass_all(server)
    assert len(passed) == 3
    assert server.phase() == Phase.PLAYING
    assert "has passed cards" not in server.says()
    public = [sent for sent in server.journal.sent[mark:] if sent.reader is None]
    assert len(public) >= 4
    assert cards_in(text for sent in public for text in sent.texts) == frozenset()


async def test_the_partner_sees_the_cards_only_when_all_have_chosen(server: Server) -> None:
    """Until then nobody's hand changes; then each hand says what went and what came."""
    await exchanging(server)
    before = {person: hidden(server, person) for person in server.people[:4]}
    first = server.actor()
    cards = menu(first)[:2]
    partner = server.at(((server.table().turn or 0) + 2) % 4)
    await first.pass_cards(*cards)
    assert "You passed" in first.hand_text()
    assert "were passed" not in first.hand_text()
    assert hidden(server, partner) == before[partner]
    assert "were passed" not in partner.hand_text()
    rest = await pass_all(server)
    for each in [Passed(first, partner, tuple(cards)), *rest]:
        assert set(each.cards) <= set(each.taker.cards())
        assert not set(each.cards) & set(each.giver.cards())
        assert "and were passed" in each.taker.hand_text()
        assert len(each.taker.cards()) == 13
    await server.turn()
    assert "You passed" in first.hand_text()
    for _ in range(4):
        await server.turn()
    assert "You passed" not in first.hand_text()


async def test_a_tampered_choice(server: Server) -> None:
    """Cards that are not held, too few, somebody else's choice: one sentence, nothing changed."""
    await exchanging(server)
    actor = server.actor()
    seat = server.table().turn
    other = server.at((seat or 0) + 1 if seat != 3 else 0)
    version = server.table().version
    (found,) = menus_of(actor.hand())
    custom_id = found["custom_id"]
    own = menu(actor)
    foreign = sorted(hidden(server, other))
    for values in ([foreign[0], own[0]], [own[0]], own[:3], [own[0], own[0]], []):
        said = await forge(server, actor, actor.hand(), custom_id, values=values)
        assert "Choose exactly 2 cards that you hold." in said.text
    said = await forge(server, actor, actor.hand(), custom_id, values=["XX", own[0]])
    assert "older version of the bot" in said.text
    said = await forge(server, other, other.hand(), custom_id, values=own[:2])
    assert "That is the hand of another seat." in said.text
    assert server.table().version == version


async def test_cards_passed_by_a_side_that_passes_none(server: Server, ben: Player) -> None:
    """A menu that Ben cannot have: his side bid no nil, so nothing of his is passed."""
    await begin(server, bidding="free")
    for bid in ("nil", 3, 3, 3):
        await server.actor().bid(bid)
    assert server.phase() == Phase.EXCHANGING
    before = server.table()
    number, moves = before.turn_key
    held = sorted(hidden(server, ben))[:2]
    custom_id = f"s:pass:1:{number}.{moves}:{before.seat_of(ben.id)}"
    said = await forge(server, ben, ben.hand(), custom_id, values=held)
    assert said.private
    assert "You have no cards to pass in this round." in said.text
    assert server.table() == before
    assert len(hidden(server, ben)) == 13


async def test_a_stale_choice(server: Server) -> None:
    """A menu of the turn before does nothing, and shows the hand as it is."""
    await exchanging(server)
    actor = server.actor()
    (found,) = menus_of(actor.hand())
    own = menu(actor)
    await actor.pass_cards(*own[:2])
    version = server.table().version
    said = await forge(server, actor, actor.hand(), found["custom_id"], values=own[2:4])
    assert "The table has moved on" in said.text
    assert server.table().version == version


async def test_a_restart_in_between(server: Server) -> None:
    """What has been chosen is kept, and the menus work on."""
    await exchanging(server)
    first = server.actor()
    cards = menu(first)[:2]
    await first.pass_cards(*cards)
    await server.restart()
    assert server.phase() == Phase.EXCHANGING
    for person in server.people[:4]:
        await person.open_hand()
    assert len(await pass_all(server)) == 3
    assert not set(cards) & set(first.cards())


async def test_computer_players_pass_cards_too(server: Server, ada: Player) -> None:
    """One person with three computer players is asked when it is her turn to choose."""
    await server.lobby(computers=3)
    await set_rules(ada, bidding="suicide", exchange="1")
    await ada.press_table("Start")
    await ada.open_hand()
    await server.bidding()
    assert server.phase() == Phase.EXCHANGING
    await ada.pass_cards(menu(ada)[0])
    assert "and were passed" in ada.hand_text()


async def test_a_timeout_passes_cards(server: Server) -> None:
    """Whoever does not choose in time passes what the clock chooses: never a stuck table."""
    await server.lobby(*server.people[1:4], pace="quick")
    await set_rules(server.people[0], bidding="suicide", exchange="3")
    await server.people[0].press_table("Start")
    await server.people[0].open_hand()
    for _ in range(12):
        if server.phase() == Phase.PLAYING:
            break
        await server.env.advance_time(31)
    assert server.phase() == Phase.PLAYING


@pytest.mark.parametrize("cards", ["3"])
async def test_a_game_with_an_exchange(server: Server, cards: str) -> None:
    """Four people play to the end; every round has its exchange."""
    await exchanging(server, exchange=cards)
    rounds = 0
    while server.is_open():
        rounds += server.phase() == Phase.EXCHANGING
        await server.step()
        if rounds > 12:
            await server.end()
    assert rounds >= 8
    assert text_of(server.messages()[-1])


async def test_cards_to_pass_are_asked_for_again(server: Server) -> None:
    """The choice is shown with a question, and "Not yet" passes nothing."""
    await exchanging(server)
    actor = server.actor()
    version, cards = server.table().version, menu(actor)[:2]
    asked = await actor.choose(actor.hand(), *cards)
    assert asked.text.endswith("?")
    assert cards_in([asked.text.splitlines()[-1]]) == set(cards)
    await actor.press(actor.hand(), label="Not yet")
    assert set(menu(actor)) == hidden(server, actor)
    assert server.table().version == version
    await actor.choose(actor.hand(), *cards)
    await actor.press(actor.hand(), label="Pass these cards")
    assert server.table().version > version
    assert "You passed" in actor.hand_text()
