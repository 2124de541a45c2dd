"""Imports of finished games of other services: verified by our rules and stored as foreign games."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta
from msgspec.structs import asdict

from domain.kernel.codec import canonical
from domain.kernel.values import Value
from domain.kernel.viewers import FULL
from domain.ledger.records import Record
from domain.ledger.signing import Keys
from domain.proof.bundle import EventLine, convert_line, parse_line
from domain.proof.checks import Report
from domain.proof.verify import verify
from service.core.keys.signing import is_signed_by
from service.core.store.errors import VersionConflictError
from service.core.store.failpoints import at_point
from service.core.store.recorder import IMPORT, Origin, StoredEntry
from service.core.store.store import Store

MAX_LINES, MAX_BYTES = 200_000, 2**27
"""The maximum number of lines and bytes of a bundle that is imported or analysed: all of it is in memory."""

_Id: TypeAlias = Annotated[str, Meta(pattern=r"\A[^\x00-\x1f\x7f]{1,200}\Z")]
"""The id of a player or a bot. The rules accept any text, but the tables of PostgreSQL neither NUL nor long keys."""


class _Ids(Value, frozen=True):
    """The ids in the data of an event that all titles share. The rules limit the other texts of these events."""

    owner: _Id | None = None
    player: _Id | None = None
    author: _Id | None = None
    reserved: tuple[_Id | None, ...] = ()
    substitutes: tuple[_Id, ...] = ()


class BundleRefusedError(Exception):
    """A bundle is not imported, analysed or repeated. Carries the reason, and the report if the bundle is not valid."""

    def __init__(self, reason: str, report: Report | None = None) -> None:
        super().__init__(reason)
        self.report = report

    @property
    def details(self) -> str:
        """The reason, and where the first error of the bundle is."""
        bad = self.report and self.report.first_bad
        return f"{self}: line {bad.line}, {bad.check}: {bad.reason}" if bad else str(self)


def import_bundle(store: Store, lines: Iterable[bytes]) -> Report:
    """Import a finished game atomically. Raises BundleRefusedError.

    The file is not trusted: the rules decide every batch again before anything is stored. Ids that the tables cannot
    store are refused.
    """
    report, entries = finished_game(lines, Keys(is_signed_by))
    _check_ids(entries)
    at_point("import")
    try:
        store.append(entries).result()
    except VersionConflictError:
        message = "the game is here already"
        raise BundleRefusedError(message, report) from None
    at_point("imported")
    return report


def finished_game(lines: Iterable[bytes], keys: Keys) -> tuple[Report, list[StoredEntry]]:
    """Verify a bundle, and return the report and the rows. Raises BundleRefusedError.

    A bundle that is too large, that is not valid, or that does not have all secrets, is refused.
    """
    kept: list[bytes] = []
    report = verify(kept_lines(lines, kept), keys)
    if not report.is_valid:
        message = "the bundle is not valid"
        raise BundleRefusedError(message, report)
    if report.viewer != FULL:
        message = f"the bundle is for the viewer {report.viewer}: once the game has ended, download it with all secrets"
        raise BundleRefusedError(message)
    return report, list(entries_of(kept))


def _check_ids(entries: Iterable[StoredEntry]) -> None:
    """Raise BundleRefusedError if an event has an id that the tables cannot store."""
    for record in (entry.record for entry in entries):
        # the events of titles have no ids
        if not record.type.startswith(("game.", "clock.")):
            continue
        try:
            msgspec.json.decode(record.data, type=_Ids)
        except msgspec.ValidationError as error:
            where = str(error).rpartition("`$.")[2].rstrip("`")
            message = f"line {record.version + 1}: `{where}` is no id of 1 to 200 characters without control characters"
            raise BundleRefusedError(message) from None


def kept_lines(lines: Iterable[bytes], kept: list[bytes]) -> Iterator[bytes]:
    """Yield lines and keep them. Raises BundleRefusedError if the bundle is too large."""
    size = 0
    for line in lines:
        size += len(line)
        if len(kept) == MAX_LINES or size > MAX_BYTES:
            message = f"the bundle has more than {MAX_LINES} lines or {MAX_BYTES} bytes"
            raise BundleRefusedError(message)
        kept.append(line)
        yield line


def entries_of(lines: Sequence[bytes]) -> Iterator[StoredEntry]:
    """Return the rows of a verified bundle."""
    closing = lines[-1].decode()
    for raw in lines[1:-1]:
        line: EventLine = convert_line(parse_line(raw), EventLine)
        secret = msgspec.Raw(canonical(line.secret)) if isinstance(line.secret, dict) else None
        origin = Origin(IMPORT, closing=closing) if line.record.version == 1 else None
        fields: dict[str, Any] = asdict(line.record) | {"data": msgspec.Raw(canonical(line.record.data))}
        yield StoredEntry(Record(**fields), line.head, secret, origin)
