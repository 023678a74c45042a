"""Ratings: what a game says of those who played it."""

import random
from itertools import pairwise

import pytest

from engine.presets import CARDCOUCH, HERO_SOLO
from engine.ratings import (
    ANCHORS,
    NEWCOMER,
    SURE,
    Part,
    SideResult,
    Skill,
    chance,
    length_of,
    rated,
)

ROUNDS = 9.0


def of_two(first: int, second: int, *, wins: int = 0) -> list[SideResult]:
    """Give the result of two partnerships of four people, by their points."""
    return [
        SideResult((Part(0, 0.5), Part(2, 0.5)), first, 1 if wins == 0 else 2),
        SideResult((Part(1, 0.5), Part(3, 0.5)), second, 1 if wins == 1 else 2),
    ]


def of_four(points: list[int], places: list[int]) -> list[SideResult]:
    """Give the result of a game in which each plays alone."""
    return [
        SideResult((Part(who, 1.0),), own, place)
        for who, (own, place) in enumerate(zip(points, places, strict=True))
    ]


def test_partners_rise_and_fall_together() -> None:
    """Of equal people, both winners gain the same, both losers lose as much, all are surer."""
    after = rated("partners", of_two(500, 300), [NEWCOMER] * 4, ROUNDS)
    gained = [skill.mean - NEWCOMER.mean for skill in after]
    assert gained[0] == gained[2] > 0
    assert gained[1] == gained[3] == pytest.approx(-gained[0])
    assert all(skill.deviation < NEWCOMER.deviation for skill in after)


def test_the_margin_counts() -> None:
    """The larger the margin, the more is gained."""
    gains = [
        rated("partners", of_two(500, other), [NEWCOMER] * 4, ROUNDS)[0].mean
        for other in (490, 400, 200, -100)
    ]
    assert all(less < more for less, more in pairwise(gains))


def test_a_win_costs_nothing() -> None:
    """Whoever wins by less than was expected keeps the rating, and so does whoever loses."""
    strong, weak = Skill(1800.0, 80.0), Skill(1300.0, 80.0)
    after = rated("partners", of_two(510, 500), [strong, weak, strong, weak], ROUNDS)
    assert [skill.mean for skill in after] == [1800.0, 1300.0, 1800.0, 1300.0]


def test_a_game_won_with_fewer_points_is_no_loss() -> None:
    """A side counts no more points than one that came before it, as where the other resigned."""
    even = rated("partners", of_two(200, 200), [NEWCOMER] * 4, ROUNDS)
    behind = rated("partners", of_two(200, 450), [NEWCOMER] * 4, ROUNDS)
    assert behind == even


def test_beating_a_computer_as_expected_gives_nothing() -> None:
    """Someone known to be better than a computer gains by what is beyond that alone."""
    person = Skill(1600.0, 60.0)
    computer = Skill(ANCHORS["solo"]["easy"], 0.0)
    usual = [SideResult((Part(0, 1.0),), 130, 1), SideResult((Part(1, 1.0),), 30, 2)]
    before = person
    for _ in range(60):
        person, fixed = rated("solo", usual, [person, computer], ROUNDS)
        assert fixed == computer
    settled = person
    for _ in range(60):
        person, _ = rated("solo", usual, [person, computer], ROUNDS)
    assert abs(person.mean - settled.mean) < abs(settled.mean - before.mean) / 4


def test_a_seat_counts_by_what_one_had_of_it() -> None:
    """Of two who shared a seat, the one who had more of it gains more."""
    shared = [
        SideResult((Part(0, 0.4), Part(2, 0.5), Part(4, 0.1)), 500, 1),
        SideResult((Part(1, 0.5), Part(3, 0.5)), 300, 2),
    ]
    after = rated("partners", shared, [NEWCOMER] * 5, ROUNDS)
    assert after[2].mean > after[0].mean > after[4].mean > NEWCOMER.mean


def test_solo_goes_by_places() -> None:
    """Of four, the first gains most and the last loses most; the order is that of the points."""
    after = rated("solo", of_four([300, 250, 150, 20], [1, 2, 3, 4]), [NEWCOMER] * 4, 5.0)
    means = [skill.mean for skill in after]
    assert means == sorted(means, reverse=True)
    assert sum(means) == pytest.approx(4 * NEWCOMER.mean, abs=0.01)


def test_less_weight_moves_less() -> None:
    """A game that is repeated within a day counts for less."""
    whole = rated("partners", of_two(500, 300), [NEWCOMER] * 4, ROUNDS)
    half = rated("partners", of_two(500, 300), [NEWCOMER] * 4, ROUNDS, weight=0.5)
    assert NEWCOMER.mean < half[0].mean < whole[0].mean
    assert half[0].deviation > whole[0].deviation


def test_ratings_find_how_good_people_are() -> None:
    """After many games the order of the ratings is that of the skills, and none is provisional."""
    rng = random.Random(5)
    skills = [1300.0, 1400.0, 1500.0, 1600.0, 1700.0]
    known = [NEWCOMER] * len(skills)
    for _ in range(600):
        four = rng.sample(range(len(skills)), 4)
        expected = (skills[four[0]] + skills[four[2]] - skills[four[1]] - skills[four[3]]) / 2
        margin = round(rng.gauss(expected * 0.096 * ROUNDS, 80 * ROUNDS**0.5))
        sides = of_two(300 + margin, 300, wins=int(margin < 0))
        after = rated("partners", sides, [known[who] for who in four], ROUNDS)
        for who, skill in zip(four, after, strict=True):
            known[who] = skill
    assert sorted(known, key=lambda skill: skill.mean) == known
    assert not any(skill.provisional for skill in known)


def test_a_new_season_begins_nearer_to_the_start() -> None:
    """A season keeps most of the distance, in both directions, and is less certain."""
    for mean in (1800.0, 1200.0):
        before = Skill(mean, 60.0)
        after = before.next_season()
        assert abs(after.mean - NEWCOMER.mean) < abs(mean - NEWCOMER.mean)
        assert (after.mean > NEWCOMER.mean) == (mean > NEWCOMER.mean)
        assert before.deviation < after.deviation <= NEWCOMER.deviation
    assert NEWCOMER.next_season() == NEWCOMER


def test_few_games_are_provisional() -> None:
    """A newcomer is provisional; the deviation decides."""
    assert NEWCOMER.provisional
    assert not Skill(1500.0, SURE).provisional


def test_how_many_rounds_a_margin_is_worth() -> None:
    """A game to a target is worth what such games take; another, what was played."""
    assert length_of(CARDCOUCH, 4, finished=True) == length_of(CARDCOUCH, 14, finished=True)
    assert length_of(CARDCOUCH, 4, finished=False) == 4.0
    assert length_of(CARDCOUCH.changed(target=None, rounds=6), 6, finished=True) == 6.0
    half = CARDCOUCH.changed(target=250)
    assert 2 * length_of(half, 4, finished=True) == length_of(CARDCOUCH, 8, finished=True)
    assert 1.0 <= length_of(HERO_SOLO, 3, finished=True) <= 20.0


def test_chances() -> None:
    """Equal sides have equal chances; certainty and length make a difference larger."""
    assert chance(NEWCOMER, NEWCOMER, ROUNDS) == 0.5
    better, sure = Skill(1600.0, 100.0), Skill(1600.0, 10.0)
    other = Skill(1500.0, 10.0)
    assert 0.5 < chance(better, other, ROUNDS) < chance(sure, other, ROUNDS)
    assert chance(sure, other, 2.0) < chance(sure, other, 20.0)
    assert chance(sure, other, ROUNDS) + chance(other, sure, ROUNDS) == pytest.approx(1.0)
