"""The command `verify`."""

import contextlib
import os
import re
import sys
import time
import zlib
from collections.abc import Container, Generator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Annotated, TypeAlias

import msgspec
import typer
from msgspec.structs import replace
from rich.progress import Progress

from domain.kernel.values import Value
from domain.ledger.signing import KeptStatement, Keys
from domain.proof.bundle import BadLineError
from domain.proof.bundle import Header as GameHeader
from domain.proof.checks import CheckReport, Report
from domain.proof.log_check import LogKeys
from domain.proof.verify import verify
from domain.tournaments.proof.lines import Header as TournamentHeader
from domain.tournaments.proof.verify import TournamentReport
from domain.transparency.notes import COSIGNATURE, NoteError, NoteKey, key_from
from service.core.keys.signing import KeyFileError, is_signed_by, keys_from
from service.operate.cli.common import err, fail, out, printable, say
from service.operate.cli.site_logs import NOT_READ, FollowedLog, ForkError, SiteStates
from service.operate.cli.site_logs import Kept as KeptLog
from service.proof.bundles import bundles_in, lines_in, split
from service.proof.receipts import Kept, ReceiptFileError, receipts_in, strays
from service.terminal.connection.client import Client
from service.terminal.connection.errors import ServerError


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command(name="verify")(verify_files)


COSIGNED_WITHIN = 10.0
"""Seconds in which a checkpoint gets its cosignatures: they follow its publication."""

_IS_KEY = re.compile(r"\s*([0-9a-f]{64}\s*\Z|\{)")
"""Matches a key or a key set itself; any other word is the name of a file."""


_AT_ONCE = 128
"""Bundles that are read before they are verified."""


class Found(Value, frozen=True):
    """The verification report of a bundle."""

    file: str
    """Its file; of one of several bundles in a file, with the number of its first line."""
    report: Report
    log: str | None
    """The id of the game or tournament; None if the file cannot be read so far."""
    is_one_of_many: bool = False


TrustedKeys: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(help="A key that you trust: 64 hex digits, or a file such as /.well-known/jwks.json; repeatable."),
]
"""The option `--key` of the commands that verify."""

ReceiptFiles: TypeAlias = Annotated[
    list[Path] | None,
    typer.Option(
        help="A file of receipts, signed heads or certificates to compare with the log, one on each line; repeatable.",
        dir_okay=False,
    ),
]
"""The option `--receipt` of the commands that verify."""


LogKeyFiles: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(help="A key of a log that you trust, as /log/vkey has it, or a file of such keys; repeatable."),
]
"""The option `--log-key` of the commands that verify."""

Unlogged: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--unlogged",
        help="With --log-key or --site: leave the log unchecked for files without proofs, such as those of games from "
        "before the log.",
    ),
]
"""The option `--unlogged` of the commands that verify."""


def verify_files(
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Files of one or more bundles, or folders of them (.jsonl, .jsonl.gz, .jsonl.zst); - reads one. "
            "None with --site alone."
        ),
    ] = None,
    key: TrustedKeys = None,
    receipt: ReceiptFiles = None,
    log_key: LogKeyFiles = None,
    unlogged: Unlogged = False,
    site: Annotated[
        str | None,
        typer.Option(help="The address of a site: its log has to continue what you saw last, and to have the games."),
    ] = None,
    witness: Annotated[
        list[str] | None,
        typer.Option(
            help="With --site: the key of a witness that has to have cosigned the log, or a file; repeatable."
        ),
    ] = None,
    state: Annotated[
        Path | None,
        typer.Option(help="With --site: the file with the checkpoints that you saw last.", dir_okay=False),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print a line of JSON for each file.")] = False,
) -> None:
    """Verify bundles offline, and the log of a site.

    Prints each check, and the first bad line with the reason; exit code 1 if one fails.
    """
    try:
        trusted, kept = options_of(key, receipt)
        log_keys, witnesses = log_keys_of(log_key), log_keys_of(witness)
        paths = list(bundles_in(files or []))
    except (KeyFileError, ReceiptFileError, NoteError, OSError) as error:
        raise fail(error) from None
    if witnesses and site is None:
        raise fail("a witness cosigns the log of a site: give its address with --site")
    if of_log := next((each.name for each in witnesses if each.algorithm != COSIGNATURE), None):
        raise fail(f"the key of {of_log} is of a log: the key of a witness has the type {COSIGNATURE}")
    if not paths and (files or site is None):
        raise fail("there is no bundle in these folders" if files else "name a file, or a site with --site")
    bad, partly, all_found, logs = 0, 0, 0, set[str | None]()
    with contextlib.ExitStack() as stack:
        log = None if site is None else stack.enter_context(_followed(site, log_keys, witnesses, state, is_quiet=json))
        for found in _checked(paths, trusted, [each.receipt for each in kept], log_keys, log, unlogged=unlogged):
            all_found += 1
            bad += not found.report.is_valid
            partly += found.report.is_valid and bool(found.report.unchecked)
            logs.add(found.log)
            if json:
                sys.stdout.buffer.write(msgspec.json.encode(_as_builtins(found)) + b"\n")
            else:
                _print(found, in_short=len(paths) > 1 or found.is_one_of_many)
    if all_found > 1 and not json:
        what = "files" if all_found == len(paths) else "bundles"
        out.print(f"{all_found} {what}, {bad} of them bad{_partly(partly)}")
    if warn_of_strays(kept, logs) or bad:
        raise typer.Exit(1)


def _checked(
    paths: Sequence[Path],
    trusted: dict[str, bytes] | None,
    receipts: Sequence[KeptStatement],
    log_keys: Sequence[NoteKey],
    log: FollowedLog | None,
    *,
    unlogged: bool,
) -> Iterator[Found]:
    """Verify all files, and that the log of a site has their games."""
    keys = log_keys if log is None else log.keys
    of_logs = LogKeys(keys, is_signed_by, must_be_proved=not unlogged) if keys else None
    for found in _all_found(paths, trusted, receipts, of_logs):
        yield found if log is None else _in_log(found, log, unlogged=unlogged)


def log_keys_of(given: Sequence[str] | None) -> tuple[NoteKey, ...]:
    """Return the keys of `--log-key`, which are keys or files of them. Raises NoteError and OSError."""
    found: list[NoteKey] = []
    for each in given or ():
        lines = [each] if "+" in each else Path(each).read_text(encoding="utf-8", errors="replace").splitlines()
        found += [key_from(line.strip()) for line in lines if line.strip()]
    return tuple(found)


@contextlib.contextmanager
def _followed(
    site: str, keys: tuple[NoteKey, ...], witnesses: Sequence[NoteKey], state: Path | None, *, is_quiet: bool
) -> Generator[FollowedLog]:
    """Yield the log of a site that continues what was seen last, and keep what it shows now."""
    states = SiteStates(state)
    with contextlib.ExitStack() as stack:
        try:
            client = stack.enter_context(Client(site))
            log = _cosigned_log(client, keys, witnesses, states.read().get(client.server))
            states.keep(client.server, log.state)
        except ForkError as fork:
            err.print("ludolog: the site shows another log than before. Keep both checkpoints: they prove it.")
            for line in str(fork).splitlines():
                err.print(printable(line), markup=False)
            # which of the games at hand are not in it any more
            yield fork.log
            raise typer.Exit(1) from None
        except (ServerError, NoteError, OSError, ValueError) as error:
            raise fail(error) from None
        if not is_quiet:
            before = f"continues that of {log.before.size} entries" if log.before else "is seen for the first time"
            say(f"{client.server}: the log {log.now.origin} of {log.now.size} entries {before}")
        yield log


def _cosigned_log(
    client: Client, keys: tuple[NoteKey, ...], witnesses: Sequence[NoteKey], kept: KeptLog | None
) -> FollowedLog:
    """Return the log of a site that all these witnesses have cosigned. Raises the exit if one has not."""
    until = time.monotonic() + COSIGNED_WITHIN
    while True:
        log = FollowedLog(client.server, client.download, keys, kept)
        if not (missing := log.not_cosigned_by(witnesses)):
            return log
        if time.monotonic() > until:
            raise fail(f"{client.server}: the checkpoint of the log is not cosigned by {', '.join(missing)}", 1)
        time.sleep(1)


def _in_log(found: Found, log: FollowedLog, *, unlogged: bool) -> Found:
    """Return the report of a file with the check that the log of the site has the game now."""
    if not found.report.is_valid:
        return found
    try:
        doubt = log.doubt_about(found.report)
    except ServerError as error:
        raise fail(error) from None
    if doubt is not None and unlogged and found.report.log is None:
        check = CheckReport("site", "skipped", None, doubt)
    else:
        check = CheckReport("site", "passed" if doubt is None else "failed", None if doubt is None else 1, doubt)
    unread = () if doubt is not None or log.is_read else (CheckReport("entries", "skipped", None, NOT_READ),)
    return replace(found, report=replace(found.report, checks=(*found.report.checks, check, *unread)))


def options_of(
    keys: Sequence[str] | None, receipts: Sequence[Path] | None
) -> tuple[dict[str, bytes] | None, tuple[Kept, ...]]:
    """Return the keys of `--key` and the receipts of `--receipt`. Raises KeyFileError, ReceiptFileError and OSError."""
    trusted, kept = trusted_keys(keys), receipts_in(receipts or [])
    if kept and trusted is None:
        raise fail("receipts show something only with the --key that signed them")
    return trusted, kept


def warn_of_strays(kept: Sequence[Kept], logs: Container[str | None]) -> bool:
    """Print which receipts were compared with nothing. Return whether there are any."""
    messages = list(strays(kept, logs))
    for message in messages:
        err.print(f"ludolog: {printable(message)}", markup=False)
    return bool(messages)


def trusted_keys(keys: Sequence[str] | None) -> dict[str, bytes] | None:
    """Return the keys of the option `--key` by id; None without any. Raises KeyFileError and OSError."""
    if not keys:
        return None
    trusted: dict[str, bytes] = {}
    for key in keys:
        trusted |= _keys_of(key)
    return trusted


def _keys_of(key: str) -> dict[str, bytes]:
    if _IS_KEY.match(key):
        return keys_from(key)
    # a word that is not a key is the name of a file, so that a misspelt name is reported as such
    text = Path(key).read_text(encoding="utf-8", errors="replace")
    try:
        return keys_from(text)
    except KeyFileError as error:
        message = f"{key}: {error}"
        raise KeyFileError(message) from None


class _Bundle(Value, frozen=True):
    """A bundle in a file: its lines up to an error, the number of the first one, and the error."""

    path: Path
    first: int
    lines: tuple[bytes, ...]
    unreadable: str | None = None
    """Why the file cannot be read to its end."""
    bad: tuple[str, int] | None = None
    """Why the line after these is none, and its number in the file."""
    is_one_of_many: bool = False

    def read(self) -> Iterator[bytes]:
        """Yield the lines. Raises BadLineError after the last one if the next one is bad."""
        yield from self.lines
        if self.bad is not None:
            reason, number = self.bad
            raise BadLineError(reason, number - self.first + 1)


def _bundles(path: Path) -> Iterator[_Bundle]:
    """Yield the bundles of a file."""
    first, is_later, lines = 1, False, list[bytes]()
    unreadable = bad = None
    try:
        for part in split(lines_in(path)):
            if lines:
                yield _Bundle(path, first, tuple(lines), is_one_of_many=True)
                first, is_later = first + len(lines), True
            lines = list[bytes]()
            # one by one: an error has the lines before it
            for line in part:
                lines.append(line)
    except BadLineError as found:
        bad = str(found), found.number
    except (OSError, EOFError, zlib.error) as error:
        unreadable = f"the file cannot be read: {error}"
    yield _Bundle(path, first, tuple(lines), unreadable, bad, is_one_of_many=is_later)


def _all_found(
    paths: Sequence[Path],
    trusted: dict[str, bytes] | None,
    receipts: Sequence[KeptStatement],
    log_keys: LogKeys | None,
) -> Iterator[Found]:
    """Verify all bundles of all files, in parallel on all processors."""
    if not paths:
        return
    bundles = chain.from_iterable(map(_bundles, paths))
    look = partial(_found, trusted=trusted, receipts=tuple(receipts), log_keys=log_keys)
    first = list(islice(bundles, 2))
    if len(first) <= 1:
        yield from map(look, first)
        return
    workers = os.process_cpu_count() if sys.version_info >= (3, 13) else os.cpu_count() or 1
    # without a terminal, a transient display would leave an empty line
    hidden = not err.is_terminal
    rest = chain(first, bundles)
    with Progress(console=err, transient=True, disable=hidden) as progress, ProcessPoolExecutor(workers) as pool:
        task = progress.add_task("verifying", total=None)
        # some at a time: the pool would read all files at once
        while some := list(islice(rest, _AT_ONCE)):
            for found in pool.map(look, some, chunksize=4):
                yield found
                progress.advance(task)


def _found(
    bundle: _Bundle,
    trusted: dict[str, bytes] | None,
    receipts: tuple[KeptStatement, ...],
    log_keys: LogKeys | None,
) -> Found:
    tournament = None
    first = bundle.lines[0] if bundle.lines else None
    if bundle.unreadable is not None:
        report = _unread(bundle.unreadable)
    elif first is not None and (tournament := log_in(first, TournamentHeader)) is not None:
        report = _unread("this is the file of a tournament: check it with `ludolog tournament check`")
    else:
        try:
            report = verify(bundle.read(), Keys(is_signed_by, trusted), receipts, log_keys)
        except BadLineError as bad:
            report = _unread(str(bad))
    name = f"{bundle.path}:{bundle.first}" if bundle.is_one_of_many else str(bundle.path)
    return Found(name, report, tournament or report.game, bundle.is_one_of_many)


def _unread(reason: str) -> Report:
    return Report(None, None, None, 0, (CheckReport("form", "failed", 1, reason),))


def log_in(first: bytes, kind: type[GameHeader | TournamentHeader]) -> str | None:
    """Return the id of the log whose bundle begins with this line; None if it is no header of this kind."""
    try:
        return msgspec.json.decode(first, type=kind).game
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def _as_builtins(found: Found) -> dict[str, object]:
    return {"file": found.file, **verdict_of(found.report), **msgspec.structs.asdict(found.report)}


def verdict_of(report: Report | TournamentReport) -> dict[str, object]:
    """Return the verdict of a report as JSON has it."""
    bad = report.first_bad
    return {
        "valid": report.is_valid,
        "unchecked": report.unchecked,
        "first_bad_line": bad and bad.line,
        "reason": bad and bad.reason,
    }


def _print(found: Found, *, in_short: bool) -> None:
    report, bad = found.report, found.report.first_bad
    if in_short:
        good = f"ok, {_signed_by(report)}{_unchecked(report)}"
        verdict = good if bad is None else f"BAD line {bad.line}, {bad.check}: {bad.reason}"
        say(f"{found.file}: {verdict}")
        return
    game = "" if report.game is None else f"game {report.game}, {report.ruleset}, "
    say(f"{found.file}: {game}{report.events} events")
    if bad is None and report.log is not None:
        say(f"  The log {report.log} has it at position {report.log_index}")
    follows = any(check.check == "replay" and check.verdict == "passed" for check in report.checks)
    say_outcome(report, 10, f"{'the game follows the rules, but ' * follows}no service has attested it")


def _partly(count: int) -> str:
    """Return what a summary says about files without a failed check of which not everything was checked."""
    return f", {count} checked in part" if count else ""


def _unchecked(report: Report | TournamentReport) -> str:
    """Return what an outcome adds about skipped checks and their reasons. A missing signature is named before."""
    reasons: dict[str, list[str]] = {}
    for check in report.checks:
        if check.verdict == "skipped" and not (check.check == "signature" and report.key_id is None):
            reasons.setdefault(check.reason or "", []).append(check.check)
    names = "; ".join(f"{', '.join(checks)} ({reason})" for reason, checks in reasons.items())
    return names and f"; not checked: {names}"


def _signed_by(report: Report) -> str:
    if report.key_id is None:
        return "not signed"
    return f"signed by the key {report.key_id}, {'which you gave' if report.trusted else 'which is not checked'}"


def say_outcome(report: Report | TournamentReport, width: int, unsigned: str) -> None:
    """Print the checks, their names in a column of a width, and the signature. `unsigned` explains a missing one."""
    bad = report.first_bad
    for check in report.checks:
        where = "" if check.line is None else f"line {check.line}: "
        say(f"  {check.check:<{width}} {check.verdict:<8} {where}{check.reason or ''}".rstrip())
    if bad is not None:
        say(f"BAD: first bad line {bad.line} ({bad.check}): {bad.reason}")
        return
    say(outcome_of(report, unsigned))


def outcome_of(report: Report | TournamentReport, unsigned: str) -> str:
    """Return what is said of a report without a failed check. `unsigned` explains a missing signature."""
    unchecked = _unchecked(report)
    if report.trusted:
        said = f"OK{' as far as it was checked' * bool(unchecked)}: signed by the key {report.key_id}, which you gave"
    elif report.key_id:
        said = f"OK, signed by the key {report.key_id}, which is not trusted: give the key of the server with --key"
    else:
        said = f"OK, but not signed: {unsigned}"
    return f"{said}{unchecked}"
