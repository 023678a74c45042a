"""Cards passed between partners: chosen in a menu, seen by nobody else, told to nobody."""

from dataclasses import dataclass

import pytest

from engine.phases import Phase
from tests.cogs.audit import cards_in
from tests.cogs.club import Club
from tests.cogs.forging import forge
from tests.cogs.logbook import read_logs
from tests.cogs.player import Player
from tests.cogs.reading import menus_of, text_of


@dataclass(frozen=True, slots=True)
class Passed:
    """Who passed what to whom."""

    giver: Player
    taker: Player
    cards: tuple[str, ...]


async def exchanging(club: Club, **rules: str) -> None:
    """Begin a game of four in which each side has a nil bidder, and let everyone bid."""
    await begin(club, **rules)
    await club.bidding()


async def begin(club: Club, **rules: str) -> None:
    """Begin a game of four with an exchange of two cards."""
    await club.lobby(*club.people[1:4])
    house = await club.people[0].press_table("House rules")
    form = await club.people[0].press(house.message, label="Bids")
    wanted = {"bidding": "suicide", "exchange": "2", **rules}
    await club.people[0].fill(form, **wanted)
    await club.people[0].press_table("Start")
    for person in club.people[:4]:
        await person.open_hand()


def hidden(club: Club, person: Player) -> set[str]:
    """Give the cards that a person holds, by the log of the table."""
    seat = club.table().seat_of(person.id)
    return set(read_logs(club.path)[1].states[-1].known_to(seat))


def menu(person: Player) -> list[str]:
    """List the cards that a person can choose from."""
    return [each["value"] for found in menus_of(person.hand()) for each in found["options"]]


async def pass_all(club: Club) -> list[Passed]:
    """Let everyone pass the first two cards of the menu."""
    done = []
    while club.phase() == Phase.EXCHANGING:
        giver = club.actor()
        seat = club.table().turn
        assert seat is not None
        cards = tuple(menu(giver)[:2])
        await giver.pass_cards(*cards)
        done.append(Passed(giver, club.at((seat + 2) % 4), cards))
    return done


async def test_only_the_passer_has_a_menu(club: Club) -> None:
    """It offers the thirteen cards of the hand; the others wait and see their own cards."""
    await exchanging(club)
    assert club.phase() == Phase.EXCHANGING
    actor = club.actor()
    for person in club.people[:4]:
        if person is actor:
            (found,) = menus_of(person.hand())
            assert (found["min_values"], found["max_values"]) == (2, 2)
            assert set(menu(person)) == hidden(club, person)
            assert "**Your turn:** choose 2 cards to pass to" in person.hand_text()
        else:
            assert menus_of(person.hand()) == []
            assert "Waiting for" in person.hand_text()


async def test_the_public_sees_that_and_never_what(club: Club) -> None:
    """The message says who is to pass and who has passed; the leak scan looks for the cards."""
    await exchanging(club)
    mark = len(club.journal.sent)
    assert f"{club.actor().mention} to pass cards to the partner" in club.says()
    giver = club.actor()
    await giver.pass_cards(*menu(giver)[:2])
    assert club.says().count("has passed cards") == 1
    passed = await pass_all(club)
    assert len(passed) == 3
    assert club.phase() == Phase.PLAYING
    assert "has passed cards" not in club.says()
    public = [sent for sent in club.journal.sent[mark:] if sent.reader is None]
    assert len(public) >= 4
    assert cards_in(text for sent in public for text in sent.texts) == frozenset()


async def test_the_partner_sees_the_cards_only_when_all_have_chosen(club: Club) -> None:
    """Until then nobody's hand changes; then each hand says what went and what came."""
    await exchanging(club)
    before = {person: hidden(club, person) for person in club.people[:4]}
    first = club.actor()
    cards = menu(first)[:2]
    partner = club.at(((club.table().turn or 0) + 2) % 4)
    await first.pass_cards(*cards)
    assert "You passed" in first.hand_text()
    assert "were passed" not in first.hand_text()
    assert hidden(club, partner) == before[partner]
    assert "were passed" not in partner.hand_text()
    rest = await pass_all(club)
    for each in [Passed(first, partner, tuple(cards)), *rest]:
        assert set(each.cards) <= set(each.taker.cards())
        assert not set(each.cards) & set(each.giver.cards())
        assert "and were passed" in each.taker.hand_text()
        assert len(each.taker.cards()) == 13
    await club.turn()
    assert "You passed" in first.hand_text()
    for _ in range(4):
        await club.turn()
    assert "You passed" not in first.hand_text()


async def test_a_tampered_choice(club: Club) -> None:
    """Cards that are not held, too few, somebody else's choice: one sentence, nothing changed."""
    await exchanging(club)
    actor = club.actor()
    seat = club.table().turn
    other = club.at((seat or 0) + 1 if seat != 3 else 0)
    version = club.table().version
    (found,) = menus_of(actor.hand())
    custom_id = found["custom_id"]
    own = menu(actor)
    foreign = sorted(hidden(club, other))
    for values in ([foreign[0], own[0]], [own[0]], own[:3], [own[0], own[0]], []):
        said = await forge(club, actor, actor.hand(), custom_id, values=values)
        assert "Choose exactly 2 cards that you hold." in said.text
    said = await forge(club, actor, actor.hand(), custom_id, values=["XX", own[0]])
    assert "older version of the bot" in said.text
    said = await forge(club, other, other.hand(), custom_id, values=own[:2])
    assert "That is a hand of another seat." in said.text
    assert club.table().version == version


async def test_cards_passed_by_a_side_that_passes_none(club: Club, ben: Player) -> None:
    """A menu that Ben cannot have: his side bid no nil, so nothing of his is passed."""
    await begin(club, bidding="free")
    for bid in ("nil", 3, 3, 3):
        await club.actor().bid(bid)
    assert club.phase() == Phase.EXCHANGING
    before = club.table()
    number, moves = before.turn_key
    held = sorted(hidden(club, ben))[:2]
    custom_id = f"s:pass:1:{number}.{moves}:{before.seat_of(ben.id)}"
    said = await forge(club, ben, ben.hand(), custom_id, values=held)
    assert said.private
    assert "You have no cards to pass in this round." in said.text
    assert club.table() == before
    assert len(hidden(club, ben)) == 13


async def test_a_stale_choice(club: Club) -> None:
    """A menu of the turn before does nothing, and shows the hand as it is."""
    await exchanging(club)
    actor = club.actor()
    (found,) = menus_of(actor.hand())
    own = menu(actor)
    await actor.pass_cards(*own[:2])
    version = club.table().version
    said = await forge(club, actor, actor.hand(), found["custom_id"], values=own[2:4])
    assert "The table has moved on" in said.text
    assert club.table().version == version


async def test_a_restart_in_between(club: Club) -> None:
    """What has been chosen is kept, and the menus work on."""
    await exchanging(club)
    first = club.actor()
    cards = menu(first)[:2]
    await first.pass_cards(*cards)
    await club.restart()
    assert club.phase() == Phase.EXCHANGING
    for person in club.people[:4]:
        await person.open_hand()
    assert len(await pass_all(club)) == 3
    assert not set(cards) & set(first.cards())


async def test_computer_players_pass_cards_too(club: Club, ada: Player) -> None:
    """One person with three computer players is asked when it is her turn to choose."""
    await club.lobby(computers=3)
    house = await ada.press_table("House rules")
    await ada.fill(await ada.press(house.message, label="Bids"), bidding="suicide", exchange="1")
    await ada.press_table("Start")
    await ada.open_hand()
    await club.bidding()
    assert club.phase() == Phase.EXCHANGING
    await ada.pass_cards(menu(ada)[0])
    assert "and were passed" in ada.hand_text()


async def test_a_timeout_passes_cards(club: Club) -> None:
    """Whoever does not choose in time passes what the clock chooses: never a stuck table."""
    await club.lobby(*club.people[1:4], pace="quick")
    house = await club.people[0].press_table("House rules")
    form = await club.people[0].press(house.message, label="Bids")
    await club.people[0].fill(form, bidding="suicide", exchange="3")
    await club.people[0].press_table("Start")
    await club.people[0].open_hand()
    for _ in range(12):
        if club.phase() == Phase.PLAYING:
            break
        await club.env.advance_time(31)
    assert club.phase() == Phase.PLAYING


@pytest.mark.parametrize("cards", ["3"])
async def test_a_game_with_an_exchange(club: Club, cards: str) -> None:
    """Four people play to the end; every round has its exchange."""
    await exchanging(club, exchange=cards)
    rounds = 0
    while club.is_open():
        rounds += club.phase() == Phase.EXCHANGING
        await club.step()
        if rounds > 12:
            await club.end()
    assert rounds >= 8
    assert text_of(club.messages()[-1])


async def test_cards_to_pass_are_asked_for_again(club: Club) -> None:
    """The choice is shown with a question, and "Not yet" passes nothing."""
    await exchanging(club)
    actor = club.actor()
    version, cards = club.table().version, menu(actor)[:2]
    asked = await actor.choose(actor.hand(), *cards)
    assert asked.text.endswith("?")
    assert cards_in([asked.text.splitlines()[-1]]) == set(cards)
    await actor.press(actor.hand(), label="Not yet")
    assert set(menu(actor)) == hidden(club, actor)
    assert club.table().version == version
    await actor.choose(actor.hand(), *cards)
    await actor.press(actor.hand(), label="Pass these cards")
    assert club.table().version > version
    assert "You passed" in actor.hand_text()
