"""Follows the log of a site for a witness: reads its checkpoint, and checks that it continues the last cosigned one."""

import logging
import time
from http import HTTPStatus

import httpx

from domain.kernel.values import Value
from domain.ledger.signing import IsSignedBy
from domain.transparency.checkpoints import Checkpoint, open_checkpoint, parse_checkpoint
from domain.transparency.following import fork_between, tiles_to_compare
from domain.transparency.notes import MAX_NOTE_BYTES, Note, NoteError, key_from, parse_note
from domain.transparency.tiles import TileError, tiles_in
from service.operate.witness.witness import Witness

TIMEOUT = httpx.Timeout(10.0, connect=5.0)

WHOLE_TIMEOUT = 30.0
"""Seconds for one file: a site must not hold the witness with a file that never ends."""

SHOWN_TWICE = 2
"""A smaller log is an alarm if so many polls in turn show it: a cache may have an old checkpoint for a moment."""

_log = logging.getLogger(__name__)


class SiteError(Exception):
    """The log of a site cannot be read now. The message says why."""


class Followed(Value, frozen=True):
    """How a site was at the last poll."""

    at: float | None = None
    """When it was last read without a problem, in seconds since 1970."""
    problem: str | None = None
    """Why it could not be read at the last poll; None: it was."""


class Follower:
    """Follows one site. `poll` blocks, and is called by one thread at a time."""

    def __init__(self, site: str, witness: Witness, is_signed_by: IsSignedBy) -> None:
        """`site` is its address, such as `https://ludolog.example`."""
        self.site = site
        self._witness = witness
        self._is_signed_by = is_signed_by
        self._smaller = 0
        """How many polls in turn have shown a smaller log."""
        self.followed = Followed()

    @property
    def is_readable(self) -> bool:
        """Whether the last poll has read the log."""
        return self.followed.at is not None and self.followed.problem is None

    def poll(self) -> None:
        """Read the checkpoint, and cosign it or raise an alarm. A problem of the site is noted."""
        try:
            # redirects are not followed: the operator has named the address
            with httpx.Client(timeout=TIMEOUT, follow_redirects=False) as client:
                self._poll(client)
        except (SiteError, NoteError, TileError, httpx.HTTPError, httpx.InvalidURL) as error:
            problem = str(error) or type(error).__name__
            if problem != self.followed.problem:
                _log.warning("%s cannot be followed: %s", self.site, problem)
            self.followed = Followed(self.followed.at, problem)
        else:
            self.followed = Followed(time.time())

    def _poll(self, client: httpx.Client) -> None:
        note = parse_note(self._text(client, "/log/checkpoint"))
        origin = parse_checkpoint(note.text).origin
        if not any(key.name == origin for key in self._witness.keys_of(self.site)):
            # its former keys are on further lines
            self._witness.trust(self.site, [key_from(self._text(client, "/log/vkey").partition("\n")[0])])
        keys = [key for key in self._witness.keys_of(self.site) if key.name == origin]
        shown = open_checkpoint(note, keys, self._is_signed_by)
        before = self._witness.before(origin)
        if before is None:
            self._witness.saw(None, note)
        elif shown.size == before.size:
            self._compare_roots(before, shown, note)
        elif shown.size < before.size:
            self._note_smaller(before, shown, note)
        else:
            self._follow(client, before, shown, note)
        if before is None or shown.size >= before.size:
            self._smaller = 0

    def _compare_roots(self, before: Checkpoint, shown: Checkpoint, note: Note) -> None:
        if shown.root != before.root:
            reason = f"another checkpoint of size {shown.size} was cosigned, with another root"
            self._witness.alarm(shown.origin, reason, note)

    def _note_smaller(self, before: Checkpoint, shown: Checkpoint, note: Note) -> None:
        self._smaller += 1
        reason = fork_between(before, shown, tiles_in({}))
        assert reason is not None
        if self._smaller < SHOWN_TWICE:
            raise SiteError(f"{reason}, or an old checkpoint is in a cache")
        self._witness.alarm(shown.origin, reason, note)
        raise SiteError(reason)

    def _follow(self, client: httpx.Client, before: Checkpoint, shown: Checkpoint, note: Note) -> None:
        found = {
            (name.level or 0, name.number): self._file(client, f"/log/{name.path}", most=MAX_NOTE_BYTES)
            for name in tiles_to_compare(before, shown)
        }
        fork = fork_between(before, shown, tiles_in(found))
        if fork is None:
            self._witness.saw(before, note)
            return
        self._witness.alarm(shown.origin, fork, note)
        raise SiteError(fork)

    def _text(self, client: httpx.Client, path: str) -> str:
        try:
            return self._file(client, path, most=MAX_NOTE_BYTES).decode()
        except UnicodeDecodeError:
            raise SiteError(f"{path} is no text") from None

    def _file(self, client: httpx.Client, path: str, most: int) -> bytes:
        """Return a file of the site of at most so many bytes; raises SiteError and httpx.HTTPError."""
        until, found = time.monotonic() + WHOLE_TIMEOUT, b""
        with client.stream("GET", f"{self.site}{path}") as reply:
            if reply.status_code != HTTPStatus.OK:
                raise SiteError(f"{path} is answered with status {reply.status_code}")
            for part in reply.iter_bytes():
                found += part
                if len(found) > most or time.monotonic() > until:
                    raise SiteError(f"{path} is too large, or comes too slowly")
        return found
