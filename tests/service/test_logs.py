"""The log of the service: what stands there, in which form, and what never does."""

import contextlib
import io
import json
import logging
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any, cast

import httpx
import pytest

from service.core.http.headers import REQUEST_ID
from service.core.settings import LogForm, Settings
from service.core.store.store import Store
from service.monitoring.telemetry.logs import configure_logs
from tests.replies import ok
from tests.service.browsers import Browser, passkey
from tests.service.forge import run_ludolog
from tests.service.kit import first_choice, next_decision, started_game
from tests.service.server import Server, serving


@contextlib.contextmanager
def logging_to(stream: io.StringIO, form: LogForm = "json") -> Generator[None]:
    """Log as a process does, and put everything back for the tests that follow."""
    root = logging.getLogger()
    before = root.handlers[:], root.level
    root.handlers = []
    try:
        configure_logs(Settings(log=form), stream)
        yield
    finally:
        # pytest takes warnings by itself
        logging.captureWarnings(capture=False)
        root.handlers, root.level = before


def logged(form: LogForm = "json") -> str:
    out = io.StringIO()
    with logging_to(out, form):
        REQUEST_ID.set("r-1")
        logging.getLogger("asyncio").warning("cannot connect: %s", "refused")
        logging.getLogger("service").debug("too fine")
        hidden = "hidden-value"
        try:
            int("nothing there")
        except ValueError:
            logging.getLogger("litestar").exception("it failed with ludolog_%s", "A" * 43)
        assert hidden
        REQUEST_ID.set(None)
    return out.getvalue()


def test_every_library_writes_lines_of_json() -> None:
    first, second = map(json.loads, logged().splitlines())

    assert first.pop("time").endswith("Z")
    assert first == {
        "level": "warning",
        "logger": "asyncio",
        "message": "cannot connect: refused",
        "request_id": "r-1",
    }
    assert second["level"] == "error"
    assert second["exception"].endswith("ValueError: invalid literal for int() with base 10: 'nothing there'")


def test_a_person_reads_lines() -> None:
    text = logged("console")

    assert "cannot connect: refused" in text
    assert "ValueError: invalid literal" in text
    assert "request_id=r-1" in text


@pytest.mark.parametrize("form", ["json", "console"])
def test_neither_tokens_nor_values_of_variables_are_told(form: LogForm) -> None:
    text = logged(form)

    assert "A" * 8 not in text
    assert "ludolog_***" in text
    assert "hidden-value" not in text


TALKING = {"LUDOLOG_LOG": "json", "LUDOLOG_LOG_LEVEL": "debug", "LUDOLOG_ACCESS_LOG": "on"}
"""Settings of a service that logs as much as it can."""


def secrets_of(player: httpx.Client, guest: httpx.Client, game: str, folder: Path) -> set[str]:
    """Return what must not stand in any log: tokens, and all that the log of the game keeps sealed."""
    found = {client.headers["Authorization"].removeprefix("Bearer ") for client in (player, guest)}
    with Store(f"sqlite:///{folder}/games.db") as store:
        for entry in store.read(game):
            if entry.secret is not None:
                # salts and seeds; the sealed values themselves are words such as `red`
                found |= set(long_texts(json.loads(bytes(entry.secret))))
    return found


def browser_secrets(server: Server) -> set[str]:
    """Use a passkey and a session as browsers do, and wrongly; return cookies, challenges and signatures."""
    base = f"http://localhost:{server.port}"
    browser, key = Browser(server, base, base), passkey()
    browser.sign_up()
    browser.new_passkey(key)
    options = ok(browser.post("/v1/sessions/challenges")).json()["options"]
    signed = key.get(options, base)
    former = browser.secret
    replies = [browser.sign_in(type="passkey", credential=signed) for _ in range(2)]
    assert [reply.status_code for reply in replies] == [201, 422]
    browser.get(f"/v1/games/{browser.secret}")
    browser.elsewhere.post("/v1/games", json={})
    browser.sign_in(type="token", token=former)
    browser.sign_in(type="passkey", credential={**signed, "id": browser.secret})
    found = {options["challenge"], browser.secret, former, browser.token, *signed["response"].values()}
    # the part of a secret after its prefix, which log lines do not have either
    return {each.rpartition("_session_")[2] for each in found}


def calendar_secret(player: httpx.Client, server: Server) -> str:
    """Read a calendar as calendar programs do, and wrongly; return the part of its secret after the prefix."""
    url: str = ok(player.post("/v1/me/calendar-links", json={"label": "phone"})).json()["url"]
    secret = url.partition("token=")[2]
    program = server.client()
    wrong = f"/v1/me/calendar.ics?token={secret}A"
    paths = (url, wrong, f"{url}&x=1", f"/v1/{secret}", f"/v1/me/calendar-links?token={secret}")
    assert [program.get(path).status_code for path in paths] == [200, 404, 200, 404, 401]
    assert secret not in "".join(program.get(path).text for path in paths[:3])
    return secret.rpartition("_calendar_")[2]


def long_texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from long_texts(list(cast("dict[str, Any]", value).values()))
    elif isinstance(value, list):
        for item in cast("list[Any]", value):
            yield from long_texts(item)
    elif isinstance(value, str) and len(value) >= 32:
        yield value


def test_why_a_service_cannot_start_is_a_line_of_json_too(tmp_path: Path) -> None:
    nowhere = f"sqlite:///{tmp_path}/none/games.db"
    for command, url in (("serve", nowhere), ("worker", nowhere), ("worker", "postgresql://127.0.0.1:1/none")):
        done = run_ludolog(command, environment={"LUDOLOG_LOG": "json", "LUDOLOG_DATABASE": url})
        (line,) = [json.loads(line) for line in (done.stdout + done.stderr).splitlines()]
        assert (done.returncode, line["level"]) == (2, "critical")
        assert "LUDOLOG_DATABASE" in line["message"] or "no worker is needed" in line["message"]


def test_no_secret_stands_in_what_a_server_puts_out(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", {}, tmp_path / "output", **TALKING) as server:
        player, guest = server.player(), server.player("Bob")
        game = started_game(player, visibility="private")
        invitation = ok(player.post(f"/v1/games/{game}/invitations", json={"label": "x"})).json()["invitation"]
        guest.headers["Ludolog-Invitation"] = invitation
        token = guest.headers["Authorization"].removeprefix("Bearer ")
        for _ in range(3):
            body = first_choice(next_decision(player, game))
            assert player.post(f"/v1/games/{game}/commands", json=body).status_code == 201
        # a token and an invitation where they do not belong, and whatever goes wrong
        for path in (f"/v1/games/{token}", f"/v1/{invitation}", f"/nowhere?token={token}", f"/v1/players/{token}"):
            assert guest.get(path).status_code == 404
        assert guest.post("/v1/games", content=b'{"token": "' + token.encode()).status_code == 400
        assert guest.post(f"/v1/games/{game}/commands", json={"decision": token}).status_code == 400
        guest.get(f"/v1/games/{game}/stream", params={"follow": "false"})
        signed_in = browser_secrets(server)
        calendar = calendar_secret(player, server)
    text = server.output.read_text()

    secrets = secrets_of(player, guest, game, tmp_path) | {invitation, calendar} | signed_in
    assert len(secrets) > 3
    assert not [secret for secret in secrets if secret in text]
    # standard output and standard error alike: whoever collects them gets nothing else
    lines = [json.loads(line) for line in text.splitlines()]
    assert any(line["message"].startswith("Ludolog listens on") for line in lines)
    asked = [line for line in lines if line["logger"] == "service.access"]
    assert {line["status"] for line in asked} >= {200, 201, 400, 404}
    assert all(line["request_id"] for line in asked)
    assert any("ludolog_***" in line["path"] for line in asked)
    assert not [line for line in lines if line["level"] in {"error", "critical"}]
