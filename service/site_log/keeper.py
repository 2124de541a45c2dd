"""Keeps the log: adds what the site has promised, and signs a checkpoint when something was added."""

import asyncio
import logging
import math
import time
from collections.abc import Callable

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from eventsourcing.persistence import IntegrityError

from domain.ledger.integrity import DamagedLogError
from domain.transparency.checkpoints import Checkpoint
from domain.transparency.site import CheckpointSigned, LogKeyChanged, LogOpened, Signed, SiteLog
from service.core.keys.signing import Signer
from service.core.store.database import Cursor
from service.core.store.failpoints import at_point
from service.core.store.outage import STORE_ERRORS, survived
from service.core.store.reading import reason_of
from service.core.store.store import Store
from service.core.store.times import timestamp_now
from service.site_log.gathering import Gathered, Gatherer
from service.site_log.rows import append, catch_up, hold, last_version, state_of

PURPOSE = "transparency log"
"""For what the key of the log is derived, so that it stays the same when the signing key is rotated."""

HURRIED_EVERY = 1.0
"""Seconds between two checkpoints for which requests wait."""

ATTEMPTS = 4
"""Steps that are taken at once for a request: another process may append in between."""

_log = logging.getLogger(__name__)


class LogKeeper:
    """Appends to the log. Several processes may: the first one appends, the others see it and go on after it."""

    def __init__(self, store: Store, signer: Signer, address: str | None, interval: float) -> None:
        """`address` is the origin of the site, `interval` the least number of seconds between two checkpoints."""
        self._store = store
        self._signer = signer
        self._address = address
        self._interval = interval
        recorder = store.application.recorder
        self._gatherer = Gatherer(store.application.rows, lambda: recorder.max_notification_id() or 0, signer)
        self._signed_size: int = -1
        self._signed_at = -math.inf
        """The monotonic time at which this process has first seen the last checkpoint: zero can be a moment ago."""
        self._lock = asyncio.Lock()
        self._hurrying: asyncio.Task[None] | None = None
        self.listeners: list[Callable[[], None]] = []
        """Called in the event loop when this process has seen a new checkpoint."""
        self._told = -1
        self._published: Signed | None = None
        """The largest checkpoint that this process has seen in the database."""
        self.problem: str | None = None
        """Why nothing is appended and signed; None: there is no reason."""
        self.size = 0
        """The number of entries, at the last step."""
        self.is_current = False
        """Whether all that had happened was in the log at the last step."""

    @property
    def is_signed(self) -> bool:
        """Whether the last checkpoint covered all entries at the last step."""
        return self._signed_size >= self.size or not self.size

    async def step(self) -> float | None:
        """Add what there is, and sign; returns the seconds until the next step if it cannot wait."""
        async with self._lock:
            return await self._taken()

    async def _taken(self) -> float | None:
        """Take a step, and tell of a new checkpoint."""
        wait = await asyncio.to_thread(self.turn)
        if self._told != self._signed_size:
            self._told = self._signed_size
            for listener in self.listeners:
                listener()
        return wait

    async def hurry(self) -> None:
        """Add what there is and sign it at once, at most once a second. All who wait for it share one signature."""
        if self._hurrying is None or self._hurrying.done():
            self._hurrying = asyncio.create_task(self._hurry())
        # one of those who wait may go
        await asyncio.shield(self._hurrying)

    async def _hurry(self) -> None:
        await asyncio.sleep(max(0.0, self._signed_at + HURRIED_EVERY - time.monotonic()))
        with survived(_log, "the transparency log is continued later", "the transparency log cannot be continued"):
            async with self._lock:
                for _ in range(ATTEMPTS):
                    # also if a step sees a checkpoint of another process, which has not all there is
                    self._signed_at = -math.inf
                    if await self._taken() != 0.0 and self.is_signed:
                        return

    def turn(self) -> float | None:
        """Take a step, blocking."""
        try:
            wait, blocked = self._turn()
        except DamagedLogError as damaged:
            self._note_problem(f"no checkpoint is signed: {damaged}", str(damaged))
            return None
        except IntegrityError:
            # another process has appended at this version
            return 0.0
        except STORE_ERRORS:
            raise
        except Exception as error:
            # nothing is left out: the same step is taken again
            self.problem, self.is_current = f"{type(error).__name__}: {reason_of(error)}", False
            raise
        if blocked is None:
            self.problem = None
        else:
            self._note_problem(blocked, blocked)
        return wait

    def _note_problem(self, line: str, problem: str) -> None:
        if self.problem != problem:
            _log.error("the transparency log is not continued: %s", line)
        self.problem, self.is_current = problem, False

    def _turn(self) -> tuple[float | None, str | None]:
        """Take a step; returns the seconds until the next one, and why the other logs are not read any further."""
        with self._store.in_use():
            with self._store.database.reading() as cursor:
                state, last = state_of(cursor), last_version(cursor)
                if state.tip.version > last:
                    message = f"its events end at version {last}, and the tables are at version {state.tip.version}"
                    raise DamagedLogError(message)
                if state.tip.version < last:
                    found = None
                else:
                    _check_key(state, self._public_key)
                    self._check_published(state)
                    found = self._gatherer.next(cursor, state)
            if found is None:
                self._catch_up()
                return 0.0, None
            self._note(state)
            if found.is_news or self._left(state) == 0.0:
                with self._store.database.writing() as cursor:
                    hold(cursor)
                    if state_of(cursor).tip.version != state.tip.version:
                        return 0.0, None
                    state = self._appended(cursor, state, found)
                at_point("site-log-stored")
                self._note(state)
        self.is_current = not found.is_more
        return 0.0 if found.is_more or found.is_late else self._left(state), found.blocked

    def _catch_up(self) -> None:
        """Write the next events to the tables, of which they are a cache."""
        with self._store.database.writing(without_timeouts=True) as cursor:
            hold(cursor)
            catch_up(cursor, state_of(cursor))

    def _appended(self, cursor: Cursor, state: SiteLog, found: Gathered) -> SiteLog:
        # the time of the machine: that of games may be injected, and who asks for it moves it
        at, key = timestamp_now(), log_key(self._signer)
        public_key = key.public_key().public_bytes_raw().hex()
        if not state.is_open:
            state = append(cursor, state, at, LogOpened(self._origin(public_key), public_key))
        if state.public_key != public_key:
            state = append(cursor, state, at, LogKeyChanged(public_key))
        if found.is_news:
            state = append(cursor, state, at, found.event())
        if self._left(state) == 0.0:
            text = Checkpoint(state.origin, state.size, bytes.fromhex(state.root)).text
            event = CheckpointSigned(state.size, state.root, key.sign(text.encode()).hex())
            state = append(cursor, state, at, event)
        return state

    @property
    def _public_key(self) -> str:
        return log_key(self._signer).public_key().public_bytes_raw().hex()

    def _origin(self, public_key: str) -> str:
        return f"ludolog-{public_key[:8]}" if self._address is None else f"{self._address.partition('://')[2]}/log"

    def _left(self, state: SiteLog) -> float | None:
        """Return the seconds until a checkpoint is to be signed; None: the tree has not grown since the last one."""
        if state.size == (0 if state.signed is None else state.signed.size):
            return None
        return max(0.0, self._signed_at + self._interval - time.monotonic())

    def _check_published(self, state: SiteLog) -> None:
        """Raise DamagedLogError if the database no longer has a checkpoint that this process has seen.

        A standby that was promoted, or a backup, may lack what was published. The next checkpoint would be a fork.
        """
        published, signed = self._published, state.signed
        if published is None or (signed is not None and signed.size > published.size):
            return
        if signed is None or (signed.size, signed.root) != (published.size, published.root):
            size = 0 if signed is None else signed.size
            message = (
                f"the database has lost commits: it has the checkpoint of size {size}, and that of size "
                f"{published.size} was published. Restore what is missing. To accept that the log forks, which mirrors "
                "and witnesses will report for ever, restart all processes"
            )
            raise DamagedLogError(message)

    def _note(self, state: SiteLog) -> None:
        """Note size and last checkpoint of the log."""
        self.size, self._published = state.size, state.signed
        size = -1 if state.signed is None else state.signed.size
        if size != self._signed_size:
            self._signed_size, self._signed_at = size, time.monotonic()


def _check_key(state: SiteLog, public_key: str) -> None:
    """Raise DamagedLogError if the key file has a former key of the log: each key has one time.

    A key that is new replaces that of the log: the file was lost, and the operator has made another one.
    """
    if not state.is_open or state.public_key == public_key:
        return
    if public_key in state.former:
        message = (
            f"the key file has a former key of the log ({public_key}): restore the newest key file, whose key is "
            f"{state.public_key}"
        )
        raise DamagedLogError(message)
    _log.warning("the transparency log gets a new key, since the key file has another one than %s", state.public_key)


def log_key(signer: Signer) -> Ed25519PrivateKey:
    """Return the private key of the log."""
    return Ed25519PrivateKey.from_private_bytes(signer.derived(PURPOSE))
