"""The commands that prove: `verify`, `export`, `import`, and `keys rotate`."""

import os
import sys
import zlib
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from eventsourcing.persistence import PersistenceError
from rich.progress import Progress

from domain.folding import fold
from domain.kernel.bundle import BadLineError
from domain.kernel.signing import Keys, SignedReceipt
from domain.kernel.values import Value
from domain.kernel.verify import CheckReport, Report
from domain.kernel.verify_ledger import receipts_from
from domain.verification import verify
from projections.history import FULL
from service.bundles import bundle, lines_in
from service.command_line import Database, err, fail, out, settings_of
from service.failpoints import at_point
from service.imports import NotImportedError, import_bundle
from service.key_file import open_keys, rotate_keys
from service.loaded import Loaded
from service.settings import SettingsError
from service.signing import KeyFileError, Signer, is_signed_by, keys_from
from service.store import Store
from service.store_errors import StoreError

SUFFIXES = (".jsonl", ".jsonl.gz")

keys_app = typer.Typer(no_args_is_help=True, help="The keys that sign.")


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    app.command(name="verify")(verify_files)
    app.command(name="export")(export)
    app.command(name="import")(import_files)
    app.add_typer(keys_app, name="keys")


class Found(Value, frozen=True):
    """What was found in a file."""

    file: str
    report: Report


# verify


def verify_files(
    files: Annotated[list[Path], typer.Argument(help="Bundles, or folders of bundles (.jsonl, .jsonl.gz).")],
    key: Annotated[
        list[str] | None,
        typer.Option(help="A key that you trust: 64 hex digits, or a file such as /.well-known/jwks.json; repeatable."),
    ] = None,
    receipt: Annotated[
        list[Path] | None, typer.Option(help="A file of receipts that the log has to keep; repeatable.", dir_okay=False)
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print a line of JSON a file.")] = False,
) -> None:
    """Check bundles, offline: a line a check, the first bad line and why; exit code 1 if anything is wrong."""
    try:
        trusted = _trusted(key)
        receipts = _receipts(receipt or [])
        paths = list(_bundles(files))
    except (KeyFileError, BadLineError, OSError) as error:
        raise fail(str(error)) from None
    if receipts and trusted is None:
        raise fail("receipts show something only with the --key that signed them")
    if not paths:
        raise fail("there is no bundle in these folders")
    bad = 0
    for found in _all_found(paths, trusted, receipts):
        bad += not found.report.is_valid
        if json:
            sys.stdout.buffer.write(msgspec.json.encode(_told(found)) + b"\n")
        else:
            _print(found, in_short=len(paths) > 1)
    if len(paths) > 1 and not json:
        out.print(f"{len(paths)} files, {bad} of them bad")
    if bad:
        raise typer.Exit(1)


def _trusted(keys: Sequence[str] | None) -> dict[str, bytes] | None:
    if not keys:
        return None
    trusted: dict[str, bytes] = {}
    for key in keys:
        path = Path(key)
        trusted |= keys_from(path.read_text(encoding="utf-8", errors="replace") if path.is_file() else key)
    return trusted


def _receipts(paths: Sequence[Path]) -> tuple[SignedReceipt, ...]:
    return tuple(receipt for path in paths for receipt in receipts_from(path.read_bytes()))


def _bundles(files: Sequence[Path]) -> Iterator[Path]:
    for file in files:
        if file.is_dir():
            yield from sorted(path for path in file.iterdir() if path.name.endswith(SUFFIXES))
        else:
            # opened now, so that a misspelt name is no bad bundle
            file.open("rb").close()
            yield file


def _all_found(
    paths: Sequence[Path], trusted: dict[str, bytes] | None, receipts: Sequence[SignedReceipt]
) -> Iterator[Found]:
    """Check all files, on all processors where there are several."""
    look = partial(_found, trusted=trusted, receipts=tuple(receipts))
    if len(paths) == 1:
        yield look(paths[0])
        return
    workers = min(len(paths), os.process_cpu_count() if sys.version_info >= (3, 13) else os.cpu_count() or 1)
    with Progress(console=err, transient=True) as progress, ProcessPoolExecutor(workers) as pool:
        task = progress.add_task("verifying", total=len(paths))
        for found in pool.map(look, paths, chunksize=4):
            yield found
            progress.advance(task)


def _found(path: Path, trusted: dict[str, bytes] | None, receipts: tuple[SignedReceipt, ...]) -> Found:
    try:
        report = verify(lines_in(path), Keys(is_signed_by, trusted), receipts)
    except (OSError, EOFError, zlib.error) as error:
        report = Report(None, None, None, 0, (CheckReport("form", "failed", 1, f"the file cannot be read: {error}"),))
    return Found(str(path), report)


def _told(found: Found) -> dict[str, object]:
    report = found.report
    bad = report.first_bad
    return {
        "file": found.file,
        "valid": report.is_valid,
        "first_bad_line": bad and bad.line,
        "reason": bad and bad.reason,
        **msgspec.structs.asdict(report),
    }


def _print(found: Found, *, in_short: bool) -> None:
    report, bad = found.report, found.report.first_bad
    if in_short:
        told = "ok" if bad is None else f"BAD line {bad.line}, {bad.check}: {bad.reason}"
        _say(f"{found.file}: {told}")
        return
    _say(f"{found.file}: game {report.game}, {report.ruleset}, {report.events} events")
    for check in report.checks:
        where = "" if check.line is None else f"line {check.line}: "
        _say(f"  {check.check:<10} {check.verdict:<8} {where}{check.reason or ''}".rstrip())
    if bad is not None:
        _say(f"BAD: first bad line {bad.line} ({bad.check}): {bad.reason}")
    elif report.trusted:
        _say(f"OK: signed by the key {report.key_id}, which you gave")
    elif report.key_id:
        _say(f"OK, signed by the key {report.key_id}; whose key that is, only you can know: give it with --key")
    else:
        _say("OK, but nobody has signed it: it is a game by the rules, not one that somebody answers for")


def _say(line: str) -> None:
    """Print a line; what stands in a file that came from anywhere gives the terminal no commands."""
    out.print("".join(each if each.isprintable() else "\ufffd" for each in line), markup=False)


# export and import


def export(
    game: Annotated[list[str] | None, typer.Argument(help="Ids of games; none: all that are over.")] = None,
    folder: Annotated[Path, typer.Option("--out", help="The folder for one file a game.", file_okay=False)] = Path(),
    database: Database = None,
) -> None:
    """Write the bundles of finished games, signed; the service must not be running on the same file."""
    settings = settings_of(database)
    written = 0
    try:
        signer = open_keys(settings.key_path)
        with Store(settings.database) as store, Progress(console=err, transient=True) as progress:
            folder.mkdir(parents=True, exist_ok=True)
            wanted = game or _finished(store)
            for name in progress.track(wanted, description="exporting"):
                _export(store, name, folder, signer)
                written += 1
    except (KeyFileError, StoreError, PersistenceError, SettingsError, OSError) as error:
        raise fail(str(error)) from None
    out.print(f"{written} games")


def _finished(store: Store) -> list[str]:
    return [entry.record.game for entry in store.scan(["game.ended", "game.abandoned"])]


def _export(store: Store, name: str, folder: Path, signer: Signer) -> None:
    entries = store.read(name)
    folded = fold(entries)
    if folded is None or not folded.is_over:
        raise fail(f"{name} is no finished game of this database")
    loaded = Loaded(folded, entries)
    file = folder / f"{folded.id}.jsonl"
    # a file of this name is always whole
    beside = file.with_suffix(".part")
    beside.write_bytes(bundle(folded, entries, FULL, signer, loaded.closing))
    at_point("export")
    beside.replace(file)


def import_files(
    files: Annotated[list[Path], typer.Argument(help="Bundles of finished games, or folders of them.")],
    database: Database = None,
) -> None:
    """Take games in that were played elsewhere, each whole or not at all: replayed by our rules, marked as foreign."""
    settings = settings_of(database)
    refused = 0
    try:
        paths = list(_bundles(files))
        with Store(settings.database) as store:
            for path in paths:
                refused += not _import(store, path)
    except (StoreError, PersistenceError, SettingsError, OSError, EOFError, zlib.error) as error:
        raise fail(str(error)) from None
    if refused:
        raise typer.Exit(1)


def _import(store: Store, path: Path) -> bool:
    try:
        report = import_bundle(store, lines_in(path))
    except NotImportedError as refused:
        bad = refused.report and refused.report.first_bad
        where = f": line {bad.line}, {bad.check}: {bad.reason}" if bad else ""
        err.print(f"{path}: {refused}{where}", markup=False)
        return False
    out.print(f"{path}: game {report.game}, {report.events} events", markup=False)
    return True


# keys


@keys_app.command(name="rotate")
def rotate(database: Database = None) -> None:
    """Make a new signing key; the public parts of all others are kept. A running service uses it within a second."""
    settings = settings_of(database)
    try:
        signer = rotate_keys(settings.key_path)
    except (KeyFileError, SettingsError, OSError) as error:
        raise fail(str(error)) from None
    out.print(f"the key {signer.key_id} signs from now on")
