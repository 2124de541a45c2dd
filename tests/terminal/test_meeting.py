"""Challenges, rematches and pools at a terminal."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.replies import ok
from tests.service.kit import identity
from tests.service.meeting.kit import challenged, ended_game, name_of
from tests.service.meeting.test_pools import join
from tests.service.server import Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("terminal") / "games.db") as running:
        yield running


def started(server: Server, who: httpx.Client, *arguments: str) -> "subprocess.Popen[str]":
    """Start the client with the token of a player."""
    token = who.headers["Authorization"].removeprefix("Bearer ")
    settings = {"LUDOLOG_SERVER": server.base, "LUDOLOG_TOKEN": token, "LANG": "C.UTF-8", "PYTHONUNBUFFERED": "1"}
    return subprocess.Popen(
        [str(Path(sys.executable).parent / "ludolog"), *arguments],
        env={**os.environ, **settings},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def output(server: Server, who: httpx.Client, *arguments: str, code: int = 0) -> str:
    process = started(server, who, *arguments)
    text, _ = process.communicate(timeout=120)
    assert process.returncode == code, text
    return text


def line_with(process: "subprocess.Popen[str]", text: str) -> str:
    """Read until a line has a text, and return it."""
    assert process.stdout is not None
    return next(line for line in process.stdout if text in line)


def test_challenges_are_listed_declined_and_taken_back(server: Server) -> None:
    ada, bea = server.player("Ada"), server.player("Bea")
    assert output(server, ada, "challenges") == "No challenge waits.\n"
    made = challenged(bea, ada, clock={"preset": "live"})["id"]
    # a terminal of 80 columns breaks the line
    listed = " ".join(output(server, ada, "challenges").split())
    assert listed == f"{made}: {name_of(bea)} challenges you (minos, rated, clock PT2M+PT20M)"
    assert "you wait for" in output(server, bea, "challenges")
    assert "there is no reason ugly" in output(server, ada, "decline", made, "--reason", "ugly", code=2)
    assert output(server, ada, "decline", made, "--reason", "clock") == "Declined.\n"
    assert ok(bea.get(f"/v1/challenges/{made}")).json()["reason"] == "clock"
    own = challenged(bea, ada)["id"]
    assert output(server, bea, "decline", own) == "Taken back.\n"
    assert "it was cancelled" in output(server, ada, "accept", own, code=1)


def test_a_challenge_waits_for_the_answer_and_says_it(server: Server) -> None:
    ada, bea = server.player("Ada"), server.player("Bea")
    assert "there is no player" in output(server, ada, "challenge", "Nobody of this name", "minos", code=2)
    process = started(server, ada, "challenge", name_of(bea), "minos")
    line_with(process, f"waiting for {name_of(bea)}")
    (made,) = ok(bea.get("/v1/challenges")).json()["items"]
    ok(bea.post(f"/v1/challenges/{made['id']}/refusals", json={"reason": "not_now"}))
    text, _ = process.communicate(timeout=60)
    assert f"{name_of(bea)} declines: not now" in text
    assert process.returncode == 2


def test_a_rematch_and_a_pool_lead_to_a_game(server: Server) -> None:
    ada, bea = server.player("Ada"), server.player("Bea")
    old = ended_game(ada, bea)
    asked = ok(bea.post(f"/v1/games/{old}/rematches")).json()
    rematch = started(server, ada, "rematch", old)
    line_with(rematch, f"game {asked['id']}")
    # it would wait for the seat that decides first, which may be the other one
    rematch.kill()
    rematch.communicate(timeout=60)
    assert ok(ada.get(f"/v1/games/{asked['id']}")).json()["status"] == "running"
    cy, dee = server.player("Cy"), server.player("Dee")
    process = started(server, cy, "pool", "minos")
    line_with(process, "waiting for 1 more")
    paired = join(dee)["challenge"]
    line_with(process, f"game {paired['game']}")
    process.kill()
    process.communicate(timeout=60)
    players = [seat["player"] for seat in ok(dee.get(f"/v1/games/{paired['game']}")).json()["seats"]]
    assert sorted(players) == sorted([identity(cy), identity(dee)])
