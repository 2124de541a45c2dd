"""The engine: what its results depend on, and that it finds what is certain."""

import gzip
import json
import os
import random
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from domain.analysis.analyse import NotAnalysable
from domain.game.game import Game
from domain.rulesets import RULESETS
from service.analysis.chances import WHOLE, Judge, calibration_of, has_engine
from service.analysis.examine import Answer, Examination, Examined, Pair, perform, thousandths
from service.analysis.levels import LEVELS, budget_of
from service.analysis.questions import MOST_POINTS, plan_of, question_of, spread, thinned
from service.analysis.report import EngineAnalysis, document, kind_of
from service.analysis.run import chunks_of, engine_analysis
from service.analysis.sources import digest, digest_of_files, sources_of
from service.bots.table import TableGame
from service.operate.cli import app
from tests.analysis.logs import log_of
from tests.engine.kit import BRIEF, SEED, SHORT, LogWorld, asked, brief, computed
from tests.secrecy.plays import Played, Setting
from tests.secrecy.worlds import worlds_at_hand
from tests.service.test_cli import ludolog
from tests.structure.documents import ROOT

PLANTED = [
    ("giganten-1-first_player-seat_2", 1236, "bid", {"value": 200}),
    ("siberia-1-booklet-4-careful", 566, "sell_cubes", {"resource": "oil", "exchange": "frankfurt"}),
    ("minos-1-advanced-3-careful-0.2.0", 470, "build", {"building": "port"}),
]
"""Positions at the end of a game in which one command wins, and this one loses."""


def found_in(raw: bytes) -> EngineAnalysis:
    return msgspec.json.decode(raw, type=EngineAnalysis)


def test_the_result_does_not_depend_on_how_the_work_is_split() -> None:
    plan = plan_of(brief(BRIEF).entries, "glance")
    chunks = chunks_of(plan, 3)
    random.Random(1).shuffle(chunks)
    answers = [answer for chunk in chunks for answer in perform(chunk)]
    stored = msgspec.json.decode(msgspec.json.encode(answers), type=list[Answer])

    assert document(plan, stored) == computed(BRIEF, "glance")


def test_a_document_has_all_decisions_and_the_result() -> None:
    plan = plan_of(log_of(SHORT), "glance")
    found = found_in(engine_analysis(log_of(SHORT), "glance"))
    assert (found.game, found.version, found.head) == (plan.game.id, plan.game.version, plan.game.tip.head)
    assert [line.version for line in found.decisions] == [question.version for question in plan.questions]
    assert all(sum(point.chances) == 1000 for point in found.chances)
    assert [point.version for point in found.chances] == sorted({point.version for point in found.chances})
    winners = {place.seat for place in plan.game.places if place.rank == 1}
    assert {seat for seat, chance in enumerate(found.chances[-1].chances) if chance} == winners


def test_the_result_does_not_depend_on_the_order_of_sets() -> None:
    """Two processes with different hashes of text answer questions of a game of each title alike."""
    names = ["giganten-1-kurz-3-careful", "siberia-1-booklet-2-careful", "minos-1-short-3-careful"]
    program = (
        "import sys, msgspec\nfrom tests.analysis.logs import log_of\n"
        "from service.analysis.examine import perform\nfrom service.analysis.questions import plan_of\n"
        "for name in sys.argv[1:]:\n"
        "    plan = plan_of(log_of(name), 'glance')\n"
        "    items = [*plan.tables[:2], *plan.questions[:: len(plan.questions) // 6]]\n"
        "    print(msgspec.json.encode(perform(items)).decode())"
    )
    outputs = [
        subprocess.run(
            [sys.executable, "-c", program, *names],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]

    assert outputs[0] == outputs[1]
    assert [name.split("-")[0] for name in names] == [*RULESETS]
    assert all(len(json.loads(line)) > 5 for line in outputs[0].splitlines())


@pytest.mark.parametrize(("name", "version", "kind", "fields"), PLANTED)
def test_a_planted_blunder_costs_the_game(name: str, version: int, kind: str, fields: dict[str, Any]) -> None:
    question = asked(name, version, kind, **fields)
    found = Examination(question).answer()

    assert kind_of(found) == "blunder"
    assert found.best - found.chosen > 9 * WHOLE // 10
    assert found.better is not None

    # with the better command it is no mistake
    candidates = Examination(question).candidates()
    better = next(each for each in candidates if msgspec.to_builtins(each) == found.better)
    again = Examination(msgspec.structs.replace(question, chosen=better)).answer()
    assert kind_of(again) is None
    assert again.chosen > 9 * WHOLE // 10


@pytest.mark.parametrize(("name", "version", "kind", "fields"), PLANTED)
def test_a_certain_difference_takes_the_fewest_worlds(
    name: str, version: int, kind: str, fields: dict[str, Any]
) -> None:
    level = LEVELS["glance"]
    found = Examination(asked(name, version, kind, **fields)).answer()

    assert level.exact is not None
    assert found.error <= level.exact
    assert found.confirmed
    assert found.worlds == level.fewest_confirming


def test_a_frugal_screening_keeps_what_is_ahead_of_the_chosen_command() -> None:
    """A round of four players has many steps: most screenings end after one world."""
    kept, worlds = 0, list[int]()
    for question in plan_of(log_of("minos-1-advanced-4-careful"), "quick").questions[40:100:10]:
        results = Examination(question).screened()
        mine = results.pop(question.chosen)
        worlds.append(len(mine))
        kept += len(results)
        assert all(len(theirs) == len(mine) and sum(theirs) > sum(mine) for theirs in results.values())

    assert kept > 0
    assert worlds.count(1) > len(worlds) // 2


@pytest.mark.parametrize("title", ["giganten", "siberia"])
def test_two_worlds_that_look_alike_for_a_seat_give_the_same_answer(title: str) -> None:
    """What the engine gets is the same in both worlds, and so is its answer. The log of Minos hides nothing."""
    setting = Setting(title, 1)
    played = Played(setting, tuple(f"player:{seat}" for seat in range(setting.seats)), "player:owner", most=400)
    rng = random.Random(title)
    worlds = [LogWorld(played, seat) for seat in range(played.setting.seats)]
    compared = answered = 0
    with worlds_at_hand(worlds):
        for move in rng.sample(played.moves, min(80, len(played.moves))):
            real: Game = move.before
            other: Any = worlds[move.seat].at(real.version)
            choices = real.ruleset.legal_commands(real.state, move.seat)
            chosen = rng.choice(choices).command
            mine = question_of(real, move.seat, chosen, SEED, "glance")
            theirs = question_of(other, move.seat, chosen, SEED, "glance")

            assert mine == theirs
            if other.state != real.state:
                compared += 1
                if answered < 2 and len(choices) > 1 and not chosen.undoes:
                    answered += 1
                    assert perform([mine]) == perform([theirs])

    assert compared > 5
    assert answered == 2


def test_a_mistake_needs_its_cost_and_its_certainty() -> None:
    def judged(cost: int, error: int, *, confirmed: bool = True) -> str | None:
        found = Examined(1, 100_000, 100_000 + cost, error, 16, {"type": "x"}, (), confirmed)
        return kind_of(found)

    assert judged(100_000, 0) is None
    assert judged(100_001, 0) == "mistake"
    assert judged(200_001, 0) == "blunder"
    assert judged(150_000, 75_000) is None
    assert judged(150_001, 75_000) == "mistake"
    assert judged(900_000, 0, confirmed=False) is None


def test_errors_and_shares_are_whole_numbers() -> None:
    pair = Pair([3, 5, 7], [1, 1, 1])
    assert pair.gain == 4
    # the variance is 4, the standard error the root of 4/3, rounded up
    assert pair.error == 2
    assert Pair([5, 6], [1, 2]).error == 0
    assert thousandths([1, 1, 1]) == (334, 333, 333)
    assert thousandths([0, 7]) == (0, 1000)


def test_the_number_of_questions_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = brief(BRIEF).entries
    every = [question.version for question in plan_of(entries, "glance").questions]
    most = len(every) // 2
    monkeypatch.setattr("service.analysis.questions.MOST_QUESTIONS", most)
    plan = plan_of(entries, "glance")
    assert plan.omitted == len(every) - most > 0
    assert [question.version for question in plan.questions] == spread(every, most)
    answers = (answer for chunk in chunks_of(plan) for answer in perform(chunk))
    found = found_in(document(plan, answers))
    assert (len(found.decisions), found.omitted) == (most, plan.omitted)


def test_the_chance_of_a_choice_without_a_better_one_is_measured_in_new_worlds() -> None:
    """The worlds in which it looked best are not those of its line."""
    for question in plan_of(log_of(SHORT), "glance").questions:
        examination = Examination(question)
        found = examination.answer()
        if found.better is None:
            assert (found.best, found.error, found.confirmed) == (found.chosen, 0, False)
            assert found == Examination(question).measured()
            return
    raise AssertionError("each choice has a candidate that looks better")


def test_a_level_names_budgets_that_grow() -> None:
    for title in RULESETS:
        budgets = [budget_of(title, level) for level in LEVELS]
        for less, more in pairwise(budgets):
            assert all(getattr(less, name) <= getattr(more, name) for name in less.__struct_fields__)
            assert less.confirm < more.confirm
        assert calibration_of(title).late > 0
        assert calibration_of(title).late + calibration_of(title).early > 0


@pytest.mark.parametrize("path", ["analysis/README.md", "decisions/094-frugal-levels.md"])
def test_the_documents_derive_the_time_of_deep_from_its_budgets(path: str) -> None:
    text = " ".join((ROOT / "service" / path).read_text().split())
    stated = re.search(r"for a decision (?:are )?(\d+) to (\d+) times those of `quick`", text)
    assert stated is not None
    assert "not timed" in text

    for title in RULESETS:
        deep, quick = budget_of(title, "deep"), budget_of(title, "quick")
        for name in ("screen", "measure", "confirm"):
            factor = getattr(deep, name) / getattr(quick, name)
            assert int(stated[1]) <= round(factor, 2) <= int(stated[2]), (title, name)


@pytest.mark.parametrize("title", RULESETS)
def test_a_change_of_any_source_changes_the_digest(title: str, tmp_path: Path) -> None:
    found = sources_of(title)
    names = {name for name, _ in found}
    assert len(names) == len(found)
    assert names >= {
        f"domain/{title}/scoring.py",
        f"service/bots/{title}/light.py",
        f"service/bots/{title}/weights.json",
        f"service/bots/{title}/chances.json",
        "service/bots/strong/search.py",
        "service/analysis/examine.py",
        "service/analysis/levels.py",
        "service/analysis/run.py",
    }
    before = digest_of_files(found)
    assert before == digest_of_files(found[::-1]) == digest(title)
    for place, (name, file) in enumerate(found):
        other = tmp_path / "other"
        other.write_bytes(file.read_bytes() + b"\n# more\n")
        assert digest_of_files([*found[:place], (name, other), *found[place + 1 :]]) != before, name
    # the line ends of an operating system are no change
    name, file = found[0]
    other = tmp_path / "windows"
    other.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    assert digest_of_files([(name, other), *found[1:]]) == before


def test_an_eliminated_seat_of_minos_wins_only_if_the_others_have_left() -> None:
    rules = RULESETS["minos"]
    state: Any = TableGame(rules, 3, rules.resolve_options(None, {}), 1).game.state
    without = msgspec.structs.replace(state, eliminated=(1,))

    chances = [Judge(rules).chance(without, seat) for seat in range(3)]
    assert chances[1] == 0
    assert min(chances[0], chances[2]) > 0
    assert abs(sum(chances) - WHOLE) <= 1
    # the players of the others have left, so it is ranked first
    assert [Judge(rules, (0, 2)).chance(without, seat) for seat in range(3)] == [0, WHOLE, 0]


LOADED_ONLY = re.compile(
    r"domain/(analysis/(luck|report|times)|ledger/times)\.py|projections/(history|times)\.py"
    r"|projections/views/(clocks|common|pieces|(giganten|minos|siberia)/parts)\.py"
    r"|service/bots/(random_bot|strong/levels|strong/position)\.py|service/analysis/sources\.py|service/core/http/messages\.py"
    r"|.*/__init__\.py"
)
"""Modules that the engine imports without an effect on its documents: exact analysis, clocks, other bots, views,
types of fields."""


@pytest.mark.parametrize("title", RULESETS)
def test_the_digest_covers_each_module_that_the_engine_imports(title: str) -> None:
    program = f"""
import sys, service.analysis.run
from service.bots.strong.light import light_of
light_of("{title}")
print(*(module.__file__ for module in sys.modules.values() if getattr(module, "__file__", None)), sep="\\n")
"""
    listed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    paths = [Path(line) for line in listed.splitlines() if Path(line).is_relative_to(ROOT)]
    loaded = {str(path.relative_to(ROOT)) for path in paths if ".venv" not in path.parts}
    of_others = {name for other in RULESETS if other != title for name, _ in sources_of(other)}
    covered = {name for name, _ in sources_of(title)}

    assert {"service/analysis/examine.py", f"service/bots/{title}/light.py"} <= loaded
    assert f"projections/views/{title}/parts.py" in covered
    assert {name for name in loaded - covered - of_others if not LOADED_ONLY.fullmatch(name)} == set()


def test_a_long_game_has_a_bounded_number_of_points() -> None:
    games: Any = range(500)
    found = thinned(iter(games))
    assert len(found) == MOST_POINTS - 1
    assert found[0] == games[0]
    assert thinned(iter(games[:20])) == [*games[:20]]


def test_a_game_that_goes_on_and_a_title_without_a_strong_bot_are_refused() -> None:
    with pytest.raises(NotAnalysable, match="running"):
        plan_of(log_of(SHORT)[:-1], "glance")
    assert not has_engine("nim")


def test_the_command_line_computes_and_compares(tmp_path: Path) -> None:
    (tmp_path / "game.jsonl.gz").write_bytes(gzip.compress(b"\n".join(brief(BRIEF).lines()) + b"\n"))
    made = ludolog("analyse", "game.jsonl.gz", "--engine", "glance", "--json", folder=tmp_path)
    assert made.returncode == 0, made.stderr
    assert made.stdout.encode() == computed(BRIEF, "glance") + b"\n"

    (tmp_path / "mine.json").write_text(made.stdout)
    same = ludolog("analyse", "game.jsonl.gz", "--engine", "glance", "--compare", "mine.json", folder=tmp_path)
    assert (same.returncode, same.stdout) == (0, "mine.json is equal, byte for byte\n"), same.stderr

    found = json.loads(made.stdout)
    found["decisions"][0]["chosen"] += 1
    (tmp_path / "forged.json").write_text(json.dumps(found))
    other = ludolog("analyse", "game.jsonl.gz", "--engine", "glance", "--compare", "forged.json", folder=tmp_path)
    assert other.returncode == 1
    assert "forged.json differs: `decisions` differs from what was computed" in " ".join(other.stderr.split())

    (tmp_path / "more.json").write_text(json.dumps({**json.loads(made.stdout), "comment": 7}))
    more = ludolog("analyse", "game.jsonl.gz", "--engine", "glance", "--compare", "more.json", folder=tmp_path)
    assert (more.returncode, "more.json differs: `comment` is 7, computed absent" in more.stderr) == (1, True)

    for field, part, reason in (
        ("digest", "engine", "the engine with the digest 0123\ufffd has made other.json, and this one has "),
        ("game", "", "other.json is about the game 0123\ufffd, and this is "),
    ):
        changed = json.loads(made.stdout)
        (changed[part] if part else changed)[field] = "0123\x1b"
        (tmp_path / "other.json").write_text(json.dumps(changed))
        early = ludolog("analyse", "game.jsonl.gz", "--engine", "glance", "--compare", "other.json", folder=tmp_path)
        assert (early.returncode, reason in " ".join(early.stderr.split())) == (1, True), early.stderr

    (tmp_path / "none.json").write_text("{}")
    none = ludolog("analyse", "game.jsonl.gz", "--engine", "glance", "--compare", "none.json", folder=tmp_path)
    assert (none.returncode, "none.json is no analysis of the engine" in none.stderr) == (1, True)
    level = ludolog("analyse", "game.jsonl.gz", "--engine", "quick", "--compare", "mine.json", folder=tmp_path)
    assert (level.returncode, "mine.json has the level glance" in level.stderr) == (1, True)

    text = ludolog("analyse", "game.jsonl.gz", "--engine", "glance", folder=tmp_path)
    assert text.returncode == 0, text.stderr
    assert "Winning chance, given the whole table" in text.stdout
    assert text.stdout.endswith(f"\n{len(found['decisions'])} decisions, 1 mistake\n")
    engine = found["engine"]
    assert f"budget: candidates {engine['budget']['candidates']}, screen {engine['budget']['screen']}, " in text.stdout
    assert f"seeds: {engine['seeds']}\n" in text.stdout
    (mistake,) = found["mistakes"]
    (line,) = (line for line in text.stdout.splitlines() if line.startswith(f"version {mistake['version']}, seat "))
    assert "; better: " in line
    assert "{" not in line, "in words"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--engine", "best"], "there is no level 'best'; there are glance, quick, deep"),
        (["--engine", "best", "--compare", "mine.json"], "there is no level 'best'"),
        (["--engine", "glance", "--json", "--compare", "mine.json"], "leave out --json or --compare"),
        (["--compare", "mine.json"], "--compare needs --engine LEVEL"),
    ],
)
def test_the_options_of_the_engine_are_checked_before_the_bundle(words: list[str], reason: str) -> None:
    done = CliRunner().invoke(app, ["analyse", "absent.jsonl", *words])

    assert done.exit_code == 2
    assert reason in " ".join(done.output.split())
