"""The profile of a game follows from the options in its first event."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain import game as games
from domain.kernel.ruleset import Ruleset
from domain.lobby import GameOpened
from domain.rulesets import RULESETS
from projections.profiles import profile_of


def opened(ruleset: Ruleset[Any], options: dict[str, Any]) -> GameOpened:
    seats = ruleset.seats[-1]
    events = games.open_game(ruleset, seats, options, ruleset.default_data_set, bytes(32), "player:a", "public")
    assert isinstance(events[0], GameOpened)
    return events[0]


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
