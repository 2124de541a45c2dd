"""What holds for players because of acts of moderators: suspensions, warnings, limits."""

from domain.kernel.values import Value
from service.core.store.database import Cursor, Database, Row
from service.core.store.feature_tables import Step
from service.core.store.times import timestamp_now
from service.moderation.values import Suspension, SuspensionKind, Warned
from service.people.accounts import Accounts

TABLES: tuple[Step, ...] = (
    """CREATE TABLE suspensions (
        player TEXT PRIMARY KEY, kind TEXT NOT NULL, since TEXT NOT NULL, until TEXT, reason TEXT NOT NULL)""",
    """CREATE TABLE player_warnings (
        id TEXT PRIMARY KEY, player TEXT NOT NULL, at TEXT NOT NULL, reason TEXT NOT NULL, confirmed_at TEXT)""",
    "CREATE INDEX player_warnings_of_player ON player_warnings (player, at)",
    "CREATE TABLE account_limits (player TEXT PRIMARY KEY, requests INTEGER, messages INTEGER)",
)


class OwnLimits(Value, frozen=True):
    """The limits that an operator has set for an account; None: those of the site."""

    requests: int | None = None
    """Requests a minute."""
    messages: int | None = None
    """Messages a minute; 0: none."""


class PlayerStates:
    """The suspensions and limits of all players, in memory: a request costs no query. It follows the database."""

    def __init__(self, database: Database, accounts: Accounts) -> None:
        self._database = database
        self._accounts = accounts
        self._suspensions: dict[str, Suspension] = {}
        self._limits: dict[str, OwnLimits] = {}
        accounts.erasing.append(_forget)
        accounts.follow(self._load)

    def _load(self, cursor: Cursor, players: frozenset[str] | None) -> None:
        suspended = {row["player"]: read_suspension(row) for row in _rows(cursor, "suspensions", players)}
        limited = {row["player"]: read_limits(row) for row in _rows(cursor, "account_limits", players)}
        if players is not None:
            suspended = {who: each for who, each in self._suspensions.items() if who not in players} | suspended
            limited = {who: each for who, each in self._limits.items() if who not in players} | limited
        self._suspensions, self._limits = suspended, limited

    def suspension(self, player: str) -> Suspension | None:
        """Return the suspension of a player that is in force; for a guest, that of the account that made the guest."""
        if not self._suspensions:
            return None
        found = self._suspensions.get(self._accounts.account_of(player))
        return None if found is None or found.is_over(timestamp_now()) else found

    def is_locked_out(self, player: str) -> bool:
        """Return whether a player may not even read."""
        found = self.suspension(player)
        return found is not None and found.kind == "locked_out"

    def limits(self, player: str) -> OwnLimits:
        """Return the limits of an account."""
        return self._limits.get(player, OwnLimits())

    def requests_of(self, account: str) -> int | None:
        """Return how many requests a minute an account may send; None: as many as any."""
        return self.limits(account).requests

    def messages_of(self, account: str) -> int | None:
        """Return how many messages a minute an account may write; None: as many as any."""
        return self.limits(account).messages

    def warnings(self, player: str) -> list[Warned]:
        """Return the warnings of a player, the newest first."""
        with self._database.reading() as cursor:
            return warnings_of(cursor, player)

    def confirm(self, player: str, warning: str) -> bool:
        """Note that a player has seen a warning; return False if there is no such warning."""
        with self._database.writing() as cursor:
            row = cursor.one(
                "UPDATE player_warnings SET confirmed_at=COALESCE(confirmed_at, ?)"
                " WHERE id=? AND player=? RETURNING id",
                (timestamp_now(), warning, player),
            )
            return row is not None


def _rows(cursor: Cursor, table: str, players: frozenset[str] | None) -> list[Row]:
    if players is None:
        return list(cursor.all(f"SELECT * FROM {table}"))  # noqa: S608 - our names
    return list(cursor.among(f"SELECT * FROM {table} WHERE player IN", players))  # noqa: S608


def warnings_of(cursor: Cursor, player: str) -> list[Warned]:
    """Return the warnings of a player, the newest first."""
    rows = cursor.all("SELECT * FROM player_warnings WHERE player=? ORDER BY at DESC, id", (player,))
    return [Warned(row["id"], row["at"], row["reason"], row["confirmed_at"]) for row in rows]


def read_suspension(row: Row) -> Suspension:
    """Return the suspension of a row."""
    kind: SuspensionKind = row["kind"]
    return Suspension(kind, row["since"], row["until"], row["reason"])


def read_limits(row: Row) -> OwnLimits:
    """Return the limits of a row."""
    return OwnLimits(row["requests"], row["messages"])


def _forget(cursor: Cursor, player: str, now: str) -> None:
    del now
    for table in ("suspensions", "player_warnings", "account_limits"):
        cursor.execute(f"DELETE FROM {table} WHERE player=?", (player,))  # noqa: S608 - our names
