"""`ludolog people`: with a running service, which carries out the orders, and without one."""

from pathlib import Path

from tests.replies import ok
from tests.service.forge import run_ludolog
from tests.service.kit import holder, identity, problem, started_game
from tests.service.moderation.kit import acts, granted, people, unique, with_role
from tests.service.moderation.test_games import rated_game
from tests.service.server import Server, serving
from tests.waiting import until


def test_all_acts_are_done_at_the_command_line(server: Server) -> None:
    operator, bea = with_role(server, "operator"), server.player("Bea")
    ada = server.player(unique("Ada"))
    name, who = ok(ada.get("/v1/me")).json()["name"], identity(ada)
    game = rated_game(ada, bea)
    said = ok(ada.post(f"/v1/games/{game}/messages", json={"text": "an insult"}), 201).json()["id"]
    entry = ok(ada.post("/v1/games", json={"ruleset": "giganten", "seats": 3}), 201).json()["id"]
    cup = {"name": "Cup", "ruleset": "minos", "format": {"type": "swiss", "rounds": 1}}
    tournament = ok(ada.post("/v1/tournaments", json=cup), 201).json()["id"]

    assert granted(server, "find", name)[0].startswith(f"{name} ({who})")
    granted(server, "warn", name, "--reason", "be polite")
    granted(server, "suspend", name, "--reason", "rude", "--days", "2")
    assert problem(ada.put("/v1/me/away", json={"until": None})) == (403, "suspended")
    assert any("read_only" in line for line in granted(server, "find", "--state", "suspended"))
    granted(server, "lift", name)
    assert ok(ada.put("/v1/me/away", json={"until": None})).status_code == 200
    granted(server, "limits", name, "--requests", "500", "--messages", "1")
    new = unique("New")
    granted(server, "rename", name, new)
    assert ok(ada.get("/v1/me")).json()["name"] == new
    granted(server, "remove-text", said)
    granted(server, "close-game", entry)
    granted(server, "close-tournament", tournament)
    assert ok(ada.get(f"/v1/tournaments/{tournament}")).json()["status"] == "cancelled"
    granted(server, "withhold", game)
    assert server.client().get(f"/v1/games/{game}").status_code == 451
    granted(server, "unwithhold", game)
    granted(server, "void", game)
    until(lambda: ok(ada.get("/v1/me")).json()["ratings"] == [])
    granted(server, "unvoid", game)
    until(lambda: len(ok(ada.get("/v1/me")).json()["ratings"]) == 1)
    period = granted(server, "void-period", "2020-01-01T00:00:00Z", "2020-02-01T00:00:00Z", "--title", "minos")
    granted(server, "unvoid-period", period[0].split()[-1])
    granted(server, "sign-out", new, "--reason", "somebody has the account")
    assert ada.get("/v1/me").status_code == 401
    link = granted(server, "recover", new)[1].partition("#")[2]
    back = ok(server.client().post("/v1/recoveries", json={"secret": link}), 201).json()["token"]
    assert identity(holder(server, back)) == who

    shown = granted(server, "show", new)
    assert any("warned" in line and "be polite" in line for line in shown)
    assert any(name in line and line.startswith("once") for line in shown)
    done = [each["action"] for each in acts(operator, player=who)]
    assert len(done) == len([line for line in granted(server, "log", new) if "command line" in line]) == 14
    assert {each["by"] for each in acts(operator, player=who)} == {None}
    for refused in (
        ("void", started_game(bea)), ("void", "nonsense"), ("close-tournament", "nonsense"), ("lift", new),
        ("remove-text", "nonsense"), ("rename", new, "\u200b"), ("show", "no such name"),
        ("suspend", new, "--reason", ""),
    ):  # fmt: skip
        assert people(server, *refused).returncode in {1, 2}, refused
        assert people(server, *refused).stderr.startswith("ludolog: "), refused


def test_the_command_works_while_no_service_runs(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db") as server:
        player = server.player("Ada")
        token, environment = player.headers["Authorization"].split()[1], server.environment
    done = run_ludolog("people", "grant", "Ada", "operator", environment=environment)
    assert done.returncode == 0, done.stderr
    with serving(tmp_path / "games.db") as server:
        assert len(acts(holder(server, token))) == 1
        assert not [file.name for file in tmp_path.iterdir() if ".people-" in file.name]
    missing = run_ludolog("people", "roles", environment={**environment, "LUDOLOG_DATABASE": "sqlite:///none.db"})
    assert missing.returncode == 2
