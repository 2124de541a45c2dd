"""Golden games always verify: a change of the rules without a new version of the ruleset fails here, by name.

The second verifier finds in them what ours finds.
"""

import gzip
import json
from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace as with_fields

from domain import rulesets
from domain.game.events import LOBBY_EVENTS
from domain.game.terms import Terms
from domain.giganten import GIGANTEN
from domain.kernel.ruleset import Ruleset
from domain.kernel.values import Place
from domain.proof.verify import verify
from domain.rulesets import RELEASED, RULESETS
from tests.games.arranged import arranged_plan
from tests.games.bundles import Finished, finished, until
from tests.games.clocks.golden import clocked_plan
from tests.games.golden_games import FOLDER, plan, unpacked
from tests.games.second_verifier import agree, second

FILES = sorted(path.name for path in FOLDER.iterdir())
BATCHES = 12


def golden(name: str) -> list[bytes]:
    return unpacked(gzip.decompress((FOLDER / name).read_bytes()))


def header(name: str) -> dict[str, Any]:
    """Return the header of a golden game, which is its first line."""
    with gzip.open(FOLDER / name) as file:
        return json.loads(file.readline())


@pytest.mark.parametrize("batch", range(BATCHES))
def test_golden_games_verify_for_ever(batch: int, tmp_path: Path) -> None:
    bundles = {name: golden(name) for name in FILES[batch::BATCHES]}
    others = second(tmp_path, list(bundles.values()), None)
    for (name, lines), other in zip(bundles.items(), others, strict=True):
        report = verify(lines)
        assert report.is_valid, (
            f"{name}: this game of {report.ruleset} verifies differently now: {report.first_bad}. "
            "Release the changed rules as a new version beside this one."
        )
        agree(report, other)


def test_every_released_version_has_golden_games_of_every_option_value() -> None:
    planned = [*(golden.path.name for golden in plan()), *(name for name, _ in (*clocked_plan(), *arranged_plan()))]
    assert [name for name in planned if name not in FILES] == []
    for ruleset in RELEASED:
        values: dict[str, set[Any]] = defaultdict(set)
        for name in FILES:
            if name.startswith(f"{ruleset.name}-{ruleset.version}-"):
                for option, value in header(name)["options"].items():
                    values[option].add(value)
        possible = {option.name: set(option.values) for option in ruleset.options}
        assert values == possible, f"{ruleset.name}/{ruleset.version}"


def test_golden_games_have_every_event_and_term_of_the_lobby_and_the_clocks() -> None:
    events: set[str] = set()
    terms: set[str] = set()
    for name in FILES:
        for line in gzip.decompress((FOLDER / name).read_bytes()).splitlines()[1:-1]:
            event = json.loads(line)
            events.add(event["type"])
            if event["type"] == "game.opened":
                terms |= event["data"].keys()

    assert {kind.__struct_config__.tag for kind in LOBBY_EVENTS} - events == set()
    assert set(Terms.__struct_fields__) - terms == set()


def test_every_planned_game_records_the_options_that_it_was_planned_for() -> None:
    missing: dict[str, dict[str, Any]] = {}
    for each in plan():
        recorded = header(each.path.name)["options"]
        if differing := {name: value for name, value in each.options.items() if recorded.get(name) != value}:
            missing[each.path.name] = differing

    assert missing == {}


def released(monkeypatch: pytest.MonkeyPatch, ruleset: Ruleset[Any]) -> None:
    """Release a ruleset for the time of a test."""
    monkeypatch.setitem(rulesets.BY_VERSION, (ruleset.name, ruleset.version), ruleset)
    monkeypatch.setitem(RULESETS, ruleset.name, ruleset)


def generous(state: Any) -> tuple[Place, ...] | None:
    """Return the ranking of a rule change: everybody is given a dollar at the end."""
    places = GIGANTEN.result(state)
    return places and tuple(with_fields(place, score=place.score + 1) for place in places)


def test_a_new_version_stands_beside_the_old_one(monkeypatch: pytest.MonkeyPatch) -> None:
    before = finished("giganten", 1)
    running = until(before, 60)
    released(monkeypatch, replace(GIGANTEN, version=2, result=generous))

    after = finished(RULESETS["giganten"], 1)

    assert (before.game.opened.ruleset_version, after.game.opened.ruleset_version) == (1, 2)
    # running games stay on theirs
    assert running.game.ruleset is GIGANTEN
    # old ones still verify, and so do new ones, each by its own rules
    assert verify(before.lines()).is_valid
    assert verify(after.lines()).is_valid
    assert after.game.places[0].score == before.game.places[0].score + 1


def test_a_rule_change_without_a_new_version_fails_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    before = finished("giganten", 1)
    released(monkeypatch, replace(GIGANTEN, result=generous))

    report = verify(before.lines())

    assert report.ruleset == "giganten/1"
    assert report.first_bad is not None
    assert report.first_bad.check == "result"


def test_a_version_that_nobody_has_released_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        released(patch, replace(GIGANTEN, version=2))
        later: Finished = finished(RULESETS["giganten"], 1)
        lines = later.lines()

    report = verify(lines)

    assert report.first_bad is not None
    assert report.first_bad.reason == "ruleset giganten/2 is not known here"
