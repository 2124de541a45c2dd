"""Answers the questions of a plan. Each answer depends on its question alone."""

import random
from collections.abc import Mapping, Sequence
from math import isqrt
from typing import Any, TypeAlias

from domain.kernel.values import Command, Value
from domain.rulesets import ruleset_of
from service.analysis.chances import WHOLE, Judge
from service.analysis.levels import LEVELS, budget_of
from service.analysis.questions import Question, Table, as_json, onward_of
from service.analysis.worlds import resampled
from service.bots.strong.search import Paths, Playout
from service.bots.strong.worlds import Worlds

SUSPECT = WHOLE // 20
"""A decision that costs more than this in the second comparison is compared a third time."""

FEWEST = 3
"""The minimum number of worlds of a point of the winning chance."""


class Point(Value, frozen=True, tag="point"):
    """The chances of all seats at a version, in thousandths; their sum is 1000."""

    version: int
    chances: tuple[int, ...]


class Examined(Value, frozen=True, tag="decision"):
    """A decision, in millionths."""

    version: int
    chosen: int
    """The chance after the chosen command."""
    best: int
    """The chance after the candidate that it was compared with; the same as `chosen` if none looked better."""
    error: int
    """The standard error of the difference of both; 0 if there is no candidate."""
    worlds: int
    """The worlds in which the chance was estimated."""
    better: Mapping[str, Any] | None = None
    """The candidate."""
    about: tuple[str, ...] = ()
    """The anchors of the candidate on the board."""
    confirmed: bool = False
    """Whether it was compared a third time."""


Answer: TypeAlias = Point | Examined


def perform(items: Sequence[Question | Table]) -> list[Answer]:
    """Answer some questions."""
    return [point_at(item) if isinstance(item, Table) else Examination(item).answer() for item in items]


def point_at(table: Table) -> Point:
    """Return the winning chances of all seats at a table."""
    rules = ruleset_of(table.title, table.ruleset_version)
    judge = Judge(rules, table.out)
    seats = range(len(table.state.players))
    sums, steps, number, most = [0] * len(seats), 0, 0, budget_of(table.title, table.level).point
    while number < FEWEST or steps < most:
        playout = _playout(judge, rules, f"{table.seed} point {number}")
        end = playout.to_end_of_round(table.state)
        sums = [total + judge.chance(end, seat) for seat, total in zip(seats, sums, strict=True)]
        steps += playout.steps + 1
        number += 1
    return Point(table.version, thousandths(sums))


def thousandths(amounts: Sequence[int]) -> tuple[int, ...]:
    """Return the shares of amounts in their sum, as whole numbers with the sum 1000 (largest remainders)."""
    total = sum(amounts)
    parts = [amount * 1000 // total for amount in amounts]
    order = sorted(range(len(parts)), key=lambda place: -(amounts[place] * 1000 % total))
    for place in order[: 1000 - sum(parts)]:
        parts[place] += 1
    return tuple(parts)


class Pair:
    """The results of a command and of the chosen one in the same worlds."""

    def __init__(self, mine: Sequence[int], theirs: Sequence[int]) -> None:
        self._gains = [one - other for one, other in zip(mine, theirs, strict=True)]

    @property
    def gain(self) -> int:
        """The mean difference."""
        return _mean(self._gains)

    @property
    def error(self) -> int:
        """The standard error of the mean difference, rounded up."""
        count, total = len(self._gains), sum(self._gains)
        squares = count * sum(gain * gain for gain in self._gains) - total * total
        return isqrt(squares // (count * count * (count - 1))) + (squares > 0)


class Examination:
    """Compares the chosen command of a decision with the best candidate."""

    def __init__(self, question: Question) -> None:
        self._question = question
        self._rules = ruleset_of(question.title, question.ruleset_version)
        self._judge = Judge(self._rules, question.out)
        self._level = LEVELS[question.level]
        self._budget = budget_of(question.title, question.level)
        self._effort = self._judge.light.effort(question.world)
        self._steps = 0
        self._worlds = Worlds(self._rules, self._judge.light, self._judge.weights, resampled)
        self._world: tuple[str, Any] = ("", None)
        self._paths: Sequence[Paths | None] = ()

    def answer(self) -> Examined:
        """Return the answer."""
        chosen = self._question.chosen
        results = self.screened()
        best = max(results, key=lambda each: sum(results[each]))
        if best == chosen or _mean(results[best]) <= _mean(results[chosen]):
            return self.measured()
        measured = self._compared("measure", best, round(self._budget.measure * self._effort), 0)
        confirmed = measured.best - measured.chosen > SUSPECT
        if confirmed:
            measured = self._compared("confirm", best, self._budget.confirm, self._budget.rounds)
        return measured

    def measured(self) -> Examined:
        """Return the chance of the chosen command alone, in the worlds of a comparison.

        It takes half of the steps of two commands. In the worlds of the screening it was lucky if it looked best.
        """
        budget, start = round(self._budget.measure * self._effort) // 2, self._steps
        results = list[int]()
        while len(results) < self._level.fewest_alone or self._steps - start < budget:
            results.append(self._result("measure", self._question.chosen, len(results), 0))
        mean = _mean(results)
        return Examined(self._question.version, mean, mean, 0, len(results))

    def candidates(self) -> list[Command]:
        """Return the chosen command, then the commands with the best scores."""
        world, seat, chosen = self._question.world, self._question.seat, self._question.chosen
        choices = onward_of(self._rules.legal_commands(world, seat))
        scored = sorted(self._judge.light.scores(world, seat, choices), key=lambda each: -each.score)
        others = [each.command for each in scored if each.command != chosen]
        return [chosen, *others[: self._budget.candidates]]

    def world_of(self, name: str) -> Any:
        """Return a world by its name. The last one is kept, because all candidates are played in it."""
        if self._world[0] != name:
            self._world = (name, self._worlds.drawn(self._question.world, self._question.seat, f"{name} world"))
            shares = self._judge.light.reorders
            self._paths = [Paths() if shares else None for _ in range(self._budget.rounds + 1)]
        return self._world[1]

    def screened(self) -> dict[Command, list[int]]:
        """Return the results, in millionths, of the candidates that remain after halving: with the chosen command."""
        alive = self.candidates()
        results: dict[Command, list[int]] = {command: [] for command in alive}
        if len(alive) == 1:
            return results
        stages = max(1, (len(alive) - 2).bit_length())
        budget = round(self._budget.screen * self._effort)
        number = 0
        for stage in range(1, stages + 1):
            while True:
                alive = self._played_in(number, alive, results, budget)
                number += 1
                if self._steps >= budget * stage // stages:
                    break
            others = sorted(alive[1:], key=lambda each: -sum(results[each]))
            if stage < stages:
                others = others[: (len(others) + 1) // 2]
            if self._level.is_frugal:
                least = sum(results[alive[0]])
                others = [each for each in others if sum(results[each]) > least]
            alive = [alive[0], *others]
            if self._level.is_frugal and (not others or self._steps >= budget):
                break
        return {command: results[command] for command in alive}

    def _played_in(
        self, number: int, alive: Sequence[Command], results: Mapping[Command, list[int]], budget: int
    ) -> list[Command]:
        """Play candidates in a world, and return them. A frugal level keeps to the budget: at least two are played."""
        for place, command in enumerate(alive):
            if not number and place > 1 and self._level.is_frugal and self._steps >= budget:
                return [*alive[:place]]
            results[command].append(self._result("screen", command, number, 0))
        return [*alive]

    def _compared(self, stage: str, command: Command, budget: int, rounds: int) -> Examined:
        """Compare a candidate with the chosen command, both in the same worlds, which no other stage uses."""
        question = self._question
        is_last = stage == "confirm"
        fewest = self._level.fewest_confirming if is_last else self._level.fewest
        mine, theirs, start = list[int](), list[int](), self._steps
        while len(mine) < fewest or (
            self._steps - start < budget and not (is_last and self._is_exact(Pair(mine, theirs)))
        ):
            number = len(mine)
            mine.append(self._result(stage, command, number, rounds))
            theirs.append(self._result(stage, question.chosen, number, rounds))
        pair, about = Pair(mine, theirs), self._about(command)
        chosen, best = _mean(theirs), _mean(mine)
        return Examined(
            *(question.version, chosen, best, pair.error, len(mine), as_json(command), about, is_last),
        )

    def _is_exact(self, pair: Pair) -> bool:
        """Return whether a difference is known well enough.

        The difference itself must not matter: who stops at a small one finds too small ones.
        """
        return self._level.exact is not None and pair.error <= self._level.exact

    def _about(self, command: Command) -> tuple[str, ...]:
        world, seat = self._question.world, self._question.seat
        choices = [choice for choice in self._rules.legal_commands(world, seat) if choice.admits(command)]
        notes = self._rules.notes(world, seat, choices)
        return tuple(dict.fromkeys(anchor for note in notes for anchor in note.anchors))

    def _result(self, stage: str, command: Command, number: int, rounds: int) -> int:
        """Return the chance of the seat after a command and a playout, in a world with this number."""
        question, rules = self._question, self._rules
        name = f"{question.seed} {stage} {number}"
        world = self.world_of(name)
        playout = _playout(self._judge, rules, f"{name} playout", self._paths[0])
        state = rules.step(world, question.seat, command, playout.draws).state
        self._steps += 1
        for further in range(rounds + 1):
            if further:
                playout = _playout(self._judge, rules, f"{name} playout {further}", self._paths[further])
            state = playout.to_end_of_round(state)
            self._steps += playout.steps
        return self._judge.chance(state, question.seat)


def _playout(judge: Judge, rules: Any, name: str, paths: Paths | None = None) -> Playout:
    return Playout(rules, judge.light, judge.weights, random.Random(name), paths)  # noqa: S311 - repeatable by intent


def _mean(amounts: Sequence[int]) -> int:
    """Return the mean, rounded to the nearest whole number."""
    return (2 * sum(amounts) + len(amounts)) // (2 * len(amounts))
