"""The limit of tournaments of an account that are not over holds under concurrent requests."""

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx

from service.tournaments.log import MOST_OPEN
from tests.replies import ok
from tests.service.kit import problem
from tests.service.server import Server
from tests.service.tournaments.kit import TERMS
from tests.service.tournaments.test_processes import processes

MANY = 60


def opened_at_once(clients: Sequence[httpx.Client], key: str | None = None) -> Counter[int]:
    """Open tournaments through these clients at once; return how often each status was the response."""
    headers = {} if key is None else {"Idempotency-Key": key}

    def opened(number: int) -> int:
        return clients[number % len(clients)].post("/v1/tournaments", json=TERMS, headers=headers).status_code

    with ThreadPoolExecutor(20) as pool:
        return Counter(pool.map(opened, range(MANY)))


def count_of(owner: httpx.Client) -> int:
    return len(ok(owner.get("/v1/me/tournaments", params={"limit": 100})).json()["items"])


def test_concurrent_requests_open_no_more_than_the_limit(server: Server) -> None:
    owner, other = server.player(), server.player()
    keyed = {"Idempotency-Key": "first"}
    first = owner.post("/v1/tournaments", json=TERMS, headers=keyed)
    assert first.status_code == 201

    assert opened_at_once([owner]) == {201: MOST_OPEN - 1, 409: MANY - MOST_OPEN + 1}

    assert count_of(owner) == MOST_OPEN
    assert problem(owner.post("/v1/tournaments", json=TERMS)) == (409, "limit-reached")
    # a repetition finds what it opened; other accounts have their own limit
    again = owner.post("/v1/tournaments", json=TERMS, headers=keyed)
    assert (again.status_code, again.json()["id"]) == (201, first.json()["id"])
    assert other.post("/v1/tournaments", json=TERMS).status_code == 201
    # what is over makes room
    cancelled = owner.post(f"{first.headers['location']}/acts", json={"type": "cancel", "reason": "Rain."})
    assert cancelled.status_code == 201
    assert [owner.post("/v1/tournaments", json=TERMS).status_code for _ in range(2)] == [201, 409]


def test_concurrent_repetitions_open_one_tournament(server: Server) -> None:
    owner = server.player()
    assert opened_at_once([owner], "one") == {201: MANY}
    assert count_of(owner) == 1


def test_the_limit_holds_over_all_processes(postgres_server: str, tmp_path: Path) -> None:
    with processes(postgres_server, tmp_path, 2) as servers:
        owner = servers[0].player()
        second = servers[1].client()
        second.headers["Authorization"] = owner.headers["Authorization"]
        assert opened_at_once([owner, second]) == {201: MOST_OPEN, 409: MANY - MOST_OPEN}
        assert count_of(second) == MOST_OPEN
