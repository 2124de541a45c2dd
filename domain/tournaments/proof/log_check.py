"""The check that the log of the site has what a tournament has published (SPEC.md 11 and 12)."""

from typing import NamedTuple

from domain.proof.bundle import Closing
from domain.proof.errors import CheckFailedError, CheckSkippedError
from domain.proof.ledger_checks import seed_of
from domain.proof.log_check import LogKeys, check_trusted, is_placed, noted
from domain.tournaments.events.opening import TermsChanged, TournamentOpened
from domain.tournaments.proof.lines import LOGGED_FORMAT, Header, LoggedClosing, LoggedEventLine
from domain.tournaments.proof.steps import Check, Step
from domain.transparency.checkpoints import Checkpoint
from domain.transparency.entries import TOURNAMENT_KINDS, Entry, of_tournament, sealed

NO_PROOF = "the file has no proof of the log: it is of the first format, or the log did not have all of it"
NO_PROOF_OF_END = (
    "the tournament is over, and the file has no proof that the log has it: the proof was removed, or never made"
)
NO_SEED_OF_PRIVATE = "the log has a private tournament under a seal, which only the seed opens: it is not over"


class _Placed(NamedTuple):
    """An entry that follows from an event, and where the file says that the log has it."""

    entry: Entry
    version: int
    line: LoggedEventLine


class Logged(Check):
    """The log has all publications of the tournament, in their order, by a checkpoint of a trusted key."""

    name = "log"

    def __init__(self, trusted: LogKeys | None) -> None:
        """Without keys only the proofs are checked; then the check is skipped at best."""
        self._trusted = trusted
        self._seed: bytes | None = None
        self._was_private = False
        self._is_over = False
        self._placed: list[_Placed] = []
        self.has_proof = False
        """Whether the file has proofs."""
        self.checkpoint: Checkpoint | None = None
        """The trusted checkpoint by which the log has the tournament; None: there is none."""
        self.index: int | None = None
        """The number of the last entry in it, from 0."""

    def begin(self, header: Header, /) -> None:
        """Skip the check for a file without proofs, unless they are demanded."""
        self.has_proof = header.format == LOGGED_FORMAT
        self._is_over = header.viewer == "full"
        if not self.has_proof and (self._trusted is None or not self._trusted.demands_proof):
            raise CheckSkippedError(NO_PROOF)

    def take(self, step: Step, /) -> None:
        """Keep the entry that follows from an event."""
        line, event = step.item.line, step.event
        record = line.record
        if record.version == 1 and isinstance(line.secret, dict):
            self._seed = seed_of(line)
        if isinstance(event, TournamentOpened | TermsChanged):
            self._was_private |= event.terms.visibility != "public"
        kind = TOURNAMENT_KINDS.get(record.type)
        if kind is not None and isinstance(line, LoggedEventLine):
            entry = of_tournament(kind, record.game, record.at, line.head, record.version, record.data)
            self._placed.append(_Placed(entry, record.version, line))

    def end(self, closing: Closing, /) -> None:
        """Check all proofs, then the signature of their checkpoint."""
        if not isinstance(closing, LoggedClosing):
            # whoever removes the proofs from a file must not make it pass
            raise CheckFailedError(NO_PROOF_OF_END) if self._is_over else CheckSkippedError(NO_PROOF)
        note, checkpoint = noted(closing.log.checkpoint)
        before = -1
        for placed in self._placed:
            index = placed.line.log.index
            if index <= before:
                raise CheckFailedError(f"entry {index} of event {placed.version} is not after that of an earlier event")
            before = index
            self._check_place(placed, checkpoint)
        check_trusted(self._trusted, note, checkpoint)
        self.checkpoint, self.index = checkpoint, before

    def _check_place(self, placed: _Placed, checkpoint: Checkpoint) -> None:
        """Check that the log has an entry, as it is or under a seal: the visibility of a tournament can change."""
        entry, version, line = placed
        if is_placed(entry, line.log, checkpoint):
            return
        if self._seed is None and self._was_private:
            raise CheckSkippedError(NO_SEED_OF_PRIVATE)
        if self._seed is None or not is_placed(sealed(self._seed, version, entry), line.log, checkpoint):
            raise CheckFailedError(
                f"entry {line.log.index} of the log {checkpoint.origin} is not event {version} of this tournament: the "
                "log of the site states another one, or the proof is damaged"
            )
