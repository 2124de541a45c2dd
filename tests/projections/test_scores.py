"""Running scores: they say what the game would end with, and depend on nothing that is hidden from their viewer."""

import random
from typing import Any

import pytest
from msgspec.structs import replace

from domain.game.game import Game
from domain.giganten.scoring import parts_of
from domain.giganten.state import Derrick, State
from domain.rulesets import RULESETS
from projections.history import FULL
from projections.scores import scores_of
from projections.scores.giganten import scores
from tests.kit import RandomChance
from tests.projections.bot_games import batches
from tests.rules.giganten.kit import player, table, trains

SETTINGS: list[tuple[str, dict[str, Any]]] = [
    ("giganten", {}),
    ("giganten", {"licence_tie": "value"}),
    ("giganten", {"licence_tie": "value", "money_public": False}),
    ("siberia", {}),
    ("siberia", {"money_public": False}),
    ("minos", {"money_public": False}),
]
WORLDS = 3


def positions(title: str, options: dict[str, Any]) -> list[Game]:
    """Return every fifth position of a game, and the last one."""
    found = [game for game, _ in batches(RULESETS[title], 5, 3, options)]
    return [*found[::5], found[-1]]


@pytest.mark.parametrize(("title", "options"), SETTINGS)
def test_scores_depend_on_nothing_that_is_hidden(title: str, options: dict[str, Any]) -> None:
    for number, game in enumerate(positions(title, options)):
        for viewer in (None, *range(3)):
            shown = scores_of(game, viewer)
            for world in range(WORLDS):
                state = game.ruleset.resample(game.state, viewer, RandomChance(random.Random(100 * number + world)))
                assert scores_of(replace(game, state=state), viewer) == shown


@pytest.mark.parametrize(("title", "options"), SETTINGS)
def test_with_all_secrets_the_score_is_the_sum_of_its_parts(title: str, options: dict[str, Any]) -> None:
    for game in positions(title, options):
        parts = [sum(part.amount for part in game.ruleset.parts_of(game.state, seat)) for seat in range(3)]
        assert scores_of(game, FULL) == parts
        for viewer in (None, 0):
            known = scores_of(game, viewer)
            assert isinstance(known, list)
            assert all(score in (None, whole) for score, whole in zip(known, parts, strict=True))


@pytest.mark.parametrize(("title", "options"), SETTINGS)
def test_the_last_scores_are_the_result_for_all_viewers(title: str, options: dict[str, Any]) -> None:
    last = positions(title, options)[-1]
    assert last.status == "ended"
    places = {place.seat: place.score for place in last.places}
    for viewer in (None, 0, FULL):
        assert scores_of(last, viewer) == [places[seat] for seat in range(3)]


def test_hidden_money_is_null_for_others() -> None:
    running = positions("siberia", {"money_public": False})[3]
    assert [score is None for score in scores_of(running, 1) or ()] == [True, False, True]
    assert [score is None for score in scores_of(running, None) or ()] == [True, True, True]


def with_derricks(**options: Any) -> State:
    """Return a table of Giganten with two derricks of each player, and hands of different value."""
    state = table(3, **options)
    for seat, (ones, twos) in enumerate([(3, 0), (0, 3), (1, 0)]):
        state = player(state, seat, derricks=(Derrick("D3", 1), Derrick("D4", 2)), ones=ones, twos=twos)
    return state


def sums(state: State) -> list[int]:
    return [sum(part.amount for part in parts_of(state, seat)) for seat in range(3)]


def test_trains_on_one_space_hide_the_score_where_hidden_licences_decide() -> None:
    state = trains(with_derricks(licence_tie="value"), 9, 9, 4)
    whole = sums(state)

    # three cards are worth 3 to 6: the public cannot know whose train is ahead, and the last one is behind in any case
    assert scores(state, None) == [None, None, whole[2]]
    # seat 0 has the least value that three cards have: the other one may have the same, which the turn order decides
    assert scores(state, 0) == [None, None, whole[2]]
    assert scores(state, FULL) == whole


def test_one_licence_is_behind_three_whatever_their_value_is() -> None:
    state = trains(with_derricks(licence_tie="value"), 4, 9, 4)
    assert scores(state, None) == sums(state)


def test_trains_apart_or_ranked_by_the_number_of_cards_hide_nothing() -> None:
    for state in (
        trains(with_derricks(licence_tie="value"), 9, 8, 4),
        trains(with_derricks(licence_tie="cards"), 9, 9, 4),
    ):
        assert scores(state, None) == sums(state)
