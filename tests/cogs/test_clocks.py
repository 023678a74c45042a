"""Spades Hero's clocks: what happens when time runs out, who is away, and who comes back."""

import pytest

from bot.tables.model import Status
from tests.cogs.audit import cards_in
from tests.cogs.player import Player
from tests.cogs.reading import labels_of, text_of
from tests.cogs.server import Server
from tests.cogs.test_prompts import prompts

TO_BID = 30
TO_PLAY = 15


async def test_the_countdown_is_on_the_table(server: Server) -> None:
    """The turn stands there with the moment in which its time is over, in Discord's own form."""
    await server.four(rules="hero_solo")
    due = server.table().due
    assert due is not None
    assert f"{server.actor().mention} to bid · <t:{int(due.at.timestamp())}:R>" in server.says()
    assert (due.at - server.env.now()).total_seconds() == pytest.approx(TO_BID, abs=1)


async def test_a_bid_is_made_when_time_runs_out(server: Server) -> None:
    """After 30 s a number is bid from the hand, and the next person is to bid."""
    await server.four(rules="hero_solo")
    late = server.actor()
    await server.env.advance_time(TO_BID + 1)
    assert server.actor() is not late
    game = server.table().game
    assert game is not None
    assert game.round is not None
    bid = game.round.bids[server.people.index(late)]
    assert bid is not None
    assert bid.tricks >= 1


async def test_a_legal_card_is_played_when_time_runs_out(server: Server) -> None:
    """After 15 s a legal card is played, shown in the open hand and on the table."""
    await server.four(rules="hero_solo")
    await server.bidding()
    late = server.actor()
    legal = set(late.cards(enabled=True))
    await server.env.advance_time(TO_PLAY + 1)
    (played,) = legal - set(late.cards())
    assert played in cards_in([server.says()])
    assert len(late.cards()) == 12


async def test_after_two_misses_a_computer_holds_the_seat(server: Server) -> None:
    """The table says so, the hand offers "I'm back", and pressing it gives the seat back."""
    await server.four(rules="hero_solo")
    await server.bidding()
    await miss(server, 8)
    assert all(chair.away for chair in server.table().chairs)
    assert server.table().status is Status.PAUSED
    assert "Take a seat, or come back to yours by **My hand**; it closes <t:" in server.says()
    ada = server.people[0]
    assert labels_of(ada.hand()) == ["I'm back"]
    assert "The table is paused, because nobody sits at it." in ada.hand_text()
    said = await ada.press(ada.hand(), label="I'm back")
    assert said.private
    assert not server.table().chairs[0].away
    assert server.table().status is Status.PLAYING
    ada.hands[1] = said.message
    assert "Your hand" in said.text


async def miss(server: Server, turns: int) -> None:
    """Let time run out for so many turns."""
    for _ in range(turns):
        await server.env.advance_time(TO_PLAY + 1)


async def one_away(server: Server) -> Player:
    """Let one person miss two turns, while the others play on, and give that person."""
    await server.four(rules="hero_solo")
    await server.bidding()
    away = server.actor()
    while not server.table().chairs[server.people.index(away)].away:
        if server.actor() is away:
            await miss(server, 1)
        else:
            await server.turn()
    return away


async def test_one_who_is_away_is_played_for(server: Server) -> None:
    """The computer player acts at once from then on; the others need not wait."""
    away = await one_away(server)
    seat = server.people.index(away)
    assert f"({server.table().chairs[seat].computer}" not in server.says()
    assert f"🤖\N{NO-BREAK SPACE}{server.table().chairs[seat].computer} stands in" in server.says()
    for _ in range(6):
        if server.table().turn is None:
            break
        assert server.actor() is not away
        await server.turn()
    assert "A computer player is playing for you. Press **I'm back**" in away.hand_text()


async def test_im_back_is_in_more_as_well(server: Server) -> None:
    """Who has lost the hand finds the button under "More"."""
    away = await one_away(server)
    more = await away.press_table("More")
    assert "I'm back" in more.labels
    said = await away.press(more.message, label="I'm back")
    assert "Your hand" in said.text
    assert not server.table().chairs[server.people.index(away)].away
    assert "stands in" not in server.says()


async def test_playing_a_card_is_being_back(server: Server) -> None:
    """A person who is away and plays a card from the open hand has the seat again."""
    away = await one_away(server)
    seat = server.people.index(away)
    old = away.hand()
    playable = away.cards(enabled=True)
    if playable:
        await away.play(playable[0])
    else:
        await away.press(old, label="I'm back")
    assert not server.table().chairs[seat].away


async def test_acting_in_time_forgives_a_miss(server: Server) -> None:
    """Only two misses in a row make a person away."""
    await server.four(rules="hero_solo")
    await server.bidding()
    person = server.actor()
    seat = server.people.index(person)
    for missed in (True, False, True):
        while server.actor() is not person:
            await server.turn()
        if missed:
            await miss(server, 1)
        else:
            await server.turn()
    assert server.table().chairs[seat].misses == 1
    assert not server.table().chairs[seat].away


async def test_opening_the_hand_does_not_stop_the_clock(server: Server) -> None:
    """The time runs from the beginning of the turn, whatever is pressed meanwhile."""
    await server.four(rules="hero_solo")
    late = server.actor()
    for _ in range(4):
        await server.env.advance_time(TO_BID / 4 - 0.05)
        await late.open_hand()
        await late.press_table("Score")
    await server.env.advance_time(1)
    assert server.actor() is not late


async def test_a_paused_table_closes_after_ten_minutes(server: Server) -> None:
    """When nobody comes back, the table is closed without a result."""
    await server.four(rules="hero_solo")
    await server.bidding()
    message = server.message()
    await miss(server, 8)
    await server.env.advance_time(601)
    assert not server.is_open()
    assert "closed without a result" in text_of(server.message_by_id(server.channel.id, message.id))


async def test_a_guest_wakes_a_table_that_everybody_has_left(server: Server, eve: Player) -> None:
    """All four leave: computer players hold the seats, and whoever sits down goes on."""
    await server.four(rules="cardcouch")
    for person in server.people[:4]:
        await person.leave()
    assert server.table().status is Status.PAUSED
    said = await eve.slash("join", seat=2)
    assert "Your hand" in said.text
    assert server.table().status is Status.PLAYING
    assert server.table().host == eve.id


@pytest.mark.parametrize("pace", ["quick", "steady", "relaxed"])
async def test_a_pace_gives_any_rules_a_clock(server: Server, pace: str) -> None:
    """The pace that was chosen at the table runs like Spades Hero's own clocks."""
    to_bid, to_play = {"quick": (30, 15), "steady": (60, 30), "relaxed": (180, 90)}[pace]
    await server.four(rules="one_page", pace=pace)
    first = server.actor()
    await server.env.advance_time(to_bid - 1)
    assert server.actor() is first
    await server.env.advance_time(2)
    assert server.actor() is not first
    await server.bidding()
    leader = server.actor()
    await server.env.advance_time(to_play - 1)
    assert server.actor() is leader
    await server.env.advance_time(2)
    assert server.actor() is not leader


async def test_without_a_clock_nobody_is_hurried(server: Server) -> None:
    """Hours later the same person is to act."""
    await server.four(rules="hero_solo", pace="none")
    first = server.actor()
    await server.env.advance_time(6 * 3600)
    assert server.actor() is first
    assert "<t:" not in server.says()


@pytest.mark.parametrize(
    ("settings", "rules", "half"),
    [
        pytest.param({"turn_prompt_seconds": 45}, "hero_partners", 15, id="30 s to bid"),
        pytest.param({"turn_prompt_seconds": 12}, "hero_partners", 12, id="sooner than half"),
    ],
)
async def test_a_short_clock_was_never_mentioned(server: Server, rules: str, half: int) -> None:
    """The mention comes while half of the turn is left, unless it is wanted sooner."""
    await server.four(rules=rules)
    await server.env.advance_time(half - 1)
    assert prompts(server) == []
    await server.env.advance_time(1)
    assert len(prompts(server)) == 1


@pytest.mark.parametrize("settings", [{"turn_prompt_seconds": 45}])
async def test_nobody_is_mentioned_while_thinking(server: Server) -> None:
    """Of 15 seconds to play ten pass first; half of them would be no time to think."""
    await server.four(rules="hero_partners")
    await server.bidding()
    assert prompts(server) == []
    await server.env.advance_time(9)
    assert prompts(server) == []
    await server.env.advance_time(1)
    assert len(prompts(server)) == 1
