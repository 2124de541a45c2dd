"""Options that are added later: stored games keep their reading, and an option without effect is refused (X17)."""

from dataclasses import replace
from typing import Any

import pytest

from domain.giganten import GIGANTEN
from domain.kernel.ruleset import Needs, Option, OptionError, Ruleset
from domain.rulesets import RULESETS
from domain.siberia import SIBERIA

LATER = Option("later", ("new", "old"), "a reading that was added later", ("1.1",), absent="old")
TITLE = replace(SIBERIA, options=(*SIBERIA.options, LATER))


def test_a_stored_game_that_does_not_name_an_option_has_its_old_meaning() -> None:
    recorded = SIBERIA.resolve_options(None, {})

    assert TITLE.stored_options(recorded) == {**recorded, "later": "old"}
    assert TITLE.stored_options({**recorded, "later": "new"}) == {**recorded, "later": "new"}


def test_a_new_game_names_every_option_with_its_default() -> None:
    assert TITLE.resolve_options(None, {})["later"] == "new"


def test_a_first_event_must_name_every_option_that_has_no_old_meaning() -> None:
    recorded = SIBERIA.resolve_options(None, {})
    del recorded["mine_all"]

    with pytest.raises(OptionError, match="option mine_all: is missing in the first event"):
        SIBERIA.stored_options(recorded)


@pytest.mark.parametrize("chosen", [{"exchange_list": "ABABA"}, {"exchange_list": "AAAAA"}], ids=str)
def test_an_option_without_effect_is_refused_with_the_option_that_it_needs(chosen: dict[str, str]) -> None:
    with pytest.raises(OptionError) as refused:
        SIBERIA.resolve_options(None, chosen)

    assert str(refused.value) == (
        'option exchange_list: has no effect while exchange_sides is "chosen"; it needs exchange_sides to be "list"'
    )


def test_the_options_of_a_game_can_be_sent_back_whole() -> None:
    options = SIBERIA.resolve_options(None, {})

    assert SIBERIA.resolve_options(None, options) == options


def test_a_whole_set_of_options_may_not_change_one_without_effect() -> None:
    options = {**SIBERIA.resolve_options(None, {}), "exchange_list": "ABABA"}

    with pytest.raises(OptionError, match="has no effect"):
        SIBERIA.resolve_options(None, options)


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_every_condition_names_another_option_and_its_values(ruleset: Ruleset[Any]) -> None:
    for option in ruleset.options:
        match option.needs:
            case Needs(name, values):
                other = next(one for one in ruleset.options if one.name == name)
                assert set(values) <= set(other.values)
            case None:
                pass


@pytest.mark.parametrize(
    ("chosen", "reason"),
    [
        (
            {"opponent_train": "any_ahead", "foreign_transport": "front_most"},
            (
                'option opponent_train: has no effect while foreign_transport is "front_most"; '
                'it needs foreign_transport to be "free", "black_first"'
            ),
        ),
        (
            {"special_minimum": 0},
            (
                "option special_minimum: has no effect while specials_optional is true; "
                "it needs specials_optional to be false"
            ),
        ),
        (
            {"special_minimum": 1},
            (
                "option special_minimum: has no effect while specials_optional is true; "
                "it needs specials_optional to be false"
            ),
        ),
    ],
    ids=str,
)
def test_an_option_of_giganten_without_effect_is_refused(chosen: dict[str, int | str | bool], reason: str) -> None:
    with pytest.raises(OptionError) as refused:
        GIGANTEN.resolve_options(None, chosen)

    assert str(refused.value) == reason


def test_an_option_of_a_profile_without_effect_under_a_chosen_one_has_its_default() -> None:
    options = GIGANTEN.resolve_options("kurz", {"foreign_transport": "front_most"})

    assert options["opponent_train"] == "front_most"
    assert GIGANTEN.resolve_options("kurz", options) == options
