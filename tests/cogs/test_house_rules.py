"""House rules: the forms of the lobby, field by field, and everything that can be wrong in one."""

from contextlib import suppress
from itertools import permutations
from typing import Any

import pytest

from bot.tables.forms import answer_of, field_of
from bot.texts.fields import FORMS, field_label, form_title
from bot.texts.house_rules.catalogue import ENTRIES
from bot.texts.rules import rules_heading, rules_line
from bot.texts.translator import ENGLISH
from engine.errors import BadRules
from engine.presets import CARDCOUCH, CUTTHROAT
from engine.rules import Rules
from tests.cogs.forging import deliver_again, forge
from tests.cogs.player import Player, Said
from tests.cogs.reading import Message, text_of
from tests.cogs.server import Server
from tests.loopback.components import LABEL, walk
from tests.texts.applying import with_value

SOLO = {"mode": "solo", "players": "3"}


def change_of(field: str) -> tuple[Rules, str]:
    """Give rules, and an answer that changes a field of them and agrees with the others."""
    entry = ENTRIES[field]
    for value, other in permutations(entry.values(), 2):
        after = with_value(entry, value)
        with suppress(BadRules):
            return after.changed(**{field: other}), answer_of(after, field)
    raise AssertionError(field)


def form_of(field: str) -> str:
    """Give the form in which a field stands."""
    return next(form for form, fields in FORMS.items() if field in fields)


async def open_house(person: Player) -> Message:
    """Press "House rules", and give the message with the buttons of the forms."""
    said = await person.press_table("House rules")
    assert said.private
    return said.message


async def open_form(person: Player, form: str, house: Message | None = None) -> Said:
    """Open a form as a person does."""
    house = house or await open_house(person)
    return await person.press(house, label=form_title(form, ENGLISH))


@pytest.mark.parametrize("form", FORMS)
async def test_each_field_is_changed_through_its_form(
    server: Server, ada: Player, form: str
) -> None:
    """The form shows the value as it is, takes another, and the lobby follows at once."""
    await server.lobby()
    house = await open_house(ada)
    for field in FORMS[form]:
        before, answer = change_of(field)
        await _set_rules(server, ada, before)
        shown = await open_form(ada, form, house)
        assert shown.prefilled == {
            name: answer_of(server.table().rules, name) for name in FORMS[form]
        }
        said = await ada.fill(shown, **{field: answer})
        after = server.table().rules
        assert answer_of(after, field) == answer != answer_of(before, field)
        assert said.message.id == house.id
        heading = rules_heading(after, ENGLISH)
        assert f"**{heading}**" in text_of(house)
        assert rules_line(after, ENGLISH) in server.says()


async def _set_rules(server: Server, host: Player, rules: Rules) -> None:
    """Bring a lobby's rules about by the way that forms take."""
    from bot.tables import lifecycle  # noqa: PLC0415 - the one place that does not press

    await server.tables.change(
        1, lambda table: lifecycle.change_rules(table, host.id, rules), host.id
    )


async def test_a_form_says_what_it_asks_for(server: Server, ada: Player) -> None:
    """Every field has its name above it, and a number its range below."""
    await server.lobby()
    for form, fields in FORMS.items():
        shown = await open_form(ada, form)
        modal = shown.form
        assert modal["title"] == form_title(form, ENGLISH)
        labels = [part for _, part in walk(modal["components"]) if part["type"] == LABEL]
        assert [part["label"] for part in labels] == [field_label(f, ENGLISH) for f in fields]
        for part, name in zip(labels, fields, strict=True):
            assert bool(part.get("description")) == (not field_of(name).choices)


BAD = [
    ("target", "many", "Points to win: `many` does not fit; a whole number, 50 to 2000."),
    ("target", "49", "Points to win: `49` does not fit; a whole number, 50 to 2000."),
    ("target", "2001", "Points to win: `2001` does not fit"),
    ("target", "3.5", "Points to win: `3.5` does not fit"),
    ("target", "-", "Points to win: `-` does not fit"),
    ("target", "1e3", "Points to win: `1e3` does not fit"),
    ("target", "\N{ARABIC-INDIC DIGIT FIVE}00", "does not fit; a whole number, 50 to 2000."),
    ("target", "`5`", "Points to win: `5` does not fit"),
    ("losing_score", "-49", "Losing score: `-49` does not fit"),
    ("losing_score", "200", "`200` does not fit; a whole number, -50 or less; empty: none."),
    ("bag_limit", "14", "Bags until a penalty: `14` does not fit"),
    ("exchange", "4", "`4` does not fit; a whole number, 0 to 3; 0: none."),
    ("bid_seconds", "4", "`4` does not fit; a whole number, 5 to 86400; empty: none."),
    ("nil_value", "9", "Points for nil: `9` does not fit; a whole number, 10 to 500."),
]


@pytest.mark.parametrize(("field", "answer", "sentence"), BAD)
async def test_a_bad_answer(
    server: Server, ada: Player, field: str, answer: str, sentence: str
) -> None:
    """It is answered in the form's own words above the forms, and nothing changes."""
    await server.lobby()
    before = server.table()
    shown = await open_form(ada, form_of(field))
    said = await ada.fill(shown, **{field: answer})
    assert sentence in said.text
    assert server.table() == before
    assert "Nil" in said.labels


@pytest.mark.parametrize(
    ("field", "answer"), [("losing_score", ""), ("bag_limit", "none"), ("bid_seconds", "off")]
)
async def test_none_is_an_answer(server: Server, ada: Player, field: str, answer: str) -> None:
    """What may be without a value is so when the answer is empty, or says it."""
    await server.lobby(rules="hero_partners")
    shown = await open_form(ada, form_of(field))
    await ada.fill(shown, **{field: answer})
    assert getattr(server.table().rules, field) is None


@pytest.mark.parametrize(
    ("form", "answers", "sentence"),
    [
        (
            "deck",
            {"players": "3"},
            "Three players cannot play as partners: choose solo, or four players.",
        ),
        (
            "deck",
            {"players": "3", "mode": "solo", "deck": "jokers"},
            "Three players share 51 standard cards",
        ),
        (
            "nil",
            {"blind_nil_value": "300"},
            "A value for blind nil makes no sense while blind nil is not allowed.",
        ),
        ("bids", {"bidding": "mirror", "minimum_contract": "4"}, "Mirror and whiz bids follow"),
        ("scoring", {"boston_bonus": "100"}, "A Boston bonus makes no sense"),
        ("bags", {"bag_limit": "", "bag_count": "reset"}, "without a bag limit there is none."),
    ],
)
async def test_contradictions_are_named(
    server: Server, ada: Player, form: str, answers: dict[str, str], sentence: str
) -> None:
    """Rules that cannot go together are refused with a sentence that names the two."""
    await server.lobby()
    before = server.table()
    said = await ada.fill(await open_form(ada, form), **answers)
    assert "These rules do not work: " in said.text
    assert sentence in said.text
    assert server.table() == before


@pytest.mark.parametrize("bonus", ["400", ""])
async def test_a_boston_that_wins_wants_no_bonus(server: Server, ada: Player, bonus: str) -> None:
    """Left as it was, or empty, the bonus goes with what it belonged to."""
    await server.lobby()
    await ada.fill(await open_form(ada, "scoring"), boston="bonus", boston_bonus="400")
    assert server.table().rules.boston_bonus == 400
    shown = await open_form(ada, "scoring")
    await ada.fill(shown, boston="wins", boston_bonus=bonus)
    assert server.table().rules == CARDCOUCH.changed(boston="wins")


async def test_blind_nil_that_is_not_played_wants_no_numbers(server: Server, ada: Player) -> None:
    """Turned off, its value and deficit go back to what they usually are."""
    await server.lobby(rules="joker_deuce")
    await ada.fill(await open_form(ada, "nil"), blind_nil="no")
    assert not server.table().rules.blind_nil
    assert server.table().rules.blind_nil_deficit == 0


async def test_only_the_host(server: Server, ada: Player, ben: Player, eve: Player) -> None:
    """Neither the button, nor a form, nor its answers work for anyone else."""
    await server.lobby(ben)
    before = server.table()
    shown = await open_form(ada, "end")
    for person in (ben, eve):
        said = await person.press_table("House rules")
        assert said.private
        assert said.text == f"Only the host, {ada.mention}, can do that."
        said = await forge(server, person, server.message(), "s:form:1:end")
        assert said.text == f"Only the host, {ada.mention}, can do that."
    await ada.slash("leave")
    assert server.table().host == ben.id
    said = await ada.fill(shown, target="100")
    assert f"Only the host, {ben.mention}, can do that." in said.text
    assert server.table().rules == before.rules


async def test_not_after_the_start(server: Server, ada: Player) -> None:
    """The rules are frozen when the game begins: a form that was open comes too late."""
    await server.lobby(computers=3)
    house = await open_house(ada)
    shown = await open_form(ada, "end", house)
    await ada.press_table("Start")
    rules = server.table().rules
    said = await ada.fill(shown, target="100")
    assert said.text == "The game has begun, so that cannot be changed any more."
    said = await ada.press(house, label="Bags")
    assert said.text == "The game has begun, so that cannot be changed any more."
    assert server.table().rules == rules


async def test_everyone_says_ready_again(server: Server, ada: Player, ben: Player) -> None:
    """Whoever had said ready to other rules has not said so to these."""
    await server.lobby(ben)
    await ben.press_table("Ready")
    assert "ready" in server.says()
    await ada.fill(await open_form(ada, "end"), target="300")
    assert not any(chair.ready for chair in server.table().chairs)
    assert "\N{WHITE HEAVY CHECK MARK}" not in server.says()


async def test_from_four_seats_to_three_and_back(server: Server, ada: Player, ben: Player) -> None:
    """The fourth seat goes and comes; nobody is moved."""
    await server.lobby(ben)
    house = await open_house(ada)
    await ada.fill(await open_form(ada, "deck", house), **SOLO)
    assert [chair.name for chair in server.table().chairs] == ["Ada", "Ben", ""]
    assert "4 sit here" not in server.says()
    await ada.fill(await open_form(ada, "deck", house), mode="partners", players="4")
    assert [chair.name for chair in server.table().chairs] == ["Ada", "Ben", "", ""]
    await ada.press_table("Start")
    assert len(server.table().chairs) == 4


async def test_a_table_becomes_a_table_for_three_and_is_played(server: Server, ada: Player) -> None:
    """House rules make a game that can be played: three seats, from partners' rules."""
    await server.lobby()
    await ada.fill(await open_form(ada, "deck"), **SOLO)
    await ada.fill(await open_form(ada, "end"), target="50")
    await ada.press_table("Start")
    table = await server.play_out()
    assert table.game is not None
    assert len(table.chairs) == 3


async def test_nobody_loses_a_seat(
    server: Server, ada: Player, ben: Player, chidi: Player, dana: Player
) -> None:
    """While someone sits in the fourth seat it cannot go; a computer player there goes with it."""
    await server.lobby(ben, chidi, dana)
    before = server.table()
    house = await open_house(ada)
    said = await ada.fill(await open_form(ada, "deck", house), **SOLO)
    assert "Dana sits in the seat that would go, so nothing has changed." in said.text
    assert said.message.id == house.id
    assert server.table() == before
    await dana.slash("leave")
    await ada.press_table("Add computer")
    await ada.fill(await open_form(ada, "deck"), **SOLO)
    assert server.table().rules.players == 3
    assert [chair.name for chair in server.table().chairs] == ["Ada", "Ben", "Chidi"]
    await server.restart()
    assert [chair.name for chair in server.table().chairs] == ["Ada", "Ben", "Chidi"]


async def test_a_fourth_seat_where_there_are_three(
    server: Server, ada: Player, ben: Player
) -> None:
    """It can be asked for by command, or by a button that was there before: there is none."""
    await server.lobby(rules="cutthroat")
    for said in (
        await ben.slash("join", seat=4),
        await forge(server, ben, server.message(), "s:sit:1:3"),
    ):
        assert said.private
        assert said.text == "There is no such seat at this table."
    assert server.table().rules == CUTTHROAT
    assert [person.name for person in server.table().people] == ["Ada"]


async def test_forms_survive_a_restart(server: Server, ada: Player) -> None:
    """What was open before the bot was restarted can be pressed and sent after."""
    await server.lobby()
    house = await open_house(ada)
    shown = await open_form(ada, "end", house)
    await server.restart()
    await ada.fill(shown, target="300")
    assert server.table().rules.target == 300
    await ada.fill(await open_form(ada, "bags", house), bag_limit="5")
    assert server.table().rules.bag_limit == 5


async def test_a_form_delivered_twice(server: Server, ada: Player) -> None:
    """The second delivery changes nothing and answers nothing."""
    await server.lobby()
    await ada.fill(await open_form(ada, "end"), target="300")
    before, requests = server.table(), len(server.journal.requests)
    await deliver_again(server)
    assert server.table() == before
    assert len(server.journal.requests) == requests


@pytest.mark.parametrize(
    "custom_id", ["s:form:1:trumps", "s:form:1", "s:form:1:end:bags", "s:form:1:END"]
)
async def test_a_form_that_there_is_not(server: Server, ada: Player, custom_id: str) -> None:
    """A tampered button of a form gets the sentence for old buttons."""
    await server.lobby()
    said = await forge(server, ada, await open_house(ada), custom_id)
    assert said.private
    assert "older version of the bot" in said.text


@pytest.mark.parametrize(
    ("custom_id", "sentence"),
    [
        ("s:filled:1:trumps", "older version of the bot"),
        ("s:filled:1", "older version of the bot"),
        ("s:filled:77:end", "I do not know this table."),
        ("s:dance:1:end", "older version of the bot"),
        ("no id of ours", "older version of the bot"),
    ],
)
async def test_tampered_answers(server: Server, ada: Player, custom_id: str, sentence: str) -> None:
    """A form that comes back under another name is not read."""
    await server.lobby()
    before = server.table()
    said = await _send(server, ada, custom_id, [_text("target", "100")])
    assert said.private
    assert sentence in said.text
    assert server.table() == before


@pytest.mark.parametrize(
    "components",
    [
        [],
        [None, 7, "x", [], {}],
        [{"type": LABEL, "id": 1, "component": {"type": 4, "id": 2, "custom_id": "mode"}}],
        [{"type": LABEL, "id": 1, "component": None}],
    ],
)
async def test_a_form_without_answers(server: Server, ada: Player, components: list[Any]) -> None:
    """What does not answer changes nothing, however it is put."""
    await server.lobby()
    rules = server.table().rules
    said = await _send(server, ada, "s:filled:1:end", components)
    assert "House rules" in said.text
    assert server.table().rules == rules


async def test_answers_of_another_form_are_passed_over(server: Server, ada: Player) -> None:
    """Only the fields of the form are read; others and unknown ones are as if not there."""
    await server.lobby()
    fields = [_text("target", "100"), _text("nil_value", "50"), _text("secret", "1")]
    await _send(server, ada, "s:filled:1:end", fields)
    assert server.table().rules == CARDCOUCH.changed(target=100)


async def test_a_choice_that_there_is_not(server: Server, ada: Player) -> None:
    """A tampered choice is refused in the form's words."""
    await server.lobby()
    before = server.table()
    menu = {"type": 3, "id": 2, "custom_id": "deck", "values": ["tarot"]}
    said = await _send(
        server, ada, "s:filled:1:deck", [{"type": LABEL, "id": 1, "component": menu}]
    )
    assert "Deck: choose one of the list." in said.text
    assert server.table() == before


def _text(field: str, value: str) -> dict[str, Any]:
    inner = {"type": 4, "id": 2, "custom_id": field, "value": value}
    return {"type": LABEL, "id": 1, "component": inner}


async def _send(server: Server, person: Player, custom_id: str, components: list[Any]) -> Said:
    """Send a form as no person can."""
    from simcord import InteractionResult, interactions  # noqa: PLC0415 - only here
    from simcord.backend import serializers  # noqa: PLC0415

    backend = server.env.backend
    house = await open_house(person)
    record, payload = interactions.base_payload(
        backend,
        type=5,
        channel_id=server.channel.id,
        guild_id=server.guild.id,
        user_id=person.id,
        data={"custom_id": custom_id, "components": components},
    )
    stored = backend.get_message(server.channel.id, house.id)
    record.source_message_id = stored.id
    payload["message"] = {**serializers.message_payload(backend, stored)}
    backend.emit("INTERACTION_CREATE", payload)
    await server.rest()
    return Said(InteractionResult(server.env, record))


async def test_a_refused_form_comes_back_with_what_was_typed(server: Server, ada: Player) -> None:
    """The fault and the answers stand beside a button that opens the form as it was sent."""
    await server.lobby()
    house = await open_house(ada)
    form = await open_form(ada, form_of("target"), house)
    before = form.prefilled
    said = await ada.fill(form, target="9x", losing_score="-250")
    assert "Points to win: `9x` does not fit" in said.text
    assert "You entered: Points to win: `9x`, " in said.text
    assert "`-250`" in said.text
    assert server.table().rules == CARDCOUCH
    again = await ada.press(said.message, label="Try again")
    assert again.prefilled == {**before, "target": "9x", "losing_score": "-250"}
    taken = await ada.fill(again, target="300")
    assert server.table().rules.target == 300
    assert server.table().rules.losing_score == -250
    assert "Try again" not in taken.labels
    fresh = await open_form(ada, form_of("target"), house)
    assert fresh.prefilled["target"] == "300"


async def test_trying_again_after_a_restart(server: Server, ada: Player) -> None:
    """What was typed is gone then; the form shows what holds, and works."""
    await server.lobby()
    said = await ada.fill(await open_form(ada, form_of("target")), target="9x")
    await server.restart()
    again = await ada.press(said.message, label="Try again")
    assert again.prefilled["target"] == str(CARDCOUCH.target)
