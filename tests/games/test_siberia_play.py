"""Siberia over random play: what the decision events hold, and games that come to a standstill."""

import random
from collections import defaultdict
from collections.abc import Sequence

import msgspec

from domain.game.game import Game
from domain.kernel.values import Choice, Command, Event, Seat
from domain.siberia import SIBERIA
from tests.games.plays import played
from tests.games.steered.siberia import busy, idle


def test_the_decision_event_holds_all_that_was_chosen():
    """So the command can be rebuilt from the log: each field of it stands in the event, open or secret."""
    chosen: list[Command] = []
    decided: list[Event] = []

    def noted(game: Game, seat: Seat, choices: Sequence[Choice], rng: random.Random) -> Command:
        chosen.append(busy(game, seat, choices, rng))
        return chosen[-1]

    for number in range(6):
        firsts = (step.events[0] for step in played(SIBERIA, number, noted))
        decided += [event for event in firsts if isinstance(event, SIBERIA.events)]

    for command, event in zip(chosen, decided, strict=True):
        told = msgspec.to_builtins(event) | {"type": ""}
        assert (told | told.get("secret", {})).items() >= (msgspec.to_builtins(command) | {"type": ""}).items()


def test_games_in_which_nobody_touches_a_cube_end_by_standstill_where_the_options_say_so():
    ends: dict[str | int, set[str | None]] = defaultdict(set)
    for number in range(40):
        *_, last = played(SIBERIA, number, idle)
        assert last.after.status == "ended"
        ends[last.after.options["standstill"]].add(last.after.state.ending)
        if "standstill" in ends[3] & ends[5] and ends["none"]:
            break

    assert "standstill" in ends[3] & ends[5]
    assert ends["none"]
    assert "standstill" not in ends["none"]
