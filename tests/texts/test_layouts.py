"""Every layout fits what Discord takes, in every language, with the longest names."""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any, Final

import pytest
from discord import PartialEmoji, ui

from bot.preferences import NEVER, PersonalSettings, ServerSettings
from bot.render.cards import emoji_name
from bot.render.showing import table_picture
from bot.tables.errors import TableEnded
from bot.tables.model import Added, Status, Table
from bot.tables.records import (
    ALL_TIME,
    Order,
    Page,
    Partner,
    PersonCard,
    RatingChange,
    Score,
    Standing,
    Totals,
)
from bot.tables.rulesets import LONGEST_NAME, MOST_SETS, RuleSet
from bot.texts import alt, answers, records
from bot.texts.fairness import verification
from bot.texts.guests import let_in
from bot.texts.house_rules.catalogue import ENTRIES, TOPICS
from bot.texts.refusals import refusal_text, unexpected_text
from bot.texts.table import restarted
from bot.texts.translator import Translator
from bot.texts.why import hint_text
from cogs.base.appearance import Appearance
from cogs.base.controls import LABEL_LENGTH
from cogs.base.faces import Faces
from cogs.base.layouts import components_of, notice
from cogs.hand.confirm_view import confirm_view
from cogs.hand.view import hand_view
from cogs.lobby.more_view import more_view
from cogs.lobby.people_view import people_view
from cogs.lobby.rules_panel import (
    code_form,
    number_form,
    rule_view,
    sets_view,
    topic_view,
    topics_view,
)
from cogs.records.boards import leaderboard_view
from cogs.rules.commands import rules_view
from cogs.settings.personal import personal_view
from cogs.settings.server import server_view
from cogs.table_message.message import Drawn
from cogs.table_message.view import begun_view, left_view, message_view
from engine.actions import Bid, Pass, Play
from engine.cards import CARDS, Card
from engine.deals import SALT_BYTES, Seeds
from engine.errors import MustFollowSuit
from engine.players.player import Choice, Reason, Why
from engine.rules import Rules
from engine.views import seat_view
from tests.engine.mixtures import random_rules
from tests.loopback.components import BUTTON, STRING_SELECT, walk
from tests.loopback.rules import Draft, message_problems, modal_problems
from tests.render.states import pictures
from tests.texts.catalogs import LANGUAGES
from tests.texts.scenes import LONG, LONGEST_ID, RULES, SHORT, at_table, states, tables

ALL: Final = ("en", *LANGUAGES)
BY_LANGUAGE: Final = pytest.mark.parametrize("language", ALL)
BY_RULES: Final = pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
ALIKE: Final = ("one_page", "hero_partners", "jokers", "quick", "five_bags")
"""Presets whose tables look like those of another; their rules are read all the same."""
BY_LOOKS: Final = pytest.mark.parametrize("name", sorted(set(RULES) - set(ALIKE)))

LONGEST_TITLE: Final = 45
"""Discord's limit for the title of a form, and for the labels of its fields."""
LONGEST_OPTION: Final = 100
LONGEST_PLACEHOLDER: Final = 150
LONGEST_LABEL: Final = 80
LONGEST_FIELD_NOTE: Final = 100

SEASON: Final = 8107
PEOPLE_ON_A_PAGE: Final = 10

MANY_SAVED: Final = tuple(RuleSet(f"{n:*<{LONGEST_NAME}}", Rules(), n) for n in range(MOST_SETS))

Component = dict[str, Any]


@cache
def emojis() -> dict[Card, PartialEmoji]:
    """Give card faces, each as long in a text as one can be."""
    return {
        card: PartialEmoji(name=emoji_name(card, "two"), id=LONGEST_ID - 1 - card.index)
        for card in CARDS
    }


def with_faces(words: Translator) -> Appearance:
    """Show cards by their faces."""
    return Appearance(words, faces=Faces(emojis(), emojis()))


def problems(view: ui.LayoutView) -> list[str]:
    """List what Discord would refuse in a layout."""
    components = components_of(view)
    names = {item["media"]["url"].removeprefix("attachment://")
             for _, each in walk(components) for item in each.get("items", ())}  # fmt: skip
    draft = Draft("", (), components, layout=True, file_names=names)
    return [*map(str, message_problems(draft)), *too_long([each for _, each in walk(components)])]


def too_long(components: list[Component]) -> Iterator[str]:
    """Find labels and the like that are longer than Discord takes."""
    for each in components:
        if each["type"] == BUTTON and len(each.get("label") or "") > LONGEST_LABEL:
            yield f"the label {each['label']!r} is too long"
        if each["type"] == STRING_SELECT:
            if len(each.get("placeholder") or "") > LONGEST_PLACEHOLDER:
                yield f"{each['placeholder']!r} is too long"
            labels = [option["label"] for option in each["options"]]
            if len(labels) > 25 or max(map(len, labels)) > LONGEST_OPTION:
                yield f"the options {labels} are too many or too long"
        for item in each.get("items", ()):
            if len(item.get("description") or "") > alt.LONGEST:
                yield f"the description of {item['media']} is too long"


def public_views(table: Table, words: Translator) -> Iterator[ui.LayoutView]:
    """Draw all that everybody sees of a table, with a picture and without."""
    note = restarted(table, words)
    yield message_view(table, words, note)
    picture = table_picture(table)
    if picture is not None and table.status is not Status.CLOSED:
        yield message_view(table, words, note, Drawn(b"picture", alt.alt_text(picture, words)))
    for number in range(len(table.game.sheets) + 2 if table.game is not None else 1):
        yield left_view(table, number, words)
    yield begun_view(table, words)


def own_views(table: Table, words: Translator) -> Iterator[ui.LayoutView]:
    """Draw all that one person sees of a table."""
    yield notice(answers.scores(table, words))
    added = Added(LONGEST_ID, str(LONGEST_ID), b"s" * SALT_BYTES)
    yield notice(verification(replace(table, added=(added,)), words, LONGEST_ID))
    forgotten = replace(table, seeds=Seeds(b"s" * 32, key=b"k" * 32))
    yield notice(verification(forgotten, words))
    for seat, user in [*((s, table.chairs[s].person) for s in table.rules.seats), (None, None)]:
        yield more_view(table, LONGEST_ID + 99 if user is None else user.id, words)
        if seat is not None:
            yield hand_view(table, seat, with_faces(words), unexpected_text(words))
    many = frozenset(range(LONGEST_ID, LONGEST_ID + 99))
    guests = replace(table, private=True, invited=many)
    yield people_view(guests, words, let_in(table, LONGEST_ID, words))
    if table.game is None or table.game.to_act is None:
        return
    view = seat_view(table.game, table.game.to_act)
    if view.legal:
        choice = Choice(view.legal[-1], Why(Reason.DARING_NIL, chance=100))
        yield hand_view(
            table,
            view.seat,
            with_faces(words),
            hint_text(choice, words),
            choice.action,
        )
    for action in view.legal:
        if isinstance(action, Pass) or (isinstance(action, Bid) and action.is_nil):
            yield confirm_view(table, view.seat, action, with_faces(words))
            break
    for card in list(view.playable)[:1]:
        card_meant = Play(view.seat, card)
        yield confirm_view(table, view.seat, card_meant, with_faces(words))
        refusal = refusal_text(MustFollowSuit(card.suit), words, table)
        yield hand_view(table, view.seat, with_faces(words), refusal)


def labels(view: ui.LayoutView) -> Iterator[str]:
    """Give the labels of all buttons."""
    for _, each in walk(components_of(view)):
        if each["type"] == BUTTON:
            yield each.get("label") or ""


def test_what_does_not_fit_is_found() -> None:
    """The tests of this file would see a text, a label or a menu that is too long."""
    assert problems(notice("x" * 4001))
    assert list(too_long([{"type": BUTTON, "label": "x" * 81}]))
    assert list(too_long([{"type": STRING_SELECT, "options": [{"label": "x" * 101}]}]))


@BY_LANGUAGE
@BY_LOOKS
def test_tables_and_hands_fit(name: str, language: str) -> None:
    """The lobby, the table and every hand fit in every phase, with all cards as their faces."""
    words = Translator(language, emojis())
    for table in tables(RULES[name], LONG):
        for view in (*public_views(table, words), *own_views(table, words)):
            assert not problems(view), table.status


@BY_LANGUAGE
@pytest.mark.parametrize("name", ["cutthroat", "wordy"])
def test_no_label_is_cut(name: str, language: str) -> None:
    """Whatever stands on a button beside a name is short enough, and has no formatting."""
    words = Translator(language, emojis())
    for table in tables(RULES[name], SHORT):
        for view in (*public_views(table, words), *own_views(table, words)):
            assert not [e for e in labels(view) if len(e) >= LABEL_LENGTH or "<" in e]


@BY_LANGUAGE
@BY_RULES
def test_rules_in_words_fit(rules: Rules, language: str) -> None:
    """The rules in words fit."""
    assert not problems(rules_view(rules, Translator(language), "-" * 100))


@BY_LANGUAGE
def test_any_house_rules_fit(language: str) -> None:
    """No mixture of house rules takes more words than a message holds, in words or as a panel."""
    words = Translator(language)
    source = random.Random(3)
    note = unexpected_text(words)
    for _ in range(20):
        rules = random_rules(source)
        table = at_table(rules, None, LONG)
        assert not problems(rules_view(rules, words, note))
        assert not problems(topics_view(table, words, note))
        assert not problems(sets_view(table, MANY_SAVED, words, note))
        for topic in TOPICS:
            assert not problems(topic_view(table, topic, words, note))


@BY_LANGUAGE
def test_every_rule_and_its_form_fit(language: str) -> None:
    """Each rule has its page, with labels uncut, and each number its form."""
    words = Translator(language)
    table = at_table(Rules(), None, LONG)
    forms = [code_form(table, words)]
    for entry in ENTRIES.values():
        view = rule_view(
            table, entry, words, unexpected_text(words), entry.answer_to(entry.default)
        )
        assert not problems(view)
        assert not [each for each in labels(view) if len(each) >= LABEL_LENGTH]
        if not entry.choices:
            forms.append(number_form(table, entry, words))
    for modal in forms:
        form: Any = modal.to_dict()
        assert not modal_problems(form)
        assert len(form["title"]) <= LONGEST_TITLE
        for label in form["components"]:
            assert len(label["label"]) <= LONGEST_TITLE, label["label"]
            assert len(label.get("description") or "") <= LONGEST_FIELD_NOTE, label


@BY_LANGUAGE
def test_settings_fit(language: str) -> None:
    """The settings of a person and of a server fit, their labels uncut."""
    words = Translator(language)
    for view in (
        personal_view(PersonalSettings(), 45, words),
        personal_view(PersonalSettings(hints=False, mention_after=NEVER), 60, words),
        server_view(ServerSettings(), 45, words),
        server_view(ServerSettings(pictures=False, mention_after=15), 45, words),
    ):
        assert not problems(view)
        assert not [each for each in labels(view) if len(each) >= LABEL_LENGTH]


@BY_LANGUAGE
@pytest.mark.parametrize("order", list(Order))
def test_records_fit(order: Order, language: str) -> None:
    """The leaderboard and the totals of a person fit, with the largest numbers."""
    words = Translator(language)
    most = 10**7
    totals = Totals(LONGEST_ID, most, most, most, -most, most, most, most, most, most, most, most,
                    most, most)  # fmt: skip
    line = Standing(most, LONGEST_ID, float(most), most, provisional=True)
    full = Page((line,) * PEOPLE_ON_A_PAGE, most, 2 * most)
    for page, season in ((full, SEASON), (full, ALL_TIME), (Page((), 1, 1), SEASON - 1)):
        assert not problems(leaderboard_view(page, order, season, words, now=SEASON))
    changed = RatingChange(
        LONGEST_ID, SEASON, 1000.0, 1999.0, provisional=True, place=1, among_people=True,
        mode="partners",
    )  # fmt: skip
    partner, score = Partner(LONGEST_ID, "W" * 32, most, most), Score(most, most)
    card = PersonCard(totals, (changed,) * 40, score, score, partner)
    assert not problems(notice(records.stats(LONGEST_ID, card, SEASON + 1, words)))
    assert not problems(notice(records.stats(LONGEST_ID, None, SEASON, words)))


@BY_LANGUAGE
def test_a_game_that_has_ended_is_told(language: str) -> None:
    """Whoever presses at a table that is over reads how it ended, in any language."""
    words = Translator(language)
    for rules in RULES.values():
        game = next(game for game in states(rules) if game.outcome is not None)
        table = replace(at_table(rules, game, LONG), status=Status.FINISHED)
        assert not problems(notice(refusal_text(TableEnded(table), words, table)))


@BY_LANGUAGE
@pytest.mark.parametrize("name", sorted(pictures()))
def test_nothing_is_left_out_of_what_a_picture_shows(name: str, language: str) -> None:
    """The description of a picture is told to its end in every language."""
    words, picture = Translator(language), pictures()[name]
    told = alt._lobby if picture.stage == "lobby" else alt._game
    assert alt.alt_text(picture, words) == " ".join(filter(None, told(picture, words)))
