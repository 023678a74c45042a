"""Which lobby suits someone who wants to play at once."""

from dataclasses import replace

import pytest

from bot.tables.model import Chair, Status, Table
from bot.tables.quick_play import lobbies_for, same_kind
from engine.presets import CARDCOUCH, HERO_PARTNERS, ONE_PAGE
from engine.rules import Rules
from tests.tables.harness import ANN, BEN, CAT, DAN, EVE
from tests.tables.test_deadlines import lobby

TO_300 = CARDCOUCH.changed(target=300)


def waiting(table_id: int, people: int = 1, rules: Rules = CARDCOUCH) -> Table:
    """Give a lobby with some people, and free seats besides."""
    chairs = [Chair(person) for person in (ANN, BEN, CAT, DAN)[:people]]
    empty = [Chair()] * (4 - people)
    return replace(lobby(rules), id=table_id, chairs=(*chairs, *empty))


def ids(*tables: Table) -> list[int]:
    """Give the ids of the lobbies that suit Eve, who plays CardCouch."""
    return [table.id for table in lobbies_for(tables, EVE.id, CARDCOUCH)]


@pytest.mark.parametrize(
    ("rules", "others", "same"),
    [
        (CARDCOUCH, CARDCOUCH, True),
        (CARDCOUCH, TO_300, True),
        (CARDCOUCH, CARDCOUCH.changed(bag_limit=5), False),
        (CARDCOUCH, ONE_PAGE, False),
    ],
)
def test_rules_are_of_a_kind_to_whatever_target(rules: Rules, others: Rules, same: bool) -> None:
    """The target makes no other game, any other field does."""
    assert same_kind(rules, others) is same
    assert same_kind(others, rules) is same


def test_the_fullest_lobby_of_the_persons_rules_comes_first() -> None:
    """Before those to another target, and the oldest among equals; other rules are left out."""
    assert ids(
        waiting(1, 3, TO_300),
        waiting(2),
        waiting(3, 2),
        waiting(4, 2),
        waiting(5, 3, HERO_PARTNERS),
    ) == [3, 4, 2, 1]


def test_a_held_seat_comes_before_all() -> None:
    """Whatever is played there; one that is held for someone else is none."""
    held = replace(waiting(7, 3, ONE_PAGE), private=True, invited=frozenset({EVE.id}))
    held = held.with_chair(held.rules.seats[3], Chair(held_for=EVE.id))
    others = waiting(8, 3).with_chair(held.rules.seats[3], Chair(held_for=DAN.id))
    assert ids(waiting(6), held, others) == [7, 6]


def test_where_there_is_no_seat_for_the_person() -> None:
    """Private, full, begun, with computers in the free seats, or where the host removed them."""
    table = waiting(1, 3)
    assert ids(table) == [1]
    assert ids(replace(table, private=True, invited=frozenset({EVE.id}))) == [1]
    for changed in (
        replace(table, private=True),
        replace(table, removed=frozenset({EVE.id})),
        replace(table, status=Status.PLAYING),
        table.with_chair(table.rules.seats[3], Chair(computer="Wren")),
        waiting(1, 4),
    ):
        assert ids(changed) == []
