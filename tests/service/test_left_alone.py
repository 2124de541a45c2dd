"""Bots go on when the process that played them is gone: another one takes their games up."""

import contextlib
from pathlib import Path

from tests.readmodels.test_commands import worker
from tests.replies import ok
from tests.service.server import serving
from tests.waiting import until_over

SEATS = {str(seat): "random" for seat in range(3)}


EAGER = {"service.due.bot_runner.TAKEOVER_DELAY": 1.0}
"""Timeouts of a service that takes up the bots of other processes soon."""


def test_bots_of_a_process_that_was_killed_are_played_by_another(postgres: str, tmp_path: Path) -> None:
    with contextlib.ExitStack() as stack:
        key = str(tmp_path / "key")
        stack.enter_context(worker(postgres))
        servers = [stack.enter_context(serving(postgres, EAGER, LUDOLOG_KEY_FILE=key)) for _ in range(2)]
        player, watcher = servers[0].player(), servers[1].client()
        games: list[str] = []
        for _ in range(4):
            game = ok(player.post("/v1/games", json={"ruleset": "giganten", "seats": 3, "bots": SEATS})).json()["id"]
            assert player.post(f"/v1/games/{game}/start").status_code == 200
            games.append(game)
        servers[0].kill()

        left = {game for game in games if ok(watcher.get(f"/v1/games/{game}")).json()["status"] == "running"}
        assert left, "all games were over before the process was killed"
        for game in left:
            until_over(watcher, game)
