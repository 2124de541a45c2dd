"""What a process tells of itself to Prometheus, and to whom."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from service.app import create_app
from service.core.connections.activity import Activity
from service.core.connections.admission import MAX_QUEUED, Admission
from service.core.settings import Settings
from service.core.store.errors import VersionConflictError
from service.core.store.store import Store
from service.monitoring.telemetry.metrics import Metrics
from service.play.play import Play
from service.serving.refusal import Refusal
from tests.loops import in_loop
from tests.service.kit import next_decision, player_in_game, problem, started_game
from tests.service.server import Server, serving
from tests.store.kit import opened, seated


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("metrics") / "games.db", LUDOLOG_METRICS="on") as server:
        yield server


def values(text: str) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def told(client: httpx.Client) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    reply = client.get("/metrics")
    assert reply.status_code == 200
    assert reply.headers["content-type"].startswith("text/plain; version=")
    return values(reply.text)


def test_nothing_is_told_unless_it_is_set(server: Server) -> None:
    assert problem(server.client().get("/metrics")) == (404, "not-found")


def test_requests_are_counted_by_route_and_never_by_path(measured: Server) -> None:
    player, game = player_in_game(measured)
    for path in (f"/v1/games/{game}", f"/v1/games/{game}/view", "/v1/games/none", "/any/thing/else"):
        player.get(path)
    player.head(f"/v1/games/{game}")
    player.options(f"/v1/games/{game}")
    player.request("BREW", "/v1/games")
    found = told(player)

    def count(method: str, route: str, status: int) -> float:
        labels = (("method", method), ("route", route), ("status", str(status)))
        return found["ludolog_http_request_seconds_count", labels]

    assert count("GET", "/v1/games/{game}", 200) == 1
    assert count("GET", "/v1/games/{game}", 404) == 1
    assert count("HEAD", "/v1/games/{game}", 200) == 1
    assert count("GET", "/v1/games/{game}/view", 200) == 1
    assert count("GET", "none", 404) == 1
    assert count("other", "none", 405) == 1
    assert not [key for key in found if game in str(key)]


def test_the_writer_and_what_is_open_are_told(measured: Server) -> None:
    player = measured.player()
    before = told(player)
    game = started_game(player)
    next_decision(player, game)
    with player.stream("GET", f"/v1/games/{game}/stream") as stream:
        lines = stream.iter_lines()
        assert next(lines)
        found = told(measured.client())

    assert found["ludolog_open_streams", ()] == before["ludolog_open_streams", ()] + 1
    assert found["ludolog_commit_seconds_count", ()] > before["ludolog_commit_seconds_count", ()]
    assert found["ludolog_commit_batches_sum", ()] >= before["ludolog_commit_batches_sum", ()] + 3
    assert found["ludolog_cached_games", ()] >= 1
    assert found["ludolog_cached_bytes", ()] > before["ludolog_cached_bytes", ()]
    assert {dict(labels)["projection"] for name, labels in found if name == "ludolog_projection_lag"} > {"ratings"}
    assert found["process_resident_memory_bytes", ()] > 0


def test_a_process_that_shares_its_database_tells_how_it_follows(postgres: str, tmp_path: Path) -> None:
    with serving(postgres, LUDOLOG_METRICS="on", LUDOLOG_KEY_FILE=str(tmp_path / "key")) as server:
        server.player()
        found = told(server.client())

    assert found["ludolog_follower_looks_total", ()] >= 1
    assert 0 <= found["ludolog_follower_lag_seconds", ()] < 30


@in_loop
async def test_conflicts_and_the_lag_of_projections_are_told(tmp_path: Path) -> None:
    state, rows = opened()
    metrics = Metrics()
    with Store(f"sqlite:///{tmp_path}/games.db") as store:
        metrics.watch(Play(store), None)
        store.append(rows).result()
        store.append(seated(state, 0)).result()
        with pytest.raises(VersionConflictError):
            store.append(seated(state, 1)).result()
        found = values(metrics.text({"ratings": 7}).decode())

    assert found["ludolog_version_conflicts_total", ()] == 1
    assert found["ludolog_projection_lag", (("projection", "ratings"),)] == 7
    assert found["ludolog_commit_batches_count", ()] == 3


@pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")
@in_loop
async def test_refusals_of_a_full_queue_are_counted_and_readable_by_other_origins(tmp_path: Path) -> None:
    app = create_app(Settings(database=f"sqlite:///{tmp_path}/games.db", metrics=True))
    activity = Activity()
    admission: Any = Admission(app, activity, refuse=Refusal(app))

    transport = httpx.ASGITransport(admission)
    async with app.lifespan(), httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        cross = {"Origin": "https://elsewhere.example"}
        routed = await client.get("/v1/games", headers=cross)
        address = activity.begin("127.0.0.1")
        address.queued = MAX_QUEUED
        replies = [await client.get("/v1/games", headers=headers) for headers in (cross, {"Origin": ""}, {})]
        address.queued = 0
        text = (await client.get("/metrics")).text

    assert [problem(reply) for reply in replies] == [(429, "too-many-requests")] * 3
    assert replies[0].headers["retry-after"] == "1"
    for name in ("Access-Control-Allow-Origin", "Access-Control-Expose-Headers"):
        assert replies[0].headers[name] == routed.headers[name]
        assert name not in replies[1].headers
        assert name not in replies[2].headers
    assert values(text)["ludolog_queue_refusals_total", ()] == 3
