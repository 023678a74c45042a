"""A page of the preview as its script sees it: the requests that a browser would send."""

import uuid
from collections.abc import Iterator
from typing import Any

import aiohttp

Snapshot = dict[str, Any]


class Page:
    """One open page. Like the real one it acts on what it has read last, new or old."""

    def __init__(self, session: aiohttp.ClientSession, base: str, snapshot: Snapshot) -> None:
        self._session = session
        self._base = base
        self._sequence = 0
        self.snapshot = snapshot

    @classmethod
    async def open(cls, session: aiohttp.ClientSession, address: str) -> "Page":
        """Open a page at the address that `play` prints."""
        base, _, capability = address.partition("/#")
        session.headers["X-Simcord-Capability"] = capability
        async with session.post(f"{base}/api/pages", json={}) as answer:
            answer.raise_for_status()
            return cls(session, base, await answer.json())

    @property
    def _headers(self) -> dict[str, str]:
        return {"X-Simcord-Context": str(self.snapshot["context"]["id"])}

    async def read(self) -> Snapshot:
        """Fetch what is published now, as the page does twice a second."""
        async with self._session.get(f"{self._base}/api/state", headers=self._headers) as answer:
            answer.raise_for_status()
            self.snapshot = await answer.json()
        return self.snapshot

    async def press(self, label: str) -> dict[str, Any]:
        """Press the last button with this label and return the receipt."""
        message, button = [
            (message, part)
            for message, shown in self.snapshot["messages"].items()
            for part in _parts(shown)
            if part.get("label") == label and "control_key" in part
        ][-1]
        return await self.act("click", control_key=button["control_key"], target_id=message)

    async def act(self, kind: str, **details: object) -> dict[str, Any]:
        """Send one action and return the receipt."""
        body = details | {
            "kind": kind,
            "protocol_version": 3,
            "sequence": self._sequence + 1,
            "request_id": str(uuid.uuid4()),
            "generation": self.snapshot["context"]["generation"],
            "bot_generation": self.snapshot["botGeneration"],
            "published_revision": self.snapshot["publishedRevision"],
        }
        async with self._session.post(
            f"{self._base}/api/action", json=body, headers=self._headers
        ) as answer:
            answer.raise_for_status()
            receipt: dict[str, Any] = await answer.json()
        self._sequence = receipt["expectedSequence"]
        return receipt

    def pictures(self) -> list[str]:
        """Return the ids of the pictures and emojis that are to be had."""
        return [key for key, asset in self.snapshot["assets"].items() if asset["available"]]

    async def picture(self, picture: str) -> bytes | None:
        """Fetch a picture by its id; None where it is not to be had."""
        address = f"{self._base}/api/assets/{picture}"
        async with self._session.get(address, headers=self._headers) as answer:
            return await answer.read() if answer.ok else None

    def text(self) -> str:
        """Return all that the messages say."""
        return "\n".join(
            part["content"]
            for part in _parts(self.snapshot["messages"])
            if isinstance(part.get("content"), str)
        )


def _parts(value: object) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
        for child in value.values():
            yield from _parts(child)
    elif isinstance(value, list):
        for child in value:
            yield from _parts(child)
