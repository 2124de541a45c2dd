"""The jobs of the engine in the database: what was asked for, what is answered, and the documents.

The tables stand outside the log. Everything in them can be computed again.
"""

from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

from domain.kernel.values import Value
from service.analysis.turns import Waiting
from service.core.store.database import Cursor

State: TypeAlias = Literal["waiting", "done", "failed"]

JOBS_LOCK = 0x656E67696E65
"""The key of the lock of PostgreSQL under which jobs are queued and claimed."""


class Job(Value, frozen=True):
    """An analysis that was asked for."""

    game: str
    level: str
    state: State
    done: int
    """The questions that are answered."""
    total: int
    """All questions; 0: not counted yet."""


def job_of(cursor: Cursor, game: str, level: str) -> Job | None:
    """Return a job."""
    row = cursor.one("SELECT state, done, total FROM engine_jobs WHERE game=? AND level=?", (game, level))
    return None if row is None else Job(game, level, row["state"], row["done"], row["total"])


def result_of(cursor: Cursor, game: str, level: str) -> tuple[Job, bytes | None] | None:
    """Return a job with its document, read at the same time; None: it has none yet.

    A job that waits or has failed has the document of an earlier release, if that one was made again.
    """
    found = "SELECT state, done, total, document FROM engine_jobs WHERE game=? AND level=?"
    row = cursor.one(found, (game, level))
    if row is None:
        return None
    document = None if row["document"] is None else row["document"].encode()
    return Job(game, level, row["state"], row["done"], row["total"]), document


def jobs_waiting(cursor: Cursor) -> Sequence[Waiting]:
    """Return all jobs that are not done."""
    rows = cursor.all("SELECT game, level, player, asked_at FROM engine_jobs WHERE state='waiting'")
    return [Waiting(row["game"], row["level"], row["player"] or "", row["asked_at"]) for row in rows]


def queue_job(cursor: Cursor, game: str, level: str, player: str, now: str) -> None:
    """Queue a job, also one that has failed. Its old document stays until the new one is there."""
    cursor.execute(
        "INSERT INTO engine_jobs (game, level, player, asked_at, state, done, total) VALUES (?,?,?,?,'waiting',0,0) "
        "ON CONFLICT (game, level) DO UPDATE SET player=excluded.player, asked_at=excluded.asked_at, state='waiting', "
        "done=0, total=0, holder=NULL, valid_until=NULL",
        (game, level, player, now),
    )


def claim_job(
    cursor: Cursor, holder: str, now: str, until: str, choose: Callable[[Sequence[Waiting]], Waiting]
) -> Job | None:
    """Claim one of the waiting jobs, and return it; None: there is none, or another process works on one."""
    cursor.lock(JOBS_LOCK)
    busy = cursor.one(
        "SELECT game FROM engine_jobs WHERE state='waiting' AND holder<>? AND valid_until>?", (holder, now)
    )
    if busy is not None:
        return None
    waiting = jobs_waiting(cursor)
    if not waiting:
        return None
    chosen = choose(waiting)
    cursor.execute(
        "UPDATE engine_jobs SET holder=?, valid_until=? WHERE game=? AND level=?",
        (holder, until, chosen.game, chosen.level),
    )
    return job_of(cursor, chosen.game, chosen.level)


def renew_claim(cursor: Cursor, job: Job, holder: str, until: str) -> bool:
    """Renew a claim; returns whether it is still that of this holder."""
    found = cursor.one(
        "UPDATE engine_jobs SET valid_until=? WHERE game=? AND level=? AND holder=? AND state='waiting' RETURNING game",
        (until, job.game, job.level, holder),
    )
    return found is not None


def begin_job(cursor: Cursor, job: Job, engine: str, sizes: Sequence[int]) -> set[int]:
    """Delete the parts of another engine, note how many questions all parts and the answered ones have.

    Returns the answered parts. `sizes` has the number of questions of each part.
    """
    key = (job.game, job.level)
    cursor.execute("DELETE FROM engine_parts WHERE game=? AND level=? AND engine<>?", (*key, engine))
    found = {row["part"] for row in cursor.all("SELECT part FROM engine_parts WHERE game=? AND level=?", key)}
    done = sum(size for part, size in enumerate(sizes) if part in found)
    cursor.execute("UPDATE engine_jobs SET done=?, total=? WHERE game=? AND level=?", (done, sum(sizes), *key))
    return found


def note_part(cursor: Cursor, job: Job, part: int, engine: str, answers: str) -> None:
    """Store the answers of a part instead of those that another engine has stored."""
    cursor.execute(
        "INSERT INTO engine_parts (game, level, part, engine, answers) VALUES (?,?,?,?,?) "
        "ON CONFLICT (game, level, part) DO UPDATE SET engine=excluded.engine, answers=excluded.answers",
        (job.game, job.level, part, engine, answers),
    )


def note_progress(cursor: Cursor, job: Job, done: int) -> None:
    """Note how many questions are answered."""
    cursor.execute("UPDATE engine_jobs SET done=? WHERE game=? AND level=?", (done, job.game, job.level))


def parts_of(cursor: Cursor, job: Job, engine: str) -> Sequence[str]:
    """Return the answers of all parts by an engine."""
    found = "SELECT answers FROM engine_parts WHERE game=? AND level=? AND engine=? ORDER BY part"
    return [row["answers"] for row in cursor.all(found, (job.game, job.level, engine))]


def end_job(cursor: Cursor, job: Job, document: str | None) -> None:
    """Store the document of a job, or without one that it has failed: then an old document stays.

    The account is no longer needed.
    """
    cursor.execute("DELETE FROM engine_parts WHERE game=? AND level=?", (job.game, job.level))
    cursor.execute(
        "UPDATE engine_jobs SET state=?, done=total, document=COALESCE(?, document), player=NULL, holder=NULL, "
        "valid_until=NULL WHERE game=? AND level=? AND state='waiting'",
        ("failed" if document is None else "done", document, job.game, job.level),
    )


def delete_job(cursor: Cursor, job: Job) -> None:
    """Delete a job whose game does not exist, for example after an older backup was restored."""
    cursor.execute("DELETE FROM engine_parts WHERE game=? AND level=?", (job.game, job.level))
    cursor.execute("DELETE FROM engine_jobs WHERE game=? AND level=?", (job.game, job.level))


def release_jobs(cursor: Cursor) -> None:
    """Release all claims: no other process can hold one."""
    cursor.execute("UPDATE engine_jobs SET holder=NULL, valid_until=NULL WHERE holder IS NOT NULL")


def release_own(cursor: Cursor, holder: str) -> None:
    """Release the claims of a process that stops."""
    cursor.execute("UPDATE engine_jobs SET holder=NULL, valid_until=NULL WHERE holder=?", (holder,))
