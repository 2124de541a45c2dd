"""Analyses by the engine over HTTP: a job with progress, on both databases."""

import contextlib
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from service.analysis.jobs import MOST_OWN
from service.analysis.parts import engine_of
from tests.engine.kit import BRIEF, brief, computed
from tests.engine.sites import PATIENT, Site, awaited, site_of
from tests.replies import ok
from tests.service.imported import import_golden
from tests.service.kit import first_choice, problem, started_game
from tests.service.server import serving
from tests.service.test_rulings import Table
from tests.waiting import until

FIRST, SECOND, FAILING, OTHER = BRIEF, 13, 21, 6
"""The numbers of the games of a site."""

LONGER, LONG = 14, 60
"""The number of a game with more decisions than the others, and how many it has."""

WAITING = ("minos-1-directed-fish", "minos-1-directed-voyages", "minos-1-ring_purchase-at_arrow", "minos-1-clocked-4")


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    games = {str(number): brief(number) for number in (FIRST, SECOND, FAILING, OTHER)}
    games[str(LONGER)] = brief(LONGER, LONG)
    with site_of(request, tmp_path_factory.mktemp("engine"), games) as found:
        yield found


def address(number: int, level: str, decisions: int = 40) -> str:
    return f"/v1/games/{brief(number, decisions).game.id}/analysis/{level}"


def test_an_analysis_is_asked_for_made_and_read(site: Site) -> None:
    url, client = address(FIRST, "glance"), site.server.client()
    assert problem(client.get(url)) == (404, "not-found")
    assert "ask it with PUT" in ok(client.get(url), 404).json()["detail"]
    assert problem(client.put(url)) == (401, "token-needed")

    player = site.server.player()
    asked, again = player.put(url), player.put(url)
    assert (asked.status_code, asked.headers["retry-after"]) == (202, "2")
    assert asked.json() == {"level": "glance", "state": "waiting", "done": 0, "total": 0}
    assert again.status_code in {200, 202}
    reply = awaited(client, url)

    # the service has computed what anyone can compute
    assert reply.content == computed(FIRST, "glance")
    assert "immutable" in reply.headers["cache-control"]
    assert client.get(url, headers={"If-None-Match": reply.headers["ETag"]}).status_code == 304
    done = player.put(url)
    assert (done.status_code, done.json()["state"]) == (200, "done")
    assert (
        done.json()["done"] == done.json()["total"] == len(reply.json()["decisions"]) + len(reply.json()["chances"]) - 1
    )
    assert problem(client.get(url.replace("glance", "best"))) == (404, "not-found")


def test_only_finished_games_are_analysed(site: Site) -> None:
    player = site.server.player()
    url = f"/v1/games/{started_game(player, ruleset='siberia')}/analysis/glance"
    assert problem(player.put(url)) == (409, "game-not-over")
    assert problem(player.get(url)) == (409, "game-not-over")


def test_an_abandoned_game_is_refused(site: Site) -> None:
    player = site.server.player()
    game = ok(player.post("/v1/games", json={"ruleset": "siberia", "seats": 2})).json()["id"]
    assert player.delete(f"/v1/games/{game}").status_code == 204
    refused = player.put(f"/v1/games/{game}/analysis/glance")
    assert problem(refused) == (409, "game-not-over")
    assert refused.json()["detail"] == "the game is abandoned: it never started"


def test_a_private_game_is_analysed_for_those_who_may_see_it(site: Site) -> None:
    """The game is adjudicated: it has a result without its last rounds."""
    table, stranger = Table(site.server, visibility="private"), site.server.player("Bob")
    while True:
        for player in (table.ada, table.bo):
            for item in ok(player.get(f"{table.path}/decisions")).json()["items"]:
                if "choices" in item:
                    body = first_choice(item)
                    assert player.post(f"{table.path}/commands", json=body).status_code == 201
        if table.about()["version"] > 40:
            break
    assert table.rule("adjudicate", ranks=[2, 1]).status_code == 201
    url = f"{table.path}/analysis/glance"
    assert problem(stranger.put(url)) == (404, "not-found")
    assert table.ada.put(url).status_code == 202
    assert problem(stranger.get(url)) == (404, "not-found")
    reply = awaited(table.ada, url)
    assert reply.headers["cache-control"] == "private, no-cache"
    assert problem(site.server.client().get(url)) == (404, "not-found")
    found = reply.json()
    assert {line["seat"] for line in found["decisions"]} == {0, 1}
    # only the last point is that of the ruling
    assert found["chances"][-1]["chances"] == [0, 1000]
    assert found["chances"][-2]["chances"] != [0, 1000]


@pytest.mark.parametrize("site", ["sqlite"], indirect=True)
def test_a_job_whose_worker_fails_does_not_stop_the_others(site: Site) -> None:
    """A damaged part lets the process raise KeyError when it makes the document."""
    failing, other = address(FAILING, "glance"), address(OTHER, "glance")
    player = site.server.player()
    part = (brief(FAILING).game.id, "glance", 0, engine_of("siberia"), "[]")
    with contextlib.closing(sqlite3.connect(site.file)) as connection, connection:
        connection.execute("INSERT INTO engine_parts (game, level, part, engine, answers) VALUES (?,?,?,?,?)", part)
    assert player.put(failing).status_code == 202
    reply = awaited(player, failing)
    assert problem(reply) == (404, "not-found")
    assert "the engine has failed" in reply.json()["detail"]

    # the process goes on with other games
    assert player.put(other).status_code == 202
    assert awaited(player, other).content == computed(OTHER, "glance")

    # a failed job starts from the beginning
    again = player.put(failing)
    assert (again.status_code, again.json()["done"], again.json()["total"]) == (202, 0, 0)
    assert awaited(player, failing).content == computed(FAILING, "glance")


def changed_by(site: Site, *statements: tuple[str, tuple[object, ...]]) -> None:
    with contextlib.closing(sqlite3.connect(site.file)) as connection, connection:
        for statement, parameters in statements:
            connection.execute(statement, parameters)


BUSY = (
    "INSERT INTO engine_jobs (game, level, asked_at, state, done, total, holder, valid_until) VALUES (?,?,?,?,?,?,?,?)",
    ("elsewhere", "glance", "2026", "waiting", 0, 1, "another process", "9999"),
)
"""Another process works on another game, so that jobs wait."""

FREE = ("DELETE FROM engine_jobs WHERE game='elsewhere'", ())


@pytest.mark.parametrize("site", ["sqlite"], indirect=True)
def test_a_document_of_an_earlier_release_stays_until_it_is_made_again(site: Site) -> None:
    player, url = site.server.player(), address(SECOND, "glance")
    ok(player.put(url))
    made = ok(awaited(player, url)).json()
    old = {name: value for name, value in made.items() if name not in {"players", "dearest"}}
    stored = ("UPDATE engine_jobs SET document=? WHERE game=? AND level='glance'", (json.dumps(old), made["game"]))
    changed_by(site, stored, BUSY)

    before = ok(player.get(url), 200)
    assert before.json() == old
    # a browser that keeps it for good would never see the new one
    assert before.headers["cache-control"] == "public, no-cache"
    assert "retry-after" not in before.headers
    for _ in range(2):
        assert ok(player.put(url), 202).json()["state"] == "waiting"
        meanwhile = ok(player.get(url, headers={"If-None-Match": before.headers["ETag"]}), 200)
        assert meanwhile.json() == old
        assert meanwhile.headers["retry-after"] == "2"

    # the work fails: what was there remains, and can be made again
    broken = "INSERT INTO engine_parts (game, level, part, engine, answers) VALUES (?,'glance',0,?,'[]')"
    changed_by(site, (broken, (made["game"], engine_of("siberia"))), FREE)
    failed = awaited(player, url)
    assert failed.json() == old
    assert ok(player.put(url), 202).json()["state"] == "waiting"
    again = awaited(player, url)
    assert again.content == computed(SECOND, "glance")
    assert "immutable" in again.headers["cache-control"]
    assert ok(player.put(url), 200).json()["state"] == "done"


def stored_parts(file: Path) -> int:
    with contextlib.closing(sqlite3.connect(file)) as connection:
        return int(connection.execute("SELECT COUNT(*) FROM engine_parts").fetchone()[0])


def killed_amid_a_job(site: Site, player: httpx.Client) -> str:
    """Kill the service when some parts of a job are stored, and start it again. Return the level of the job.

    A job that ends before it can be killed is followed by one of a larger level.
    """
    for level in ("quick", "deep"):
        url = address(LONGER, level, LONG)
        assert player.put(url).status_code == 202
        until(lambda url=url: ok(player.get(url)).json().get("done") != 0, every=0.02)
        site.server.kill()
        is_amid = stored_parts(site.file) > 0
        site.server.restart()
        if is_amid:
            return level
    raise AssertionError("each job was done before it could be stopped")


@pytest.mark.parametrize("site", ["sqlite"], indirect=True)
def test_a_killed_service_goes_on_where_it_was(site: Site) -> None:
    player = site.server.player()
    level = killed_amid_a_job(site, player)
    url = address(LONGER, level, LONG)
    # the first answer after the restart counts what was stored
    assert ok(player.get(url)).json().get("done", 1) > 0
    assert awaited(player, url).content == computed(LONGER, level, LONG)
    assert stored_parts(site.file) == 0


@pytest.mark.parametrize("site", ["postgresql"], indirect=True)
def test_another_process_takes_over_the_job_of_a_dead_one(site: Site) -> None:
    with serving(site.url, PATIENT, **site.settings) as other:
        url = address(SECOND, "glance")
        assert site.server.player().put(url).status_code == 202
        site.server.kill()
        assert awaited(other.client(), url).content == computed(SECOND, "glance")
    site.server.restart()


SMALL = {
    "service.analysis.jobs.MOST_WAITING": 6,
    "service.analysis.jobs.MOST_DEEP": 2,
}
"""Constants of a server whose engine has few places."""


def test_accounts_and_the_whole_site_wait_for_a_few_analyses_only(tmp_path: Path) -> None:
    """The games are long: the first `deep` analysis takes longer than the test."""
    games = [*import_golden(tmp_path, WAITING).values()]

    def url(place: int, level: str) -> str:
        return f"/v1/games/{games[place]}/analysis/{level}"

    with serving(tmp_path / "games.db", SMALL) as server:
        player, other, third = (server.player(name) for name in ("Ada", "Bob", "Cy"))
        # only one of them may be deep
        assert player.put(url(1, "deep")).status_code == 202
        refused = player.put(url(2, "deep"))
        assert problem(refused) == (429, "too-many-requests")
        assert "at the level deep" in refused.json()["detail"]
        assert other.put(url(2, "deep")).status_code == 202
        # the places of this level are taken, others are not
        busy = third.put(url(3, "deep"))
        assert (problem(busy), busy.headers["retry-after"]) == ((503, "unavailable"), "60")

        urls = [url(place, "quick") for place in range(1, 4)]
        replies = [player.put(each) for each in urls[: MOST_OWN - 1]]
        assert [reply.status_code for reply in replies] == [202] * (MOST_OWN - 1)
        assert problem(player.put(urls[MOST_OWN - 1])) == (429, "too-many-requests")
        # what is asked already is no further one
        assert player.put(urls[0]).status_code == 202
        assert other.put(urls[MOST_OWN - 1]).status_code == 202

        # now all places are taken; what waits can still be asked for
        assert third.put(url(0, "quick")).status_code == 202
        busy = third.put(url(0, "glance"))
        assert (problem(busy), busy.headers["retry-after"]) == ((503, "unavailable"), "60")
        assert third.put(url(0, "quick")).status_code == 202
        # a refused request leaves no job
        assert problem(third.get(url(0, "glance"))) == (404, "not-found")
