"""Query parameters are known, given once and written in one way; cursors are those of the list; over a real socket."""

import base64
from typing import Any
from urllib.parse import quote

import httpx
import pytest

from tests.replies import ok
from tests.service.kit import problem
from tests.service.server import Server


def faults(reply: httpx.Response) -> list[dict[str, Any]]:
    assert problem(reply) == (400, "bad-request")
    errors = reply.json()["errors"]
    assert all(error["pointer"] == f"/{error['parameter']}" for error in errors)
    return errors


@pytest.mark.parametrize("query", ["", "?", "?tokn=x"])
def test_a_missing_parameter_is_named(server: Server, query: str) -> None:
    errors = faults(server.client().get(f"/v1/me/calendar.ics{query}"))

    assert errors[-1]["parameter"] == "token"
    assert "missing" in errors[-1]["detail"]


@pytest.mark.parametrize(
    ("path", "parameter", "said"),
    [
        ("games?limit=1e1", "limit", "whole number"),
        ("games?limit=3.0", "limit", "whole number"),
        ("games?limit=%2B3", "limit", "whole number"),
        ("games?limit=03", "limit", "whole number"),
        ("games?limit=%D9%A3", "limit", "whole number"),
        ("games?limit=", "limit", "empty"),
        ("games?limit", "limit", "empty"),
        ("games?limit=0", "limit", ">= 1"),
        ("games?limit=1&limit=2", "limit", "more than once"),
        ("games?limt=1", "limt", "did you mean limit?"),
        ("games?Limit=1", "Limit", "did you mean limit?"),
        (
            "games?zzz=1",
            "zzz",
            "there are cursor, ended_since, ended_until, ids, limit, opponents, order, owner, player, rated, ruleset",
        ),
        ("games?status=opne", "status", "did you mean open?"),
        ("games?status=OPEN", "status", "did you mean open?"),
        ("games?ruleset=gigante", "ruleset", "did you mean giganten?"),
        ("games?ruleset=chess", "ruleset", "there are"),
        ("games?player=%00", "player", "NUL"),
        ("games?player=%FF", "player", "UTF-8"),
        ("games?player=%zz", "player", "percent-encoded"),
        ("me/games?ruleset=x", "ruleset", "no title"),
        ("me/games?awaiting=1", "awaiting", "true, false"),
        ("me/games?awaiting=True", "awaiting", "did you mean true?"),
        ("me?verbose=true", "verbose", "it takes none"),
        ("results?ruleset=x", "ruleset", "no title"),
        ("results?since=2026-11-20", "since", "RFC 3339"),
        ("results?since=2026-11-20T12:00:00", "since", "RFC 3339"),
        ("results?since=2026-11-20T12:00:00+01:00", "since", "%2B"),
        ("games/{game}/view?at=1.0", "at", "whole number"),
        ("games/{game}/events?wait=1e0", "wait", "whole number"),
        ("games/{game}/events?aftr=3", "aftr", "did you mean after?"),
        ("games/{game}/stream?follow=no", "follow", "true, false"),
        ("games/{game}?as=public", "as", "it takes none"),
        ("rulesets?page=2", "page", "there are lang"),
    ],
)
def test_a_parameter_that_is_not_as_declared_is_named(
    game: tuple[httpx.Client, str], path: str, parameter: str, said: str
) -> None:
    player, number = game

    errors = faults(player.get("/v1/" + path.format(game=number)))

    assert [error["parameter"] for error in errors] == [parameter]
    assert said in errors[0]["detail"]


def test_parameters_of_what_changes_something_are_checked_too(game: tuple[httpx.Client, str]) -> None:
    player, number = game

    for reply in (
        player.post("/v1/me/tokens?dry_run=1", json={"label": "x"}),
        player.delete(f"/v1/games/{number}?force=true"),
        player.put(f"/v1/games/{number}/seats/1?seat=2"),
    ):
        assert len(faults(reply)) == 1
    assert ok(player.get(f"/v1/games/{number}")).json()["status"] == "running"


def test_several_faults_are_named_up_to_ten(game: tuple[httpx.Client, str]) -> None:
    player, _ = game

    two = faults(player.get("/v1/games?limit=x&foo=1&status=open&"))
    many = faults(player.get("/v1/games?" + "&".join(f"x{number}=1" for number in range(500))))

    assert [error["parameter"] for error in two] == ["limit", "foo"]
    assert len(many) == 10


def test_parameters_as_declared_are_taken(game: tuple[httpx.Client, str]) -> None:
    player, number = game

    for path in (
        "games?limit=3&ruleset=giganten&status=running&player=bot:random",
        "me/games?awaiting=false&limit=200",
        "results?since=2026-11-20T12:00:00%2B01:00",
        "results?since=2016-12-31t23:59:60z",
        f"games/{number}/view?at={ok(player.get(f'/v1/games/{number}')).json()['version']}&as=public",
        f"games/{number}/events?after=0&limit=5&wait=0&as=seat%3A0",
    ):
        assert player.get(f"/v1/{path}").status_code == 200, path
    # pages for browsers are no operations
    assert player.get("/docs?from=mail").status_code == 200


def encoded(text: str) -> str:
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


TIME = "2026-11-20T12:00:00.000000Z"


@pytest.mark.parametrize(
    ("path", "cursor"),
    [
        ("games", "x"),
        ("games", "!!!!"),
        ("games", encoded(f"{TIME} a") + "="),
        ("games", "." + encoded(f"{TIME} a")),
        ("games", encoded(f"{TIME} a") + "\n"),
        ("games", encoded("soon a")),
        ("games", encoded(f"{TIME} a b")),
        ("games", encoded("1")),
        ("me/games", encoded(f"{TIME}")),
        ("results", encoded("-1")),
        ("results", encoded("01")),
        ("results", encoded("1.0")),
        ("results", encoded(f"{TIME} a")),
        ("leaderboards/minos", encoded("1")),
        ("leaderboards/minos", encoded("x player:a")),
        ("leaderboards/minos", encoded("-0 player:a")),
    ],
)
def test_a_cursor_that_no_page_has_given_is_refused(game: tuple[httpx.Client, str], path: str, cursor: str) -> None:
    errors = faults(game[0].get(f"/v1/{path}?cursor={quote(cursor)}"))

    assert [error["parameter"] for error in errors] == ["cursor"]


def test_a_header_of_another_kind_is_named(game: tuple[httpx.Client, str]) -> None:
    player, number = game

    key = player.post("/v1/me/tokens", json={"label": "x"}, headers={"Idempotency-Key": "a/b"})
    last = player.get(f"/v1/games/{number}/stream", headers={"Last-Event-ID": "1.0"})

    assert [error["parameter"] for error in faults(key)] == ["Idempotency-Key"]
    assert [error["parameter"] for error in faults(last)] == ["Last-Event-ID"]


@pytest.mark.parametrize("seat", ["01", "+1", "1_0", "%D9%A1", "%201"])
def test_a_number_in_a_path_is_written_in_one_way(game: tuple[httpx.Client, str], seat: str) -> None:
    player, number = game

    assert problem(player.get(f"/v1/games/{number}/seats/{seat}/tokens")) == (404, "not-found")


def test_a_foreign_cursor_says_what_to_do(server: Server) -> None:
    (error,) = faults(server.client().get("/v1/games?cursor=nonsense"))
    assert error["detail"] == "the cursor is not valid for this list: leave it out to start from the beginning"
