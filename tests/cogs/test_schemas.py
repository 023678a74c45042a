"""Every request of a game fits Discord's own description of its API."""

from collections import Counter

import pytest

from tests.cogs import audit
from tests.cogs.player import Player
from tests.cogs.server import Server
from tests.cogs.storing import Slow, storing
from tests.loopback.normalize import normalize
from tests.loopback.schemas import VARIABLE, description

pytestmark = pytest.mark.skipif(
    description() is None,
    reason=f"Discord's OpenAPI description is neither beside the project nor in {VARIABLE}",
)

EXPECTED = {
    "CreateMessageInteractionCallbackRequest",
    "UpdateMessageInteractionCallbackRequest",
    "ApplicationCommandAutocompleteCallbackRequest",
    "MessageCreateRequest",
    "MessageEditRequestPartial",
    "IncomingWebhookRequestPartial",
    "IncomingWebhookUpdateRequestPartial",
    "POST /channels/{channel_id}/threads",
    "PUT /applications/{application_id}/commands",
}


@pytest.mark.parametrize("settings", [{"turn_prompt_seconds": 3}])
async def test_every_request_fits_its_schema(server: Server, ada: Player, ben: Player) -> None:
    """Commands, autocomplete, lobby, game, prompts, follow-ups, threads: all bodies are valid."""
    await ada.choices("new", "rules", "hero")
    await ada.slash("new", thread="public")
    await server.lobby(ben, rules="hero_partners", target=50)
    with storing(server, lambda store: Slow(store, 2.5)):
        await ada.press_table("Start", 2)
        await server.env.advance_time(10)
    for person in (ada, ben):
        await person.open_hand(2)
    await server.env.advance_time(4)
    await server.play_out(2)
    for command in ("leaderboard", "stats", "tables"):
        await ada.slash(command)
    seen = Counter(audit.schema_of(one) for one in server.journal.sent)
    assert set(seen) - {""} == EXPECTED
    for one in server.journal.sent:
        schema = audit.schema_of(one)
        assert schema or one.method == "DELETE" or one.path.endswith("/thread-members/@me")
        assert audit.SCHEMAS.problems(schema, normalize(one.request)) == []


def test_a_body_that_does_not_fit_is_found() -> None:
    """The description is in use: it refuses a button whose style is no number."""
    button = {"type": 2, "style": "green", "label": "x", "custom_id": "y"}
    body = {"components": [{"type": 1, "components": [button]}]}
    assert audit.SCHEMAS.problems("MessageCreateRequest", body) != []
