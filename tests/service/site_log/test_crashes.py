"""The service ends while it appends to the log: after a restart each entry is there once, and the tree continues."""

import json
from collections import Counter
from pathlib import Path

import pytest

from service.core.store.failpoints import LOST
from service.core.store.store import Store
from service.site_log.checking import problems_of
from service.site_log.rows import entries_between, state_of
from tests.replies import ok
from tests.service.kit import open_game
from tests.service.server import serving
from tests.service.site_log.test_logged_games import bot_game, bundle_of


@pytest.mark.parametrize("point", ["site-log:1", "site-log:2", "site-log:3", "site-log-stored:1"])
def test_a_crash_neither_loses_nor_repeats_an_entry(database: str, tmp_path: Path, point: str) -> None:
    settings = {"LUDOLOG_KEY_FILE": str(tmp_path / "key"), "LUDOLOG_PROJECTIONS": "embedded"}
    with serving(database, **settings, LUDOLOG_FAILPOINT=point) as server:
        player = server.player()
        first = open_game(player)
        assert server.process.wait(timeout=60) == LOST
        server.settings.pop("LUDOLOG_FAILPOINT")
        server.restart()
        over = bot_game(server.player())
        assert json.loads(bundle_of(server.client(), over)[0])["format"] == "ludolog-bundle/2"
        assert ok(server.client().get(f"/v1/games/{first}/log")).json()["opened"] is not None
        server.stop()
        with Store(database) as store, store.database.reading() as cursor:
            entries = [json.loads(entry) for entry in entries_between(cursor, 0, state_of(cursor).size)]
            assert list(problems_of(cursor)) == []

    assert [entry["game"] for entry in entries if entry["type"] == "game_opened"] == [first, over]
    assert Counter(entry["type"] for entry in entries) == {"game_opened": 2, "game_ended": 1, "key": 1, "rules": 3}
