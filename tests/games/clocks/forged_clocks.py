"""Forgeries of clocks: heads, salts and the closing line are made anew, signed by a key of the forger."""

import json
import random
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from tests.games.forged_lines import Lines, at, renumbered, rewritten

Forge: TypeAlias = Callable[[Lines, random.Random], Lines | None]
"""From the lines of a bundle to lines that no verifier may accept; None: the game has not what is forged."""


def _typed(lines: Lines, rng: random.Random, kind: str) -> int | None:
    """Return the place of any event of a type; None if there is none."""
    places = [place for place in range(1, len(lines) - 1) if f'"type":"{kind}"'.encode() in lines[place]]
    return rng.choice(places) if places else None


def _with_data(kind: str, **changes: Callable[[Any], Any]) -> Forge:
    def forge(lines: Lines, rng: random.Random) -> Lines | None:
        place = _typed(lines, rng, kind)
        if place is None:
            return None

        def change(line: dict[str, Any]) -> None:
            data = line["record"]["data"]
            data.update({name: make(data[name]) for name, make in changes.items()})

        return rewritten(at(lines, place, change))

    return forge


def _without(kind: str) -> Forge:
    def forge(lines: Lines, rng: random.Random) -> Lines | None:
        place = _typed(lines, rng, kind)
        return None if place is None else rewritten(renumbered([*lines[:place], *lines[place + 1 :]]))

    return forge


def _batch(lines: Lines, place: int) -> range:
    """Return the places of the batch that begins at a place."""
    cause = json.loads(lines[place])["record"]["cause"]
    end = place
    while end < len(lines) - 1 and json.loads(lines[end])["record"]["cause"] == cause:
        end += 1
    return range(place, end)


def ran_out_early(lines: Lines, rng: random.Random) -> Lines | None:
    """A clock runs out as soon as its seat has decided, so that the next decision of the seat is open."""
    records = [json.loads(line).get("record") for line in lines]
    places = [
        place
        for place, record in enumerate(records)
        if record is not None
        and record["type"] == "clock.ran_out"
        and records[place - 1]["type"] == "clock.switched"
        and records[records[place - 1]["cause"]]["seat"] == record["data"]["seat"]
    ]
    if not places:
        return None
    place = rng.choice(places)
    return run_out_at(lines, place, records[place - 1]["at"])


def run_out_at(lines: Lines, place: int, time: str) -> Lines:
    """Return the lines with the batch at a place at another time."""
    for each in _batch(lines, place):
        lines = at(lines, each, lambda line: line["record"].update(at=time))
    return rewritten(lines)


def clock_slowed(lines: Lines, rng: random.Random) -> Lines | None:
    """The game claims a longer allowance than its clocks ran out by."""
    if _typed(lines, rng, "clock.ran_out") is None:
        return None
    return rewritten(at(lines, 1, lambda line: line["record"]["data"]["clock"].update(allowance=31_622_400)))


def no_clock(lines: Lines, rng: random.Random) -> Lines | None:
    del rng
    return rewritten(at(lines, 1, lambda line: line["record"]["data"].pop("clock")))


def clock_of_nothing(lines: Lines, rng: random.Random) -> Lines | None:
    value = rng.choice([None, {}, {"allowance": 0, "bank": 0, "on_empty": "bot", "strikes": 1}, 5])
    return rewritten(at(lines, 1, lambda line: line["record"]["data"].update(clock=value)))


def twice(lines: Lines, rng: random.Random) -> Lines | None:
    """A clock runs out twice for one decision."""
    place = _typed(lines, rng, "clock.ran_out")
    if place is None:
        return None
    batch = [lines[each] for each in _batch(lines, place)]
    return rewritten(renumbered([*lines[:place], *batch, *lines[place:]]))


def no_switch(lines: Lines, rng: random.Random) -> Lines | None:
    """A decision does not say who is asked next."""
    return _without("clock.switched")(lines, rng)


def by_a_seat(lines: Lines, rng: random.Random) -> Lines | None:
    place = _typed(lines, rng, "clock.ran_out")
    if place is None:
        return None
    return rewritten(at(lines, place, lambda line: line["record"].update(seat=line["record"]["data"]["seat"])))


FORGERIES: Mapping[str, Forge] = {
    "ran_out_early": ran_out_early,
    "clock_slowed": clock_slowed,
    "no_clock": no_clock,
    "clock_of_nothing": clock_of_nothing,
    "twice": twice,
    "no_switch": no_switch,
    "by_a_seat": by_a_seat,
    "other_strike": _with_data("clock.ran_out", strike=lambda strike: strike + 1),
    "strike_0": _with_data("clock.ran_out", strike=lambda _: 0),
    "other_decision": _with_data("clock.ran_out", decision=lambda text: text + "0"),
    "other_seat": _with_data("clock.ran_out", seat=lambda seat: 1 - min(seat, 1)),
    "seat_of_no_game": _with_data("clock.ran_out", seat=lambda _: 64),
    "no_take_over": _without("clock.seat_taken_over"),
    "no_ran_out_before_take_over": _with_data("clock.seat_taken_over", seat=lambda seat: 1 - min(seat, 1)),
    "taken_over_by_a_player": _with_data("clock.seat_taken_over", player=lambda _: "player:8"),
    "resigned_to_a_player": _with_data("game.seat_resigned", player=lambda _: "player:8"),
    "given_up_to_a_player": _with_data("game.seat_given_up", player=lambda _: "player:8"),
    "nobody_switched": _with_data("clock.switched", seats=lambda _: []),
    "switched_to_strangers": _with_data("clock.switched", seats=lambda _: [0, 9]),
    "switched_in_disorder": _with_data("clock.switched", seats=lambda _: [1, 0]),
    "endless_vacation": _with_data("clock.vacation_taken", seconds=lambda _: 10**9),
    "vacation_of_another": _with_data("clock.vacation_taken", seat=lambda seat: 1 - min(seat, 1)),
    "negative_vacation": _with_data("clock.vacation_taken", seconds=lambda seconds: -seconds),
    "negative_extension": _with_data("game.clock_extended", seconds=lambda seconds: -seconds),
    "returned_without_leaving": _with_data("game.seat_returned", seat=lambda seat: 1 - min(seat, 1)),
    "taken_back_to_elsewhere": _with_data("game.decision_taken_back", to=lambda to: to - 1),
    "pause_of_no_time": _with_data("game.paused", until=lambda _: "soon"),
    "no_pause": _without("game.paused"),
}
"""What a public bundle shows by itself."""

FOUND_BY_FORM = {"taken_back_to_elsewhere"}
"""What the form shows, so that no other check reads the line."""

BY_TIMES: Mapping[str, Forge] = {
    "no_resumption": _without("game.resumed"),
    "more_extension": _with_data("game.clock_extended", seconds=lambda seconds: seconds + 10**6),
    "longer_pause": _with_data("game.paused", until=lambda _: "9999-01-01T00:00:00.000000Z"),
}
"""What later times show, if they do: where no clock runs out later, it may have been so."""
