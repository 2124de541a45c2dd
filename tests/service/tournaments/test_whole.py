"""A whole tournament over HTTP, and what is shown of it."""

import csv
import io
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from domain.tournaments.proof.verify import CHECKS
from tests.replies import ok
from tests.service.forge import run_ludolog
from tests.service.kit import problem
from tests.service.server import Server
from tests.service.tournaments.kit import Cup, checked, checked_bundle


@pytest.fixture(scope="module")
def cup(server: Server) -> Cup:
    """A tournament of eight players that has been played to its end."""
    cup = Cup(server)
    cup.publish_first()
    cup.play(1)
    # the service publishes the second round and finishes the tournament, because `pause` is zero
    cup.play(2)
    cup.until(lambda found: found["status"] == "ended")
    return cup


def test_every_player_meets_six_others_and_nobody_twice(cup: Cup) -> None:
    met: dict[str, list[str]] = {player: [] for player in cup.players}
    for held in cup.read()["rounds"]:
        for table in held["tables"]:
            seated = [seat["player"] for seat in table["seats"]]
            for player in seated:
                met[player] += [other for other in seated if other != player]
    # with two tables of four, two pairs of each table have to meet again
    assert {len(others) for others in met.values()} == {6}
    assert {len(set(others)) for others in met.values()} == {5}


def test_each_result_is_that_of_its_game(cup: Cup) -> None:
    for held in cup.read()["rounds"]:
        for table in held["tables"]:
            played = ok(cup.owner.get(f"/v1/games/{table['game']}/result")).json()
            assert table["result"]["by"] == "game"
            assert (table["result"]["version"], table["result"]["head"]) == (played["version"], played["head"])
            assert [place["seat"] for place in table["result"]["places"]] == [p["seat"] for p in played["places"]]


def test_each_result_is_taken_once(cup: Cup) -> None:
    items = ok(cup.owner.get(f"{cup.url}/events", params={"limit": 1000})).json()["items"]
    kinds = [item["record"]["type"] for item in items]
    assert kinds.count("tournament.result_taken") == 4
    assert kinds.count("tournament.round_published") == 2
    assert kinds.count("tournament.games_opened") == 2
    assert kinds[-1] == "tournament.finished"


def test_the_standings_are_the_sums_of_their_trace(cup: Cup) -> None:
    for after, tables in ((0, 0), (1, 1), (2, 2)):
        found = ok(cup.owner.get(f"{cup.url}/standings", params={"after_round": after})).json()
        assert found["is_final"]
        assert len(found["rows"]) == 8
        for row in found["rows"]:
            assert len(row["trace"]) == tables
            assert Fraction(row["points"]) == sum(Fraction(line["points"]) for line in row["trace"])
        assert [row["rank"] for row in found["rows"]] == sorted(row["rank"] for row in found["rows"])
    assert [row["player"] for row in found["rows"]] == [place["player"] for place in cup.read()["places"]]


def test_the_standings_are_also_a_table(cup: Cup) -> None:
    rows = ok(cup.owner.get(f"{cup.url}/standings")).json()["rows"]
    by_accept = cup.owner.get(f"{cup.url}/standings", headers={"Accept": "text/csv"})
    by_query = cup.owner.get(f"{cup.url}/standings", params={"format": "csv"})
    lines = list(csv.DictReader(io.StringIO(by_accept.text)))

    assert by_accept.text == by_query.text
    assert [line["player"] for line in lines] == [row["player"] for row in rows]
    assert [line["points"] for line in lines] == [row["points"] for row in rows]
    assert {"wins", "score_share", "lot"} <= lines[0].keys()


def test_pairings_and_results_are_tables(cup: Cup) -> None:
    pairings = list(csv.reader(io.StringIO(cup.owner.get(f"{cup.url}/pairings.csv", params={"round": 1}).text)))
    assert pairings[0][:5] == ["table", "player 1", "player 2", "player 3", "player 4"]
    shown = cup.read()["rounds"][0]["tables"]
    assert [line[:5] for line in pairings[1:]] == [
        [str(t["number"]), *(seat["name"] for seat in t["seats"])] for t in shown
    ]

    results = list(csv.DictReader(io.StringIO(cup.owner.get(f"{cup.url}/results.csv").text)))
    assert len(results) == 16
    assert [row["rank"] for row in results[:4]] == ["1", "2", "3", "4"]


def test_the_seed_is_public_at_the_end_only(cup: Cup, server: Server) -> None:
    running = Cup(server, 1)
    assert running.read()["seed"] is None
    assert '"secret"' not in running.owner.get(f"{running.url}/bundle").text
    assert len(bytes.fromhex(cup.read()["seed"])) == 32
    assert cup.read()["seed"] in cup.owner.get(f"{cup.url}/bundle").text


def test_the_command_computes_the_tournament_again(cup: Cup, server: Server, tmp_path: Path) -> None:
    _, report = checked_bundle(cup.owner, cup.url, tmp_path)
    assert [check["check"] for check in report["checks"]] == [*CHECKS, "log"]
    assert {check["verdict"] for check in report["checks"]} == {"passed"}
    shown = ok(cup.owner.get(f"{cup.url}/standings")).json()["rows"]
    assert [(row["player"], row["points"]) for row in report["standings"]["rows"]] == [
        (row["player"], row["points"]) for row in shown
    ]


def test_the_command_for_games_points_to_that_for_tournaments(cup: Cup, tmp_path: Path) -> None:
    file = tmp_path / "cup.jsonl"
    file.write_bytes(cup.server.client().get(f"{cup.url}/bundle").content)
    done = run_ludolog("verify", str(file))

    assert done.returncode == 1
    assert "Invalid enum value" not in done.stdout
    assert "this is the file of a tournament: check it with `ludolog tournament check`" in done.stdout


def test_the_command_reads_a_url(cup: Cup) -> None:
    # with the constants of the product, and as a process of its own
    command = [sys.executable, "-m", "service", "tournament", "check", f"{cup.server.base}{cup.url}", "--standings"]
    done = subprocess.run(command, capture_output=True, check=False, text=True)
    assert done.returncode == 0, done.stderr
    assert "standings after round 2" in done.stdout


def test_the_command_finds_another_pairing(cup: Cup, tmp_path: Path) -> None:
    bundle = tmp_path / "cup.jsonl"
    lines = cup.owner.get(f"{cup.url}/bundle").text.splitlines()
    number = next(number for number, line in enumerate(lines) if "round_published" in line)
    line = json.loads(lines[number])
    tables = line["record"]["data"]["tables"]
    tables[0]["players"], tables[1]["players"] = tables[1]["players"], tables[0]["players"]
    lines[number] = json.dumps(line, separators=(",", ":"), sort_keys=True)
    bundle.write_text("\n".join(lines) + "\n")

    code, report = checked(bundle)
    assert code == 1
    assert {check["check"]: check["verdict"] for check in report["checks"]}["pairings"] == "failed"
    assert report["first_bad_line"] == number + 1


def test_a_receipt_proves_that_an_act_was_done(server: Server, tmp_path: Path) -> None:
    cup = Cup(server, 1)
    (client,) = cup.players.values()
    receipt, bundle, keys = tmp_path / "receipt", tmp_path / "cup.jsonl", tmp_path / "jwks.json"
    receipt.write_bytes(cup.act(client, "register").content)
    keys.write_bytes(cup.owner.get("/.well-known/jwks.json").content)
    bundle.write_bytes(cup.owner.get(f"{cup.url}/bundle").content)

    code, report = checked(bundle, "--key", str(keys), "--receipt", str(receipt))
    assert code == 0, report
    passed = {"check": "receipts", "verdict": "passed", "line": None, "reason": None}
    assert [each for each in report["checks"] if each["check"] == "receipts"] == [passed]

    cut = Cup(server, 0)
    bundle.write_bytes(cut.owner.get(f"{cut.url}/bundle").content)
    assert checked(bundle, "--key", str(keys), "--receipt", str(receipt))[0] == 1


def test_events_form_the_chain_and_can_be_waited_for(cup: Cup) -> None:
    found = ok(cup.owner.get(f"{cup.url}/events", params={"after": 2, "limit": 3})).json()
    assert [item["record"]["version"] for item in found["items"]] == [3, 4, 5]
    assert (found["next"], found["is_over"]) == (5, False)
    lines = cup.owner.get(f"{cup.url}/events", headers={"Accept": "application/x-ndjson"}).text.splitlines()
    assert [json.loads(line) for line in lines[2:5]] == found["items"]
    last = cup.read()["version"]
    assert ok(cup.owner.get(f"{cup.url}/events", params={"after": last, "wait": 30})).json()["is_over"]
    assert problem(cup.owner.get(f"{cup.url}/events", params={"after": last + 1})) == (416, "beyond-the-end")


def test_games_are_found_by_the_tag_of_the_tournament(cup: Cup) -> None:
    tagged = ok(cup.owner.get("/v1/games", params={"tag": cup.id.replace("-", "")})).json()["items"]
    assert {game["id"] for game in tagged} == {t["game"] for r in cup.read()["rounds"] for t in r["tables"]}
    assert {game["name"] for game in tagged} == {"Cup, 1.1", "Cup, 1.2", "Cup, 2.1", "Cup, 2.2"}


def test_reads_are_conditional(cup: Cup) -> None:
    for path in ("", "/rounds/1", "/standings", "/events", "/bundle", "/pairings.csv", "/results.csv"):
        first = cup.owner.get(f"{cup.url}{path}")
        again = cup.owner.get(f"{cup.url}{path}", headers={"If-None-Match": first.headers["ETag"]})
        assert (first.status_code, again.status_code, again.content) == (200, 304, b""), path


def test_a_new_name_is_shown_at_once(server: Server) -> None:
    cup = Cup(server, 1)
    cup.register_all()
    ((player, client),) = cup.players.items()
    before = cup.owner.get(cup.url)
    name = f"Renamed {player[-12:]}"
    assert client.put("/v1/me/name", json={"name": name}).status_code == 200
    after = ok(cup.owner.get(cup.url, headers={"If-None-Match": before.headers["ETag"]}))
    assert after.json()["players"][0]["name"] == name
