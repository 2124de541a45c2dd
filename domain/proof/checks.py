"""The checks of a bundle, line by line in bounded memory (SPEC.md 7); those that need the rules come from outside."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Literal, Protocol, TypeAlias

import msgspec

from domain.kernel.codec import canonical
from domain.kernel.values import Value
from domain.proof.bundle import BadLineError, Closing, Header, Line, fitted, parsed

Verdict: TypeAlias = Literal["passed", "failed", "skipped"]


class CheckFailedError(Exception):
    """What a check looks at does not hold; says why."""


class CheckSkippedError(Exception):
    """A check has nothing to look at in this bundle; says why."""


class CheckReport(Value, frozen=True):
    """What became of one check; where it failed, the first bad line, from 1, and why."""

    check: str
    verdict: Verdict
    line: int | None = None
    reason: str | None = None


class Report(Value, frozen=True):
    """What was found in a bundle: each check, and which key (hex) has signed it, trusted or not."""

    game: str | None
    ruleset: str | None
    viewer: str | None
    events: int
    checks: tuple[CheckReport, ...]
    key_id: str | None = None
    public_key: str | None = None
    trusted: bool = False

    @property
    def is_valid(self) -> bool:
        """Whether no check failed."""
        return all(check.verdict != "failed" for check in self.checks)

    @property
    def first_bad(self) -> CheckReport | None:
        """The failed check with the first bad line."""
        failed = [check for check in self.checks if check.verdict == "failed"]
        return min(failed, key=lambda check: check.line or 0, default=None)


class Check(Protocol):
    """One check; it is shown header, events and closing line, and raises CheckFailedError or CheckSkippedError."""

    name: str

    def begin(self, header: Header, /) -> None:
        """Look at the header."""
        ...

    def take(self, line: Line, /) -> None:
        """Look at an event."""
        ...

    def end(self, closing: Closing, /) -> None:
        """Look at the closing line."""
        ...


class Form:
    """The lines themselves: versions without a gap, times not decreasing, causes right, secrets as they are open."""

    name = "form"

    def __init__(self) -> None:
        self.header: Header | None = None
        self.is_over = False
        self._version: int = 0
        self._at: str = ""
        self._cause: int = 0

    def begin(self, header: Header, /) -> None:
        """Remember which game it has to be."""
        self.header = header
        seat = header.viewer.removeprefix("seat:")
        if seat.isdecimal() and int(seat) >= header.seats:
            raise CheckFailedError(f"the game has the seats 0 to {header.seats - 1}")

    def take(self, line: Line, /) -> None:
        """Check that the record may follow what came before."""
        record, header = line.record, self.header
        assert header is not None
        if self.is_over:
            raise CheckFailedError("the game was over before this event")
        if record.version != self._version + 1:
            raise CheckFailedError(f"version {record.version} follows version {self._version}")
        if record.game != header.game:
            raise CheckFailedError(f"the event belongs to the game {record.game}")
        if (record.version == 1) != (record.type == "game.opened"):
            raise CheckFailedError("a log begins with game.opened, and has it once")
        if record.version == 1:
            _check_opened(record.data, header)
        self._check_batch(line)
        self._check_secret(line, header)
        self._version, self._at, self._cause = record.version, record.at, record.cause
        self.is_over = record.type in {"game.ended", "game.abandoned"}

    def _check_batch(self, line: Line) -> None:
        record, header = line.record, self.header
        assert header is not None
        if record.at < self._at:
            raise CheckFailedError(f"the time {record.at} is before that of the event above it")
        if record.seat is not None and record.seat >= header.seats:
            raise CheckFailedError(f"the game has the seats 0 to {header.seats - 1}")
        if record.is_decision:
            return
        if record.cause != self._cause:
            raise CheckFailedError(f"the cause {record.cause} is neither the event itself nor that of its batch")
        if record.at != self._at:
            raise CheckFailedError("one batch has one time")
        if record.seat is not None:
            raise CheckFailedError("only a decision event has a seat")

    @staticmethod
    def _check_secret(line: Line, header: Header) -> None:
        record = line.record
        seats = record.known_to
        if any(a >= b for a, b in pairwise(seats)) or any(seat >= header.seats for seat in seats):
            raise CheckFailedError("known_to lists seats of the game in ascending order")
        if record.sealed is None and seats:
            raise CheckFailedError("known_to is empty where nothing is sealed")
        is_open = record.sealed is not None and header.opens(seats)
        if isinstance(line.secret, dict) != is_open:
            raise CheckFailedError(f"a secret is {'missing' if is_open else 'not'} for {header.viewer} to see")
        if isinstance(line.salt, str) != (is_open and record.version > 1):
            raise CheckFailedError("a salt belongs to every open secret but that of the first event")

    def end(self, closing: Closing, /) -> None:
        """Check that there was a log, and that a file with all secrets is of a game that is over."""
        del closing
        assert self.header is not None
        if self._version == 0:
            raise CheckFailedError("there is no event before the closing line")
        if self.header.is_full and not self.is_over:
            raise CheckFailedError("the log ends before the game is over")


def _check_opened(data: Mapping[str, Any], header: Header) -> None:
    """Check that the header says what the first event says."""
    said = msgspec.structs.asdict(header)
    for name in ("ruleset", "ruleset_version", "data_set", "data_digest", "options", "seats"):
        if canonical(data.get(name)) != canonical(said[name]):
            raise CheckFailedError(f"the first event and the header name another {name}")


class _Running:
    """A check with what became of it so far."""

    def __init__(self, check: Check) -> None:
        self.check = check
        self.outcome: CheckReport | None = None

    def fail(self, number: int, reason: str) -> None:
        self.outcome = CheckReport(self.check.name, "failed", number, reason)

    def skip(self, reason: str) -> None:
        if self.outcome is None:
            self.outcome = CheckReport(self.check.name, "skipped", None, reason)

    def show(self, number: int, what: Header | Line | Closing) -> None:
        if self.outcome is not None:
            return
        try:
            match what:
                case Header():
                    self.check.begin(what)
                case Line():
                    self.check.take(what)
                case Closing():
                    self.check.end(what)
        except (CheckFailedError, BadLineError) as failed:
            self.fail(number, str(failed))
        except CheckSkippedError as skipped:
            self.skip(str(skipped))

    def report(self) -> CheckReport:
        return self.outcome or CheckReport(self.check.name, "passed")


def run(lines: Iterable[bytes], checks: Sequence[Check]) -> Report:
    """Show a bundle to all checks and report. The lines come without their line feeds; never raises for what they hold.

    A check stops at what it finds first, the others go on; none goes on beyond a line that is malformed.
    """
    form = Form()
    running = [_Running(check) for check in (form, *checks)]
    events = 0
    try:
        for number, what in _told_apart(lines):
            for each in running:
                each.show(number, what)
            events += isinstance(what, Line)
            if running[0].outcome is not None:
                break
    except BadLineError as bad:
        running[0].fail(bad.number, str(bad))
    if running[0].outcome is not None:
        for each in running[1:]:
            each.skip("the file cannot be read to its end")
    header = form.header
    return Report(
        game=header and header.game,
        ruleset=header and f"{header.ruleset}/{header.ruleset_version}",
        viewer=header and header.viewer,
        events=events,
        checks=tuple(each.report() for each in running),
    )


def _told_apart(lines: Iterable[bytes]) -> Iterator[tuple[int, Header | Line | Closing]]:
    """Read header, events and closing line; raises BadLineError with the number of the line."""
    number, is_closed = 0, False
    for number, raw in enumerate(lines, 1):
        try:
            if is_closed:
                raise BadLineError("there is a line after the closing one")  # noqa: TRY301 - numbered below
            found = _read(number, raw)
        except BadLineError as bad:
            raise BadLineError(str(bad), number) from None
        is_closed = isinstance(found, Closing)
        yield number, found
    if not is_closed:
        raise BadLineError("the file ends without a closing line", number + 1)


def _read(number: int, raw: bytes) -> Header | Line | Closing:
    fields = parsed(raw)
    if number == 1:
        return fitted(fields, Header)
    return fitted(fields, Closing if "statement" in fields else Line)
