"""Options of Minos: those added later, and those without effect (X17)."""

import pytest

from domain.kernel.ruleset import OptionError
from domain.minos import DEFAULT_DATA_SET, MINOS
from domain.minos.options import options_from

OLD_MEANINGS = {
    "after_defeat": "turn_goes_on",
    "ring_purchase": "at_arrow",
    "fish": "sanctuary",
    "carried_between": "fields",
}
DEFAULTS = {
    "after_defeat": "turn_goes_on",
    "ring_purchase": "turn",
    "fish": "open",
    "carried_between": "fields",
}


def test_a_stored_game_has_the_old_meaning_of_each_option_added_later():
    recorded = {name: value for name, value in MINOS.resolve_options(None, {}).items() if name not in OLD_MEANINGS}

    options = MINOS.stored_options(recorded)

    assert {name: options[name] for name in OLD_MEANINGS} == OLD_MEANINGS
    assert MINOS.initial(4, options, DEFAULT_DATA_SET).options == options_from(options)


@pytest.mark.parametrize("profile", MINOS.profiles)
def test_a_new_game_names_each_option_added_later(profile: str):
    options = MINOS.resolve_options(profile, {})

    assert {name: options[name] for name in DEFAULTS} == DEFAULTS


def test_who_may_cross_covered_fields_is_not_asked_where_none_is_covered():
    with pytest.raises(OptionError) as refused:
        MINOS.resolve_options(None, {"closed_fields": 0, "covered_passable": False})

    assert str(refused.value) == (
        "option covered_passable: has no effect while closed_fields is 0; "
        'it needs closed_fields to be "by_players", 1, 2, 3, 4, 5, 6, 7, 8'
    )
    assert not MINOS.resolve_options(None, {"closed_fields": 1, "covered_passable": False})["covered_passable"]


@pytest.mark.parametrize("profile", MINOS.profiles)
def test_the_options_of_a_game_can_be_sent_back_whole(profile: str):
    options = MINOS.resolve_options(profile, {})

    assert MINOS.resolve_options(None, options) == options
