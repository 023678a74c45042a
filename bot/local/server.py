"""simcord's page with a style and a script of our own."""

from pathlib import Path
from typing import Any, ClassVar, Final

from aiohttp import web
from simcord.preview._server import PreviewServer

from bot.local.world import SERVER

OURS: Final = Path(__file__).with_name("page")
STYLE: Final = "/table.css"
SCRIPT: Final = "/table.js"
ICON: Final = "/table.svg"
_TYPES: Final = {STYLE: "text/css", SCRIPT: "application/javascript", ICON: "image/svg+xml"}

_HEAD_ENDS: Final = "</head>"
_ADDED: Final = (
    f'<link rel="icon" href="{ICON}"><link rel="stylesheet" href="{STYLE}">'
    f'<script type="module" src="{SCRIPT}"></script>'
)
_TITLE: Final = "<title>SimCord Preview</title>"


class TableServer(PreviewServer):
    """Serves a page for players: simcord's tools for developers are hidden."""

    _STATIC_FILES: ClassVar[dict[str, str]] = {
        **PreviewServer._STATIC_FILES,  # noqa: SLF001 - simcord offers no other way to add a file
        **{path: path.removeprefix("/") for path in _TYPES},
    }

    async def _static(self, request: Any) -> Any:  # noqa: ANN401 - simcord's own types
        if request.path == "/":
            return self._with_ours(await super()._static(request))
        if request.path not in _TYPES:
            return await super()._static(request)
        if request.headers.get("Host", "") not in self._allowed_hosts():
            raise web.HTTPForbidden
        text = (OURS / request.path.removeprefix("/")).read_text(encoding="utf-8")
        return web.Response(
            text=text, content_type=_TYPES[request.path], headers=self._SECURITY_HEADERS
        )

    def _with_ours(self, index: web.Response) -> web.Response:
        index.text = (
            (index.text or "")
            .replace(_TITLE, f"<title>{SERVER}</title>")
            .replace(_HEAD_ENDS, f"{_ADDED}{_HEAD_ENDS}")
        )
        return index
