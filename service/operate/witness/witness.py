"""The witness: what it cosigns, and when it raises an alarm."""

import datetime
import logging
import re
import threading
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from domain.ledger.signing import IsSignedBy
from domain.transparency.checkpoints import Checkpoint, cosignature, open_checkpoint, parse_checkpoint
from domain.transparency.log_proofs import parse_submission
from domain.transparency.notes import Note, NoteError, NoteKey, NoteSignature, key_from, parse_note
from domain.transparency.witness import RefusedError, judge
from service.operate.witness.state import MOST_ALARMS, Alarm, Seen, State, StateFile

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
                    self._raise_alarm(origin, str(refused), submission.checkpoint)
                raise
            return self._cosign(checkpoint, submission.checkpoint).line

    def saw(self, before: Checkpoint | None, note: Note) -> None:
        """Cosign a checkpoint that a site shows, whose tree continues that of `before`, unless that is outdated."""
        with self._lock:
            checkpoint = open_checkpoint(note, self.keys, self._is_signed_by)
            if self.before(checkpoint.origin) == before:
                self._cosign(checkpoint, note)

    def alarm(self, origin: str, reason: str, now: Note) -> None:
        """Raise an alarm: a log shows a checkpoint that contradicts the last cosigned one."""
        with self._lock:
            self._raise_alarm(origin, reason, now)

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
        return line

    def _raise_alarm(self, origin: str, reason: str, now: Note) -> None:
        state, seen = self.state, self.state.logs.get(origin)
        assert seen is not None
        alarm = Alarm(origin, int(self._now()), reason, seen.checkpoint, str(now))
        of_log = [each for each in state.alarms if each.log == origin]
        # a log that forks goes on with one new checkpoint after the other
        if any(_kind_of(each) == _kind_of(alarm) for each in of_log) or len(of_log) >= MOST_ALARMS:
            return
        path = self._file.path.with_name(f"fork-{_in_file_name(origin)}-{len(state.alarms) + 1}.txt")
        path.write_text(text_of(alarm), encoding="utf-8")
        self._file.write(replace(state, alarms=(*state.alarms, alarm)))
        _log.critical("ALARM: the log %s contradicts itself: %s. Both checkpoints are in %s", origin, reason, path)


def _kind_of(alarm: Alarm) -> tuple[str, bool, bool]:
    """Return what the alarms about one contradiction have in common."""
    before, now = (parse_checkpoint(parse_note(note).text).size for note in (alarm.before, alarm.now))
    return parse_note(alarm.before).text, now > before, now < before


def text_of(alarm: Alarm) -> str:
    """Return an alarm for people, with both checkpoints."""
    found = datetime.datetime.fromtimestamp(alarm.at, datetime.UTC).isoformat()
    return (
        f"The log {alarm.log} contradicts itself: {alarm.reason}.\nFound at {found}. Keep both checkpoints.\n\n"
        f"Cosigned before:\n\n{alarm.before}\nShown at that time:\n\n{alarm.now}"
    )


def _in_file_name(origin: str) -> str:
    return re.sub(r"[^A-Za-z0-9.-]", "-", origin)[:100]
