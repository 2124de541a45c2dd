"""Two processes on one database: one game of two presses, nobody paired twice, changes reach the other process."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import httpx
import pytest

from tests.postgres import new_database
from tests.replies import ok
from tests.service.kit import identity
from tests.service.meeting.kit import challenged, ended_game, seated
from tests.service.meeting.test_pools import LIVE
from tests.service.server import Server, serving
from tests.waiting import until


@pytest.fixture(scope="module")
def servers(postgres_server: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    with new_database(postgres_server) as database, ExitStack() as stack:
        settings = {"LUDOLOG_KEY_FILE": str(tmp_path_factory.mktemp("keys") / "key"), "LUDOLOG_PROJECTIONS": "embedded"}
        yield [stack.enter_context(serving(database, **settings)) for _ in range(2)]


def at_other(servers: list[Server], client: httpx.Client) -> httpx.Client:
    """Return a client of the second process with the token of a client of the first."""
    other = servers[1].client()
    other.headers["Authorization"] = client.headers["Authorization"]
    return other


def test_nobody_is_paired_twice(servers: list[Server]) -> None:
    people = [servers[0].player(f"P{number}") for number in range(14)]
    here_and_there = [(each, at_other(servers, each)) for each in people]
    with ThreadPoolExecutor(8) as workers:
        # all at once, half of them at each process; then everyone shows signs of life at both
        first = [
            workers.submit(both[number % 2].post, "/v1/me/pools", json=LIVE)
            for number, both in enumerate(here_and_there)
        ]
        assert {each.result().status_code for each in first} == {200}
        more = [workers.submit(each.put, "/v1/me/pools") for both in here_and_there for each in both]
        assert {each.result().status_code for each in more} == {200}

    found = [ok(both[number % 2].put("/v1/me/pools")).json() for number, both in enumerate(here_and_there)]

    assert [each["state"] for each in found] == ["paired"] * 14
    games = Counter(each["challenge"]["game"] for each in found)
    assert set(games.values()) == {2}
    assert sorted(player for game in games for player in seated(people[0], game)) == sorted(map(identity, people))


def test_two_presses_at_two_processes_make_one_game(servers: list[Server]) -> None:
    ada, bea = servers[0].player("Ada"), servers[0].player("Bea")
    for _ in range(3):
        game = ended_game(ada, bea)
        there = at_other(servers, bea)
        until(lambda there=there, game=game: ok(there.get(f"/v1/games/{game}")).json()["status"] == "ended")
        with ThreadPoolExecutor(2) as workers:
            presses = [workers.submit(who.post, f"/v1/games/{game}/rematches") for who in (ada, there)]
            replies = [ok(each.result()).json() for each in presses]
        assert len({each["id"] for each in replies}) == 1
        (new,) = {each["game"] for each in replies} - {None}
        assert seated(ada, new) == [identity(bea), identity(ada)]
        assert seated(there, new) == [identity(bea), identity(ada)]


def test_an_acceptance_and_a_cancellation_at_once_agree(servers: list[Server]) -> None:
    ada, bea = servers[0].player("Ada"), servers[0].player("Bea")
    for number in range(3):
        made = challenged(ada, bea)["id"]
        there = at_other(servers, bea)
        with ThreadPoolExecutor(2) as workers:
            cancelled = workers.submit(ada.delete, f"/v1/challenges/{made}")
            accepted = workers.submit(there.post, f"/v1/challenges/{made}/acceptances")
        won = (cancelled.result().status_code, accepted.result().status_code)
        assert won in {(204, 409), (409, 200)}, number
        state = ok(ada.get(f"/v1/challenges/{made}")).json()["state"]
        assert state == ("cancelled" if won[0] == 204 else "started")
