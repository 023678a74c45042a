"""What Discord refuses: its description and the rules beyond it."""

from collections.abc import Sequence

import aiohttp
import discord
import pytest

from tests.loopback.components import (
    ACTION_ROW,
    BUTTON,
    CONTAINER,
    LABEL,
    STRING_SELECT,
    TEXT_DISPLAY,
    TEXT_INPUT,
)
from tests.loopback.driver import LoopbackDiscord
from tests.loopback.lengths import choice_problems
from tests.loopback.model import Channel
from tests.loopback.paths import matches
from tests.loopback.rules import modal_problems
from tests.loopback.sample_bot import SampleBot, table
from tests.loopback.wire import JsonObject

V2 = 1 << 15


def button(custom_id: str = "a", **more: object) -> JsonObject:
    """A button that Discord takes."""
    return {"type": BUTTON, "style": 1, "label": "A", "custom_id": custom_id, **more}


def row(*components: JsonObject) -> JsonObject:
    """A row of components."""
    return {"type": ACTION_ROW, "components": list(components)}


def text(content: str) -> JsonObject:
    """A text display."""
    return {"type": TEXT_DISPLAY, "content": content}


def layout(*components: JsonObject) -> JsonObject:
    """A message of version-2 components."""
    return {"flags": V2, "components": list(components)}


def choose(**more: object) -> JsonObject:
    """A select with two options."""
    options = [{"label": one, "value": one} for one in "xy"]
    return {"type": STRING_SELECT, "custom_id": "s", "options": options, **more}


BROKEN: Sequence[tuple[str, JsonObject, str]] = (
    ("content in a layout", layout(text("x")) | {"content": "x"}, "LEGACY_FIELDS"),
    ("layout without the flag", {"components": [text("x")]}, "UNION_TYPE_CHOICES"),
    ("empty layout", {"flags": V2, "components": []}, "BASE_TYPE_REQUIRED"),
    ("41 components", layout(*[text("x")] * 41), "MAX"),
    (
        "41 components with the nested ones",
        layout({"type": CONTAINER, "components": [text("x")] * 20}, *[text("x")] * 20),
        "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
    ),
    ("4001 characters", layout(text("x" * 4000), text("x")), "TEXT_SIZE_EXCEEDED"),
    ("six rows", {"components": [row(button(str(n))) for n in range(6)]}, "BASE_TYPE_BAD_LENGTH"),
    ("the same custom id", layout(row(button(), button())), "CUSTOM_ID_DUPLICATED"),
    ("a button without a face", layout(row(button(label=None))), "MISSING_LABEL"),
    ("a link with a custom id", layout(row(button(style=5))), "CUSTOM_ID_REQUIRED"),
    ("a select beside a button", layout(row(button(), choose())), "WIDTH_EXCEEDED"),
    ("more values than options", layout(row(choose(max_values=3))), "BASE_TYPE_MAX"),
    (
        "a file that is not there",
        layout({"type": 13, "file": {"url": "attachment://x.png"}}),
        "ATTACHMENT_NOT_FOUND",
    ),
    (
        "an attachment that is not there",
        {"content": "x", "attachments": [{"id": 0}]},
        "ATTACHMENT_NOT_FOUND",
    ),
    (
        "mentions both ways",
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": [1]}},
        "PARSE_EXCLUSIVE",
    ),
)


EMBED_TOO_LONG = {"embeds": [{"fields": [{"name": "x", "value": "x" * 1025}]}]}
TEXTS: Sequence[tuple[str, JsonObject, str]] = (
    ("a blank text", layout(text(" \n")), "BASE_TYPE_REQUIRED"),
    ("a blank option", layout(row(choose(options=[{"label": " ", "value": "x"}]))), "REQUIRED"),
    ("a blank label", layout(row(button(label=" "))), "MISSING_LABEL"),
    ("a blank field", {"embeds": [{"fields": [{"name": " ", "value": "x"}]}]}, "REQUIRED"),
    ("2001 characters", {"content": "x" * 2001}, "BASE_TYPE_MAX_LENGTH"),
    ("a long nonce", {"content": "x", "nonce": "x" * 26}, "BASE_TYPE_MAX_LENGTH"),
    ("a long custom id", layout(row(button("x" * 101))), "BASE_TYPE_MAX_LENGTH"),
    ("a long label", layout(row(button(label="x" * 81))), "BASE_TYPE_MAX_LENGTH"),
    ("a long placeholder", layout(row(choose(placeholder="x" * 151))), "BASE_TYPE_MAX_LENGTH"),
    ("a long field", EMBED_TOO_LONG, "BASE_TYPE_MAX_LENGTH"),
    ("26 fields", {"embeds": [{"fields": [{"name": "x", "value": "x"}] * 26}]}, "MAX_LENGTH"),
)
"""What is refused by the server's own rules, whether or not the description is there."""


BROKEN_BY_DESCRIPTION: Sequence[tuple[str, JsonObject, str]] = (
    ("six in a row", {"components": [row(*[button(str(n)) for n in range(6)])]}, "MAXITEMS"),
    ("a long custom id", layout(row(button("x" * 101))), "MAXLENGTH"),
    ("a long label", layout(row(button(label="x" * 81))), "MAXLENGTH"),
)


@pytest.mark.parametrize(("body", "code"), [pytest.param(b, c, id=n) for n, b, c in BROKEN])
async def test_broken_rules_are_refused(
    loopback: LoopbackDiscord, channel: Channel, body: JsonObject, code: str
) -> None:
    """Each breach of a rule gets 400 with code 50035, names the breach, and is written down."""
    await _refused(loopback, channel, body, code)


@pytest.mark.parametrize(
    ("body", "code"), [pytest.param(b, c, id=n) for n, b, c in BROKEN_BY_DESCRIPTION]
)
async def test_breaches_of_the_description_are_refused(
    loopback: LoopbackDiscord, channel: Channel, described: None, body: JsonObject, code: str
) -> None:
    """So does a breach of Discord's own description, named to the very component."""
    await _refused(loopback, channel, body, code)


@pytest.mark.parametrize(("body", "code"), [pytest.param(b, c, id=n) for n, b, c in TEXTS])
async def test_blank_and_long_texts_are_refused(body: JsonObject, code: str) -> None:
    """A text that is needed and blank, or one that is too long, gets 50035, described or not."""
    async with LoopbackDiscord(validate=False) as server:
        await _refused(server, server.add_channel(server.add_guild()), body, code)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"choices": [{"name": " ", "value": "x"}]}, "BASE_TYPE_REQUIRED"),
        ({"choices": [{"name": "x" * 101, "value": "x"}]}, "BASE_TYPE_MAX_LENGTH"),
        ({"choices": [{"name": "x", "value": "x"}] * 26}, "BASE_TYPE_MAX_LENGTH"),
    ],
)
def test_suggestions_have_limits(data: JsonObject, code: str) -> None:
    """At most 25 suggestions of at most 100 characters, none of them blank."""
    assert [problem.code for problem in choice_problems(data)] == [code]


def test_forms_have_limits() -> None:
    """The title of a form and the labels of its fields are short and not blank."""
    field = {"type": LABEL, "label": " ", "component": {"type": TEXT_INPUT, "custom_id": "a"}}
    found = modal_problems({"title": "x" * 46, "custom_id": "form", "components": [field]})
    assert [problem.code for problem in found] == ["BASE_TYPE_MAX_LENGTH", "BASE_TYPE_REQUIRED"]


async def _refused(
    loopback: LoopbackDiscord, channel: Channel, body: JsonObject, code: str
) -> None:
    status, answer = await _post(loopback, channel, body)
    assert (status, answer["code"]) == (400, 50035)
    assert len(loopback.violations) == 1
    assert code in str(loopback.violations[0])
    assert loopback.messages(channel) == []


async def test_every_rule_has_its_counterpart(loopback: LoopbackDiscord, channel: Channel) -> None:
    """Messages at the very limits pass."""
    fine = [
        layout({"type": CONTAINER, "components": [text("x" * 100)] * 19}, *[text("x" * 100)] * 20),
        layout(text("x" * 4000)),
        {"components": [row(*[button(f"{r}{b}") for b in range(5)]) for r in range(5)]},
        layout(row(choose(max_values=2))),
    ]
    for body in fine:
        status, answer = await _post(loopback, channel, body)
        assert status == 200, answer
    assert loopback.violations == []


async def test_empty_message(loopback: LoopbackDiscord, channel: Channel) -> None:
    """A message without anything in it gets code 50006."""
    status, answer = await _post(loopback, channel, {"content": " "})
    assert (status, answer["code"]) == (400, 50006)


async def test_layout_flag_stays(
    loopback: LoopbackDiscord, channel: Channel, bot: SampleBot
) -> None:
    """A layout cannot be turned back into a plain message."""
    sent = await bot.get_partial_messageable(channel.id).send(view=table(1))
    with pytest.raises(discord.HTTPException, match="content"):
        await sent.edit(content="plain")
    route = discord.http.Route(
        "PATCH", "/channels/{channel_id}/messages/{id}", channel_id=channel.id, id=sent.id
    )
    with pytest.raises(discord.HTTPException, match="cannot be removed"):
        await bot.http.request(route, json={"flags": 4})
    assert loopback.messages(channel)[0].text == "Count: 1"


async def test_violation_by_the_bot_is_caught(
    loopback: LoopbackDiscord, channel: Channel, described: None, bot: SampleBot
) -> None:
    """What discord.py lets a bot send and Discord would refuse is refused here."""
    embed = discord.Embed(title="x" * 257)
    with pytest.raises(discord.HTTPException) as caught:
        await bot.get_partial_messageable(channel.id).send(embed=embed)
    assert caught.value.code == 50035
    assert "embeds" in str(caught.value)
    assert [violation.kind for violation in loopback.violations] == ["request"]


async def test_validation_can_be_off(channel: Channel) -> None:
    """Without the description the server says so, and its own rules still hold."""
    async with LoopbackDiscord(validate=False) as server:
        assert not server.server.validates
        place = server.add_channel(server.add_guild())
        assert (await _post(server, place, {"content": 5}))[0] == 200
        assert (await _post(server, place, layout()))[0] == 400


async def test_wrong_requests(loopback: LoopbackDiscord, channel: Channel) -> None:
    """No JSON is 50109, no token 401, and lists where an object is due 50035."""
    url = f"{loopback.server.api_url}/channels/{channel.id}/messages"
    headers = {"Authorization": f"Bot {loopback.token}", "Content-Type": "application/json"}
    async with aiohttp.ClientSession() as session:
        async with session.post(url, data="{", headers=headers) as answer:
            assert (await answer.json())["code"] == 50109
        async with session.post(url, json={"content": "x"}) as answer:
            assert answer.status == 401
        async with session.post(url, json=[1], headers=headers) as answer:
            assert (await answer.json())["code"] == 50035


async def _post(
    loopback: LoopbackDiscord, channel: Channel, body: JsonObject
) -> tuple[int, JsonObject]:
    url = f"{loopback.server.api_url}/channels/{channel.id}/messages"
    headers = {"Authorization": f"Bot {loopback.token}"}
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.post(url, json=body) as answer,
    ):
        return answer.status, await answer.json()


@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [
        ("/channels/*/messages", "/channels/1/messages", True),
        ("/channels/*/messages", "/channels/1/messages/2", False),
        ("/webhooks/**", "/webhooks/1/t/messages/2", True),
        ("/webhooks/**", "/webhooks", False),
        ("/users/@me", "/users/1", False),
    ],
)
def test_path_patterns(pattern: str, path: str, expected: bool) -> None:
    """One star stands for one step, two for at least one more."""
    assert matches(pattern, path) is expected
