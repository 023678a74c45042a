"""Spades Hero's clocks: what happens when time runs out, who is away, and who comes back."""

import pytest

from bot.tables.model import Status
from tests.cogs.audit import cards_in
from tests.cogs.club import Club
from tests.cogs.player import Player
from tests.cogs.reading import labels_of, text_of

TO_BID = 30
TO_PLAY = 15


async def test_the_countdown_is_on_the_table(club: Club) -> None:
    """The turn stands there with the moment in which its time is over, in Discord's own form."""
    await club.four(rules="hero_solo")
    due = club.table().due
    assert due is not None
    assert f"{club.actor().mention} to bid · <t:{int(due.at.timestamp())}:R>" in club.says()
    assert (due.at - club.env.now()).total_seconds() == pytest.approx(TO_BID, abs=1)


async def test_a_bid_is_made_when_time_runs_out(club: Club) -> None:
    """After 30 s a number is bid from the hand, and the next person is to bid."""
    await club.four(rules="hero_solo")
    late = club.actor()
    await club.env.advance_time(TO_BID + 1)
    assert club.actor() is not late
    game = club.table().game
    assert game is not None
    assert game.round is not None
    bid = game.round.bids[club.people.index(late)]
    assert bid is not None
    assert bid.tricks >= 1


async def test_a_legal_card_is_played_when_time_runs_out(club: Club) -> None:
    """After 15 s a legal card is played, shown in the open hand and on the table."""
    await club.four(rules="hero_solo")
    await club.bidding()
    late = club.actor()
    legal = set(late.cards(enabled=True))
    await club.env.advance_time(TO_PLAY + 1)
    (played,) = legal - set(late.cards())
    assert played in cards_in([club.says()])
    assert len(late.cards()) == 12


async def test_after_two_misses_a_computer_holds_the_seat(club: Club) -> None:
    """The table says so, the hand offers "I'm back", and pressing it gives the seat back."""
    await club.four(rules="hero_solo")
    await club.bidding()
    await miss(club, 8)
    assert all(chair.away for chair in club.table().chairs)
    assert club.table().status is Status.PAUSED
    assert "Take a seat, or come back to yours by **My hand**; it closes <t:" in club.says()
    ada = club.people[0]
    assert labels_of(ada.hand()) == ["I'm back"]
    assert "The table is paused, because nobody sits at it." in ada.hand_text()
    said = await ada.press(ada.hand(), label="I'm back")
    assert said.private
    assert not club.table().chairs[0].away
    assert club.table().status is Status.PLAYING
    ada.hands[1] = said.message
    assert "Your hand" in said.text


async def miss(club: Club, turns: int) -> None:
    """Let time run out for so many turns."""
    for _ in range(turns):
        await club.env.advance_time(TO_PLAY + 1)


async def one_away(club: Club) -> Player:
    """Let one person miss two turns, while the others play on, and give that person."""
    await club.four(rules="hero_solo")
    await club.bidding()
    away = club.actor()
    while not club.table().chairs[club.people.index(away)].away:
        if club.actor() is away:
            await miss(club, 1)
        else:
            await club.turn()
    return away


async def test_one_who_is_away_is_played_for(club: Club) -> None:
    """The computer player acts at once from then on; the others need not wait."""
    away = await one_away(club)
    seat = club.people.index(away)
    assert f"({club.table().chairs[seat].computer}" not in club.says()
    assert f"🤖\N{NO-BREAK SPACE}{club.table().chairs[seat].computer} stands in" in club.says()
    for _ in range(6):
        if club.table().turn is None:
            break
        assert club.actor() is not away
        await club.turn()
    assert "A computer player is playing for you. Press **I'm back**" in away.hand_text()


async def test_im_back_is_in_more_as_well(club: Club) -> None:
    """Who has lost the hand finds the button under "More"."""
    away = await one_away(club)
    more = await away.press_table("More")
    assert "I'm back" in more.labels
    said = await away.press(more.message, label="I'm back")
    assert "Your hand" in said.text
    assert not club.table().chairs[club.people.index(away)].away
    assert "stands in" not in club.says()


async def test_playing_a_card_is_being_back(club: Club) -> None:
    """A person who is away and plays a card from the open hand has the seat again."""
    away = await one_away(club)
    seat = club.people.index(away)
    old = away.hand()
    playable = away.cards(enabled=True)
    if playable:
        await away.play(playable[0])
    else:
        await away.press(old, label="I'm back")
    assert not club.table().chairs[seat].away


async def test_acting_in_time_forgives_a_miss(club: Club) -> None:
    """Only two misses in a row make a person away."""
    await club.four(rules="hero_solo")
    await club.bidding()
    person = club.actor()
    seat = club.people.index(person)
    for missed in (True, False, True):
        while club.actor() is not person:
            await club.turn()
        if missed:
            await miss(club, 1)
        else:
            await club.turn()
    assert club.table().chairs[seat].misses == 1
    assert not club.table().chairs[seat].away


async def test_opening_the_hand_does_not_stop_the_clock(club: Club) -> None:
    """The time runs from the beginning of the turn, whatever is pressed meanwhile."""
    await club.four(rules="hero_solo")
    late = club.actor()
    for _ in range(4):
        await club.env.advance_time(TO_BID / 4 - 0.05)
        await late.open_hand()
        await late.press_table("Score")
    await club.env.advance_time(1)
    assert club.actor() is not late


async def test_a_paused_table_closes_after_ten_minutes(club: Club) -> None:
    """When nobody comes back, the table is closed without a result."""
    await club.four(rules="hero_solo")
    await club.bidding()
    message = club.message()
    await miss(club, 8)
    await club.env.advance_time(601)
    assert not club.is_open()
    assert "closed without a result" in text_of(club.message_by_id(club.channel.id, message.id))


async def test_a_guest_wakes_a_table_that_everybody_has_left(club: Club, eve: Player) -> None:
    """All four leave: computer players hold the seats, and whoever sits down goes on."""
    await club.four(rules="cardcouch")
    for person in club.people[:4]:
        await person.slash("leave")
    assert club.table().status is Status.PAUSED
    said = await eve.slash("join", seat=2)
    assert "Your hand" in said.text
    assert club.table().status is Status.PLAYING
    assert club.table().host == eve.id


@pytest.mark.parametrize("pace", ["quick", "steady", "relaxed"])
async def test_a_pace_gives_any_rules_a_clock(club: Club, pace: str) -> None:
    """The pace that was chosen at the table runs like Spades Hero's own clocks."""
    to_bid, to_play = {"quick": (30, 15), "steady": (60, 30), "relaxed": (180, 90)}[pace]
    await club.four(rules="one_page", pace=pace)
    first = club.actor()
    await club.env.advance_time(to_bid - 1)
    assert club.actor() is first
    await club.env.advance_time(2)
    assert club.actor() is not first
    await club.bidding()
    leader = club.actor()
    await club.env.advance_time(to_play - 1)
    assert club.actor() is leader
    await club.env.advance_time(2)
    assert club.actor() is not leader


async def test_without_a_clock_nobody_is_hurried(club: Club) -> None:
    """Hours later the same person is to act."""
    await club.four(rules="hero_solo", pace="none")
    first = club.actor()
    await club.env.advance_time(6 * 3600)
    assert club.actor() is first
    assert "<t:" not in club.says()
