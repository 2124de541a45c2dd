"""How many requests somebody may send; over a real socket."""

from pathlib import Path

from tests.service.kit import problem
from tests.service.server import Server, serving


def test_exactly_so_many_requests_pass_as_the_limit_says(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", LUDOLOG_RATE_LIMIT="40") as server:
        player = server.player()
        limits = player.get("/v1/me/limits")
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
    assert server.player().get("/v1/me/limits").json()["limit"] == 0
    assert "ratelimit" not in server.client().get("/v1/rulesets").headers


def test_probes_are_asked_as_often_as_somebody_likes(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", LUDOLOG_RATE_LIMIT="5") as server:
        # a window may end while we count: then there are two of them
        others = [server.client().get("/v1/rulesets").status_code for _ in range(11)]
        probes = [server.client().get(path) for path in ("/health/live", "/health/ready") for _ in range(11)]

    assert 429 in others
    assert {probe.status_code for probe in probes} == {200}
    assert all("ratelimit" not in probe.headers for probe in probes)
