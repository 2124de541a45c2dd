"""A service in this process at a time that the test sets, which queues and sends only when the test wants."""

import asyncio
import datetime
import warnings
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import httpx
from litestar import Litestar
from litestar.exceptions import LitestarDeprecationWarning
from litestar.testing import TestClient

from service.app import create_app, routed_app
from service.core.parts import Parts, parts_of
from service.core.settings import Settings
from service.core.store.store import Store
from service.news.notifications import Notifications
from service.play.play import Play
from tests.replies import ok

START = datetime.datetime(2026, 11, 20, 12, tzinfo=datetime.UTC)

T = TypeVar("T")


class Site:
    """A running service."""

    def __init__(self, client: "TestClient[Any]", app: Litestar) -> None:
        self.client = client
        self._app = app
        self.now = START

    @property
    def parts(self) -> Parts:
        """The parts of the application."""
        return parts_of(self._app)

    @property
    def notifications(self) -> Notifications:
        """The pings and webhooks."""
        return self.parts.get(Notifications)

    def wait(self, **time: float) -> None:
        """Let time pass, then queue what has happened and send what is due."""
        self.now += datetime.timedelta(**time)
        self.step()

    def step(self) -> None:
        """Queue what has happened and send what is due."""

        async def stepped() -> None:
            await self.notifications.follower.step()
            await self.notifications.sender.step()

        self.run(stepped)

    def run(self, work: Callable[[], Awaitable[T]]) -> T:
        """Return the result of a coroutine on the loop of the application."""

        async def done() -> T:
            return await asyncio.wait_for(work(), 30)

        with self.client.portal() as portal:
            return portal.call(done)

    def player(self, name: str) -> "Person":
        """Return a new player."""
        made = ok(self.client.post("/v1/players", json={"name": name})).json()
        return Person(self, made["id"], made["token"])


class Person:
    """A player who asks."""

    def __init__(self, site: Site, player: str, token: str) -> None:
        self._site = site
        self.id = player
        self.token = token
        self.headers = {"Authorization": f"Bearer {token}"}

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> httpx.Response:
        """Send a request."""
        return self._site.client.request(method, path, json=body, headers={**self.headers, **headers})

    def get(self, path: str) -> Any:
        """Return what a path has."""
        reply = self.ask("GET", path)
        assert reply.status_code == 200, reply.text
        return reply.json()

    def make(self, path: str, body: Any) -> Any:
        """Create something."""
        reply = self.ask("POST", path, body)
        assert reply.status_code == 201, reply.text
        return reply.json()

    def webhook(self, url: str, *types: str, **more: Any) -> Any:
        """Create a webhook."""
        return self.make("/v1/webhooks", {"url": url, "types": types or ["decision.opened"], **more})

    def deliveries(self, webhook: Any) -> list[Any]:
        """Return the deliveries of a webhook, newest first."""
        return self.get(f"/v1/webhooks/{webhook['id']}/deliveries")["items"]

    def ping(self, url: str, **more: Any) -> Any:
        """Create a ping of format json."""
        return self.make("/v1/me/pings", {"url": url, "format": "json", **more})

    def answer(self, game: str) -> None:
        """Answer the own open decision with the first choice."""
        decisions = self.get(f"/v1/games/{game}/decisions")["items"]
        own = next(each for each in decisions if "choices" in each)
        body = {"decision": own["id"], "command": own["choices"][0]["command"]}
        self.make(f"/v1/games/{game}/commands", body)

    def is_asked(self, game: str) -> bool:
        """Whether a decision of the player is open."""
        decisions = self.get(f"/v1/games/{game}/decisions")["items"]
        return any("choices" in each for each in decisions)


def started(owner: Person, *players: Person, **terms: Any) -> str:
    """Return a game of Giganten that these players, and a bot as the last one, have started; the first one begins.

    Bots play on for players who leave.
    """
    bots = {str(len(players)): "random"}
    options = {"first_player": "seat_0"}
    body = {
        "ruleset": "giganten",
        "seats": len(players) + 1,
        "bots": bots,
        "options": options,
        "others_left": "play_on",
        **terms,
    }
    game = owner.make("/v1/games", body)["id"]
    for seat, player in enumerate(players):
        assert player.ask("PUT", f"/v1/games/{game}/seats/{seat}", {}).status_code == 200
    assert owner.ask("POST", f"/v1/games/{game}/start").status_code == 200
    return game


@contextmanager
def site(folder: Path | str, **settings: Any) -> Generator[Site]:
    """Run a service on a SQLite file in a folder, or on a database. Its receivers are on the loopback interface."""
    database = f"sqlite:///{folder}/games.db" if isinstance(folder, Path) else folder
    allowed: dict[str, Any] = {"webhook_networks": "127.0.0.0/8", "public_clock": "none"}
    chosen = Settings(database=database, origin="https://ludolog.example", **allowed, **settings)
    found: list[Site] = []

    def clock() -> datetime.datetime:
        return found[0].now if found else START

    with _app(chosen, lambda store: Play(store, clock)) as app, TestClient(app=app) as client:
        found.append(Site(client, app))
        yield found[0]


_routed: list[Litestar] = []
"""Applications of sites that have ended. To make one takes longer than most tests."""


@contextmanager
def _app(settings: Settings, play_on: Callable[[Store], Play]) -> Generator[Litestar]:
    """Return an application with these settings, for one site after the other."""
    assert not settings.metrics, "the routes have no metrics"
    with warnings.catch_warnings():
        # of the framework, and of the next major version of it
        warnings.simplefilter("ignore", LitestarDeprecationWarning)
        routed = _routed.pop() if _routed else routed_app(has_metrics=False)
    handler = routed.asgi_handler
    app = create_app(settings, play_on, routed=routed)
    yield app
    # without the middleware of these settings; the application of a site that has failed is not used again
    app.asgi_handler = handler
    _routed.append(app)
