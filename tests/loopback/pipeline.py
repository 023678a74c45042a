"""The stages of a request: ban, faults, limits, token, body, route, answer, journal."""

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass

from aiohttp import web

from .backend import Backend
from .ban import Ban
from .body import read_body
from .errors import INVALID_FORM, INVALID_JSON, NO_SUCH_ROUTE, UNAUTHORIZED, ApiError
from .faults import Fault, Faults, rate_limited
from .journal import Sent
from .limits import Limits
from .normalize import normalize
from .problems import as_tree
from .route import Answer, Call, Route
from .routes_interactions import callback_schema
from .wire import dump

PREFIX = "/api/v10"


@dataclass(frozen=True, slots=True)
class _Reply:
    status: int
    body: bytes
    content_type: str
    headers: Mapping[str, str]
    code: int = 0


class Pipeline:
    """Handles every request of the API."""

    def __init__(
        self, backend: Backend, faults: Faults, limits: Limits, ban: Ban, runs: Mapping[int, str]
    ) -> None:
        """Know the parts, and which run of the bot uses which port besides the first."""
        self._backend = backend
        self._faults = faults
        self._limits = limits
        self._ban = ban
        self._runs = runs
        self.in_flight = 0

    async def run(self, request: web.Request, route: Route) -> web.StreamResponse:
        """Answer one request that has a route."""
        arrived = time.perf_counter()
        self.in_flight += 1
        try:
            return await self._run(request, route, arrived)
        finally:
            self.in_flight -= 1
            self._backend.pulse.beat()

    async def _run(self, request: web.Request, route: Route, arrived: float) -> web.StreamResponse:
        path = request.path.removeprefix(PREFIX)
        body, files, readable = await read_body(request)
        run = self._run_of(request)
        call = Call(
            request.method, path, request.match_info, request.query, body, files, arrived, run
        )
        fault = self._ban.answer() or self._faults.take(call.method, path)
        if fault is not None and fault.delay:
            await asyncio.sleep(fault.delay)
        audience = route.audience(self._backend, call) if readable else None
        reply = self._reply(request, route, call, fault, readable=readable)
        status = 0 if fault and fault.reset else reply.status
        self._ban.note(status)
        self._backend.journal.record(
            Sent(
                call.method,
                path,
                route.template,
                body,
                files,
                arrived,
                status,
                reply.code,
                audience,
                run,
            )
        )
        if fault is not None and fault.reset and request.transport is not None:
            request.transport.abort()
        return web.Response(
            status=reply.status,
            body=reply.body,
            content_type=reply.content_type or None,
            headers=reply.headers,
        )

    def _run_of(self, request: web.Request) -> str:
        here = request.transport and request.transport.get_extra_info("sockname")
        return self._runs.get(here[1], "") if here else ""

    def _reply(
        self, request: web.Request, route: Route, call: Call, fault: Fault | None, *, readable: bool
    ) -> _Reply:
        spoils = fault is not None and (fault.status > 0 or fault.reset)
        if fault is not None and spoils and not fault.applied:
            return _fault_reply(fault)
        verdict = self._limits.take(call.method, call.path, route.template)
        if verdict.retry_after is not None:
            limited = _fault_reply(
                rate_limited(verdict.retry_after, everywhere=verdict.everywhere, scope="user")
            )
            headers = {**limited.headers, **verdict.headers}
            return _Reply(limited.status, limited.body, limited.content_type, headers)
        proper = self._proper(request, route, call, verdict.headers, readable=readable)
        return _fault_reply(fault) if fault is not None and spoils else proper

    def _proper(
        self,
        request: web.Request,
        route: Route,
        call: Call,
        headers: Mapping[str, str],
        *,
        readable: bool,
    ) -> _Reply:
        try:
            authorized = request.headers.get("Authorization") == f"Bot {self._backend.token}"
            if route.needs_token and not authorized:
                raise ApiError(UNAUTHORIZED)
            if not readable:
                raise ApiError(INVALID_JSON)
            self._check_body(route, call)
            answer = route.handle(self._backend, call)
        except ApiError as error:
            self._note(call, error)
            return _json_reply(error.refusal.status, error.body(), headers, error.refusal.code)
        self._check_answer(call, answer)
        if answer.payload is None:
            return _Reply(answer.status, b"", "", headers)
        return _json_reply(answer.status, answer.payload, headers)

    def _check_body(self, route: Route, call: Call) -> None:
        schema = (
            callback_schema(call.body) if route.template.endswith("/callback") else route.schema
        )
        if not schema:
            return
        problems = self._backend.schemas.problems(schema, normalize(call.body or {}))
        if problems:
            raise ApiError(INVALID_FORM, as_tree(problems))

    def _check_answer(self, call: Call, answer: Answer) -> None:
        if not answer.schema:
            return
        problems = self._backend.schemas.problems(answer.schema, answer.payload)
        if problems:
            texts = tuple(str(problem) for problem in problems)
            self._backend.journal.violate("answer", call.method, call.path, texts)

    def _note(self, call: Call, error: ApiError) -> None:
        if error.refusal in {INVALID_FORM, INVALID_JSON}:
            told = (dump(error.errors) if error.errors else error.refusal.message,)
            self._backend.journal.violate("request", call.method, call.path, told)

    async def unknown(self, request: web.Request) -> web.StreamResponse:
        """Answer a request without a route."""
        error = ApiError(NO_SUCH_ROUTE)
        self._backend.journal.violate("route", request.method, request.path, ("not served",))
        self._backend.pulse.beat()
        reply = _json_reply(error.refusal.status, error.body(), {}, 0)
        return web.Response(status=reply.status, body=reply.body, content_type=reply.content_type)


def _json_reply(status: int, payload: object, headers: Mapping[str, str], code: int = 0) -> _Reply:
    return _Reply(status, dump(payload).encode(), "application/json", headers, code)


def _fault_reply(fault: Fault) -> _Reply:
    if isinstance(fault.body, str):
        return _Reply(fault.status or 500, fault.body.encode(), "text/html", fault.headers)
    code = int(fault.body.get("code") or 0)
    return _json_reply(fault.status, fault.body, fault.headers, code)
