"""Queries of the rows of tournaments."""

from collections.abc import Callable, Collection
from contextlib import AbstractContextManager
from typing import TypeVar

from domain.kernel.values import Value
from service.core.store.database import Cursor
from service.core.store.timeouts import with_timeout
from service.people.quotas.counting import CLOSED, OVER, is_open, is_over
from service.people.rows import erased_among
from service.tournaments.round_rows import RoundQuery, RoundRow, rounds_in
from service.tournaments.rows import (
    COLUMNS,
    HAS_ROLE,
    IS_WHOLE,
    Role,
    TournamentRow,
    row_in,
    stored_status,
    visible_and_of,
)

_Given = TypeVar("_Given")
_Result = TypeVar("_Result")


class TournamentQuery(Value, frozen=True):
    """The filters of a list of tournaments, newest first, after the last one of the previous page."""

    requester: str | None = None
    status: str | None = None
    ruleset: str | None = None
    player: str | None = None
    organiser: str | None = None
    mine: bool = False
    """Whether only tournaments in which the requester has a role are listed."""
    after: tuple[str, str] | None = None
    limit: int = 50


def tournaments_in(cursor: Cursor, query: TournamentQuery) -> list[TournamentRow]:
    """Return the tournaments that the requester may see and that fit the filters."""
    conditions, values = visible_and_of(query.requester, query.player, query.organiser)
    if query.mine:
        conditions.append(f"{HAS_ROLE})")
        values.append(query.requester or "")
    status = None if query.status is None else stored_status(query.status)
    for name, value in (("status", status), ("ruleset", query.ruleset)):
        if value is not None:
            conditions.append(f"{name}=?")
            values.append(value)
    if query.after is not None:
        conditions.append("(opened_at < ? OR (opened_at = ? AND id < ?))")
        values += [query.after[0], *query.after]
    rows = cursor.all(
        f"SELECT {', '.join(COLUMNS)} FROM tournaments t WHERE {' AND '.join(conditions)} "  # noqa: S608 - our words
        "ORDER BY opened_at DESC, id DESC LIMIT ?",
        [*values, query.limit],
    )
    return [row_in(row) for row in rows]


def roles_of(cursor: Cursor, player: str, tournaments: list[str]) -> dict[str, tuple[Role, ...]]:
    """Return the roles of a player in tournaments."""
    if not tournaments:
        return {}
    marks = ",".join("?" * len(tournaments))
    rows = cursor.all(
        f"SELECT tournament, role FROM tournament_people WHERE player=? AND tournament IN ({marks}) "  # noqa: S608 - marks
        "ORDER BY tournament, role",
        [player, *tournaments],
    )
    found: dict[str, tuple[Role, ...]] = {}
    for row in rows:
        found[row["tournament"]] = (*found.get(row["tournament"], ()), row["role"])
    return found


def open_of(cursor: Cursor, owner: str) -> int:
    """Return the number of tournaments of an owner that are not over."""
    return cursor.count("tournaments WHERE owner=? AND status IN ('registration', 'running')", (owner,))


def tournaments_of(cursor: Cursor, player: str) -> list[str]:
    """Return the tournaments that are not over in which a player has a role."""
    rows = cursor.all(
        "SELECT DISTINCT p.tournament FROM tournament_people p JOIN tournaments t ON t.id=p.tournament "  # noqa: S608 - constants
        f"WHERE p.player=? AND t.status IN ('registration', 'running') AND {IS_WHOLE} ORDER BY p.tournament",
        (player,),
    )
    return [row["tournament"] for row in rows]


def is_awaited(cursor: Cursor, game: str) -> bool:
    """Return whether a tournament awaits the result of a game."""
    return cursor.count("tournament_games WHERE game=? AND state='awaited'", (game,)) > 0


class Task(Value, frozen=True):
    """What the steward has to check."""

    tournament: str
    game: str | None = None
    """A game that has ended, or that has to be cancelled; None: a step of the tournament is due."""


def tasks_at(cursor: Cursor, time: str) -> list[Task]:
    """Return what is due at a time, and the games that have ended or no longer count."""
    due = cursor.all(
        "SELECT id FROM tournaments t WHERE status IN ('registration', 'running') AND due <= ? "  # noqa: S608 - constants
        f"AND {IS_WHOLE} ORDER BY due, id",
        (time,),
    )
    found = [Task(row["id"]) for row in due]
    # from the log itself: results must not wait for the tables of games, which a worker may keep
    ended = cursor.all(
        f"SELECT tournament, game FROM tournament_games WHERE state='awaited' AND {is_over(cursor, 'game')} "  # noqa: S608
        "ORDER BY tournament, game",
        OVER,
    )
    discarded = cursor.all(
        f"SELECT tournament, game FROM tournament_games WHERE state='discarded' AND {is_open(cursor, 'game')} "  # noqa: S608
        "ORDER BY tournament, game",
        CLOSED,
    )
    games = [*ended, *discarded]
    return found + [Task(row["tournament"], row["game"]) for row in games]


class TournamentQueries:
    """The queries of the tables of tournaments, each in a thread with a timeout. `reading` begins a transaction."""

    def __init__(self, reading: Callable[[], AbstractContextManager[Cursor]]) -> None:
        self._reading = reading

    async def listed(self, query: TournamentQuery) -> list[tuple[TournamentRow, tuple[Role, ...]]]:
        """Return the tournaments of a list, each with the roles of the requester."""
        return await with_timeout(self._listed, query)

    def _listed(self, query: TournamentQuery) -> list[tuple[TournamentRow, tuple[Role, ...]]]:
        with self._reading() as cursor:
            rows = tournaments_in(cursor, query)
            roles = roles_of(cursor, query.requester, [row.id for row in rows]) if query.requester else {}
        return [(row, roles.get(row.id, ())) for row in rows]

    async def rounds(self, query: RoundQuery) -> list[RoundRow]:
        """Return rounds that were paired or that are finished, oldest first."""
        return await self._query(rounds_in, query)

    async def open_of(self, owner: str) -> int:
        """Return the number of tournaments of an owner that are not over."""
        return await self._query(open_of, owner)

    async def of_player(self, player: str) -> list[str]:
        """Return the tournaments that are not over in which a player has a role."""
        return await self._query(tournaments_of, player)

    async def awaits(self, game: str) -> bool:
        """Return whether a tournament awaits the result of a game."""
        return await self._query(is_awaited, game)

    def erased(self, players: Collection[str]) -> frozenset[str]:
        """Return those of these players whose accounts are deleted. Blocks: call it in a thread."""
        with self._reading() as cursor:
            return erased_among(cursor, players)

    async def tasks_at(self, time: str) -> list[Task]:
        """Return what the steward has to do at a time."""
        return await self._query(tasks_at, time)

    async def _query(self, query: Callable[[Cursor, _Given], _Result], given: _Given) -> _Result:
        """Return what a query finds in the tables of tournaments."""

        def read() -> _Result:
            with self._reading() as cursor:
                return query(cursor, given)

        return await with_timeout(read)
