"""The index of the dumps."""

from service.core.http.messages import Reply
from service.dumps.archive import Dump
from service.dumps.manifest import MANIFEST
from service.dumps.periods import Kind


class ListedFile(Reply, frozen=True):
    """A file of a dump."""

    name: str
    url: str
    media_type: str
    bytes: int
    sha256: str


class ListedDump(Reply, frozen=True):
    """A dump: its period, the numbers of its bundles and rows, and its files."""

    period: str
    kind: Kind
    since: str
    until: str
    games: int
    results: int
    ratings: int
    manifest: str
    files: tuple[ListedFile, ...]


class Index(Reply, frozen=True):
    """All dumps, the latest period first. Periods in which no game has ended have none."""

    items: tuple[ListedDump, ...]


def listed(dump: Dump) -> ListedDump:
    """Return the entry of a dump in the index."""
    statement, url = dump.manifest.statement, f"/dumps/{dump.period.name}"
    return ListedDump(
        period=statement.period,
        kind=statement.kind,
        since=statement.since,
        until=statement.until,
        games=statement.games,
        results=statement.results,
        ratings=statement.ratings,
        manifest=f"{url}/{MANIFEST}",
        files=tuple(
            ListedFile(file.name, f"{url}/{file.name}", file.media_type, file.bytes, file.sha256)
            for file in statement.files
        ),
    )
