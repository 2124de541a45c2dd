"""Writes the dump of a period into a folder. The same log gives the same bytes, whenever and wherever it is written."""

import contextlib
import errno
import hashlib
import logging
import shutil
import tempfile
from collections.abc import Callable, Generator
from pathlib import Path
from typing import NamedTuple

from domain.kernel.values import Value
from domain.ledger.integrity import DamagedLogError
from service.core.keys.signing import Signer
from service.core.store.database import Cursor
from service.core.store.failpoints import at_point
from service.core.store.files.durable import flush
from service.dumps.compression import LEVEL, VERSION, Writable, compressing
from service.dumps.logged import checkpoint_of, proofs_of
from service.dumps.manifest import MANIFEST, DumpedFile, Manifest, Statement, signed
from service.dumps.periods import Period
from service.dumps.tables import RATINGS, RESULTS, TableWriter, rating_rows, result_rows
from service.lists.tables.ends import Span, ends_between, span_of
from service.monitoring.integrity.source import Reading, entries_in, rows_of_game
from service.proof.bundles import whole_bundle_lines

_log = logging.getLogger(__name__)

GAMES = "games.jsonl.zst"

CSV, PARQUET, ZSTD = "text/csv; charset=utf-8", "application/vnd.apache.parquet", "application/zstd"

COMPRESSION = f"zstd {VERSION}, level {LEVEL}"
"""The version of the library may decide about the bytes, but not about what they contain."""

RESERVE = 512 << 20
"""The bytes that stay free on the disk: the log may be on it, too."""

PART = ".part"
"""The end of the names of folders in which a dump is being written."""


class NoSpaceError(OSError):
    """The disk is full, or would be."""


class NothingToDumpError(Exception):
    """No game has ended in the period."""


class Written(Value, frozen=True):
    """A dump that was written."""

    manifest: Manifest
    folder: Path


class _Output(NamedTuple):
    """A file that is being written: of a compressed one, `file` takes what it compresses."""

    name: str
    media_type: str
    file: "_Digesting"


class _Digesting:
    """A file that computes the digest and the number of the bytes that are written to it."""

    def __init__(self, file: Writable) -> None:
        self._file = file
        self._digest = hashlib.sha256()
        self.size = 0

    def write(self, data: bytes, /) -> int:
        """Write bytes; return their number."""
        self._digest.update(data)
        self.size += len(data)
        return self._file.write(data)

    @property
    def sha256(self) -> str:
        """The digest so far, in hex."""
        return self._digest.hexdigest()


def write_dump(
    reading: Reading,
    signer: Signer,
    period: Period,
    folder: Path,
    after_game: Callable[[], None] = lambda: None,
) -> Written:
    """Write the dump of a period into the folder of its name within a folder, in place of an earlier one.

    `after_game` is called after each game, so that a service can pause, or end this by an exception. Raises
    NothingToDumpError, NoSpaceError, OSError, and the errors of the database.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with reading() as cursor:
        span = span_of(cursor, period.since, period.until)
    if not span.count:
        raise NothingToDumpError(period.name)
    check_space(folder)
    made = Path(tempfile.mkdtemp(PART, f".{period.name}.", folder))
    try:
        with _no_space_named():
            manifest = _written(reading, signer, period, span, made, after_game)
            _publish(made, folder / period.name)
    finally:
        shutil.rmtree(made, ignore_errors=True)
    return Written(manifest, folder / period.name)


def check_space(folder: Path) -> None:
    """Raise NoSpaceError if the disk of a folder is nearly full."""
    if shutil.disk_usage(folder).free < RESERVE:
        message = f"less than {RESERVE >> 20} MiB are free on the disk of {folder}"
        raise NoSpaceError(errno.ENOSPC, message)


@contextlib.contextmanager
def _no_space_named() -> Generator[None]:
    try:
        yield
    except OSError as error:
        if error.errno in {errno.ENOSPC, errno.EDQUOT}:
            raise NoSpaceError(error.errno, error.strerror, error.filename) from error
        raise


def _written(
    reading: Reading, signer: Signer, period: Period, span: Span, folder: Path, after_game: Callable[[], None]
) -> Manifest:
    files: list[DumpedFile] = []
    with reading() as cursor:
        checkpoint = checkpoint_of(cursor, span)
    games = _write_games(reading, signer, span, folder, files, after_game)
    results = _write_table(reading, "results", _add_results, span, folder, files)
    ratings = _write_table(reading, "ratings", _add_ratings, span, folder, files)
    manifest = signed(
        Statement(
            key_id=signer.key_id,
            kind=period.kind,
            period=period.name,
            since=period.since,
            until=period.until,
            games=games,
            results=results,
            ratings=ratings,
            first_position=span.first,
            last_position=span.last,
            compression=COMPRESSION,
            files=tuple(files),
            checkpoint=checkpoint,
        ),
        signer,
    )
    with _made(folder / MANIFEST) as out:
        out.write(manifest.content)
    return manifest


@contextlib.contextmanager
def _made(path: Path) -> Generator[_Digesting]:
    """Yield a new file, which is durable at the end of the block."""
    with path.open("xb") as file:
        yield _Digesting(file)
    flush(path)


def _write_games(
    reading: Reading,
    signer: Signer,
    span: Span,
    folder: Path,
    files: list[DumpedFile],
    after_game: Callable[[], None],
) -> int:
    """Write the bundles of a span, one after another. Return their number."""
    with reading() as cursor:
        ends = ends_between(cursor, span.first, span.last, is_public=True)
    games = 0
    with _made(folder / GAMES) as out, compressing(out) as packing:
        content = _Digesting(packing)
        for end in ends:
            games += _write_game(reading, signer, end.game, content)
            after_game()
            at_point("dump")
    files.append(DumpedFile(GAMES, ZSTD, out.size, out.sha256, content.sha256))
    return games


def _write_game(reading: Reading, signer: Signer, game: str, out: _Digesting) -> bool:
    """Write the bundle of a game, or nothing if its log cannot be read; return whether it was written."""
    with reading() as cursor:
        rows, log = rows_of_game(cursor, game), proofs_of(cursor, game)
    try:
        for line in whole_bundle_lines(game, entries_in(game, rows), signer, log):
            out.write(line + b"\n")
    except DamagedLogError as error:
        _log.warning("the game %s is left out of a dump: %s", game, error)
        return False
    return True


def _add_results(cursor: Cursor, span: Span, csv: Writable, parquet: Writable) -> int:
    table = TableWriter(RESULTS, csv, parquet)
    for rows in result_rows(cursor, span):
        table.add(rows)
    table.close()
    return table.rows


def _add_ratings(cursor: Cursor, span: Span, csv: Writable, parquet: Writable) -> int:
    table = TableWriter(RATINGS, csv, parquet)
    table.add(rating_rows(cursor, span))
    table.close()
    return table.rows


def _write_table(
    reading: Reading,
    name: str,
    add: Callable[[Cursor, Span, Writable, Writable], int],
    span: Span,
    folder: Path,
    files: list[DumpedFile],
) -> int:
    """Write a table as CSV and as Parquet. Return the number of its rows."""
    names = {f"{name}.csv": CSV, f"{name}.parquet": PARQUET}
    with contextlib.ExitStack() as stack:
        outputs = [_Output(each, kind, stack.enter_context(_made(folder / each))) for each, kind in names.items()]
        with reading() as cursor:
            rows = add(cursor, span, *(output.file for output in outputs))
    files += [DumpedFile(name, kind, file.size, file.sha256, file.sha256) for name, kind, file in outputs]
    return rows


def _publish(made: Path, place: Path) -> None:
    """Put a complete folder in its place. For a moment there is none, if an earlier one is replaced."""
    made.chmod(0o755)
    flush(made)
    if place.exists():
        former = made.with_name(f"{made.name}.former{PART}")
        place.rename(former)
        made.rename(place)
        shutil.rmtree(former, ignore_errors=True)
    else:
        made.rename(place)
    flush(place.parent)


def is_unfinished(path: Path) -> bool:
    """Whether a folder was left behind by a process that ended while it wrote a dump."""
    return path.name.startswith(".") and path.name.endswith(PART) and path.is_dir() and not path.is_symlink()
