"""The migrations of the tables of players, tokens, notifications, tournaments and the engine."""

from collections.abc import Callable

from service.core.store import damage
from service.core.store.database import Cursor
from service.core.store.errors import StoreError
from service.core.store.failpoints import at_point
from service.core.store.postgres_connection import MIGRATION_LOCK
from service.people.rows import index_names, reserve_names

STEPS: tuple[tuple[str | Callable[[Cursor], None], ...], ...] = (
    (
        "CREATE TABLE IF NOT EXISTS players (id TEXT PRIMARY KEY, name TEXT NOT NULL, created_at TEXT NOT NULL)",
        """CREATE TABLE IF NOT EXISTS tokens (
            id TEXT PRIMARY KEY, player TEXT NOT NULL, label TEXT NOT NULL, hash TEXT NOT NULL UNIQUE,
            created_at TEXT NOT NULL)""",
        "CREATE TABLE IF NOT EXISTS account_keys (key TEXT PRIMARY KEY, digest TEXT NOT NULL)",
        "CREATE TABLE IF NOT EXISTS account_secret (secret TEXT NOT NULL)",
    ),
    (
        "ALTER TABLE tokens ADD COLUMN scopes TEXT NOT NULL DEFAULT 'read play organise'",
        "ALTER TABLE tokens ADD COLUMN game TEXT",
        "ALTER TABLE tokens ADD COLUMN seat INTEGER",
        "ALTER TABLE tokens ADD COLUMN last_used_at TEXT",
        "ALTER TABLE tokens ADD COLUMN revoked_at TEXT",
        # a repeated request needs the token of its key
        "DROP TABLE account_keys",
        "CREATE TABLE account_keys (key TEXT PRIMARY KEY, digest TEXT NOT NULL, token TEXT NOT NULL)",
    ),
    (
        # the rows that other processes read again, in commit order: a lock guards NUMBER
        "CREATE TABLE account_changes (number NUMBER, token TEXT, player TEXT)",
    ),
    ("ALTER TABLE players ADD COLUMN erased_at TEXT",),
    (
        "ALTER TABLE players ADD COLUMN name_folded TEXT",
        "ALTER TABLE players ADD COLUMN name_shape TEXT",
        reserve_names,
        "CREATE UNIQUE INDEX players_name_folded ON players (name_folded)",
        "CREATE UNIQUE INDEX players_name_shape ON players (name_shape)",
        "ALTER TABLE tokens ADD COLUMN expires_at TEXT",
        "CREATE INDEX tokens_of_player ON tokens (player, created_at, id)",
        "CREATE INDEX tokens_of_game ON tokens (game, created_at, id)",
        "CREATE INDEX account_keys_of_token ON account_keys (token)",
        "CREATE INDEX tokens_by_use ON tokens (last_used_at)",
        # the account that created a guest, and the guest's game until it is over
        "ALTER TABLE players ADD COLUMN made_by TEXT",
        "ALTER TABLE players ADD COLUMN guest_in TEXT",
        "CREATE INDEX guests_of_player ON players (made_by, guest_in)",
        "CREATE TABLE account_games (game TEXT PRIMARY KEY, owner TEXT NOT NULL, taken_at TEXT NOT NULL)",
        "CREATE INDEX games_of_account ON account_games (owner)",
        "CREATE TABLE sign_ups (source TEXT NOT NULL, signed_up_at TEXT NOT NULL)",
        "CREATE INDEX sign_ups_of_source ON sign_ups (source, signed_up_at)",
        "CREATE INDEX sign_ups_by_time ON sign_ups (signed_up_at)",
    ),
    (
        """CREATE TABLE request_keys (
            key TEXT PRIMARY KEY, digest TEXT NOT NULL, token TEXT NOT NULL, made_at TEXT NOT NULL, version BIGINT)""",
        "CREATE INDEX request_keys_by_time ON request_keys (made_at)",
        """CREATE TABLE stream_tickets (
            hash TEXT PRIMARY KEY, token TEXT NOT NULL, path TEXT NOT NULL, invitation TEXT, expires_at TEXT NOT NULL,
            used_at TEXT)""",
        "CREATE INDEX stream_tickets_by_time ON stream_tickets (expires_at)",
    ),
    (
        # a session is a token that ends at `ends_at` even if it is used, and with the token or passkey that started it
        "ALTER TABLE tokens ADD COLUMN ends_at TEXT",
        "ALTER TABLE tokens ADD COLUMN started_by TEXT",
        "ALTER TABLE tokens ADD COLUMN started_until TEXT",
        "CREATE INDEX tokens_of_start ON tokens (started_by)",
        """CREATE TABLE passkeys (
            id TEXT PRIMARY KEY, player TEXT NOT NULL, label TEXT NOT NULL, credential TEXT NOT NULL UNIQUE,
            public_key TEXT NOT NULL, sign_count BIGINT NOT NULL, scopes TEXT NOT NULL, expires_at TEXT,
            created_at TEXT NOT NULL, last_used_at TEXT)""",
        "CREATE INDEX passkeys_of_player ON passkeys (player, created_at, id)",
        "CREATE TABLE used_challenges (hash TEXT PRIMARY KEY, expires_at TEXT NOT NULL)",
        "CREATE INDEX used_challenges_by_time ON used_challenges (expires_at)",
    ),
    (
        # pings and webhooks of players; `terms` is JSON, by kind
        """CREATE TABLE receivers (
            id TEXT PRIMARY KEY, kind TEXT NOT NULL, player TEXT NOT NULL, url TEXT NOT NULL, site TEXT NOT NULL,
            terms TEXT NOT NULL, generation INTEGER NOT NULL, rotated_at TEXT, created_at TEXT NOT NULL,
            active_since TEXT NOT NULL, failing_since TEXT, disabled_at TEXT, disabled_because TEXT,
            dropped BIGINT NOT NULL)""",
        "CREATE INDEX receivers_of_player ON receivers (player, created_at, id)",
        """CREATE TABLE deliveries (
            id TEXT PRIMARY KEY, receiver TEXT NOT NULL, once TEXT NOT NULL UNIQUE, host TEXT NOT NULL,
            type TEXT NOT NULL, game TEXT, about TEXT, decision TEXT, due TEXT, body TEXT NOT NULL,
            created_at TEXT NOT NULL, state TEXT NOT NULL, attempts INTEGER NOT NULL, next_at TEXT NOT NULL,
            claimed_until TEXT, attempted_at TEXT, status INTEGER, error TEXT, reply TEXT)""",
        "CREATE INDEX deliveries_by_time ON deliveries (state, next_at)",
        "CREATE INDEX deliveries_of_receiver ON deliveries (receiver, created_at, id)",
        "CREATE INDEX deliveries_of_game ON deliveries (game, receiver)",
        "CREATE TABLE followed_places (source TEXT PRIMARY KEY, position BIGINT NOT NULL, place INTEGER NOT NULL)",
    ),
    (
        # the log of tournaments, with the rows that follow from it in the same transaction (decision 039)
        """CREATE TABLE tournament_events (
            number NUMBER, tournament TEXT NOT NULL, version BIGINT NOT NULL, entry TEXT NOT NULL,
            UNIQUE (tournament, version))""",
        """CREATE TABLE tournaments (
            id TEXT PRIMARY KEY, version BIGINT NOT NULL, head TEXT NOT NULL, name TEXT NOT NULL,
            ruleset TEXT NOT NULL, status TEXT NOT NULL, owner TEXT NOT NULL, visibility TEXT NOT NULL,
            opened_at TEXT NOT NULL, starts_at TEXT, players INTEGER NOT NULL, max_players INTEGER NOT NULL,
            round INTEGER NOT NULL, rounds INTEGER NOT NULL, due TEXT)""",
        "CREATE INDEX tournaments_by_time ON tournaments (opened_at, id)",
        "CREATE INDEX tournaments_due ON tournaments (due)",
        """CREATE TABLE tournament_people (
            tournament TEXT NOT NULL, player TEXT NOT NULL, role TEXT NOT NULL,
            PRIMARY KEY (tournament, player, role))""",
        "CREATE INDEX tournaments_of_player ON tournament_people (player, role, tournament)",
        "CREATE TABLE tournament_games (game TEXT PRIMARY KEY, tournament TEXT NOT NULL, state TEXT NOT NULL)",
        "CREATE INDEX games_of_tournament ON tournament_games (tournament)",
    ),
    (
        # secrets that read the calendar of a player and nothing else (decision 040)
        """CREATE TABLE calendar_links (
            id TEXT PRIMARY KEY, player TEXT NOT NULL, label TEXT NOT NULL, hash TEXT NOT NULL UNIQUE,
            created_at TEXT NOT NULL, expires_at TEXT, last_used_at TEXT, revoked_at TEXT, made_with TEXT)""",
        "CREATE INDEX calendar_links_of_player ON calendar_links (player, created_at, id)",
    ),
    (index_names,),
    (
        # the rounds of tournaments for those who follow them, by the numbers of their events (decision 041);
        # `note_rounds` writes those that are stored already, after this transaction
        """CREATE TABLE tournament_rounds (
            number BIGINT PRIMARY KEY, tournament TEXT NOT NULL, version BIGINT NOT NULL, event TEXT NOT NULL,
            round INTEGER NOT NULL, at TEXT NOT NULL)""",
    ),
    (
        # the daily e-mail of players; addresses of `digest_confirmations` are keyed hashes
        """CREATE TABLE digests (
            player TEXT PRIMARY KEY, id TEXT NOT NULL UNIQUE, address TEXT NOT NULL, language TEXT NOT NULL,
            time_zone TEXT NOT NULL, hour INTEGER NOT NULL, site TEXT NOT NULL, state TEXT NOT NULL,
            requested_at TEXT NOT NULL, next_at TEXT NOT NULL, attempts INTEGER NOT NULL, claimed_until TEXT,
            sent_at TEXT, failed_at TEXT)""",
        "CREATE INDEX digests_by_time ON digests (next_at)",
        "CREATE TABLE digest_confirmations (player TEXT NOT NULL, address TEXT NOT NULL, at TEXT NOT NULL)",
        "CREATE INDEX digest_confirmations_by_time ON digest_confirmations (at)",
    ),
    (
        # which process pairs a round; no truth depends on it
        """CREATE TABLE tournament_claims (
            tournament TEXT PRIMARY KEY, holder TEXT NOT NULL, valid_until TEXT NOT NULL)""",
    ),
    (
        # analyses by the engine, outside the log: all of it can be computed again (decision 049)
        """CREATE TABLE engine_jobs (
            game TEXT NOT NULL, level TEXT NOT NULL, player TEXT, asked_at TEXT NOT NULL, state TEXT NOT NULL,
            done INTEGER NOT NULL, total INTEGER NOT NULL, holder TEXT, valid_until TEXT, document TEXT,
            PRIMARY KEY (game, level))""",
        "CREATE INDEX engine_jobs_by_state ON engine_jobs (state, asked_at)",
        """CREATE TABLE engine_parts (
            game TEXT NOT NULL, level TEXT NOT NULL, part INTEGER NOT NULL, engine TEXT NOT NULL,
            answers TEXT NOT NULL, PRIMARY KEY (game, level, part))""",
    ),
    (
        # pings, webhooks, browsers and daily e-mails end with what made them (decision 033); earlier ones do not
        "ALTER TABLE receivers ADD COLUMN expires_at TEXT",
        "ALTER TABLE receivers ADD COLUMN made_with TEXT",
        "ALTER TABLE digests ADD COLUMN expires_at TEXT",
        "ALTER TABLE digests ADD COLUMN made_with TEXT",
    ),
    (
        # the tests of pings, webhooks and browsers, which count for the limit also after these were deleted
        "CREATE TABLE receiver_tests (player TEXT NOT NULL, at TEXT NOT NULL)",
        "CREATE INDEX receiver_tests_by_time ON receiver_tests (at)",
    ),
    (
        # receivers change, so the body of the first request cannot be computed from the row
        "ALTER TABLE receivers ADD COLUMN request_digest TEXT",
    ),
    (
        # passkeys end with what made them, as do tokens (`started_by`); earlier ones do not (decision 033)
        "ALTER TABLE passkeys ADD COLUMN ends_with TEXT",
        "CREATE INDEX passkeys_by_end ON passkeys (ends_with)",
        # when a counter did not increase although the passkey is synchronised (WebAuthn level 3, 6.1.1)
        "ALTER TABLE passkeys ADD COLUMN uncounted_at TEXT",
    ),
    (
        # what held all scopes could end the account, which is a scope of its own now (decision 066)
        "UPDATE tokens SET scopes = 'read play organise account' WHERE scopes = 'read play organise' AND game IS NULL",
        "UPDATE passkeys SET scopes = 'read play organise account' WHERE scopes = 'read play organise'",
    ),
    (
        # what players gave up; of deleted players only keyed digests
        """CREATE TABLE former_names (
            player TEXT NOT NULL, name TEXT, folded TEXT NOT NULL, shape TEXT NOT NULL, given_up_at TEXT NOT NULL,
            reserved_until TEXT NOT NULL)""",
        "CREATE INDEX former_names_of_player ON former_names (player, given_up_at)",
        "CREATE INDEX former_names_by_folded ON former_names (folded)",
        "CREATE INDEX former_names_by_shape ON former_names (shape)",
        "CREATE INDEX former_names_by_time ON former_names (reserved_until)",
    ),
    (
        # what players allow to apps; of all codes and tokens there are only digests (decision 069)
        """CREATE TABLE grants (
            id TEXT PRIMARY KEY, player TEXT NOT NULL, client TEXT NOT NULL, redirect_uri TEXT, scopes TEXT NOT NULL,
            code TEXT NOT NULL UNIQUE, created_at TEXT NOT NULL, expires_at TEXT NOT NULL, ends_with TEXT,
            game TEXT, tournament TEXT)""",
        "CREATE INDEX grants_of_player ON grants (player, created_at, id)",
        "CREATE INDEX grants_by_end ON grants (ends_with)",
        "CREATE INDEX grants_by_time ON grants (expires_at)",
        "CREATE TABLE refresh_tokens (digest TEXT PRIMARY KEY, grant_id TEXT NOT NULL, used_at TEXT)",
        "CREATE INDEX refresh_tokens_of_grant ON refresh_tokens (grant_id)",
        # `lasts` is what the person chose, in seconds; `until` the expiry of what started the session
        """CREATE TABLE authorization_codes (
            digest TEXT PRIMARY KEY, client TEXT NOT NULL, redirect_uri TEXT NOT NULL, scopes TEXT NOT NULL,
            challenge TEXT NOT NULL, expires_at TEXT NOT NULL, game TEXT, tournament TEXT, player TEXT NOT NULL,
            lasts INTEGER NOT NULL, until TEXT, made_with TEXT)""",
        "CREATE INDEX authorization_codes_by_time ON authorization_codes (expires_at)",
        # `is_allowed` is NULL until a player has decided
        """CREATE TABLE device_codes (
            digest TEXT PRIMARY KEY, user_code TEXT NOT NULL UNIQUE, source TEXT NOT NULL, client TEXT NOT NULL,
            scopes TEXT NOT NULL, expires_at TEXT NOT NULL, polled_at TEXT, pause INTEGER NOT NULL, game TEXT,
            tournament TEXT, is_allowed INTEGER, player TEXT, lasts INTEGER, until TEXT, made_with TEXT)""",
        "CREATE INDEX device_codes_by_time ON device_codes (expires_at)",
        "CREATE INDEX device_codes_of_source ON device_codes (source)",
        "CREATE TABLE user_code_attempts (player TEXT NOT NULL, at TEXT NOT NULL)",
        "CREATE INDEX user_code_attempts_by_time ON user_code_attempts (at)",
        "ALTER TABLE tokens ADD COLUMN grant_id TEXT",
        "CREATE INDEX tokens_of_grant ON tokens (grant_id)",
        # to what a grant, and its tokens, are limited
        "ALTER TABLE tokens ADD COLUMN within_game TEXT",
        "ALTER TABLE tokens ADD COLUMN within_tournament TEXT",
    ),
    (
        # names that an operator has replaced are reserved for ever, and no profile shows them (decision 076)
        "ALTER TABLE former_names ADD COLUMN by_operator INTEGER NOT NULL DEFAULT 0",
    ),
    (
        # which sessions and passkeys no copied token can have made (decision 075); nothing is known about earlier ones
        "ALTER TABLE tokens ADD COLUMN token_at TEXT",
        "ALTER TABLE passkeys ADD COLUMN token_at TEXT",
    ),
    (
        # since when nothing is in force of which no maker is known: a moderator has ended all that the player had
        "ALTER TABLE players ADD COLUMN all_ended_at TEXT",
    ),
)
"""The statements or functions of each migration. A database stores the number of migrations that it has."""

NUMBER = {True: "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY", False: "INTEGER PRIMARY KEY AUTOINCREMENT"}
"""The type of an automatically numbered column in PostgreSQL (true) and SQLite."""


def migrate(cursor: Cursor) -> None:
    """Run the missing migrations in the transaction of the cursor.

    A lock lets one process at a time migrate. Raises StoreError for a database of a later release, which might not
    understand the rows of this one. Processes that run already continue.
    """
    if cursor.is_postgres:
        cursor.disable_timeouts()
        cursor.lock(MIGRATION_LOCK)
        cursor.execute("CREATE TABLE IF NOT EXISTS account_steps (done INTEGER NOT NULL)")
    row = cursor.one("SELECT done FROM account_steps" if cursor.is_postgres else "PRAGMA user_version")
    done = 0 if row is None else int(next(iter(dict(row).values())))
    if done > len(STEPS):
        message = (
            f"the database belongs to a later release of ludolog (migration {done}; this release knows {len(STEPS)}): "
            "install that release, or restore a backup from before its installation"
        )
        raise StoreError(message)
    # the lists of tournaments, whose tables are made here, leave damaged ones out
    damage.create(cursor)
    for step in STEPS[done:]:
        for statement in step:
            if isinstance(statement, str):
                cursor.execute(statement.replace("NUMBER", NUMBER[cursor.is_postgres]))
            else:
                statement(cursor)
            at_point("migration")
    if done >= len(STEPS):
        return
    if cursor.is_postgres:
        cursor.execute("DELETE FROM account_steps")
        cursor.execute("INSERT INTO account_steps VALUES (?)", (len(STEPS),))
    else:
        cursor.execute(f"PRAGMA user_version = {len(STEPS)}")
