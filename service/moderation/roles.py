"""Who is an operator or a moderator."""

from typing import Literal, TypeAlias, get_args

from domain.kernel.values import Value
from service.core.store.database import Cursor, Database
from service.core.store.feature_tables import Step
from service.core.store.times import timestamp_now
from service.moderation.log import Act, log_act
from service.people.accounts import Accounts
from service.people.rows import lock_account, lock_players
from service.people.tokens import GUEST, Token, TokenRevokedError

Role: TypeAlias = Literal["operator", "moderator"]
"""An operator may do all that a moderator may."""

ROLES: tuple[Role, ...] = get_args(Role)

TABLES: tuple[Step, ...] = (
    """CREATE TABLE player_roles (
        player TEXT NOT NULL, role TEXT NOT NULL, since TEXT NOT NULL, granted_by TEXT, PRIMARY KEY (player, role))""",
)


class Granted(Value, frozen=True):
    """A role of a player."""

    player: str
    role: Role
    since: str
    granted_by: str | None
    """The operator who granted it; None: at the command line."""


class RoleRefusedError(Exception):
    """A role cannot be granted or revoked. The message says why and what to do."""


class Roles:
    """The roles of all players. Memory follows the database, as that of the accounts does."""

    def __init__(self, database: Database, accounts: Accounts) -> None:
        self._database = database
        self._accounts = accounts
        self._granted: dict[str, frozenset[Role]] = {}
        accounts.erasing.append(_forget)
        accounts.follow(self._load)

    def _load(self, cursor: Cursor, players: frozenset[str] | None) -> None:
        """Read the roles of these players; None: of all."""
        if players is None:
            rows = cursor.all("SELECT player, role FROM player_roles")
        else:
            rows = cursor.among("SELECT player, role FROM player_roles WHERE player IN", players)
        found: dict[str, frozenset[Role]] = {}
        for row in rows:
            found[row["player"]] = found.get(row["player"], frozenset()) | {row["role"]}
        kept = {} if players is None else {who: had for who, had in self._granted.items() if who not in players}
        self._granted = kept | found

    def of(self, player: str) -> frozenset[Role]:
        """Return the roles of a player, as this process knows them."""
        return self._granted.get(player, frozenset())

    def has(self, player: str, role: Role) -> bool:
        """Return whether a player may do what needs a role."""
        granted = self.of(player)
        return role in granted or "operator" in granted

    def all(self) -> list[Granted]:
        """Return all roles, operators first, the oldest first."""
        with self._database.reading() as cursor:
            rows = cursor.all("SELECT * FROM player_roles ORDER BY role DESC, since, player")
            return [Granted(row["player"], row["role"], row["since"], row["granted_by"]) for row in rows]

    def grant(self, player: str, role: Role, reason: str, by: Token | None = None) -> bool:
        """Grant a role; return False if the player has it already. `by` is the token of an operator.

        Raises RoleRefusedError, PlayerUnknownError, and TokenRevokedError if the token, or the role of its player, was
        revoked meanwhile.
        """
        if player.startswith(GUEST):
            message = "a guest has no account: grant the role to a registered player"
            raise RoleRefusedError(message)
        with self._accounts.changing() as change:
            cursor = change.cursor
            lock_concerned(cursor, player, by)
            _check_operator(cursor, by)
            check_player(cursor, player)
            if cursor.one("SELECT 1 AS found FROM player_roles WHERE player=? AND role=?", (player, role)):
                return False
            granted_by = None if by is None else by.player
            cursor.execute(
                "INSERT INTO player_roles (player, role, since, granted_by) VALUES (?,?,?,?)",
                (player, role, timestamp_now(), granted_by),
            )
            change.note(player)
            log_act(cursor, Act("role.granted", granted_by, "player", player, reason, details={"role": role}))
        self._accounts.catch_up()
        return True

    def revoke(self, player: str, role: Role, reason: str, by: Token | None = None) -> bool:
        """Revoke a role; return False if the player does not have it.

        Raises RoleRefusedError for the last operator of a token, and the errors of `grant`.
        """
        with self._accounts.changing() as change:
            cursor = change.cursor
            _check_operator(cursor, by)
            if not cursor.one("SELECT 1 AS found FROM player_roles WHERE player=? AND role=?", (player, role)):
                return False
            if by is not None and role == "operator" and cursor.count("player_roles WHERE role='operator'") == 1:
                message = "this is the last operator: grant the role to another player first"
                raise RoleRefusedError(message)
            cursor.execute("DELETE FROM player_roles WHERE player=? AND role=?", (player, role))
            change.note(player)
            revoked_by = None if by is None else by.player
            log_act(cursor, Act("role.revoked", revoked_by, "player", player, reason, details={"role": role}))
        self._accounts.catch_up()
        return True

    def is_signed_in_with_passkey(self, token: Token) -> bool:
        """Return whether a token is a session of an operator that a passkey started to which no copied token has led.

        The passkey still exists. It was registered in the session of the sign-up, or before the command line granted
        the role, or in a session of such a passkey. A person with a copied token registers passkeys, too: these do
        not count. The session says how it started (`token_at`): what it ends with changes when passkeys are deleted.
        """
        if not token.is_session:
            return False
        with self._database.reading() as cursor:
            found = cursor.one(
                "SELECT 1 AS found FROM tokens s JOIN passkeys p ON p.id=s.started_by AND p.player=s.player"
                " WHERE s.id=? AND (s.token_at='' OR EXISTS (SELECT 1 FROM player_roles r WHERE r.player=s.player"
                " AND r.role='operator' AND r.granted_by IS NULL AND r.since > s.token_at))",
                (token.id,),
            )
        return found is not None


class PlayerUnknownError(Exception):
    """There is no such player, or the account was deleted."""


def lock_concerned(cursor: Cursor, player: str, by: Token | None) -> None:
    """Lock a player about whom an act is, and the player who does it, before either is checked."""
    lock_players(cursor, (player,) if by is None else (player, by.player))


def check_player(cursor: Cursor, player: str) -> None:
    """Raise PlayerUnknownError unless there is a player about whom an act is. The transaction holds the lock."""
    if cursor.one("SELECT 1 AS found FROM players WHERE id=? AND erased_at IS NULL", (player,)) is None:
        raise PlayerUnknownError


def check_role(cursor: Cursor, token: Token, role: Role) -> None:
    """Raise TokenRevokedError if a token, or the role of its player, was revoked meanwhile, perhaps elsewhere."""
    lock_account(cursor, token.player, token.id)
    roles = (role, "operator")
    if not cursor.one("SELECT 1 AS found FROM player_roles WHERE player=? AND role IN (?,?)", (token.player, *roles)):
        raise TokenRevokedError


def _check_operator(cursor: Cursor, by: Token | None) -> None:
    if by is not None:
        check_role(cursor, by, "operator")


def _forget(cursor: Cursor, player: str, now: str) -> None:
    del now
    cursor.execute("DELETE FROM player_roles WHERE player=?", (player,))
