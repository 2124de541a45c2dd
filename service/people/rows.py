"""The SQL of players and tokens. Every change gets a number, by which other processes find it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from domain.kernel.values import Seat, Value
from service.core.store.database import Cursor, Row
from service.core.store.lock_order import Stage
from service.core.store.times import timestamp_at
from service.people import former_names
from service.people.credentials import ALL_SCOPES
from service.people.names import NameKeys, name_keys
from service.people.tokens import GUEST, IDLE, GuestErasedError, Player, Token, TokenRevokedError

MAKER_IN_FORCE = (
    "(made_with IS NULL AND NOT EXISTS (SELECT 1 FROM players o WHERE o.id=player AND o.all_ended_at IS NOT NULL) "
    "OR EXISTS (SELECT 1 FROM tokens t WHERE t.id=made_with AND t.revoked_at IS NULL) "
    "OR EXISTS (SELECT 1 FROM passkeys p WHERE p.id=made_with) "
    "OR EXISTS (SELECT 1 FROM grants g WHERE g.id=made_with))"
)
"""The condition for rows whose `made_with`, a token, passkey or grant, was not revoked. It does not look at times.

Without `made_with`, such as what the session of a sign-up has made, they are in force until everything of their
`player` ends (`note_end_of_all`). None of these four tables has a column of one of these two names: the condition would
mean that one.
"""

IN_FORCE = f"((expires_at IS NULL OR expires_at > ?) AND {MAKER_IN_FORCE})"
"""The condition for rows that have not expired either, with the present time as its parameter."""


class NameTakenError(Exception):
    """Another player has the same name, or one that looks the same. Carries that name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"another player is called {name}: choose a name that looks different")
        self.name = name


class NameReservedError(NameTakenError):
    """Another player has given the name up, or one that looks the same, and it is still reserved."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.args = (f"another player was called {name} until recently: choose a name that looks different",)


def last_change(cursor: Cursor) -> int:
    """Return the number of the last change of an account."""
    row = cursor.one("SELECT COALESCE(MAX(number), 0) AS number FROM account_changes")
    assert row is not None
    return int(row["number"])


def note_change(cursor: Cursor, token: str | None, player: str | None) -> None:
    """Record a change of a token or a player for other processes. The transaction holds the lock of the changes."""
    cursor.order.take(Stage.ACCOUNT_CHANGES)
    cursor.execute("INSERT INTO account_changes (token, player) VALUES (?,?)", (token, player))


def insert_player(cursor: Cursor, player: Player, made_by: str | None = None, guest_in: str | None = None) -> None:
    """Insert a new player; for a guest, with the account that created it and its game.

    Raises NameTakenError if another player has the same name, or had it until recently. The name of a guest is not
    reserved.
    """
    keys = name_keys(player.name)
    _check_name(cursor, player.id, keys, player.name)
    reserved = (None, None) if player.id.startswith(GUEST) else (keys.folded, keys.shape)
    insert = (
        "INSERT INTO players (id, name, created_at, name_folded, name_shape, made_by, guest_in) VALUES (?,?,?,?,?,?,?)"
    )
    cursor.execute(insert, (player.id, player.name, player.created_at, *reserved, made_by, guest_in))
    note_change(cursor, None, player.id)


def lock_player(cursor: Cursor, player: str) -> None:
    """Let the transactions that count what a player has, or erase the player, follow one another.

    SQLite has one writer at a time. Several players are locked with `lock_players`.
    """
    cursor.order.take(Stage.PLAYERS, f"{int(player.startswith(GUEST))} {player}")
    if cursor.is_postgres:
        cursor.execute("SELECT 1 FROM players WHERE id=? FOR UPDATE", (player,))


def lock_players(cursor: Cursor, players: Iterable[str]) -> None:
    """Lock several players as `lock_player` does, in one order: any two transactions may concern the same ones.

    Accounts come before guests: who erases an account finds its guests when it is locked.
    """
    for each in sorted(set(players), key=lambda player: (player.startswith(GUEST), player)):
        lock_player(cursor, each)


def lock_what_is_erased(cursor: Cursor, players: Sequence[str]) -> None:
    """Lock the tokens and receivers of players who are erased, each in the order of their ids, as others do."""
    if cursor.is_postgres:
        cursor.execute("SELECT 1 FROM tokens WHERE player = ANY(?) ORDER BY id FOR UPDATE", ([*players],))
    receivers = cursor.among("SELECT id FROM receivers WHERE player IN", players)
    cursor.lock_rows(Stage.RECEIVERS, "receivers", [row["id"] for row in receivers])


def lock_account(cursor: Cursor, player: str, by: str | None = None) -> None:
    """Lock a player as `lock_player` does. `by` is the id of the token of the request.

    Raises TokenRevokedError if the account was erased, or this token revoked, after the sign-in. For the player of a
    guest's seat, whose token the owner of the game asks for, raises GuestErasedError.
    """
    lock_player(cursor, player)
    if by is not None:
        check_in_force(cursor, by)
    if cursor.one("SELECT 1 AS found FROM players WHERE id=? AND erased_at IS NULL", (player,)) is None:
        raise GuestErasedError if player.startswith(GUEST) else TokenRevokedError


def rename_player(cursor: Cursor, player: str, name: str) -> None:
    """Change the name of a player. The former one stays reserved.

    Raises NameTakenError if another player has the same name, or had it until recently, and CapReachedError.
    """
    keys = name_keys(name)
    _check_name(cursor, player, keys, name)
    row = cursor.one("SELECT name FROM players WHERE id=? AND erased_at IS NULL", (player,))
    if row is not None and row["name"] != name:
        former_names.note_change(cursor, player, row["name"])
    update = "UPDATE players SET name=?, name_folded=?, name_shape=? WHERE id=? AND erased_at IS NULL"
    cursor.execute(update, (name, keys.folded, keys.shape, player))
    note_change(cursor, None, player)


def replace_name(cursor: Cursor, player: str, name: str) -> None:
    """Change the name of a player as an operator does: the former one is reserved for ever, and not shown.

    Raises NameTakenError if another player has the same name, or had it until recently.
    """
    keys = name_keys(name)
    row = cursor.one("SELECT name FROM players WHERE id=? AND erased_at IS NULL", (player,))
    if row is None or row["name"] == name:
        return
    former_names.note_replacement(cursor, player, row["name"], keys)
    _check_name(cursor, player, keys, name)
    update = "UPDATE players SET name=?, name_folded=?, name_shape=? WHERE id=?"
    cursor.execute(update, (name, keys.folded, keys.shape, player))
    note_change(cursor, None, player)


def _check_name(cursor: Cursor, player: str, keys: NameKeys, name: str) -> None:
    same = "SELECT name FROM players WHERE (name_folded=? OR name_shape=?) AND id<>?"
    row = cursor.one(same, (keys.folded, keys.shape, player))
    if row is not None:
        raise NameTakenError(row["name"])
    own = cursor.one("SELECT name FROM players WHERE id=?", (player,))
    # two players of an early release may bear one name: it is also that of the one who keeps it
    has_it = own is not None and name_keys(own["name"]).folded == keys.folded
    if not has_it and former_names.is_reserved(cursor, player, keys):
        raise NameReservedError(name)


def reserve_names(cursor: Cursor) -> None:
    """Reserve the names in a database of an earlier release. The oldest of several players with one name gets it.

    The others keep their names until they change them.
    """
    taken: set[str] = set()
    rows = list(cursor.all("SELECT id, name FROM players WHERE erased_at IS NULL ORDER BY created_at, id"))
    for row in rows:
        if row["id"].startswith(GUEST):
            continue
        keys = name_keys(row["name"])
        if not taken & {f"folded {keys.folded}", f"shape {keys.shape}"}:
            update = "UPDATE players SET name_folded=?, name_shape=? WHERE id=?"
            cursor.execute(update, (keys.folded, keys.shape, row["id"]))
            taken |= {f"folded {keys.folded}", f"shape {keys.shape}"}


def index_names(cursor: Cursor) -> None:
    """Let PostgreSQL find names by their beginning. The index of the reserved names is enough for SQLite."""
    if cursor.is_postgres:
        cursor.execute('CREATE INDEX players_by_name ON players (name_folded COLLATE "C")')


def insert_token(cursor: Cursor, token: Token, digest: str) -> None:
    """Insert a new token with the digest of its secret."""
    cursor.execute(
        "INSERT INTO tokens"
        " (id, player, label, hash, created_at, scopes, game, seat, expires_at, ends_at, started_by, started_until,"
        " grant_id, within_game, within_tournament, token_at)"
        " VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
        (
            *(token.id, token.player, token.label, digest, token.created_at),
            *(" ".join(token.scopes), token.game, token.seat, token.expires_at),
            *(token.ends_at, token.started_by, token.started_until, token.grant),
            *(token.within_game, token.within_tournament, token.token_at),
        ),
    )
    note_change(cursor, token.id, None)


def read_player(row: Row) -> Player:
    """Return the player of a row."""
    return Player(row["id"], row["name"], row["created_at"], row["made_by"])


def read_token(row: Row) -> Token:
    """Return the token of a row."""
    scopes: Any = tuple(row["scopes"].split())
    if scopes == _ALL_OF_0_2_0 and _is_of_sign_up(row):
        # a process of 0.2.0 beside this one has made it, after the migration
        scopes = ALL_SCOPES
    return Token(
        id=row["id"],
        player=row["player"],
        label=row["label"],
        created_at=row["created_at"],
        scopes=scopes,
        game=row["game"],
        seat=row["seat"],
        last_used_at=row["last_used_at"],
        expires_at=row["expires_at"],
        ends_at=row["ends_at"],
        started_by=row["started_by"],
        started_until=row["started_until"],
        token_at=row["token_at"],
        grant=row["grant_id"],
        within_game=row["within_game"],
        within_tournament=row["within_tournament"],
    )


_ALL_OF_0_2_0 = ("read", "play", "organise")


def _is_of_sign_up(row: Row) -> bool:
    """Return whether a token was made by a sign-up. Each later token has what made it."""
    is_first = row["label"] == "sign-up" and row["started_by"] is None
    return is_first and row["game"] is None and row["ends_at"] is None


class TokenQuery(Value, frozen=True):
    """A query for tokens in force by player, game or seat. Those of apps are parts of their grants."""

    now: str
    """The query excludes tokens that have expired at this time."""
    player: str | None = None
    game: str | None = None
    seat: Seat | None = None
    is_invitation: bool = False
    after: tuple[str, str] | None = None
    """Creation time and id of the last token of the previous page."""
    limit: int = 200


def select_tokens(cursor: Cursor, query: TokenQuery) -> list[Token]:
    """Return the tokens of a query, oldest first."""
    conditions = ["revoked_at IS NULL", "grant_id IS NULL", "(expires_at IS NULL OR expires_at > ?)"]
    values: list[object] = [query.now]
    conditions.append("scopes = ''" if query.is_invitation else "scopes <> ''")
    for column, value in (("player", query.player), ("game", query.game), ("seat", query.seat)):
        if value is not None:
            conditions.append(f"{column} = ?")
            values.append(value)
    if query.game is None:
        conditions.append("game IS NULL")
    if query.after is not None:
        conditions.append("(created_at, id) > (?, ?)")
        values += query.after
    statement = f"SELECT * FROM tokens WHERE {' AND '.join(conditions)} ORDER BY created_at, id LIMIT ?"  # noqa: S608 - constants
    return [read_token(row) for row in cursor.all(statement, [*values, query.limit])]


class SeatGivenUp(Value, frozen=True):
    """A seat that a player has left or resigned."""

    game: str
    seat: Seat
    player: str
    by: str
    """The id of the token of the request."""


def release_seat(cursor: Cursor, given_up: SeatGivenUp) -> list[str]:
    """Return the ids of the tokens for a seat that was given up. A guest no longer counts as present.

    The token of the request stays valid: its holder may repeat the request, and a guest may delete the name.
    """
    found = "SELECT id FROM tokens WHERE player=? AND game=? AND seat=? AND id<>? AND scopes<>'' AND revoked_at IS NULL"
    values = (given_up.player, given_up.game, given_up.seat, given_up.by)
    revoked = [row["id"] for row in cursor.all(found, values)]
    release_guest(cursor, given_up.player)
    return revoked


def revoke_tokens(cursor: Cursor, tokens: Iterable[str], now: str) -> None:
    """Revoke tokens by their ids, in their order: any two transactions may concern the same ones."""
    for each in sorted(tokens):
        cursor.execute("UPDATE tokens SET revoked_at=? WHERE id=?", (now, each))
        note_change(cursor, each, None)


def take_descent(cursor: Cursor, roots: Iterable[str], keep: str | None = None) -> list[str]:
    """Return the ids of the tokens in force that tokens, passkeys or grants have made, and those that these have made.

    `roots` are ids of tokens, passkeys and grants that end. Passkeys and grants among the descent are deleted. The
    token `keep` stays, with what it has made. The caller holds the lock of the player, so that no passkey or grant is
    added in the meantime.
    """
    ended: set[str] = set()
    makers = set(roots)
    while makers:
        found = cursor.among("SELECT id FROM tokens WHERE revoked_at IS NULL AND started_by IN", makers)
        tokens = {row["id"] for row in found} - {keep}
        passkeys = {row["id"] for row in cursor.among("SELECT id FROM passkeys WHERE ends_with IN", makers)}
        for passkey in passkeys:
            cursor.execute("DELETE FROM passkeys WHERE id=?", (passkey,))
        grants = {row["id"] for row in cursor.among("SELECT id FROM grants WHERE ends_with IN", makers)}
        delete_grants(cursor, grants)
        makers = (tokens | passkeys | grants) - ended
        ended |= tokens
    return sorted(ended)


def delete_grants(cursor: Cursor, grants: Iterable[str]) -> None:
    """Delete grants of apps with their refresh tokens. The caller ends what was made with them (`take_descent`)."""
    for each in sorted(grants):
        cursor.execute("DELETE FROM refresh_tokens WHERE grant_id=?", (each,))
        cursor.execute("DELETE FROM grants WHERE id=?", (each,))


def note_end_of_all(cursor: Cursor, player: str, now: str) -> None:
    """Let nothing of a player be in force any more of which no maker is known. The caller ends the makers."""
    cursor.execute("UPDATE players SET all_ended_at=? WHERE id=?", (now, player))


def check_in_force(cursor: Cursor, token: str) -> None:
    """Raise TokenRevokedError if a token with this id was revoked: the directory in memory may not know it yet."""
    if cursor.one("SELECT 1 AS found FROM tokens WHERE id=? AND revoked_at IS NOT NULL", (token,)) is not None:
        raise TokenRevokedError


def start_by(cursor: Cursor, token: str, maker: str | None) -> None:
    """Let a session or token end with another token or passkey than the one that made it; None: with none."""
    cursor.execute("UPDATE tokens SET started_by=? WHERE id=?", (maker, token))
    note_change(cursor, token, None)


def spare_session(cursor: Cursor, session: str, passkey: str) -> None:
    """Let a session outlive a passkey that is about to be deleted, and from which it descends.

    What started the session stays with it: it ends from then on with what the passkey would have ended with. If the
    passkey itself started the session, the session does. Nothing changes for a session that was revoked, or if the
    passkey was deleted before. The caller holds the lock of the player.

    What tells whether a token led to the session (`Token.token_at`) never follows from the new start. If one did, it
    is forgotten when: no list of passkeys shows any more what started the session.
    """
    deleted, own = _maker_of(cursor, passkey), _maker_of(cursor, session)
    if deleted is None or own is None:
        return
    (heir,), (starter,) = deleted, own
    if starter == passkey:
        start_by(cursor, session, heir)
        cursor.execute("UPDATE tokens SET token_at=NULL WHERE id=? AND token_at<>''", (session,))
        return
    maker = starter
    while maker is not None and maker != passkey:
        above = _maker_of(cursor, maker)
        maker = None if above is None else above[0]
    if starter is not None and maker == passkey:
        start_by(cursor, starter, heir)
        cursor.execute("UPDATE passkeys SET ends_with=? WHERE id=?", (heir, starter))


def _maker_of(cursor: Cursor, thing: str) -> tuple[str | None] | None:
    """Return the id of what a token or passkey ends with, which may be None; None if it does not exist any more."""
    found = (
        "SELECT started_by AS maker FROM tokens WHERE id=? AND revoked_at IS NULL"
        " UNION ALL SELECT ends_with AS maker FROM passkeys WHERE id=?"
    )
    row = cursor.one(found, (thing, thing))
    return None if row is None else (row["maker"],)


def guests_of(cursor: Cursor, player: str, *, only_in_games: bool = False, limit: int | None = None) -> list[str]:
    """Return the ids of the guests whom a player has seated, without deleted ones.

    `only_in_games`: only those that count as present in a game. `limit`: not more than so many; None: all.
    """
    present = " AND guest_in IS NOT NULL" if only_in_games else ""
    found = f"SELECT id FROM players WHERE made_by=? AND erased_at IS NULL{present} ORDER BY id"  # noqa: S608 - constants
    if limit is None:
        return [row["id"] for row in cursor.all(found, (player,))]
    return [row["id"] for row in cursor.all(f"{found} LIMIT ?", (player, limit))]


def release_guest(cursor: Cursor, player: str) -> None:
    """Stop counting a guest as present in a game."""
    cursor.execute("UPDATE players SET guest_in=NULL WHERE id=? AND guest_in IS NOT NULL", (player,))


def erase_player(cursor: Cursor, player: str, now: str) -> None:
    """Delete the name, passkeys, receivers, calendar links and e-mail address of a player, and labels of tokens.

    The tokens are revoked.
    """
    own = "SELECT id FROM tokens WHERE player = ?"
    row = cursor.one("SELECT name FROM players WHERE id=? AND erased_at IS NULL", (player,))
    if row is not None and not player.startswith(GUEST):
        former_names.note_deletion(cursor, player, row["name"])
    elif not player.startswith(GUEST):
        former_names.note_deletion_before(cursor, player)
    forget = (
        "UPDATE players SET name='', name_folded=NULL, name_shape=NULL, guest_in=NULL, "
        "erased_at=COALESCE(erased_at, ?) WHERE id=?"
    )
    cursor.execute(forget, (now, player))
    cursor.execute(f"UPDATE account_keys SET digest='' WHERE token IN ({own})", (player,))  # noqa: S608 - a constant
    cursor.execute("UPDATE tokens SET label='', revoked_at=COALESCE(revoked_at, ?) WHERE player=?", (now, player))
    cursor.execute("DELETE FROM passkeys WHERE player=?", (player,))
    delete_grants(cursor, [row["id"] for row in cursor.all("SELECT id FROM grants WHERE player=?", (player,))])
    cursor.execute("DELETE FROM authorization_codes WHERE player=?", (player,))
    cursor.execute("DELETE FROM device_codes WHERE player=?", (player,))
    cursor.execute("DELETE FROM user_code_attempts WHERE player=?", (player,))
    cursor.execute("DELETE FROM deliveries WHERE receiver IN (SELECT id FROM receivers WHERE player=?)", (player,))
    cursor.execute("DELETE FROM receivers WHERE player=?", (player,))
    cursor.execute("DELETE FROM calendar_links WHERE player=?", (player,))
    cursor.execute("DELETE FROM digests WHERE player=?", (player,))
    cursor.execute("UPDATE engine_jobs SET player=NULL WHERE player=?", (player,))
    for row in cursor.all(own, (player,)):
        note_change(cursor, row["id"], None)
    note_change(cursor, None, player)


def erased_by_0_2_0(cursor: Cursor, since: str) -> list[str]:
    """Return the accounts that a process of 0.2.0 has deleted since a time. It stores no name as given up.

    It does not know the tables of later releases either, in which a process of a later release may have written.
    """
    found = (
        "SELECT id FROM players WHERE erased_at >= ? AND id NOT LIKE ? AND NOT EXISTS "
        "(SELECT 1 FROM former_names f WHERE f.player=players.id AND f.name IS NULL) ORDER BY id"
    )
    return [row["id"] for row in cursor.all(found, (since, f"{GUEST}%"))]


def erased_among(cursor: Cursor, players: Iterable[str]) -> frozenset[str]:
    """Return those of these players whose accounts are deleted."""
    rows = cursor.among("SELECT id FROM players WHERE erased_at IS NOT NULL AND id IN", players)
    return frozenset(row["id"] for row in rows)


def write_uses(cursor: Cursor, used: Mapping[str, float]) -> frozenset[str]:
    """Write the last uses of tokens: ids and times in seconds since 1970. The use of a session delays its expiry.

    Returns the ids of those that are written later, because another transaction has locked them: that one may lock
    several tokens in another order, and may wait for this one.
    """
    waiting: set[str] = set()
    stored = "SELECT id FROM tokens WHERE id=?"
    later = "UPDATE tokens SET last_used_at=? WHERE id=? AND (last_used_at IS NULL OR last_used_at < ?)"
    delay = (
        "UPDATE tokens SET expires_at = CASE WHEN ends_at < ? THEN ends_at ELSE ? END"
        " WHERE id=? AND ends_at IS NOT NULL AND expires_at < ?"
    )
    for token, at in sorted(used.items()):
        if cursor.one(stored + cursor.unlocked, (token,)) is None:
            if cursor.one(stored, (token,)) is not None:
                waiting.add(token)
            continue
        cursor.execute(later, (timestamp_at(at), token, timestamp_at(at)))
        idle = timestamp_at(at + IDLE)
        cursor.execute(delay, (idle, idle, token, idle))
    return frozenset(waiting)


_LAST = "\U0010ffff"
"""No name contains this noncharacter, which is not printable: it follows all letters."""


class NameQuery(Value, frozen=True):
    """A query for the players whose folded names begin like a text."""

    folded: str
    after: str | None = None
    """The last folded name of the previous page."""
    limit: int = 50


def select_named(cursor: Cursor, query: NameQuery) -> list[Player]:
    """Return the players of a query, by folded name. Deleted players and guests have no folded name."""
    # the order of code points, which the index of each database has
    column = 'name_folded COLLATE "C"' if cursor.is_postgres else "name_folded"
    first, values = (">=", [query.folded]) if query.after is None else (">", [max(query.folded, query.after)])
    found = f"SELECT * FROM players WHERE {column} {first} ? AND {column} < ? ORDER BY {column} LIMIT ?"  # noqa: S608 - constants
    return [read_player(row) for row in cursor.all(found, [*values, query.folded + _LAST, query.limit])]
