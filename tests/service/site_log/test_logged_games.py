"""The transparency log over HTTP: a game is in it, and everything about it is proved."""

import hashlib
import json
from typing import Any

import httpx
import pytest

from domain.ledger.signing import Keys
from domain.proof.log_check import LogKeys
from domain.proof.verify import verify
from domain.transparency.checkpoints import Checkpoint, open_checkpoint
from domain.transparency.log_proofs import parse_proof
from domain.transparency.merkle import is_included, leaf_hash, root_of
from domain.transparency.notes import NoteKey, key_from
from domain.transparency.tiles import entries_in, names_in, nodes_in
from service.core.keys.signing import is_signed_by, keys_from
from tests.replies import ok
from tests.service.kit import open_game, played_by_bots, problem
from tests.service.server import Server


def log_key(client: httpx.Client) -> NoteKey:
    return key_from(ok(client.get("/log/vkey")).text.strip())


def checkpoint(client: httpx.Client) -> Checkpoint:
    return open_checkpoint(ok(client.get("/log/checkpoint")).text, [log_key(client)], is_signed_by)


def bot_game(player: httpx.Client, **wishes: Any) -> str:
    bots = {str(seat): "random" for seat in range(3)}
    return played_by_bots(player, open_game(player, ruleset="minos", bots=bots, **wishes))


def bundle_of(client: httpx.Client, game: str, **query: Any) -> list[bytes]:
    return ok(client.get(f"/v1/games/{game}/bundle", params=query)).content.splitlines()


def entries_of(client: httpx.Client, size: int) -> list[bytes]:
    found: list[bytes] = []
    for name in names_in(size):
        if name.level is None:
            found += entries_in(ok(client.get(f"/log/{name.path}")).content)
    return found


@pytest.fixture(scope="module")
def player(server: Server) -> httpx.Client:
    return server.player()


@pytest.fixture(scope="module")
def over(player: httpx.Client) -> str:
    return bot_game(player)


def test_the_bundle_of_a_game_that_is_over_proves_that_the_log_has_it(player: httpx.Client, over: str) -> None:
    lines = bundle_of(player, over)
    keys = Keys(is_signed_by, keys_from(player.get("/.well-known/jwks.json").text))

    report = verify(lines, keys, log_keys=LogKeys((log_key(player),), is_signed_by))

    assert json.loads(lines[0])["format"] == "ludolog-bundle/2"
    assert {check.check: check.verdict for check in report.checks}["log"] == "passed"
    assert report.is_valid
    assert report.log == log_key(player).name
    assert report.log_index == ok(player.get(f"/v1/games/{over}/log")).json()["ended"]


def test_the_first_format_is_still_there_and_verifies(player: httpx.Client, over: str) -> None:
    lines = bundle_of(player, over, format=1)

    assert json.loads(lines[0])["format"] == "ludolog-bundle/1"
    assert "log" not in json.loads(lines[-1])
    assert verify(lines).is_valid
    assert lines[1:-1] == bundle_of(player, over)[1:-1]


def test_every_entry_is_in_the_tree_of_the_checkpoint(player: httpx.Client, over: str) -> None:
    bundle_of(player, over)
    now = checkpoint(player)
    tiles = {
        (name.level, name.number): ok(player.get(f"/log/{name.path}")).content
        for name in names_in(now.size)
        if name.level is not None
    }
    entries = entries_of(player, now.size)

    assert root_of(nodes_in(lambda level, number: tiles[level, number]), now.size) == now.root
    assert b"".join(leaf_hash(entry) for entry in entries)[: 256 * 32] == tiles[0, 0]
    kinds = [json.loads(entry)["type"] for entry in entries]
    assert {"key", "rules", "game_opened", "game_ended"} <= set(kinds)
    about = [json.loads(entry) for entry in entries if over in entry.decode()]
    assert [entry["type"] for entry in about] == ["game_opened", "game_ended"]


def test_the_end_has_the_digest_of_the_result(player: httpx.Client, over: str) -> None:
    result = ok(player.get(f"/v1/games/{over}/result")).json()
    place = ok(player.get(f"/v1/games/{over}/log")).json()
    entry = json.loads(entries_of(player, checkpoint(player).size)[int(place["ended"])])
    statement = {name: value for name, value in result["certificate"]["statement"].items() if name != "key_id"}
    text = json.dumps(statement, separators=(",", ":"), sort_keys=True, ensure_ascii=False)

    assert hashlib.sha256(text.encode()).hexdigest() == entry["result"]
    assert (entry["head"], entry["version"]) == (result["head"], result["version"])
    assert result["log"]["ended"]["index"] == place["ended"]


@pytest.mark.parametrize("which", ["opened", "ended"])
def test_a_proof_for_other_programs_holds(player: httpx.Client, over: str, which: str) -> None:
    bundle_of(player, over)
    proof = parse_proof(ok(player.get(f"/v1/games/{over}/log-proof", params={"entry": which})).text)
    found = open_checkpoint(proof.checkpoint, [log_key(player)], is_signed_by)
    entry = entries_of(player, checkpoint(player).size)[proof.index]

    assert is_included(leaf_hash(entry), proof.index, found.size, found.root, proof.hashes)


def test_a_private_game_is_in_the_log_under_a_seal(player: httpx.Client) -> None:
    game = bot_game(player, visibility="private")
    lines = bundle_of(player, game)
    entries = entries_of(player, checkpoint(player).size)
    place = ok(player.get(f"/v1/games/{game}/log")).json()

    assert not any(game in entry.decode() for entry in entries)
    assert json.loads(entries[int(place["ended"])]).keys() == {"about", "commitment", "tag", "type"}
    tags = [json.loads(entries[int(place[which])])["tag"] for which in ("opened", "ended")]
    assert tags[0] == tags[1]
    report = verify(lines, log_keys=LogKeys((log_key(player),), is_signed_by))
    assert {check.check: check.verdict for check in report.checks}["log"] == "passed"
    seat = verify(bundle_of(player, game, **{"as": "public"}), log_keys=LogKeys((log_key(player),), is_signed_by))
    assert [check.verdict for check in seat.checks if check.check == "log"] == ["skipped"]


def test_a_running_game_is_in_the_log_by_its_opening(player: httpx.Client, server: Server) -> None:
    game = open_game(player)
    stranger = server.client()
    bundle_of(player, bot_game(player))
    place = ok(stranger.get(f"/v1/games/{game}/log")).json()

    assert place["opened"] is not None
    assert place["ended"] is None
    assert place["checkpoint"] > place["opened"]
    assert problem(stranger.get(f"/v1/games/{game}/log-proof")) == (404, "not-found")
    assert ok(stranger.get(f"/v1/games/{game}/log-proof", params={"entry": "opened"})).text.startswith("c2sp.org/")


def test_tiles_are_immutable_and_others_are_not_there(player: httpx.Client, over: str) -> None:
    bundle_of(player, over)
    size = checkpoint(player).size
    tile = ok(player.get(f"/log/tile/0/000.p/{size}"))
    assert tile.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert tile.headers["content-type"] == "application/octet-stream"
    assert ok(player.get("/log/checkpoint")).headers["content-type"] == "text/plain; charset=utf-8"
    for path in (f"tile/0/000.p/{size + 40}", "tile/0/0", "tile/0/000", "tile/0/../checkpoint", "tile/x"):
        assert problem(player.get(f"/log/{path}")) == (404, "not-found"), path
