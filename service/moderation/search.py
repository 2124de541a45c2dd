"""The search for players, and all that moderators see of one."""

from typing import Literal, TypeAlias

from domain.kernel.values import Value
from service.core.http.request.player_ids import full_id
from service.core.store.database import Cursor, Database, Row
from service.core.store.times import timestamp_now
from service.moderation.state import OwnLimits, read_limits, read_suspension, warnings_of
from service.moderation.values import Suspension, Warned
from service.people.former_names import FormerName, former_names_of, players_once_called
from service.people.names import name_keys
from service.people.tokens import GUEST

StateAsked: TypeAlias = Literal["suspended", "warned", "limited", "moderators", "deleted"]
"""The states for which players are searched. `warned`: by a warning that the player has not confirmed."""


class PlayerQuery(Value, frozen=True):
    """Which players are wanted, newest first, after the last one of the previous page."""

    text: str = ""
    """A part of the name, a whole former name, or an id."""
    state: StateAsked | None = None
    after: tuple[str, str] | None = None
    limit: int = 50


class FoundPlayer(Value, frozen=True):
    """A player as the search shows it."""

    id: str
    name: str
    created_at: str
    erased_at: str | None
    suspension: Suspension | None
    roles: tuple[str, ...]


class KnownPlayer(FoundPlayer, frozen=True):
    """All that moderators see of a player."""

    former_names: tuple[FormerName, ...]
    warnings: tuple[Warned, ...]
    limits: OwnLimits
    tokens: int
    sessions: int
    passkeys: int
    apps: int


class PlayerSearch:
    """Finds players."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def players(self, query: PlayerQuery) -> list[FoundPlayer]:
        """Return a page of players."""
        conditions, values = ["id NOT LIKE ?"], list[object]([f"{GUEST}%"])
        with self._database.reading() as cursor:
            _choose_text(cursor, query.text, conditions, values)
            _choose_state(query, conditions, values)
            if query.after is not None:
                conditions.append("(created_at, id) < (?, ?)")
                values += query.after
            statement = (
                f"SELECT * FROM players WHERE {' AND '.join(conditions)}"  # noqa: S608 - our words
                " ORDER BY created_at DESC, id DESC LIMIT ?"
            )
            rows = list(cursor.all(statement, [*values, query.limit]))
            return [_found(cursor, row) for row in rows]

    def player(self, player: str) -> KnownPlayer | None:
        """Return all that moderators see of a player, also of a deleted one; None: there is no such player."""
        with self._database.reading() as cursor:
            row = cursor.one("SELECT * FROM players WHERE id=?", (player,))
            if row is None or player.startswith(GUEST):
                return None
            found = _found(cursor, row)
            limits = cursor.one("SELECT * FROM account_limits WHERE player=?", (player,))
            in_force = "tokens WHERE player=? AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)"
            now = timestamp_now()
            return KnownPlayer(
                **{name: getattr(found, name) for name in FoundPlayer.__struct_fields__},
                former_names=tuple(former_names_of(cursor, player, also_replaced=True)),
                warnings=tuple(warnings_of(cursor, player)),
                limits=OwnLimits() if limits is None else read_limits(limits),
                tokens=cursor.count(f"{in_force} AND ends_at IS NULL AND grant_id IS NULL", (player, now)),
                sessions=cursor.count(f"{in_force} AND ends_at IS NOT NULL", (player, now)),
                passkeys=cursor.count("passkeys WHERE player=?", (player,)),
                apps=cursor.count("grants WHERE player=? AND expires_at > ?", (player, now)),
            )


def _choose_text(cursor: Cursor, text: str, conditions: list[str], values: list[object]) -> None:
    if not text.strip():
        return
    keys = name_keys(text)
    pattern = f"%{_escaped(keys.folded)}%"
    once = players_once_called(cursor, keys)
    any_of = ["id = ?", "name_folded LIKE ? ESCAPE '!'", "name_shape = ?"]
    values += [full_id(text.strip()), pattern, keys.shape]
    if once:
        any_of.append(f"id IN ({', '.join('?' * len(once))})")
        values += once
    conditions.append(f"({' OR '.join(any_of)})")


def _escaped(text: str) -> str:
    """Return a text that LIKE takes literally."""
    return text.replace("!", "!!").replace("%", "!%").replace("_", "!_")


def _choose_state(query: PlayerQuery, conditions: list[str], values: list[object]) -> None:
    match query.state:
        case "suspended":
            conditions.append("id IN (SELECT player FROM suspensions WHERE until IS NULL OR until > ?)")
            values.append(timestamp_now())
        case "warned":
            conditions.append("id IN (SELECT player FROM player_warnings WHERE confirmed_at IS NULL)")
        case "limited":
            conditions.append("id IN (SELECT player FROM account_limits)")
        case "moderators":
            conditions.append("id IN (SELECT player FROM player_roles)")
        case "deleted":
            conditions.append("erased_at IS NOT NULL")
        case None:
            pass
    if query.state != "deleted":
        # a deleted player is found by the id only: there is no name
        conditions.append("(erased_at IS NULL OR id = ?)")
        values.append(full_id(query.text.strip()))


def _found(cursor: Cursor, row: Row) -> FoundPlayer:
    suspended = cursor.one("SELECT * FROM suspensions WHERE player=?", (row["id"],))
    suspension = None if suspended is None else read_suspension(suspended)
    if suspension is not None and suspension.is_over(timestamp_now()):
        suspension = None
    roles = cursor.all("SELECT role FROM player_roles WHERE player=? ORDER BY role DESC", (row["id"],))
    return FoundPlayer(
        row["id"],
        row["name"],
        row["created_at"],
        row["erased_at"],
        suspension,
        tuple(each["role"] for each in roles),
    )
