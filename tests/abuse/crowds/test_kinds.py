"""A short attack of each kind: its clients end as they should, and good clients are answered during the attack."""

import asyncio
from collections.abc import Iterator

import pytest

from tests.abuse.crowds.attack import Report
from tests.abuse.crowds.kinds import attacked
from tests.abuse.crowds.uploads import BUNDLES
from tests.abuse.crowds.watched import LIMITS, Watched
from tests.abuse.raw.memory import resident
from tests.service.server import serving

HTTP = (1, 2)

GROWTH = 5_000_000
"""Bytes by which the memory may grow while thousands of requests are reset. Each of them once kept 2.5 kB."""

SECONDS = 60.0
"""The timeout of an attack whose clients are not cut off."""


HASTY = {
    "service.core.connections.policy.FIRST_REQUEST_WITHIN": 4.0,
    "service.people.api.auth.BODY_WITHIN": 1.0,
    "service.core.connections.policy.KEPT_ALIVE": 2.0,
}
"""Timeouts of a service that cuts off slow clients sooner."""


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    """A service with default limits, few sign-ups, and good clients."""
    # the attacks from the address that most of them share come first, and the resets, which use up its limit, last
    settings = {
        **LIMITS,
        "LUDOLOG_SIGN_UPS": "6",
        "LUDOLOG_RATE_LIMIT": "1000",
        "LUDOLOG_RATE_LIMIT_PER_ADDRESS": "1000",
    }
    with serving(tmp_path_factory.mktemp("crowds") / "games.db", HASTY, LUDOLOG_METRICS="on", **settings) as server:
        yield Watched(server)


@pytest.fixture
def good(watched: Watched) -> Iterator[Watched]:
    """The same, with a check that good clients were answered, and nothing has failed."""
    yield watched
    for _ in range(3):
        watched.player.turn()
        watched.probe.turn()
    for asking in (watched.player, watched.probe):
        times = asking.times()
        assert times.answers >= 3
        assert not times.failures
    assert not watched.failures()
    assert watched.server.process.poll() is None


def attack(watched: Watched, name: str, http: int, count: int, seconds: float = SECONDS) -> Report:
    return asyncio.run(attacked(name, watched.target(http, seconds, count, pace=0.1)))


@pytest.mark.parametrize("http", HTTP)
def test_streams_of_a_crowd_are_served(good: Watched, http: int) -> None:
    report = attack(good, "live streams", http, 100, 2.0)

    assert report.ended == {"open": 100, "stream 200": 100}


def test_clients_that_do_not_read_delay_no_others(good: Watched) -> None:
    assert attack(good, "unread", 1, 20, 2.0).connections == 20


@pytest.mark.parametrize("http", HTTP)
def test_slow_heads_are_cut_off(good: Watched, http: int) -> None:
    assert attack(good, "slow heads", http, 20).ended == {"closed": 20}


@pytest.mark.parametrize("http", HTTP)
def test_slow_bodies_are_refused(good: Watched, http: int) -> None:
    assert attack(good, "slow bodies", http, 20).ended == {"408": 20}


def test_idle_connections_are_closed(good: Watched) -> None:
    assert attack(good, "idle", 2, 20).ended == {"closed": 20}


def test_hostile_bundles_are_answered_or_refused(good: Watched) -> None:
    report = attack(good, "bundles", 1, 2, 4.0)

    assert report.requests >= len(BUNDLES) // 2
    assert report.ended.keys() <= {"200", "400", "413", "415", "429", "closed", "open"}


def test_a_flood_of_sign_ups_is_refused(good: Watched) -> None:
    ended = attack(good, "sign-ups", 1, 8, 3.0).ended

    # eight addresses, each of which may sign up six players an hour
    assert 0 < ended["201"] <= 48
    assert ended["429"] > 50
    assert ended.keys() <= {"201", "429", "late"}


def test_guesses_of_tokens_are_refused_and_limited(good: Watched) -> None:
    ended = attack(good, "guesses", 2, 1, 8.0).ended

    assert ended["401"] > 0
    assert ended["429"] > 0
    assert ended.keys() <= {"401", "429", "late"}


@pytest.mark.parametrize("http", HTTP)
def test_resets_keep_no_memory(good: Watched, http: int) -> None:
    attack(good, "resets", http, 3, 1.0)
    before = resident(good.server)
    report = attack(good, "resets", http, 3, 3.0)

    assert report.ended["reset"] >= 100
    assert resident(good.server) - before < GROWTH
