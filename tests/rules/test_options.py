"""Options that are added later: stored games keep their reading, and an option without effect is refused (X17, X21)."""

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from domain.giganten import GIGANTEN
from domain.kernel.ruleset import Needs, Option, OptionError, Ruleset
from domain.kernel.values import Event
from domain.rulesets import RULESETS
from domain.siberia import SIBERIA
from tests.games.plays import any_of
from tests.kit import RandomChance

LATER = Option("later", ("new", "old"), "a reading that was added later", ("1.1",), absent="old")
LONGEST = 3000
TITLE = replace(SIBERIA, options=(*SIBERIA.options, LATER))


def _is_met(ruleset: Ruleset[Any], option: Option, seats: int) -> bool:
    """Return whether an option has an effect where nothing else is chosen."""
    usual = ruleset.resolve_options(None, {})
    needs = option.needs
    return needs is None or usual[needs.option] not in needs.values or needs.is_met(usual[needs.option], (seats,))


def events_of(ruleset: Ruleset[Any], seats: int, options: Mapping[str, int | str | bool]) -> list[Event]:
    """Return the events of a game by chance; the same draws and choices for all options."""
    rng = random.Random(7)
    state = ruleset.initial(seats, options, ruleset.default_data_set)
    found = [*ruleset.setup(state, RandomChance(rng))]
    for event in found:
        state = ruleset.evolve(state, event)
    while len(found) < LONGEST and (awaited := ruleset.awaiting(state)):
        seat = min(awaited)
        command = any_of(ruleset.legal_commands(state, seat), rng, 0.9)
        events, state, _ = ruleset.step(state, seat, command, RandomChance(rng))
        found += events
    return found


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


BY_SEATS: list[tuple[str, int, str, str, dict[str, int | str | bool]]] = [
    ("giganten", 4, "three_player_last", "it needs 3 seats", {"three_player_last": 2000}),
    ("giganten", 4, "three_player_last", "it needs 3 seats", {"three_player_last": 3000}),
    ("minos", 3, "two_player_ships", "it needs 2 seats", {"two_player_ships": 1}),
    ("minos", 4, "two_player_talents", "it needs 2 seats", {"two_player_talents": 25}),
    ("minos", 4, "covered_passable", 'while closed_fields is "by_players"', {"covered_passable": False}),
]


@pytest.mark.parametrize(("title", "seats", "option", "reason", "chosen"), BY_SEATS, ids=str)
def test_an_option_without_effect_with_the_number_of_seats_is_refused(
    title: str, seats: int, option: str, reason: str, chosen: dict[str, int | str | bool]
) -> None:
    ruleset = RULESETS[title]
    with pytest.raises(OptionError) as refused:
        ruleset.resolve_options(None, chosen, None, (seats,))

    assert refused.value.option == option
    assert f"has no effect with {seats} seats" in refused.value.reason
    assert reason in refused.value.reason
    # it has an effect at one of the tables of a tournament
    assert ruleset.resolve_options(None, chosen, None, ruleset.seats).items() >= chosen.items()
    # the complete options of a game may be sent back, also those of a game that was opened with the option
    whole = ruleset.resolve_options(None, {}) | chosen
    assert ruleset.resolve_options(None, whole, None, (seats,)) == whole
    stored = {name: value for name, value in whole.items() if ruleset.options_by_name[name].absent is None}
    assert ruleset.resolve_options(None, stored, None, (seats,)).items() >= stored.items()


@pytest.mark.parametrize("chosen", [{"closed_fields": 3}, {"closed_fields": 8}], ids=str)
def test_an_option_has_an_effect_where_another_one_gives_it_one(chosen: dict[str, int | str | bool]) -> None:
    whole = RULESETS["minos"].resolve_options(None, chosen | {"covered_passable": False}, None, (4,))

    assert whole["covered_passable"] is False
    assert RULESETS["minos"].resolve_options("short", {"covered_passable": False}, None, (4,))["closed_fields"] == 8
    assert RULESETS["minos"].resolve_options(None, {"covered_passable": False}, None, (3,))["closed_fields"] != 0


IDLE = [
    (ruleset, option, seats)
    for ruleset in RULESETS.values()
    for option in ruleset.options
    for seats in ruleset.seats
    if not option.is_for((seats,)) or not _is_met(ruleset, option, seats)
]
"""Options with a number of seats with which they have no effect."""


@pytest.mark.parametrize(
    ("ruleset", "option", "seats"), IDLE, ids=[f"{one.name}-{option.name}-{seats}" for one, option, seats in IDLE]
)
def test_an_option_that_is_refused_for_the_seats_has_no_effect(
    ruleset: Ruleset[Any], option: Option, seats: int
) -> None:
    usual = ruleset.resolve_options(None, {})
    games = [events_of(ruleset, seats, usual | {option.name: value}) for value in option.values]

    assert all(game == games[0] for game in games)
    assert len(games[0]) > 100


def test_an_option_of_a_profile_without_effect_under_a_chosen_one_has_its_default() -> None:
    options = GIGANTEN.resolve_options("kurz", {"foreign_transport": "front_most"})

    assert options["opponent_train"] == "front_most"
    assert GIGANTEN.resolve_options("kurz", options) == options
