"""`simulate`: the id of a game follows from everything that makes up the game, and the data set can be named."""

import json
from pathlib import Path
from typing import Any

import pytest

from domain.rulesets import RULESETS
from service.core.store.store import Store
from service.serving.simulate import OWNER, Plan, game_id, simulate
from tests.dropped import Program

SIBERIA = RULESETS["siberia"]
PRINTED = SIBERIA.default_data_set
SAME: dict[str, Any] = {"seed": 7, "bots": ("random", "random"), "profile": None, "games": 1}


def plan(**changes: Any) -> Plan:
    said = SAME | changes
    options = SIBERIA.resolve_options(said["profile"], said.get("options", {}))
    return Plan("siberia", said["bots"], options, said["games"], said["seed"], owner=said.get("owner", OWNER))


def id_of(number: int = 0, **changes: Any) -> str:
    return game_id(plan(**changes), SIBERIA, number)


@pytest.mark.parametrize(
    "changes",
    [
        {"seed": 8},
        {"number": 1},
        {"bots": ("random", "careful")},
        {"bots": ("random", "random", "random")},
        {"options": {"take_back": False}},
        {"options": {"standstill": "none"}},
        {"owner": "player:other"},
    ],
    ids=str,
)
def test_another_input_gives_another_id(changes: dict[str, Any]) -> None:
    assert id_of(**changes) != id_of()


def test_the_same_inputs_give_the_same_id_however_many_games_are_played() -> None:
    assert id_of() == id_of(games=50)


def test_games_of_other_options_and_bots_fit_into_one_database(tmp_path: Path) -> None:
    played: list[str] = []
    with Store(f"sqlite:///{tmp_path}/games.db") as store:
        for one in (plan(), plan(options={"take_back": False}), plan(bots=("random", "careful"))):
            simulate(one, SIBERIA, store, None, lambda game: played.append(game.game))

    assert len(set(played)) == 3


def test_simulate_takes_a_data_set(tmp_path: Path) -> None:
    program = Program(tmp_path)
    program.drop("siberia", PRINTED, "house-2026", ("moves = 3", "moves = 4"))
    ids: dict[str, str] = {}
    for name in ("house-2026", PRINTED):
        done = program.run(
            "-m", "service", "simulate", "siberia", "--seats", "2", "--games", "1", "--seed", "5", "--data-set", name,
            "--bot", "careful", "--out", name, "--json",
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        ids[name] = json.loads(done.stdout)["games"][0]["game"]
        lines = (tmp_path / name / f"{ids[name]}.jsonl").read_text(encoding="utf-8").splitlines()
        assert json.loads(lines[0])["data_set"] == name
        started = [json.loads(line)["record"] for line in lines[1:-1] if "siberia.logistics_started" in line]
        assert {record["data"]["moves"] for record in started} == {4 if name == "house-2026" else 3}

    assert ids["house-2026"] != ids[PRINTED]


def test_an_unknown_data_set_is_one_clear_line(tmp_path: Path) -> None:
    done = Program(tmp_path).run("-m", "service", "simulate", "siberia", "--data-set", "mine")

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"ludolog: Siberia has no data set 'mine'; it has {PRINTED}\n"
