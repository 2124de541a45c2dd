"""A damaged game is named and left out, all others go on, and it is back when its rows are."""

import asyncio
import logging
import random
import re
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from domain.ledger.records import tip_after
from domain.ledger.signing import Keys
from service.core.keys.key_file import open_keys
from service.core.keys.signing import is_signed_by
from service.core.store.damage import Damage as Mark
from service.core.store.damage import damaged_in
from service.core.store.reading import DamagedRow
from service.lists.reading import ReadModels
from service.monitoring.integrity import background
from service.monitoring.integrity.background import Integrity
from service.monitoring.integrity.scan import Scan
from service.play.cache import DamagedGameError, UnfoldedGameError
from service.play.play import Play
from service.proof.imports import import_bundle
from service.tournaments.tournaments import Tournaments
from tests.integrity.damages import DAMAGES, Damage, Rows, write_later_event
from tests.readmodels.kit import PEOPLE, World, evening, mixed, played, world
from tests.service.imported import golden

SQLITE = [pytest.param("sqlite", each, id=f"sqlite-{each.name}") for each in DAMAGES]
POSTGRES = [
    pytest.param("postgresql", each, id=f"postgresql-{each.name}")
    for each in DAMAGES
    if each.name in {"a missing row in the middle", "garbage in a row", "a changed row with a new chain"}
]


class Site:
    """A database with three games, the second of which gets damaged, and the parts of a service that notice it."""

    def __init__(self, table: World, folder: Path) -> None:
        self.table = table
        games = [[*played("siberia", PEOPLE[:2], seed)] for seed in (3, 4, 5)]
        self.games = [batches[0][0].record.game for batches in games]
        self.table.append(mixed(*map(iter, games)))
        self.damaged = self.games[1]
        self.play = Play(table.store)
        self.models = ReadModels(table.registry, table.log, table.store.in_use)
        self.signer = open_keys(folder / "key")
        self.integrity = Integrity(self.play, Tournaments(self.play), self.models, self.signer)
        with table.database.reading() as cursor:
            self.rows = Rows(cursor, self.damaged)

    def run(self, *steps: Callable[[], Awaitable[object]]) -> None:
        async def all_steps() -> None:
            for step in steps:
                await step()

        asyncio.run(all_steps())

    def check(self) -> None:
        """Check the log as the service does in the background."""
        self.run(self.integrity.check_log)

    def marks(self) -> list[Mark]:
        with self.table.database.reading() as cursor:
            return damaged_in(cursor)

    def listed(self, name: str) -> set[str]:
        with self.table.database.reading() as cursor:
            return {row["game"] for row in cursor.all(f"SELECT game FROM {name}")}

    def restore(self) -> None:
        with self.table.database.writing() as cursor:
            self.rows.restore(cursor)


@pytest.fixture
def site(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setattr(background, "PACE", 10**9)
    monkeypatch.setattr(background, "PASS_EVERY", 0.0)
    kind = request.node.callspec.params["store"]
    url = f"sqlite:///{tmp_path}/games.db" if kind == "sqlite" else request.getfixturevalue("postgres")
    with world(url) as table:
        yield Site(table, tmp_path)


@pytest.mark.parametrize(("store", "damage"), [*SQLITE, *POSTGRES])
def test_a_damaged_game_is_named_and_left_out_until_it_is_repaired(
    site: Site, store: str, damage: Damage, caplog: pytest.LogCaptureFixture
) -> None:
    if damage.needs_heads:
        site.table.catch_up()
        site.check()
        assert site.marks() == []
    with site.table.database.writing() as cursor:
        damage.do(cursor, site.rows)
    with caplog.at_level(logging.INFO):
        site.table.catch_up(50)
        noticed = {each.id for each in site.marks() if each.kind == "game"}
        assert noticed == (set() if damage.needs_check else {site.damaged})
        site.check()

    assert {(each.kind, each.id) for each in site.marks() if each.kind == "game"} == {("game", site.damaged)}
    (reason,) = [each.reason for each in site.marks() if each.kind == "game"]
    assert re.search(damage.reason, reason), reason
    assert f"the game {site.damaged} is damaged" in caplog.text
    assert {each.position for each in site.table.states()} == {site.table.log.last()} or damage.needs_heads
    for table in ("lobby", "results", "game_changes"):
        assert site.listed(table) == {*site.games} - {site.damaged}, table

    async def answered() -> None:
        await site.integrity.look()
        with pytest.raises(DamagedGameError):
            await site.play.load(site.damaged)
        await site.play.load(site.games[0])

    site.run(answered)
    site.restore()
    site.table.catch_up()
    site.run(site.integrity.recheck, lambda: site.play.load(site.damaged))

    assert site.marks() == []
    for table in ("lobby", "results", "game_changes", "sitters"):
        assert site.listed(table) == {*site.games}, table
    site.check()
    if damage.taints_tables:
        assert {each.kind for each in site.marks()} == {"table"}
        site.table.rebuild()
        site.run(site.integrity.recheck)
    assert site.marks() == []


@pytest.mark.parametrize("store", ["sqlite", "postgresql"])
@pytest.mark.parametrize("is_cached", [False, True], ids=["read", "cached"])
def test_a_game_of_a_later_release_is_refused_here_and_not_marked_as_damaged(
    site: Site, store: str, is_cached: bool
) -> None:
    """A process of that release, which has the same register, goes on with the game."""
    with site.table.database.writing() as cursor:
        write_later_event(cursor, site.rows)
    site.table.catch_up(50)

    async def refused() -> None:
        for _ in range(2):
            with pytest.raises(UnfoldedGameError, match="UnknownEvent") as unfolded:
                await site.play.load(site.damaged)
            assert unfolded.value.game is not None
        await site.play.load(site.games[0])

    if is_cached:
        # the events before the unknown one are in memory already
        with site.table.database.writing() as cursor:
            site.rows.remove(cursor, *range(6, len(site.rows.rows) + 1))
        site.run(lambda: site.play.load(site.damaged))
        with site.table.database.writing() as cursor:
            site.rows.restore(cursor)
            write_later_event(cursor, site.rows)
        loaded = site.play.cached(site.damaged)
        assert loaded is not None

        async def reloaded() -> None:
            with pytest.raises(UnfoldedGameError):
                await site.play.reload(loaded)

        site.run(reloaded)
    site.run(refused)
    site.check()
    site.run(site.integrity.look, refused)
    assert {(each.kind, each.id) for each in site.marks()} == {("table", site.damaged)}
    assert site.listed("lobby") >= {site.games[0], site.games[2]}

    # a release that knows the event writes the rows that the lists lack; a known event stands for that here
    site.restore()
    with site.table.database.writing() as cursor:
        cursor.execute("DELETE FROM checked_heads WHERE id = ?", (site.damaged,))
    site.run(site.integrity.recheck)
    assert site.marks() == []
    for table in ("lobby", "results", "game_changes"):
        assert site.listed(table) == {*site.games}, table


@pytest.mark.parametrize("store", ["sqlite", "postgresql"])
def test_a_check_of_the_log_continues_after_a_restart_and_runs_in_one_process(
    site: Site, store: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.table.catch_up()
    monkeypatch.setattr(background, "STORED_EVERY", 1)
    total = site.table.log.last()

    async def interrupted() -> None:
        monkeypatch.setattr(background, "PACE", 0.001)
        task = asyncio.create_task(site.integrity.check_log())
        while site.integrity.state is None or site.integrity.state.position == "game:":
            await asyncio.sleep(0.01)
        task.cancel()

    site.run(interrupted)
    monkeypatch.setattr(background, "PACE", 10**9)
    assert 0 < site.integrity.checked < total
    again = Integrity(site.play, Tournaments(site.play), site.models, site.signer)
    site.run(again.check_log)

    # a SQLite file has one process, so the first one has ended; on PostgreSQL it may be alive
    assert again.checked == (total - site.integrity.checked if store == "sqlite" else 0)


def test_what_is_marked_is_checked_less_often_until_marks_change() -> None:
    delays = [background.RECHECK]
    for has_changed in (*[False] * 5, True, False):
        delays.append(background.next_recheck(delays[-1], has_changed=has_changed))

    assert delays == [60, 120, 240, 480, 900, 900, 60, 120]


@pytest.mark.parametrize("store", ["sqlite"])
def test_a_check_that_ends_before_it_stores_a_position_is_made_after_the_restart(
    site: Site, store: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.table.catch_up()
    monkeypatch.setattr(background, "PASS_EVERY", 86_400.0)

    async def interrupted() -> None:
        monkeypatch.setattr(background, "PACE", 0.001)
        task = asyncio.create_task(site.integrity.check_log())
        while not site.integrity.checked:
            await asyncio.sleep(0.01)
        task.cancel()

    site.run(interrupted)
    monkeypatch.setattr(background, "PACE", 10**9)
    again = Integrity(site.play, Tournaments(site.play), site.models, site.signer)
    site.run(again.check_log, again.check_log)

    assert again.checked == site.table.log.last()


@pytest.mark.parametrize("store", ["sqlite"])
@pytest.mark.parametrize(
    "statement", ["garbage", "{}", "other key"], ids=["no JSON", "no statement", "of a key that is not trusted"]
)
def test_a_stored_head_that_proves_nothing_takes_no_game_away(
    site: Site, store: str, statement: str, tmp_path: Path
) -> None:
    site.table.catch_up()
    site.check()
    if statement == "other key":
        other = open_keys(tmp_path / "other")
        tip = tip_after(site.rows.entries()[-1])
        statement = msgspec.json.encode(other.sign_head(tip)).decode()
    with site.table.database.writing() as cursor:
        cursor.execute("UPDATE checked_heads SET statement = ? WHERE id = ?", (statement, site.damaged))
    site.check()

    assert [(each.kind, each.id) for each in site.marks()] == [("table", site.damaged)]
    assert "checked_heads" in site.marks()[0].reason
    site.run(site.integrity.look, lambda: site.play.load(site.damaged))
    with site.table.database.writing() as cursor:
        cursor.execute("DELETE FROM checked_heads WHERE id = ?", (site.damaged,))
    site.run(site.integrity.recheck)
    assert site.marks() == []


def test_sound_games_of_all_kinds_differ_from_no_table(tmp_path: Path) -> None:
    with world(f"sqlite:///{tmp_path}/games.db") as table:
        # the imported game of the evening has no closing line; that of the golden games is a real one
        made_up = {batch[0].record.game for batch in evening() if batch[0].origin is not None}
        table.append(batch for batch in evening() if batch[0].record.game not in made_up)
        import_bundle(table.store, golden("giganten-1-abandoned"))
        table.catch_up(97)

        def problems() -> list[str]:
            scan = Scan(table.database.reading, lambda: Keys(is_signed_by, {}))
            return [str(found) for place in scan.logs() for found in scan.check(place).problems]

        assert problems() == []
        table.rebuild(limit=500)
        assert problems() == []


def test_a_page_of_garbage_in_the_file_costs_only_its_games(tmp_path: Path) -> None:
    """The file is read past the page, and the index of SQLite tells whose rows it had."""
    file = tmp_path / "games.db"
    games = [[*played("siberia", PEOPLE[:2], seed)] for seed in (3, 4, 5)]
    ids = [batches[0][0].record.game for batches in games]
    with world(f"sqlite:///{file}") as table:
        for batches in games:
            table.append(batches)
    # the connection that closes last has moved the write-ahead log into the file
    content = file.read_bytes()
    marked = games[1][20][0].head.encode()
    size = int.from_bytes(content[16:18], "big")
    start = content.index(marked) // size * size
    file.write_bytes(content[:start] + random.Random(1).randbytes(size) + content[start + size :])

    with world(f"sqlite:///{file}") as table:
        table.catch_up(50)
        with table.database.reading() as cursor:
            marks = damaged_in(cursor)
            listed = {row["game"] for row in cursor.all("SELECT game FROM lobby")}
        assert {each.position for each in table.states()} == {table.log.last()}
        scan = Scan(table.database.reading, lambda: Keys(is_signed_by, {}))
        named = {problem.id for place in scan.logs() for problem in scan.check(place).problems}
        exported = {line.game for line in table.store.scan_lines(["game.ended"]) if isinstance(line, DamagedRow)}

    assert [(each.kind, each.id) for each in marks] == [("game", ids[1])]
    assert listed == {ids[0], ids[2]}
    assert named == {ids[1]}
    assert exported == {ids[1]}


@pytest.mark.parametrize("store", ["sqlite", "postgresql"])
def test_a_rebuild_leaves_a_damaged_game_out_and_ends(site: Site, store: str) -> None:
    site.table.catch_up()
    with site.table.database.writing() as cursor:
        DAMAGES[0].do(cursor, site.rows)
    site.table.rebuild(limit=100)

    assert [each.id for each in site.marks()] == [site.damaged]
    assert site.listed("lobby") == site.listed("results") == {*site.games} - {site.damaged}
    site.restore()
    site.run(site.integrity.recheck)
    assert site.listed("lobby") == site.listed("results") == {*site.games}
    site.check()
    assert site.marks() == []


@pytest.mark.parametrize("store", ["sqlite", "postgresql"])
@pytest.mark.parametrize(
    "change",
    [
        "UPDATE lobby_g1 SET status = 'open' WHERE game = ?",
        "DELETE FROM seats_g1 WHERE game = ?",
        "UPDATE results_g1 SET owner = 'player:eve' WHERE game = ?",
        "DELETE FROM game_changes_g1 WHERE game = ?",
        "UPDATE rating_history_g1 SET ranked = 9 WHERE game = ?",
    ],
)
def test_rows_that_differ_from_the_log_are_named_until_they_are_rebuilt(site: Site, store: str, change: str) -> None:
    site.table.catch_up()
    with site.table.database.writing() as cursor:
        cursor.execute(change, (site.damaged,))
    site.check()

    assert [(each.kind, each.id) for each in site.marks()] == [("table", site.damaged)]
    assert site.marks()[0].reason.startswith(change.split()[1 + (change[0] == "D")].removesuffix("_g1"))
    site.table.rebuild()
    site.run(site.integrity.recheck)
    assert site.marks() == []
