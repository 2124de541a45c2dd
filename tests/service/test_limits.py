"""How many requests somebody may send; over a real socket."""

from collections.abc import Generator
from pathlib import Path

import pytest

from tests.replies import ok
from tests.service.kit import problem
from tests.service.server import Server, serving

MANY = 1000


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Generator[Server]:
    """Return a server with a limit that the tests do not reach."""
    with serving(tmp_path_factory.mktemp("limited") / "games.db", LUDOLOG_RATE_LIMIT=str(MANY)) as server:
        yield server


def test_exactly_so_many_requests_pass_as_the_limit_says(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", LUDOLOG_RATE_LIMIT="40") as server:
        player = server.player()
        limits = ok(player.get("/v1/me/limits"))
        # a window may end while we count: then there are two of them
        replies = [player.get("/v1/me") for _ in range(100)]
    passed = [reply for reply in replies if reply.status_code == 200]
    refused = [reply for reply in replies if reply.status_code == 429]

    assert limits.json()["limit"] == 40
    assert limits.headers["ratelimit-policy"] == '"requests";q=40;w=60'
    assert len(passed) in {39, 79}
    assert len(passed) + len(refused) == 100
    assert problem(refused[0]) == (429, "too-many-requests")
    assert 0 < int(refused[0].headers["retry-after"]) <= 60
    assert refused[0].headers["ratelimit"].startswith('"requests";r=0;t=')


def test_no_limit_can_be_set(server: Server) -> None:
    assert ok(server.player().get("/v1/me/limits")).json()["limit"] == 0
    assert "ratelimit" not in server.client().get("/v1/rulesets").headers


@pytest.mark.parametrize(
    ("method", "path", "headers", "status"),
    [
        ("GET", "/v1/nothing", {}, 404),
        ("GET", "/nothing", {"Accept": "text/html"}, 404),
        ("HEAD", "/v1/nothing", {}, 404),
        ("GET", "/v1/games/none", {}, 404),
        ("GET", "/v1/rulesets/minos/boards/none.svg", {}, 404),
        ("PATCH", "/v1/games", {}, 405),
        ("OPTIONS", "/v1/games", {}, 204),
        ("GET", "/v1/games?limit=0", {}, 400),
        ("GET", "/v1/games?none=0", {}, 400),
        ("GET", "/v1/games/a%2Fb", {}, 400),
        ("POST", "/v1/players", {"Content-Type": "application/json"}, 400),
        ("POST", "/v1/players", {"Content-Type": "text/plain"}, 415),
        ("POST", "/v1/players", {"Content-Encoding": "gzip"}, 415),
        ("POST", "/v1/verifications", {}, 401),
        ("GET", "/v1/me", {"Authorization": "Bearer none"}, 401),
        ("GET", "/v1/rulesets", {}, 200),
    ],
)
def test_every_response_counts_and_has_the_limits(
    limited: Server, method: str, path: str, headers: dict[str, str], status: int
) -> None:
    client = limited.client()
    replies = [client.request(method, path, headers=headers, content=b"{") for _ in range(3)]

    assert [reply.status_code for reply in replies] == [status] * 3
    assert [reply.headers["ratelimit-policy"] for reply in replies] == [f'"requests";q={MANY};w=60'] * 3
    left = [int(reply.headers["ratelimit"].split(";")[1].removeprefix("r=")) for reply in replies]
    # a window may end while we count
    assert left[0] - left[1] == 1 or left[1] - left[2] == 1


def test_a_repeated_revocation_has_the_limits(limited: Server) -> None:
    player = limited.player()
    made = ok(player.post("/v1/me/tokens", json={"label": "old", "scopes": ["play"]})).json()
    with limited.client() as old:
        old.headers.update({"Authorization": f"Bearer {made['token']}", "Idempotency-Key": "revoke-1"})
        replies = [old.delete(f"/v1/me/tokens/{made['id']}") for _ in range(2)]

    assert [reply.status_code for reply in replies] == [204, 204]
    assert replies[1].headers["idempotency-replayed"] == "true"
    assert all("ratelimit" in reply.headers for reply in replies)


def test_requests_for_unknown_paths_are_limited(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", LUDOLOG_RATE_LIMIT="5") as server:
        # a window may end while we count: then there are two of them
        replies = [server.client().get("/v1/nothing") for _ in range(11)]

    assert problem(next(reply for reply in replies if reply.status_code == 429)) == (429, "too-many-requests")


def test_probes_are_asked_as_often_as_somebody_likes(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", LUDOLOG_RATE_LIMIT="5") as server:
        # a window may end while we count: then there are two of them
        others = [server.client().get("/v1/rulesets").status_code for _ in range(11)]
        probes = [server.client().get(path) for path in ("/health/live", "/health/ready") for _ in range(11)]

    assert 429 in others
    assert {probe.status_code for probe in probes} == {200}
    assert all("ratelimit" not in probe.headers for probe in probes)
