"""The queue of the engine in the database: claims, turns, places and results."""

from typing import Any

import pytest

from service.analysis.jobs import MOST_DEEP, QueueFullError, check_room
from service.analysis.rows import (
    Job,
    begin_job,
    claim_job,
    end_job,
    job_of,
    jobs_waiting,
    note_part,
    queue_job,
    renew_claim,
    result_of,
)
from service.analysis.turns import Turns, Waiting
from service.core.store.store import Store
from service.people.accounts import Accounts
from service.people.quotas.caps import CapReachedError, Caps


def test_small_levels_come_first_and_accounts_take_turns() -> None:
    waiting = [
        *(Waiting(f"d{number}", "deep", f"sock {number}", f"0{number}") for number in range(3)),
        *(Waiting(f"a{number}", "quick", "ada", f"1{number}") for number in range(3)),
        Waiting("b", "quick", "bob", "20"),
        Waiting("c", "glance", "bob", "30"),
    ]
    turns, order = Turns(), list[str]()
    while waiting:
        chosen = turns.next(waiting)
        waiting.remove(chosen)
        order.append(chosen.game)
    # bob had a turn at `glance`, then ada has one, and then it is the turn of bob
    assert order == ["c", "a0", "b", "a1", "a2", "d0", "d1", "d2"]


def test_a_job_and_its_document_are_read_together(database: str) -> None:
    """A job that ends between two reads would seem to have failed."""
    with Store(database) as store:
        Accounts(store.database, Caps())
        with store.database.writing() as cursor:
            assert result_of(cursor, "g", "quick") is None
            queue_job(cursor, "g", "quick", "p", "now")
            job = claim_job(cursor, "a", "now", "until", Turns().next)
            assert job is not None
            assert result_of(cursor, "g", "quick") == (job, None)
            begin_job(cursor, job, "engine one", [3])
            end_job(cursor, job, "{}")
            assert result_of(cursor, "g", "quick") == (Job("g", "quick", "done", 3, 3), b"{}")
            # asked again, it starts at zero, and the old document is there until the new one is
            queue_job(cursor, "g", "quick", "p", "later")
            assert result_of(cursor, "g", "quick") == (Job("g", "quick", "waiting", 0, 0), b"{}")


def test_deep_analyses_leave_places_for_others(database: str) -> None:
    with Store(database) as store:
        Accounts(store.database, Caps())
        with store.database.writing() as cursor:
            for number in range(MOST_DEEP):
                queue_job(cursor, f"game {number}", "deep", f"player {number}", f"at {number:02}")
            waiting = jobs_waiting(cursor)
    with pytest.raises(QueueFullError):
        check_room(waiting, "deep", "ada")
    check_room(waiting, "quick", "ada")
    with pytest.raises(CapReachedError):
        check_room(waiting[1:], "deep", waiting[1].player)
    check_room(waiting[1:], "deep", "ada")


def test_one_process_at_a_time_has_a_claim(database: str) -> None:
    turns = Turns()

    def job(cursor: Any, holder: str, now: str) -> Any:
        until = f"2026-11-23T12:00:{int(now) + 30}Z"
        return claim_job(cursor, holder, f"2026-11-23T12:00:{now}Z", until, turns.next)

    with Store(database) as store:
        Accounts(store.database, Caps())
        with store.database.writing() as cursor:
            for level in ("quick", "glance"):
                cursor.execute(
                    "INSERT INTO engine_jobs (game, level, player, asked_at, state, done, total) "
                    "VALUES ('g', ?, 'p', ?, 'waiting', 0, 0)",
                    (level, f"at {level}"),
                )
        with store.database.writing() as cursor:
            mine = job(cursor, "a", "10")
            assert mine.level == "glance"
            assert job(cursor, "b", "11") is None
            assert job(cursor, "a", "12") == mine
            # a claim that was not renewed is free
            assert job(cursor, "b", "45") == mine
            assert not renew_claim(cursor, mine, "a", "2026-11-23T12:01:30Z")
            assert begin_job(cursor, mine, "engine one", [4, 5]) == set()
            note_part(cursor, mine, 0, "engine one", "[]")
            note_part(cursor, mine, 0, "engine one", "[]")
            assert begin_job(cursor, mine, "engine one", [4, 5]) == {0}
            started = job_of(cursor, "g", "glance")
            assert started is not None
            assert (started.done, started.total) == (4, 9)
            # the answers of another engine are of no use
            assert begin_job(cursor, mine, "engine two", [4, 5]) == set()
            found = job_of(cursor, "g", "glance")
            assert found is not None
            assert (found.done, found.total, found.state) == (0, 9, "waiting")
