"""The gateway: sessions over websockets, with heartbeats, resuming and faults on request."""

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from aiohttp import WSCloseCode, WSMsgType, web

from . import payloads
from .compression import compressor
from .connection import Connection, OnSent
from .pulse import Pulse
from .session import Session
from .sharding import Sharding
from .welcome import Welcome
from .wire import JsonObject, dump, load
from .world import World

GUILDS = 1 << 0
GUILD_MEMBERS = 1 << 1
GUILD_MESSAGES = 1 << 9
PRIVILEGED = GUILD_MEMBERS | (1 << 8) | (1 << 15)

HEARTBEAT, IDENTIFY, PRESENCE, RESUME = 1, 2, 3, 6
RECONNECT, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 7, 9, 10, 11

CLOSE_DECODE_ERROR = 4002
CLOSE_NOT_AUTHENTICATED = 4003
CLOSE_BAD_TOKEN = 4004
CLOSE_DISALLOWED_INTENTS = 4014

HERE = "here"
"""The run of a bot in this process."""

_LOST_SESSIONS_KEPT = 8


@dataclass(frozen=True, slots=True)
class Event:
    """An event before it has found its sessions."""

    name: str
    data: JsonObject
    guild_id: int | None
    intent: int
    on_sent: OnSent | None = None


class Gateway:
    """All sessions of the bot.

    `identified` and `resumed` count what succeeded; `sharding` has every IDENTIFY, and what Discord
    demands of it. `received` holds what bots sent besides heartbeats. `allowed_privileged` are the
    privileged intents switched on for the application. `refusals` are statuses with which the next
    handshakes are refused; 0 cuts the connection.
    """

    def __init__(self, world: World, pulse: Pulse, token: str) -> None:
        self._world = world
        self._pulse = pulse
        self._token = token
        self._held: list[Event] | None = None
        self._welcoming: dict[Connection, asyncio.Task[None]] = {}
        self.welcome = Welcome()
        self.sharding = Sharding()
        self.sessions: list[Session] = []
        self.connections: set[Connection] = set()
        self.received: list[JsonObject] = []
        self.refusals: list[int] = []
        self.identified = 0
        self.resumed = 0
        self.heartbeats = 0
        self.heartbeat_interval = 41.25
        self.allowed_privileged = 0
        self.url = ""

    def address_of(self, run: str = "") -> str:
        """The address for the connections of one run of the bot, or of a bot in this process."""
        return f"{self.url}{run or HERE}/"

    @property
    def live(self) -> list[Session]:
        """Sessions that have a connection."""
        return [session for session in self.sessions if session.connection is not None]

    def dispatch(
        self,
        name: str,
        data: JsonObject,
        *,
        guild_id: int | None,
        intent: int = 0,
        on_sent: OnSent | None = None,
    ) -> None:
        """Send an event to every session that should see it; `intent` 0 needs none."""
        event = Event(name, data, guild_id, intent, on_sent)
        if self._held is not None:
            self._held.append(event)
        else:
            self._emit(event)

    @contextlib.contextmanager
    def hold(self) -> Iterator[list[Event]]:
        """Hold events back inside the block; what its list then holds is sent at its end."""
        held: list[Event] = []
        self._held = held
        try:
            yield held
        finally:
            self._held = None
            for event in held:
                self._emit(event)

    def _emit(self, event: Event) -> None:
        text = dump(event.data)
        for session in self.sessions:
            if session.sees(event.guild_id) and event.intent & session.intents == event.intent:
                session.send(event.name, text, event.on_sent)

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Handle one websocket from its first byte to its last."""
        if self.refusals:
            return self._refuse(request, self.refusals.pop(0))
        socket = web.WebSocketResponse(compress=False, max_msg_size=0)
        await socket.prepare(request)
        try:
            stream = compressor(request.query.get("compress"))
        except ValueError:
            await socket.close(code=CLOSE_DECODE_ERROR)
            return socket
        connection = Connection(socket, request, stream)
        self.connections.add(connection)
        writer = asyncio.create_task(connection.write())
        hello = {"heartbeat_interval": int(self.heartbeat_interval * 1000), "_trace": []}
        self._control(connection, HELLO, hello)
        try:
            async for received in socket:
                if received.type in {WSMsgType.TEXT, WSMsgType.BINARY}:
                    await self._receive(connection, received.data)
        finally:
            writer.cancel()
            self._gone(
                connection, clean=socket.close_code in {WSCloseCode.OK, WSCloseCode.GOING_AWAY}
            )
        return socket

    def _refuse(self, request: web.Request, status: int) -> web.Response:
        if not status and request.transport is not None:
            request.transport.abort()
        self._pulse.beat()
        return web.Response(status=status or 500, text="injected by a test")

    def _gone(self, connection: Connection, *, clean: bool) -> None:
        self.connections.discard(connection)
        unfinished = self._welcoming.pop(connection, None)
        if unfinished is not None:
            unfinished.cancel()
        for session in self.live:
            if session.connection is connection:
                session.connection = None
                if clean and not connection.dropped:
                    self.sessions.remove(session)
        lost = [session for session in self.sessions if session.connection is None]
        for session in lost[:-_LOST_SESSIONS_KEPT]:
            self.sessions.remove(session)
        self._pulse.beat()

    async def _receive(self, connection: Connection, text: str) -> None:
        try:
            message = load(text)
        except ValueError:
            await connection.close(CLOSE_DECODE_ERROR)
            return
        if not isinstance(message, dict):
            await connection.close(CLOSE_DECODE_ERROR)
            return
        operation = message.get("op")
        if operation == HEARTBEAT:
            self.heartbeats += 1
            self._control(connection, HEARTBEAT_ACK, None)
            return
        self.received.append(message)
        data: JsonObject = message.get("d") or {}
        if operation == IDENTIFY:
            await self._identify(connection, data)
        elif operation == RESUME:
            await self._resume(connection, data)
        elif operation != PRESENCE and not self._knows(connection):
            await connection.close(CLOSE_NOT_AUTHENTICATED)
        self._pulse.beat()

    def _knows(self, connection: Connection) -> bool:
        return connection in self._welcoming or any(
            session.connection is connection for session in self.sessions
        )

    async def _identify(self, connection: Connection, data: JsonObject) -> None:
        if data.get("token") != self._token:
            await connection.close(CLOSE_BAD_TOKEN)
            return
        intents = int(data.get("intents") or 0)
        if intents & PRIVILEGED & ~self.allowed_privileged:
            await connection.close(CLOSE_DISALLOWED_INTENTS)
            return
        refusal = self.sharding.refusal(data.get("shard"))
        if refusal:
            await connection.close(refusal)
            return
        number, count = data.get("shard") or (0, 1)
        shard = int(number), int(count)
        if not self.sharding.admit(shard, connection.run):
            self._control(connection, INVALID_SESSION, data=False)
            return
        session = Session(secrets.token_hex(16), intents, shard, connection, connection.run)
        self._welcoming[connection] = asyncio.create_task(self._bring_up(session, connection))

    async def _bring_up(self, session: Session, connection: Connection) -> None:
        """Send READY, before which nothing reaches the session, and then each guild."""
        await self.welcome.before_ready()
        del self._welcoming[connection]
        guilds = [g for g in self._world.guilds.values() if g.has_bot and session.sees(g.id)]
        self.sessions.append(session)
        session.send("READY", dump(self._ready(session, [guild.id for guild in guilds])))
        self.identified += 1
        self._pulse.beat()
        for guild in guilds:
            await self.welcome.before_guild()
            session.send("GUILD_CREATE", dump(payloads.guild_create(self._world, guild)))
        self._pulse.beat()

    def _ready(self, session: Session, guild_ids: list[int]) -> JsonObject:
        return {
            "v": 10,
            "user": payloads.own_user(self._world),
            "guilds": [{"id": str(one), "unavailable": True} for one in guild_ids],
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": self.address_of(session.run),
            "shard": list(session.shard),
            "application": {"id": str(self._world.application_id), "flags": 0},
            "private_channels": [],
            "relationships": [],
            "presences": [],
        }

    async def _resume(self, connection: Connection, data: JsonObject) -> None:
        if data.get("token") != self._token:
            await connection.close(CLOSE_BAD_TOKEN)
            return
        session = next((s for s in self.sessions if s.id == data.get("session_id")), None)
        if session is None:
            self._control(connection, INVALID_SESSION, data=False)
            return
        seen = int(data.get("seq") or 0)
        missed = [text for number, text in session.backlog if number > seen]
        session.connection = connection
        session.resumed += 1
        for text in missed:
            connection.push(text)
        session.send("RESUMED", dump({"_trace": []}))
        self.resumed += 1

    def _control(self, connection: Connection, operation: int, data: object) -> None:
        connection.push(dump({"op": operation, "d": data, "s": None, "t": None}))

    def drop(self) -> None:
        """Cut every connection without a word; sessions can be resumed."""
        for connection in list(self.connections):
            connection.drop()

    async def close(self, code: int) -> None:
        """Close every connection with a code; sessions can be resumed where the code lets a bot."""
        for connection in list(self.connections):
            connection.dropped = True
            await connection.close(code)

    def reconnect(self) -> None:
        """Ask every bot to reconnect (operation 7)."""
        for connection in self.connections:
            self._control(connection, RECONNECT, None)

    def invalidate(self, *, resumable: bool) -> None:
        """Tell every bot that its session is invalid (operation 9)."""
        for session in self.live:
            if session.connection is not None:
                self._control(session.connection, INVALID_SESSION, resumable)
            if not resumable:
                self.sessions.remove(session)

    async def until(
        self, condition: Callable[["Gateway"], object], within: float, what: str
    ) -> None:
        """Wait for something about the sessions; raises `WaitedTooLong`."""
        await self._pulse.until(lambda: condition(self), within, what)
