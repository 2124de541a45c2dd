"""A mirror has all that a site has promised, and goes on where it stopped."""

import json
from pathlib import Path

import pytest

from tests.replies import ok
from tests.service.kit import open_game
from tests.service.mirror.kit import all_of, between, mirrored, play, replica
from tests.service.server import Server, serving
from tests.service.site_log.test_logged_games import bot_game, bundle_of
from tests.service.site_log.test_logged_tournaments import played
from tests.service.test_cli import ludolog


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "site").mkdir()
    return tmp_path / "site" / "games.db"


def test_a_site_is_mirrored_and_the_mirror_goes_on(tmp_path: Path, site: Path) -> None:
    folder = tmp_path / "mirror"
    with serving(site) as server:
        player = server.player()
        open_game(player)
        private = bot_game(player, visibility="private")
        first = play(server, 2)
        done = mirrored(server.base, tmp_path)
        size = int(ok(player.get("/log/checkpoint")).text.splitlines()[1])
        again = mirrored(server.base, tmp_path)
        second = play(server)
        further = mirrored(server.base, tmp_path)
        whole = mirrored(server.base, tmp_path, "--again", "--processes", "1")
        tile = ok(player.get(f"/log/tile/0/000.p/{int(ok(player.get('/log/checkpoint')).text.splitlines()[1])}"))
        served = {game: ok(player.get(f"/v1/games/{game}/bundle")).content for game in first}

    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 games, 2 of them new" in done.stdout
    assert f"position {size - 1}, consistent with every checkpoint since" in done.stdout
    assert again.returncode == 0, again.stdout + again.stderr
    assert "2 games, 0 of them new" in again.stdout
    assert further.returncode == 0, further.stdout + further.stderr
    assert "3 games, 1 of them new" in further.stdout
    assert whole.returncode == 0, whole.stdout + whole.stderr
    assert {path.stem for path in (folder / "games").iterdir()} == {*first, *second}
    assert {game: (folder / "games" / f"{game}.jsonl").read_bytes() for game in first} == served
    assert not any(private in path.name for path in folder.rglob("*"))
    (kept,) = (folder / "log" / "tile" / "0").rglob("*.p/*")
    assert kept.read_bytes() == tile.content
    assert ludolog("verify", str(folder / "games"), folder=tmp_path).returncode == 0


def test_a_mirror_asks_little_for_many_games(tmp_path: Path, site: Path) -> None:
    with serving(site) as server, between(all_of(server)) as listening:
        play(server, 3)
        done = mirrored(listening.base, tmp_path)
        paths = list(listening.paths)

    assert done.returncode == 0, done.stdout + done.stderr
    assert len(paths) <= 8
    assert not any(path.startswith("/v1/games/") and "bundles" not in path for path in paths)


def test_a_tournament_is_mirrored(tmp_path: Path, server: Server) -> None:
    cup = played(server)
    bundle_of(cup.owner, bot_game(server.player()))
    done = mirrored(server.base, tmp_path)

    assert done.returncode in {0, 3}, done.stdout + done.stderr
    assert "WRONG" not in done.stdout
    lines = (tmp_path / "mirror" / "tournaments" / f"{cup.id}.jsonl").read_text().splitlines()
    assert json.loads(lines[0])["tournament"] == cup.id


def test_export_from_a_server_without_ids_is_a_mirror(tmp_path: Path, site: Path) -> None:
    with serving(site) as server:
        (game,) = play(server)
        done = ludolog("export", "--server", server.base, "--out", str(tmp_path / "out"), folder=tmp_path)

    assert done.returncode == 0, done.stdout + done.stderr
    assert "Complete up to" in done.stdout
    assert (tmp_path / "out" / "games" / f"{game}.jsonl").exists()


def test_what_is_no_mirror_is_not_used_as_one(tmp_path: Path, site: Path) -> None:
    other = tmp_path / "mirror"
    other.mkdir()
    (other / "letter.txt").write_text("dear")
    with serving(site) as server:
        without_log = ludolog("mirror", server.base, str(tmp_path / "new"), folder=tmp_path)
        play(server)
        strange = mirrored(server.base, tmp_path)
        (other / "letter.txt").unlink()
        assert mirrored(server.base, tmp_path).returncode == 0
        with between(all_of(server)) as listening:
            of_another = mirrored(listening.base, tmp_path)
    unreachable = mirrored(server.base, tmp_path)

    assert without_log.returncode == 2
    assert "no log yet" in without_log.stderr
    assert "has other files" in strange.stderr
    assert strange.returncode == 2
    assert "is a mirror of" in of_another.stderr
    assert unreachable.returncode == 2
    assert "Traceback" not in unreachable.stderr


def test_a_damaged_mirror_is_told(tmp_path: Path, site: Path) -> None:
    with serving(site) as server:
        play(server)
        assert mirrored(server.base, tmp_path).returncode == 0
        (tile,) = (tmp_path / "mirror" / "log" / "tile" / "0").rglob("*.p/*")
        content = tile.read_bytes()
        tile.write_bytes(bytes([content[0] ^ 1]) + content[1:])
        done = mirrored(server.base, tmp_path)

    assert done.returncode == 2
    assert "they are damaged, or were changed" in done.stderr


def test_a_mirror_is_served_and_cannot_be_changed(tmp_path: Path, site: Path) -> None:
    with serving(site) as server:
        (game,) = play(server)
        assert mirrored(server.base, tmp_path).returncode == 0
        bundle = ok(server.client().get(f"/v1/games/{game}/bundle")).content
    with replica(tmp_path / "mirror") as client:
        served = ok(client.get(f"/v1/games/{game}/bundle")).content
        page = ok(client.get(f"/games/{game}")).text
        moves = ok(client.get(f"/v1/games/{game}/events")).json()
        refused = client.post("/v1/players", json={"name": "Ada"})

    assert served == bundle
    assert "<html" in page
    assert moves["items"]
    assert refused.status_code == 503
    assert "read-only copy of" in refused.json()["detail"]


def test_a_start_reads_only_the_checkpoints_since_the_last_one(tmp_path: Path, site: Path) -> None:
    """A mirror that follows a site for years has very many of them. `--again` compares all."""
    kept = tmp_path / "mirror" / "checkpoints.jsonl"
    with serving(site) as server:
        play(server)
        first = mirrored(server.base, tmp_path)
        play(server)
        second = mirrored(server.base, tmp_path)
        whole = kept.read_bytes()
        kept.write_bytes(whole.replace(b'"at"', b'"xx"', 1))
        third = mirrored(server.base, tmp_path)
        play(server)
        fourth = mirrored(server.base, tmp_path)
        again = mirrored(server.base, tmp_path, "--again")
        kept.write_bytes(whole[: len(whole) // 2])
        cut = mirrored(server.base, tmp_path)

    since = first.stdout.partition("every checkpoint since ")[2].partition(" (")[0]
    for done, count in ((first, 1), (second, 2), (third, 2), (fourth, 3)):
        assert done.returncode == 0, done.stdout + done.stderr
        assert f"every checkpoint since {since} ({count} checkpoint" in done.stdout
    assert again.returncode == 2
    assert "checkpoints.jsonl is damaged" in again.stderr
    assert cut.returncode == 2
    assert "checkpoints.jsonl is damaged: it is shorter than it was" in cut.stderr


def test_a_mirror_of_an_earlier_build_is_read(tmp_path: Path, site: Path) -> None:
    """Its state has neither a mark nor what is asked for again."""
    state = tmp_path / "mirror" / "mirror.json"
    with serving(site) as server:
        play(server)
        assert mirrored(server.base, tmp_path).returncode == 0
        found = json.loads(state.read_text())
        for name in ("mark", "again", "missed", "unplayed"):
            del found[name]
        state.write_text(json.dumps(found))
        done = mirrored(server.base, tmp_path)

    assert done.returncode == 0, done.stdout + done.stderr
    assert "(1 checkpoint)" in done.stdout
    assert json.loads(state.read_text())["mark"]["count"] == 1
