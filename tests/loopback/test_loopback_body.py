"""A body is read as it was sent, however the network cuts it."""

import asyncio

import pytest
from aiohttp import BodyPartReader, StreamReader
from aiohttp.base_protocol import BaseProtocol
from aiohttp.test_utils import make_mocked_request

from tests.loopback.body import read_body

CHUNK = BodyPartReader.chunk_size
PICTURE = bytes(range(256)) * 100
HEAD = (
    b'--cut\r\nContent-Disposition: form-data; name="payload_json"\r\n\r\n{}\r\n'
    b'--cut\r\nContent-Disposition: form-data; name="files[0]"; filename="a.png"\r\n'
    b"Content-Type: image/png\r\n\r\n"
)
BODY = HEAD + PICTURE + b"\r\n--cut--\r\n"


@pytest.mark.parametrize(
    "cut", [1, 40, len(HEAD), len(HEAD) + 1, len(HEAD) + CHUNK + 1, len(BODY) - 4]
)
async def test_a_form_cut_anywhere(cut: int) -> None:
    """What the first packet carries of a form, down to a byte, makes no difference.

    aiohttp's reader of forms then gives back what it read too far by a method that it has itself
    deprecated, so that once in many runs a request failed with a warning.
    """
    loop = asyncio.get_running_loop()
    protocol = BaseProtocol(loop)
    protocol.connection_made(asyncio.Transport())
    stream = StreamReader(protocol, limit=2**16, loop=loop)
    headers = {"Content-Type": "multipart/form-data; boundary=cut"}
    request = make_mocked_request("POST", "/", headers, payload=stream)
    reading = asyncio.create_task(read_body(request))
    stream.feed_data(BODY[:cut])
    for _turn in range(20):  # what came is read before the rest comes
        await asyncio.sleep(0)
    stream.feed_data(BODY[cut:])
    stream.feed_eof()
    parsed, files, readable = await reading
    assert readable
    assert parsed == {}
    assert [(file.filename, file.content) for file in files] == [("a.png", PICTURE)]
