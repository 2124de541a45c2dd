"""The lists of games and results: a page reads its own rows by an index, however many games there are."""

import sqlite3
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from domain.game.terms import Terms
from service.core.store.database import Cursor
from service.lists.tables.lobby import GameQuery, Requester, games
from service.lists.tables.results import ResultQuery, results
from tests.readmodels.kit import evening, mixed, played, world
from tests.readmodels.test_results import Explained

ADA = "player:ada"

SINCE = "2026-11-20T12:00:00.000000Z"

GAMES = {
    "lobby": GameQuery(),
    "status=?": GameQuery(status="open"),
    "ruleset=?": GameQuery(ruleset="minos"),
    "ruleset=? AND status=?": GameQuery(ruleset="minos", status="running"),
    "owner=?": GameQuery(owner=ADA),
    "tag=?": GameQuery(tag="evening"),
    "player=?": GameQuery(player=ADA, status="ended"),
    "player=? AND game=?": GameQuery(player="bot:random", opponents=(ADA, "bot:careful")),
    "ended_at>?": GameQuery(ended_since=SINCE),
    "ended_at<?": GameQuery(ended_until=SINCE),
    "tag=? AND ended_at>?": GameQuery(tag="evening", ended_since=SINCE),
    "player=? AND ended_at>?": GameQuery(player=ADA, ended_since=SINCE),
}

RESULTS = {
    "number": ResultQuery(is_public=True),
    "player=?": ResultQuery(player=ADA),
    "number=? AND place<?": ResultQuery(player="bot:random", opponents=(ADA,)),
    "tag=?": ResultQuery(tag="evening"),
    "number>?": ResultQuery(since="2026-11-20T12:00:00.000000Z"),
    "number>? AND number<?": ResultQuery(since="2026-11-20T12:00:00.000000Z", is_newest_first=True, after=7),
    "number<?": ResultQuery(until="2026-11-20T12:00:00.000000Z"),
}


def plan(database: Path, ask: Callable[[Cursor], object]) -> list[str]:
    """Return how SQLite runs a query."""
    explained = Explained(database)
    ask(Cursor(explained, is_postgres=False))
    explained.close()
    return explained.plan


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a database without games."""
    database = tmp_path_factory.mktemp("plans") / "games.db"
    with world(f"sqlite:///{database}"):
        return database


@pytest.mark.parametrize("requester", [Requester(), Requester(ADA)], ids=["visitor", "player"])
@pytest.mark.parametrize("index", GAMES)
def test_a_page_of_games_is_read_in_its_order_by_an_index(empty: Path, index: str, requester: Requester) -> None:
    steps = plan(empty, lambda cursor: games(cursor, requester, GAMES[index]))

    assert not any("TEMP B-TREE FOR ORDER BY" in step for step in steps), steps
    assert not any(step.startswith("SCAN") and "USING" not in step for step in steps), steps
    assert index == "lobby" or any(f"({index}" in step for step in steps), steps


@pytest.mark.parametrize("index", RESULTS)
def test_a_page_of_results_reads_no_other_results(empty: Path, index: str) -> None:
    steps = plan(empty, lambda cursor: results(cursor, RESULTS[index]))

    assert index == "number" or not any(step.startswith("SCAN results_g") for step in steps), steps
    assert index == "number" or any(f"({index}" in step for step in steps), steps
    # the page is sorted with its seats, the results before it are not
    sorts = [step for step in steps[: steps.index("SCAN r")] if "TEMP B-TREE" in step]
    assert index == "player=?" or not sorts, steps
    # the feed looks up each game, and does not read the list of games
    assert not any("lobby_g" in step and step.startswith("SCAN") for step in steps), steps


@pytest.mark.parametrize(
    ("index", "wanted"),
    [
        ("(number>? AND number<?", ResultQuery()),
        ("(player=? AND number>? AND number<?", ResultQuery(player=ADA)),
        ("(tag=? AND number>? AND number<?", ResultQuery(tag="evening")),
        ("(ruleset=? AND number>? AND number<?", ResultQuery(ruleset="minos")),
        ("(owner=? AND number>? AND number<?", ResultQuery(owner=ADA)),
    ],
)
def test_results_of_a_window_are_read_between_its_ends(empty: Path, index: str, wanted: ResultQuery) -> None:
    window = replace(wanted, since="2026-11-20T12:00:00.000000Z", until="2026-11-21T12:00:00.000000Z")
    steps = plan(empty, lambda cursor: results(cursor, window))

    for part in (index, "(latest_at>?", "(earliest_at<?"):
        assert any(part in step for step in steps), steps


@pytest.mark.parametrize("pages", [30, 300])
def test_each_result_has_the_latest_time_before_it_and_the_earliest_after_it(database: str, pages: int) -> None:
    with world(database) as opened:
        opened.append(evening())
        opened.catch_up(pages)
        with opened.database.reading() as cursor:
            rows = list(cursor.all("SELECT ended_at, latest_at, earliest_at FROM results ORDER BY number"))
    times = [row["ended_at"] for row in rows]

    assert times != sorted(times)
    assert [row["latest_at"] for row in rows] == [max(times[: end + 1]) for end in range(len(times))]
    assert [row["earliest_at"] for row in rows] == [min(times[start:]) for start in range(len(times))]


@pytest.mark.parametrize("is_newest_first", [False, True])
def test_results_since_a_time_are_all_of_them_though_the_log_has_another_order(
    database: str, is_newest_first: bool
) -> None:
    with world(database) as opened:
        opened.append(evening())
        opened.catch_up(100)
        with opened.database.reading() as cursor:
            every = results(cursor, ResultQuery(is_newest_first=is_newest_first))
            times = [one.result.ended_at for one in every]
            assert times not in (sorted(times), sorted(times, reverse=True))
            players = {seat.player for one in every for seat in one.result.seats}
            for since, until in product((None, *times, "2027-01-01T00:00:00.000000Z"), (None, *times)):
                window = ResultQuery(since=since, until=until, is_newest_first=is_newest_first)
                expected = [
                    one
                    for one in every
                    if (since or "") <= one.result.ended_at and (not until or one.result.ended_at < until)
                ]
                assert results(cursor, window) == expected
                first = results(cursor, replace(window, limit=1))
                assert first == expected[:1]
                assert not first or results(cursor, replace(window, after=first[0].number)) == expected[1:]
                for player in players:
                    assert results(cursor, replace(window, player=player)) == [
                        one for one in expected if player in {seat.player for seat in one.result.seats}
                    ]


def test_the_filters_choose_what_the_tables_hold(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    with world(f"sqlite:///{database}") as opened:
        opened.follow(evening())
        with opened.database.reading() as cursor:
            every = games(cursor, Requester("player:owner"), GameQuery(limit=100))
            public = results(cursor, ResultQuery(is_public=True))
            for player in (ADA, "bot:random", "guest:eve", "player:nobody"):
                found = games(cursor, Requester("player:owner"), GameQuery(player=player, limit=100))
                seated = [row.game for row in every if player in row.players and not row.is_foreign]
                assert set(seated) <= {row.game for row in found}
                assert bool(found) == (player != "player:nobody")
                assert [row.opened_at for row in found] == sorted((row.opened_at for row in found), reverse=True)
                assert [row.game for row in found] == [row.game for row in every if row.game in {r.game for r in found}]
                pages = [row.game for row in _pages(cursor, player)]
                assert pages == [row.game for row in found]
                ended = results(cursor, ResultQuery(player=player))
                assert ended == [one for one in public if player in {seat.player for seat in one.result.seats}]
            assert public
    with sqlite3.connect(database) as raw:
        # two bots of a name in a game are one row of results
        seats = raw.execute("SELECT number, seat FROM result_seats_g1 WHERE player = 'bot:random'").fetchall()
        raw.execute("UPDATE result_seats_g1 SET player = 'bot:random' WHERE number = ?", seats[0][:1])
    with world(f"sqlite:///{database}") as opened, opened.database.reading() as cursor:
        numbers = [one.number for one in results(cursor, ResultQuery(player="bot:random"))]
        assert numbers == sorted({number for number, _ in seats})


def test_results_of_a_tag_are_those_of_public_games(database: str) -> None:
    tag, both = Terms(tags=("evening",)), Terms(tags=("cup", "evening"))
    people = ("player:ada", "player:bo")
    batches = mixed(
        played("siberia", people, 1, terms=tag),
        played("siberia", ("player:bo", "player:cy"), 2, terms=both),
        played("siberia", people, 3),
        played("siberia", people, 4, terms=both),
        # its result is public, its tags are not
        played("siberia", people, 5, visibility="private", terms=replace(tag, rated=True)),
        played("siberia", people, 6, visibility="private", terms=tag),
    )
    with world(database) as opened:
        opened.append(batches)
        opened.catch_up(100)
        with opened.database.reading() as cursor:
            every = [one.number for one in results(cursor, ResultQuery())]
            found = [one.number for one in results(cursor, ResultQuery(tag="evening"))]
            newest = [one.number for one in results(cursor, ResultQuery(tag="evening", is_newest_first=True))]
            later = [one.number for one in results(cursor, ResultQuery(tag="evening", after=found[0], limit=1))]
            of_ada = [one.number for one in results(cursor, ResultQuery(tag="evening", player=ADA))]
            cup = [one.number for one in results(cursor, ResultQuery(tag="cup", is_public=True, ruleset="siberia"))]
            others = {one.number for one in results(cursor, ResultQuery(is_public=True)) if one.number not in found}

    assert len(every) == 5
    assert found == sorted(found)
    assert len(found) == 3
    assert newest == found[::-1]
    assert later == found[1:2]
    assert len(of_ada) == len(cup) == 2
    assert {*of_ada, *cup} == {*found}
    assert len(others) == 1


def _pages(cursor: Cursor, player: str) -> list[Any]:
    """Return the games of a player, oldest first, read in pages of two, and then newest first."""
    found: list[Any] = []
    after = None
    while True:
        query = GameQuery(player=player, is_newest_first=False, after=after, limit=2)
        page = games(cursor, Requester("player:owner"), query)
        if not page:
            return found[::-1]
        found += page
        after = (page[-1].opened_at, page[-1].game)
