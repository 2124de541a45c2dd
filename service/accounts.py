"""Players and their tokens: plain tables beside the log, for a name and a token are not part of any game.

A token is shown once and kept as its SHA-256; erasing a player leaves every game verifiable.
"""

import base64
import datetime
import hashlib
import hmac
import secrets
import uuid

from domain.kernel.values import Value
from service.play import KeyReusedError
from service.recorder import LedgerApplication

TOKEN_PREFIX = "ludolog_"  # noqa: S105 - what every token begins with is no secret
TOKEN_BYTES = 32
MIN_SIGN_UP_KEY = 32

_TABLES = (
    "CREATE TABLE IF NOT EXISTS players (id TEXT PRIMARY KEY, name TEXT NOT NULL, created_at TEXT NOT NULL)",
    """CREATE TABLE IF NOT EXISTS tokens (
        id TEXT PRIMARY KEY, player TEXT NOT NULL, label TEXT NOT NULL, hash TEXT NOT NULL UNIQUE,
        created_at TEXT NOT NULL)""",
    "CREATE TABLE IF NOT EXISTS account_keys (key TEXT PRIMARY KEY, digest TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS account_secret (secret TEXT NOT NULL)",
)


class Player(Value, frozen=True):
    """Somebody who has signed up."""

    id: str
    name: str
    created_at: str


class Token(Value, frozen=True):
    """A token without the token itself: its id, what the player calls it, and when it was made."""

    id: str
    label: str
    created_at: str


class Principal(Value, frozen=True):
    """Who asks, as the token says."""

    player: str
    token: str


class Accounts:
    """Players and tokens; all tokens are held in memory, so that asking costs no query."""

    def __init__(self, application: LedgerApplication) -> None:
        self._datastore = application.datastore
        with self._datastore.transaction(commit=True) as cursor:
            for statement in _TABLES:
                cursor.execute(statement)
            cursor.execute("SELECT secret FROM account_secret")
            row = cursor.fetchone()
            self._secret = bytes.fromhex(row["secret"]) if row else secrets.token_bytes(TOKEN_BYTES)
            if not row:
                cursor.execute("INSERT INTO account_secret VALUES (?)", (self._secret.hex(),))
            cursor.execute("SELECT id, player, hash FROM tokens")
            self._principals = {row["hash"]: Principal(row["player"], row["id"]) for row in cursor.fetchall()}
            cursor.execute("SELECT id, name, created_at FROM players")
            self._players = {row["id"]: Player(row["id"], row["name"], row["created_at"]) for row in cursor.fetchall()}

    def principal(self, token: str) -> Principal | None:
        """Return who holds a token."""
        return self._principals.get(_hashed(token))

    def player(self, player: str) -> Player | None:
        """Return a player by id."""
        return self._players.get(player)

    def sign_up(self, name: str, key: str | None = None) -> tuple[Player, str, bool]:
        """Return a new player with the first token, and whether this repeats an earlier sign-up by its key.

        The token of a keyed sign-up follows from the key, so that a repetition can be answered alike: the key is
        as good as the token.
        """
        if key is None:
            return *self._new_player(f"player:{uuid.uuid4()}", name, _new_token()), False
        player_id = f"player:{uuid.UUID(bytes=self._derived('player', key)[:16], version=4)}"
        token = _token_of(self._derived("token", key))
        repeated = self._keep_key(f"sign-up {player_id}", name)
        if repeated:
            return self._players[player_id], token, True
        return *self._new_player(player_id, name, token), False

    def new_token(self, player: str, label: str, key: str | None = None) -> tuple[Token, str, bool]:
        """Return a further token of a player, and whether this repeats an earlier request by its key."""
        if key is None:
            return *self._add_token(player, label, _new_token()), False
        token = _token_of(self._derived("token", f"{player} {key}"))
        if self._keep_key(f"token {player} {key}", label):
            known = {stored.id: stored for stored in self.tokens(player)}
            principal = self.principal(token)
            if principal is not None and principal.token in known:
                return known[principal.token], token, True
        return *self._add_token(player, label, token), False

    def tokens(self, player: str) -> list[Token]:
        """Return the tokens of a player, oldest first."""
        with self._datastore.transaction(commit=False) as cursor:
            cursor.execute("SELECT id, label, created_at FROM tokens WHERE player=? ORDER BY created_at", (player,))
            return [Token(row["id"], row["label"], row["created_at"]) for row in cursor.fetchall()]

    def revoke(self, player: str, token: str) -> bool:
        """Make a token of a player worthless; returns whether there was one."""
        hashes = [digest for digest, who in self._principals.items() if who == Principal(player, token)]
        if not hashes:
            return False
        with self._datastore.transaction(commit=True) as cursor:
            cursor.execute("DELETE FROM tokens WHERE id=?", (token,))
        for digest in hashes:
            del self._principals[digest]
        return True

    def _new_player(self, player_id: str, name: str, token: str) -> tuple[Player, str]:
        player = Player(player_id, name, _now())
        with self._datastore.transaction(commit=True) as cursor:
            cursor.execute("INSERT INTO players VALUES (?,?,?)", (player.id, player.name, player.created_at))
        self._players[player.id] = player
        self._add_token(player.id, "sign-up", token)
        return player, token

    def _add_token(self, player: str, label: str, token: str) -> tuple[Token, str]:
        made = Token(str(uuid.uuid4()), label, _now())
        with self._datastore.transaction(commit=True) as cursor:
            cursor.execute(
                "INSERT INTO tokens VALUES (?,?,?,?,?)", (made.id, player, label, _hashed(token), made.created_at)
            )
        self._principals[_hashed(token)] = Principal(player, made.id)
        return made, token

    def _keep_key(self, key: str, asked: str) -> bool:
        """Return whether the key was used before for the same; raises KeyReusedError if for something else."""
        digest = _hashed(asked)
        with self._datastore.transaction(commit=True) as cursor:
            cursor.execute("SELECT digest FROM account_keys WHERE key=?", (_hashed(key),))
            row = cursor.fetchone()
            if row is None:
                cursor.execute("INSERT INTO account_keys VALUES (?,?)", (_hashed(key), digest))
                return False
        if row["digest"] != digest:
            raise KeyReusedError(key)
        return True

    def _derived(self, what: str, key: str) -> bytes:
        return hmac.digest(self._secret, f"ludolog/{what}/1 {key}".encode(), hashlib.sha256)


def _hashed(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _new_token() -> str:
    return _token_of(secrets.token_bytes(TOKEN_BYTES))


def _token_of(bits: bytes) -> str:
    return TOKEN_PREFIX + base64.urlsafe_b64encode(bits).decode().rstrip("=")


def _now() -> str:
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
