"""A database of an earlier release is brought up to date, one of a later release is refused."""

import asyncio
import sqlite3
from pathlib import Path

import msgspec
import pytest

from service.core.store.database import Cursor
from service.core.store.errors import StoreError
from service.core.store.store import Store
from service.news.digest.rows import delete_ended_digests, digest_in_force
from service.news.queue.receivers import WebhookTerms, delete_ended_receivers, receivers_of
from service.people.accounts import Accounts
from service.people.credentials import digest_of
from service.people.migrations import NUMBER, STEPS
from service.people.quotas.caps import CapReachedError, Caps
from service.people.rows import NameTakenError
from service.people.sessions.rows import passkeys_of, token_behind
from service.people.tokens import TokenSpec
from service.play.play import Play
from tests.service.forge import run_ludolog

BEFORE = Path(__file__).parent / "data" / "before-postgresql.sql"
"""A file of the release before PostgreSQL: Ada, who has a token, in a running game of Minos against a bot."""

TOKEN = "ludolog_pLu3nHpg4BwYyHQAsk0hx7fC8cpw9tBsfp-my5OkySw"
GAME = "f5584729-b7b9-4098-8ee0-20144809a138"


def earlier(folder: Path) -> Path:
    file = folder / "games.db"
    connection = sqlite3.connect(file)
    connection.executescript(BEFORE.read_text())
    connection.close()
    return file


def steps(file: Path) -> int:
    connection = sqlite3.connect(file)
    (number,) = connection.execute("PRAGMA user_version").fetchone()
    connection.close()
    return int(number)


def test_a_file_of_the_release_before_is_brought_up_to_date(tmp_path: Path) -> None:
    file = earlier(tmp_path)
    assert steps(file) == 2

    with Store(f"sqlite:///{file}") as store:
        accounts = Accounts(store.database)
        use_case = Play(store)

        async def load() -> int:
            return (await use_case.load(GAME)).game.version

        holder = accounts.holder(TOKEN)
        assert holder is not None
        assert asyncio.run(load()) == 9
        assert accounts.player(holder.player) is not None
        accounts.sign_up("Bob")
    assert steps(file) == len(STEPS)

    with Store(f"sqlite:///{file}") as store:
        assert Accounts(store.database).holder(TOKEN) == holder


def test_names_that_read_the_same_before_stay_but_are_not_given_again(tmp_path: Path) -> None:
    file = earlier(tmp_path)
    connection = sqlite3.connect(file)
    at = "2026-11-01T00:00:00.000000Z"
    connection.executemany(
        "INSERT INTO players VALUES (?,?,?)",
        [("player:1", "Twin", at), ("player:2", "TWIN", at), ("guest:3", "Twin", at)],
    )
    connection.commit()
    connection.close()

    with Store(f"sqlite:///{file}") as store:
        accounts = Accounts(store.database)

        assert [accounts.name_of(player) for player in ("player:1", "player:2", "guest:3")] == ["Twin", "TWIN", "Twin"]
        with pytest.raises(NameTakenError, match="Twin"):
            accounts.sign_up("twin")
        with pytest.raises(NameTakenError, match="Twin"):
            accounts.rename("player:2", "tWIN")
        accounts.rename("player:1", "Unique")
        accounts.rename("player:2", "Twin")


def later(database: str) -> None:
    with Store(database) as store:
        Accounts(store.database)
        with store.database.writing() as cursor:
            if cursor.is_postgres:
                cursor.execute("UPDATE account_steps SET done = ?", (len(STEPS) + 1,))
            else:
                cursor.execute(f"PRAGMA user_version = {len(STEPS) + 1}")


def test_a_database_of_a_later_release_is_refused(database: str) -> None:
    later(database)

    with Store(database) as store, pytest.raises(StoreError, match="belongs to a later release of ludolog"):
        Accounts(store.database)


def test_the_service_says_so_in_one_line(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/games.db"
    later(database)
    done = run_ludolog("serve", environment={"LUDOLOG_DATABASE": database})

    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert "install that release" in line


AT_0_1_0 = 4
"""Steps of release 0.1.0."""


def test_a_database_of_0_1_0_keeps_its_tokens_and_has_the_limits_of_this_release(database: str) -> None:
    with Store(database) as store, store.database.writing() as cursor:
        _take_steps(cursor, AT_0_1_0)
        cursor.execute("INSERT INTO players (id, name, created_at) VALUES (?,?,?)", ("player:a", "Ada", "2026"))
        insert = "INSERT INTO tokens (id, player, label, hash, created_at, scopes) VALUES (?,?,?,?,?,?)"
        cursor.execute(insert, ("one", "player:a", "sign-up", digest_of("ludolog_secret"), "2026", "read play"))
    with Store(database) as store:
        accounts = Accounts(store.database, Caps(tokens=2))
        holder = accounts.holder("ludolog_secret")
        assert holder is not None
        assert (holder.player, holder.expires_at) == ("player:a", None)
        assert accounts.new_token(TokenSpec("player:a", "second", ("read",))).token.expires_at is None
        with pytest.raises(CapReachedError):
            accounts.new_token(TokenSpec("player:a", "third", ("read",)))
        assert [token.label for token in accounts.tokens("player:a")] == ["sign-up", "second"]


def _take_steps(cursor: Cursor, number: int) -> None:
    """Take the first steps into an empty database."""
    for statement in (statement for step in STEPS[:number] for statement in step):
        if isinstance(statement, str):
            cursor.execute(statement.replace("NUMBER", NUMBER[cursor.is_postgres]))
        else:
            statement(cursor)
    if cursor.is_postgres:
        cursor.execute("CREATE TABLE account_steps (done INTEGER NOT NULL)")
        cursor.execute("INSERT INTO account_steps VALUES (?)", (number,))
    else:
        cursor.execute(f"PRAGMA user_version = {number}")


BEFORE_MAKERS = 15
"""Steps before receivers and daily e-mails ended with what made them."""


def test_receivers_and_daily_e_mails_of_before_end_with_no_token(database: str) -> None:
    at = "2026-11-22T00:00:00.000000Z"
    terms = msgspec.json.encode(WebhookTerms(("game.started",), "Hook")).decode()
    with Store(database) as store, store.database.writing() as cursor:
        _take_steps(cursor, BEFORE_MAKERS)
        cursor.execute(
            "INSERT INTO receivers (id, kind, player, url, site, terms, generation, created_at, active_since, dropped) "
            "VALUES ('hook', 'webhook', 'player:a', 'https://hooks.example', '', ?, 1, ?, ?, 0)",
            (terms, at, at),
        )
        cursor.execute(
            "INSERT INTO digests (player, id, address, language, time_zone, hour, site, state, requested_at, next_at, "
            "attempts) VALUES ('player:a', 'mail', 'ada@example.org', 'en', 'UTC', 8, '', 'confirmed', ?, ?, 0)",
            (at, at),
        )
    with Store(database) as store:
        Accounts(store.database)
        with store.database.writing() as cursor:
            delete_ended_receivers(cursor)
            delete_ended_digests(cursor)
            (hook,) = receivers_of(cursor, "player:a", "webhook")
            mail = digest_in_force(cursor, "player:a")
    assert (hook.url, hook.expires_at, hook.made_with) == ("https://hooks.example", None, None)
    assert mail is not None
    assert (mail.address, mail.expires_at, mail.made_with) == ("ada@example.org", None, None)


BEFORE_DESCENT = 18
"""Steps before passkeys recorded what made them."""


def test_tokens_and_passkeys_of_before_end_with_none_and_their_sessions_with_them(database: str) -> None:
    at = "2026-11-22T00:00:00.000000Z"
    later = "2999-11-22T00:00:00.000000Z"
    with Store(database) as store, store.database.writing() as cursor:
        _take_steps(cursor, BEFORE_DESCENT)
        cursor.execute("INSERT INTO players (id, name, created_at) VALUES (?,?,?)", ("player:a", "Ada", at))
        token = (
            "INSERT INTO tokens (id, player, label, hash, created_at, scopes, expires_at, ends_at, started_by) "
            "VALUES (?, 'player:a', '', ?, ?, 'read', ?, ?, ?)"
        )
        cursor.execute(token, ("first", digest_of("first"), at, None, None, None))
        cursor.execute(token, ("second", digest_of("second"), at, None, None, None))
        cursor.execute(token, ("browser", digest_of("browser"), at, later, later, "first"))
        cursor.execute(
            "INSERT INTO passkeys (id, player, label, credential, public_key, sign_count, scopes, created_at) "
            "VALUES ('phone', 'player:a', 'Phone', 'x', '00', 0, 'read', ?)",
            (at,),
        )
    with Store(database) as store:
        accounts = Accounts(store.database)
        with store.database.reading() as cursor:
            (phone,) = passkeys_of(cursor, "player:a", at)
        assert (phone.ends_with, phone.uncounted_at) == (None, None)
        browser = accounts.session("browser")
        assert browser is not None
        # a token may have led to the session, and may lead to what it registers
        assert browser.token_at is None
        with store.database.reading() as cursor:
            assert token_behind(cursor, browser, later) == later
        first = accounts.holder("first")
        assert first is not None

        accounts.revoke(first)

        assert accounts.session("browser") is None
        assert accounts.holder("second") is not None
        with store.database.reading() as cursor:
            assert [each.id for each in passkeys_of(cursor, "player:a", at)] == ["phone"]
