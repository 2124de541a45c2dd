"""Sends requests to the service and keeps the exchanges that become examples of the document."""

import datetime
import random
import re
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlencode

import httpx
import msgspec
from litestar.testing import TestClient

from service.analysis.jobs import EngineJobs
from service.core.http.exchanges import RecordedExchange
from service.core.keys.signing import Signer
from service.core.parts import parts_of
from service.due.bot_runner import awaits_bot
from service.due.sweep import take_step
from service.fair_play.reports import FairPlayReports
from service.features import FEATURES
from service.moderation.roles import Role, Roles
from service.news.digest.digests import Digests
from service.news.digest.links import token_of
from service.openapi import pages
from service.openapi.document import from_litestar
from service.openapi.headers import HEADERS, ON_ALL
from service.openapi.walk import operations
from service.play.play import Play
from service.serving.simulate import EPOCH
from service.site_log.keeper import LogKeeper

SEED = 1999
OPEN_TO_ALL = {"signUp", "signIn"}
"""Operations that change something and need no token."""

SHOWN_ITEMS = 2
"""Rules of a rule book, tables of a data set, and words of a title, in an example."""

FEW = 8
"""Requests of which the limits of an example tell."""

_JSON = {"application/json", "application/problem+json", "application/feed+json"}

SHOWN_CHARACTERS = 240
"""Characters of a picture in an example."""

_OF_STREAMS = ('{"head":', '{"event":')
"""The beginnings of streams as lines. Other lines are bundles or lists, which are shown completely."""

SHOWN_LINES = 5
"""First lines of a stream in an example. The last line is shown too, since it may be of another kind."""

LONGEST_WAIT = 300
"""Seconds until a wait for bots or the engine fails."""


def _wait_until(is_ready: Callable[[], bool], problem: str) -> None:
    """Wait until a function returns true. Raises TimeoutError with the problem."""
    end = time.monotonic() + LONGEST_WAIT
    while not is_ready():
        if time.monotonic() > end:
            raise TimeoutError(problem)
        time.sleep(0.01)


class Collector:
    """Sends requests by the ids of operations, and keeps the exchanges."""

    def __init__(self, client: TestClient[Any], skip: Callable[[datetime.timedelta], None]) -> None:
        self._client = client
        self._skip = skip
        document = from_litestar(FEATURES)
        pages.add(document)
        self._operations = {operation.id: operation for operation in operations(document)}
        self._source = random.Random(SEED)  # noqa: S311 - examples have to be repeatable, not unpredictable
        self.kept: dict[str, list[RecordedExchange]] = {name: [] for name in self._operations}
        self.replaced: dict[str, str] = {}
        self.cookie: dict[str, str] = {}
        """The header with the cookie of the last sign-in."""

    @contextmanager
    def at(self, client: TestClient[Any]) -> Generator[None]:
        """Send the requests of a block to another site."""
        before, self._client = self._client, client
        try:
            yield
        finally:
            self._client = before

    def ask(
        self,
        operation: str,
        name: str,
        token: str | None = None,
        /,
        *,
        body: Any = None,
        query: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
        **path: Any,
    ) -> Any:
        """Send a request and keep it under a name.

        The same request is also sent without a token, and, if the reply has an ETag, with `If-None-Match`.
        """
        known = self._operations[operation]
        sent = {"Authorization": f"Bearer {token}"} if token else {}
        url = known.path.format(**path)
        if operation not in OPEN_TO_ALL and token:
            self._keep(operation, "without a token", self._send(known.method, url, body, query, {}), None)
        answer = self._send(known.method, url, body, query, {**sent, **(headers or {})})
        if set_cookie := answer.headers.get("Set-Cookie"):
            self.cookie = {"Cookie": set_cookie.partition(";")[0]}
            # sent only where a request names it
            self._client.cookies.clear()
        self._keep(operation, name, answer, body)
        if known.method == "get" and "ETag" in answer.headers and answer.status_code == httpx.codes.OK:
            again = {**sent, **(headers or {}), "If-None-Match": answer.headers["ETag"]}
            self._keep(operation, "nothing has changed", self._send("get", url, None, query, again), None)
        return _content(answer)

    def quietly(self, method: str, url: str, token: str, body: Any = None) -> Any:
        """Send a request that is not shown, and return its reply."""
        sent = {"Authorization": f"Bearer {token}", "Idempotency-Key": self.key()}
        answer = self._send(method, url, body, None, sent if method == "post" else {**sent, "Idempotency-Key": "-"})
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    def submit(self, url: str, form: Mapping[str, str]) -> None:
        """Send a form that is not shown, as apps do to the endpoints of OAuth."""
        answer = self._client.post(url, data=dict(form))
        assert answer.is_success, answer.text

    def confirming(self, player: str) -> str:
        """Return the token of the link in the e-mail that asks a player to confirm the address."""
        parts = parts_of(self._client.app)
        found = parts.get(Digests).of(player)
        assert found is not None
        return token_of(parts.get(Signer), found, "confirm")

    def await_fair_play(self, report: str) -> None:
        """Wait until a report about unfair play is computed, without requests."""
        reports = parts_of(self._client.app).get(FairPlayReports)
        _wait_until(
            lambda: (found := reports.one(report)) is not None and found.state == "done",
            f"report {report} is not done",
        )

    def await_engine(self, game: str, level: str) -> None:
        """Wait until the engine has analysed a game, without requests, whose number would differ from run to run."""
        engine = parts_of(self._client.app).get(EngineJobs)
        _wait_until(
            lambda: (result := engine.result(game, level)) is not None and result[1] is not None,
            f"the engine does not end the analysis of game {game}",
        )

    def await_log(self) -> None:
        """Wait for the first step of the transparency log: what it finds, it adds in an order that depends on it."""
        keeper = parts_of(self._client.app).get(LogKeeper)
        _wait_until(lambda: keeper.is_current, "the transparency log does not begin")

    def grant(self, player: str, role: Role) -> None:
        """Grant a role as the operator does at the command line, with a request that is not shown."""
        parts_of(self._client.app).get(Roles).grant(player, role, "at the command line")

    def let_clock_run_out(self, game: str, skipped: datetime.timedelta) -> None:
        """Set the clock of the service forward, append what is due in a game, and let its bots decide.

        A request while they decide would have another answer in each run.
        """
        self._skip(skipped)
        play = parts_of(self._client.app).get(Play)
        with self._client.portal() as portal:
            portal.call(take_step, play, game)
        _wait_until(
            lambda: (loaded := play.cached(game)) is not None and not awaits_bot(loaded.game),
            f"the bots of game {game} do not decide",
        )

    def show_request(self, operation: str, name: str, body: Any) -> None:
        """Keep a request without its answer."""
        if all(exchange.name != name for exchange in self.kept[operation]):
            self.kept[operation].append(RecordedExchange(name, name, 201, request=body))

    def noted(self, game: Any) -> None:
        """Register what has to be replaced in a game with a guest, whose id differs from run to run."""
        self.replaced[game["head"]] = "9" * 64
        for seat in game["seats"]:
            if str(seat["player"]).startswith("guest:"):
                self.replaced[seat["player"]] = "guest:00000000-0000-4000-8000-000000000099"

    def repeatable(self) -> dict[str, list[RecordedExchange]]:
        """Return the exchanges, with fixed values for times and ids that differ from run to run."""
        text = msgspec.json.encode(self.kept).decode()
        for found, shown in self.replaced.items():
            text = text.replace(found, shown)
        text = re.sub(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", _in_epoch, text)
        text = re.sub(r'(?<="name":"ludolog-engine/1","digest":")[0-9a-f]{16}', "9" * 16, text)
        # on a slow machine the first requests are already forgotten
        text = re.sub(r'"limit":(\d+),"left":\d+', _with_few_used, text)
        text = re.sub(r'"request_id":"[^"]+"', '"request_id":"0123456789abcdef01234567"', text)
        return msgspec.json.decode(
            re.sub(r'"seconds":\d+', '"seconds":30', text), type=dict[str, list[RecordedExchange]]
        )

    def key(self) -> str:
        """Return the next idempotency key."""
        return f"{self._source.getrandbits(128):032x}"

    def _send(self, method: str, url: str, body: Any, query: Any, headers: Mapping[str, str]) -> httpx.Response:
        plain = {"Accept-Encoding": "identity", **headers}
        # the times of the tour follow one another
        self._skip(datetime.timedelta(milliseconds=1))
        if query:
            # the client of the framework takes an escaped slash of a query for one of the path
            url = f"{url}?{urlencode(query, doseq=True, safe=':/')}"
        if isinstance(body, str):
            lines = {**plain, "Content-Type": "application/octet-stream"}
            return self._client.request(method, url, content=body, headers=lines)
        return self._client.request(method, url, json=body, headers=plain)

    def _keep(self, operation: str, name: str, answer: httpx.Response, request: Any) -> None:
        anonymous = name == "without a token"
        known = self.kept[operation]
        media = answer.headers.get("Content-Type", "").split(";")[0] if answer.content else ""
        body = _content(answer)
        if media == "application/problem+json":
            name = body["code"]
        if (anonymous and answer.status_code != httpx.codes.UNAUTHORIZED) or any(e.name == name for e in known):
            return
        headers = tuple(header for header in HEADERS if header in answer.headers and header != ON_ALL)
        known.append(RecordedExchange(name, name, answer.status_code, media, headers, _short(body), request, anonymous))


def _with_few_used(limit: re.Match[str]) -> str:
    return f'"limit":{limit[1]},"left":{int(limit[1]) - FEW}'


def _in_epoch(time: re.Match[str]) -> str:
    day = EPOCH.isoformat()[:10]
    return time[0] if time[0].startswith(day) else f"{day}T00:00:00.000000Z"


def _content(answer: httpx.Response) -> Any:
    media = answer.headers.get("Content-Type", "").split(";")[0]
    if media == "application/zip":
        # an example is text
        return answer.content[:2].decode()
    return answer.json() if media in _JSON else answer.text or None


def _first(part: Any) -> Any:
    """Return the first entries of a dictionary."""
    return dict(list(part.items())[:SHOWN_ITEMS]) if isinstance(part, dict) else part


_LONG = ("<?xml", "<svg", "<!DOCTYPE", "// Games")
"""How pictures, feeds, pages and the script begin."""


def _short(body: Any) -> Any:
    """Return the body of a reply with long lists, pictures and pages cut off."""
    if isinstance(body, str) and body.startswith(_LONG):
        return f"{body[:SHOWN_CHARACTERS]}…"
    if isinstance(body, str) and body.startswith(_OF_STREAMS):
        lines = body.splitlines(keepends=True)
        return "".join([*lines[:SHOWN_LINES], *lines[SHOWN_LINES:][-1:]])
    if isinstance(body, dict):
        if isinstance(body.get("tables"), dict):
            body = {**body, "tables": dict(sorted(body["tables"].items())[:SHOWN_ITEMS])}
        if "language" in body:
            groups = {name: _first(part) for name, part in body.get("analysis", {}).items()}
            lesson = body.get("first_game")
            body = {name: groups if name == "analysis" else _first(part) for name, part in body.items()}
            if lesson:
                # an object, and no dictionary
                body["first_game"] = {**lesson, "steps": lesson["steps"][:SHOWN_ITEMS]}
        if body.get("items") and {"number", "passages"} & body["items"][0].keys():
            body = {**body, "items": body["items"][:SHOWN_ITEMS]}
        if body.get("items") and "default_profile" in body["items"][0]:
            items = [{**item, "options": item["options"][:SHOWN_ITEMS]} for item in body["items"]]
            body = {**body, "items": items}
    return body
