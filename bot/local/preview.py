"""simcord's page, kept up to date while the bot acts by itself."""

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

import structlog
from simcord.backend.access import can_access_message
from simcord.preview import Preview

from bot.local.desktop import timezone_name
from bot.local.pictures import LatePictures, Picture, emoji_assets
from bot.local.server import TableServer
from bot.local.world import World

log = structlog.get_logger(__name__)

LONGEST_STEP: Final = 1.0
"""The longest step in seconds, so that turns do not time out while the computer sleeps."""
REMEMBERED_REVISIONS: Final = 40
MOST_REQUESTS: Final = 2000
"""How much of simcord's request log is kept, which would otherwise grow without limit."""

_PNG: Final = "image/png"
_PRESSES: Final = frozenset({"click", "select"})
_BOUND_OTHERWISE: Final = frozenset(
    {"autocomplete_command", "modal_submit", "run_command", "send_message"}
)

_Controls = dict[str, str]
"""Maps a control's place in its message, as the page names it, to its custom_id."""


class LivePreview(Preview):
    """A preview that one task keeps up to date, one operation at a time.

    simcord's page shows the last publication. It refuses an action during another operation, which
    also locks the page, and one that was chosen on an older publication. Here an action waits its
    turn, and a press counts if its control still exists; otherwise it only shows what is there now.
    """

    def __init__(self, world: World, *, port: int) -> None:
        """Prepare a page for a world.

        Args:
            world: the world that it shows.
            port: the port on this computer; 0 for any free one.
        """
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
            assets=None,
            port=port,
        )
        self._server = TableServer(self, port)
        self._late = LatePictures()
        self._emojis = 0
        self._turn = asyncio.Lock()
        self._shown: dict[str, dict[int, _Controls]] = {}
        self._requests_shown: dict[str, int] = {}

    @property
    def watched(self) -> bool:
        """Whether a browser has the page open, or had it open some minutes ago."""
        return any(page is not self._python for page in self._pages.values())

    async def step(self, seconds: float) -> None:
        """Let `seconds` pass for the bot, and publish its changes."""
        async with self._turn:
            try:
                await self.env.advance_time(min(seconds, LONGEST_STEP))
                if self._active and self._behind():
                    await self.refresh()
                    self._forget_requests()
            except TimeoutError:
                log.warning("page_behind")

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
        self._bring_emojis()
        with self._late_kept(page):
            super()._publish(page, **reason)
        self._requests_shown[page.id] = len(self.env.http_requests)
        shown = self._shown.setdefault(page.id, {})
        shown[page.revision] = self._controls()
        shown.pop(page.revision - REMEMBERED_REVISIONS, None)

    def _bring_emojis(self) -> None:
        """Give the page the emojis that the bot has uploaded since."""
        there = len(self.env.backend.application_emojis)
        if there != self._emojis:
            self._explicit_assets.update(emoji_assets(self.env))
            self._emojis = there

    def _release_result_assets(self, page: Any) -> None:  # noqa: ANN401 - simcord's own type
        with self._late_kept(page):
            super()._release_result_assets(page)

    @contextmanager
    def _late_kept(self, page: Any) -> Iterator[None]:  # noqa: ANN401 - simcord's own type
        before = self._pictures(page)
        yield
        self._late.keep(page.id, {key: before[key] for key in before.keys() - page.assets.keys()})

    def _pictures(self, page: Any) -> dict[str, Picture]:  # noqa: ANN401 - simcord's own type
        return {
            key: (record.contentType, self._blobs[record.digest].data, record.filename)
            for key, record in page.assets.items()
            if record.contentType == _PNG and record.digest in self._blobs
        }

    def _clear_page_assets(self, page: Any) -> None:  # noqa: ANN401 - simcord's own type
        self._late.forget(page.id)
        super()._clear_page_assets(page)

    async def _prepare_asset(
        self,
        context_id: str | None,
        asset_id: str,
        *,
        download: bool = False,
        **others: Any,  # noqa: ANN401 - what else simcord passes is its own affair
    ) -> Picture:
        """Serve the bot's own pictures unchecked.

        simcord starts a process to validate each picture, and a hand has thirteen; meanwhile the
        page shows file names. It also refuses a picture as soon as the message has another one,
        before the page can know.
        """
        page = self._get_page(context_id)
        picture = self._pictures(page).get(asset_id) or self._late.find(page.id, asset_id)
        if picture is not None and not download and not any(others.values()):
            return picture
        answer: Picture = await super()._prepare_asset(
            context_id, asset_id, download=download, **others
        )
        return answer

    def _open_page(self, viewer_id: Any = None, target_id: Any = None) -> Any:  # noqa: ANN401
        """Open a page at the newest message; simcord opens each where the first was opened."""
        viewer = self.viewers[0] if viewer_id is None else self._viewer(viewer_id)
        if target_id is None:
            target_id = self._initial_target(viewer, self.channel.id)
        return super()._open_page(viewer_id, target_id)

    def _initial_target(self, viewer: Any, channel_id: int) -> int | None:  # noqa: ANN401
        """Give the message to show first: the hand, or else the newest."""
        hands = [
            message.id
            for message in self.env.backend.messages.get(channel_id, {}).values()
            if message.is_ephemeral
            and can_access_message(self.env, channel_id, message, viewer, history=True)
        ]
        newest: int | None = super()._initial_target(viewer, channel_id)
        return max(hands, default=newest)

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
            # A card that has played itself, for example: nothing has failed, so nothing says so.
            return {**body, "kind": "refresh"}
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
