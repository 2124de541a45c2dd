"""What players are told of moderation while their streams are open: answers to reports and appeals, acts about them."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Literal, TypeAlias

from domain.kernel.values import Value
from service.core.store.database import Cursor, Database, Row
from service.core.store.timeouts import with_timeout
from service.reports.appeals import is_business
from service.reports.rows import reporters_of

Kind: TypeAlias = Literal["report.answered", "act.done", "appeal.answered"]

INTERVAL = 1.0
"""Seconds between two looks for new acts."""

PAGE = 100
"""Acts in one read."""

_REPORTS, _APPEALS = ("report.answered", "report.dismissed"), ("appeal.granted", "appeal.refused")


class News(Value, frozen=True):
    """What a player is told. The reports, acts and appeals themselves are in the lists of the player."""

    number: int
    """The number of the act in the log of moderation: the position of the stream."""
    at: str
    kind: Kind
    report: str | None
    """The id of the player's report."""
    act: int | None
    """The number of the act about the player, or of the act against which the player has appealed."""


class ReportNews:
    """Reads news from the log of moderation, which has the acts of all processes in the order of their commits."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def last(self) -> int:
        """Return the number of the last act."""
        with self._database.reading() as cursor:
            return _last(cursor)

    def concerned(self, after: int) -> tuple[set[str], int, int]:
        """Return whom the acts after a number concern, the number of the last one read, and of the last one."""
        with self._database.reading() as cursor:
            rows = cursor.all("SELECT * FROM moderation_log WHERE number > ? ORDER BY number LIMIT ?", (after, PAGE))
            found = list(rows)
            players = {player for row in found for player in _players(cursor, row)}
            return players, found[-1]["number"] if found else after, _last(cursor)

    def of(self, player: str, after: int) -> tuple[list[News], int, bool]:
        """Return the news of a player after a number, the number up to which they go, and whether there may be more."""
        reports, appeals = (",".join("?" * len(names)) for names in (_REPORTS, _APPEALS))
        statement = (
            "SELECT moderation_log.*, reports.id AS report FROM moderation_log"  # noqa: S608 - only question marks
            " LEFT JOIN reports ON reports.case_id = moderation_log.about AND reports.reporter = ?"
            f" AND moderation_log.action IN ({reports})"
            " WHERE number > ? AND (player = ? OR reports.id IS NOT NULL"
            f" OR (action IN ({appeals}) AND about IN (SELECT CAST(act AS TEXT) FROM appeals WHERE player = ?)))"
            " ORDER BY number LIMIT ?"
        )
        with self._database.reading() as cursor:
            # before the rows: an act that is appended meanwhile is read next time
            last = _last(cursor)
            values = (player, *_REPORTS, after, player, *_APPEALS, player, PAGE)
            rows = list(cursor.all(statement, values))
            upto = rows[-1]["number"] if rows else min(after, last)
            return [news for row in rows if (news := _news(row)) is not None], upto, len(rows) == PAGE


class ReportFollower:
    """Looks for new acts once for all streams of this process. Without streams it reads nothing."""

    def __init__(self, news: ReportNews) -> None:
        self._news = news
        self._listeners: dict[str, set[Callable[[], None]]] = {}
        self._position = 0

    def join(self, player: str, listener: Callable[[], None], position: int) -> None:
        """Call a listener when there is news for a player. It has those up to a position."""
        self._position = min(self._position, position) if self._listeners else position
        self._listeners.setdefault(player, set()).add(listener)

    def leave(self, player: str, listener: Callable[[], None]) -> None:
        """Call a listener no longer."""
        listeners = self._listeners.get(player, set())
        listeners.discard(listener)
        if not listeners:
            self._listeners.pop(player, None)

    async def step(self) -> float | None:
        """Read the acts since the last step, and wake the streams of those whom they concern."""
        while self._listeners:
            position = self._position
            players, upto, last = await with_timeout(partial(self._news.concerned, position))
            if self._position != position:
                # a stream has joined meanwhile with an earlier position
                continue
            if last < position:
                # a server that took over after a failover has lost commits: each stream looks where it stands
                self._position = last
                self._wake(list(self._listeners))
                continue
            self._position = upto
            self._wake(players)
            if upto == last:
                break
        return None

    def _wake(self, players: Iterable[str]) -> None:
        for player in players:
            for listener in list(self._listeners.get(player, ())):
                listener()


def _last(cursor: Cursor) -> int:
    row = cursor.one("SELECT COALESCE(MAX(number), 0) AS last FROM moderation_log")
    assert row is not None
    return int(row["last"])


def _players(cursor: Cursor, row: Row) -> Iterable[str]:
    """Return whom an act concerns."""
    if row["action"] in _REPORTS:
        return reporters_of(cursor, row["about"])
    if row["action"] in _APPEALS:
        found = cursor.one("SELECT player FROM appeals WHERE act=? AND player IS NOT NULL", (int(row["about"]),))
        return () if found is None else (found["player"],)
    return () if row["player"] is None or is_business(row["action"]) else (row["player"],)


def _news(row: Row) -> News | None:
    """Return what a player is told of an act; None: nothing, such as that a role was granted."""
    number, at, action = row["number"], row["at"], row["action"]
    if action in _REPORTS:
        return None if row["report"] is None else News(number, at, "report.answered", row["report"], None)
    if action in _APPEALS:
        return News(number, at, "appeal.answered", None, int(row["about"]))
    return None if is_business(action) else News(number, at, "act.done", None, number)
