"""The front and the framework give the same answers: status, headers in their order, and bytes.

Two services have the same database, key, clock and random bytes; one has no front. Both get the same requests.
"""

import asyncio
import itertools
import re
import shutil
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from litestar import Litestar
from litestar.exceptions import LitestarDeprecationWarning

from domain.game import game as games
from domain.game.events import Visibility
from domain.rulesets import RULESETS
from service.app import create_app
from service.core.keys.opening import open_keys_of
from service.core.parts import parts_of
from service.core.settings import Settings
from service.core.store.store import Store
from service.people.accounts import Accounts
from service.people.quotas.rate_limit import RateLimits
from service.people.sessions.sessions import NewSession, Sessions
from service.people.tokens import TokenSpec
from service.play.play import Play
from service.play.requests import SeatTaking
from service.serving.simulate import SeededSource
from tests.new_games import new_game

OPEN, PRIVATE, WAITING = (f"{number:08}-0000-4000-8000-000000000000" for number in (1, 2, 3))
SECONDS = re.compile(rb"t=\d+")
TOO_LARGE = b"x" * (64 * 1024 + 1)


class Asked(NamedTuple):
    """A request."""

    method: str
    path: str
    headers: tuple[tuple[str, str], ...] = ()
    parts: tuple[bytes, ...] = ()
    is_cut: bool = False
    """Whether the client disconnects after the parts of the body, before the last byte."""


class Answer(NamedTuple):
    """A response, and whether the framework routed the request."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes
    is_routed: bool


class People(NamedTuple):
    """The secrets of three players, of a token without scopes to play, and of a session."""

    players: list[str]
    reader: str
    session: str


def prepared(folder: Path) -> People:
    """Make a database with two running games and one that waits for its start."""
    settings = Settings(database=f"sqlite:///{folder}/games.db")
    with Store(settings.database) as store:
        open_keys_of(store, settings.key_path)
        accounts = Accounts(store.database)
        made = [accounts.sign_up(f"Player {seat}") for seat in range(3)]
        first = made[0].token
        reader = accounts.new_token(TokenSpec(first.player, "reads", ("organise",)))
        session = Sessions(store.database, accounts).start(NewSession(first.player, "a browser", ("play", "organise")))
        asyncio.run(_games(Play(store), [each.token.player for each in made]))
    return People([each.secret for each in made], reader.secret, session.secret)


async def _games(play: Play, players: Sequence[str]) -> None:
    ruleset = RULESETS["giganten"]
    opened: tuple[tuple[str, Visibility], ...] = ((OPEN, "public"), (PRIVATE, "private"), (WAITING, "public"))
    for game, visibility in opened:
        new = new_game(ruleset, 3, players[0], options={"first_player": "seat_0"}, visibility=visibility)
        loaded = (await play.open(new, game_id=game)).loaded
        for seat, player in enumerate(players):
            await play.take_seat(loaded, SeatTaking(seat, player))
        if game != WAITING:
            await play.start(loaded)


class Site:
    """A service without a socket."""

    def __init__(self, folder: Path, *, has_front: bool, **settings: Any) -> None:
        source = SeededSource(1)
        chosen = Settings(database=f"sqlite:///{folder}/games.db", metrics=True, **settings)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", LitestarDeprecationWarning)
            self.app: Litestar = create_app(
                chosen, lambda store: Play(store, source.now, source.bytes), has_front=has_front
            )

    async def ask(self, asked: Asked) -> Answer:
        """Send a request and return its response."""
        path, _, query = asked.path.partition("?")
        given = {name.lower() for name, _ in asked.headers}
        headers = [("host", "localhost"), ("x-request-id", "one"), *asked.headers]
        if asked.parts and "content-length" not in given:
            headers.append(("content-length", str(sum(map(len, asked.parts)) + asked.is_cut)))
        scope: dict[str, Any] = {
            "type": "http", "http_version": "1.1", "method": asked.method, "scheme": "http", "path": path,
            "raw_path": path.encode(), "query_string": query.encode(), "root_path": "", "server": ("localhost", 80),
            "client": ("127.0.0.1", 1), "headers": [(name.lower().encode(), value.encode()) for name, value in headers],
        }  # fmt: skip
        last = len(asked.parts) - 1
        messages: list[dict[str, Any]] = [
            {"type": "http.request", "body": part, "more_body": asked.is_cut or place < last}
            for place, part in enumerate(asked.parts)
        ] or [{"type": "http.request", "body": b"", "more_body": False}]
        incoming = itertools.chain(messages, itertools.repeat({"type": "http.disconnect"}))
        sent: list[dict[str, Any]] = []

        async def receive() -> Any:
            return next(incoming)

        async def send(message: Any) -> None:
            sent.append(message)

        await self.app(scope, receive, send)  # pyright: ignore[reportArgumentType] - a scope is a dict
        assert [message["type"] for message in sent] == ["http.response.start", "http.response.body"]
        start, body = sent
        fields = [(name, SECONDS.sub(b"t=0", value)) for name, value in start["headers"]]
        return Answer(start["status"], fields, body["body"], "path_params" in scope)


class Pair:
    """The same service with the front and without it."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        here, there = folder / "front", folder / "framework"
        here.mkdir()
        self.people = prepared(here)
        shutil.copytree(here, there)
        self.front = Site(here, has_front=True, **settings)
        self.framework = Site(there, has_front=False, **settings)

    def both(self, work: Callable[["Pair"], Any]) -> None:
        """Run work while both services run."""

        async def run() -> None:
            async with self.front.app.lifespan(), self.framework.app.lifespan():
                await work(self)

        asyncio.run(run())

    async def same(self, asked: Asked, status: int, *, by_front: bool) -> Answer:
        """Send a request to both, require the same response with this status, and return it."""
        ours, theirs = await self.front.ask(asked), await self.framework.ask(asked)
        assert ours[:3] == theirs[:3], asked
        # a malformed head is refused before either
        assert (ours.status, ours.is_routed) == (status, theirs.is_routed and not by_front), (asked, ours)
        return ours

    def token(self, seat: int = 0) -> tuple[str, str]:
        """Return the header of the player of a seat."""
        return "Authorization", f"Bearer {self.people.players[seat]}"

    async def move(self, *, last: bool = False) -> tuple[int, dict[str, Any]]:
        """Return the seat that is asked in the public game, and the body of a command that is legal."""
        game = (await parts_of(self.front.app).get(Play).load(OPEN)).game
        seat = min(games.awaiting(game))
        choices = games.legal_commands(game, seat)
        command = choices[-1 if last else 0].command
        return seat, {"decision": games.decision_id(game, seat), "command": msgspec.to_builtins(command)}


def post(body: object, *headers: tuple[str, str], query: str = "", game: str = OPEN) -> Asked:
    """Return a command."""
    data = body if isinstance(body, bytes) else msgspec.json.encode(body)
    return Asked("POST", f"/v1/games/{game}/commands{query}", (("Content-Type", "application/json"), *headers), (data,))


@pytest.fixture
def pair(tmp_path: Path) -> Pair:
    return Pair(tmp_path)


READS: tuple[tuple[str, int, bool], ...] = (
    # path below the public game, status, whether the front answers
    ("view", 200, True),
    ("view?at=9", 200, True),
    ("view?as=public", 200, True),
    ("view?as=seat:0", 200, True),
    ("view?as=seat%3A0&at=9", 200, True),
    ("view?pieces=true", 200, True),
    ("view?pieces=false&at=9", 200, True),
    ("view?pieces=1", 400, False),
    ("view?pieces=true&pieces=true", 400, False),
    ("view?as=seat:1", 404, False),
    ("view?as=nobody", 404, False),
    ("view?at=1", 409, False),
    ("view?at=0", 416, False),
    ("view?at=99999", 416, False),
    ("view?at=-1", 416, False),
    ("view?at=01", 400, False),
    ("view?at=9&at=9", 400, False),
    ("view?at=", 400, False),
    ("view?att=9", 400, False),
    ("view?as=%FF", 400, False),
    ("view?", 200, True),
    ("view?&at=9", 200, False),
    ("view/", 200, False),
    ("decisions", 200, True),
    ("decisions?at=9&lang=de", 200, True),
    ("decisions?lang=xx", 400, False),
    ("events", 200, True),
    ("events?after=3&limit=2&lang=it", 200, True),
    ("events?after=10&wait=0", 200, True),
    ("events?limit=0", 400, False),
    ("events?limit=1001", 200, False),
    ("events?cursor=3&limit=2", 200, True),
    ("events?cursor=3&after=4", 400, False),
    ("events?wait=31", 400, False),
    ("events?after=1e1", 400, False),
    ("events?after=99999", 416, False),
    ("nothing", 404, False),
)


def test_reads_of_each_form_have_the_same_response(pair: Pair):
    async def run(pair: Pair) -> None:
        for token in ((), (pair.token(),)):
            for path, status, by_front in READS:
                is_hidden = not token and "seat" in path
                asked = Asked("GET", f"/v1/games/{OPEN}/{path}", token)
                await pair.same(asked, 404 if is_hidden else status, by_front=by_front and not is_hidden)

    pair.both(run)


def test_reads_have_the_same_response_with_each_header(pair: Pair):
    async def run(pair: Pair) -> None:
        view = f"/v1/games/{OPEN}/view"
        tags = dict((await pair.same(Asked("GET", view), 200, by_front=True)).headers)
        known = ("If-None-Match", f'"x", W/{tags[b"etag"].decode()}')
        for headers, status in (
            ((known,), 304),
            ((("If-None-Match", "*"),), 304),
            ((("If-None-Match", '"x"'),), 200),
            ((("Accept-Encoding", "br, gzip;q=1"),), 200),
            ((("Origin", "https://elsewhere.example"),), 200),
            ((("Origin", ""),), 200),
            ((("Origin", ""), ("Origin", "https://elsewhere.example")), 200),
            ((("Origin", "https://elsewhere.example"), ("Origin", "")), 200),
            ((known, ("Origin", "https://elsewhere.example")), 304),
            ((pair.token(), pair.token()), 400),
            ((("Authorization", "Bearer nonsense"),), 401),
            ((("Authorization", "Bearer nonsense"), ("Origin", "https://elsewhere.example")), 401),
            ((("Cookie", f"ludolog={pair.people.session}"),), 200),
            ((("Cookie", "ludolog=over; lang=de"), ("Sec-Fetch-Site", "same-origin")), 200),
            ((("Cookie", f"ludolog={pair.people.session}"), ("Sec-Fetch-Site", "same-origin")), 200),
            ((("X-Request-ID", "another"),), 200),
        ):
            await pair.same(Asked("GET", view, headers), status, by_front=status < 400)
        for headers in ((("Accept-Language", "de;q=0.5, it"),), (("Accept", "application/x-ndjson"),)):
            for name in ("events", "decisions"):
                await pair.same(Asked("GET", f"/v1/games/{OPEN}/{name}", (pair.token(), *headers)), 200, by_front=True)
        for method, status in (("HEAD", 200), ("OPTIONS", 204), ("PUT", 405), ("POST", 405), ("BREW", 405)):
            await pair.same(Asked(method, view), status, by_front=False)

    pair.both(run)


def test_games_that_are_private_unknown_or_not_started_have_the_same_response(pair: Pair):
    async def run(pair: Pair) -> None:
        for name in ("view", "decisions", "events"):
            for game, headers, status in (
                (PRIVATE, (), 404),
                (PRIVATE, (pair.token(1),), 200),
                (PRIVATE, (("Ludolog-Invitation", "nonsense"),), 404),
                (WAITING, (), 409 if name == "view" else 200),
                ("0" * 36, (), 404),
                ("0" * 35, (), 404),
                (OPEN.upper().replace("0", "A"), (), 404),
            ):
                asked = Asked("GET", f"/v1/games/{game}/{name}", headers)
                await pair.same(asked, status, by_front=status == 200)

    pair.both(run)


def test_commands_of_each_form_have_the_same_response(pair: Pair):
    async def run(pair: Pair) -> None:
        for number, headers in enumerate(((), (("Accept-Language", "de"),), (("Origin", "https://a.example"),))):
            seat, body = await pair.move()
            keyed = (pair.token(seat), ("Idempotency-Key", f"key {number}"), *headers)
            for _ in range(2):
                await pair.same(post(body, *keyed, query="?lang=it" if number else ""), 201, by_front=True)
            await pair.same(post({**body, "decision": "0.99"}, *keyed), 422, by_front=False)
            await pair.same(post(body, pair.token(seat)), 409, by_front=False)
        seat, body = await pair.move()
        own, version = pair.token(seat), ("If-Match", '"7.view.public"')
        text = msgspec.json.encode(body)
        for asked, status in (
            (post(body), 401),
            (post(body, ("Authorization", f"Bearer {pair.people.reader}")), 403),
            (post(body, pair.token((seat + 1) % 3)), 409),
            (post(body, own, version), 412),
            (post(body, own, game=WAITING), 409),
            (post(body, game=PRIVATE), 401),
            (post(text[:-1]), 401),
            (post(body, own, query="?lang=xx"), 400),
            (post(body, own, query="?x=1"), 400),
            (post(body, own, ("Idempotency-Key", "a/b")), 400),
            (post(body, own, ("Idempotency-Key", "ludolog_0123456789abcdef0123")), 400),
            (post(text[:-1], own), 400),
            (post(text.replace(b'"decision"', b'"command":{},"decision"'), own), 400),
            (post(b'{"decision":"\xff","command":{"type":"x"}}', own), 400),
            (post({**body, "command": {"type": "giganten.nothing"}}, own), 422),
            (post({**body, "decision": 7}, own), 400),
            (post(b"[" * 9_999, own), 400),
            (post(TOO_LARGE, own), 413),
            (post(text, own)._replace(parts=()), 400),
            (post(text, own)._replace(is_cut=True), 400),
            (Asked("POST", f"/v1/games/{OPEN}/commands", (own, ("Content-Type", "text/plain")), (text,)), 415),
            (post(text, own, ("Content-Encoding", "gzip")), 415),
            (post(text, ("Cookie", f"ludolog={pair.people.session}")), 403),
        ):
            await pair.same(asked, status, by_front=False)
        await pair.same(Asked("POST", f"/v1/games/{OPEN}/commands", (own,), (text,)), 201, by_front=False)
        seat, body = await pair.move(last=True)
        text = msgspec.json.encode(body)
        await pair.same(post(text, pair.token(seat))._replace(parts=(text[:9], text[9:])), 201, by_front=True)

    pair.both(run)


def test_requests_are_counted_once_and_measured_by_route(tmp_path: Path):
    pair = Pair(tmp_path, rate_limit=8)

    async def run(pair: Pair) -> None:
        own, path = pair.token(), f"/v1/games/{OPEN}/view"
        for number in range(4):
            await pair.same(Asked("GET", path, (own,)), 200, by_front=True)
            await pair.same(Asked("GET", f"{path}?at=99999", (own,)), 416, by_front=False)
            await pair.same(Asked("GET", path, (pair.token(1),)), 200, by_front=True)
            assert parts_of(pair.front.app).get(RateLimits).token.look(f"{number}").left == 8
        for headers in ((own,), (own, ("Origin", "https://a.example"))):
            await pair.same(Asked("GET", path, headers), 429, by_front=False)
        await pair.same(post({}, own), 429, by_front=False)
        texts = [(await site.ask(Asked("GET", "/metrics"))).body.decode() for site in (pair.front, pair.framework)]
        ours, theirs = ([line for line in text.splitlines() if "http_request_seconds_count" in line] for text in texts)
        assert ours == theirs
        assert 'method="GET",route="/v1/games/{game}/view",status="200"' in "".join(ours)

    pair.both(run)
