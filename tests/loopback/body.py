"""The body of a request: JSON, or a form of JSON and files."""

from aiohttp import BodyPartReader, web

from .journal import Upload
from .wire import JsonBody, load


async def read_body(
    request: web.BaseRequest,
) -> tuple[JsonBody | None, tuple[Upload, ...], bool]:
    """The JSON of a body, its files, and whether it could be read."""
    if not request.can_read_body:
        return None, (), True
    files: list[Upload] = []
    text = ""
    if request.content_type == "multipart/form-data":
        async for part in await request.multipart():
            if not isinstance(part, BodyPartReader):
                continue
            if part.name == "payload_json":
                text = await part.text()
            else:
                content = bytes(await part.read(decode=False))
                kind = part.headers.get("Content-Type", "application/octet-stream")
                files.append(Upload(part.name or "", part.filename or "", content, kind))
    else:
        text = await request.text()
    try:
        parsed = load(text) if text else None
    except ValueError:
        return None, tuple(files), False
    readable = parsed is None or isinstance(parsed, dict | list)
    return (parsed if isinstance(parsed, dict | list) else None), tuple(files), readable
