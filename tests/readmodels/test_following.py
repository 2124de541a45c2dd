"""The tables follow the log on both databases: every event once, in order, and the same after a rebuild."""

import itertools
import random
import threading
from collections.abc import Callable
from typing import Any

import pytest
from eventsourcing.persistence import PersistenceError

from service.core.store.database import Cursor
from service.lists.embedded import EmbeddedProjector
from service.lists.log import PAGE, Log, LogPage
from service.lists.projection import GenerationWriter
from service.lists.projector import Projector
from service.lists.rebuild.rebuild import Rebuild, projection_names
from service.lists.registry import PROJECTIONS
from tests.readmodels.kit import World, evening, mixed, played, world


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[tuple[object, ...]]]:
    """What every way of following has to lead to: the tables of one page with everything."""
    with world(f"sqlite:///{tmp_path_factory.mktemp('expected')}/games.db") as opened:
        opened.append(evening())
        opened.catch_up(limit=1_000_000)
        return opened.tables()


def test_however_the_log_is_cut_into_pages_the_tables_are_the_same(table: World, expected: object) -> None:
    table.append(evening())
    table.catch_up(limit=97)

    assert table.tables() == expected


def test_what_is_followed_while_it_happens_is_the_same(table: World, expected: object) -> None:
    rng = random.Random(1)
    batches = list(evening())
    while batches:
        size = rng.randint(1, 60)
        table.append(batches[:size])
        del batches[:size]
        table.catch_up()
        if rng.random() < 0.1:
            # another process, which has nothing in memory
            table.follower = Projector(table.registry, table.log)
    table.catch_up()

    assert table.tables() == expected


def test_a_page_that_fails_in_the_middle_leaves_nothing(
    table: World, expected: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.append(evening())
    rng = random.Random(2)
    execute_many, insert = GenerationWriter.execute_many, GenerationWriter.insert

    def fail() -> None:
        if rng.random() < 0.05:
            raise KeyboardInterrupt

    def executing(self: GenerationWriter, statement: str, rows: list[tuple[object, ...]]) -> None:
        execute_many(self, statement, rows)
        fail()

    def inserting(self: GenerationWriter, *arguments: Any) -> None:
        insert(self, *arguments)
        fail()

    failures = 0
    with monkeypatch.context() as patched:
        patched.setattr(GenerationWriter, "execute_many", executing)
        patched.setattr(GenerationWriter, "insert", inserting)
        while True:
            try:
                if not table.follower.step(200):
                    break
            except KeyboardInterrupt:
                failures += 1

    assert failures > 5
    assert table.tables() == expected


def test_two_followers_take_turns_and_write_nothing_twice(table: World, expected: object) -> None:
    table.append(evening())
    other = Projector(table.registry, table.log)
    while table.follower.step(150) + other.step(40):
        pass

    assert table.tables() == expected


def test_rebuilt_tables_are_the_same_to_the_byte(followed: World, expected: object) -> None:
    assert followed.rebuild(limit=500) > 5
    assert followed.tables() == expected
    assert [each.generation for each in followed.states()] == [2] * len(PROJECTIONS)


def _position(row: tuple[object, ...]) -> int:
    """Return the position of a change in the log."""
    assert isinstance(row[0], int)
    return row[0]


@pytest.mark.parametrize("kept", [0, 77, 84, 250, 700])
def test_a_rebuild_reads_only_lobby_events_of_changes_that_are_not_kept(
    followed: World, expected: dict[str, list[tuple[object, ...]]], kept: int
) -> None:
    followed.rebuild(limit=200, kept=kept)
    end = followed.log.last_change() - kept
    # the batch at the end is read as a whole
    begin = max((each for each in itertools.accumulate(map(len, evening())) if each < end), default=0)

    rebuilt = followed.tables()
    for name in ("game_changes", "player_changes"):
        rows = rebuilt.pop(name)
        assert rows == [row for row in expected[name] if _position(row) > begin]
        assert len(rows) < len(expected[name])
    assert rebuilt == {name: rows for name, rows in expected.items() if name in rebuilt}


def test_a_rebuild_that_cannot_write_a_page_ends_with_its_error(followed: World, expected: object) -> None:
    rebuild = Rebuild(followed.registry, followed.log, ["activity"])
    with rebuild.running():
        assert not rebuild.step(100)
        with followed.database.writing() as cursor:
            cursor.execute("DROP TABLE player_changes_g2")
        for _ in range(2):
            with pytest.raises(PersistenceError):
                all(not rebuild.step(100) for _ in range(PAGE))

    assert followed.tables() == expected
    assert {each.generation for each in followed.states()} == {1}


def test_a_rebuild_whose_write_failed_once_does_not_go_on(
    followed: World, expected: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    rebuild = Rebuild(followed.registry, followed.log, ["seats"], kept=0)
    insert = GenerationWriter.insert
    failures = iter([KeyboardInterrupt])

    def failing(self: GenerationWriter, *arguments: Any) -> None:
        insert(self, *arguments)
        for failure in failures:
            raise failure

    with rebuild.running():
        monkeypatch.setattr(GenerationWriter, "insert", failing)
        for _ in range(2):
            with pytest.raises(KeyboardInterrupt):
                all(not rebuild.step(100) for _ in range(PAGE))

    assert followed.tables() == expected
    assert "ludolog-rebuild" not in {thread.name.partition("_")[0] for thread in threading.enumerate()}


def test_a_rebuild_ends_if_the_log_ends_before_what_it_has_seen(
    followed: World, expected: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    last = followed.log.last()

    def longer(_log: Log) -> int:
        return last + 5

    with monkeypatch.context() as patched:
        # a server that has not yet lost its last commits
        patched.setattr(Log, "last", longer)
        rebuild = Rebuild(followed.registry, followed.log, ["seats"])
    with rebuild.running():
        steps = list(itertools.takewhile(lambda _: not rebuild.step(100), range(PAGE)))

    assert len(steps) < PAGE
    assert followed.tables() == expected


def test_a_rebuild_of_changes_alone_reads_no_old_event(followed: World, expected: object) -> None:
    rebuild = Rebuild(followed.registry, followed.log, ["activity"], kept=50)
    with rebuild.running():
        assert not rebuild.step(1)
        assert rebuild.position >= followed.log.last_change() - 100
        while not rebuild.step():
            pass


def test_old_tables_serve_and_follow_until_the_new_ones_are_complete(table: World, expected: object) -> None:
    batches = evening()
    half = len(batches) // 2
    table.follow(batches[:half])
    before = table.tables()

    rebuild = Rebuild(table.registry, table.log, ["results", "seats"])
    with rebuild.running():
        assert not rebuild.step(100)
        assert table.tables() == before
        table.append(batches[half:])
        while not rebuild.step(300):
            table.catch_up(50)
    table.catch_up()

    assert table.tables() == expected
    generations = {each.name: each.generation for each in table.states()}
    assert generations == {**dict.fromkeys(PROJECTIONS, 1), "seats": 2, "results": 2}


def test_new_tables_catch_up_with_what_the_old_ones_have_seen(table: World, expected: object) -> None:
    batches = evening()
    table.follow(batches[:200])
    rebuild = Rebuild(table.registry, table.log, ["seats"])
    with rebuild.running():
        assert not rebuild.step(100)
        with pytest.MonkeyPatch.context() as patched:
            # the log moves on, and the old tables with it, after the rebuild has seen how far it goes
            try_change = table.registry.try_change

            def late(change: Callable[[Cursor], None]) -> bool:
                table.follow(batches[200:])
                return try_change(change)

            patched.setattr(table.registry, "try_change", late)
            while not rebuild.step():
                pass

    assert table.tables() == expected


def test_a_rebuild_ends_though_games_never_rest(table: World, expected: object) -> None:
    batches = evening()
    table.follow(batches[:100])
    later = iter(batches[100:])
    rebuild = Rebuild(table.registry, table.log, projection_names([]))
    with rebuild.running():
        while not rebuild.step(200):
            table.follow([next(later)])
    left = list(later)
    table.follow(left)

    assert left
    assert table.tables() == expected


def test_the_service_takes_in_what_there_is_and_lets_the_rest_gather(table: World, expected: object) -> None:
    batches = evening()
    table.append(batches[:100])
    later = iter(batches[100:])

    class Growing(Log):
        """A log to which an event is appended whenever a page of it is read."""

        def page(self, after: int, upto: int | None = None, limit: int = PAGE) -> LogPage:
            lines = super().page(after, upto, limit)
            table.append(itertools.islice(later, 1))
            return lines

    growing = Growing(table.store.application)
    embedded = EmbeddedProjector(table.registry, growing)
    embedded._catch_up(Projector(table.registry, growing))  # pyright: ignore[reportPrivateUsage]  # noqa: SLF001
    left = list(later)
    table.follow(left)

    assert left
    assert table.tables() == expected


def test_a_rebuild_that_was_killed_disturbs_nothing(table: World, expected: object) -> None:
    table.append(evening())
    table.catch_up(400)
    table.registry.begin(projection_names([]))
    table.catch_up()
    assert table.tables() == expected

    assert [each.building for each in table.states()] == [2] * len(PROJECTIONS)
    table.rebuild("lobby")

    assert table.tables() == expected


def test_results_of_the_previous_release_are_ranked_anew(table: World) -> None:
    players = ("player:ada", "player:bo")
    table.append(mixed(played("siberia", players, 4, resigned=(0,)), played("siberia", players, 5, resigned=(0, 1))))
    with table.database.writing() as cursor:
        # release 0.1.0: no column `won`, rank 1 for a resigned seat, and a rating for it
        cursor.execute("DROP VIEW result_seats")
        for column in ("won", "former", "decisions"):
            cursor.execute(f"ALTER TABLE result_seats_g1 DROP COLUMN {column}")
        cursor.execute("CREATE VIEW result_seats AS SELECT * FROM result_seats_g1")
        at = "'2026-11-20T12:00:00.000000Z'"
        row = f"1, 'g', 'siberia', 1, 9, {at}, {at}, {at}, 'player:ada', 'reconstruction-1', NULL, '{{}}'"
        cursor.execute(f"INSERT INTO results_g1 VALUES ({row}, NULL, 0, {at}, {at})")
        cursor.execute("INSERT INTO result_seats_g1 VALUES (1, 0, 0, 'player:ada', 1, 7, 1, 'careful')")
        cursor.execute("INSERT INTO ratings_g1 VALUES ('siberia', '', 'player:ada', 1, 1, 1, 2, 2, 1)")
        cursor.execute("UPDATE projections SET form = 1")

    table.registry.create()
    table.catch_up()

    with table.database.reading() as cursor:
        rows = list(cursor.all("SELECT number, seat, ranked, resigned, won FROM result_seats ORDER BY number, seat"))
        rated = list(cursor.all("SELECT player, games, wins FROM ratings WHERE profile = '' ORDER BY player"))
    seats = [tuple(dict(row).values())[1:] for row in rows]
    # the games end in the order of the log, which is one of chance
    assert sorted([seats[:2], seats[2:]]) == [[(0, 2, 1, 0), (1, 1, 0, 1)], [(0, 2, 1, 0), (1, 2, 1, 0)]]
    assert [tuple(dict(row).values()) for row in rated] == [("player:ada", 1, 0), ("player:bo", 1, 1)]


def test_tables_of_another_form_are_made_anew(followed: World, expected: object) -> None:
    with followed.database.writing() as cursor:
        cursor.execute("UPDATE projections SET form = 0 WHERE name = 'ratings'")

    followed.registry.create()

    assert followed.tables()["ratings"] == []
    followed.catch_up()
    assert followed.tables() == expected


def test_tables_that_only_an_earlier_form_had_are_dropped(followed: World, expected: object) -> None:
    with followed.database.writing() as cursor:
        for former in ("scheduled_games", "due_clocks"):
            cursor.execute(f"CREATE TABLE {former}_g1 (game TEXT PRIMARY KEY)")
            cursor.execute(f"CREATE VIEW {former} AS SELECT * FROM {former}_g1")
        cursor.execute("UPDATE projections SET form = 1 WHERE name IN ('schedule', 'seats')")

    followed.registry.create()
    followed.catch_up()

    assert followed.tables() == expected
    for former in ("scheduled_games", "scheduled_games_g1", "due_clocks", "due_clocks_g1"):
        with pytest.raises(PersistenceError), followed.database.reading() as cursor:
            cursor.one(f"SELECT game FROM {former}")
