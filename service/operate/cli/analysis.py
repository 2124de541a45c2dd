"""The command `analyse`."""

import sys
import zlib
from pathlib import Path
from typing import Annotated, Any

import typer

from domain.analysis.report import GameAnalysis, ReturnLine
from domain.kernel.analysis import Analysis
from domain.ledger.signing import Keys
from domain.ledger.times import SECOND
from domain.rulesets import ruleset_of
from service.analysis.levels import LEVELS
from service.core.keys.signing import KeyFileError, is_signed_by
from service.operate.cli.common import fail, out, printed, unreadable
from service.operate.cli.engine import check_options, run_engine
from service.operate.cli.verification import TrustedKeys, trusted_keys
from service.proof.analysis import analyse_bundle, document
from service.proof.bundles import lines_in
from service.proof.imports import BundleRefusedError, finished_game


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command(name="analyse")(analyse_file)


def analyse_file(
    file: Annotated[Path, typer.Argument(help="A bundle of a finished game (.jsonl, .jsonl.gz); - reads one.")],
    key: TrustedKeys = None,
    json: Annotated[bool, typer.Option("--json", help="Print the document of the API, byte for byte.")] = False,
    engine: Annotated[
        str | None,
        typer.Option(metavar="LEVEL", help=f"Find mistakes and winning chances instead: {', '.join(LEVELS)}."),
    ] = None,
    compare: Annotated[Path | None, typer.Option(help="Compare the result with this analysis by the engine.")] = None,
) -> None:
    """Verify a bundle, then analyse its game, offline: luck, scores, payments and returns, times."""
    check_options(engine, json=json, compare=compare)
    try:
        keys = Keys(is_signed_by, trusted_keys(key))
        if engine is not None:
            entries = finished_game(lines_in(file), keys)[1]
            run_engine(entries, engine, json=json, compare=compare)
            return
        found = analyse_bundle(lines_in(file), keys)
    except KeyFileError as error:
        raise fail(error) from None
    except (OSError, EOFError, zlib.error) as error:
        raise unreadable(file, error) from None
    except BundleRefusedError as refused:
        raise fail(f"{file}: {refused.details}", 1) from None
    if json:
        sys.stdout.buffer.write(document(found) + b"\n")
        return
    out.print(f"game {found.game}, {found.ruleset}, {found.version} events")
    title = ruleset_of(found.ruleset, found.ruleset_version).analysis
    for table in (_luck(found, title), _scores(found), *_returns(found, title), _times(found)):
        out.print()
        out.print(table, markup=False)


def _luck(found: GameAnalysis, title: Analysis[Any] | None) -> str:
    names = {} if title is None else {info.measure: info.title for info in title.measures}
    rows = [
        (
            names[total.measure], str(total.seat), str(total.events), f"{total.actual:,}",
            f"{total.actual - total.excess:,.1f}", f"{total.excess:+,.1f}", f"{total.deviation:,.1f}",
        )
        for total in found.luck.totals
    ]  # fmt: skip
    columns = ("draws of", "seat", "events", "actual", "expected", "excess", "deviation")
    return printed("Luck", columns, rows, 1)


def _scores(found: GameAnalysis) -> str:
    """Return the scores at eleven versions, evenly spread from the start to the end."""
    last = len(found.scores) - 1
    shown = [found.scores[place] for place in sorted({round(step * last / 10) for step in range(11)})]
    rows = [(str(line.version), *(f"{score:,}" for score in line.scores)) for line in shown]
    return printed("Scores", ("version", *(f"seat {seat}" for seat in range(found.seats))), rows)


def _returns(found: GameAnalysis, title: Analysis[Any] | None) -> list[str]:
    """Return a table for each kind of returns that the game has, with a column for each of its amounts."""
    if title is None:
        return []
    names = {info.amount: info.title for info in title.amounts}
    tables: list[str] = []
    for kind in title.kinds:
        lines = [line for line in found.returns.lines if line.kind == kind.kind]
        if not lines:
            continue
        used = [
            (sign, group, info.amount)
            for sign, group in (("-", "paid"), ("+", "returned"), ("", "facts"))
            for info in title.amounts
            if any(info.amount in getattr(line, group) for line in lines)
        ]
        columns = ("about", "outcome", "version", "seat", *(f"{sign}{names[amount]}" for sign, _, amount in used))
        rows = [
            (*_named(line, title), *(f"{getattr(line, group).get(amount, 0):,}" for _, group, amount in used))
            for line in lines
        ]
        tables.append(printed(kind.title, columns, rows, 2))
    return tables


def _named(line: ReturnLine, title: Analysis[Any]) -> tuple[str, str, str, str]:
    """Return what a line is about, its outcome, its versions and its seat."""
    other = "" if line.other is None else f" (seat {line.other})"
    return (
        " ".join(anchor.rpartition(":")[2] for anchor in line.about),
        title.outcomes[line.outcome] + other,
        str(line.version) if line.ends in {None, line.version} else f"{line.version}-{line.ends}",
        "-" if line.seat is None else str(line.seat),
    )


def _times(found: GameAnalysis) -> str:
    rows = [
        (
            str(total.seat), str(total.decisions), f"{total.micros / SECOND:,.1f}",
            "-" if total.longest is None else str(total.longest), str(total.by_bot),
        )
        for total in found.times.totals
    ]  # fmt: skip
    return printed("Time used", ("seat", "decisions", "seconds", "slowest at version", "by bots"), rows)
