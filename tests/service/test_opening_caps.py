"""The caps of an account count all games and invitations of a request that opens many."""

import contextlib
from collections.abc import Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from service.core.settings import Settings
from tests.postgres import new_database
from tests.replies import ok
from tests.service.kit import problem
from tests.service.server import Server, serving
from tests.service.test_unopened import BULK, KEY, assert_open, lose_games

GAME = {"ruleset": "minos", "seats": 2, "reserved": {"0": "invitation"}}


@pytest.fixture(scope="module")
def capped(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("capped")
    with serving(folder / "games.db", LUDOLOG_OPEN_GAMES="5", LUDOLOG_INVITATIONS="3") as running:
        yield running


def test_games_above_the_cap_are_refused_together(capped: Server) -> None:
    organiser = capped.player("Org")
    plain = {"ruleset": "minos", "seats": 2}

    assert problem(organiser.post("/v1/games/bulk", json={"games": [plain] * 6})) == (409, "open-game-limit")
    assert problem(organiser.post("/v1/games/bulk", json={"games": [GAME] * 4})) == (409, "invitation-limit")
    key = {"Idempotency-Key": "k"}
    assert organiser.post("/v1/games/bulk", json={"games": [GAME] * 3}, headers=key).status_code == 201
    assert organiser.post("/v1/games/bulk", json={"games": [GAME] * 3}, headers=key).status_code == 201
    assert problem(organiser.post("/v1/games", json=GAME)) == (409, "invitation-limit")
    assert organiser.post("/v1/games/bulk", json={"games": [plain] * 2}).status_code == 201
    assert problem(organiser.post("/v1/games", json=plain)) == (409, "open-game-limit")
    limits = ok(organiser.get("/v1/me/limits")).json()
    assert (limits["open_games"]["used"], limits["invitations"]["used"]) == (5, 3)


def test_the_defaults_allow_two_hundred_games_with_an_invitation_for_each_seat(tmp_path: Path) -> None:
    default = Settings()
    caps = {"LUDOLOG_OPEN_GAMES": str(default.open_games), "LUDOLOG_INVITATIONS": str(default.invitations)}
    every_seat = {str(seat): "invitation" for seat in range(4)}
    game = {"ruleset": "giganten", "seats": 4, "reserved": every_seat, "rated": True, "tags": ["round-1"]}
    with serving(tmp_path / "games.db", **caps) as server:
        organiser, ada = server.player("Org"), server.player("Ada")
        reply = organiser.post("/v1/games/bulk", json={"games": [game] * 200})
        assert reply.status_code == 201, reply.text
        items = reply.json()["items"]
        assert len({each["invitation"] for item in items for each in item["invitations"]}) == 800
        last = items[-1]
        held = {"Ludolog-Invitation": last["invitations"][3]["invitation"]}
        assert ada.put(f"/v1/games/{last['id']}/seats/3", headers=held).status_code == 200


@contextlib.contextmanager
def two_processes(postgres_server: str, folder: Path, **settings: str) -> Generator[list[Server]]:
    with new_database(postgres_server) as database, contextlib.ExitStack() as stack:
        settings["LUDOLOG_KEY_FILE"] = str(folder / "key")
        yield [stack.enter_context(serving(database, **settings)) for _ in range(2)]


@pytest.mark.parametrize("is_shared", [False, True])
def test_parallel_requests_do_not_exceed_the_cap_of_invitations_together(
    postgres_server: str, tmp_path: Path, *, is_shared: bool
) -> None:
    with contextlib.ExitStack() as stack:
        cap = {"LUDOLOG_INVITATIONS": "30", "LUDOLOG_OPEN_GAMES": "100"}
        servers: list[Server]
        if is_shared:
            servers = stack.enter_context(two_processes(postgres_server, tmp_path, **cap))
        else:
            servers = [stack.enter_context(serving(tmp_path / "games.db", **cap))] * 2
        clients = [servers[0].player("Org"), servers[1].client()]
        clients[1].headers["Authorization"] = clients[0].headers["Authorization"]
        body = {"games": [GAME] * 10}

        def opening(number: int) -> int:
            return clients[number % 2].post("/v1/games/bulk", json=body).status_code

        with ThreadPoolExecutor(8) as pool:
            codes = sorted(pool.map(opening, range(8)))
        assert codes == [201] * 3 + [409] * 5
        limits = ok(clients[0].get("/v1/me/limits")).json()
        assert (limits["invitations"]["used"], limits["open_games"]["used"]) == (30, 30)


def test_a_crash_between_invitations_and_games_leaves_no_game_without_invitations(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db") as server:
        organiser = lose_games(server)
        server.restart()
        assert ok(organiser.get("/v1/games", params={"owner": "me"})).json()["items"] == []
        items = ok(organiser.post("/v1/games/bulk", json=BULK, headers=KEY)).json()["items"]
        assert_open(server, items)
