"""Transport compression of the gateway: one stream for a whole connection."""

import importlib
import zlib
from types import ModuleType
from typing import Protocol

_ZSTD_MODULES = ("compression.zstd", "backports.zstd", "zstandard")


class Compressor(Protocol):
    """Turns one event into the bytes of one websocket message."""

    def __call__(self, text: str) -> bytes:
        """The event `text`, flushed so that the receiver can read it whole."""
        ...


class ZlibStream:
    """`zlib-stream`: one deflate context, a sync flush after each event."""

    def __init__(self) -> None:
        self._context = zlib.compressobj()

    def __call__(self, text: str) -> bytes:
        """Compress one event."""
        return self._context.compress(text.encode()) + self._context.flush(zlib.Z_SYNC_FLUSH)


class ZstdStream:
    """`zstd-stream`: one frame, a block flush after each event.

    Raises `ModuleNotFoundError` if no zstd library is installed; discord.py requests this stream
    only if it has found one.
    """

    def __init__(self) -> None:
        module = _first_module()
        # The packages differ: `zstandard` compresses streams with a separate object.
        if hasattr(module, "COMPRESSOBJ_FLUSH_BLOCK"):
            self._context = module.ZstdCompressor().compressobj()
            self._flush = module.COMPRESSOBJ_FLUSH_BLOCK
        else:
            self._context = module.ZstdCompressor()
            self._flush = module.ZstdCompressor.FLUSH_BLOCK

    def __call__(self, text: str) -> bytes:
        """Compress one event."""
        flushed: bytes = self._context.compress(text.encode()) + self._context.flush(self._flush)
        return flushed


def _first_module() -> ModuleType:
    for name in _ZSTD_MODULES:
        try:
            return importlib.import_module(name)
        except ModuleNotFoundError:
            continue
    raise ModuleNotFoundError("no zstd library is installed")


def compressor(asked: str | None) -> Compressor | None:
    """The stream that the client requests, None for plain text.

    Raises `ValueError` for a name that Discord does not know.
    """
    match asked:
        case None | "":
            return None
        case "zlib-stream":
            return ZlibStream()
        case "zstd-stream":
            return ZstdStream()
        case _:
            raise ValueError(f"unknown compression {asked!r}")
