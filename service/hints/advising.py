"""What the engine advises a seat: its best choices, with the winning chance by what the seat knows.

The candidates are those of the strong bots. They are played on in worlds that the seat cannot distinguish from the real
table, by the light policy of all seats, to the end of the round. In stages of equal budget the worse half is dropped,
until as many are left as a hint has. These are measured in new worlds, so that the luck by which a candidate was
selected does not affect its chance.
"""

import random
import time
from collections.abc import Sequence
from math import inf, isqrt
from typing import Any

import msgspec

from domain.game.events import Advised
from domain.game.game import Game
from domain.game.hints import MOST_CHOICES
from domain.kernel.values import Command, Seat, Value
from domain.rulesets import ruleset_of
from service.analysis.chances import WHOLE, Judge, NoEngineError, has_engine
from service.analysis.questions import onward_of, out_of
from service.bots.strong.position import Position, position_of
from service.bots.strong.search import CANDIDATES, Playout
from service.bots.strong.worlds import Worlds

SCREENING, MEASURING = 0.5, 0.5
"""Seconds of the search, and of the measurement. They are nominal, like those of the strong bots: steps."""

SLOWEST = 6.0
"""The seconds after which a search is cut, on a slow or busy machine."""

FEWEST = 4
"""The minimum number of worlds in which a choice is measured, unless the search is cut."""

_THOUSANDTH = WHOLE // 1000


class Task(Value, frozen=True):
    """A decision for which the engine gives advice. It has a world of the seat, and nothing of the real game."""

    position: Position
    out: tuple[Seat, ...] = ()
    """The other seats that cannot win, because their players have left."""
    seconds: float = inf
    """The seconds after which the search is cut."""


def task_of(game: Game, seat: Seat) -> Task:
    """Return the task for the open decision of a seat, computed from what its view shows. Raises NoEngineError."""
    name = game.opened.ruleset
    if not has_engine(name):
        raise NoEngineError(name)
    return Task(position_of(game, seat), tuple(other for other in out_of(game) if other != seat))


def advise(task: Task) -> tuple[Advised, ...]:
    """Return the best choices, the best one first: at most as many as a hint has."""
    return Advising(task).advice()


class Advising:
    """One search for advice."""

    def __init__(self, task: Task) -> None:
        position = task.position
        self._position = position
        self._rules = ruleset_of(position.title, position.version)
        self._judge = Judge(self._rules, task.out)
        self._worlds = Worlds(self._rules, self._judge.light, self._judge.weights)
        per_second = self._judge.weights.steps_per_second * self._judge.light.effort(position.world)
        self._screening, self._measuring = round(SCREENING * per_second), round(MEASURING * per_second)
        self._deadline = time.monotonic() + task.seconds
        self._steps = 0
        self._world: tuple[str, Any] = ("", None)

    def advice(self) -> tuple[Advised, ...]:
        """Search, and return the best choices."""
        chosen = self._screened(self._candidates())
        results = self._played("measure", chosen, self._measuring, FEWEST)
        found = [_advised(command, each) for command, each in zip(chosen, results, strict=True)]
        # with equal chances the order of the screening counts
        return tuple(sorted(found, key=lambda each: -each.chance))

    def _candidates(self) -> list[Command]:
        """Return the commands with the best scores by the light policy, without those that only undo."""
        world, seat = self._position.world, self._position.seat
        choices = self._rules.legal_commands(world, seat)
        scored = self._judge.light.scores(world, seat, onward_of(choices) or choices)
        best = sorted(scored, key=lambda each: -each.score)
        return [*dict.fromkeys(each.command for each in best)][:CANDIDATES]

    def _screened(self, candidates: Sequence[Command]) -> list[Command]:
        """Return the candidates that are left after halving, the best one first."""
        alive, results = [*candidates], {each: list[int]() for each in candidates}
        stages = _halvings(len(candidates))
        for stage in range(stages):
            more = self._played(f"screen {stage}", alive, self._screening // stages, 1)
            for command, found in zip(alive, more, strict=True):
                results[command].extend(found)
            alive.sort(key=lambda each: -_mean(results[each]))
            alive = alive[: _half(len(alive))]
        return alive

    def _played(self, stage: str, commands: Sequence[Command], budget: int, fewest: int) -> list[list[int]]:
        """Return the chances after each command, in the same worlds, of which no other stage has one."""
        results: list[list[int]] = [[] for _ in commands]
        start, number = self._steps, 0
        while number < 1 or ((number < fewest or self._steps - start < budget) and time.monotonic() < self._deadline):
            for each, command in zip(results, commands, strict=True):
                each.append(self._result(f"{self._position.seed} hint {stage} {number}", command))
            number += 1
        return results

    def _result(self, name: str, command: Command) -> int:
        """Return the chance of the seat after a command and a playout in a world of this name, in millionths."""
        if self._world[0] != name:
            drawn = self._worlds.drawn(self._position.world, self._position.seat, f"{name} world")
            self._world = (name, drawn)
        rng = random.Random(f"{name} playout")  # noqa: S311 - repeatable by intent
        playout = Playout(self._rules, self._judge.light, self._judge.weights, rng)
        after = self._rules.step(self._world[1], self._position.seat, command, playout.draws).state
        state = playout.to_end_of_round(after)
        self._steps += playout.steps + 1
        return self._judge.chance(state, self._position.seat)


def _half(candidates: int) -> int:
    return max(MOST_CHOICES, (candidates + 1) // 2)


def _halvings(candidates: int) -> int:
    """Return how often candidates are halved until a hint has room for them."""
    return 0 if candidates <= MOST_CHOICES else 1 + _halvings(_half(candidates))


def _advised(command: Command, results: Sequence[int]) -> Advised:
    count, total = len(results), sum(results)
    spread = count * sum(each * each for each in results) - total * total
    error = isqrt(spread // (count * count * (count - 1))) if count > 1 else WHOLE
    chance, shown = round(_mean(results) / _THOUSANDTH), -(-error // _THOUSANDTH)
    return Advised(msgspec.to_builtins(command), min(chance, 1000), min(shown, 1000))


def _mean(results: Sequence[int]) -> float:
    return sum(results) / len(results)
