"""The witness: what it cosigns, and when it raises an alarm."""

import datetime
import logging
import re
import threading
from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from domain.ledger.signing import IsSignedBy
from domain.transparency.checkpoints import Checkpoint, cosignature, open_checkpoint, parse_checkpoint
from domain.transparency.log_proofs import parse_submission
from domain.transparency.notes import Note, NoteError, NoteKey, NoteSignature, in_base64, key_from, parse_note
from domain.transparency.tiles import TileName
from domain.transparency.witness import RefusedError, judge
from service.operate.witness.state import MOST_ALARMS, MOST_DOUBTS, Alarm, Doubt, Kind, Seen, State, StateFile

RENEWED_AFTER = 60
"""Seconds after which the same checkpoint is cosigned again: anyone can submit it, and each time is a write."""

_log = logging.getLogger(__name__)


class Witness:
    """Cosigns the checkpoints of logs. Its methods block and may be called by several threads."""

    def __init__(
        self, file: StateFile, keys: Sequence[NoteKey], is_signed_by: IsSignedBy, now: Callable[[], float]
    ) -> None:
        """`keys` are those of logs that the operator has named, `now` returns seconds since 1970."""
        self._file = file
        self._keys = tuple(keys)
        self._is_signed_by = is_signed_by
        self._now = now
        self._lock = threading.Lock()
        """Held from the check of a checkpoint until it is stored: a later one must not be rolled back."""

    @property
    def state(self) -> State:
        """What the witness knows now."""
        return self._file.state

    @property
    def keys(self) -> tuple[NoteKey, ...]:
        """The trusted keys of all logs."""
        stated = tuple(key_from(vkey) for vkeys in self.state.sites.values() for vkey in vkeys)
        return (*self._keys, *stated)

    def keys_of(self, site: str) -> tuple[NoteKey, ...]:
        """Return the keys with which the checkpoints of a site are verified; none: it has not stated one yet.

        Keys that the operator has named count for every site.
        """
        return (*self._keys, *(key_from(vkey) for vkey in self.state.sites.get(site, ())))

    def trust(self, site: str, keys: Sequence[NoteKey]) -> None:
        """Trust what a site states as its keys, once. Raises NoteError if a log of this name is another's."""
        with self._lock:
            if site in self.state.sites:
                return
            taken = {key.name for key in self.keys}
            if strange := [key.name for key in keys if key.name in taken]:
                message = f"{site} states a key of its own for the log {strange[0]}, which has another one"
                raise NoteError(message)
            self._file.write(replace(self.state, sites={**self.state.sites, site: tuple(key.vkey for key in keys)}))

    def before(self, origin: str) -> Checkpoint | None:
        """Return the last checkpoint of a log that was cosigned; None: there is none."""
        seen = self.state.logs.get(origin)
        return None if seen is None else parse_checkpoint(parse_note(seen.checkpoint).text)

    def add(self, body: bytes) -> str:
        """Return the cosignature of a submitted checkpoint (C2SP tlog-witness), as lines.

        Raises RefusedError, also if the log contradicts itself: then the alarm is stored first.
        """
        try:
            submission = parse_submission(body.decode())
        except (NoteError, UnicodeDecodeError) as error:
            raise RefusedError(400, str(error)) from None
        with self._lock:
            try:
                origin = parse_checkpoint(submission.checkpoint.text).origin
            except NoteError as error:
                raise RefusedError(400, str(error)) from None
            try:
                checkpoint = judge(submission, self.keys, self.before(origin), self._is_signed_by)
            except RefusedError as refused:
                if refused.forked is not None:
                    self._raise_alarm(origin, "contradiction", str(refused), submission.checkpoint)
                elif refused.status == _NO_PROOF:
                    self._doubt(origin, str(refused), submission.checkpoint)
                raise
            return self._cosign(checkpoint, submission.checkpoint).line

    def saw(self, before: Checkpoint | None, note: Note) -> None:
        """Cosign a checkpoint that a site shows, whose tree continues that of `before`, unless that is outdated."""
        with self._lock:
            checkpoint = open_checkpoint(note, self.keys, self._is_signed_by)
            if self.before(checkpoint.origin) == before:
                self._cosign(checkpoint, note)

    def alarm(
        self, origin: str, kind: Kind, reason: str, now: Note, tiles: Mapping[TileName, bytes] | None = None
    ) -> None:
        """Raise an alarm about a checkpoint that a log shows now, after the last cosigned one.

        `tiles` are those from which the roots of both were computed. They are kept with the alarm.
        """
        with self._lock:
            self._raise_alarm(origin, kind, reason, now, tiles or {})

    def doubts_about(self, origin: str) -> tuple[Doubt, ...]:
        """Return the doubts about a log."""
        return tuple(doubt for doubt in self.state.doubts if doubt.log == origin)

    def settle(self, doubt: Doubt) -> None:
        """Forget a doubt: the log as its site shows it continues this checkpoint."""
        with self._lock:
            left = tuple(each for each in self.state.doubts if each != doubt)
            if left != self.state.doubts:
                self._file.write(replace(self.state, doubts=left))

    def acknowledge(self) -> int:
        """Note that people know of all alarms and doubts, and forget the doubts. Return how many alarms are new."""
        with self._lock:
            state = self.state
            fresh, now = state.open_alarms, int(self._now())
            alarms = tuple(replace(each, acknowledged_at=now) if each in fresh else each for each in state.alarms)
            self._file.write(replace(state, alarms=alarms, doubts=()))
            return len(fresh)

    def _cosign(self, checkpoint: Checkpoint, note: Note) -> NoteSignature:
        """Cosign a checkpoint as the newest one of its log, and store that before."""
        state, seen = self.state, self.state.logs.get(checkpoint.origin)
        if seen is not None and int(self._now()) < seen.at + RENEWED_AFTER:
            known = parse_note(seen.checkpoint)
            if known.text == note.text:
                return known.signatures[-1]
        # a clock that was set back does not make the newest cosignature an older one
        at = max(int(self._now()), 0 if seen is None else seen.at)
        line = cosignature(note.text, state.public_key, at, state.private_key.sign)
        of_log = tuple(each for each in note.signatures if any(each.is_of(key) for key in self.keys))
        stored = Seen(str(Note(note.text, (*of_log, line))), at)
        self._file.write(replace(state, logs={**state.logs, checkpoint.origin: stored}))
        self._compare_doubts(checkpoint)
        return line

    def _compare_doubts(self, checkpoint: Checkpoint) -> None:
        """Settle the doubts of the size of a checkpoint that was cosigned. Raise an alarm if one has another root."""
        of_size = [each for each in self.doubts_about(checkpoint.origin) if each.checkpoint.size == checkpoint.size]
        for doubt in of_size:
            if doubt.checkpoint.root != checkpoint.root:
                reason = f"a checkpoint of size {checkpoint.size} with another root was submitted before"
                self._raise_alarm(checkpoint.origin, "contradiction", reason, parse_note(doubt.now))
        if of_size:
            left = tuple(each for each in self.state.doubts if each not in of_size)
            self._file.write(replace(self.state, doubts=left))

    def _doubt(self, origin: str, reason: str, now: Note) -> None:
        """Keep a submitted checkpoint whose proof is none."""
        state, seen = self.state, self.state.logs.get(origin)
        before = 0 if seen is None else _checkpoint_in(seen.checkpoint).size
        of_log = self.doubts_about(origin)
        is_known = any(parse_note(each.now).text == now.text for each in of_log)
        # of the last one itself there is no doubt
        if is_known or len(of_log) >= MOST_DOUBTS or parse_checkpoint(now.text).size <= before:
            return
        doubt = Doubt(origin, int(self._now()), reason, str(now))
        self._file.write(replace(state, doubts=(*state.doubts, doubt)))
        _log.warning("the log %s has signed a checkpoint that was submitted without a proof: %s", origin, reason)

    def _raise_alarm(
        self, origin: str, kind: Kind, reason: str, now: Note, tiles: Mapping[TileName, bytes] | None = None
    ) -> None:
        state, seen = self.state, self.state.logs.get(origin)
        assert seen is not None
        alarm = Alarm(origin, int(self._now()), reason, seen.checkpoint, str(now), kind)
        of_log = [each for each in state.alarms if each.log == origin]
        count = sum(each.acknowledged_at is None for each in of_log)
        # a log that forks goes on with one new checkpoint after the other
        if any(_kind_of(each) == _kind_of(alarm) for each in of_log) or count >= MOST_ALARMS:
            return
        path = self._file.path.with_name(f"{_FILES[kind]}-{_in_file_name(origin)}-{len(state.alarms) + 1}.txt")
        path.write_text(text_of(alarm, tiles or {}), encoding="utf-8")
        self._file.write(replace(state, alarms=(*state.alarms, alarm)))
        _log.critical("ALARM: %s: %s. The checkpoints are in %s", title_of(alarm), reason, path)


_NO_PROOF = 422
"""The status of a refusal because of a proof that is none."""

_FILES: Mapping[Kind, str] = {"contradiction": "fork", "misbehaviour": "misbehaviour"}
"""How the names of the files of alarms begin."""


def _checkpoint_in(note: str) -> Checkpoint:
    return parse_checkpoint(parse_note(note).text)


def _kind_of(alarm: Alarm) -> tuple[str, Kind, bool, bool]:
    """Return what the alarms about one contradiction, or one misbehaviour, have in common."""
    before, now = (_checkpoint_in(note).size for note in (alarm.before, alarm.now))
    return parse_note(alarm.before).text, alarm.kind, now > before, now < before


def title_of(alarm: Alarm) -> str:
    """Return what an alarm says of a log."""
    if alarm.kind == "contradiction":
        return f"the log {alarm.log} contradicts itself"
    return f"the site of the log {alarm.log} does not serve what it has signed"


def text_of(alarm: Alarm, tiles: Mapping[TileName, bytes]) -> str:
    """Return an alarm for people, with both checkpoints, and the tiles that were served, in base64."""
    found = datetime.datetime.fromtimestamp(alarm.at, datetime.UTC).isoformat()
    title = title_of(alarm)
    shown = "".join(f"{name.path} {in_base64(content)}\n" for name, content in tiles.items())
    return (
        f"{title[0].upper()}{title[1:]}: {alarm.reason}.\nFound at {found}. {_TOLD[alarm.kind]}\n\n"
        f"Cosigned before:\n\n{alarm.before}\nShown at that time:\n\n{alarm.now}"
        + (f"\nThe tiles that were served then, in base64:\n\n{shown}" if shown else "")
    )


_TOLD: Mapping[Kind, str] = {
    "contradiction": "Keep both checkpoints: the log has signed both.",
    "misbehaviour": "This proves nothing to others: the files of a cache may be damaged or old.",
}


def _in_file_name(origin: str) -> str:
    return re.sub(r"[^A-Za-z0-9.-]", "-", origin)[:100]
