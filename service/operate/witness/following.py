"""Follows the log of a site for a witness: reads its checkpoint, and checks that it continues the last cosigned one."""

import logging
import time
from collections.abc import Mapping
from http import HTTPStatus

import httpx

from domain.kernel.values import Value
from domain.ledger.signing import IsSignedBy
from domain.transparency.checkpoints import Checkpoint, open_checkpoint, parse_checkpoint
from domain.transparency.following import fork_between, tiles_to_compare
from domain.transparency.merkle import HASH_BYTES, root_of
from domain.transparency.notes import MAX_NOTE_BYTES, Note, NoteError, key_from, parse_note
from domain.transparency.tiles import WIDTH, TileError, TileName, Tiles, nodes_in, tiles_in
from service.operate.witness.witness import Witness

TIMEOUT = httpx.Timeout(10.0, connect=5.0)

WHOLE_TIMEOUT = 30.0
"""Seconds for one file: a site must not hold the witness with a file that never ends."""

SHOWN_TWICE = 2
"""What a cache may do for a moment is an alarm if so many polls in turn show it."""

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
        self._misbehaved = 0
        """How many polls in turn have shown a smaller log, or tiles that are not those of the checkpoint."""
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
            sizes = f"it had {before.size} entries before, and has {shown.size} now"
            self._misbehave(shown, note, f"{sizes}: it was rolled back, or a cache has an old checkpoint", {})
        else:
            self._follow(client, before, shown, note)
        self._misbehaved = 0
        self._settle_doubts(client, shown)

    def _compare_roots(self, before: Checkpoint, shown: Checkpoint, note: Note) -> None:
        if shown.root != before.root:
            reason = f"another checkpoint of size {shown.size} was cosigned, with another root"
            self._witness.alarm(shown.origin, "contradiction", reason, note)

    def _misbehave(self, shown: Checkpoint, note: Note, reason: str, tiles: Mapping[TileName, bytes]) -> None:
        """Raise SiteError, and an alarm at the second poll in turn: no signatures contradict each other."""
        self._misbehaved += 1
        if self._misbehaved >= SHOWN_TWICE:
            self._witness.alarm(shown.origin, "misbehaviour", reason, note, tiles)
        raise SiteError(reason)

    def _follow(self, client: httpx.Client, before: Checkpoint, shown: Checkpoint, note: Note) -> None:
        tiles = self._tiles(client, before, shown)
        if not _has_root(tiles, shown):
            self._misbehave(shown, note, _not_the_root(shown), tiles)
        fork = fork_between(before, shown, _by_place(tiles))
        if fork is None:
            self._witness.saw(before, note)
            return
        self._misbehaved = 0
        self._witness.alarm(shown.origin, "contradiction", fork, note, tiles)
        raise SiteError(fork)

    def _settle_doubts(self, client: httpx.Client, shown: Checkpoint) -> None:
        """Compare checkpoints that were submitted without a proof with what the site shows, if it is as large."""
        if self._witness.before(shown.origin) != shown:
            return
        for doubt in self._witness.doubts_about(shown.origin):
            doubted = doubt.checkpoint
            if doubted.size > shown.size:
                continue
            tiles = self._tiles(client, doubted, shown)
            if not _has_root(tiles, shown):
                raise SiteError(_not_the_root(shown))
            if (fork := fork_between(doubted, shown, _by_place(tiles))) is not None:
                self._witness.alarm(shown.origin, "contradiction", fork, parse_note(doubt.now), tiles)
            self._witness.settle(doubt)

    def _tiles(self, client: httpx.Client, earlier: Checkpoint, later: Checkpoint) -> dict[TileName, bytes]:
        """Return the tiles from which the roots of both are computed."""
        return {
            name: self._file(client, f"/log/{name.path}", most=WIDTH * HASH_BYTES)
            for name in tiles_to_compare(earlier, later)
        }

    def _text(self, client: httpx.Client, path: str) -> str:
        try:
            return self._file(client, path, most=MAX_NOTE_BYTES).decode()
        except UnicodeDecodeError:
            raise SiteError(f"{path} is no text") from None

    def _file(self, client: httpx.Client, path: str, most: int) -> bytes:
        """Return a file of the site of at most so many bytes; raises SiteError and httpx.HTTPError."""
        until, found = time.monotonic() + WHOLE_TIMEOUT, b""
        with client.stream("GET", f"{self.site}{path}", headers={"Accept-Encoding": "identity"}) as reply:
            if reply.status_code != HTTPStatus.OK:
                raise SiteError(f"{path} is answered with status {reply.status_code}")
            # decoded, a few bytes may be many
            if (coding := reply.headers.get("Content-Encoding", "identity")) != "identity":
                raise SiteError(f"{path} is coded as {coding[:40]}, which was not asked for")
            for part in reply.iter_raw():
                found += part
                if len(found) > most or time.monotonic() > until:
                    raise SiteError(f"{path} is too large, or comes too slowly")
        return found


def _not_the_root(checkpoint: Checkpoint) -> str:
    return f"the tiles of the log do not give the root of its checkpoint of size {checkpoint.size}"


def _by_place(tiles: Mapping[TileName, bytes]) -> Tiles:
    return tiles_in({(name.level or 0, name.number): content for name, content in tiles.items()})


def _has_root(tiles: Mapping[TileName, bytes], checkpoint: Checkpoint) -> bool:
    """Whether tiles give the root that the checkpoint of their tree states."""
    try:
        return root_of(nodes_in(_by_place(tiles)), checkpoint.size) == checkpoint.root
    except TileError:
        return False
