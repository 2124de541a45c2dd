"""Keeps track of damage in a service: what is marked is not answered, what is whole again is, and the log is checked.

A part of the log is checked all the time, at a pace that takes a few hundredths of a processor.
"""

import asyncio
import datetime
import logging
import time
from collections.abc import Callable, Iterable
from typing import TypeVar

from eventsourcing.persistence import InterfaceError, OperationalError

from domain.kernel.values import Value
from domain.ledger.records import Tip
from service.core.keys.signing import Signer
from service.core.store.damage import Damage, Kind, clear, damaged_in, mark, report, report_whole
from service.core.store.database import Cursor
from service.core.store.errors import StoreError
from service.core.store.outage import survived
from service.core.store.postgres_connection import MIGRATION_LOCK
from service.core.store.reading import UNFOLDED
from service.core.store.times import timestamp_of
from service.core.worker import Worker
from service.lists.reading import ReadModels
from service.monitoring.integrity import heads
from service.monitoring.integrity.scan import WHOLE, Checked, Place, Problem, Scan
from service.monitoring.integrity.tables import Tabled, write_missing
from service.play.play import Play
from service.tournaments.tournaments import Tournaments

WATCH = 5.0
"""Seconds between two reads of the marks, which other processes set and remove, too."""

RECHECK = 60.0
"""Seconds between two checks of what is marked as damaged, after something was mended or marked."""

LONGEST_RECHECK = 900.0
"""The most seconds between them: each check that mends nothing doubles the time."""

WHOLE_EVERY = 3_600.0
"""The least seconds between two checks of what concerns the database as a whole, which read all positions."""

FIRST_CHECK = 60.0
"""Seconds from the start of the service to its first check of a part of the log."""

PACE = 300
"""Events that are checked in a second, on average: about 26 million a day. A check of 300 takes some 0.02 s."""

PASS_EVERY = 86_400.0
"""Seconds from the start of one check of the whole log to the start of the next one."""

LEASE = 300.0
"""Seconds for which one of several processes checks the log, unless it continues."""

STORED_EVERY = 20
"""Logs after which the position is stored. After a restart, the check continues there."""

_TABLE = "log_checks"

_log = logging.getLogger(__name__)

T = TypeVar("T")

_OUTAGE, _FAILURE = "the log is checked later", "a check of the log failed"


def next_recheck(last: float, *, has_changed: bool) -> float:
    """Return the seconds to the next check of what is marked, after the last wait and whether marks have changed."""
    return RECHECK if has_changed else min(2 * last, max(RECHECK, LONGEST_RECHECK))


class CheckState(Value, frozen=True):
    """How far the check of the whole log has come."""

    position: str
    """After which log it continues: `game:ID` or `tournament:ID`; `whole:` after all of them."""
    begun_at: str
    """When the present pass began."""
    finished_at: str | None
    """When the last complete pass ended; None: none has."""
    events: int
    """The events that the present pass has checked."""


class Integrity:
    """The damage that a service knows of, and its checks of the log."""

    def __init__(self, play: Play, tournaments: Tournaments, models: ReadModels, signer: Signer) -> None:
        self._play = play
        self._tournaments = tournaments
        self._models = models
        self._database = play.store.database
        self._in_use = play.store.in_use
        self._signer = signer
        self._scan = Scan(self._database.reading, lambda: signer.keys)
        self._heads: list[tuple[Kind, str, Tip]] = []
        """The ends of logs that were whole, and have no signed head yet."""
        self._holder = f"{id(self):x}-{timestamp_of(datetime.datetime.now(datetime.UTC))}"
        self._found: list[Problem] = []
        """What requests of this process have found, and is not marked yet."""
        self._whole_after = 0.0
        """The monotonic time after which marks of the database as a whole may be checked again."""
        self._delay: float | None = None
        """The seconds between the last two checks of what is marked."""
        self._before: tuple[Damage, ...] = ()
        """What was marked at the last one."""
        self._workers = [
            Worker(work, every=every, begins_after=first, outage=_OUTAGE, failure=_FAILURE, log=_log)
            for work, every, first in (
                (self.look, WATCH, WATCH),
                (self._recheck, RECHECK, 0.0),
                (self.check_log, min(FIRST_CHECK, PASS_EVERY), FIRST_CHECK),
            )
        ]
        self.damaged: tuple[Damage, ...] = ()
        """What is marked as damaged, at the last look."""
        self.state: CheckState | None = None
        """How far the check of the log has come, as this process knows; None: not at all."""
        self.checked = 0
        """The events that this process has checked."""

    async def start(self) -> None:
        """Read the marks, and start to check."""
        self._play.on_damage(lambda game, reason: self._note(Problem("game", game, reason)))
        self._tournaments.found_damage = lambda id_, reason: self._note(Problem("tournament", id_, reason))
        with survived(_log, _OUTAGE, _FAILURE):
            await self.look()
        for worker in self._workers:
            await worker.start()

    async def stop(self) -> None:
        """Stop. The check continues at the stored position after the next start."""
        for worker in self._workers:
            await worker.stop()
        self._scan.close()

    @property
    def is_damaged(self) -> bool:
        """Whether something is marked as damaged, or was found and is about to be marked."""
        return bool(self.damaged or self._found)

    def _note(self, problem: Problem) -> None:
        self._found.append(problem)

    async def _prepare(self) -> None:
        """Create what is missing. If all exists, nothing is written: a commit would wait for an absent standby."""

        def is_there(cursor: Cursor) -> bool:
            return cursor.has_table(heads.TABLE) and cursor.has_table(_TABLE) and cursor.count(_TABLE) > 0

        def make(cursor: Cursor) -> None:
            # of processes that start together, one creates the tables
            cursor.lock(MIGRATION_LOCK)
            heads.create(cursor)
            cursor.execute(
                f"CREATE TABLE IF NOT EXISTS {_TABLE} (name TEXT PRIMARY KEY, position TEXT NOT NULL, "
                "begun_at TEXT NOT NULL, finished_at TEXT, events BIGINT NOT NULL, holder TEXT, valid_until TEXT)"
            )
            cursor.execute(
                f"INSERT INTO {_TABLE} (name, position, begun_at, events) VALUES ('log', ?, '', 0) "  # noqa: S608 - a constant
                "ON CONFLICT (name) DO NOTHING",
                (str(Place(WHOLE)),),
            )

        if not await self._models.ask(is_there):
            await self._written(make, is_making=True)

    async def look(self) -> None:
        """Mark what was found, and let the service answer exactly what is not marked."""
        found, self._found = self._found, []
        try:
            await self._mark(found)
            self.damaged = tuple(await self._models.ask(damaged_in))
        except BaseException:
            self._found = found + self._found
            raise
        games = {each.id: each.reason for each in self.damaged if each.kind == "game"}
        known = self._play.known_damage
        for game in sorted(games.keys() - known):
            await self._play.damaged(game, games[game])
        pending = {each.id for each in self._found}
        for game in sorted(known - games.keys() - pending):
            self._play.mended(game)
        tournaments = {each.id: each.reason for each in self.damaged if each.kind == "tournament"}
        known = self._tournaments.known_damage
        for name in sorted(tournaments.keys() - known):
            self._tournaments.damaged(name, tournaments[name])
        for name in sorted(known - tournaments.keys() - pending):
            self._tournaments.mended(name)

    async def _mark(self, problems: Iterable[Problem]) -> None:
        by_kind: dict[Kind, dict[str, str]] = {}
        for problem in problems:
            by_kind.setdefault(problem.kind, {})[problem.id] = problem.reason
        for kind, reasons in by_kind.items():
            new = await self._written(lambda cursor, kind=kind, reasons=reasons: mark(cursor, kind, reasons))
            report(kind, new, reasons)

    async def _recheck(self) -> float:
        """Check what is marked: it may have been repaired. Returns the seconds until the next check."""
        # after an error it waits as long as after a check that has mended nothing
        with survived(_log, _OUTAGE, _FAILURE):
            await self.recheck()
        has_changed = self.damaged != self._before
        self._delay = RECHECK if self._delay is None else next_recheck(self._delay, has_changed=has_changed)
        self._before = self.damaged
        return self._delay

    async def recheck(self) -> None:
        """Remove the marks of what is whole, write the rows that lists lack of it, and answer it again."""
        has_mended = False
        marks = await self._models.ask(damaged_in)
        is_due = time.monotonic() >= self._whole_after
        lasting: set[str] | None = None
        for damage in marks:
            if damage.kind == "log":
                if not is_due or not await self._in_thread(lambda damage=damage: self._is_readable(damage)):
                    continue
                if lasting is None:
                    lasting = {each.id for each in await self._in_thread(self._lasting)}
                    self._whole_after = time.monotonic() + WHOLE_EVERY
                is_whole, game = damage.id not in lasting, None
            else:
                done = await self._in_thread(lambda damage=damage: self._scan.check_marked(damage))
                is_whole, game = self._is_mended(damage, done), done.tabled
            if is_whole and await self._mended(damage, game):
                report_whole(damage.kind, damage.id)
                has_mended = True
        if has_mended:
            await self.look()

    async def _mended(self, damage: Damage, game: Tabled | None) -> bool:
        """Remove a mark and write the missing rows; returns whether this was possible."""
        try:
            await self._written(lambda cursor: self._mend(cursor, damage, game))
        except (StoreError, OperationalError, InterfaceError, TimeoutError):
            raise
        except Exception as error:  # noqa: BLE001 - the rows of one game must not keep the others from being mended
            _log.debug("the rows of %s cannot be written", damage.id, exc_info=error)
            return False
        return True

    def _is_mended(self, damage: Damage, done: Checked) -> bool:
        if damage.kind == "table":
            # a game without an event has no log to compare with; one that this release cannot fold is left to others
            is_rest = damage.reason.startswith(UNFOLDED) and all(each.kind == "table" for each in done.problems)
            return done.is_folded and (is_rest or not done.problems)
        return not any(problem.kind == damage.kind for problem in done.problems)

    def _is_readable(self, damage: Damage) -> bool:
        """Return whether the row can be read at the position that a mark names."""
        _, _, position = damage.id.partition("position ")
        if not position.isdecimal():
            return True
        page = self._models.log.page(int(position) - 1, int(position), 2)
        return all(line.game is not None for line in page.damaged)

    def _mend(self, cursor: Cursor, damage: Damage, game: Tabled | None) -> None:
        if (damage.kind == "game" or damage.reason.startswith(UNFOLDED)) and game is not None:
            registry = self._models.registry
            for state in registry.lock(cursor, [each.name for each in registry.states(cursor)]):
                write_missing(cursor, game, state)
        clear(cursor, damage.kind, [damage.id])

    def _lasting(self) -> list[Problem]:
        """Return what is wrong with the database as a whole. Missing positions of SQLite are left to `ludolog fsck`.

        An operator may have deleted the events of a game on purpose.
        """
        return [each for each in self._scan.whole() if not each.id.startswith("positions ") or "after" in each.id]

    async def check_log(self) -> None:
        """Check the log from the stored position on, unless another process does, or the last check is recent."""
        await self._prepare()
        state = await self._written(self._claimed)
        if state is None:
            return
        self.state = state
        place = Place.parsed(state.position)
        events, unstored = state.events, 0
        places = self._scan.logs(place)
        while (following := await self._in_thread(lambda: next(places, None))) is not None:
            place = following
            done = await self._in_thread(lambda place=place: self._scan.check(place))
            await self._took(done)
            events += done.events
            self.checked += done.events
            unstored += 1
            if unstored == STORED_EVERY:
                unstored = 0
                if not await self._stored(place, state, events):
                    return
            await asyncio.sleep(max(1, done.events) / PACE)
        await self._mark(await self._in_thread(self._lasting))
        await self._stored(Place(WHOLE), state, events, is_finished=True)
        _log.info("the log was checked: %d events since %s", events, state.begun_at)
        await self.look()

    async def _took(self, done: Checked) -> None:
        """Mark what a check has found, or keep the signed head of a log that is whole."""
        if done.problems:
            await self._mark(done.problems)
            await self.look()
        elif done.tip is not None and done.stated_version != done.tip.version:
            self._heads.append((done.kind, done.id, done.tip))

    def _claimed(self, cursor: Cursor) -> CheckState | None:
        """Claim the check; returns where it continues. None: another process has it, or the last one is recent."""
        now = datetime.datetime.now(datetime.UTC)
        row = cursor.one(f"SELECT * FROM {_TABLE} WHERE name = 'log'{cursor.for_update}")  # noqa: S608 - a constant
        if row is None:
            return None
        # a SQLite file has one process: if another one had the claim, it has ended
        if cursor.is_postgres and row["holder"] not in {None, self._holder} and row["valid_until"] > timestamp_of(now):
            return None
        position, begun_at, events = row["position"], row["begun_at"], row["events"]
        if Place.parsed(position).part == WHOLE:
            if begun_at > timestamp_of(now - datetime.timedelta(seconds=PASS_EVERY)):
                return None
            # stored with the beginning: a pass that ends early continues, and is not taken for a complete one
            position, begun_at, events = str(Place()), timestamp_of(now), 0
        state = CheckState(position, begun_at, row["finished_at"], events)
        self._write_state(cursor, state)
        return state

    async def _stored(self, place: Place, state: CheckState, events: int, *, is_finished: bool = False) -> bool:
        """Store the position and renew the claim; returns whether it was still this process that checks."""
        finished_at = timestamp_of(datetime.datetime.now(datetime.UTC)) if is_finished else state.finished_at
        following = CheckState(str(place), state.begun_at, finished_at, events)
        signed, self._heads = self._heads, []

        def write(cursor: Cursor) -> bool:
            row = cursor.one(f"SELECT holder FROM {_TABLE} WHERE name = 'log'{cursor.for_update}")  # noqa: S608 - a constant
            if row is None or row["holder"] != self._holder:
                return False
            self._write_state(cursor, following)
            for kind, log, tip in signed:
                heads.keep_head(cursor, kind, log, tip.version, self._signer.sign_head(tip))
            return True

        is_mine = await self._written(write)
        self.state = following if is_mine else self.state
        return is_mine

    def _write_state(self, cursor: Cursor, state: CheckState) -> None:
        until = timestamp_of(datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=LEASE))
        cursor.execute(
            f"UPDATE {_TABLE} SET position = ?, begun_at = ?, finished_at = ?, events = ?, holder = ?, "  # noqa: S608 - a constant
            "valid_until = ? WHERE name = 'log'",
            (state.position, state.begun_at, state.finished_at, state.events, self._holder, until),
        )

    async def _in_thread(self, work: Callable[[], T]) -> T:
        def used() -> T:
            with self._in_use():
                return work()

        return await asyncio.to_thread(used)

    async def _written(self, work: Callable[[Cursor], T], *, is_making: bool = False) -> T:
        def write() -> T:
            with self._database.writing(without_timeouts=is_making) as cursor:
                return work(cursor)

        return await self._in_thread(write)
