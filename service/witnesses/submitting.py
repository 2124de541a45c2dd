"""Submits checkpoints to a witness (C2SP tlog-witness), and keeps its cosignature."""

import asyncio
import logging
import time

from msgspec.structs import replace

from domain.transparency.checkpoints import cosigned_by, number_from, parse_checkpoint
from domain.transparency.log_proofs import Submission
from domain.transparency.notes import Note, NoteError, NoteKey, NoteSignature, signature_from
from service.core.keys.signing import is_signed_by
from service.core.store.store import Store
from service.news.outgoing.client import OutgoingClient
from service.news.outgoing.outcome import Outcome
from service.site_log.reading import LogReader
from service.witnesses.rows import Submitted, claim, note_submitted, submitted_to

CLAIM = 30
"""Seconds for which no other process submits to the witness."""

RETRY = 15
"""Seconds between two submissions to a witness that fails."""

ATTEMPTS = 3
"""Submissions in turn: a witness that has seen more than this process knows says so."""

HEADERS = {"Content-Type": "text/plain; charset=utf-8"}

_OK, _CONFLICT = 200, 409

_log = logging.getLogger(__name__)


class Submitter:
    """Submits to one witness. Nothing waits for it."""

    def __init__(self, witness: NoteKey, url: str, store: Store, reader: LogReader, client: OutgoingClient) -> None:
        self.witness = witness
        self._url = f"{url}/add-checkpoint"
        self._store = store
        self._reader = reader
        self._client = client
        self._is_first = True
        """Whether this process has not submitted yet: a database that was restored may have an old cosignature."""
        self.submitted = Submitted()
        """What is known of the witness, at the last step."""

    async def step(self) -> float | None:
        """Submit the last checkpoint, unless the witness has cosigned it."""
        signed = (await self._reader.state()).signed
        now = int(time.time())
        before = None
        if signed is not None:
            before = await asyncio.to_thread(self._claim, now, None if self._is_first else signed.size)
        if before is None:
            self._tell(await asyncio.to_thread(self._read))
            return None
        self._is_first = False
        found = await self._submitted(before)
        until = 0 if found.problem is None else now + RETRY
        await asyncio.to_thread(self._store_submitted, found, until)
        self._tell(found)
        return None

    async def _submitted(self, before: Submitted) -> Submitted:
        found = before
        for _ in range(ATTEMPTS):
            continuing = await self._reader.continuing(found.known)
            if continuing is None:
                problem = (
                    f"it has cosigned {found.known} entries, and the last checkpoint of this log has fewer: the "
                    "database is older than what was published"
                )
                return replace(found, problem=problem, is_contradicted=True)
            note, hashes = continuing
            body = str(Submission(found.known, hashes, note)).encode()
            outcome = await self._client.post(self._url, body, HEADERS)
            if outcome.status == _OK:
                return self._cosigned(found, note, outcome)
            known = _known(outcome)
            if known is None or known == found.known:
                return self._refused(found, note, outcome)
            found = replace(found, known=known)
        return replace(found, problem="others submit checkpoints of this log at the same time")

    def _cosigned(self, before: Submitted, note: Note, outcome: Outcome) -> Submitted:
        """Return what a reply shows, whose cosignature is checked before it is published."""
        try:
            lines = tuple(signature_from(line) for line in outcome.reply.splitlines())
            ours: tuple[NoteSignature, ...] = tuple(line for line in lines if line.is_of(self.witness))
            is_cosigned = bool(cosigned_by(Note(note.text, ours), [self.witness], is_signed_by))
        except NoteError as error:
            return replace(before, problem=f"its reply cannot be used: {error}")
        if not is_cosigned:
            return replace(before, problem="its reply has no cosignature of its key")
        size = parse_checkpoint(note.text).size
        return Submitted(size, ours[0].line.rstrip("\n"), size)

    def _refused(self, before: Submitted, note: Note, outcome: Outcome) -> Submitted:
        if outcome.status == _CONFLICT and before.known == parse_checkpoint(note.text).size:
            problem = f"it has cosigned another checkpoint of {before.known} entries: the log was published twice"
            return replace(before, problem=problem, is_contradicted=True)
        if outcome.status == 422:  # noqa: PLR2004 - the proof does not lead from its root to ours
            problem = f"the log does not continue the {before.known} entries that it has cosigned"
            return replace(before, problem=problem, is_contradicted=True)
        if before.is_contradicted:
            # a witness that does not answer has found what it has found
            return before
        return replace(before, problem=outcome.error or f"it has answered with status {outcome.status}")

    def _claim(self, now: int, size: int | None) -> Submitted | None:
        with self._store.in_use(), self._store.database.writing() as cursor:
            return claim(cursor, self.witness, now, now + CLAIM, size)

    def _read(self) -> Submitted:
        with self._store.in_use(), self._store.database.reading() as cursor:
            return submitted_to(cursor, self.witness)

    def _store_submitted(self, found: Submitted, until: int) -> None:
        with self._store.in_use(), self._store.database.writing() as cursor:
            note_submitted(cursor, self.witness, found, until)

    def _tell(self, found: Submitted) -> None:
        """Log what has changed."""
        before, self.submitted = self.submitted, found
        if found.problem == before.problem:
            return
        if found.is_contradicted:
            _log.error("the witness %s contradicts this log: %s", self.witness.name, found.problem)
        elif found.problem is not None:
            _log.warning("the witness %s does not cosign the log: %s", self.witness.name, found.problem)
        else:
            _log.info("the witness %s cosigns the log again", self.witness.name)


class Submitters:
    """The witnesses of the site."""

    def __init__(self, each: tuple[Submitter, ...]) -> None:
        self.each = each

    @property
    def keys(self) -> tuple[NoteKey, ...]:
        """The keys of the witnesses, in the order of the setting."""
        return tuple(submitter.witness for submitter in self.each)

    @property
    def contradiction(self) -> str | None:
        """What a witness has found that contradicts the log; None: nothing."""
        for submitter in self.each:
            if submitter.submitted.is_contradicted:
                return f"the witness {submitter.witness.name} contradicts this log: {submitter.submitted.problem}"
        return None


def _known(outcome: Outcome) -> int | None:
    """Return the size that a witness tells with status 409; None: it does not."""
    if outcome.status != _CONFLICT:
        return None
    try:
        return number_from(outcome.reply.strip())
    except NoteError:
        return None
