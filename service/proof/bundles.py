"""Bundles, the files of games (SPEC.md 5): created from a log for a viewer, and read line by line."""

import errno
import gzip
import os
import zlib
from collections.abc import Iterable, Iterator, Sequence
from io import BufferedIOBase, BufferedReader, RawIOBase
from itertools import count, groupby
from pathlib import Path
from typing import IO, cast

import msgspec
from zstandard import ZstdDecompressor, ZstdError

from domain.game.fold import fold_lobby
from domain.game.game import Game
from domain.kernel.codec import canonical
from domain.kernel.viewers import viewer_name
from domain.ledger.integrity import check_ledger
from domain.ledger.records import Entry
from domain.proof.bundle import FORMAT, LOGGED_FORMAT, MAX_LINE, Header, LogSection, unterminated
from projections.history import FULL, AnyViewer, seen
from service.core.keys.closing import closing_line
from service.core.keys.signing import Signer

SUFFIXES = (".jsonl", ".jsonl.gz", ".jsonl.zst")

DAMAGED = "its gzip data are damaged or cut short: get the file again"
"""What both verifiers say of a compressed file that cannot be decompressed."""

MOST_BYTES = 2**30
"""The most bytes that are decompressed before the lines are read, as in the second verifier."""

_PART = 1 << 20

_WINDOW = 1 << 27
"""The most memory in bytes that decompression takes: 128 MiB, as the program `zstd` without options."""

_BEGINNING = b'{"data_digest":'
"""The beginning of each header, and of no other line: canonical JSON has sorted keys."""

STDIN = Path("-")
"""The path that means standard input."""


def bundle_lines(
    game: Game,
    entries: Sequence[Entry],
    viewer: AnyViewer,
    signer: Signer | None,
    closing: bytes | None = None,
    log: LogSection | None = None,
) -> Iterator[bytes]:
    """Return the lines of a game for a viewer, with a signed closing line if there is a signer.

    A foreign game has the closing line of its imported file. With the proofs of the log of the site, the file has the
    format 2.
    """
    opened = game.opened
    last = closing or closing_line(game, signer, log)
    yield canonical(
        Header(
            data_digest=opened.data_digest,
            data_set=opened.data_set,
            format=LOGGED_FORMAT if _has_proofs(last) else FORMAT,
            game=game.id,
            options=opened.options,
            ruleset=opened.ruleset,
            ruleset_version=opened.ruleset_version,
            seats=opened.seats,
            viewer=viewer_name(viewer),
        )
    )
    for entry in entries:
        yield canonical(seen(entry, viewer, game.seed))
    yield last


def _has_proofs(closing: bytes) -> bool:
    return "log" in msgspec.json.decode(closing)


def without_proofs(closing: bytes) -> bytes:
    """Return a closing line as the format 1 has it."""
    return canonical({name: value for name, value in msgspec.json.decode(closing).items() if name != "log"})


def bundle(
    game: Game,
    entries: Sequence[Entry],
    viewer: AnyViewer,
    signer: Signer | None,
    closing: bytes | None = None,
    log: LogSection | None = None,
) -> bytes:
    """Return the bundle of a game for a viewer."""
    return b"".join(line + b"\n" for line in bundle_lines(game, entries, viewer, signer, closing, log))


def whole_bundle_lines(game: str, entries: Sequence[Entry], signer: Signer, log: LogSection | None) -> Iterator[bytes]:
    """Yield the lines of a game of this site that is over, with all secrets, from its whole log.

    `log` has the proofs of the log of the site; None: it has none of the game.

    The state of the title is not folded, so its data set need not be at hand. Raises DamagedLogError before the first
    line: nothing is signed about a damaged log.
    """
    check_ledger(game, entries)
    folded = fold_lobby(entries)
    assert folded is not None
    assert folded.is_over
    yield from bundle_lines(folded, entries, FULL, signer, log=log)


def lines_of(file: BufferedIOBase | IO[bytes]) -> Iterator[bytes]:
    """Return the lines of a file without line feeds, cut after the first byte above the maximum length.

    Raises BadLineError for a last line without a line feed.
    """
    for number in count(1):
        line = file.readline(MAX_LINE + 2)
        if not line:
            return
        if not line.endswith(b"\n") and len(line) <= MAX_LINE:
            raise unterminated(number)
        yield line.removesuffix(b"\n")


def split(lines: Iterable[bytes]) -> Iterator[Iterator[bytes]]:
    """Yield the lines of each bundle of a file in which several may be, one after another: each begins with its header.

    The lines of one have to be read before the next one is asked for.
    """
    begun = 0

    def number(line: bytes) -> int:
        nonlocal begun
        begun += line.startswith(_BEGINNING)
        return begun

    for _, part in groupby(lines, number):
        yield part


def lines_in(path: Path) -> Iterator[bytes]:
    """Return the lines of bundles in a file, which may be compressed (`.gz`, `.zst`). Raises OSError, BadLineError."""
    if path.suffix == ".zst":
        yield from _lines_of_zstd(path)
        return
    if path.suffix == ".gz":
        _check_compressed(path)
    with gzip.open(path) if path.suffix == ".gz" else _opened(path) as file:
        yield from lines_of(file)


def _lines_of_zstd(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        packed = ZstdDecompressor(max_window_size=_WINDOW).stream_reader(file, read_across_frames=True, closefd=False)
        try:
            yield from lines_of(BufferedReader(cast("RawIOBase", packed), _PART))
        except ZstdError:
            raise OSError(errno.EIO, "its zstd data are damaged: get the file again", str(path)) from None


def _check_compressed(path: Path) -> None:
    """Raise BadGzipFile, which is an OSError, if a compressed file is damaged.

    Its checksums are at the ends of its members: without this, the lines before them would be blamed.
    """
    left = MOST_BYTES
    try:
        with gzip.open(path) as file:
            is_empty = True
            while left > 0 and (part := file.read(_PART)):
                is_empty = False
                left -= len(part)
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise gzip.BadGzipFile(DAMAGED) from None
    if is_empty and not path.stat().st_size:
        raise gzip.BadGzipFile(DAMAGED)


def _opened(path: Path) -> BufferedReader:
    return os.fdopen(0, "rb", closefd=False) if path == STDIN else path.open("rb")


def bundles_in(files: Sequence[Path]) -> Iterator[Path]:
    """Return the files, and the bundles in folders. Raises OSError for an unreadable file."""
    for file in files:
        if file.is_dir():
            yield from sorted(path for path in file.iterdir() if path.name.endswith(SUFFIXES))
        elif file == STDIN:
            yield file
        else:
            # open now, so that a misspelt name is not reported as a bad bundle
            file.open("rb").close()
            yield file
