"""Verification of the bundle of a tournament: all checks of SPEC.md 11 in one pass over the lines."""

from collections.abc import Callable, Iterable, Sequence

import msgspec
from msgspec.structs import replace

from domain.kernel.codec import UnknownEvent, canonical
from domain.kernel.values import Event, Value
from domain.ledger.records import Tip
from domain.ledger.signing import KeptStatement, Keys
from domain.proof.bundle import BadLineError, EventLine
from domain.proof.checks import CheckReport, first_failed, unchecked_in
from domain.proof.errors import CheckFailedError, CheckSkippedError
from domain.proof.log_check import LogKeys
from domain.tournaments.codec import TOURNAMENT_CODEC
from domain.tournaments.events.opening import TournamentOpened
from domain.tournaments.evolve import evolve
from domain.tournaments.proof.lines import Header, Item, Part, parts_of
from domain.tournaments.proof.log_check import Logged
from domain.tournaments.proof.plain_checks import Certificates, Chain, Form, Receipts, Seals, Signed
from domain.tournaments.proof.state_checks import Acts, FinalStandings, Pairings, Results
from domain.tournaments.proof.steps import Check, Step
from domain.tournaments.state import Tournament

CHECKS = (
    "form", "chain", "seals", "acts", "pairings", "results", "standings", "certificates", "signature",
)  # fmt: skip
"""The checks of every bundle in the order of the report. `receipts` follows with receipts, then `log` with proofs."""

HIDDEN = b'{"seed":"' + b"0" * 64 + b'"}'
"""Stands for the seed while it is secret. No check uses it."""


class TournamentReport(Value, frozen=True):
    """The outcome of all checks, and the key (hex) that signed the bundle, trusted or not."""

    tournament: str | None
    viewer: str | None
    events: int
    checks: tuple[CheckReport, ...]
    key_id: str | None = None
    public_key: str | None = None
    trusted: bool = False
    state: Tournament | None = None
    """The tournament at the end of the bundle, if every check of the state has passed."""
    log: str | None = None
    """The origin of the log that has the tournament by a trusted checkpoint; None: no such proof was checked."""
    log_index: int | None = None
    """The number of the last entry about the tournament in this log, from 0."""
    log_size: int | None = None
    """The size of the log at this checkpoint."""
    log_root: str | None = None
    """Its root (hex)."""

    @property
    def is_valid(self) -> bool:
        """Whether no check failed."""
        return self.first_bad is None

    @property
    def first_bad(self) -> CheckReport | None:
        """The failed check with the lowest line number; None if no check failed."""
        return first_failed(self.checks)

    @property
    def unchecked(self) -> tuple[str, ...]:
        """The names of the checks that were skipped: of these the report says nothing."""
        return unchecked_in(self.checks)


class _Run:
    """The checks and their outcomes so far, and the tournament as it stands."""

    def __init__(self, form: Form, checks: Sequence[Check]) -> None:
        self.form = form
        self.checks = (form, *checks)
        self.outcomes: dict[str, CheckReport] = {}
        self.tournament: Tournament | None = None

    @property
    def is_malformed(self) -> bool:
        """Whether the form of the file is invalid, so that nothing else is checked."""
        return self.form.name in self.outcomes

    def fail(self, check: Check, number: int, reason: str) -> None:
        """Note the first error of a check."""
        self.outcomes.setdefault(check.name, CheckReport(check.name, "failed", number, reason))
        for other in self.checks if check.needs_state else ():
            if other.needs_state:
                self.skip(other, f"the check {check.name} failed at line {number}")

    def skip(self, check: Check, reason: str) -> None:
        """Note that a check does not apply."""
        self.outcomes.setdefault(check.name, CheckReport(check.name, "skipped", None, reason))

    def each(self, number: int, ask: Callable[[Check], None]) -> None:
        """Ask every check that has no outcome yet."""
        for check in self.checks:
            if check.name in self.outcomes or self.is_malformed:
                continue
            try:
                ask(check)
            except (CheckFailedError, BadLineError) as failed:
                self.fail(check, number + check.is_of_certificate, str(failed))
            except CheckSkippedError as skipped:
                self.skip(check, str(skipped))

    def take(self, item: Item) -> None:
        """Check an event, then follow it."""
        try:
            event = _event_of(item.line)
        except (UnknownEvent, msgspec.ValidationError) as error:
            self.fail(self.form, item.number, str(error)[:200])
            return
        step = Step(item, event, self.tournament)
        self.each(item.number, lambda check: check.take(step))
        if not self.is_malformed and self.follows:
            self.tournament = _after(self.tournament, item.line, event)

    @property
    def follows(self) -> bool:
        """Whether no check of the state has failed: then every event fits the tournament."""
        return not any(check.needs_state and check.name in self.outcomes for check in self.checks)


def _event_of(line: EventLine) -> Event:
    """Return the event of a line. Raises UnknownEvent and msgspec.ValidationError."""
    record = line.record
    secret = canonical(line.secret) if isinstance(line.secret, dict) else HIDDEN
    data = canonical(record.data)
    event = TOURNAMENT_CODEC.decode(record.type, record.shape, data, secret if record.sealed is not None else None)
    if TOURNAMENT_CODEC.encode(event).data != data:
        message = f"{record.type} has fields that its type does not have, or lacks some"
        raise msgspec.ValidationError(message)
    return event


def _after(tournament: Tournament | None, line: EventLine, event: Event) -> Tournament | None:
    record = line.record
    tip = Tip(record.game, record.version, line.head, record.at)
    if tournament is not None:
        return replace(evolve(tournament, event, record.at), tip=tip)
    if isinstance(event, TournamentOpened):
        return Tournament(tip, event, record.at, event.terms, {event.owner: "owner"})
    return None


def verify(
    lines: Iterable[bytes],
    keys: Keys | None = None,
    receipts: Sequence[KeptStatement] = (),
    log_keys: LogKeys | None = None,
) -> TournamentReport:
    """Verify the lines of the bundle of a tournament, without line feeds. Invalid content never raises.

    Without `keys` no signature is checked. Receipts need trusted keys. The state checks pair every round again, which
    takes as long as pairing it. The check `log` is reported if the file has proofs of the log of its site, or if keys
    of logs are given.
    """
    form, signed, log = Form(), Signed(keys), Logged(log_keys)
    checks: list[Check] = [
        Chain(), Seals(), Acts(), Pairings(), Results(), FinalStandings(), Certificates(keys), signed,
    ]  # fmt: skip
    if receipts and keys is not None:
        checks.append(Receipts(receipts, keys))
    run = _Run(form, [*checks, log])
    try:
        for part in parts_of(lines):
            _feed(run, part)
            if run.is_malformed:
                break
    except BadLineError as bad:
        run.fail(form, bad.number, str(bad))
    for check in run.checks if run.is_malformed else ():
        run.skip(check, "the form of the file is invalid")
    header, inner = form.header, signed.inner
    has_log = log.has_proof or log_keys is not None
    reported = [check for check in run.checks if check is not log or has_log]
    stated = log.checkpoint
    return TournamentReport(
        tournament=header and header.tournament,
        viewer=header and header.viewer,
        events=form.version,
        checks=tuple(run.outcomes.get(check.name, CheckReport(check.name, "passed")) for check in reported),
        key_id=inner.key_id,
        public_key=inner.public_key,
        trusted=inner.is_trusted,
        state=run.tournament if run.follows and not run.is_malformed else None,
        log=stated and stated.origin,
        log_index=log.index,
        log_size=stated and stated.size,
        log_root=stated and stated.root.hex(),
    )


def _feed(run: _Run, part: Part) -> None:
    if isinstance(part, Item):
        run.take(part)
        return
    number, line = part
    if isinstance(line, Header):
        run.each(number, lambda check: check.begin(line))
    elif run.form.version == 0:
        run.fail(run.form, number, "the bundle has no events")
    else:
        run.each(number, lambda check: check.end(line))
