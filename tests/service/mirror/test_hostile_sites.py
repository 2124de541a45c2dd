"""A site can answer as it likes: a mirror names what it cannot read, goes on with the rest, and comes to an end."""

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.transparency.checkpoints import Checkpoint
from domain.transparency.notes import NoteKey, signed
from domain.transparency.tiles import TileName
from service.operate.mirror.site import NotServedError, Site, TooLargeError, UnreadError
from tests.readmodels.kit import PEOPLE, played
from tests.replies import ok
from tests.service.kit import open_game
from tests.service.mirror.kit import all_of, append, between, following, logging, mirrored, play, without
from tests.service.server import serving
from tests.service.site_log.kit import game_of, short
from tests.terminal.replies import Reply, answering
from tests.waiting import until

SAME = {"Link": '</x>; rel="next"', "Ludolog-Next-Cursor": "same"}
"""A page that leads to itself."""

LIST = "/v1/tournaments?"
PAGES = "/v1/games/bundles"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "site").mkdir()
    return tmp_path / "site" / "games.db"


@pytest.mark.parametrize(
    ("status", "told", "named"),
    [
        (500, b"{}", "500 Internal Server Error"),
        (503, b'{"detail":"the game is damaged"}', "503 the game is damaged"),
        (400, b"no", "400 Bad Request"),
        (302, b"", "302 Found"),
    ],
)
def test_a_game_behind_an_error_is_named_and_the_rest_is_verified(
    tmp_path: Path, site: Path, status: int, told: bytes, named: str
) -> None:
    with serving(site) as server, between(all_of(server)) as listening:
        other, game = play(server, 2)
        opened = open_game(server.player())
        rated = ok(server.player().post("/v1/games", json={"ruleset": "minos", "seats": 3, "rated": True}), 201).json()[
            "id"
        ]
        # with the end of another game, the log has what was opened before
        play(server)
        listening.change = without(game, status, told)
        done = mirrored(listening.base, tmp_path)
        listening.change = without(opened, status, told)
        of_open = mirrored(listening.base, tmp_path)

    assert done.returncode == 1, done.stdout + done.stderr
    assert f"WRONG: game {game} cannot be read: the log has its end at position" in done.stdout
    assert f"and the site answers: {named}" in done.stdout
    assert "NOT complete" in done.stdout
    assert "2 games, 2 of them new" in done.stdout
    assert rated not in done.stdout
    assert (tmp_path / "mirror" / "games" / f"{other}.jsonl").exists()
    assert of_open.returncode == 1
    assert f"WRONG: game {opened} cannot be read: the log has its opening at position" in of_open.stdout


def test_a_page_of_html_is_no_excuse_for_a_dropped_game(tmp_path: Path, site: Path) -> None:
    with serving(site) as server, between(all_of(server)) as listening:
        (game,) = play(server)
        listening.change = without(game, 404, b"<html><body>not here</body></html>")
        done = mirrored(listening.base, tmp_path)

    assert done.returncode == 1, done.stdout + done.stderr
    assert f"WRONG: game {game} is dropped" in done.stdout
    assert "(404 Not Found)" in done.stdout


def test_pages_and_lists_behind_an_error_hide_nothing(tmp_path: Path, site: Path) -> None:
    with serving(site) as server, between(all_of(server)) as listening:
        play(server, 2)
        listening.change = lambda path, status, body: (503, b"") if path.startswith((PAGES, LIST)) else (status, body)
        done = mirrored(listening.base, tmp_path)

    assert done.returncode == 1, done.stdout + done.stderr
    assert "NOTE: the pages of bundles cannot be read to their end" in done.stdout
    assert "WRONG: the list of tournaments cannot be read: 503" in done.stdout
    assert "2 games, 2 of them new" in done.stdout


def test_a_site_that_is_out_of_order_ends_the_run(tmp_path: Path, site: Path) -> None:
    """Nothing is said of single games: the next run asks for them."""
    with serving(site) as server, between(all_of(server)) as listening:
        (game,) = play(server)
        asked = list[str]()

        def change(path: str, status: int, body: bytes) -> tuple[int, bytes]:
            asked.append(path)
            is_first = path == "/log/checkpoint" and asked.count(path) == 1
            return (status, body) if is_first or "/log/tile" in path or "vkey" in path else (500, b"{}")

        listening.change = change
        done = mirrored(listening.base, tmp_path)

    assert done.returncode == 2, done.stdout
    assert game not in done.stdout
    assert "Traceback" not in done.stderr


def test_what_cannot_be_read_once_does_not_end_a_mirror_that_follows(tmp_path: Path, site: Path) -> None:
    told = tmp_path / "told"
    with serving(site) as server, between(all_of(server)) as listening:
        (game,) = play(server)
        asked = list[str]()
        hidden = without(game, 500)

        def change(path: str, status: int, body: bytes) -> tuple[int, bytes]:
            if path == f"/v1/games/{game}/bundle":
                asked.append(path)
            # both attempts of the first look
            return hidden(path, status, body) if len(asked) <= 2 else (status, body)

        listening.change = change
        with following(listening.base, tmp_path / "mirror", told) as process:
            until(lambda: told.exists() and "Complete up to" in told.read_text())
            listening.change = lambda path, status, body: (
                (500, b"{}") if path.startswith((PAGES, "/v1/games/")) else (status, body)
            )
            play(server)
            code = process.wait(60)

    assert f"WRONG: game {game} cannot be read" in told.read_text()
    # twice in turn is too much
    assert code == 1, told.read_text()


@pytest.mark.parametrize(
    ("path", "body", "headers", "named"),
    [
        (LIST, b'{"items":[],"next":"same"}', {}, "WRONG: the list of tournaments cannot be read: it does not end"),
        (LIST, b"[]", {}, "WRONG: the list of tournaments cannot be read: it is not as this release expects it"),
        (PAGES, b"", SAME, "they do not lead on after the cursor same"),
        (PAGES, None, SAME, "they do not lead on after the cursor same"),
    ],
)
def test_pages_that_lead_in_circles_come_to_an_end(
    tmp_path: Path, site: Path, path: str, body: bytes | None, headers: dict[str, str], named: str
) -> None:
    with serving(site) as server, between(all_of(server)) as listening:
        play(server, 2)
        listening.change = _replaced(path, body)
        listening.headers = {path: headers}
        done = mirrored(listening.base, tmp_path)
        count = sum(each.startswith(path) for each in listening.paths)

    assert named in done.stdout, done.stdout + done.stderr
    assert "2 games, 2 of them new" in done.stdout
    assert count < 6


def _replaced(begin: str, other: bytes | None) -> Callable[[str, int, bytes], tuple[int, bytes]]:
    """Return a change that sends this body for paths with a beginning; None: the first one again and again."""
    sent = [] if other is None else [other]

    def change(path: str, status: int, body: bytes) -> tuple[int, bytes]:
        if not path.startswith(begin):
            return status, body
        if not sent:
            sent.append(body)
        return 200, sent[0]

    return change


def test_a_log_of_an_absurd_size_is_not_followed(tmp_path: Path) -> None:
    private = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
    key = NoteKey("games.example/log", private.public_key().public_bytes_raw())
    note = signed(Checkpoint(key.name, 2**40, bytes(32)).text, key, private.sign)
    files = {"/log/vkey": key.vkey.encode(), "/log/checkpoint": str(note).encode()}
    with answering(lambda path: Reply(200, files[path]) if path in files else Reply(404)) as (address, paths):
        done = mirrored(address, tmp_path)

    assert done.returncode == 2, done.stdout
    assert "states 1099511627776 entries" in done.stderr
    assert len(paths) < 5


def test_a_log_that_serves_no_tiles_is_not_asked_for_all_of_them(tmp_path: Path) -> None:
    private = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
    key = NoteKey("games.example/log", private.public_key().public_bytes_raw())
    note = signed(Checkpoint(key.name, 2**20, bytes(32)).text, key, private.sign)
    files = {"/log/vkey": key.vkey.encode(), "/log/checkpoint": str(note).encode()}
    with answering(lambda path: Reply(200, files[path]) if path in files else Reply(404)) as (address, paths):
        done = mirrored(address, tmp_path)

    assert done.returncode == 1, done.stderr
    assert "tile/entries/000 of the log is not served: 404" in done.stdout
    assert "no further tiles of the log were asked for" in done.stdout
    assert len(paths) < 50


def test_what_is_larger_than_it_can_be_is_not_read() -> None:
    body = gzip.compress(bytes(20 << 20))
    with answering(lambda _: Reply(200, body, {"Content-Encoding": "gzip"})) as (address, _), Site(address) as asked:
        with pytest.raises(TooLargeError, match="more than 8192 bytes"):
            asked.tile(TileName(0, 0))
        with pytest.raises(TooLargeError, match="more than 16777216 bytes"):
            asked.ask_for_game("00000000-0000-4000-8000-000000000000")
        # a bundle may be as large; this one is none
        assert len(asked.bundle("00000000-0000-4000-8000-000000000000")) == 20 << 20


def test_a_page_that_is_too_large_is_asked_for_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.operate.mirror.site.MOST_PAGE", 1_000)

    def answer(path: str) -> Reply:
        limit = int(path.partition("limit=")[2].partition("&")[0])
        return Reply(200, bytes(limit * 100), {"Ludolog-Next-Cursor": "x"})

    with answering(answer) as (address, paths), Site(address) as asked:
        assert len(asked.bundles(None).body) <= 1_000

    assert len(paths) < 5


@pytest.mark.parametrize(("status", "kind"), [(404, NotServedError), (500, UnreadError), (400, UnreadError)])
def test_an_error_is_that_of_one_thing_if_the_log_is_served(status: int, kind: type[Exception]) -> None:
    def answer(path: str) -> Reply:
        return Reply(200, b"a note") if path == "/log/checkpoint" else Reply(status)

    with (
        answering(answer) as (address, paths),
        Site(address) as asked,
        pytest.raises(kind, match=str(status)),
    ):
        asked.bundle("00000000-0000-4000-8000-000000000000")

    assert len(paths) <= 3


def test_a_log_of_several_tiles(tmp_path: Path, site: Path) -> None:
    """More than 256 entries: whole tiles, a level above them, and games in an old tile."""
    game = short(1)
    with serving(site):
        # which makes the keys
        pass
    append(site, game)
    append(site, (next(played("siberia", PEOPLE[:2], number, visibility="private")) for number in range(2, 300)))
    last = short(400)
    append(site, last)
    with logging(site, game_of(game), game_of(last)) as server, between(all_of(server)) as listening:
        done = mirrored(listening.base, tmp_path)
        # the halves of the whole tile
        listening.change = lambda path, status, body: (
            (status, body[4096:] + body[:4096]) if path == "/log/tile/0/000" else (status, body)
        )
        old = mirrored(listening.base, tmp_path)
        again = mirrored(listening.base, tmp_path, "--again")
        (tmp_path / "new").mkdir()
        fresh = mirrored(listening.base, tmp_path / "new")
        listening.change = lambda path, status, body: (status, body[::-1] if "/log/tile/1/" in path else body)
        above = mirrored(listening.base, tmp_path, "--again")

    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "mirror" / "log" / "tile" / "0" / "000").exists()
    assert old.returncode == 1
    assert "WRONG: tile/0/000 of the log is another one than before" in old.stdout
    for each in (again, fresh):
        assert each.returncode == 1
        assert "tile/0/000 of the log has the hashes of its entries in another order" in each.stdout
    assert above.returncode == 1
    assert "tile/1/000" in above.stdout
