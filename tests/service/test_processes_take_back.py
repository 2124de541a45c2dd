"""Previews and take-backs through several processes on one PostgreSQL database."""

import contextlib
import random
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from domain.ledger.signing import Keys
from domain.proof.verify import verify
from service.core.keys.signing import is_signed_by
from tests.games.second_verifier import agree, second
from tests.postgres import new_database
from tests.replies import ok
from tests.service.kit import answer, next_decision, own_decision, problem, started_game
from tests.service.server import Server, serving
from tests.service.test_previews import event_of, previewed
from tests.service.test_processes import everywhere
from tests.service.test_take_back import decided, taken_back


@pytest.fixture(scope="module")
def servers(postgres_server: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    with new_database(postgres_server) as database, contextlib.ExitStack() as stack:
        settings = {
            "LUDOLOG_KEY_FILE": str(tmp_path_factory.mktemp("keys") / "key"),
            "LUDOLOG_PROJECTIONS": "embedded",
        }
        yield [stack.enter_context(serving(database, **settings)) for _ in range(2)]


def closed_code(client: httpx.Client, game: str) -> str:
    """Return the code of the problem that an old decision of the game gives now."""
    is_over = ok(client.get(f"/v1/games/{game}")).json()["status"] != "running"
    return "game-not-running" if is_over else "decision-closed"


def test_a_preview_in_one_process_shows_what_a_command_in_the_other_does(servers: list[Server]) -> None:
    here, there = everywhere(servers)
    game, rng, compared = started_game(here, ruleset="minos"), random.Random(5), 0
    for _ in range(12):
        decision = own_decision(there, game)
        if decision is None:  # one game in fourteen is over by then
            break
        command = rng.choice(decision["choices"])["command"]
        before = there.get(f"/v1/games/{game}").content

        shown = previewed(here, game, decision, command)

        assert shown.status_code == 200, shown.text
        assert previewed(there, game, decision, command).content == shown.content
        # nothing is stored, in no process
        assert [client.get(f"/v1/games/{game}").content for client in (here, there)] == [before, before]
        body = {"decision": decision["id"], "command": command}
        happened = ok(there.post(f"/v1/games/{game}/commands", json=body)).json()["events"]
        found = shown.json()["events"]
        assert found == [event_of(event) for event in happened][: len(found)]
        # the other process knows at once that the decision is closed
        codes = [closed_code(there, game)]
        refused = problem(previewed(here, game, decision, command))
        # a bot can end the game between the two requests
        codes.append(closed_code(there, game))
        assert refused in [(409, code) for code in codes]
        compared += len(found)
        here, there = there, here
    assert compared


def test_a_decision_of_one_process_is_taken_back_in_the_other_once(servers: list[Server], tmp_path: Path) -> None:
    here, there = everywhere(servers)
    game, before, reply = decided(here)

    first = taken_back(there, game, reply["take_back"], "key")
    again = ok(taken_back(here, game, reply["take_back"], "key"))

    assert first.status_code == 201, first.text
    assert again.json() == first.json()
    assert again.headers["Idempotency-Replayed"] == "true"
    for client in (here, there):
        view = ok(client.get(f"/v1/games/{game}/view")).json()
        assert {**view, "version": 0} == {**before, "version": 0}
        assert problem(taken_back(client, game, reply["take_back"])) == (409, "nothing-to-take-back")
    decision = next_decision(here, game)
    assert answer(there, game, decision, random.Random(1)).status_code == 201
    check(here, game, tmp_path)


@pytest.mark.parametrize("seed", range(4))
def test_a_take_back_and_the_next_decision_at_once_come_one_after_the_other(
    servers: list[Server], tmp_path: Path, seed: int
) -> None:
    here, there = everywhere(servers)
    game, _, reply = decided(here)
    replies: dict[str, httpx.Response] = {}
    barrier = threading.Barrier(2)

    def take_back() -> None:
        barrier.wait(30)
        replies["take back"] = taken_back(here, game, reply["take_back"])

    other = threading.Thread(target=take_back)
    other.start()
    barrier.wait(30)
    if reply["decisions"]:
        replies["decide"] = answer(there, game, reply["decisions"][0], random.Random(seed))
    other.join()

    codes = {name: found.status_code for name, found in replies.items()}
    assert set(codes.values()) <= {201, 409}, {name: found.text for name, found in replies.items()}
    assert 201 in codes.values()
    versions = [found.json()["receipt"]["version"] for found in replies.values() if found.status_code == 201]
    assert len(set(versions)) == len(versions)
    own_decision(here, game)  # until then, a bot may move between the two views
    views = [client.get(f"/v1/games/{game}/view").content for client in (here, there)]
    assert views[0] == views[1]
    check(there, game, tmp_path)


def check(client: httpx.Client, game: str, folder: Path) -> None:
    """Check that both verifiers accept the log as its player sees it."""
    lines = client.get(f"/v1/games/{game}/bundle").content.splitlines()
    report = verify(lines, Keys(is_signed_by))
    assert report.is_valid, report
    agree(report, second(folder, [lines], None)[0])
