"""Players and their tokens: plain tables beside the log, for a name and a token are not part of any game.

A token is shown once and kept as its SHA-256; erasing a player leaves every game verifiable.
"""

import contextlib
import hashlib
import hmac
import secrets
import time
import uuid
from collections.abc import Callable, Generator, Sequence

import msgspec
from msgspec.structs import replace

from domain.kernel.values import Seat
from service.accounts.credentials import INVITATION, SCOPES, Scope, digest_of, secret_of
from service.accounts.migrations import migrate
from service.accounts.quotas.caps import Caps, Usage
from service.accounts.quotas.counting import check_guests, check_invitations, check_sign_up, check_tokens, usage_of
from service.accounts.rows import (
    SeatGivenUp,
    TokensAsked,
    erase_player,
    insert_player,
    insert_token,
    last_change,
    note_change,
    read_player,
    read_token,
    release_guest,
    release_seat,
    rename_player,
    select_tokens,
    write_uses,
)
from service.accounts.tokens import GUEST, Made, PastExpiryError, Player, Token, TokensInForce
from service.http.headers import TOKEN_PREFIX
from service.store.database import Cursor, Database, Row
from service.store.errors import KeyReusedError
from service.store.failpoints import at_point
from service.store.timeouts import TimedLock
from service.store.times import timestamp_at

MIN_SIGN_UP_KEY = 32
MOST_LISTED = 200
"""Tokens on one page at the most."""

NOTED_EVERY = 60.0
"""Seconds after which the last uses of tokens are written down."""


class Accounts:
    """Players and tokens; those in force are held in memory, so that asking who asks costs no query."""

    def __init__(self, database: Database, caps: Caps | None = None) -> None:
        self._database = database
        self.caps = caps or Caps()
        # one at a time: what is in memory follows what was committed, in the same order
        self._lock = TimedLock()
        self._tokens = TokensInForce()
        self._players: dict[str, Player] = {}
        self._in_force: set[str] = set()
        self._used: dict[str, float] = {}
        with database.writing() as cursor:
            migrate(cursor)
            row = cursor.one("SELECT secret FROM account_secret")
            self._secret = bytes.fromhex(row["secret"]) if row else secrets.token_bytes(32)
            if not row:
                cursor.execute("INSERT INTO account_secret VALUES (?)", (self._secret.hex(),))
        self.seen = 0
        """The last change of an account that is known here."""
        self.read()

    def read(self) -> None:
        """Read all that is in force, whatever was known before."""
        with self._lock:
            with self._database.reading() as cursor:
                seen = last_change(cursor)
                in_force = "revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)"
                tokens = cursor.all(f"SELECT * FROM tokens WHERE {in_force}", (_now(),))  # noqa: S608 - a constant
                players = list(cursor.all("SELECT * FROM players"))
            # each at once: who asks meanwhile is answered by what was known before
            self._tokens = TokensInForce((row["hash"], read_token(row)) for row in tokens)
            self._players = {row["id"]: read_player(row) for row in players if row["erased_at"] is None}
            self.seen = seen

    def catch_up(self) -> None:
        """Take in what other processes have changed."""
        with self._lock:
            with self._database.reading() as cursor:
                seen = last_change(cursor)
                changed = "FROM account_changes WHERE number > ? AND number <= ?"
                tokens = cursor.all(f"SELECT * FROM tokens WHERE id IN (SELECT token {changed})", (self.seen, seen))  # noqa: S608
                players = cursor.all(f"SELECT * FROM players WHERE id IN (SELECT player {changed})", (self.seen, seen))  # noqa: S608
            for row in tokens:
                self._keep(row)
            for row in players:
                self._keep_player(row)
            self.seen = seen

    def _keep(self, row: Row) -> None:
        if row["revoked_at"] is None:
            self._tokens.put(row["hash"], read_token(row))
        else:
            self._tokens.drop(row["id"])

    def _keep_player(self, row: Row) -> None:
        if row["erased_at"] is None:
            self._players[row["id"]] = read_player(row)
        else:
            self._players.pop(row["id"], None)

    def name_of(self, player: str | None) -> str | None:
        """Return the name of a player now; None for a bot, a free seat, or a player who is unknown or erased."""
        found = None if player is None else self._players.get(player)
        return found.name if found else None

    def holder(self, secret: str) -> Token | None:
        """Return the token that a secret is, if it is in force; this counts as its use."""
        token = self._tokens.find(digest_of(secret))
        if token is None or token.is_invitation:
            return None
        self._used[token.id] = time.time()
        return token

    def invited_to(self, secret: str) -> str | None:
        """Return the game that a secret invites to, if it is an invitation in force; this counts as its use."""
        token = self.invitation(secret)
        if token is None:
            return None
        self._used[token.id] = time.time()
        return token.game

    def invitation(self, secret: str) -> Token | None:
        """Return the invitation that a secret is, if it is in force."""
        token = self._tokens.find(digest_of(secret))
        return token if token is not None and token.is_invitation else None

    def is_in_force(self, token: Token) -> bool:
        """Whether a token has neither been revoked nor expired."""
        return self._tokens.by_id(token.id) is not None

    def token(self, token: str) -> Token | None:
        """Return a token or invitation in force by its id."""
        return self._tokens.by_id(token)

    def player(self, player: str) -> Player | None:
        """Return a player by id."""
        return self._players.get(player)

    def account_of(self, player: str) -> str:
        """Return the account for which a player is counted: of a guest, the account that has made it."""
        found = self._players.get(player)
        return player if found is None or found.made_by is None else found.made_by

    def sign_up(self, name: str, key: str | None = None, address: str | None = None) -> Made:
        """Return a new player's first token, for everything.

        The token of a keyed sign-up follows from the key, so that a repetition can be answered alike: the key is
        as good as the token. Raises KeyReusedError, NameTakenError, and CapReachedError for too many from one address.
        """
        player = f"player:{uuid.UUID(bytes=self._bits('player', key)[:16], version=4)}"

        def make(cursor: Cursor) -> Token:
            if address is not None:
                # the address itself is not kept: who reads the database finds out nothing about it
                source = hmac.digest(self._secret, f"ludolog/address/1 {address}".encode(), hashlib.sha256).hex()
                check_sign_up(cursor, self.caps, source, time.time())
            made = Player(player, name, _now())
            insert_player(cursor, made)
            return Token(str(uuid.uuid4()), player, "sign-up", made.created_at, SCOPES)

        made = self._once(
            make, secret_of(TOKEN_PREFIX, self._bits("first token", key)), key and f"sign-up {player}", name
        )
        if not made.replayed:
            self._players[player] = Player(player, name, made.token.created_at)
        return made

    def rename(self, player: str, name: str) -> None:
        """Give a player another name, shown with every game from now on; raises NameTakenError."""
        with self._lock:
            with self._writing() as cursor:
                rename_player(cursor, player, name)
            known = self._players.get(player)
            if known is not None:
                self._players[player] = replace(known, name=name)

    def new_guest(self, name: str, owner: str, game: str) -> Player:
        """Return a new player without a token, whom an account puts into a game.

        Raises CapReachedError, and NameTakenError if the name of a player reads the same.
        """
        guest = Player(f"{GUEST}{uuid.uuid4()}", name, _now(), owner)
        with self._lock, self._writing() as cursor:
            check_guests(cursor, self.caps, owner)
            insert_player(cursor, guest, owner, game)
        self._players[guest.id] = guest
        return guest

    def new_token(
        self,
        player: str,
        label: str,
        scopes: Sequence[Scope],
        key: str | None = None,
        game: str | None = None,
        seat: Seat | None = None,
        expires_at: str | None = None,
    ) -> Made:
        """Return a further token of a player: a general one, for a seat of a game, or an invitation to the game.

        Raises KeyReusedError, CapReachedError and PastExpiryError.
        """
        bits = self._bits("token", key and f"{player} {key}")

        def make(cursor: Cursor) -> Token:
            now = _now()
            if expires_at is not None and expires_at <= now:
                raise PastExpiryError(expires_at)
            check = check_tokens if scopes else check_invitations
            check(cursor, self.caps, self.account_of(player), now)
            return Token(str(uuid.uuid4()), player, label, now, tuple(scopes), game, seat, expires_at=expires_at)

        # keys of releases before tokens could expire stay valid
        asked = [label, scopes, game, seat, *([expires_at] if expires_at else [])]
        secret = secret_of(TOKEN_PREFIX if scopes else INVITATION, bits)
        return self._once(make, secret, key and f"token {player} {key}", msgspec.json.encode(asked).decode())

    def tokens(self, player: str, after: tuple[str, str] | None = None, limit: int = MOST_LISTED) -> list[Token]:
        """Return the general tokens of a player in force, oldest first."""
        return self._listed(TokensAsked(_now(), player, after=after, limit=limit))

    def seat_tokens(
        self, game: str, seat: Seat, player: str, after: tuple[str, str] | None = None, limit: int = MOST_LISTED
    ) -> list[Token]:
        """Return the tokens in force of a player for a seat of a game, oldest first."""
        return self._listed(TokensAsked(_now(), player, game, seat, after=after, limit=limit))

    def invitations(self, game: str, after: tuple[str, str] | None = None, limit: int = MOST_LISTED) -> list[Token]:
        """Return the invitations to a game in force, oldest first."""
        return self._listed(TokensAsked(_now(), game=game, is_invitation=True, after=after, limit=limit))

    def _listed(self, asked: TokensAsked) -> list[Token]:
        with self._database.reading() as cursor:
            return [self._with_last_use(token) for token in select_tokens(cursor, asked)]

    def usage(self, player: str) -> Usage:
        """Return how many tokens, invitations, open games and guests the account of a player has."""
        with self._database.reading() as cursor:
            return usage_of(cursor, self.account_of(player), _now())

    def revoke(self, token: Token) -> None:
        """Make a token worthless, at once and for ever."""
        with self._lock:
            with self._writing() as cursor:
                cursor.execute("UPDATE tokens SET revoked_at=? WHERE id=?", (_now(), token.id))
                note_change(cursor, token.id, None)
            self._tokens.drop(token.id)

    def release_seat(self, given_up: SeatGivenUp) -> None:
        """Revoke the tokens for a seat that was given up, except the one by which this was asked for."""
        with self._lock:
            with self._writing() as cursor:
                revoked = release_seat(cursor, given_up, _now())
            for token in revoked:
                self._tokens.drop(token)

    def release_guest(self, player: str) -> None:
        """Count a guest no longer as one who sits in a game."""
        with self._database.writing() as cursor:
            release_guest(cursor, player)

    def erase(self, player: str) -> None:
        """Forget who a player is: the name, and what was written on the tokens, which are worthless from now on.

        The id stays where it is: in the games, which can be verified as before, and nobody can sign up as it again.
        """
        with self._lock:
            with self._writing() as cursor:
                erase_player(cursor, player, _now())
            self._players.pop(player, None)
            self._tokens.drop_all_of(player)

    def note_uses(self) -> None:
        """Write down when tokens were last used here, and read when they were used elsewhere."""
        with self._lock:
            self._tokens.drop_expired(time.time())
            used = dict(self._used)
            with self._database.writing() as cursor:
                write_uses(cursor, used)
                recent = timestamp_at(time.time() - 2 * NOTED_EVERY)
                for row in cursor.all("SELECT * FROM tokens WHERE revoked_at IS NULL AND last_used_at > ?", (recent,)):
                    self._keep(row)
            for token, at in used.items():
                if self._used.get(token) == at:
                    del self._used[token]

    def _with_last_use(self, token: Token) -> Token:
        at = self._used.get(token.id)
        return token if at is None else replace(token, last_used_at=timestamp_at(at))

    def _once(self, make: Callable[[Cursor], Token], secret: str, key: str | None, asked: str) -> Made:
        """Make a token in one transaction with its key, or return what the key has made before.

        A token that was revoked since stays so: the repetition is answered alike, but the secret is worth nothing.
        """
        asked = digest_of(asked)
        with self._lock:
            with self._writing() as cursor:
                if key is not None:
                    row = cursor.one("SELECT digest, token FROM account_keys WHERE key=?", (digest_of(key),))
                    if row is not None:
                        if row["digest"] != asked:
                            raise KeyReusedError(key)
                        made = cursor.one("SELECT * FROM tokens WHERE id=?", (row["token"],))
                        assert made is not None
                        return Made(read_token(made), secret, replayed=True)
                token = make(cursor)
                insert_token(cursor, token, digest_of(secret))
                if key is not None:
                    cursor.execute("INSERT INTO account_keys VALUES (?,?,?)", (digest_of(key), asked, token.id))
            at_point("account-made")
            self._tokens.put(digest_of(secret), token)
        return Made(token, secret, replayed=False)

    @contextlib.contextmanager
    def _writing(self) -> Generator[Cursor]:
        with self._database.writing() as cursor:
            if cursor.is_postgres:
                # changes are numbered in the order of their commits, so that nobody who follows them passes a gap
                cursor.execute("LOCK TABLE account_changes IN EXCLUSIVE MODE")
            yield cursor

    def _bits(self, what: str, key: str | None) -> bytes:
        """Return 256 bits: those that follow from the key, or random ones."""
        if key is None:
            return secrets.token_bytes(32)
        return hmac.digest(self._secret, f"ludolog/{what}/1 {key}".encode(), hashlib.sha256)


def _now() -> str:
    return timestamp_at(time.time())
