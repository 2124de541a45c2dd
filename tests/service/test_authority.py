"""Who may do what: every operation of the document, every act in a tournament and every page, asked by everybody."""

import asyncio
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.secrecy.sites import site
from tests.service.authority.acts import ACTS, OF_PLAYERS, REFUSED, Organised
from tests.service.authority.asked import DOCUMENT, OPERATIONS, RUNNING
from tests.service.authority.pages import PAGES, WHO_LOOKS, looks
from tests.service.authority.people import ENDING, People, answers, imported_in
from tests.service.authority.table import TABLE, WHO
from tests.service.server import serving


def test_every_operation_has_its_row():
    assert set(TABLE) == set(OPERATIONS)
    assert {len(row.split()) for row in TABLE.values()} == {len(WHO)}


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> Iterator[People]:
    with people_in(tmp_path_factory.mktemp("authority")) as found:
        yield found


@contextmanager
def people_in(folder: Path) -> Generator[People]:
    """Serve a database in a folder, with everybody whom the table names."""
    imported = imported_in(folder)
    with serving(folder / "games.db") as server:
        yield People(server, imported)


@pytest.mark.parametrize("operation", sorted(set(TABLE) - {"erase", "askEngine"}))
def test_everybody_is_answered_as_the_table_says(people: People, operation: str) -> None:
    if operation in ENDING:
        people = People(people.server, people.imported)

    assert answers(people, operation, WHO) == expected(operation)


def test_everybody_erases_as_the_table_says(tmp_path: Path) -> None:
    with people_in(tmp_path) as people:
        assert answers(people, "erase", WHO) == expected("erase")


def expected(operation: str) -> dict[str, int]:
    """Return the statuses of a row."""
    return dict(zip(WHO, map(int, TABLE[operation].split()), strict=True))


@pytest.mark.parametrize("operation", sorted(TABLE))
def test_a_page_of_another_origin_is_nobody_and_one_of_the_service_is_its_user(operation: str) -> None:
    """With the cookie of the owner, a page of another origin sees what it would see without, and changes nothing."""
    row = dict(zip(WHO, TABLE[operation].split(), strict=True))
    only_looks = OPERATIONS[operation][0] == "get"

    assert row["foreign"] == (row["nobody"] if only_looks else "403")
    # a person decides about apps, and signs out, on a page only
    pages_only = {"signOut": "204", "beginConsent": "201", "decideConsent": "404"}
    assert row["page"] == pages_only.get(operation, row["owner"])


@pytest.mark.parametrize("operation", sorted(TABLE))
def test_what_is_no_longer_in_force_gives_nothing(operation: str) -> None:
    row = dict(zip(WHO, TABLE[operation].split(), strict=True))

    assert (row["revoked"], row["expired"]) == ("401", "401")


@pytest.mark.parametrize("operation", sorted(TABLE))
def test_what_is_refused_without_a_token_says_that_it_needs_one(people: People, operation: str) -> None:
    method, path = OPERATIONS[operation]
    declared = DOCUMENT["paths"][path][method].get("security", DOCUMENT["security"])

    answered = people.table("public", running=operation in RUNNING).ask(operation, "passer")

    assert (answered == 401) == ({} not in declared)


@pytest.mark.parametrize("operation", sorted(TABLE))
def test_what_an_invitation_changes_declares_it(operation: str) -> None:
    method, path = OPERATIONS[operation]
    declared = DOCUMENT["paths"][path][method].get("parameters", ())
    row = dict(zip(WHO, TABLE[operation].split(), strict=True))
    is_let_in = row["stranger"] == "404" and row["invited"] in {"200", "201", "409"}
    # these need a token as well, with which an invitation shows more
    needs_both = operation in {"askEngine", "makeStreamTicket"}

    assert (is_let_in or needs_both) == ({"$ref": "#/components/parameters/Invitation"} in declared)


@pytest.fixture(scope="module")
def organised(people: People) -> Organised:
    return Organised(people.server)


def test_every_act_has_its_row() -> None:
    assert set(REFUSED) == set(ACTS)


@pytest.mark.parametrize("act", ACTS)
def test_an_act_in_a_tournament_needs_its_role(organised: Organised, act: str) -> None:
    assert organised.refused(act) == REFUSED[act]


@pytest.mark.parametrize("act", OF_PLAYERS)
def test_players_need_no_role_for_themselves(organised: Organised, act: str) -> None:
    assert organised.own(act) in {201, 409}


def test_every_page_has_its_row() -> None:
    async def paths() -> set[str]:
        async with site() as running:
            return {route.path_format for route in running.app.routes}

    documented = {path for _, path in OPERATIONS.values()}
    assert set(PAGES) == asyncio.run(paths()) - documented


@pytest.mark.parametrize("page", sorted(PAGES))
def test_everybody_is_shown_the_pages_that_the_table_says(people: People, page: str) -> None:
    assert looks(people, page) == dict(zip(WHO_LOOKS, map(int, PAGES[page].split()), strict=True))


def test_everybody_asks_the_engine_as_the_table_says(people: People) -> None:
    """The last test: the engine examines a whole game until the server ends."""
    assert answers(people, "askEngine", WHO) == expected("askEngine")
