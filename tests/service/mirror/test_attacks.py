"""What a site can do, and what its mirror says of it, by name."""

import shutil
from pathlib import Path

import pytest

from domain.game.events import Visibility
from service.core.store.store import Store
from tests.replies import ok
from tests.service.kit import open_game
from tests.service.mirror.kit import (
    all_of,
    append,
    between,
    copied,
    following,
    logging,
    mirrored,
    play,
    reordered,
    unchanged,
    without,
)
from tests.service.server import serving
from tests.service.site_log.kit import add_entry, game_of, short
from tests.service.site_log.kit import site as in_log
from tests.service.site_log.test_logged_games import bot_game, bundle_of
from tests.service.test_cli import ludolog
from tests.waiting import until


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "site").mkdir()
    return tmp_path / "site" / "games.db"


@pytest.fixture
def forked(tmp_path: Path, site: Path) -> tuple[Path, str]:
    """A copy of the database of a site in which one decision of a game is another one, and the game."""
    ours, theirs, other = short(1), short(1, resigned=(0,)), short(9)
    with serving(site):
        # which makes the keys
        pass
    append(site, (*other, *ours[:10]))
    with logging(site, game_of(other)):
        pass
    copy = copied(site.parent, tmp_path / "copy")
    append(site, ours[10:])
    append(copy, theirs[10:])
    return copy, game_of(ours)


def test_a_copied_database_in_which_one_decision_was_played_differently(
    tmp_path: Path, site: Path, forked: tuple[Path, str]
) -> None:
    copy, game = forked
    with logging(site, game) as honest, logging(copy, game) as forger, between(all_of(honest)) as listening:
        before = mirrored(listening.base, tmp_path)
        listening.source = all_of(forger)
        after = mirrored(listening.base, tmp_path)
        listening.source = all_of(honest)
        back = mirrored(listening.base, tmp_path)

    assert before.returncode == 0, before.stdout + before.stderr
    assert after.returncode == 1
    assert "the log was rewritten" in after.stdout
    assert f"was game_ended of game {game}" in after.stdout
    (evidence,) = (tmp_path / "mirror" / "evidence").iterdir()
    assert evidence.read_text().count("— ludolog-") == 2
    # nothing of it was kept
    assert back.returncode == 0, back.stdout + back.stderr


def test_another_bundle_than_the_log_has(tmp_path: Path, site: Path, forked: tuple[Path, str]) -> None:
    """Both bundles verify under the key of the site."""
    copy, game = forked
    with logging(site, game) as honest, logging(copy, game) as forger:
        bases = {True: honest.base, False: forger.base}
        with between(lambda path: bases[path.startswith("/log/")]) as listening:
            done = mirrored(listening.base, tmp_path)

    assert done.returncode == 1
    assert f"WRONG: game {game}: its bundle has another end than the log" in done.stdout
    assert "head " in done.stdout
    assert "result " in done.stdout
    assert "NOT complete" in done.stdout
    assert not (tmp_path / "mirror" / "games" / f"{game}.jsonl").exists()
    assert (tmp_path / "mirror" / "rejected" / f"{game}.jsonl").exists()


def test_a_dropped_game(tmp_path: Path, site: Path) -> None:
    with serving(site) as server, between(all_of(server)) as listening:
        _, game = play(server, 2)
        opened = open_game(server.player())
        play(server)
        listening.change = without(game)
        done = mirrored(listening.base, tmp_path)
        listening.change = without(opened)
        of_open = mirrored(listening.base, tmp_path)
        listening.change = lambda path, status, body: (451, b"{}") if opened in path else (status, body)
        withheld = mirrored(listening.base, tmp_path)
        listening.change = unchanged
        mended = mirrored(listening.base, tmp_path)
        listening.change = without(game)
        again = mirrored(listening.base, tmp_path, "--again")

    assert done.returncode == 1
    assert f"WRONG: game {game} is dropped: the log has its end at position" in done.stdout
    assert of_open.returncode == 1
    assert f"WRONG: game {opened} is dropped: the log has its opening at position" in of_open.stdout
    assert withheld.returncode == 3
    assert f"NOTE: game {opened} is out of public view" in withheld.stdout
    assert mended.returncode == 0, mended.stdout + mended.stderr
    assert "3 games" in mended.stdout
    assert again.returncode == 1
    assert f"game {game} is dropped" in again.stdout


def test_a_discarded_rated_game(tmp_path: Path, site: Path) -> None:
    with serving(site) as server:
        player = server.player()
        game = ok(player.post("/v1/games", json={"ruleset": "minos", "seats": 3, "rated": True}), 201).json()["id"]
        friendly = open_game(player)
        ok(player.delete(f"/v1/games/{game}"), 204)
        ok(player.delete(f"/v1/games/{friendly}"), 204)
        play(server)
        done = mirrored(server.base, tmp_path)
        again = mirrored(server.base, tmp_path)

    assert done.returncode == 3, done.stdout + done.stderr
    assert f"NOTE: rated game {game} was discarded at position" in done.stdout
    assert ": cancelled" in done.stdout
    assert friendly not in done.stdout
    assert "Complete up to" in done.stdout
    assert again.returncode == 0


@pytest.mark.parametrize(
    ("visibility", "named"),
    [
        ("public", "game {game}: the log has its opening or its end again at positions ["),
        ("private", "the log has another opening or end of private games, at positions ["),
    ],
)
def test_two_ends_of_a_game_in_one_log(tmp_path: Path, site: Path, visibility: Visibility, named: str) -> None:
    ours, theirs = short(1, visibility=visibility), short(1, visibility=visibility, resigned=(0,))
    before, after = short(8), short(9)
    with in_log(f"sqlite:///{tmp_path}/other.db") as other:
        other.append(theirs)
        other.keep()
        end = other.entries()[1]
    with serving(site):
        # which makes the keys
        pass
    append(site, (*ours, *before))
    with logging(site, game_of(before)) as server, between(all_of(server)) as listening:
        honest = mirrored(listening.base, tmp_path)
        server.stop()
        with Store(f"sqlite:///{site}") as store:
            add_entry(store, "game_ended", game_of(ours), end)
        append(site, after)
        with logging(site, game_of(after)) as forger:
            listening.source = all_of(forger)
            done = mirrored(listening.base, tmp_path)

    assert honest.returncode == 0, honest.stdout + honest.stderr
    assert done.returncode == 1, done.stdout + done.stderr
    assert f"WRONG: {named.format(game=game_of(ours))}" in done.stdout


def test_a_discarded_game_that_its_players_made_a_rated_one(tmp_path: Path, site: Path) -> None:
    """Without a word of the opener, as from the web client, a game with registered players in all seats is rated."""
    with serving(site) as server:
        owner, other, third = server.player(), server.player("Bo"), server.player("Cy")
        wanted = {"ruleset": "minos", "seats": 3}
        full, lacking, without_rating = (
            ok(owner.post("/v1/games", json={**wanted, **more}), 201).json()["id"]
            for more in ({}, {}, {"take_back": True})
        )
        for game, players in (
            (full, (owner, other, third)),
            (without_rating, (owner, other, third)),
            (lacking, (owner, other)),
        ):
            for seat, player in enumerate(players):
                ok(player.put(f"/v1/games/{game}/seats/{seat}"))
            ok(owner.delete(f"/v1/games/{game}"), 204)
        play(server)
        done = mirrored(server.base, tmp_path)

    assert done.returncode == 3, done.stdout + done.stderr
    assert f"NOTE: game {full} was discarded at position" in done.stdout
    assert "registered players had all its seats, so it would have been a rated one" in done.stdout
    assert "discarded games that were rated, or may have been: 1" in done.stdout
    assert lacking not in done.stdout
    assert without_rating not in done.stdout


def test_a_game_that_is_dropped_after_it_was_mirrored(tmp_path: Path, site: Path) -> None:
    with serving(site) as server, between(all_of(server)) as listening:
        first, game = play(server, 2)
        assert mirrored(listening.base, tmp_path).returncode == 0
        listening.change = without(game)
        dropped = mirrored(listening.base, tmp_path)
        still = mirrored(listening.base, tmp_path)
        listening.change = without(game, 451)
        withheld = mirrored(listening.base, tmp_path)
        known = mirrored(listening.base, tmp_path)
        other = ok(server.client().get(f"/v1/games/{first}/bundle")).content
        listening.change = lambda path, status, body: (200, other) if f"{game}/bundle" in path else (status, body)
        replaced = mirrored(listening.base, tmp_path)
        listening.change = unchanged
        mended = mirrored(listening.base, tmp_path)

    for each in (dropped, still):
        assert each.returncode == 1, each.stdout + each.stderr
        assert f"WRONG: game {game} is dropped: the log has its end at position" in each.stdout
    assert withheld.returncode == 3
    assert f"NOTE: game {game} is out of public view" in withheld.stdout
    assert known.returncode == 0, known.stdout
    assert f"WRONG: game {game}: the site serves another file for it" in replaced.stdout
    assert mended.returncode == 0, mended.stdout + mended.stderr
    # what was verified is kept
    assert (tmp_path / "mirror" / "games" / f"{game}.jsonl").exists()


@pytest.mark.parametrize("part", ["/log/tile/0/", "/log/tile/entries/"])
def test_a_tile_that_is_changed_after_it_was_mirrored(tmp_path: Path, site: Path, part: str) -> None:
    def change(path: str, status: int, body: bytes) -> tuple[int, bytes]:
        if not path.startswith(part):
            return status, body
        return status, exchanged(body) if "entries" in part else reordered(body)

    with serving(site) as server, between(all_of(server)) as listening:
        play(server)
        assert mirrored(listening.base, tmp_path).returncode == 0
        listening.change = change
        done = mirrored(listening.base, tmp_path)

    assert done.returncode == 1, done.stdout + done.stderr
    assert f"WRONG: {part.removeprefix('/log/')}" in done.stdout
    assert "of the log is another one than before" in done.stdout


def test_a_rolled_back_backup(tmp_path: Path, site: Path) -> None:
    with serving(site) as server:
        play(server)
        server.stop()
        backup = copied(site.parent, tmp_path / "backup")
        server.restart()
        (game,) = play(server)
        before = mirrored(server.base, tmp_path)
        server.stop()
        shutil.rmtree(site.parent)
        shutil.copytree(backup.parent, site.parent)
        server.restart()
        after = mirrored(server.base, tmp_path)
        play(server, 2)
        later = mirrored(server.base, tmp_path)

    assert before.returncode == 0, before.stdout + before.stderr
    assert after.returncode == 1
    assert "the log was rolled back" in after.stdout
    assert f"game_ended of game {game}" in after.stdout
    assert later.returncode == 1
    assert "the log was rewritten" in later.stdout
    assert f"dropped: game_ended of game {game}" in later.stdout


@pytest.mark.parametrize(
    ("part", "named"),
    [
        ("/log/tile/0/", "tile/0/000.p/{size} of the log has the hashes of its entries in another order"),
        ("/log/tile/entries/", "tile/entries/000.p/{size} of the log has its entries in another order"),
    ],
)
def test_a_reordered_tile(tmp_path: Path, site: Path, part: str, named: str) -> None:
    def change(path: str, status: int, body: bytes) -> tuple[int, bytes]:
        if not path.startswith(part):
            return status, body
        return status, reordered(body) if "entries" not in part else exchanged(body)

    with serving(site) as server, between(all_of(server)) as listening:
        play(server)
        listening.change = change
        done = mirrored(listening.base, tmp_path)
        size = ok(server.client().get("/log/checkpoint")).text.splitlines()[1]

    assert done.returncode == 1
    assert named.format(size=size) in done.stdout, done.stdout


def test_a_site_that_is_followed_until_it_shows_another_log(tmp_path: Path, site: Path) -> None:
    told = tmp_path / "told"
    with serving(site) as server, between(all_of(server)) as listening:
        play(server)
        with following(listening.base, tmp_path / "mirror", told) as process:
            (game,) = play(server)
            until((tmp_path / "mirror" / "games" / f"{game}.jsonl").exists)
            listening.change = lambda path, status, body: (status, reordered(body) if "/tile/0/" in path else body)
            play(server)
            code = process.wait(60)

    assert code == 1, told.read_text()
    assert "Complete up to" in told.read_text()
    assert "in another order" in told.read_text()


def exchanged(bundle: bytes) -> bytes:
    """Return a bundle of entries with its first two exchanged."""
    first = 2 + int.from_bytes(bundle[:2], "big")
    second = first + 2 + int.from_bytes(bundle[first : first + 2], "big")
    return bundle[first:second] + bundle[:first] + bundle[second:]


def test_a_bundle_that_is_not_in_the_log(tmp_path: Path, site: Path) -> None:
    with serving(site) as server:
        play(server)
        server.stop()
        earlier = copied(site.parent, tmp_path / "earlier")
        server.restart()
        (game,) = play(server)
        with serving(earlier) as old:
            bases = {True: old.base, False: server.base}
            with between(lambda path: bases[path.startswith("/log/")]) as listening:
                done = mirrored(listening.base, tmp_path)
                listening.source = all_of(server)
                mended = mirrored(listening.base, tmp_path)

    assert done.returncode == 1
    assert f"WRONG: game {game} is served, and the log does not have its end" in done.stdout
    assert mended.returncode == 0, mended.stdout + mended.stderr
    assert (tmp_path / "mirror" / "games" / f"{game}.jsonl").exists()


def test_a_log_that_has_a_game_some_seconds_later(tmp_path: Path, site: Path) -> None:
    """As that of a site that has just started."""
    checkpoint = "/log/checkpoint"
    with serving(site) as server, between(all_of(server)) as listening:
        play(server)
        earlier = ok(server.client().get(checkpoint)).content
        (game,) = play(server)

        def change(path: str, status: int, body: bytes) -> tuple[int, bytes]:
            return status, earlier if path == checkpoint and listening.paths.count(path) <= 3 else body

        listening.change = change
        done = mirrored(listening.base, tmp_path)

    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 games, 2 of them new" in done.stdout
    assert (tmp_path / "mirror" / "games" / f"{game}.jsonl").exists()


def test_a_bundle_with_another_signature(tmp_path: Path, site: Path) -> None:
    def change(path: str, status: int, body: bytes) -> tuple[int, bytes]:
        if "bundles" not in path:
            return status, body
        at = body.rfind(b'"signature":"') + len(b'"signature":"')
        return status, body[:at] + (b"1" if body[at : at + 1] == b"0" else b"0") + body[at + 1 :]

    with serving(site) as server, between(all_of(server)) as listening:
        (game,) = play(server)
        listening.change = change
        done = mirrored(listening.base, tmp_path)

    assert done.returncode == 1
    assert f"WRONG: game {game}: line" in done.stdout
    assert "signature" in done.stdout


def test_a_page_that_is_cut_hides_nothing(tmp_path: Path, site: Path) -> None:
    with serving(site) as server, between(all_of(server)) as listening:
        play(server)
        listening.change = lambda path, status, body: (status, body[:-9] if "bundles" in path else body)
        cut = mirrored(listening.base, tmp_path)
        listening.change = unchanged
        done = mirrored(listening.base, tmp_path)

    # the log says which games there are, and each of them is asked for
    assert cut.returncode == 3, cut.stdout + cut.stderr
    assert "NOTE: the pages of bundles cannot be read to their end" in cut.stdout
    assert "a page of bundles is not complete" in cut.stdout
    assert "1 game, 1 of them new" in cut.stdout
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_private_game_is_under_a_seal(tmp_path: Path, site: Path) -> None:
    with serving(site) as server:
        player = server.player()
        game = bot_game(player, visibility="private")
        bundle_of(player, game)
        done = mirrored(server.base, tmp_path)

    assert done.returncode == 0, done.stdout + done.stderr
    assert "entries of the log for private ones: 2" in done.stdout


def test_another_file_in_the_place_of_a_game(tmp_path: Path, site: Path) -> None:
    with serving(site) as server, between(all_of(server)) as listening:
        first, second = play(server, 2)
        other = ok(server.client().get(f"/v1/games/{first}/bundle")).content

        def change(path: str, status: int, body: bytes) -> tuple[int, bytes]:
            if path.startswith(f"/v1/games/{second}/bundle"):
                return 200, other
            return without(second)(path, status, body)

        listening.change = change
        done = mirrored(listening.base, tmp_path)

    assert done.returncode == 1
    assert f"WRONG: game {second}: the site serves another file for it" in done.stdout


def test_a_log_with_another_key(tmp_path: Path, site: Path) -> None:
    (tmp_path / "other").mkdir()
    with serving(site) as server, serving(tmp_path / "other" / "games.db") as other:
        play(server)
        play(other)
        with between(all_of(server)) as listening:
            assert mirrored(listening.base, tmp_path).returncode == 0
            listening.source = all_of(other)
            done = mirrored(listening.base, tmp_path)
            key = ok(other.client().get("/log/vkey")).text.strip()
            listening.source = all_of(server)
            strange = ludolog("mirror", listening.base, str(tmp_path / "new"), "--log-key", key, folder=tmp_path)

    assert done.returncode == 1
    assert "the checkpoint of the site is not valid" in done.stdout
    assert strange.returncode == 1
    assert "the checkpoint of the site is not valid" in strange.stdout
