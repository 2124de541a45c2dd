"""Players and their tokens. They are rows outside the log, since a name or a token is not part of any game.

A token is shown once, and only its SHA-256 is stored. A game remains verifiable when a player is deleted.
"""

import contextlib
import secrets
import time
import uuid
from collections.abc import Callable, Generator, Iterable, Sequence

import msgspec
from msgspec.structs import replace

from domain.kernel.values import Seat
from service.core.connections.addresses import network_of
from service.core.http.headers import TOKEN_PREFIX
from service.core.store.database import Cursor, Database, Row
from service.core.store.errors import KeyReusedError
from service.core.store.failpoints import at_point
from service.core.store.lock_order import Stage
from service.core.store.timeouts import TimedLock
from service.core.store.times import timestamp_at, timestamp_now
from service.people.credentials import ALL_SCOPES, INVITATION, derive_bits, digest_of, keyed_digest, secret_of
from service.people.former_names import FormerName, former_names_of
from service.people.keyed_tokens import find_keyed_token, make_keyed
from service.people.migrations import migrate
from service.people.names import name_keys
from service.people.quotas.caps import Caps, Usage
from service.people.quotas.counting import (
    check_guests,
    check_invitations,
    check_sign_up,
    check_tokens,
    usage_of,
)
from service.people.request_keys import KeyedRequest, is_repeated
from service.people.rows import (
    NameQuery,
    SeatGivenUp,
    TokenQuery,
    delete_grants,
    erase_player,
    erased_by_0_2_0,
    guests_of,
    insert_player,
    insert_token,
    last_change,
    lock_account,
    lock_player,
    lock_players,
    lock_what_is_erased,
    note_change,
    read_player,
    read_token,
    release_guest,
    release_seat,
    rename_player,
    revoke_tokens,
    select_named,
    select_tokens,
    take_descent,
    write_uses,
)
from service.people.token_index import TokenIndex
from service.people.tokens import (
    GUEST,
    MOST_LISTED,
    NOTHING_FURTHER,
    Made,
    PastExpiryError,
    Player,
    SigningUp,
    Token,
    TokenSpec,
)
from service.people.unopened import delete_unopened

MIN_SIGN_UP_KEY = 32
NOTED_EVERY = 60.0
"""Seconds between two writes of the last uses of tokens."""
ERASED_AT_ONCE = 10
"""The maximum number of guests that one transaction deletes: no other process changes accounts during it."""


def _is_not_barred(_player: str) -> bool:
    return False


class Accounts:
    """Creates, changes, finds and deletes players and tokens. Memory has the players, and the tokens in force.

    It follows the commits of this process at once, and those of others with `catch_up`.
    """

    def __init__(self, database: Database, caps: Caps | None = None) -> None:
        self._database = database
        self._tokens = TokenIndex()
        self._players: dict[str, Player] = {}
        self.erasing: list[Callable[[Cursor, str, str], None]] = []
        """Called with a player who is erased, and the time, in the transaction that does it."""
        self.erasing_locks: list[int] = []
        """The advisory locks that these functions need. The transaction takes them before it changes a row."""
        self.signing_up: list[Callable[[Cursor, Player, SigningUp], None]] = []
        """Called with a new player in the transaction that makes the account. They raise to refuse it."""
        self.naming: list[Callable[[str], None]] = []
        """Called with a name that a player or a guest wants. They raise NameTakenError to refuse it."""
        self.is_barred: Callable[[str], bool] = _is_not_barred
        """Whether the account of a player is locked out at the moment."""
        self.is_suspended: Callable[[str], bool] = _is_not_barred
        """Whether the account of a player is locked out, or may only read, at the moment."""
        self._followers: list[Callable[[Cursor, frozenset[str] | None], None]] = []
        self._used: dict[str, float] = {}
        """The ids of the tokens used since the last write, with the time in seconds since 1970."""
        self.caps = caps or Caps()
        # memory must follow the commits in their order
        self._lock = TimedLock()
        with database.writing() as cursor:
            migrate(cursor)
            row = cursor.one("SELECT secret FROM account_secret")
            self._secret = bytes.fromhex(row["secret"]) if row else secrets.token_bytes(32)
            if not row:
                cursor.execute("INSERT INTO account_secret VALUES (?)", (self._secret.hex(),))
        if database.has_all_keys():
            with self._writing() as cursor:
                delete_unopened(cursor)
        self.seen = 0
        """The number of the last change of an account that this process has read."""
        self.read()

    def read(self) -> None:
        """Read all players and all tokens in force."""
        with self._lock:
            with self._database.reading() as cursor:
                seen = last_change(cursor)
                in_force = "revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)"
                tokens = list(cursor.all(f"SELECT * FROM tokens WHERE {in_force}", (timestamp_now(),)))  # noqa: S608 - a constant
                players = list(cursor.all("SELECT * FROM players"))
                for follow in self._followers:
                    follow(cursor, None)
            self._load_all(tokens, players)
            self.seen = seen

    def catch_up(self) -> None:
        """Read the changes of other processes."""
        with self._lock:
            with self._database.reading() as cursor:
                seen = last_change(cursor)
                changed = "FROM account_changes WHERE number > ? AND number <= ?"
                ids = {row["token"] for row in cursor.all(f"SELECT token {changed}", (self.seen, seen))}
                statement = f"SELECT * FROM tokens WHERE id IN (SELECT token {changed})"  # noqa: S608
                tokens = list(cursor.all(statement, (self.seen, seen)))
                statement = f"SELECT * FROM players WHERE id IN (SELECT player {changed})"  # noqa: S608
                players = list(cursor.all(statement, (self.seen, seen)))
                moved = frozenset(
                    row["player"]
                    for row in cursor.all(f"SELECT DISTINCT player {changed}", (self.seen, seen))
                    if row["player"] is not None
                )
                for follow in self._followers if moved else ():
                    follow(cursor, moved)
            for deleted in ids - {row["id"] for row in tokens}:
                self._tokens.drop(deleted)
            for row in tokens:
                self._load_token(row)
            for row in players:
                self._load_player(row)
            self.seen = seen

    def follow(self, load: Callable[[Cursor, frozenset[str] | None], None]) -> None:
        """Let a feature keep rows about players in memory: `load` reads those of changed players; None: of all.

        It is called now, and whenever this process reads changes. Who changes such rows calls `note` of `changing`,
        which may also have a name that is no player, such as that of a table.
        """
        with self._lock:
            self._followers.append(load)
            with self._database.reading() as cursor:
                load(cursor, None)

    def _load_all(self, tokens: Iterable[Row], players: Iterable[Row]) -> None:
        """Replace all players and tokens. Concurrent readers see either the old or the new ones."""
        self._tokens = TokenIndex((row["hash"], read_token(row)) for row in tokens)
        self._players = {row["id"]: read_player(row) for row in players if row["erased_at"] is None}

    def _load_token(self, row: Row) -> None:
        if row["revoked_at"] is None:
            self._tokens.put(row["hash"], read_token(row))
        else:
            self._tokens.drop(row["id"])

    def _load_player(self, row: Row) -> None:
        if row["erased_at"] is None:
            self._players[row["id"]] = read_player(row)
        else:
            self._players.pop(row["id"], None)

    def _forget_player(self, player: str) -> None:
        self._players.pop(player, None)
        self._tokens.drop_all_of(player)

    def name_of(self, player: str | None) -> str | None:
        """Return the current name of a player; None for a bot, a free seat, or an unknown or deleted player."""
        found = None if player is None else self._players.get(player)
        return found.name if found else None

    def player(self, player: str) -> Player | None:
        """Return a player by id."""
        return self._players.get(player)

    def account_of(self, player: str) -> str:
        """Return the account whose caps a player counts towards: for a guest, the account that created it."""
        found = self._players.get(player)
        return player if found is None or found.made_by is None else found.made_by

    def holder(self, secret: str) -> Token | None:
        """Return the token in force with this secret, and note the use."""
        token = self._tokens.find(digest_of(secret))
        return None if token is None or token.is_invitation or token.is_session else self._used_now(token)

    def session(self, secret: str) -> Token | None:
        """Return the session in force with this secret, and note the use."""
        token = self._tokens.find(digest_of(secret))
        return self._used_now(token) if token is not None and token.is_session else None

    def _used_now(self, token: Token) -> Token:
        self._used[token.id] = time.time()
        return token

    def note_use(self, token: Token) -> None:
        """Note the use of a token or an invitation."""
        self._used[token.id] = time.time()

    def invitation(self, secret: str) -> Token | None:
        """Return the invitation in force with this secret."""
        token = self._tokens.find(digest_of(secret))
        return token if token is not None and token.is_invitation else None

    def token(self, token: str) -> Token | None:
        """Return a token or invitation in force by its id."""
        return self._tokens.by_id(token)

    def is_in_force(self, token: Token) -> bool:
        """Return whether a token is neither revoked nor expired, and its player is not locked out."""
        return self._tokens.by_id(token.id) is not None and not self.is_barred(token.player)

    def is_game_of(self, tournament: str, game: str) -> bool:
        """Return whether a game is one of a tournament."""
        with self._database.reading() as cursor:
            found = "SELECT 1 AS found FROM tournament_games WHERE game=? AND tournament=?"
            return cursor.one(found, (game, tournament)) is not None

    def with_last_use(self, token: Token) -> Token:
        """Return a token with its last use in this process, if there is one."""
        at = self._used.get(token.id)
        return token if at is None else replace(token, last_used_at=timestamp_at(at))

    def tokens(self, player: str, after: tuple[str, str] | None = None, limit: int = MOST_LISTED) -> list[Token]:
        """Return a page of a player's tokens in force that are not for one seat, oldest first."""
        return self._select(TokenQuery(timestamp_now(), player, after=after, limit=limit))

    def seat_tokens(
        self, game: str, seat: Seat, player: str, after: tuple[str, str] | None = None, limit: int = MOST_LISTED
    ) -> list[Token]:
        """Return a page of a player's tokens in force for a seat of a game, oldest first."""
        return self._select(TokenQuery(timestamp_now(), player, game, seat, after=after, limit=limit))

    def invitations(self, game: str, after: tuple[str, str] | None = None, limit: int = MOST_LISTED) -> list[Token]:
        """Return a page of the invitations in force to a game, oldest first."""
        return self._select(TokenQuery(timestamp_now(), game=game, is_invitation=True, after=after, limit=limit))

    def _select(self, query: TokenQuery) -> list[Token]:
        with self._database.reading() as cursor:
            return [self.with_last_use(token) for token in select_tokens(cursor, query)]

    def usage(self, player: str) -> Usage:
        """Return how many tokens, invitations, open games and guests the account of a player has."""
        with self._database.reading() as cursor:
            return usage_of(cursor, self.account_of(player), timestamp_now())

    def players_named(self, beginning: str, after: str | None = None, limit: int = 50) -> list[Player]:
        """Return the registered players whose names begin like this text, by folded name.

        Case, compatibility variants and confusable letters do not count. A player of a release without unique names
        who shares the name with an older one is not found until one of them changes it.
        """
        with self._database.reading() as cursor:
            return select_named(cursor, NameQuery(name_keys(beginning).folded, after, limit))

    def sign_up(
        self,
        name: str,
        key: str | None = None,
        address: str | None = None,
        asked: SigningUp = NOTHING_FURTHER,
    ) -> Made:
        """Create a player and return the first token, which has all scopes.

        With an idempotency key, player and token are derived from the key, so that a repeated request has the same
        reply: the key is as secret as the token. Raises KeyReusedError, NameTakenError, CapReachedError for too many
        sign-ups from an address, and what the checks of features raise (`signing_up`).
        """
        player = f"player:{uuid.UUID(bytes=derive_bits(self._secret, 'player', key)[:16], version=4)}"

        def make(cursor: Cursor) -> Token:
            if address is not None:
                # the database keeps keyed digests, from which the address cannot be computed
                own, around = (
                    keyed_digest(self._secret, "address", each).hex() for each in (address, network_of(address))
                )
                check_sign_up(cursor, self.caps, own, around, time.time())
            made = Player(player, name, timestamp_now())
            self._check_naming(name)
            insert_player(cursor, made)
            for check in self.signing_up:
                check(cursor, made, asked)
            return Token(str(uuid.uuid4()), player, "sign-up", made.created_at, ALL_SCOPES)

        secret = secret_of(TOKEN_PREFIX, derive_bits(self._secret, "first token", key))
        made = self.make_once(make, secret, key and f"sign-up {player}", name)
        if not made.replayed:
            self._players[player] = Player(player, name, made.token.created_at)
        return made

    def rename(self, player: str, name: str, keyed: KeyedRequest | None = None) -> bool:
        """Change the name of a player, which all games show from now on. Raises NameTakenError.

        Here and below, the result is whether an earlier request with the same idempotency key did it. Raises
        KeyReusedError.
        """
        with self._lock:
            with self._writing() as cursor:
                if is_repeated(cursor, keyed):
                    return True
                self._check_naming(name)
                rename_player(cursor, player, name)
            known = self._players.get(player)
            if known is not None:
                self._players[player] = replace(known, name=name)
        return False

    def _check_naming(self, name: str) -> None:
        for check in self.naming:
            check(name)

    def former_names(self, player: str) -> list[FormerName]:
        """Return the names that a player gave up not long ago, the last one first."""
        with self._database.reading() as cursor:
            return former_names_of(cursor, player)

    def new_guest(self, name: str, owner: str, game: str) -> Player:
        """Create a player without a token for a seat of a game. The account `owner` seats the guest.

        Raises CapReachedError, NameTakenError if a player has the same name, and TokenRevokedError if the account was
        deleted.
        """
        guest = Player(f"{GUEST}{uuid.uuid4()}", name, timestamp_now(), owner)
        with self._lock, self._writing() as cursor:
            lock_account(cursor, owner)
            check_guests(cursor, self.caps, owner)
            self._check_naming(name)
            insert_player(cursor, guest, owner, game)
        self._players[guest.id] = guest
        return guest

    def new_token(self, new: TokenSpec, key: str | None = None) -> Made:
        """Create a token or an invitation of a player. In each game an idempotency key is another one.

        Raises KeyReusedError, CapReachedError, PastExpiryError, GuestErasedError and TokenRevokedError.
        """

        def make(cursor: Cursor) -> Token:
            lock_account(cursor, new.player, new.by and new.by.id)
            now = timestamp_now()
            if new.expires_at is not None and new.expires_at <= now:
                raise PastExpiryError(new.expires_at)
            check = check_tokens if new.scopes else check_invitations
            check(cursor, self.caps, self.account_of(new.player), now)
            return _token(new, now)

        prefix = TOKEN_PREFIX if new.scopes else INVITATION
        # without an expiry time the request is encoded as in releases before tokens could expire: their keys stay valid
        asked = [new.label, new.scopes, new.game, new.seat, *([new.expires_at] if new.expires_at else [])]
        request = msgspec.json.encode(asked).decode()
        # the default of 0.2.0, in which no scope of its own ended the account
        before = [new.label, [scope for scope in new.scopes if scope != "account"], *asked[2:]]
        earlier_request = msgspec.json.encode(before).decode() if new.has_all else request
        # up to 0.2.0 a key was the same in all games
        former = key and f"{new.player} {key}"
        name = former if new.game is None else key and f"{new.player} {new.game}/{key}"
        for known, sent in ((former, request), (name, earlier_request)):
            is_other = known != name or sent != request
            if known is not None and is_other and (earlier := self._known(f"token {known}", sent)) is not None:
                return Made(earlier, secret_of(prefix, derive_bits(self._secret, "token", known)), replayed=True)
        secret = secret_of(prefix, derive_bits(self._secret, "token", name))
        return self.make_once(make, secret, name and f"token {name}", request)

    def _known(self, key: str, request: str) -> Token | None:
        """Return the token of a stored key; None also if its request was a different one."""
        with self._database.reading() as cursor, contextlib.suppress(KeyReusedError):
            return find_keyed_token(cursor, key, request)

    def new_seat_invitations(self, player: str, new: Sequence[TokenSpec]) -> list[Made]:
        """Create the invitations of a player to reserved seats of games that are about to be opened, all or none.

        Each seat has one: a repetition returns the same ones. Raises CapReachedError and TokenRevokedError.
        """

        def made(cursor: Cursor, spec: TokenSpec) -> Made:
            token = _token(spec, timestamp_now())
            # keys of clients contain no slash
            key = f"{player} seat/{spec.game}/{spec.seat}"
            secret = secret_of(INVITATION, derive_bits(self._secret, "token", key))
            return make_keyed(cursor, lambda _: token, secret, f"token {key}", key)

        # otherwise a game that was opened may look like one that was not
        is_whole = self._database.has_all_keys()
        with self._lock:
            with self._writing() as cursor:
                # before any row of its tokens, as `erase_player` does: the other order is a deadlock
                lock_player(cursor, player)
                games = [spec.game for spec in new if spec.game is not None]
                deleted = delete_unopened(cursor, player, games) if is_whole else []
                found = [made(cursor, spec) for spec in new]
                # counted in the transaction of the inserts: parallel requests cannot exceed the cap together
                if not all(each.replayed for each in found):
                    lock_account(cursor, player, new[0].by and new[0].by.id)
                    check_invitations(cursor, self.caps, player, timestamp_now(), 0)
            at_point("account-made")
            for each in deleted:
                self._tokens.drop(each)
            self._remember(found)
        return found

    def revoke(self, token: Token, keyed: KeyedRequest | None = None) -> bool:
        """Revoke a token, and all that was made with it, at once and permanently."""

        def find(cursor: Cursor) -> list[str]:
            # no passkey is registered with one of these tokens in the meantime
            lock_player(cursor, token.player)
            return [token.id]

        return self.revoking(find, keyed)

    def release_seat(self, given_up: SeatGivenUp) -> None:
        """Revoke the tokens for a seat that was given up, except the token of the request."""
        self.revoking(lambda cursor: release_seat(cursor, given_up), keep=given_up.by)

    def revoking(
        self,
        find: Callable[[Cursor], Sequence[str]],
        keyed: KeyedRequest | None = None,
        keep: str | None = None,
    ) -> bool:
        """Revoke the tokens with the ids that `find` returns, and what was made with them, except the token `keep`.

        `find` may change rows in the same transaction. An id may also be that of a passkey that `find` has deleted.
        """
        with self._lock:
            with self._writing() as cursor:
                if is_repeated(cursor, keyed):
                    return True
                found = find(cursor)
                revoked = {*found, *take_descent(cursor, found, keep)}
                revoke_tokens(cursor, revoked, timestamp_now())
            for token in revoked:
                self._tokens.drop(token)
        return False

    @contextlib.contextmanager
    def changing(self) -> Generator["AccountChange"]:
        """Yield a transaction in which tokens are made and ended. Memory follows after the commit."""
        with self._lock:
            with self._writing() as cursor:
                change = AccountChange(cursor)
                yield change
            at_point("account-made")
            for token in change.ended:
                self._tokens.drop(token)
            self._remember(change.made)

    def release_guest(self, player: str) -> None:
        """Stop counting a guest as present in a game."""
        with self._database.writing() as cursor:
            release_guest(cursor, player)

    def erase_guests(self, player: str) -> bool:
        """Delete some of the guests whom a player has seated; return whether there may be more.

        An account may have had any number of guests. So who erases it deletes them before, until there are no more.
        """
        with self._lock:
            with self._writing() as cursor:
                # no guest is seated in the meantime
                lock_player(cursor, player)
                erased = guests_of(cursor, player, limit=ERASED_AT_ONCE)
                self._erase_all(cursor, erased)
            for each in erased:
                self._forget_player(each)
        return len(erased) == ERASED_AT_ONCE

    def erase(self, player: str, keyed: KeyedRequest | None = None) -> bool:
        """Delete the name of a player and the labels of the player's tokens, and revoke the tokens.

        The guests whom the player has seated since `erase_guests` are deleted, too. The ids remain in the games, which
        stay verifiable. No other player can get them.
        """
        with self._lock:
            with self._writing() as cursor:
                if is_repeated(cursor, keyed):
                    return True
                # no guest is seated in the meantime
                lock_player(cursor, player)
                erased = [player, *guests_of(cursor, player)]
                self._erase_all(cursor, erased)
            for each in erased:
                self._forget_player(each)
        return False

    def _erase_all(self, cursor: Cursor, players: Sequence[str]) -> None:
        if not players:
            return
        now = timestamp_now()
        # all locks in their order, before any row is changed: the other order is a deadlock
        lock_players(cursor, players)
        for lock in sorted(set(self.erasing_locks)):
            cursor.lock(lock)
        lock_what_is_erased(cursor, players)
        for each in players:
            erase_player(cursor, each, now)
        for each in players:
            for forget in self.erasing:
                forget(cursor, each, now)

    def erased_by_0_2_0(self, since: str) -> list[str]:
        """Return the accounts that processes of 0.2.0 have deleted since a time, in a rolling upgrade."""
        with self._database.reading() as cursor:
            return erased_by_0_2_0(cursor, since)

    def erase_left(self, player: str) -> None:
        """Delete what a process of 0.2.0 has left of an account that it has deleted. Guests stay, as they did there."""
        with self._lock:
            with self._writing() as cursor:
                lock_player(cursor, player)
                self._erase_all(cursor, [player])
            self._forget_player(player)

    def guests_in_games(self, player: str) -> list[str]:
        """Return the guests of a player in games that are not known to be over."""
        with self._database.reading() as cursor:
            return guests_of(cursor, player, only_in_games=True)

    def derived(self, purpose: str, key: str | None) -> bytes:
        """Return 256 bits that follow from an idempotency key; random ones without a key."""
        return derive_bits(self._secret, purpose, key)

    def note_uses(self) -> None:
        """Write the last uses of tokens in this process, and read those of other processes."""
        with self._lock:
            self._tokens.drop_expired(time.time())
            used = dict(self._used)
            # without the lock of the changes: a process that starts would wait for a commit that has no standby
            with self._database.writing() as cursor:
                waiting = write_uses(cursor, used)
                recent = timestamp_at(time.time() - 2 * NOTED_EVERY)
                for row in cursor.all("SELECT * FROM tokens WHERE revoked_at IS NULL AND last_used_at > ?", (recent,)):
                    self._load_token(row)
            for token, at in used.items():
                if token not in waiting and self._used.get(token) == at:
                    self._used.pop(token)

    def make_once(self, make: Callable[[Cursor], Token], secret: str, key: str | None, request: str) -> Made:
        """Create a token and store its idempotency key in one transaction, or return the token of an earlier request.

        A repeated request has the same reply even if the token was revoked since; the token stays revoked. Raises
        KeyReusedError if the key belongs to a different request.
        """
        with self._lock:
            with self._writing() as cursor:
                made = make_keyed(cursor, make, secret, key, request)
            at_point("account-made")
            self._remember([made])
        return made

    def _remember(self, made: Sequence[Made]) -> None:
        for each in made:
            if not each.replayed:
                self._tokens.put(digest_of(each.secret), each.token)

    @contextlib.contextmanager
    def _writing(self) -> Generator[Cursor]:
        with self._database.writing() as cursor:
            cursor.order.take(Stage.ACCOUNT_CHANGES)
            if cursor.is_postgres:
                # number the changes in commit order, so that a process that reads them skips none
                cursor.execute("LOCK TABLE account_changes IN EXCLUSIVE MODE")
            yield cursor


class AccountChange:
    """A transaction in which tokens are made and ended."""

    def __init__(self, cursor: Cursor) -> None:
        self.cursor = cursor
        self.made: list[Made] = []
        self.ended: set[str] = set()

    def make(self, token: Token, secret: str) -> None:
        """Insert a token."""
        insert_token(self.cursor, token, digest_of(secret))
        self.made.append(Made(token, secret, replayed=False))

    def end(self, tokens: Iterable[str]) -> None:
        """Revoke tokens by their ids, and what was made with them. The caller holds the lock of their player."""
        roots = set(tokens)
        revoked = {*roots, *take_descent(self.cursor, roots)}
        revoke_tokens(self.cursor, revoked, timestamp_now())
        self.ended |= revoked

    def note(self, player: str) -> None:
        """Let all processes read what features store about a player, or under another name (`Accounts.follow`)."""
        note_change(self.cursor, None, player)

    def end_grants(self, grants: Iterable[str]) -> None:
        """Delete grants of apps, and end what was made with them. The caller holds the lock of their player."""
        roots = set(grants)
        delete_grants(self.cursor, roots)
        self.end(take_descent(self.cursor, roots))


def _token(new: TokenSpec, now: str) -> Token:
    """Return a new token, which ends with what made it."""
    return Token(
        id=str(uuid.uuid4()),
        player=new.player,
        label=new.label,
        created_at=now,
        scopes=tuple(new.scopes),
        game=new.game,
        seat=new.seat,
        expires_at=new.expires_at,
        started_by=new.by and new.by.ends_with,
    )
