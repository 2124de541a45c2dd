"""Data files that are dropped in: faulty ones are told at once, and no game goes on with other tables than its own."""

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.dropped import DroppedServer, Program
from tests.replies import ok
from tests.service.kit import erase
from tests.service.server import free_port, running
from tests.waiting import until

PRINTED, HOUSE = "kosmos-1999", "house-2026"


def opened(player: httpx.Client, data_set: str) -> str:
    """Open and start a game of the player and two bots; return its path once it is the player's turn."""
    game = {"ruleset": "giganten", "seats": 3, "data_set": data_set, "bots": {"1": "random", "2": "careful"}}
    path = f"/v1/games/{ok(player.post('/v1/games', json=game)).json()['id']}"
    assert player.put(f"{path}/seats/0").status_code == 200
    assert player.post(f"{path}/start").status_code == 200
    until(lambda: (asked := ok(player.get(f"{path}/decisions")).json()["items"]) and asked[0]["seat"] == 0)
    return path


def check_refused(player: httpx.Client, game: str, reason: str) -> None:
    """Nothing of the game is shown, and nothing happens in it."""
    for path in ("", "/view", "/view?at=5", "/events", "/decisions", "/bundle", "/stream"):
        answer = player.get(f"{game}{path}")
        assert (answer.status_code, answer.json()["code"]) == (503, "data-set-missing"), path
        assert reason in answer.json()["detail"]
    command = {"decision": "0.1", "command": {"type": "giganten.take_action_card", "card": "beige-5-8"}}
    for done in (player.post(f"{game}/commands", json=command), player.post(f"{game}/resignations", json={"seat": 0})):
        assert (done.status_code, done.json()["code"]) == (503, "data-set-missing")


def check_others(player: httpx.Client, *games: str) -> None:
    """Lists, titles and other games are as ever."""
    listed = [f"/v1/games/{item['id']}" for item in ok(player.get("/v1/games")).json()["items"]]
    assert {*games} <= {*listed}
    assert player.get("/v1/me/games").status_code == 200
    assert player.get("/v1/rulesets").status_code == 200
    assert player.get("/health/ready").status_code == 200
    assert player.get(f"{games[-1]}/view").status_code == 200
    assert opened(player, PRINTED)


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    made = Program(tmp_path)
    yield made
    made.close()


def test_a_game_is_refused_while_its_data_set_is_another_one_or_away(program: Program) -> None:
    file = program.drop("giganten", PRINTED, HOUSE, ("money = 15000", "money = 14000"))
    old = file.read_text(encoding="utf-8")
    server = DroppedServer(program)
    with running(server):
        player = server.player()
        house, printed = opened(player, HOUSE), opened(player, PRINTED)
        wanted, leaver = {"ruleset": "giganten", "seats": 3, "data_set": HOUSE}, server.player()
        hidden = ok(player.post("/v1/games", json={**wanted, "visibility": "private"})).json()["id"]
        private, open_one = f"/v1/games/{hidden}", ok(player.post("/v1/games", json=wanted)).json()["id"]
        assert leaver.put(f"/v1/games/{open_one}/seats/1").status_code == 200
        digest = ok(player.get(house)).json()["data_digest"]
        shown = ok(player.get(f"{house}/view")).json()

        server.stop()
        file.write_text(old.replace("money = 14000", "money = 20000"), encoding="utf-8")
        server.restart()
        check_refused(player, house, digest)
        check_others(player, house, printed)
        # that there is a private game, only those may know who may see it
        assert ok(player.get(private), 503).json()["code"] == "data-set-missing"
        strangers = [
            ok(server.player().get(path), 404).json() for path in (private, f"{private}/view", "/v1/games/none")
        ]
        assert {answer["code"] for answer in strangers} == {"not-found"}
        # and nobody is kept from going
        assert erase(leaver).status_code == 204

        server.stop()
        file.unlink()
        server.restart()
        check_refused(player, house, f"restore {HOUSE}.toml")
        check_others(player, house, printed)

        server.stop()
        file.write_text(f"# as it was\n{old}", encoding="utf-8")
        server.restart()
        again = ok(player.get(f"{house}/view")).json()

    log = server.output.read_text(encoding="utf-8")
    assert again == shown
    assert log.count("is answered with 503") == 4
    assert "Traceback" not in log


FAULTS = {
    "bad-ladder": (b"start = 5000", b"start = 5250", "5250 is not a price of the ladder", ("serve",)),
    "bad-text": (b"Oil Trust", b"\xd6l Trust", "write the file in UTF-8", ("simulate", "giganten")),
}


def test_faulty_files_are_told_in_a_line_each(program: Program) -> None:
    told: dict[str, str] = {}
    for name, (old, new, problem, _) in FAULTS.items():
        file = program.drop("giganten", PRINTED, name)
        file.write_bytes(file.read_bytes().replace(old, new))
        line = file.read_bytes().count(b"\n", 0, file.read_bytes().index(new)) + 1
        told[name] = f"{name}.toml, line {line}: {problem}"

    examined = program.ludolog("doctor", "--json")
    found = {finding["what"]: finding for finding in json.loads(examined.stdout)}
    assert (examined.returncode, examined.stderr) == (1, "")
    assert found[f"giganten {PRINTED}"]["verdict"] == "ok"
    for name in FAULTS:
        assert found[f"giganten {name}"]["verdict"] == "wrong"
        assert found[f"giganten {name}"]["found"].startswith(told[name])
    for name, (*_, command) in FAULTS.items():
        # a program stops at the first file that it cannot read
        begun = program.ludolog(*command)
        assert (begun.returncode, begun.stdout) == (2, "")
        assert begun.stderr.startswith(f"ludolog: {told[name]}")
        assert begun.stderr.count("\n") == 1
        program.data_file("giganten", name).unlink()
    program.data_file("siberia", "a-folder").mkdir()
    begun = program.ludolog("serve", "--port", str(free_port()))
    assert begun.returncode == 2
    assert begun.stderr == "ludolog: a-folder.toml, line 1: the file cannot be read, correct that: Is a directory\n"


def test_finished_games_of_another_data_set_are_not_exported_and_the_others_are(
    program: Program, tmp_path: Path
) -> None:
    file = program.drop("siberia", "reconstruction-1", HOUSE)
    database = f"sqlite:///{tmp_path}/games.db"
    play = (
        "import sys; from service.serving.simulate import Plan, simulate; from service.core.store.store import Store;"
        "from domain.rulesets import RULESETS; from dataclasses import replace; siberia = RULESETS['siberia']\n"
        "with Store(sys.argv[1]) as store:\n"
        "    for seed, name in enumerate(sys.argv[2:]):\n"
        "        plan = Plan('siberia', ('random', 'random'), siberia.resolve_options(None, {}), 1, seed)\n"
        "        simulate(plan, replace(siberia, default_data_set=name), store, None, lambda _: None)\n"
    )
    assert program.run("-c", play, database, HOUSE, "reconstruction-1").stderr == ""
    assert program.ludolog("keys", "new").returncode == 0
    file.write_text(file.read_text(encoding="utf-8").replace("moves = ", "moves = 1"), encoding="utf-8")

    done = program.ludolog("export", "--out", "games")

    assert (done.returncode, done.stdout) == (1, "1 game\n")
    assert f"the data set {HOUSE} of siberia" in done.stderr
    (exported,) = (tmp_path / "games").iterdir()
    named = program.ludolog("export", exported.stem, "--out", "games")
    assert named.stdout == f"games/{exported.name}\n1 game\n"
