"""No route changes the log of the process: format, level and masking are the same after each was asked."""

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.routes import HTTPRoute

from service.app import routed_app
from tests.service.server import Server, serving

pytestmark = pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")

SECRET = f"ludolog_{'A' * 43}"
"""A token in a path, where it does not belong."""

FIELDS = {"level", "logger", "message", "time", "request_id", "method", "path", "route", "status", "ms", "ended_ms"}
"""The fields of a line about a request."""


def routes() -> Iterator[tuple[str, str]]:
    """Return method and path of every route, with a word for each parameter."""
    for route in routed_app(has_metrics=True).routes:
        if isinstance(route, HTTPRoute):
            path = "".join(f"/{part if isinstance(part, str) else 'x'}" for part in route.path_components) or "/"
            for method in sorted(route.methods):
                yield method, path


def ask_each_route(server: Server) -> dict[str, int]:
    """Ask for every route once, as a player; returns the statuses of those that are read."""
    player, found = server.player(), dict[str, int]()
    # last what could end the account
    for method, path in sorted(routes(), key=lambda each: each[0] == "DELETE"):
        # a stream is left after its head
        with contextlib.suppress(httpx.RemoteProtocolError), player.stream(method, path) as reply:
            if method == "GET":
                found[path] = reply.status_code
    return found


def asked(client: httpx.Client) -> None:
    """Send a request whose path has a secret."""
    assert client.get(f"/v1/games/{SECRET}").status_code == 404


def test_lines_of_json_keep_format_level_and_masking_after_every_route(tmp_path: Path) -> None:
    settings = {"LUDOLOG_LOG": "json", "LUDOLOG_LOG_LEVEL": "info", "LUDOLOG_ACCESS_LOG": "on", "LUDOLOG_METRICS": "on"}
    with serving(tmp_path / "games.db", {}, tmp_path / "output", **settings) as server:
        visitor = server.client()
        asked(visitor)
        statuses = ask_each_route(server)
        asked(visitor)
    assert statuses["/openapi.json"] == statuses["/docs"] == statuses["/v1/clocks"] == 200

    text = server.output.read_text()
    lines: list[dict[str, Any]] = [json.loads(line) for line in text.splitlines()]
    first, last = (line for line in lines if line.get("route") == "/v1/games/{game}" and "***" in line["path"])
    assert first.keys() == last.keys() == FIELDS
    assert first["path"] == last["path"]
    assert SECRET not in text
    assert "debug" not in {line["level"] for line in lines}
    known = {line["path"] for line in lines if line["logger"] == "service.access"}
    assert known >= statuses.keys()


@pytest.mark.parametrize("form", ["json", "console"])
def test_a_level_of_warnings_holds_after_every_route(tmp_path: Path, form: str) -> None:
    settings = {"LUDOLOG_LOG": form, "LUDOLOG_LOG_LEVEL": "warning", "LUDOLOG_ACCESS_LOG": "on"}
    with serving(tmp_path / "games.db", {}, tmp_path / "output", **settings) as server:
        assert ask_each_route(server)["/openapi.json"] == 200
        asked(server.client())

    # a person is shown the address, which is no line of the log
    assert [line for line in server.log() if not line.startswith("Ludolog listens on")] == []
