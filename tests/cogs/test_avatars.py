"""Avatars come from Discord's CDN into the picture; where they do not, nothing waits or breaks."""

import asyncio
from dataclasses import dataclass, field

import pytest

from bot.render.picture import AvatarPicture
from cogs.table_message.avatars import KEPT, LARGEST, Avatars, address
from cogs.table_message.presenter import Presenter
from tests.cogs.player import Player
from tests.cogs.server import Server
from tests.cogs.test_looks import Drawing, drawing
from tests.render.tables import avatar_file

FILE = avatar_file((10, 20, 30), (200, 210, 220))


@dataclass
class Cdn:
    """A CDN that answers when it is told to."""

    files: dict[str, bytes]
    asked: list[str] = field(default_factory=list)
    open: asyncio.Event = field(default_factory=asyncio.Event)

    async def get(self, url: str) -> bytes:
        """Give a file, or fail as a connection does."""
        self.asked.append(url)
        await self.open.wait()
        if url not in self.files:
            raise ConnectionResetError
        return self.files[url]


def stands_at(server: Server, path: str) -> str:
    """Put a file at the CDN; give its path."""
    server.env.backend.cdn._blobs[address(path)] = FILE
    return path


def seen(server: Server, seat: int) -> AvatarPicture | None:
    """Give the avatar in the picture drawn last."""
    presenter = server.bot.services.presenter
    assert isinstance(presenter, Presenter)
    renderer = presenter.appearance._renderer
    assert isinstance(renderer, Drawing)
    return renderer.drawn[-1].seats[seat].avatar


async def test_a_person_is_drawn_with_the_avatar(server: Server, ada: Player, ben: Player) -> None:
    """The picture has the avatar of whoever has one at the CDN; the server's goes before one's own.

    Where there is none, or the CDN has lost it, a drawn face stands in its place.
    """
    drawing(server)
    users, members = server.env.backend.users, server.env.backend.guilds[server.guild.id].members
    users[ada.member.id].avatar = "mine"
    members[ada.member.id].avatar = "a_here"
    users[ben.member.id].avatar = "lost"
    path = stands_at(server, f"guilds/{server.guild.id}/users/{ada.member.id}/avatars/a_here")
    await server.four()
    await server.bidding()
    assert seen(server, 0) == AvatarPicture(path, FILE)
    assert [seen(server, seat) for seat in (1, 2, 3)] == [None, None, None]
    await server.restart()
    drawing(server)
    await server.step()
    await server.rest()
    assert seen(server, 0) == AvatarPicture(path, FILE)


async def test_a_slow_cdn_delays_one_message_by_a_moment() -> None:
    """Whoever asks first waits a little; the next gets what there is; the file comes on its own."""
    cdn = Cdn({address("a"): FILE})
    avatars = Avatars(cdn.get, wait=0.01)
    assert await avatars.at_hand(["a", "", "a"]) == {}
    avatars.wait = 3600
    assert await avatars.at_hand(["a"]) == {}
    cdn.open.set()
    await asyncio.gather(*avatars._under_way.values())
    assert await avatars.at_hand(["a"]) == {"a": FILE}
    assert cdn.asked == [address("a")]


async def test_what_cannot_be_had_is_not_asked_for_again() -> None:
    """A broken connection and a file that is too large are remembered for a while."""
    cdn = Cdn({address("large"): bytes(LARGEST + 1)})
    cdn.open.set()
    avatars = Avatars(cdn.get)
    for _ in range(2):
        assert await avatars.at_hand(["gone", "large"]) == {}
    assert cdn.asked == [address("gone"), address("large")]


async def test_few_are_kept() -> None:
    """The avatars used last are kept; an older one is fetched anew."""
    names = [str(number) for number in range(KEPT + 1)]
    cdn = Cdn({address(name): FILE for name in names})
    cdn.open.set()
    avatars = Avatars(cdn.get)
    for name in names:
        await avatars.at_hand([name])
    assert await avatars.at_hand([names[0]]) == {names[0]: FILE}
    assert cdn.asked.count(address(names[0])) == 2
    assert cdn.asked.count(address(names[-1])) == 1


async def test_an_end_waits_for_no_avatar() -> None:
    """What is under way at the end comes to nothing, and nothing is begun any more."""
    avatars = Avatars(Cdn({}).get, wait=0)
    await avatars.at_hand(["a"])
    async with asyncio.timeout(5):
        await avatars.close()
    assert await avatars.at_hand(["b"]) == {}
    assert not avatars._under_way


@pytest.mark.parametrize("path", ["avatars/1/a_b", "guilds/1/users/2/avatars/c"])
def test_avatars_are_asked_for_small(path: str) -> None:
    """The address is that of a still picture of 64 pixels."""
    assert address(path) == f"https://cdn.discordapp.com/{path}.png?size=64"
