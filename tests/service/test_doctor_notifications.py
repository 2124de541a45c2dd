"""`ludolog doctor` looks at what waits to be sent, and at the server for e-mails."""

import contextlib
import sqlite3
from pathlib import Path

import psycopg

from tests.notifications.mailbox import mailbox
from tests.service.server import free_port, serving
from tests.service.test_doctor_trials import doctor

WAITING = (
    "INSERT INTO deliveries (id, receiver, once, host, type, body, created_at, state, attempts, next_at) "
    "VALUES ('msg_1', 'x', 'once', 'hooks.example.com', 'game.started', '', '2026-01-01T00:00:00.000000Z', 'waiting', "
    "0, '2026-01-01T00:00:00.000000Z')"
)
DISABLED = (
    "INSERT INTO receivers (id, kind, player, url, site, terms, generation, created_at, active_since, disabled_at, "
    "dropped) VALUES ('x', 'webhook', 'p', 'https://hooks.example.com', '', '{}', 1, 't', 't', 't', 0)"
)
DUE = (
    "INSERT INTO digests (player, id, address, language, time_zone, hour, site, state, requested_at, next_at, "
    "attempts) VALUES ('p', 'x', 'a@b.example', 'en', 'UTC', 8, '', 'confirmed', 't', '2026-01-01T00:00:00.000000Z', 0)"
)
SENDER = "games@ludolog.example"
ORIGIN = "https://ludolog.example"


def test_what_waits_in_a_file_is_counted(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db") as server:
        settings = {"LUDOLOG_DATABASE": server.database}
    with contextlib.closing(sqlite3.connect(tmp_path / "games.db")) as connection, connection:
        connection.execute(WAITING)
        connection.execute(DISABLED)
    found = doctor(**settings)
    assert (found["deliveries"]["found"], found["deliveries"]["verdict"]) == ("1 wait", "ok")
    assert found["receivers"]["found"] == "1, of which 1 are disabled"


def test_what_no_service_sends_is_a_warning(postgres: str, tmp_path: Path) -> None:
    key_file = str(tmp_path / "key")
    settings = {"LUDOLOG_DATABASE": postgres, "LUDOLOG_KEY_FILE": key_file}
    with serving(postgres, LUDOLOG_KEY_FILE=key_file):
        pass
    assert doctor(**settings)["deliveries"]["verdict"] == "ok"
    with psycopg.connect(postgres) as connection:
        connection.execute(WAITING.encode())
    found = doctor(**settings)
    assert found["deliveries"]["verdict"] == "warning"
    assert found["deliveries"]["found"].startswith("1 are overdue by more than 15 minutes")
    assert found["code"] == 0


def test_daily_e_mails_are_overdue_only_if_there_is_a_server(postgres: str, tmp_path: Path) -> None:
    settings = {"LUDOLOG_DATABASE": postgres, "LUDOLOG_KEY_FILE": str(tmp_path / "key")}
    with serving(postgres, LUDOLOG_KEY_FILE=settings["LUDOLOG_KEY_FILE"]):
        pass
    with psycopg.connect(postgres) as connection:
        connection.execute(DUE.encode())
    assert doctor(**settings)["deliveries"]["verdict"] == "ok"
    settings |= {"LUDOLOG_SMTP_HOST": "127.0.0.1", "LUDOLOG_SMTP_SENDER": SENDER, "LUDOLOG_ORIGIN": ORIGIN}
    found = doctor(**settings, LUDOLOG_SMTP_PORT=str(free_port()))["deliveries"]
    assert (found["verdict"], found["found"][:13]) == ("warning", "1 are overdue")


def test_the_server_for_e_mails_is_tried(tmp_path: Path) -> None:
    settings = {"LUDOLOG_DATABASE": f"sqlite:///{tmp_path}/games.db", "LUDOLOG_SMTP_SENDER": SENDER}
    assert "e-mail" not in doctor(**settings)
    settings |= {"LUDOLOG_SMTP_HOST": "127.0.0.1", "LUDOLOG_SMTP_TLS": "none", "LUDOLOG_ORIGIN": ORIGIN}
    with mailbox() as box:
        found = doctor(**settings, LUDOLOG_SMTP_PORT=str(box.port))["e-mail"]
        assert (found["found"], found["verdict"]) == (f"127.0.0.1:{box.port} accepts the sign-in", "ok")
    unused = free_port()
    result = doctor(**settings, LUDOLOG_SMTP_PORT=str(unused))
    found = result["e-mail"]
    assert (found["verdict"], result["code"]) == ("wrong", 1)
    assert found["found"].startswith(f"127.0.0.1:{unused}: the server cannot be used (ConnectionRefusedError)")
