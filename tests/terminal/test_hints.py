"""The word `hint` prints the best choices of the engine, in a game that has hints."""

import re
from pathlib import Path

from tests.replies import ok
from tests.service.server import Server
from tests.service.test_terminal import FIRST, game_in, terminal


def test_a_hint_is_printed_and_nothing_is_decided(server: Server, tmp_path: Path) -> None:
    done = terminal(server.base, tmp_path, "play", "giganten", *FIRST, "--hints", typed="hint\nhint\nq\n")

    assert done.returncode == 0, done.stderr
    assert "all see that you took a hint" in done.stdout
    assert len(re.findall(r"^ +\d+%  Take", done.stdout, re.MULTILINE)) in {2, 4, 6}
    game = ok(server.client().get(f"/v1/games/{game_in(done)}")).json()
    assert (game["awaiting"], game["hints"]) == ([0], True)
    events = ok(server.client().get(f"/v1/games/{game['id']}/events", params={"limit": 1000})).json()["items"]
    assert [event["record"]["type"] for event in events].count("game.hint_taken") == 1


def test_a_game_without_hints_says_why_there_is_none(server: Server, tmp_path: Path) -> None:
    done = terminal(server.base, tmp_path, "play", "giganten", *FIRST, typed="hint\nq\n")

    assert done.returncode == 0, done.stderr
    assert "opened without `hints`" in done.stdout
