"""Shared caches get one copy of what is the same for all, and nothing that is not (RFC 9111 3, RFC 9110 12.5.5)."""

from collections.abc import Iterator
from typing import NamedTuple

import httpx
import pytest

from tests.service.authority.asked import DOCUMENT, OPERATIONS
from tests.service.authority.people import People, Table, imported_in
from tests.service.server import serving

KINDS = ("private", "public", "closed", "imported")
ANONYMOUS = "nobody"
CALLERS = (
    *(ANONYMOUS, "foreign", "stranger", "invited", "reader", "deputy", "guest", "neighbour", "player", "owner", "page"),
    "director",
)
READS = sorted(
    operation
    for operation, (method, _) in OPERATIONS.items()
    if method == "get" and not operation.lower().endswith("stream")
)
VIEWERS = ("", "public", "full", "seat:1")

ONE_COPY = {
    *("game ", "view public", "events public", "decisions public", "views public", "bundle public"),
    *("verification public", "tournamentEvents ", "tournamentStandings ", "tournamentBundle ", "tournamentRound "),
    *(
        "activityOfPlayer ",
        "headToHead ",
        "results ",
        "leaderboard ",
        "ratingsOfPlayer ",
        "recordOfPlayer ",
        "rulesets ",
        "ruleset ",
        "rules ",
        "rule ",
        "words ",
        "board ",
    ),
}
"""Operations, with the viewer in the query, whose replies about a running public game are the same for all."""

ONE_COPY_OF_A_FINISHED_GAME = {
    *(f"{operation} {viewer}" for operation in ("view", "events", "views") for viewer in VIEWERS if viewer),
    *("bundle ", "bundle full", "verification ", "result ", "analysis "),
}


class Copy(NamedTuple):
    """What a cache would store of a reply."""

    content: bytes
    etag: str | None
    is_public: bool
    is_for_all: bool


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> Iterator[People]:
    folder = tmp_path_factory.mktemp("caches")
    imported = imported_in(folder)
    with serving(folder / "games.db") as server:
        yield People(server, imported)


def parameters_of(operation: str) -> set[str]:
    method, path = OPERATIONS[operation]
    declared = DOCUMENT["paths"][path][method].get("parameters", ())
    return {each["name"] for each in declared if "name" in each}


def copy_of(reply: httpx.Response) -> Copy | None:
    """Return the copy of a successful reply; None: it is an error, which no cache stores."""
    if reply.status_code != 200:
        assert "public" not in reply.headers.get("Cache-Control", ""), "an error is stored by no shared cache"
        return None
    varies = {each.strip() for each in reply.headers.get("Vary", "").split(",")}
    is_public = "public" in reply.headers.get("Cache-Control", "")
    return Copy(reply.content, reply.headers.get("ETag"), is_public, is_public and "Authorization" not in varies)


def copies(table: Table, operation: str, viewer: str) -> dict[str, Copy | None]:
    query = {"as": viewer} if viewer else {}
    return {who: copy_of(table.reply(operation, who, **query)) for who in CALLERS if who in table.clients}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("operation", READS)
def test_a_copy_for_all_is_the_reply_to_every_caller_and_a_public_one_that_of_a_visitor(
    people: People, operation: str, kind: str
) -> None:
    table = people.table(kind, running=True)
    for viewer in VIEWERS if "as" in parameters_of(operation) else ("",):
        found = copies(table, operation, viewer)
        for who, copy in found.items():
            if copy is None or not copy.is_public:
                continue
            visitor = found[ANONYMOUS]
            assert visitor is not None, f"{who} gets as public what a visitor may not see: {viewer}"
            assert copy.content == visitor.content, f"{who} gets as public what a visitor does not: {viewer}"
            if copy.is_for_all:
                assert set(found.values()) == {copy}, f"one copy, but not one reply: {viewer}"


def test_one_copy_is_enough_for_what_a_visitor_sees_of_a_public_game(people: People) -> None:
    table = people.table("public", running=True)
    varying: set[str] = set()
    for each in sorted(ONE_COPY):
        operation, viewer = each.split(" ")
        for who in (ANONYMOUS, "player"):
            copy = copies(table, operation, viewer)[who]
            if copy is None or not copy.is_for_all:
                varying.add(each)

    assert varying == set()


def test_one_copy_is_enough_for_a_finished_public_game(people: People) -> None:
    table = people.table("imported", running=True)
    varying = {
        f"{each} {who}"
        for each in sorted(ONE_COPY_OF_A_FINISHED_GAME)
        for who in (ANONYMOUS, "owner")
        if (
            copy := copy_of(
                table.reply(each.split(" ")[0], who, **({"as": viewer} if (viewer := each.split(" ")[1]) else {}))
            )
        )
        is None
        or not copy.is_for_all
    }

    assert varying == set()


@pytest.mark.parametrize("kind", ["private", "closed"])
def test_no_view_of_a_game_that_not_everybody_sees_is_public(people: People, kind: str) -> None:
    table = people.table(kind, running=True)
    for operation in ("view", "events", "decisions", "views", "bundle", "verification"):
        for viewer in VIEWERS:
            for who, copy in copies(table, operation, viewer).items():
                assert copy is None or not copy.is_public, f"{operation} {viewer} {who}"
