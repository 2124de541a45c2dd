"""The profile of a game follows from the options in its first event."""

import gzip
import json
from typing import Any

import pytest
from msgspec.structs import replace

from domain.game import decide
from domain.game.decide import NewGame
from domain.game.events import GameOpened
from domain.kernel.ruleset import Ruleset
from domain.rulesets import RULESETS
from projections.profiles import profile_of
from tests.games.golden_games import FOLDER


def opened(ruleset: Ruleset[Any], options: dict[str, Any]) -> GameOpened:
    new = NewGame(ruleset, ruleset.seats[-1], options, ruleset.default_data_set, "player:a")
    (event,) = decide.open_game(new, bytes(32)).events
    assert isinstance(event, GameOpened)
    return event


CASES = [(ruleset, profile) for ruleset in RULESETS.values() for profile in ruleset.profiles]


@pytest.mark.parametrize(("ruleset", "profile"), CASES, ids=[f"{one.name}-{profile}" for one, profile in CASES])
def test_a_game_has_the_profile_that_it_was_opened_with(ruleset: Ruleset[Any], profile: str) -> None:
    assert profile_of(opened(ruleset, ruleset.resolve_options(profile, {}))) == profile


def test_a_game_with_options_of_its_own_has_no_profile() -> None:
    siberia = RULESETS["siberia"]

    assert profile_of(opened(siberia, siberia.resolve_options(None, {"mine_all": True}))) is None


def test_options_that_were_added_later_do_not_change_the_profile_of_a_stored_game() -> None:
    siberia = RULESETS["siberia"]
    event = opened(siberia, siberia.resolve_options(None, {}))
    recorded = {name: value for name, value in event.options.items() if name != "mine_all"}

    assert profile_of(replace(event, options=recorded)) == "booklet"


FIRST_RELEASE = [
    (ruleset.name, profile, path)
    for ruleset, profile in CASES
    for seats in ruleset.seats
    for bot in ("careful", "random")
    for path in (FOLDER / f"{ruleset.name}-1-{profile}-{seats}-{bot}.jsonl.gz",)
    if path.exists()
]
"""The golden games of release 0.1.0, with the profile of each."""

RENAMED = {"standard": "goblins-2006"}
"""Profiles whose values another profile had in release 0.1.0 (X18)."""
RENAMED_SINCE = {former: name for name, former in RENAMED.items()}


def test_stored_games_of_the_first_release_keep_their_profiles() -> None:
    found: dict[str, str | None] = {}
    for title, _, path in FIRST_RELEASE:
        header = json.loads(gzip.decompress(path.read_bytes()).splitlines()[0])
        ruleset = RULESETS[title]
        event = replace(
            opened(ruleset, ruleset.resolve_options(None, {})), options=header["options"], data_set=header["data_set"]
        )
        found[path.name] = profile_of(event)

    assert {profile for _, profile, _ in FIRST_RELEASE} == {profile for _, profile in CASES} - RENAMED.keys()
    assert found == {path.name: RENAMED_SINCE.get(profile, profile) for _, profile, path in FIRST_RELEASE}


def test_a_stored_game_with_the_usual_options_has_the_profile_of_new_games_with_them() -> None:
    """Before X18 the profile `goblins-2006` had the values that `standard` has now."""
    giganten = RULESETS["giganten"]
    usual = giganten.resolve_options(None, {})

    assert giganten.default_profile == "standard"
    assert giganten.profiles["standard"] == {}
    assert profile_of(opened(giganten, usual)) == "standard"
    strict = giganten.resolve_options("goblins-2006", {})
    assert {name: value for name, value in strict.items() if value != usual[name]} == {
        "own_transport": "mandatory",
        "specials_optional": False,
    }


def test_a_new_game_with_the_former_values_of_a_profile_has_no_profile() -> None:
    giganten = RULESETS["giganten"]
    former = giganten.former_profiles["kurz"][0]

    assert profile_of(opened(giganten, giganten.resolve_options(None, former))) is None
