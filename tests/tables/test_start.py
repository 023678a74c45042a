"""The start of a game: who deals first, what the deals follow from, and who may still move."""

import asyncio
import hashlib
from dataclasses import replace

import pytest

from bot.tables import seating
from bot.tables.errors import AlreadySeated, TableError
from bot.tables.model import Added, Status, Table
from engine.actions import Deal
from engine.deals import Seeds, commitment, deal, first_dealer
from engine.notation import parse_action
from engine.presets import CARDCOUCH, HERO_PARTNERS, HERO_SOLO, ONE_PAGE
from engine.rules import Rules
from engine.seats import SEATS
from tests.tables.harness import ANN, BEN, CAT, DAN, Harness, game_of, names

PLAYED = (CARDCOUCH, ONE_PAGE, HERO_SOLO, HERO_PARTNERS)


@pytest.mark.parametrize("seat", range(4))
async def test_in_cardcouch_the_host_bids_first(harness: Harness, seat: int) -> None:
    """The first dealer of cardcouch is the seat before the host's, so the host bids and leads."""
    table = await harness.lobby(rules=CARDCOUCH)
    if seat:
        table = await harness.sit(table, ANN, seat)
    table = await harness.start(table)
    assert game_of(table).dealer == (seat - 1) % 4
    assert table.turn == seat
    current = game_of(table).round
    assert current is not None
    assert current.leader == seat


@pytest.mark.parametrize("rules", [ONE_PAGE, HERO_SOLO, HERO_PARTNERS])
async def test_elsewhere_the_first_dealer_is_drawn(harness: Harness, rules: Rules) -> None:
    """Where the rules leave the first dealer to chance, it follows from the seeds."""
    dealers = set()
    for _ in range(12):
        table = await harness.start(await harness.lobby(rules=rules))
        assert game_of(table).dealer == first_dealer(table.seeds)
        dealers.add(game_of(table).dealer)
    assert len(dealers) > 1


async def test_the_secret_is_fixed_before_the_game(harness: Harness) -> None:
    """The hash that the lobby shows is that of the secret from which the game is dealt."""
    lobby = await harness.lobby(BEN)
    table = await harness.start(lobby)
    assert lobby.commitment == commitment(table.seeds.secret) == table.commitment
    assert table.seeds.secret == harness.secrets.given[0]


async def test_two_tables_have_two_secrets(harness: Harness) -> None:
    """Each table has a secret of its own."""
    first, second = await harness.open(), await harness.open()
    assert first.commitment != second.commitment


async def test_everyone_adds_to_the_deals(harness: Harness) -> None:
    """The contributions are one from each who sat down, in order, and the start itself."""
    table = await harness.start(await harness.lobby(BEN, CAT), command="go")
    assert [each.user_id for each in table.added] == [ANN.id, BEN.id, CAT.id]
    assert table.seeds.contributions == (*(each.leaf for each in table.added), "start:go")


async def test_a_contribution_tells_nothing_without_its_salt(harness: Harness) -> None:
    """A leaf is a hash of the person and the press with a salt that no two of them share."""
    table = await harness.lobby(BEN, CAT)
    assert len({each.salt for each in table.added}) == 3
    [mine] = [each for each in table.added if each.user_id == BEN.id]
    text = mine.salt + f"{BEN.id}:{mine.press}".encode()
    assert hashlib.sha256(text).hexdigest() in table.seeds.contributions
    assert str(BEN.id) not in "".join(table.seeds.contributions)


async def test_the_last_ready_adds_to_the_deals(harness: Harness) -> None:
    """When the fourth ready begins the game, that command is the contribution of the start."""
    table = await harness.lobby(BEN, CAT, DAN)
    for person in (ANN, BEN, CAT):
        await harness.ready(table, person)
    table = await harness.ready(table, DAN, command="fourth")
    assert table.seeds.contributions[-1] == "start:fourth"


async def test_a_change_of_seat_replaces_the_contribution(harness: Harness) -> None:
    """Who changes seats adds one text, not two."""
    table = await harness.lobby(BEN)
    first = table.seeds.contributions
    table = await harness.sit(table, ANN, 3)
    assert len(table.seeds.contributions) == len(first) == 2
    assert table.seeds.contributions == tuple(each.leaf for each in table.added)
    assert table.added[-1].user_id == ANN.id
    assert table.seeds.contributions[-1] not in first


async def test_a_contribution_of_an_older_version_is_replaced(harness: Harness) -> None:
    """In a lobby that an older version opened, the id before the press marks whose it was."""
    table = await harness.lobby(BEN)
    seeds = replace(table.seeds, contributions=(f"{ANN.id}:1", f"{BEN.id}:2"))
    older = replace(table, seeds=seeds, added=())
    added = Added(ANN.id, "3", bytes(16))
    after = seating.sit(older, ANN, SEATS[3], added)
    assert after.seeds.contributions == (f"{BEN.id}:2", added.leaf)


async def test_nobody_adds_to_the_deals_of_a_game_that_has_begun(harness: Harness) -> None:
    """Whoever takes a seat over in mid-game leaves the seeds as they are."""
    table = await harness.playing(BEN)
    seeds = table.seeds
    table = await harness.sit(table, CAT)
    assert table.seeds == seeds


@pytest.mark.parametrize("rules", PLAYED)
async def test_every_deal_follows_from_the_seeds(rules: Rules, harness: Harness) -> None:
    """Each deal in the log is the one that anybody computes from the seeds and its number."""
    table = await harness.playing(rules=rules.changed(target=50))
    for _ in range(3):
        await harness.clock.passes(120)
    seeds = Seeds(harness.secrets.given[0], table.seeds.contributions)
    log = map(parse_action, harness.store.log_of(table.id))
    deals = [action for action in log if isinstance(action, Deal)]
    dealer = game_of(table).first_dealer
    assert deals
    for number, dealt in enumerate(deals, start=1):
        assert dealt == deal(seeds, number, SEATS[(dealer + number - 1) % 4], rules)


def _seat_of_ann(table: Table) -> int | None:
    return table.seat_of(ANN.id)


@pytest.mark.parametrize("start_first", [False, True])
async def test_a_change_of_seat_racing_with_the_start(harness: Harness, start_first: bool) -> None:
    """BUG51: of a change of seat and a start at one moment the first wins.

    The change counts only if it came before the start; a later one is refused, and the game that
    runs is untouched.
    """
    table = await harness.lobby(BEN)
    harness.store.gate.clear()
    move, begin = harness.sit(table, ANN, 2), harness.start(table, command="go")
    racing = (begin, move) if start_first else (move, begin)
    tasks = [asyncio.create_task(each) for each in racing]
    await harness.clock.passes(1)
    harness.store.gate.set()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    refused = [result for result in results if isinstance(result, TableError)]
    after = harness.now(table)
    assert after.status is Status.PLAYING
    assert _seat_of_ann(after) == (0 if start_first else 2)
    assert [type(refusal) for refusal in refused] == ([AlreadySeated] if start_first else [])
    assert harness.store.stored(table.id).game == after.game
    assert harness.store.commands_of(table.id) == ["go"]


async def test_seats_are_fixed_after_the_start(harness: Harness) -> None:
    """BUG51: a change of seat after the start is refused, into any seat."""
    table = await harness.playing(BEN)
    for wanted in (None, 0, 1, 2, 3):
        with pytest.raises(AlreadySeated):
            await harness.sit(table, ANN, wanted)
    assert harness.now(table) == table
    assert names(table) == ["Ann", "Ben", None, None]


async def test_two_starts_begin_one_game(harness: Harness) -> None:
    """The host's start and the fourth ready at one moment begin one game."""
    table = await harness.lobby(BEN, CAT, DAN)
    for person in (ANN, BEN, CAT):
        await harness.ready(table, person)
    results = await asyncio.gather(
        harness.start(table), harness.ready(table, DAN), return_exceptions=True
    )
    assert sum(isinstance(result, TableError) for result in results) == 1
    assert harness.now(table).version == 1


async def test_two_people_racing_for_a_seat(harness: Harness) -> None:
    """Of two people who want one seat at one moment one gets it, and the other is told who."""
    table = await harness.lobby()
    results = await asyncio.gather(
        harness.sit(table, BEN, 2), harness.sit(table, CAT, 2), return_exceptions=True
    )
    assert isinstance(results[0], Table)
    assert getattr(results[1], "name", None) == "Ben"
    assert names(harness.now(table)) == ["Ann", None, "Ben", None]
