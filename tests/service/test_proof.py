"""Receipts, bundles, verification and keys over HTTP; import and export on the command line."""

import asyncio
import json
import random
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from domain.ledger.signing import Keys
from domain.proof.log_check import LogKeys
from domain.proof.verify import verify
from domain.transparency.notes import key_from
from service.core.connections.admission import MAX_OF_ADDRESS
from service.core.keys.signing import is_signed_by, keys_from
from tests.games import forged_cleverly, forged_lines
from tests.games.bundles import kept, receipts_from
from tests.games.clocks.clocked import clocked
from tests.replies import ok
from tests.service.kit import answer, next_decision, problem, started_game
from tests.service.server import Server, serving
from tests.service.test_cli import ludolog
from tests.waiting import until_over

ROOT = Path(__file__).parents[2]
LINES = {"Content-Type": "application/x-ndjson"}


class Played:
    """A game that is over, with the receipts of its only player."""

    def __init__(self, server: Server, ruleset: str = "minos") -> None:
        self.player = server.player()
        self.game = started_game(self.player, ruleset=ruleset)
        rng = random.Random(3)
        self.receipts: list[dict[str, Any]] = []
        for _ in range(4):
            decision = next_decision(self.player, self.game)
            self.receipts.append(ok(answer(self.player, self.game, decision, rng)).json()["receipt"])
        self.running = self.player.get(f"/v1/games/{self.game}/bundle").content
        assert self.player.post(f"/v1/games/{self.game}/resignations").status_code == 201
        until_over(self.player, self.game)
        self.bundle = server.client().get(f"/v1/games/{self.game}/bundle").content


@pytest.fixture(scope="module")
def over(server: Server) -> Played:
    return Played(server)


def trusted(server: Server) -> Keys:
    return Keys(is_signed_by, keys_from(server.client().get("/.well-known/jwks.json").text))


def test_a_bundle_and_the_receipts_hold_with_the_published_key(server: Server, over: Played) -> None:
    receipts = receipts_from(b"\n".join(json.dumps(receipt).encode() for receipt in over.receipts))

    log = key_from(ok(server.client().get("/log/vkey")).text.strip())

    report = verify(over.bundle.splitlines(), trusted(server), receipts, LogKeys((log,), is_signed_by))

    assert {check.verdict for check in report.checks} == {"passed"}
    assert [check.check for check in report.checks][-2:] == ["receipts", "log"]
    assert report.trusted


def test_a_rewritten_log_is_told_by_the_receipts(server: Server, over: Played) -> None:
    receipts = receipts_from(json.dumps(over.receipts[0]).encode())
    lines = [line.replace(b"player:", b"payer:") for line in over.bundle.splitlines()]

    report = verify(forged_lines.rewritten(lines), trusted(server), receipts)

    assert {c.check for c in report.checks if c.verdict == "failed"} == {"signature", "receipts", "log"}


def test_of_a_running_game_each_reader_gets_what_that_reader_may_see(server: Server, over: Played) -> None:
    mine = verify(over.running.splitlines(), trusted(server))
    stranger = server.client()
    game = started_game(server.player())
    public = stranger.get(f"/v1/games/{game}/bundle")

    assert mine.is_valid
    assert mine.viewer == "seat:0"
    assert verify(public.content.splitlines(), trusted(server)).viewer == "public"
    assert b'"secret"' not in public.content
    assert problem(stranger.get(f"/v1/games/{game}/bundle", params={"as": "full"})) == (404, "not-found")
    assert problem(stranger.get(f"/v1/games/{game}/verification", params={"as": "seat:1"})) == (404, "not-found")


def test_the_bundle_is_a_file_with_an_etag(server: Server, over: Played) -> None:
    url = f"/v1/games/{over.game}/bundle"
    first = server.client().get(url)
    again = server.client().get(url, headers={"If-None-Match": first.headers["ETag"]})

    assert first.headers["content-type"].startswith("application/x-ndjson")
    assert first.headers["content-disposition"] == f'attachment; filename="{over.game}.full.jsonl"'
    assert again.status_code == 304
    assert first.content == over.bundle


def test_a_stored_game_is_verified(server: Server, over: Played) -> None:
    found = ok(server.client().get(f"/v1/games/{over.game}/verification")).json()

    assert (found["valid"], found["trusted"], found["unchecked"]) == (True, True, [])
    assert {check["verdict"] for check in found["checks"]} == {"passed"}


def test_what_was_not_checked_is_named(server: Server, over: Played) -> None:
    client = server.client()
    public = ok(client.get(f"/v1/games/{over.game}/bundle?as=public")).content

    stored = ok(client.get(f"/v1/games/{over.game}/verification?as=public")).json()
    uploaded = ok(server.player().post("/v1/verifications", content=public, headers=LINES)).json()

    for found in (stored, uploaded):
        skipped = {check["check"]: check["reason"] for check in found["checks"] if check["verdict"] == "skipped"}
        assert (found["valid"], found["unchecked"]) == (True, ["draws", "replay", "result"])
        assert found["unchecked"] == [*skipped]
        assert all(skipped.values())


def test_many_who_ask_for_the_same_verification_at_once_share_it(tmp_path: Path) -> None:
    # as many as an address may have in progress
    many = MAX_OF_ADDRESS

    async def asked(server: Server, game: str) -> list[httpx.Response]:
        limits = httpx.Limits(max_connections=many)
        async with httpx.AsyncClient(base_url=server.base, timeout=60.0, limits=limits) as client:
            return await asyncio.gather(*(client.get(f"/v1/games/{game}/verification") for _ in range(many)))

    with serving(tmp_path / "games.db") as server:
        game = Played(server, "siberia").game
        replies = asyncio.run(asked(server, game))

    assert [reply.status_code for reply in replies] == [200] * many
    assert len({reply.content for reply in replies}) == 1


def test_a_bundle_is_verified_for_whoever_sends_it(over: Played) -> None:
    doctored = over.bundle.replace(b'"amount":1', b'"amount":2', 1).replace(b'"score":', b'"score":1', 1)

    fine = over.player.post("/v1/verifications", content=over.bundle, headers=LINES)
    bad = over.player.post("/v1/verifications", content=doctored, headers=LINES)

    assert (fine.status_code, fine.json()["valid"], fine.json()["trusted"]) == (200, True, True)
    assert (bad.status_code, bad.json()["valid"]) == (200, False)
    assert any(check["line"] for check in bad.json()["checks"])


@pytest.mark.parametrize("body", [b"\x00\xff" * 500, b"[" * 100_000, b"9" * 10_000, b"{}\n" * 1000, b"\n" * 9999])
def test_whatever_is_sent_is_answered(over: Played, body: bytes) -> None:
    reply = over.player.post("/v1/verifications", content=body, headers=LINES)

    assert (reply.status_code, reply.json()["valid"]) == (200, False)


@pytest.mark.parametrize("changes", [{"seat": 63}, {"version": 0, "cause": 0}])
def test_a_number_that_no_event_can_have_is_reported(over: Played, changes: dict[str, int]) -> None:
    lines = clocked("minos", 14).lines()
    place = next(place for place, line in enumerate(lines, 1) if b'"type":"game.started"' in line)
    forged = forged_lines.rewritten(forged_lines.at(lines, place, lambda line: line["record"].update(changes)))

    reply = over.player.post("/v1/verifications", content=b"\n".join([*forged, b""]), headers=LINES)

    assert (reply.status_code, reply.json()["valid"]) == (200, False)
    assert [check["line"] for check in reply.json()["checks"] if check["check"] == "form"] == [place + 1]


def test_nothing_is_no_bundle(over: Played) -> None:
    assert problem(over.player.post("/v1/verifications", headers=LINES)) == (400, "bad-request")


def test_too_much_and_the_wrong_kind_are_refused(server: Server, over: Played) -> None:
    def sent(client: httpx.Client, body: bytes, media_type: str = LINES["Content-Type"]) -> tuple[int, str]:
        reply = client.post("/v1/verifications", content=body, headers={"Content-Type": media_type})
        return problem(reply)

    assert sent(over.player, bytes(8 * 1024 * 1024 + 1)) == (413, "too-large")
    assert sent(over.player, b"{}", "application/json") == (415, "media-type")
    assert sent(server.client(), over.bundle) == (401, "token-needed")


def test_a_certificate_can_be_kept_and_checked(server: Server, over: Played) -> None:
    result = ok(server.client().get(f"/v1/games/{over.game}/result")).json()
    certificate = result["certificate"]
    key = bytes.fromhex(certificate["public_key"])
    statement = json.dumps(certificate["statement"], sort_keys=True, separators=(",", ":")).encode()

    assert is_signed_by(key, statement, bytes.fromhex(certificate["signature"]))
    assert key in (trusted(server).trusted or {}).values()
    assert certificate["statement"]["places"] == [without_events(place) for place in result["places"]]
    assert certificate["statement"]["head"] == result["head"]


def without_events(place: dict[str, Any]) -> dict[str, Any]:
    """Return a place as it is signed."""
    parts = [{name: value for name, value in part.items() if name != "events"} for part in place["parts"]]
    return {name: place[name] for name in ("seat", "rank", "score")} | {"parts": parts}


def test_a_result_names_the_events_of_each_part(server: Server, client: httpx.Client) -> None:
    game = started_game(player := server.player(), ruleset="giganten")
    assert player.post(f"/v1/games/{game}/resignations").status_code == 201
    until_over(client, game)
    url = f"/v1/games/{game}"
    reply = ok(client.get(f"{url}/result"))
    result = reply.json()
    lines = [json.loads(line) for line in client.get(f"{url}/bundle").content.splitlines()[1:-1]]
    types = {line["record"]["version"]: line["record"]["type"] for line in lines}

    for place in result["places"]:
        for part in place["parts"]:
            versions = [event["version"] for event in part["events"]]
            assert versions == sorted(set(versions))
            assert set(versions) <= types.keys()
            assert all(event["amount"] for event in part["events"])
            assert part["amount"] == sum(event["amount"] for event in part["events"])
        money = place["parts"][0]["events"]
        assert (money[0]["amount"], types[money[0]["version"]]) == (15000, "game.started")
    ended = lines[-1]["record"]
    assert ended["type"] == "game.ended"
    # the log has the ranks of the rules, and the result has the resigned seat last
    stored = sorted(ended["data"]["places"], key=lambda place: place["seat"] == 0)
    shown = [without_events(place) for place in result["places"]]
    assert [place | {"rank": 0} for place in stored] == [place | {"rank": 0} for place in shown]
    assert [(place["rank"], place["resigned"]) for place in result["places"]][-1] == (3, True)
    assert client.get(f"{url}/result", headers={"If-None-Match": reply.headers["etag"]}).status_code == 304
    plain = ok(client.get(f"{url}/result", headers={"Accept-Encoding": "identity"}))
    assert plain.json() == result
    assert "content-encoding" not in plain.headers


def test_a_stream_ends_with_the_signed_head(server: Server, over: Played) -> None:
    with server.client().stream("GET", f"/v1/games/{over.game}/stream", params={"as": "full"}) as reply:
        *_, name, data, _ = reply.iter_lines()

    assert name == "event: statement"
    closing = json.loads(over.bundle.splitlines()[-1])
    # the proofs of the log of the site are in the file only
    del closing["log"]
    assert json.loads(data.removeprefix("data: ")) == closing


def test_keys_are_rotated_and_the_old_ones_stay_published(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db") as server:
        played = Played(server)
        before = ok(server.client().get("/.well-known/jwks.json")).json()
        server.stop()
        done = ludolog("keys", "rotate", folder=tmp_path)
        server.restart()
        after = ok(server.client().get("/.well-known/jwks.json")).json()
        anew = server.client().get(f"/v1/games/{played.game}/bundle").content
        keys = trusted(server)

    key_file = tmp_path / "games.db.key"
    assert done.returncode == 0, done.stderr
    assert stat.S_IMODE(key_file.stat().st_mode) == 0o600
    assert [key["kid"] for key in after["keys"]][1:] == [key["kid"] for key in before["keys"]]
    assert all("d" not in key for key in after["keys"])
    assert verify(played.bundle.splitlines(), keys).trusted
    assert verify(anew.splitlines(), keys).trusted
    assert verify(anew.splitlines(), keys).key_id == after["keys"][0]["kid"] != before["keys"][0]["kid"]


def test_a_key_file_that_others_can_read_is_refused(tmp_path: Path) -> None:
    ludolog("keys", "rotate", folder=tmp_path)
    (tmp_path / "games.db.key").chmod(0o644)

    done = ludolog("serve", "--port", "1", folder=tmp_path)

    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_a_game_goes_to_another_service_as_a_foreign_one(tmp_path: Path) -> None:
    with serving(tmp_path / "here.db") as here:
        played = Played(here)
        before = ok(here.client().get(f"/v1/games/{played.game}/result")).json()
    there = tmp_path / "there"
    there.mkdir()
    bundle = there / "game.jsonl"
    bundle.write_bytes(played.bundle)

    first = ludolog("import", "game.jsonl", folder=there)
    second = ludolog("import", "game.jsonl", folder=there)
    with serving(there / "games.db") as server:
        client, url = server.player(), f"/v1/games/{played.game}"
        shown, listed = ok(client.get(url)).json(), ok(client.get("/v1/games")).json()["items"]
        owned = ok(client.get("/v1/games", params={"owner": shown["owner"]})).json()["items"]
        view, result = client.get(f"{url}/view", params={"at": 30}), ok(client.get(f"{url}/result")).json()
        again = client.get(f"{url}/bundle").content
        found = ok(client.get(f"{url}/verification")).json()
        resigned = client.post(f"{url}/resignations")

    assert (first.returncode, second.returncode) == (0, 0), first.stderr + second.stderr
    assert (shown["foreign"], shown["status"], listed[0]["foreign"]) == (True, "ended", True)
    # whoever has that id here has not opened it
    assert owned == []
    assert [seat["name"] for seat in shown["seats"]] == [None] * 3
    assert view.status_code == 200
    assert result["certificate"] is None
    assert result["places"] == before["places"]
    assert any(part["events"] for place in result["places"] for part in place["parts"])
    assert again == played.bundle
    assert (found["valid"], found["trusted"]) == (True, False)
    assert problem(resigned)[0] in {403, 409}


def test_a_bundle_that_does_not_hold_is_not_imported_at_all(tmp_path: Path) -> None:
    one = kept("minos", 1)
    other = forged_cleverly.other_score(one.lines(), random.Random(1), kept("minos", 2))
    (tmp_path / "forged.jsonl").write_bytes(b"".join(line + b"\n" for line in other))
    (tmp_path / "part.jsonl").write_bytes(b"".join(line + b"\n" for line in one.lines(None)))

    forged, part = ludolog("import", "forged.jsonl", folder=tmp_path), ludolog("import", "part.jsonl", folder=tmp_path)
    exported = ludolog("export", folder=tmp_path)

    assert (forged.returncode, part.returncode) == (1, 1)
    assert f"line {len(one.entries) + 1}, result" in forged.stderr
    assert "once the game has ended" in part.stderr
    assert exported.stdout.strip() == "0 games"


def test_a_folder_is_verified_and_each_bad_file_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    done = ludolog("simulate", "minos", "--games", "3", "--out", str(folder), folder=tmp_path)
    assert done.returncode == 0, done.stderr
    bad = sorted(folder.iterdir())[1]
    bad.write_bytes(bad.read_bytes().replace(b'"seat":1', b'"seat":2', 1))

    told = ludolog("verify", "games", folder=tmp_path)
    alone = ludolog("verify", str(bad), folder=tmp_path)
    as_json = ludolog("verify", "games", "--json", folder=tmp_path)
    missing = ludolog("verify", "nowhere", folder=tmp_path)

    assert told.returncode == alone.returncode == as_json.returncode == 1
    assert "3 files, 1 of them bad" in told.stdout
    assert f"{Path('games') / bad.name}: BAD line" in told.stdout
    assert "BAD: first bad line" in alone.stdout
    assert [json.loads(line)["valid"] for line in as_json.stdout.splitlines()] == [True, False, True]
    assert (missing.returncode, "Traceback" in missing.stderr) == (2, False)


def test_a_bundle_is_read_from_a_pipe_too() -> None:
    whole = b"".join(line + b"\n" for line in kept("siberia", 1).lines())
    for text, code in ((whole, 0), (whole.replace(b'"seat":1', b'"seat":0', 1), 1)):
        done = subprocess.run(
            [sys.executable, "-m", "service", "verify", "-"], cwd=ROOT, input=text, capture_output=True, check=False
        )
        assert done.returncode == code, done.stderr
