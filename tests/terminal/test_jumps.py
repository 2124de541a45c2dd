"""Jumps of a replay, over the events of real games."""

from typing import Any

import pytest

from domain.rulesets import RULESETS
from service.terminal.display.words import Names
from service.terminal.sessions.jumps import NoSuchPlaceError, Places
from tests.projections.bot_games import batches
from tests.terminal.kit import as_json

NAMES = Names(("Ada (0)", "Bob (1)", "Cy (2)"))


def history(title: str, versions: int = 400) -> list[dict[str, Any]]:
    """The first events of a bot game, as far as jumps read them, under versions from 1."""
    events: list[dict[str, Any]] = []
    for _, entries in batches(RULESETS[title], 2, 3, {}):
        for entry in entries:
            record = as_json(entry.record)
            events.append({"record": {**record, "version": len(events) + 1}})
        if len(events) > versions:
            break
    return events


def kind(events: list[dict[str, Any]], version: int) -> str:
    return str(events[version - 1]["record"]["type"])


@pytest.mark.parametrize("title", ["giganten", "siberia", "minos"])
def test_rounds_turns_and_players_are_found(title: str) -> None:
    events = history(title)
    places = Places(events, NAMES)
    second = places.goal("round 2", 1)
    assert kind(events, second) == f"{title}.round_started"
    assert places.goal("round", 1) == places.goal("round 1", 1)
    assert places.goal("round-", second) == places.goal("round 1", 1)
    third = places.goal("turn 3", 1)
    assert places.goal("turn", places.goal("turn 2", 1)) == third
    assert places.goal("turn-", third) == places.goal("turn 2", 1)
    if title != "giganten":
        assert kind(events, third) == f"{title}.turn_started"
    bob = places.goal("player bob", 1)
    assert bob == places.goal("player 1", 1)
    assert (bob, 1) in places.turns
    assert places.goal("player 1", bob) > bob
    assert places.goal("first", 9) == 1
    assert places.goal("last", 9) == len(events)
    assert places.goal("", 9) == 10
    assert places.goal("p", 9) == 8


@pytest.mark.parametrize("prefix", ["\x1b[", "\x1bO"])
def test_arrow_keys_step_in_both_modes_of_a_terminal(prefix: str) -> None:
    places = Places(history("minos", 20), NAMES)
    assert [places.goal(f"{prefix}{key}".casefold(), 9) for key in "CBDA"] == [10, 10, 8, 8]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("round 999", "no such round: the game has"),
        ("round x", "no such round"),
        ("turn 9999", "no such turn: the game has"),
        ("player eve", "there is no player 'eve': they are Ada (0), Bob (1), Cy (2)"),
        ("player 7", "there is no player '7'"),
        ("99999", "the game has the versions 1 to"),
        ("sideways", "Type help"),
    ],
)
def test_what_is_not_there_is_told_with_what_is(typed: str, told: str) -> None:
    with pytest.raises(NoSuchPlaceError, match=told.replace("(", r"\(").replace(")", r"\)")):
        Places(history("minos", 60), NAMES).goal(typed, 1)
