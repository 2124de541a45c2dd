"""The tournament of `openapi/organiser.py`, on a real server: everything ends, and both verifiers accept it."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from domain.ledger.signing import Keys
from domain.proof.verify import verify
from service.keys.signing import is_signed_by
from tests.games.second_verifier import agree, second
from tests.service.server import Server
from tests.terminal.replies import Reply, answering, problem

SCRIPT = Path(__file__).parents[2] / "openapi" / "organiser.py"
MOST_REQUESTS = 40


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    # the script creates the folder and its parents
    return tmp_path_factory.mktemp("tournament") / "records" / "signed"


@pytest.fixture(scope="module")
def played(server: Server, folder: Path) -> dict[str, Any]:
    """The summary that the script prints."""
    done = script(server.base, str(folder), "giganten")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def script(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)


@pytest.mark.parametrize("arguments", [(), ("http://127.0.0.1:8000", "folder", "giganten", "more")])
def test_it_says_which_arguments_it_needs(arguments: tuple[str, ...]) -> None:
    done = script(*arguments)

    assert done.returncode == 1
    assert done.stderr == "usage: organiser.py SERVER [FOLDER [TITLE]]\n"


def test_it_stops_with_the_reason_if_a_request_is_refused(server: Server, tmp_path: Path) -> None:
    done = script(server.base, str(tmp_path), "chess")

    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith("POST /games/bulk: ")
    assert "chess" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "reply", [Reply(), Reply(body=b'{"items": []}'), Reply(body=b"<html>"), problem(429, "later", Retry_After="3600")]
)
def test_it_stops_with_the_reason_if_no_service_answers(reply: Reply) -> None:
    with answering(lambda _path: reply) as (address, paths):
        done = script(address)

    assert (done.returncode, paths) == (1, ["/v1/rulesets"])
    assert done.stderr.startswith(f"no Ludolog service answers at {address}: ")
    assert "Traceback" not in done.stderr


def result(server: Server, game: str) -> dict[str, Any]:
    return server.client().get(f"/v1/games/{game}/result").json()


def test_the_organiser_needs_fewer_than_forty_requests(played: dict[str, Any]) -> None:
    assert played["requests"] < MOST_REQUESTS


def test_all_games_end_and_their_results_are_public_and_rated(server: Server, played: dict[str, Any]) -> None:
    games = [game for table in played["games"] for game in table]

    assert len(games) == 6
    assert {row["game"] for row in played["results"]} == set(games)
    assert all(row["rated"] for row in played["results"])
    assert all(result(server, game)["status"] == "ended" for game in games)


def test_a_substitute_plays_for_the_player_who_did_not_come(server: Server, played: dict[str, Any]) -> None:
    first = result(server, played["games"][0][0])
    players = first["certificate"]["statement"]["players"]

    assert players[3] in played["players"][4:]
    assert players[:3] == played["players"][:3]


def test_who_left_is_last_and_who_was_replaced_is_named(server: Server, played: dict[str, Any]) -> None:
    left, changed = (result(server, game) for game in played["games"][1])

    assert left["resigned"] == [2]
    assert left["places"][-1]["seat"] == 2
    assert changed["former"] == [[], [played["players"][6]], [], []]


def test_the_ranks_of_the_adjudicated_game_stand(server: Server, played: dict[str, Any]) -> None:
    adjudicated, other = (result(server, game) for game in played["games"][2])

    assert adjudicated["adjudicated"]
    assert adjudicated["certificate"]["statement"]["adjudicated"] is True
    assert {place["seat"]: place["rank"] for place in adjudicated["places"]} == {0: 1, 1: 2, 2: 2, 3: 4}
    assert not other["adjudicated"]
    assert "adjudicated" not in other["certificate"]["statement"]


def test_the_rounds_that_were_private_show_their_results_and_nothing_else(
    server: Server, played: dict[str, Any]
) -> None:
    stranger = server.player("Stranger")
    for game in played["games"][2]:
        assert stranger.get(f"/v1/games/{game}/result").status_code == 200
        for hidden in ("", "/view", "/events", "/bundle", "/decisions"):
            assert stranger.get(f"/v1/games/{game}{hidden}").status_code == 404


def test_both_verifiers_accept_every_game(played: dict[str, Any], folder: Path, tmp_path: Path) -> None:
    bundles = [path.read_bytes().splitlines() for path in sorted(folder.glob("*.jsonl"))]
    assert len(bundles) == sum(map(len, played["games"]))

    for lines, other in zip(bundles, second(tmp_path, bundles, None), strict=True):
        report = verify(lines, Keys(is_signed_by))
        assert report.is_valid, report
        assert {check.verdict for check in report.checks if check.check in {"replay", "result"}} == {"passed"}
        agree(report, other)
