"""The bot of `openapi/bot.py`, over a connection that loses every tenth reply, and while it has to wait."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from tests.replies import ok
from tests.service.connections import losing
from tests.service.kit import open_game
from tests.service.server import Server
from tests.terminal.replies import answering, problem
from tests.waiting import until

BOT = Path(__file__).parents[2] / "openapi" / "bot.py"

GAMES: dict[str, dict[str, Any]] = {
    "giganten": {"seats": 3, "profile": "kurz"},
    # a random player would take tokens back again and again
    "siberia": {"seats": 2, "options": {"take_back": False}},
    # random players build seldom
    "minos": {"seats": 2, "profile": "short", "options": {"idle_limit": 5}},
}


@contextmanager
def playing(base: str, game: str, token: str, **popen: Any) -> Generator[subprocess.Popen[str]]:
    """Run the bot, and kill it at last."""
    command = [sys.executable, "-u", str(BOT), base, game]
    environment = {**os.environ, "LUDOLOG_TOKEN": token}
    with subprocess.Popen(command, env=environment, text=True, **popen) as process:
        try:
            yield process
        finally:
            process.kill()


def seated(owner: httpx.Client, ruleset: str) -> tuple[str, str]:
    """Return the path of a game that has not started, and a token for seat 0."""
    wishes = GAMES[ruleset]
    bots = {str(seat): "random" for seat in range(1, wishes["seats"])}
    path = f"/v1/games/{open_game(owner, ruleset=ruleset, bots=bots, **wishes)}"
    ok(owner.put(f"{path}/seats/0"))
    return path, ok(owner.post(f"{path}/seats/0/tokens", json={"label": "bot"})).json()["token"]


def test_it_stops_with_the_reason_if_it_would_have_to_wait_for_long() -> None:
    with (
        answering(lambda _path: problem(429, "too many requests", Retry_After="3600")) as (address, paths),
        playing(address, "game", "token", stderr=subprocess.PIPE) as bot,
    ):
        _, printed = bot.communicate(timeout=30)

    assert (bot.returncode, paths) == (1, ["/v1/games/game"])
    assert "too many requests" in printed
    assert "Traceback" not in printed


@pytest.mark.parametrize("ruleset", GAMES)
def test_it_plays_to_the_end_and_makes_exactly_the_moves_that_it_meant(server: Server, ruleset: str) -> None:
    owner = server.player()
    path, token = seated(owner, ruleset)
    with (
        losing(server.port, 10) as (base, lost),
        playing(base, path.rpartition("/")[2], token, stdout=subprocess.PIPE) as bot,
    ):
        # the bot waits for the start
        ok(owner.post(f"{path}/start"))
        printed, _ = bot.communicate(timeout=120)

    moves = [line.split(" ", 1) for line in printed.splitlines()]
    assert bot.returncode == 0
    assert ok(owner.get(path)).json()["status"] == "ended"
    # a move takes three requests or more, and every tenth reply is lost
    assert len(lost) >= max(2, 3 * len(moves) // 10)
    history = ok(owner.get(f"{path}/stream", headers={"Accept": "application/x-ndjson"})).content
    # the last line is the signed head
    records = [msgspec.json.decode(line)["record"] for line in history.splitlines()[:-1]]
    own = [record for record in records if record["seat"] == 0 and not record["type"].startswith("game.")]
    assert [decision for decision, _ in moves] == [f"0.{number}" for number in range(1, len(own) + 1)]
    assert all(json.loads(command)["type"].startswith(f"{ruleset}.") for _, command in moves)


def test_it_waits_while_its_game_is_paused(server: Server, tmp_path: Path) -> None:
    owner, printed = server.player(), tmp_path / "printed"
    path, token = seated(owner, "siberia")
    with printed.open("w") as out, playing(server.base, path.rpartition("/")[2], token, stdout=out) as bot:
        # stopped, so that the game is paused before the first move
        bot.send_signal(signal.SIGSTOP)
        ok(owner.post(f"{path}/start"))
        until(lambda: ok(owner.get(path)).json()["awaiting"] == [0])
        ok(owner.post(f"{path}/rulings", json={"type": "pause", "reason": "a break", "duration": "PT2H"}))
        bot.send_signal(signal.SIGCONT)
        time.sleep(2)
        assert (bot.poll(), printed.read_text()) == (None, "")
        ok(owner.post(f"{path}/rulings", json={"type": "resume", "reason": "goes on"}))
        until(lambda: bool(printed.read_text()))
