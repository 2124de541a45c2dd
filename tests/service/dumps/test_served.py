"""The dumps of a service: written when they are due, listed, and downloaded in parts."""

import asyncio
import contextlib
import hashlib
import shutil
import socket
import threading
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
from msgspec.structs import replace

from domain.proof.checks import CheckReport
from domain.proof.log_check import LogKeys
from domain.proof.verify import verify
from domain.transparency.checkpoints import open_checkpoint
from service.core.keys.key_file import make_keys
from service.core.keys.opening import open_keys_of
from service.core.keys.signing import is_signed_by
from service.core.settings import Settings
from service.core.store.database import Cursor
from service.core.store.feature_tables import migrate
from service.core.store.store import Store
from service.dumps import dumper as dumping
from service.dumps import writing
from service.dumps.archive import Archive
from service.dumps.dumper import AGAIN, LOCK, Dumper
from service.dumps.manifest import parsed
from service.dumps.periods import Period
from service.dumps.writing import GAMES
from service.lists.reading import ReadModels
from service.lists.tables.ends import ends_between, span_of
from service.people.migrations import migrate as migrate_people
from service.proof.bundles import lines_in, split
from service.site_log.keeper import LogKeeper
from service.site_log.proofs import GameProofs
from service.site_log.reading import LogReader
from service.site_log.rows import TABLES, state_of
from tests.games.bundles import trusting
from tests.postgres import new_database
from tests.readmodels.kit import world
from tests.replies import ok
from tests.service.dumps.kit import DAY, EARLIER, MONTH, OCTOBER, months
from tests.service.forge import run_ludolog
from tests.service.kit import problem
from tests.service.server import Server, serving
from tests.service.test_feed import is_open
from tests.service.verifiers import second
from tests.waiting import until

ALL = ["2026-11", DAY, EARLIER, "2026-10", OCTOBER]
LATER = "2026-12-01T02:00:00.000000Z"
NAMES = {"games.jsonl.zst", "results.csv", "results.parquet", "ratings.csv", "ratings.parquet"}


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with games of two months, and its keys."""
    file = tmp_path_factory.mktemp("dumps") / "games.db"
    make_keys(Path(f"{file}.key"))
    with world(f"sqlite:///{file}") as opened:
        opened.follow(months())
    return file


@pytest.fixture(scope="module")
def written(database: Path) -> Archive:
    """The dumps of all days and months of that file."""
    with dumping_of(database) as dumper:
        write(dumper)
        return dumper.archive


@contextlib.contextmanager
def dumping_of(file: Path | str, **settings: Any) -> Generator[Dumper]:
    """Yield what writes the dumps of a database, at a time after all of its games."""
    url = file if isinstance(file, str) else f"sqlite:///{file}"
    chosen = Settings(database=url, **settings)
    with Store(url) as store:
        signer, _ = open_keys_of(store, chosen.key_path)
        with store.database.writing() as cursor:
            migrate_people(cursor)
        migrate(store.database, "site-log", TABLES)
        proofs = GameProofs(LogReader(store), LogKeeper(store, signer, None, 5.0))
        yield Dumper(store, ReadModels.of(store), signer, proofs, chosen, lambda: LATER)


def write(dumper: Dumper) -> None:
    """Take a step."""
    assert asyncio.run(dumper.step()) is None


UNTOUCHED = {"service.dumps.feature.BEGINS_AFTER": 1e6}
"""For a service that writes and removes no dumps: by its clock, the last month may not be over."""


@pytest.fixture(scope="module")
def server(written: Archive, database: Path) -> Iterator[Server]:
    assert written.dumps()
    with serving(database, UNTOUCHED) as running:
        yield running


@pytest.fixture
def visitor(server: Server) -> httpx.Client:
    return server.client()


def names(archive: Archive) -> list[str]:
    return [dump.period.name for dump in archive.dumps()]


def test_what_is_due_is_written_once(database: Path, written: Archive) -> None:
    assert names(written) == ALL
    times = {path: path.stat().st_mtime_ns for path in written.folder.rglob("*")}

    with dumping_of(database) as dumper:
        write(dumper)

    assert {path: path.stat().st_mtime_ns for path in written.folder.rglob("*")} == times


def test_a_dump_has_the_proofs_that_the_log_of_the_site_has_its_games(database: Path, written: Archive) -> None:
    url = f"sqlite:///{database}"
    with Store(url) as store:
        signer, _ = open_keys_of(store, Settings(database=url).key_path)
        with store.database.reading() as cursor:
            keys = LogKeys(state_of(cursor).keys, is_signed_by)
    for name in ALL:
        manifest = parsed((written.folder / name / "manifest.json").read_bytes()).statement
        assert manifest.checkpoint is not None
        size = open_checkpoint(manifest.checkpoint, keys.keys, is_signed_by).size
        reports = [
            verify(lines, trusting(signer), (), keys) for lines in split(lines_in(written.folder / name / GAMES))
        ]

        assert len(reports) == manifest.games
        for report in reports:
            assert report.is_valid, report
            assert report.checks[-1] == CheckReport("log", "passed")
            assert report.log_size is not None
            assert report.log_size <= size


def test_no_dump_is_written_before_the_log_of_the_site_has_its_games(database: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    shutil.copy(database, file)
    shutil.copy(f"{database}.key", f"{file}.key")
    with dumping_of(file) as dumper:
        with dumper._store.database.writing() as cursor:  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
            cursor.execute("INSERT INTO site_events (version, entry) VALUES (1000, 'damaged')")

        assert asyncio.run(dumper.step()) == AGAIN
        assert names(dumper.archive) == []


def test_so_many_dumps_are_kept(database: Path, written: Archive, tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    shutil.copytree(written.folder, folder)

    with dumping_of(database, dump_folder=str(folder), daily_dumps=1, monthly_dumps=1) as dumper:
        write(dumper)

        assert names(dumper.archive) == [MONTH, DAY]


def test_a_period_is_closed_an_hour_after_its_end(database: Path, tmp_path: Path) -> None:
    with dumping_of(database, dump_folder=str(tmp_path / "early")) as dumper:
        dumper._now = lambda: f"{DAY[:-2]}21T00:59:59.999999Z"  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
        write(dumper)
        early = names(dumper.archive)
        dumper._now = lambda: f"{DAY[:-2]}21T01:00:00.000000Z"  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
        write(dumper)

        assert early == [EARLIER, "2026-10", OCTOBER]
        assert names(dumper.archive) == [DAY, *early]


def test_a_game_that_is_withheld_later_leaves_the_dumps(database: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    shutil.copy(database, file)
    shutil.copy(f"{database}.key", f"{file}.key")
    with dumping_of(file) as dumper:
        write(dumper)
        folder = dumper.archive.folder
        before = verified_games(folder / DAY)
        with dumper.reading() as cursor:
            game = last_game(cursor)
        with dumper._store.database.writing() as cursor:  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
            cursor.execute("INSERT INTO withheld_games (game) VALUES (?)", (game,))
        write(dumper)
        after, month = verified_games(folder / DAY), verified_games(folder / MONTH)
        earlier = (folder / EARLIER).stat().st_mtime_ns
        with dumper._store.database.writing() as cursor:  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
            cursor.execute("DELETE FROM withheld_games")
        write(dumper)

        assert after == [each for each in before if each != game] != before
        assert game not in month
        assert verified_games(folder / DAY) == before
        assert (folder / EARLIER).stat().st_mtime_ns == earlier


def test_other_withheld_games_give_another_state(database: Path, tmp_path: Path) -> None:
    """Also if they are as many, with the same sum of positions."""
    file = tmp_path / "games.db"
    shutil.copy(database, file)
    shutil.copy(f"{database}.key", f"{file}.key")
    period = Period.named(MONTH)
    assert period is not None
    with dumping_of(file) as dumper:
        with dumper.reading() as cursor:
            span = span_of(cursor, period.since, period.until)
            games = [end.game for end in ends_between(cursor, span.first, span.last, is_public=False)][:4]
            table = cursor.one("SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'ends_g[0-9]*'")
        assert len(games) == 4
        assert table is not None

        def state_without(*withheld: str) -> str:
            with dumper._store.database.writing() as cursor:  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
                cursor.execute("DELETE FROM withheld_games")
                for place, game in enumerate(games, 10**6):
                    cursor.execute(f"UPDATE {table['name']} SET position = ? WHERE game = ?", (place, game))
                for game in withheld:
                    cursor.execute("INSERT INTO withheld_games (game) VALUES (?)", (game,))
            with dumper.reading() as cursor:
                return dumping.state_of(cursor, period, span_of(cursor, period.since, period.until))

        assert state_without(games[0], games[3]) != state_without(games[1], games[2])
        assert state_without(games[0], games[3]) == state_without(games[3], games[0])
        # a game without an entry in the transparency log has no proofs in the dump, and later it has
        before = state_without()
        with dumper._store.database.writing() as cursor:  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
            cursor.execute("INSERT INTO log_skipped (kind, subject) VALUES ('game', ?)", (games[1],))
        assert state_without() != before


def last_game(cursor: Cursor) -> str:
    row = cursor.one("SELECT game FROM ends WHERE is_public = 1 ORDER BY position DESC LIMIT 1")
    assert row is not None
    return row["game"]


def verified_games(folder: Path) -> list[str]:
    """Return the games of a dump by the first lines of its bundles."""
    return [
        line.partition(b'"game":"')[2][:36].decode()
        for line in lines_in(folder / GAMES)
        if line.startswith(b'{"data_digest":')
    ]


def test_a_nearly_full_disk_stops_nothing_else(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with dumping_of(database, dump_folder=str(tmp_path / "full")) as dumper:
        with monkeypatch.context() as patched:
            patched.setattr(writing, "RESERVE", 1 << 62)
            write(dumper)
        full = names(dumper.archive)
        write(dumper)

        assert full == []
        assert "no dumps are written until the cause is gone" in caplog.text
        assert names(dumper.archive) == ALL


def test_a_dump_ends_with_the_service(database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with dumping_of(database, dump_folder=str(tmp_path / "stopped")) as dumper:
        begun = threading.Event()
        reading = dumping.check_space

        def noticed(folder: Path) -> None:
            begun.set()
            reading(folder)

        monkeypatch.setattr(dumping, "check_space", noticed)

        async def stopped() -> None:
            step = asyncio.create_task(dumper.step())
            await asyncio.to_thread(begun.wait, 30)
            await dumper.stop()
            await step

        asyncio.run(stopped())

        assert len(names(dumper.archive)) < len(ALL)
        assert not [path for path in dumper.archive.folder.iterdir() if path.name.startswith(".")]


def test_one_process_of_several_writes_what_is_due(postgres_server: str, tmp_path: Path) -> None:
    with new_database(postgres_server) as url:
        with world(url) as opened:
            opened.follow(months())
        make_keys(tmp_path / "key")
        settings = {"key_file": str(tmp_path / "key"), "dump_folder": str(tmp_path / "dumps")}
        with dumping_of(url, **settings) as dumper:
            with psycopg.connect(url, autocommit=True) as other:
                other.execute("SELECT pg_advisory_lock(%s)", (LOCK,))
                write(dumper)
                meanwhile = names(dumper.archive)
            until(lambda: not locked(url))
            write(dumper)

            assert meanwhile == []
            assert names(dumper.archive) == ALL
            assert not locked(url)


def locked(url: str) -> bool:
    with psycopg.connect(url, autocommit=True) as connection:
        row = connection.execute("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = %s",
                                 (LOCK & 0xFFFFFFFF,)).fetchone()  # fmt: skip
    return bool(row and row[0])


def test_a_service_writes_what_is_due_by_itself(database: Path, tmp_path: Path) -> None:
    folder = tmp_path / "by_itself"
    file = tmp_path / "games.db"
    shutil.copy(database, file)
    shutil.copy(f"{database}.key", f"{file}.key")
    # at the start, the tables may lag behind the log
    soon = {"service.dumps.feature.BEGINS_AFTER": 0.1, "service.dumps.dumper.AGAIN": 0.5}
    with serving(file, soon, LUDOLOG_DUMP_FOLDER=str(folder)) as server:
        archive = Archive(folder)
        until(lambda: OCTOBER in names(archive) and "2026-10" in names(archive))
        listed = ok(server.client().get("/dumps/index.json")).json()

    assert {item["period"] for item in listed["items"]} >= {OCTOBER, "2026-10"}


def test_the_index_is_a_page_and_json(visitor: httpx.Client) -> None:
    by_accept = ok(visitor.get("/dumps/", headers={"Accept": "application/json"}))
    shown = ok(visitor.get("/dumps/", headers={"Accept": "text/html"}))
    items = ok(visitor.get("/dumps/index.json")).json()["items"]

    assert by_accept.json()["items"] == items
    assert {"Accept", "Accept-Encoding"} == set(by_accept.headers["vary"].split(", "))
    assert [item["period"] for item in items] == ALL
    assert [item["kind"] for item in items] == ["monthly", "daily", "daily", "monthly", "daily"]
    for item in items:
        assert {file["name"] for file in item["files"]} == NAMES
        for url in (item["manifest"], *(file["url"] for file in item["files"])):
            assert f'href="{url}"' in shown.text
    assert shown.headers["content-type"] == "text/html; charset=utf-8"
    etag = by_accept.headers["etag"]
    assert visitor.get("/dumps/index.json", headers={"If-None-Match": etag}).status_code == 304
    assert ok(visitor.get("/v1")).json()["resources"]["dumps"] == "/dumps/"


URL = f"/dumps/{DAY}/games.jsonl.zst"


@pytest.fixture
def whole(written: Archive) -> bytes:
    return (written.folder / DAY / "games.jsonl.zst").read_bytes()


def test_a_file_has_a_strong_etag_of_its_digest(visitor: httpx.Client, whole: bytes) -> None:
    reply = ok(visitor.get(URL), 200)

    assert reply.content == whole
    assert reply.headers["etag"] == f'"{hashlib.sha256(whole).hexdigest()}"'
    assert reply.headers["content-length"] == str(len(whole))
    assert reply.headers["accept-ranges"] == "bytes"
    assert reply.headers["content-type"] == "application/zstd"
    assert reply.headers["content-disposition"] == f'attachment; filename="ludolog-{DAY}-games.jsonl.zst"'
    assert "content-encoding" not in reply.headers
    head = ok(visitor.head(URL), 200)
    assert (head.content, head.headers["content-length"]) == (b"", str(len(whole)))
    for known in ({"If-None-Match": reply.headers["etag"]}, {"If-None-Match": f'"x", W/{reply.headers["etag"]}'},
                  {"If-Modified-Since": reply.headers["last-modified"]}):  # fmt: skip
        same = visitor.get(URL, headers=known)
        assert (same.status_code, same.content) == (304, b"")
    others = (
        {"If-None-Match": '"x"', "If-Modified-Since": reply.headers["last-modified"]},
        {"If-Modified-Since": "Fri, 20 Nov 2020 12:00:00 GMT"},
        {"If-Modified-Since": "yesterday"},
    )
    for other in others:
        assert visitor.get(URL, headers=other).content == whole


@pytest.mark.parametrize(
    ("asked", "first", "last"),
    [("bytes=0-0", 0, 0), ("bytes=10-19", 10, 19), ("bytes=100-", 100, -1), ("bytes=-7", -7, -1),
     ("bytes=5-999999999", 5, -1), ("bytes=-999999999", 0, -1), ("BYTES=3-4", 3, 4)],
)  # fmt: skip
def test_a_part_of_a_file_is_sent(visitor: httpx.Client, whole: bytes, asked: str, first: int, last: int) -> None:
    size = len(whole)
    start, end = first % size, last % size
    reply = ok(visitor.get(URL, headers={"Range": asked}), 206)

    assert reply.content == whole[start : end + 1]
    assert reply.headers["content-range"] == f"bytes {start}-{end}/{size}"
    assert reply.headers["content-length"] == str(end + 1 - start)
    # a range is one of GET alone (RFC 9110 14.2)
    head = ok(visitor.head(URL, headers={"Range": asked}), 200)
    assert "content-range" not in head.headers
    assert head.headers["content-length"] == str(size)


@pytest.mark.parametrize("asked", ["bytes=0-1,5-6", "bytes=5-4", "bytes=-", "bytes=a-b", "lines=0-1", "bytes 0-1", ""])
def test_what_is_no_single_range_is_ignored(visitor: httpx.Client, whole: bytes, asked: str) -> None:
    assert ok(visitor.get(URL, headers={"Range": asked}), 200).content == whole


def test_a_range_after_the_end_is_refused_with_the_size(visitor: httpx.Client, whole: bytes) -> None:
    for asked in (f"bytes={len(whole)}-", f"bytes={len(whole) + 9}-{len(whole) + 10}", "bytes=-0"):
        reply = visitor.get(URL, headers={"Range": asked})
        assert problem(reply) == (416, "range-missing")
        assert reply.headers["content-range"] == f"bytes */{len(whole)}"
        assert ok(visitor.head(URL, headers={"Range": asked}), 200).headers["content-length"] == str(len(whole))


@pytest.mark.parametrize(
    ("since", "status"),
    [
        ("Fri, 20 Nov 2020 12:00:00", 200),
        ("Fri, 20 Nov 2020 12:00:00 -0000", 200),
        ("Fri, 20 Nov 2099 12:00:00", 304),
        ("Fri, 20 Nov 2099 12:00:00 -0000", 304),
        ("Fri, 20 Nov 2099 12:00:00 +999999999999", 200),
        ("Fri, 20 Nov 99999999999 12:00:00 GMT", 200),
    ],
)
def test_a_time_without_a_zone_is_in_utc(visitor: httpx.Client, since: str, status: int) -> None:
    ok(visitor.get(URL, headers={"If-Modified-Since": since}), status)


def test_a_download_is_resumed_only_if_the_file_is_the_same(visitor: httpx.Client, whole: bytes) -> None:
    begun = ok(visitor.get(URL, headers={"Range": "bytes=0-99"}), 206)
    for same in (begun.headers["etag"], begun.headers["last-modified"]):
        rest = ok(visitor.get(URL, headers={"Range": "bytes=100-", "If-Range": same}), 206)
        assert begun.content + rest.content == whole
    for other in ('"another"', f"W/{begun.headers['etag']}", "Fri, 20 Nov 2020 12:00:00 GMT"):
        assert ok(visitor.get(URL, headers={"Range": "bytes=100-", "If-Range": other}), 200).content == whole


@pytest.mark.parametrize(
    "path",
    [f"/dumps/{DAY}/unknown", f"/dumps/{DAY}/.state", "/dumps/2026-11-19/manifest.json", "/dumps/2026-13/manifest.json",
     "/dumps/notes/manifest.json", "/dumps/../games.db",
     "/dumps/%2e%2e/games.db.key"],
)  # fmt: skip
def test_nothing_but_the_files_of_manifests_is_served(visitor: httpx.Client, path: str) -> None:
    assert visitor.get(path).status_code == 404


def test_a_name_with_a_slash_is_refused(visitor: httpx.Client) -> None:
    assert problem(visitor.get(f"/dumps/{DAY}/..%2F{MONTH}%2Fmanifest.json")) == (400, "bad-request")


def test_a_download_whose_client_reads_nothing_ends(database: Path, written: Archive, tmp_path: Path) -> None:
    folder = tmp_path / "large"
    shutil.copytree(written.folder / MONTH, folder / MONTH)
    size = 64 << 20
    with (folder / MONTH / GAMES).open("r+b") as file:
        file.truncate(size)
    manifest = parsed((folder / MONTH / "manifest.json").read_bytes())
    files = tuple(replace(each, bytes=size) if each.name == GAMES else each for each in manifest.statement.files)
    large = replace(manifest, statement=replace(manifest.statement, files=files))
    (folder / MONTH / "manifest.json").write_bytes(large.content)
    impatient = {"service.dumps.api.sending.WRITE_TIMEOUT": 1.0, **UNTOUCHED}
    copy = tmp_path / "games.db"
    shutil.copy(database, copy)
    shutil.copy(f"{database}.key", f"{copy}.key")

    with serving(copy, impatient, LUDOLOG_DUMP_FOLDER=str(folder)) as server:
        sleeper = socket.socket()
        sleeper.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        sleeper.connect(("127.0.0.1", server.port))
        sleeper.sendall(f"GET /dumps/{MONTH}/{GAMES} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        # the kernel, too, waits until it gives the rest up
        until(lambda: not is_open(sleeper), 60)
        sleeper.close()

        rest = server.client().get(f"/dumps/{MONTH}/{GAMES}", headers={"Range": f"bytes={size - 9}-"})
        assert (rest.status_code, rest.content) == (206, bytes(9))


def test_the_manifest_is_served_as_it_is(visitor: httpx.Client, written: Archive) -> None:
    reply = ok(visitor.get(f"/dumps/{MONTH}/manifest.json"), 200)

    assert reply.content == (written.folder / MONTH / "manifest.json").read_bytes()
    assert reply.headers["content-type"] == "application/json"


def test_a_site_without_dumps_has_no_page_of_them(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", LUDOLOG_DUMPS="off") as server:
        for path in ("/dumps/", "/dumps/index.json", f"/dumps/{DAY}/manifest.json"):
            assert problem(server.client().get(path)) == (404, "not-found")


def test_the_command_writes_and_compares(database: Path, written: Archive, server: Server, tmp_path: Path) -> None:
    assert server.process.poll() is None
    environment = {"LUDOLOG_DATABASE": f"sqlite:///{database}"}

    def command(*arguments: str) -> Any:
        return run_ludolog("dumps", *arguments, environment=environment)

    done = command("write", DAY, "--out", str(tmp_path))
    assert done.returncode == 0, done.stderr
    for name in (*NAMES, "manifest.json"):
        assert (tmp_path / DAY / name).read_bytes() == (written.folder / DAY / name).read_bytes()

    same = command("compare", str(tmp_path / DAY))
    assert (same.returncode, same.stdout) == (0, f"{DAY}: the dump is what the log gives\n"), same.stderr
    (tmp_path / DAY / "ratings.csv").write_text("other")
    other = command("compare", str(tmp_path / DAY))
    assert (other.returncode, other.stdout) == (1, "ratings.csv: its digest is not that of the manifest\n")
    for arguments, code, reason in (
        (("write", "2026-13"), 2, "2026-13 is no day and no month"),
        (("write", "2026-11-19", "--out", str(tmp_path)), 1, "no public game has ended in 2026-11-19"),
        (("compare", str(tmp_path)), 2, "cannot be read"),
    ):
        refused = command(*arguments)
        assert (refused.returncode, refused.stdout) == (code, "")
        assert reason in refused.stderr


def test_a_served_dump_is_verified_by_the_command(visitor: httpx.Client, written: Archive, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl.zst"
    file.write_bytes(ok(visitor.get(URL)).content)
    (tmp_path / "keys.json").write_bytes(ok(visitor.get("/.well-known/jwks.json")).content)
    (tmp_path / "vkey").write_bytes(ok(visitor.get("/log/vkey")).content)
    games = verified_games(written.folder / DAY)

    keys = ("--key", str(tmp_path / "keys.json"), "--log-key", str(tmp_path / "vkey"))
    done = run_ludolog("verify", str(file), *keys, environment={})

    *lines, last = done.stdout.splitlines()
    assert done.returncode == 0, done.stdout + done.stderr
    # one was abandoned before its start, and has no result
    assert last == f"{len(games)} bundles, 0 of them bad, 1 checked in part"
    assert len(lines) == len(games)
    assert all(line.startswith(f"{file}:") and "which you gave" in line for line in lines)


def test_the_second_program_verifies_dumps_and_pages_of_bundles(
    visitor: httpx.Client, written: Archive, tmp_path: Path
) -> None:
    (tmp_path / "dump.jsonl").write_bytes(b"".join(line + b"\n" for line in lines_in(written.folder / DAY / GAMES)))
    page = ok(visitor.get("/v1/games/bundles"))
    (tmp_path / "page.jsonl").write_bytes(page.content)
    (tmp_path / "keys.json").write_bytes(ok(visitor.get("/.well-known/jwks.json")).content)
    (tmp_path / "vkey").write_bytes(ok(visitor.get("/log/vkey")).content)
    counts = {
        "dump.jsonl": len(verified_games(written.folder / DAY)),
        "page.jsonl": page.content.count(b'"statement":'),
    }

    for name, count in counts.items():
        done = second(tmp_path, "--key", "keys.json", "--log-key", "vkey", name)
        *lines, last = done.stdout.splitlines()
        assert (done.returncode, done.stderr) == (0, ""), done.stdout
        assert last == f"{count} bundles, 0 of them bad, {count} checked in part"
        assert len(lines) == count > 1
        assert all(line.startswith(f"{name}:") and "which you gave" in line for line in lines)
        # nothing is left out but what needs the rules
        assert all(line.count("not checked:") == line.count("not checked: replay, result (") == 1 for line in lines)


def test_all_bundles_are_read_page_by_page(server: Server, visitor: httpx.Client, written: Archive) -> None:
    expected = [game for name in (OCTOBER, EARLIER, DAY) for game in verified_games(written.folder / name)]
    found: list[str] = []
    cursor = None
    pages = 0
    while True:
        query = {"limit": "2"} | ({} if cursor is None else {"cursor": cursor})
        reply = ok(visitor.get("/v1/games/bundles", params=query))
        page = [line for line in reply.content.splitlines() if line.startswith(b'{"data_digest":')]
        found += [line.partition(b'"game":"')[2][:36].decode() for line in page]
        assert reply.headers["content-type"] == "application/x-ndjson"
        cursor = reply.headers["ludolog-next-cursor"]
        pages += 1
        if "next" not in reply.links:
            break
        assert len(page) == 2
        assert f"cursor={cursor}" in reply.links["next"]["url"]

    assert found == expected
    assert pages == -(-len(expected) // 2)
    rest = ok(visitor.get("/v1/games/bundles", params={"cursor": cursor}))
    assert (rest.content, rest.headers["ludolog-next-cursor"]) == (b"", cursor)
    one = ok(visitor.get(f"/v1/games/{expected[-1]}/bundle")).content
    whole = ok(visitor.get("/v1/games/bundles", params={"limit": "100000"})).content
    assert whole.endswith(one)
    for coding in ("identity", "gzip", "zstd", "br"):
        reply = ok(visitor.get("/v1/games/bundles", headers={"Accept-Encoding": coding}))
        assert reply.content == whole
        assert reply.headers.get("content-encoding") == (coding if coding in {"gzip", "zstd"} else None)
    assert ok(visitor.head("/v1/games/bundles")).headers["ludolog-next-cursor"] == cursor
    assert problem(visitor.get("/v1/games/bundles", params={"cursor": "x"})) == (400, "bad-request")
    assert server.process.poll() is None


def test_names_of_players_are_in_no_dump(written: Archive) -> None:
    for path in written.folder.rglob("*.csv"):
        assert "name" not in path.read_text().splitlines()[0].split(",")


def test_periods_have_names_and_limits() -> None:
    leap, year = Period.named("2028-02"), Period.named("2026-12")
    assert leap is not None
    assert year is not None
    assert (leap.since, leap.until) == ("2028-02-01T00:00:00.000000Z", "2028-03-01T00:00:00.000000Z")
    assert year.until == "2027-01-01T00:00:00.000000Z"
    for name in ("2026", "2026-00", "2026-02-30", "2026-1-1", "9999-12", "2026-11-20T", "\uff12026-11"):
        assert Period.named(name) is None
