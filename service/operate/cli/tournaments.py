"""The command `tournament`."""

import sys
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import httpx
import msgspec
import typer
from msgspec.structs import replace

from domain.ledger.signing import Keys
from domain.proof.bundle import MAX_LINE, Header, unterminated
from domain.proof.log_check import LogKeys
from domain.tournaments.proof.verify import TournamentReport, verify
from domain.tournaments.ranking import standings_of
from domain.tournaments.state import Tournament
from domain.transparency.notes import NoteError
from service.core.keys.signing import KeyFileError, is_signed_by
from service.operate.cli.common import fail, say
from service.operate.cli.verification import (
    LogKeyFiles,
    ReceiptFiles,
    TrustedKeys,
    Unlogged,
    log_in,
    log_keys_of,
    options_of,
    say_outcome,
    verdict_of,
    warn_of_strays,
)
from service.proof.bundles import lines_in
from service.proof.receipts import ReceiptFileError

MAX_BUNDLE = 256 * 1024 * 1024
"""The maximum size in bytes of a bundle from a URL."""

TIMEOUT = 30.0
"""Seconds for each step of a download."""


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    tournament = typer.Typer(no_args_is_help=True, help="Check bundles of tournaments.")
    tournament.callback()(_nothing)
    tournament.command(name="check")(check)
    app.add_typer(tournament, name="tournament")


def _nothing() -> None:
    """Check tournaments."""


def check(
    sources: Annotated[
        list[str],
        typer.Argument(help="Bundles (.jsonl, .jsonl.gz; - reads one), or URLs of bundles or tournaments."),
    ],
    key: TrustedKeys = None,
    receipt: ReceiptFiles = None,
    log_key: LogKeyFiles = None,
    unlogged: Unlogged = False,
    standings: Annotated[bool, typer.Option(help="Print the recomputed standings.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print a line of JSON for each bundle.")] = False,
) -> None:
    """Recompute pairings and standings of bundles and compare them; exit code 1 if a check fails."""
    try:
        trusted, kept = options_of(key, receipt)
        log_keys = log_keys_of(log_key)
    except (KeyFileError, ReceiptFileError, NoteError, OSError) as error:
        raise fail(error) from None
    keys, receipts = Keys(is_signed_by, trusted), [each.receipt for each in kept]
    logs_trusted = LogKeys(log_keys, is_signed_by, must_be_proved=not unlogged) if log_keys else None
    bad, logs = 0, set[str | None]()
    for source in sources:
        first: list[bytes] = []
        try:
            report = verify(_noting_first(_lines_of(source), first), keys, receipts, logs_trusted)
        except (OSError, EOFError, zlib.error, httpx.HTTPError, httpx.InvalidURL) as error:
            reason = error.strerror if isinstance(error, OSError) else None
            raise fail(f"{source} cannot be read: {reason or error}") from None
        bad += not report.is_valid
        # a bundle of a game is refused as the wrong kind of file, but its receipts are not strays
        logs |= {report.tournament, *(log_in(line, Header) for line in first)}
        _show(source, report, as_json=json, with_standings=standings)
    if len(sources) > 1 and not json:
        say(f"{len(sources)} files, {bad} of them bad")
    if warn_of_strays(kept, logs) or bad:
        raise typer.Exit(1)


def _show(source: str, report: TournamentReport, *, as_json: bool, with_standings: bool) -> None:
    if as_json:
        sys.stdout.buffer.write(msgspec.json.encode({"file": source, **_as_builtins(report)}) + b"\n")
        return
    _print(source, report)
    if with_standings and report.state is not None:
        _print_standings(report.state)


def _noting_first(lines: Iterable[bytes], first: list[bytes]) -> Iterator[bytes]:
    """Yield lines, and add the first one to a list."""
    for line in lines:
        if not first:
            first.append(line)
        yield line


def _lines_of(source: str) -> Iterator[bytes]:
    """Return the lines of a bundle. Raises OSError, httpx.HTTPError and httpx.InvalidURL."""
    if not source.startswith(("https://", "http://")):
        return lines_in(Path(source))
    return _downloaded(_bundle_url(source))


def _bundle_url(url: str) -> str:
    """Return the URL of the bundle of a tournament, given the URL of the tournament or of its page.

    Raises httpx.InvalidURL.
    """
    try:
        parts = urlsplit(url)
    except ValueError as error:
        raise httpx.InvalidURL(str(error)) from None
    path = parts.path.rstrip("/")
    if not path.endswith("/bundle"):
        path = f"/v1/tournaments/{path.rpartition('/')[2]}/bundle"
    return parts._replace(path=path, query="", fragment="").geturl()


def _downloaded(url: str) -> Iterator[bytes]:
    size = number = 0
    rest = b""
    with httpx.stream("GET", url, timeout=TIMEOUT, follow_redirects=True) as reply:
        reply.raise_for_status()
        for chunk in reply.iter_bytes():
            size += len(chunk)
            if size > MAX_BUNDLE or len(rest) > MAX_LINE:
                message = "the bundle is too large"
                raise OSError(message)
            *lines, rest = (rest + chunk).split(b"\n")
            number += len(lines)
            yield from lines
    if rest:
        raise unterminated(number + 1)


def _as_builtins(report: TournamentReport) -> dict[str, object]:
    return {
        **verdict_of(report),
        **msgspec.to_builtins(msgspec.structs.asdict(replace(report, state=None))),
        "standings": None if report.state is None else msgspec.to_builtins(standings_of(report.state)),
    }


def _print(source: str, report: TournamentReport) -> None:
    name = "" if report.state is None else f", {report.state.terms.name}"
    tournament = "" if report.tournament is None else f"tournament {report.tournament}{name}, "
    say(f"{source}: {tournament}{report.events} events")
    if report.first_bad is None and report.log is not None:
        say(f"  The log {report.log} has it at position {report.log_index}")
    say_outcome(report, 12, "pairings and standings follow from the file, but no service has attested it")


def _print_standings(tournament: Tournament) -> None:
    ranked = standings_of(tournament)
    say(f"standings after round {ranked.after_round}:")
    for row in ranked.rows:
        values = ", ".join(f"{column.name} {column.value}" for column in row.columns)
        say(f"  {row.rank:>3} {row.player} {row.points} ({values})")
