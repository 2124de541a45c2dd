"""Runs the checks of a bundle line by line in bounded memory (SPEC.md 7), and defines the check of the form."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Literal, TypeAlias

import msgspec

from domain.kernel.codec import canonical
from domain.kernel.values import Value
from domain.kernel.viewers import viewer_named
from domain.proof.bundle import (
    LOGGED_FORMAT,
    BadLineError,
    Closing,
    EventLine,
    Header,
    LoggedClosing,
    PlainRecord,
    convert_line,
    parse_line,
)
from domain.proof.errors import CheckFailedError, CheckSkippedError
from domain.proof.event_order import EventOrder
from domain.proof.hints import Hints
from domain.proof.take_backs import TakeBacks

Verdict: TypeAlias = Literal["passed", "failed", "skipped"]


class CheckReport(Value, frozen=True):
    """The outcome of one check. A failed check has the number of the first bad line (from 1) and the reason."""

    check: str
    verdict: Verdict
    line: int | None = None
    reason: str | None = None


def first_failed(checks: Sequence[CheckReport]) -> CheckReport | None:
    """Return the failed check with the lowest line number; None if no check failed."""
    failed = [check for check in checks if check.verdict == "failed"]
    return min(failed, key=lambda check: check.line or 0, default=None)


def unchecked_in(checks: Sequence[CheckReport]) -> tuple[str, ...]:
    """Return the names of the checks that were skipped, in their order."""
    return tuple(check.check for check in checks if check.verdict == "skipped")


class Report(Value, frozen=True):
    """The outcome of all checks of a bundle, and the key (hex) that signed it, trusted or not."""

    game: str | None
    ruleset: str | None
    viewer: str | None
    events: int
    checks: tuple[CheckReport, ...]
    key_id: str | None = None
    public_key: str | None = None
    trusted: bool = False
    log: str | None = None
    """The origin of the log that has the game by a trusted checkpoint; None: no such proof was checked."""
    log_index: int | None = None
    """The number of the entry of the end of the game in this log, from 0."""
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


class Check:
    """The base of a check. Its methods receive the lines in order and raise CheckFailedError or CheckSkippedError."""

    name: str

    def begin(self, header: Header, /) -> None:
        """Check the header."""

    def take(self, line: EventLine, /) -> None:
        """Check the line of an event."""

    def end(self, closing: Closing, /) -> None:
        """Check the closing line."""


class FormCheck(Check):
    """Versions have no gap, times do not decrease, causes are correct, and only secrets of the viewer appear."""

    name = "form"

    def __init__(self) -> None:
        self.header: Header | None = None
        self.is_over = False
        self._version: int = 0
        self._at: str = ""
        self._cause: int = 0
        self._order = EventOrder()
        self._take_backs = TakeBacks()
        self._hints = Hints()

    def begin(self, header: Header, /) -> None:
        """Check the seat of the viewer."""
        self.header = header
        viewer = viewer_named(header.viewer)
        if isinstance(viewer, int) and viewer >= header.seats:
            raise CheckFailedError(f"the game has the seats 0 to {header.seats - 1}")

    def take(self, line: EventLine, /) -> None:
        """Check that the record may follow the one before it."""
        record, header = line.record, self.header
        assert header is not None
        if self.is_over:
            raise CheckFailedError("the event follows the end of the game")
        if record.version != self._version + 1:
            raise CheckFailedError(f"version {record.version} follows version {self._version}")
        if record.game != header.game:
            raise CheckFailedError(f"the event is of another game: {record.game}")
        if (record.version == 1) != (record.type == "game.opened"):
            raise CheckFailedError("the first event, and no other, must be game.opened")
        if record.version == 1:
            _check_opened(record, header)
        self._check_batch(line)
        self._check_secret(line, header)
        self._order.take(record)
        self._take_backs.take(line)
        self._hints.take(record)
        self._version, self._at, self._cause = record.version, record.at, record.cause
        self.is_over = record.is_end

    def _check_batch(self, line: EventLine) -> None:
        record, header = line.record, self.header
        assert header is not None
        if record.at < self._at:
            raise CheckFailedError(f"the time {record.at} is before that of the previous event")
        if record.seat is not None and record.seat >= header.seats:
            raise CheckFailedError(f"the game has the seats 0 to {header.seats - 1}")
        if record.is_decision:
            return
        if record.cause != self._cause:
            raise CheckFailedError(f"the cause {record.cause} is neither this event nor the decision of its batch")
        if record.at != self._at:
            raise CheckFailedError("all events of a batch must have the same time")
        if record.seat is not None:
            raise CheckFailedError("only a decision event may have a seat")

    @staticmethod
    def _check_secret(line: EventLine, header: Header) -> None:
        record = line.record
        seats = record.known_to
        if any(a >= b for a, b in pairwise(seats)) or any(seat >= header.seats for seat in seats):
            raise CheckFailedError("known_to must list seats of the game in ascending order")
        if record.sealed is None and seats:
            raise CheckFailedError("known_to must be empty without a sealed secret")
        is_revealed = record.sealed is not None and header.reveals(seats)
        if isinstance(line.secret, dict) != is_revealed:
            raise CheckFailedError(
                f"the secret {'is missing' if is_revealed else 'must not be shown'} to {header.viewer}"
            )
        if isinstance(line.salt, str) != (is_revealed and record.version > 1):
            raise CheckFailedError("a revealed secret, except that of the first event, must have a salt")

    def end(self, closing: Closing, /) -> None:
        """Check that the log is not empty, that a bundle with all secrets is of a game that is over, and `log`."""
        assert self.header is not None
        if self._version == 0:
            raise CheckFailedError("the bundle has no events")
        if isinstance(closing, LoggedClosing) != (self.header.format == LOGGED_FORMAT):
            raise CheckFailedError(f"the closing line has `log` in the format {LOGGED_FORMAT}, and in no other one")
        if isinstance(closing, LoggedClosing) and not self.is_over:
            raise CheckFailedError("the log ends before the game is over, and so has no proof of its end")
        if self.header.is_full and not self.is_over:
            raise CheckFailedError("the log ends before the game is over")


def _check_opened(record: PlainRecord, header: Header) -> None:
    """Check that the header equals the first event, which no seat has decided and whose secret no seat knows."""
    if record.seat is not None or record.known_to:
        raise CheckFailedError("no seat opens the game, and none knows its seed")
    data, expected = record.data, msgspec.structs.asdict(header)
    for name in ("ruleset", "ruleset_version", "data_set", "data_digest", "options", "seats"):
        if canonical(data.get(name)) != canonical(expected[name]):
            raise CheckFailedError(f"{name} differs between the header and the first event")


class _RunningCheck:
    """A check and its outcome so far."""

    def __init__(self, check: Check) -> None:
        self.check = check
        self.outcome: CheckReport | None = None

    def fail(self, number: int, reason: str) -> None:
        self.outcome = CheckReport(self.check.name, "failed", number, reason)

    def skip(self, reason: str) -> None:
        if self.outcome is None:
            self.outcome = CheckReport(self.check.name, "skipped", None, reason)

    def feed(self, number: int, line: Header | EventLine | Closing) -> None:
        if self.outcome is not None:
            return
        try:
            match line:
                case Header():
                    self.check.begin(line)
                case EventLine():
                    self.check.take(line)
                case Closing():
                    self.check.end(line)
        except (CheckFailedError, BadLineError) as failed:
            self.fail(number, str(failed))
        except CheckSkippedError as skipped:
            self.skip(str(skipped))

    def report(self) -> CheckReport:
        return self.outcome or CheckReport(self.check.name, "passed")


def run(lines: Iterable[bytes], checks: Sequence[Check]) -> Report:
    """Run the checks on the lines of a bundle, without line feeds. Invalid content never raises.

    Each check stops at its first error, and the others continue. No check reads a line at which the form fails, or a
    line after it. All checks stop at a BadLineError of `lines`.
    """
    form = FormCheck()
    first, others = _RunningCheck(form), [_RunningCheck(check) for check in checks]
    events = 0
    try:
        for number, line in _parse_lines(lines):
            events += isinstance(line, EventLine)
            first.feed(number, line)
            # the other checks rely on the form of every line that they read
            if first.outcome is not None:
                break
            for each in others:
                each.feed(number, line)
    except BadLineError as bad:
        first.fail(bad.number, str(bad))
    if first.outcome is not None:
        for each in others:
            each.skip("the form of the file is invalid")
    header = form.header
    return Report(
        game=header and header.game,
        ruleset=header and f"{header.ruleset}/{header.ruleset_version}",
        viewer=header and header.viewer,
        events=events,
        checks=tuple(each.report() for each in (first, *others)),
    )


def _parse_lines(lines: Iterable[bytes]) -> Iterator[tuple[int, Header | EventLine | Closing]]:
    """Yield the number and the content of each line. Raises BadLineError with the number of the line."""
    number, is_closed = 0, False
    for number, raw in enumerate(lines, 1):
        if is_closed:
            raise BadLineError("a line follows the closing line", number)
        try:
            line = _parse(number, raw)
        except BadLineError as bad:
            raise BadLineError(str(bad), number) from None
        is_closed = isinstance(line, Closing)
        yield number, line
    if not is_closed:
        raise BadLineError("the file ends without a closing line", number + 1)


def _parse(number: int, raw: bytes) -> Header | EventLine | Closing:
    fields = parse_line(raw)
    if number == 1:
        return convert_line(fields, Header)
    if "statement" not in fields:
        return convert_line(fields, EventLine)
    return convert_line(fields, LoggedClosing if "log" in fields else Closing)
