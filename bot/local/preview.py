"""simcord's page, kept up to date while the bot acts by itself."""

import asyncio
from collections.abc import Mapping
from typing import Any, Final

import structlog
from simcord.preview import Preview

from bot.local.timezone import timezone_name
from bot.local.world import World

log = structlog.get_logger(__name__)

LONGEST_STEP: Final = 1.0
"""Seconds. A computer that slept meanwhile must not find every turn timed out."""
REMEMBERED_REVISIONS: Final = 40
MOST_REQUESTS: Final = 2000
"""Kept of simcord's record of requests, which would otherwise grow for as long as someone plays."""

_PRESSES: Final = frozenset({"click", "select"})
_BOUND_OTHERWISE: Final = frozenset(
    {"autocomplete_command", "modal_submit", "run_command", "send_message"}
)

_Controls = dict[str, str]
"""From a control's place in its message, as the page names it, to the control's custom_id."""


class LivePreview(Preview):
    """A preview that one task keeps in step, one thing at a time.

    simcord's page shows what was published last, and refuses both an action that arrives during
    another operation (the page then locks itself) and one that was chosen on an older publication.
    Here an action waits for its turn, and a press counts if what was pressed is still there.
    """

    def __init__(self, world: World, *, port: int, assets: Mapping[str, tuple[str, bytes]]) -> None:
        super().__init__(
            world.env,
            world.channel,
            world.people,
            layout="channel",
            display="responsive",
            width=960,
            height=720,
            locale="en-US",
            timezone=timezone_name(),
            presentation_time=None,
            assets=assets,
            port=port,
        )
        self._turn = asyncio.Lock()
        self._shown: dict[str, dict[int, _Controls]] = {}
        self._requests_shown: dict[str, int] = {}

    async def step(self, seconds: float) -> None:
        """Let `seconds` pass for the bot, and publish what it has done that a page lacks."""
        async with self._turn:
            try:
                await self.env.advance_time(min(seconds, LONGEST_STEP))
                if self._active and self._behind():
                    await self.refresh()
                    self._forget_requests()
            except TimeoutError:
                log.warning("the bot is still busy; the page will follow")

    def _behind(self) -> bool:
        done = len(self.env.http_requests)
        return any(self._requests_shown.get(page, 0) < done for page in self._pages)

    def _forget_requests(self) -> None:
        if len(self.env.http_requests) > MOST_REQUESTS:
            self.env.http_requests.clear()
            self.env.backend.transcript.clear()
            self._requests_shown.clear()

    async def _action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        async with self._turn:
            return await super()._action(context_id, self._brought_up_to_date(context_id, body))

    def _publish(self, page: Any, **reason: Any) -> None:  # noqa: ANN401 - simcord's own types
        super()._publish(page, **reason)
        self._requests_shown[page.id] = len(self.env.http_requests)
        shown = self._shown.setdefault(page.id, {})
        shown[page.revision] = self._controls()
        shown.pop(page.revision - REMEMBERED_REVISIONS, None)

    def _brought_up_to_date(
        self, context_id: str | None, body: Mapping[str, Any]
    ) -> Mapping[str, Any]:
        page = self._pages.get(context_id or "")
        seen = body.get("published_revision")
        if page is None or not isinstance(seen, int) or seen >= page.revision:
            return body
        if body.get("kind") in _BOUND_OTHERWISE:
            return {**body, "published_revision": page.revision}
        if body.get("kind") not in _PRESSES:
            return body
        pressed = self._shown.get(page.id, {}).get(seen, {}).get(str(body.get("control_key")))
        present = self._place_of(pressed, str(body.get("target_id")))
        if present is None:
            return body
        return {**body, "control_key": present, "published_revision": page.revision}

    def _place_of(self, custom_id: str | None, message_id: str) -> str | None:
        return next(
            (
                key
                for key, found in self._controls().items()
                if found == custom_id and key.startswith(f"message:{message_id}:")
            ),
            None,
        )

    def _controls(self) -> _Controls:
        controls: _Controls = {}
        for message in self.env.backend.messages.get(self.channel.id, {}).values():
            _collect(message.components, f"message:{message.id}:component:", controls)
        return controls


def _collect(components: list[dict[str, Any]], prefix: str, controls: _Controls) -> None:
    for component in components:
        custom_id = component.get("custom_id")
        if isinstance(custom_id, str):
            controls[f"{prefix}{component.get('id')}"] = custom_id
        _collect(component.get("components", []), prefix, controls)
        accessory = component.get("accessory")
        if isinstance(accessory, dict):
            _collect([accessory], prefix, controls)
