"""Simulated players with absences, drop-outs and stalls play a tournament while processes are killed."""

import contextlib
import json
import os
import time
from pathlib import Path

import pytest

from tests.postgres import new_database
from tests.service.server import Server, running
from tests.service.tournaments.simulated.checks import (
    Outcome,
    check_course,
    check_games,
    check_players,
    check_proof,
)
from tests.service.tournaments.simulated.course import Course

PLAYERS = int(os.environ.get("LUDOLOG_CUP_PLAYERS", "7"))
"""How many players register; LUDOLOG_CUP_PLAYERS=60 is the long run."""

ROUNDS = int(os.environ.get("LUDOLOG_CUP_ROUNDS", "2"))
"""How many rounds they play; LUDOLOG_CUP_ROUNDS=8 is the long run."""

SEED = os.environ.get("LUDOLOG_CUP_SEED", "1")
"""The seed of what the players do; another one is another tournament."""

PROCESSES = 3

# a connection that was cut by the kill is closed when Python collects it, which is no fault
pytestmark = [
    pytest.mark.filterwarnings("default::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.timeout(300 + 5 * PLAYERS * ROUNDS),
]


def test_a_tournament_is_played_while_a_process_is_killed_in_each_round(postgres_server: str, tmp_path: Path) -> None:
    """Every round is published once, every result counts once, and the standings follow from the bundle."""
    began = time.monotonic()
    with new_database(postgres_server) as database, contextlib.ExitStack() as stack:
        settings = {"LUDOLOG_KEY_FILE": str(tmp_path / "key"), "LUDOLOG_PROJECTIONS": "embedded"}
        servers = [stack.enter_context(running(Server(database, **settings))) for _ in range(PROCESSES)]
        course = Course(servers, PLAYERS, ROUNDS, seed=SEED, check_in=4 + PLAYERS // 4)
        course.run()
        assert len(course.kills) == ROUNDS
        outcomes = [Outcome(course, server) for server in servers]
        assert [check_course(other) for other in outcomes[1:]] == [check_course(outcomes[0])] * (PROCESSES - 1)
        found = outcomes[0]
        figures = check_course(found)
        check_players(found)
        figures |= check_games(found)
        check_proof(found, tmp_path)
    counted = course.counts.all()
    for kind in ("stalls", "drop-outs", "late entries", "places of substitutes", "seats of substitutes"):
        assert counted.get(kind, 0) > 0, kind
    assert figures["decisions by the clock"] > 0
    requests = {"requests": course.ways.sent, "requests sent again": course.ways.sent_again}
    seconds = {"seconds": int(time.monotonic() - began)}
    report = json.dumps({**figures, **counted, **requests, **seconds, "kills": course.kills}, indent=1)
    print(report)  # noqa: T201 - the figures of a long run, shown with -s
