"""The check that the log of the site has the opening and the end of a game (SPEC.md 12)."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import to_builtins

from domain.ledger.signing import IsSignedBy
from domain.proof.bundle import (
    LOGGED_FORMAT,
    Closing,
    EventLine,
    Header,
    LoggedClosing,
    LogPlace,
    convert_line,
    parse_line,
)
from domain.proof.certified import Outcome
from domain.proof.checks import Check
from domain.proof.errors import CheckFailedError, CheckSkippedError
from domain.proof.ledger_checks import seed_of
from domain.transparency.checkpoints import Checkpoint, open_checkpoint, parse_checkpoint
from domain.transparency.entries import Entry, game_opened, game_over, leaf_of, result_digest, sealed, why_abandoned
from domain.transparency.merkle import is_included
from domain.transparency.notes import Note, NoteError, NoteKey, parse_note

NO_PROOF = "the file has no proof of the log: it is of the first format, or the game is not over"
NO_PROOF_OF_END = (
    "the game is over, and the file has no proof that the log has it: the proof was removed, or never made"
)
NO_KEY = "the proofs are right, but no key of the log was given: nothing says whose log it is"
NO_SEED_OF_PRIVATE = "the log has a private game under a seal, which only the file with all secrets opens"


class LogKeys(NamedTuple):
    """The keys of logs that a verifier trusts, and the signature check."""

    keys: Sequence[NoteKey]
    is_signed_by: IsSignedBy
    must_be_signed: bool = True
    """Whether a game in any other log fails the check. Otherwise the check is skipped for it."""
    must_be_proved: bool = True
    """Whether a file without proofs fails the check if its game is over. Otherwise the check is skipped for it."""

    @property
    def demands_proof(self) -> bool:
        """Whether a file without proofs fails the check if its game is over."""
        return self.must_be_signed and self.must_be_proved


class StatedGame:
    """Follows the lines of a game, and returns the entries that the log has to have of it, without a seal."""

    def __init__(self, header: Header) -> None:
        self._outcome = Outcome(header.ruleset, header.ruleset_version, header.seats)
        self._opened: Mapping[str, Any] = {}
        self.opening: Entry = {}
        """The entry of the opening; empty before event 1."""
        self.last: EventLine | None = None
        """The last event so far."""

    def take(self, line: EventLine) -> None:
        """Follow an event. Raises CheckFailedError for data without the fields of its type."""
        record = line.record
        if record.version == 1:
            self._opened = record.data
            self.opening = game_opened(record.game, record.at, line.head, record.data)
        self._outcome.take(record)
        self.last = line

    @property
    def is_public(self) -> bool:
        """Whether the log has the game without a seal."""
        return self._opened.get("visibility") == "public"

    def ending(self) -> Entry:
        """Return the entry of the end. Raises CheckFailedError if the game is not over."""
        if self.last is None:
            raise CheckFailedError("the bundle has no events")
        record, head = self.last.record, self.last.head
        result = result_digest(to_builtins(self._outcome.statement(head)))
        reason = why_abandoned(self._opened, record.at) if record.type == "game.abandoned" else None
        return game_over(record.game, record.at, head, record.version, result, reason)


def stated_in(lines: Sequence[bytes]) -> StatedGame:
    """Return a game by the lines of its bundle. Raises BadLineError and CheckFailedError."""
    header: Header = convert_line(parse_line(lines[0]), Header)
    stated = StatedGame(header)
    for raw in lines[1:-1]:
        stated.take(convert_line(parse_line(raw), EventLine))
    return stated


class LogCheck(Check):
    """The log has the opening and the end of the game, as this file has them, by a checkpoint of a trusted key."""

    name = "log"

    def __init__(self, trusted: LogKeys | None) -> None:
        """Without keys only the proofs are checked; then the check is skipped at best."""
        self._trusted = trusted
        self._stated: StatedGame | None = None
        self._seed: bytes | None = None
        self._is_over = False
        self.has_proof = False
        """Whether the file has proofs."""
        self.checkpoint: Checkpoint | None = None
        """The trusted checkpoint by which the log has the game; None: there is none."""
        self.index: int | None = None
        """The number of the entry of the end in it, from 0."""

    def begin(self, header: Header, /) -> None:
        """Skip the check for a file without proofs, unless they are demanded."""
        self.has_proof = header.format == LOGGED_FORMAT
        if self.has_proof:
            self._stated = StatedGame(header)
        elif self._trusted is None or not self._trusted.demands_proof:
            raise CheckSkippedError(NO_PROOF)

    def take(self, line: EventLine, /) -> None:
        """Follow the result, and keep the opening and the last event."""
        self._is_over = line.record.is_end
        if self._stated is None:
            return
        if line.record.version == 1 and isinstance(line.secret, dict):
            self._seed = seed_of(line)
        self._stated.take(line)

    def end(self, closing: Closing, /) -> None:
        """Check both proofs, then the signature of their checkpoint."""
        stated = self._stated
        if not isinstance(closing, LoggedClosing) or stated is None or stated.last is None:
            # whoever removes the proof from a file must not make it pass
            raise CheckFailedError(NO_PROOF_OF_END) if self._is_over else CheckSkippedError(NO_PROOF)
        section = closing.log
        note, checkpoint = noted(section.checkpoint)
        ending = stated.ending()
        self._check_place("opening", self._logged(stated.opening, 1), section.opened, checkpoint)
        self._check_place("end", self._logged(ending, ending["version"]), section.ended, checkpoint)
        if section.opened.index >= section.ended.index:
            raise CheckFailedError("the log has the end of the game before its opening")
        check_trusted(self._trusted, note, checkpoint)
        self.checkpoint, self.index = checkpoint, section.ended.index

    def _logged(self, entry: Entry, version: int) -> Entry:
        """Return the entry as the log has it: that of a private game is sealed."""
        if self._stated is not None and self._stated.is_public:
            return entry
        if self._seed is None:
            raise CheckSkippedError(NO_SEED_OF_PRIVATE)
        return sealed(self._seed, version, entry)

    @staticmethod
    def _check_place(what: str, entry: Entry, place: LogPlace, checkpoint: Checkpoint) -> None:
        if not is_placed(entry, place, checkpoint):
            raise CheckFailedError(
                f"entry {place.index} of the log {checkpoint.origin} is not the {what} of this game: the log of the "
                "site states another one, or the proof is damaged"
            )


def noted(text: str) -> tuple[Note, Checkpoint]:
    """Return the note in a file and the checkpoint that it states, not verified. Raises CheckFailedError."""
    try:
        note = parse_note(text)
        return note, parse_checkpoint(note.text)
    except NoteError as error:
        raise CheckFailedError(f"the checkpoint cannot be read: {error}") from None


def is_placed(entry: Entry, place: LogPlace, checkpoint: Checkpoint) -> bool:
    """Return whether the proof leads from an entry at its place to the root of a checkpoint (RFC 9162 2.1.3.2)."""
    path = [bytes.fromhex(each) for each in place.hashes]
    return is_included(leaf_of(entry), place.index, checkpoint.size, checkpoint.root, path)


def check_trusted(trusted: LogKeys | None, note: Note, checkpoint: Checkpoint) -> None:
    """Check that a trusted key has signed the checkpoint. Raises CheckFailedError and CheckSkippedError."""
    if trusted is None:
        raise CheckSkippedError(NO_KEY)
    keys, is_signed_by = trusted.keys, trusted.is_signed_by
    if not trusted.must_be_signed and not any(line.is_of(key) for line in note.signatures for key in keys):
        raise CheckSkippedError(f"the proofs are right, but they are of another log: {checkpoint.origin}")
    try:
        open_checkpoint(note, keys, is_signed_by)
    except NoteError as error:
        raise CheckFailedError(str(error)) from None
