"""The caps of an account count all games and invitations of a request that opens many."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service.kit import problem
from tests.service.server import Server, serving

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
    limits = organiser.get("/v1/me/limits").json()
    assert (limits["open_games"]["used"], limits["invitations"]["used"]) == (5, 3)
