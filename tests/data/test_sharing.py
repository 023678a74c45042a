"""What a process does about the shards, from what it sees of all leases."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.tables.shards import ShardPlan
from data.sharing import Row, Sight, Steps, Waiting, steps

ME, YOU, SHE = "me", "you", "she"


def held(shard: int, owner: str, asker: str | None = None) -> Row:
    """Give a lease that somebody holds."""
    return Row(shard, owner=owner, live=True, asker=asker)


def sight(
    owners: Iterable[str | None], processes: int = 2, ids: Sequence[int] | None = None
) -> Sight:
    """Give what is seen when these processes hold the shards, in order; None: nobody does."""
    rows = tuple(
        Row(shard) if owner is None else held(shard, owner) for shard, owner in enumerate(owners)
    )
    chosen = None if ids is None else frozenset(ids)
    plan = ShardPlan(count=len(rows), processes=processes, ids=chosen, seconds=12)
    return Sight(ME, plan, rows, others=frozenset({YOU, SHE}))


def test_a_share_is_taken_at_once() -> None:
    """Whoever has less than its share takes what is free, and no more than its share."""
    found = steps(sight([None] * 5))
    assert (found.acquire, found.at_most) == ((0, 1, 2, 3, 4), 3)
    assert steps(sight([ME, None, None, YOU])).at_most == 1
    assert steps(sight([YOU, YOU, None, ME])).acquire == (2,)


def test_beyond_its_share_a_process_waits() -> None:
    """A quarter of a lease for each shard that it has more than another, then one at a time."""
    seen = sight([ME, ME, None, None, SHE, SHE, YOU], processes=4)
    assert steps(seen).acquire == ()
    for seconds, taken in ((3.0, ()), (5.9, ()), (6.0, (2, 3))):
        waited = replace(seen, free_for={2: seconds, 3: seconds})
        assert steps(waited).acquire == taken
    assert steps(replace(seen, free_for={2: 6.0, 3: 6.0})).at_most == 1
    assert steps(replace(seen, others=frozenset(), free_for={2: 3.0})).acquire == (2,)


def test_a_list_of_shards_is_all_that_is_taken() -> None:
    """What is not on the list is left alone, free or not, for however long."""
    found = steps(replace(sight([None, None, YOU, YOU], ids=[1]), free_for={0: 99.0}))
    assert (found.acquire, found.at_most, found.ask) == ((1,), 1, ())
    assert steps(sight([None, ME, YOU], ids=[1])) == Steps()


def test_what_is_left_is_asked_for() -> None:
    """By those below their share at once, by others if nobody has asked for a second."""
    seen = sight([ME, YOU, YOU, YOU])
    rows = (seen.rows[0], *(replace(row, leaving=True) for row in seen.rows[1:]))
    assert steps(replace(seen, rows=rows)).ask == (1,)
    full = replace(seen, rows=rows, plan=replace(seen.plan, processes=4))
    assert steps(full).ask == ()
    assert steps(replace(full, unasked_for={1: 0.9, 2: 1.0, 3: 1.0})).ask == (2,)
    asked = tuple(replace(row, asker=SHE) for row in rows)
    assert steps(replace(seen, rows=asked)).ask == ()


def test_the_shard_of_a_late_process_is_asked_for() -> None:
    """So that it is served when its lease runs out; whoever renews after all keeps it."""
    late = replace(held(1, YOU), late=True)
    seen = replace(sight([None, YOU]), rows=(held(0, SHE), late))
    assert steps(seen).ask == (1,)
    full = replace(seen, rows=(held(0, ME), late))
    assert steps(full).ask == ()
    assert steps(full).soon
    assert steps(replace(full, unasked_for={1: 1.0})).ask == (1,)
    asked = replace(late, asker=ME, ready=True)
    assert steps(replace(full, rows=(held(0, ME), asked))).withdraw == ()
    back = replace(full, rows=(held(0, ME), replace(asked, late=False)))
    assert steps(back).withdraw == (1,)
    owner = replace(back, me=YOU)
    assert (steps(owner).hand_over, steps(owner).withdraw) == ((), ())
    gone = replace(full, rows=(held(0, ME), replace(asked, live=False)))
    assert (steps(gone).acquire, steps(gone).at_most) == ((1,), 1)


def test_who_has_two_more_is_asked_for_one() -> None:
    """One at a time, of the process that has the most, as long as that brings them nearer."""
    assert steps(sight([YOU, YOU, YOU, ME])).ask == (2,)
    assert steps(sight([YOU, SHE, SHE, SHE, ME], processes=2)).ask == (3,)
    assert steps(sight([YOU, YOU, ME])).ask == ()
    assert steps(sight([YOU, YOU, ME, ME])).ask == ()
    seen = sight([YOU, YOU, YOU, YOU])
    rows = (replace(seen.rows[0], asker=ME, ready=True), *seen.rows[1:])
    assert steps(replace(seen, rows=rows)).ask == ()
    assert steps(replace(seen, rows=rows)).withdraw == ()
    assert steps(replace(seen, rows=rows, me=YOU)).hand_over == (0,)


def test_a_promised_shard_is_taken_as_soon_as_it_is_free() -> None:
    """Nobody else takes it meanwhile, and it counts as the share of whoever asked."""
    seen = sight([ME, YOU, None, None])
    mine = replace(seen, rows=(*seen.rows[:2], Row(2, asker=ME), Row(3, asker=YOU)))
    found = steps(mine)
    assert (found.acquire, found.at_most) == ((2,), 1)
    assert found.soon


def test_a_shard_goes_when_the_next_is_ready() -> None:
    """A process hands over what another asks for, once that one has connected."""
    asked = replace(held(0, ME, asker=YOU), leaving=True)
    seen = replace(sight([ME, ME]), rows=(asked, held(1, ME)))
    assert steps(seen).hand_over == ()
    ready = replace(seen, rows=(replace(asked, ready=True), held(1, ME)))
    assert steps(ready).hand_over == (0,)
    assert steps(replace(ready, going=True)).hand_over == (0,)
    assert steps(replace(ready, me=SHE)).hand_over == ()


def test_a_leaving_process_waits_to_be_asked() -> None:
    """For two seconds; not at all if there is nobody who could ask; and it takes nothing."""
    leaving = (replace(held(0, ME), leaving=True), Row(1))
    seen = replace(sight([ME, None]), rows=leaving, going=True, free_for={1: 99.0})
    assert steps(seen) == Steps(soon=True)
    assert steps(replace(seen, unasked_for={0: 1.9})).hand_over == ()
    assert steps(replace(seen, unasked_for={0: 2.0})).hand_over == (0,)
    assert steps(replace(seen, others=frozenset())).hand_over == (0,)


def test_nothing_to_do() -> None:
    """With every shard held and nobody leaving there is no reason to look again soon."""
    assert steps(sight([ME, YOU])) == Steps()
    assert steps(sight([ME, None], processes=2)).soon


def test_how_long_a_shard_was_seen_free() -> None:
    """It counts from the first look at which it was so, and anew after it was not."""
    waiting, free = Waiting(), [Row(0), replace(held(1, YOU), leaving=True)]
    assert waiting.seen(free, 10.0) == ({0: 0.0}, {1: 0.0})
    assert waiting.seen(free, 12.5) == ({0: 2.5}, {1: 2.5})
    assert waiting.seen([held(0, YOU), held(1, YOU)], 13.0) == ({}, {})
    assert waiting.seen(free, 14.0) == ({0: 0.0}, {1: 0.0})
