"""House rules: the panel of the lobby, rule by rule, and everything that can be wrong in it."""

import re
from contextlib import suppress
from itertools import permutations
from typing import Any, Final

import pytest

from bot.tables.rule_answers import answer_of
from bot.tables.rulesets import RuleSet
from bot.texts.house_rules.catalogue import ENTRIES, TOPICS
from bot.texts.house_rules.entry import Topic
from bot.texts.rule_panel import DIFFERS, named_value
from bot.texts.rules import rules_line
from bot.texts.translator import ENGLISH
from cogs.lobby.rules_panel import answer_arg, in_a_menu
from engine.errors import BadRules
from engine.presets import CARDCOUCH, CUTTHROAT, JOKER_DEUCE, PRESETS
from engine.rules import Rules
from tests.cogs.forging import deliver_again, forge
from tests.cogs.panel import open_house, open_rule, press_verb, set_rule, type_number
from tests.cogs.player import Player, Said
from tests.cogs.reading import Message, buttons_of, each_component, labels_of, text_of
from tests.cogs.server import Server
from tests.loopback.components import LABEL, walk
from tests.texts.applying import with_value


def change_of(field: str) -> tuple[Rules, str]:
    """Give rules, and an answer that changes a field of them and agrees with the others."""
    entry = ENTRIES[field]
    for value, other in permutations(entry.values(), 2):
        after = with_value(entry, value)
        with suppress(BadRules):
            return after.changed(**{field: other}), answer_of(after, field)
    raise AssertionError(field)


@pytest.mark.parametrize("topic", TOPICS, ids=[topic.name for topic in TOPICS])
async def test_each_rule_is_changed_through_the_panel(
    server: Server, ada: Player, topic: Topic
) -> None:
    """Every rule is three presses away, takes another value, and the lobby follows at once."""
    await server.lobby()
    house = await open_house(ada)
    for entry in topic.entries:
        before, answer = change_of(entry.name)
        await _set_rules(server, ada, before)
        await press_verb(ada, house, "topic", topic.name)
        assert named_value(entry, before, ENGLISH) in text_of(house)
        await ada.choose(house, entry.name)
        if in_a_menu(entry, ENGLISH):
            said = await ada.choose(house, answer)
        else:
            custom_id = f"s:choose:1:{entry.name}:{answer_arg(answer)}"
            said = await ada.press(house, custom_id=custom_id)
        after = server.table().rules
        assert answer_of(after, entry.name) == answer != answer_of(before, entry.name)
        assert said.message.id == house.id
        assert f"Changed. **{named_value(entry, after, ENGLISH)}**" in text_of(house)
        assert rules_line(after, ENGLISH) in server.says()
        await press_verb(ada, house, "house")


async def _set_rules(server: Server, host: Player, rules: Rules) -> None:
    """Bring a lobby's rules about by the way that panels take."""
    from bot.tables import lifecycle  # noqa: PLC0415 - the one place that does not press

    await server.tables.change(
        1, lambda table: lifecycle.change_rules(table, host.id, rules), host.id
    )


async def test_what_differs_is_marked(server: Server, ada: Player) -> None:
    """The topics name what differs from the named set, the rules say both values."""
    await server.lobby(rules="joker_deuce")
    house = await open_house(ada)
    assert DIFFERS not in text_of(house)
    await set_rule(ada, "minimum_contract", "5", house)
    assert f"{DIFFERS} **Minimum contract of a side: 5** (Joker-joker-deuce-deuce: 4)" in text_of(
        house
    )
    assert "A side must bid at least 5, unless both bid nil." in text_of(house)
    await press_verb(ada, house, "house")
    assert f"Bids\n{DIFFERS} Minimum contract of a side: 5" in text_of(house)
    assert "Everything else is as in Joker-joker-deuce-deuce." in text_of(house)
    assert [label for label in labels_of(house) if DIFFERS in label] == [f"{DIFFERS} Bids"]


async def test_a_number_is_asked_for_with_its_range(server: Server, ada: Player) -> None:
    """The form names the rule, says what it takes, and shows the present value."""
    await server.lobby()
    shown = await press_verb(ada, await open_rule(ada, "losing_score"), "number")
    (label,) = [part for _, part in walk(shown.form["components"]) if part["type"] == LABEL]
    assert label["label"] == "Losing score"
    assert label["description"] == "-50 or less; empty: none"
    assert shown.prefilled == {"losing_score": "-200"}
    await ada.fill(shown, losing_score="\N{MINUS SIGN}300")
    assert server.table().rules.losing_score == -300
    page = await open_rule(ada, "losing_score")
    offered = [button.label for button in buttons_of(page) if button.verb == "choose"]
    assert offered == ["none", "\N{MINUS SIGN}300", "\N{MINUS SIGN}200"]


BAD = [
    ("nil_value", "many", "Points for nil: `many` does not fit; a whole number, 10 to 500."),
    ("nil_value", "9", "Points for nil: `9` does not fit; a whole number, 10 to 500."),
    ("nil_value", "3.5", "Points for nil: `3.5` does not fit"),
    ("nil_value", "-", "Points for nil: `-` does not fit"),
    ("nil_value", "`5`", "Points for nil: `5` does not fit"),
    ("losing_score", "200", "`200` does not fit; a whole number, -50 or less; empty: none."),
    ("minimum_contract", "8", "`8` does not fit; a whole number, 0 to 7; 0: none."),
]  # fmt: skip
"""A rule, what is typed, and what is said to it."""


async def test_bad_answers(server: Server, ada: Player) -> None:
    """Each is answered on the rule's own page, and nothing changes."""
    await server.lobby()
    before = server.table()
    house = await open_house(ada)
    for field, answer, sentence in BAD:
        page = await open_rule(ada, field, house)
        said = await type_number(ada, page, field, answer)
        assert sentence in said.text
        assert server.table() == before
        await press_verb(ada, await _back_to_topic(ada, house), "house")


async def _back_to_topic(person: Player, page: Message) -> Message:
    return (await press_verb(person, page, "topic")).message


async def test_none_is_an_answer(server: Server, ada: Player) -> None:
    """What may be without a value is so when the answer is empty, or says it."""
    await server.lobby(rules="hero_partners")
    house = await open_house(ada)
    for field, answer in (("losing_score", ""), ("bag_limit", "none"), ("bid_seconds", "off")):
        await type_number(ada, await open_rule(ada, field, house), field, answer)
        assert getattr(server.table().rules, field) is None
        await press_verb(ada, house, "house")


CONTRADICTIONS: Final[list[tuple[Rules, str, str, str, dict[str, Any]]]] = [
    (CARDCOUCH, "players", "3", "Three players cannot play as partners",
     {"players": 3, "mode": "solo"}),
    (JOKER_DEUCE, "bidding", "mirror", "Mirror bids follow from the cards",
     {"bidding": "mirror", "blind_nil": False, "blind_nil_deficit": 0, "minimum_contract": 0}),
    (CARDCOUCH, "blind_nil_value", "300", "A value for blind nil makes no sense",
     {"blind_nil_value": 300, "blind_nil": True}),
    (CARDCOUCH, "boston_bonus", "100", "A Boston bonus makes no sense",
     {"boston_bonus": 100, "boston": "bonus"}),
]  # fmt: skip
"""Rules, one of them and an answer; what stands against it, and what changes to mend that."""


async def test_a_contradiction_comes_with_what_mends_it(server: Server, ada: Player) -> None:
    """It is named at once, nothing changes, and one button changes what stands against it too."""
    await server.lobby()
    house = await open_house(ada)
    for rules, field, answer, sentence, changes in CONTRADICTIONS:
        await _set_rules(server, ada, rules)
        said = await set_rule(ada, field, answer, house)
        assert f"These rules do not work: {sentence}" in said.text
        assert server.table().rules == rules
        mended = rules.changed(**changes)
        others = [name for name in changes if name not in {field, "blind_nil_deficit"}]
        for other in others:
            assert f"- {named_value(ENTRIES[other], mended, ENGLISH)}" in said.text
        await press_verb(ada, house, "mend")
        assert server.table().rules == mended
        await press_verb(ada, house, "house")


async def test_what_means_nothing_any_more_goes_back(server: Server, ada: Player) -> None:
    """A Boston that wins wants no bonus, and blind nil that is not played no numbers."""
    await server.lobby(rules="joker_deuce")
    await _set_rules(server, ada, JOKER_DEUCE.changed(boston="bonus", boston_bonus=400))
    house = await open_house(ada)
    await set_rule(ada, "boston", "wins", house)
    assert server.table().rules == JOKER_DEUCE.changed(boston="wins")
    await press_verb(ada, house, "house")
    await set_rule(ada, "blind_nil", "no", house)
    assert server.table().rules.blind_nil_deficit == 0


async def test_only_the_host(server: Server, ada: Player, ben: Player, eve: Player) -> None:
    """Neither the button, nor the panel's, nor the answer of a form work for anyone else."""
    await server.lobby(ben)
    before = server.table()
    only = f"Only the host, {ada.mention}, can do that."
    shown = await press_verb(ada, await open_rule(ada, "target"), "number")
    for person in (ben, eve):
        said = await person.press_table("House rules")
        assert said.private
        assert said.text == only
    for pressed in ("topic:1:end", "choose:1:target:100", "number:1:target", "sets:1", "code:1",
                    "mend:1:target:100"):  # fmt: skip
        assert (await forge(server, ben, server.message(), f"s:{pressed}")).text == only
    await ada.slash("leave")
    assert server.table().host == ben.id
    said = await ada.fill(shown, target="100")
    assert f"Only the host, {ben.mention}, can do that." in said.text
    assert server.table().rules == before.rules


async def test_not_after_the_start(server: Server, ada: Player) -> None:
    """The rules are frozen when the game begins: a form that was open comes too late."""
    await server.lobby(computers=3)
    house = await open_house(ada)
    shown = await press_verb(ada, await open_rule(ada, "target", house), "number")
    await ada.press_table("Start")
    rules = server.table().rules
    late = "The game has begun, so that can no longer be changed."
    assert late in (await ada.fill(shown, target="100")).text
    assert (await forge(server, ada, server.message(), "s:choose:1:target:300")).text == late
    assert server.table().rules == rules


async def test_everyone_says_ready_again(server: Server, ada: Player, ben: Player) -> None:
    """Whoever had said ready to other rules has not said so to these."""
    await server.lobby(ben)
    await ben.press_table("Ready")
    assert "ready" in server.says()
    await set_rule(ada, "target", "300")
    assert not any(chair.ready for chair in server.table().chairs)
    assert "\N{WHITE HEAVY CHECK MARK}" not in server.says()


async def test_from_four_seats_to_three_and_back(server: Server, ada: Player, ben: Player) -> None:
    """The fourth seat goes and comes, nobody is moved, and what came about can be played."""
    await server.lobby(ben)
    house = await open_house(ada)
    await set_rule(ada, "players", "3", house)
    await press_verb(ada, house, "mend")
    assert [chair.name for chair in server.table().chairs] == ["Ada", "Ben", ""]
    await press_verb(ada, house, "house")
    await set_rule(ada, "players", "4", house)
    assert [chair.name for chair in server.table().chairs] == ["Ada", "Ben", "", ""]
    await press_verb(ada, house, "house")
    await set_rule(ada, "players", "3", house)
    await ben.slash("leave")
    await set_rule(ada, "target", "50")
    await ada.press_table("Start")
    table = await server.play_out()
    assert table.game is not None
    assert len(table.chairs) == 3


async def test_nobody_loses_a_seat(
    server: Server, ada: Player, ben: Player, chidi: Player, dana: Player
) -> None:
    """While someone sits in the fourth seat it cannot go; a computer player there goes with it."""
    await server.lobby(ben, chidi, dana, rules="hero_solo")
    before = server.table()
    house = await open_house(ada)
    said = await set_rule(ada, "players", "3", house)
    assert "Dana sits in the seat that would be removed, so nothing has changed." in said.text
    assert said.message.id == house.id
    assert server.table() == before
    await dana.slash("leave")
    await ada.press_table("Add computer")
    await press_verb(ada, house, "choose", "3")
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


async def test_the_panel_survives_a_restart(server: Server, ada: Player) -> None:
    """What was open before the bot was restarted can be pressed and sent after."""
    await server.lobby()
    house = await open_house(ada)
    shown = await press_verb(ada, await open_rule(ada, "target", house), "number")
    await server.restart()
    await ada.fill(shown, target="310")
    assert server.table().rules.target == 310
    await press_verb(ada, house, "house")
    await set_rule(ada, "bag_limit", "5", house)
    assert server.table().rules.bag_limit == 5


async def test_a_form_delivered_twice(server: Server, ada: Player) -> None:
    """The second delivery changes nothing and answers nothing."""
    await server.lobby()
    await type_number(ada, await open_rule(ada, "target"), "target", "310")
    before, requests = server.table(), len(server.journal.requests)
    await deliver_again(server)
    assert server.table() == before
    assert len(server.journal.requests) == requests


async def test_what_there_is_not(server: Server, ada: Player) -> None:
    """A tampered button or form gets the sentence for old buttons, and changes nothing."""
    await server.lobby()
    before = server.table()
    for pressed in ("topic:1:trumps", "topic:1", "choose:1:trumps:1", "choose:1:target",
                    "number:1:deck", "number:1", "mend:1:target", "dance:1:end"):  # fmt: skip
        said = await forge(server, ada, server.message(), f"s:{pressed}")
        assert said.private
        assert "older version of the bot" in said.text, pressed
    for pressed in ("filled:1:trumps", "filled:1", "nothing of ours"):
        said = await _send(server, ada, f"s:{pressed}", [_text("target", "100")])
        assert "older version of the bot" in said.text, pressed
    said = await forge(server, ada, server.message(), "s:choose:1:deck:tarot")
    assert "Deck: choose one of the list." in said.text
    assert server.table() == before


@pytest.mark.parametrize(
    "components",
    [
        [],
        [None, 7, "x", [], {}],
        [{"type": LABEL, "id": 1, "component": {"type": 4, "id": 2, "custom_id": "losing_score"}}],
        [{"type": LABEL, "id": 1, "component": None}],
    ],
)
async def test_a_form_without_an_answer(server: Server, ada: Player, components: list[Any]) -> None:
    """What does not answer is no empty answer: it changes nothing, however it is put."""
    await server.lobby()
    rules = server.table().rules
    said = await _send(server, ada, "s:filled:1:losing_score", components)
    assert "older version of the bot" in said.text
    assert server.table().rules == rules


async def test_a_sheet_is_copied_from_server_to_server(
    server: Server, ada: Player, ben: Player
) -> None:
    """The code under the panel opens a table of the same rules, or changes one that is open."""
    await server.lobby(rules="joker_deuce")
    house = await open_house(ada)
    await set_rule(ada, "target", "350", house)
    await press_verb(ada, house, "house")
    await press_verb(ada, house, "sets")
    (code,) = re.findall("SPADES1-[A-Z2-7]+", text_of(house))
    rules = server.table().rules
    ((offered, value),) = await ben.choices("new", "rules", code.lower())
    assert offered.startswith("This code: partners, to 350")
    await ben.slash("new", rules=value)
    assert server.table(2).rules == rules
    shown = await ben.slash("rules show", named=code)
    assert "Joker-joker-deuce-deuce, with the differences in bold" in shown.text
    assert code in shown.text
    await set_rule(ben, "mode", "solo", (await ben.press_table("House rules", 2)).message)
    panel = (await ben.press_table("House rules", 2)).message
    await press_verb(ben, panel, "sets")
    damaged = await ben.fill(await press_verb(ben, panel, "code"), code=code[:-1])
    assert "This code is incomplete: copy all of it, and paste it again." in damaged.text
    assert server.table(2).rules != rules
    said = await ben.fill(await press_verb(ben, panel, "code"), code=f" {code.lower()} ")
    assert "This table plays **Joker-joker-deuce-deuce, house rules** now." in said.text
    assert server.table(2).rules == rules


async def test_a_code_is_no_name(server: Server, ada: Player) -> None:
    """A damaged code opens nothing and is offered to nobody."""
    assert await ada.choices("new", "rules", "SPADES1-AAAA") == []
    said = await ada.slash("new", rules="SPADES1-AAAA")
    assert said.text == "This code is incomplete: copy all of it, and paste it again."
    newer = await ada.slash("new", rules="SPADES2-AAAA")
    assert newer.text.startswith("This code is from another version of the bot")
    assert server.tables.open_tables == ()


async def test_a_named_set_takes_the_place_of_the_rules(server: Server, ada: Player) -> None:
    """The panel offers the presets and what the server has saved, each with what differs."""
    await server.bot.services.rule_sets.save(
        server.guild.id, RuleSet("Friday", CARDCOUCH.changed(target=250), ada.id)
    )
    await server.lobby()
    house = await open_house(ada)
    await press_verb(ada, house, "sets")
    presets, saved = [c["options"] for c in each_component(house) if "options" in c]
    assert [each["value"] for each in presets] == list(PRESETS)
    assert presets[2]["description"].startswith("each alone, to 150 or ")
    assert saved[0] == saved[0] | {"label": "Friday", "value": "Friday"}
    await ada.choose(house, "Friday", custom_id="ms:take:1:saved")
    assert server.table().rules == CARDCOUCH.changed(target=250)
    await press_verb(ada, house, "sets")
    await ada.choose(house, "whiz", custom_id="ms:take:1")
    assert server.table().rules == PRESETS["whiz"]
    assert "This table plays **Whiz** now." in text_of(house)


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
