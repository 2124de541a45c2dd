"""The search of the strong bots, the same for all titles.

Each candidate is played on in the same worlds, by the light policy of all seats, to the end of the round. There the
chance of winning is estimated. In stages of equal budget the worse half of the candidates is dropped (sequential
halving). The budget counts decisions of playouts, so that seed and budget determine the result on every machine.
"""

import random
import time
from collections.abc import Hashable, Mapping, Sequence
from math import exp, inf, sqrt
from typing import Any, NamedTuple

from domain.kernel.ruleset import Ruleset
from domain.kernel.values import Command, Place, Seat, Value
from domain.rulesets import ruleset_of
from service.bots.strong.light import Light, Scored, Weights, policy_of, weights_of
from service.bots.strong.position import Position
from service.bots.strong.worlds import Draws, Worlds

CANDIDATES = 12
"""The maximum number of commands that are searched: those with the best scores."""

MOST_STEPS = 400
"""The maximum number of decisions of a playout. A round has fewer, unless decisions are taken back."""

MARGIN = 0.02
"""The weight of the difference of the final scores in the result of a finished game, from 0 to 1."""


class Limits(Value, frozen=True):
    """When a search ends: after its budget, after fewer steps, or at a time of the monotonic clock."""

    budget: int
    """The steps that all stages together may take."""
    stop_after: int | None = None
    """The steps after which a search that was cut is cut again, to repeat it."""
    deadline: float = inf
    """The time at which the search is cut, in seconds of `time.monotonic`."""


class Found(Value, frozen=True):
    """The result of a search."""

    command: Command
    steps: int
    """The decisions of all playouts."""
    is_cut: bool
    """Whether the deadline has cut the search short."""
    values: tuple[tuple[Command, float, int], ...]
    """The candidates: the mean chance of winning, and the number of playouts; the best is first."""


class Candidate:
    """A command that is searched, with its results in the worlds in their order."""

    def __init__(self, command: Command) -> None:
        self.command = command
        self.results: list[float] = []

    @property
    def mean(self) -> float:
        """The mean result; 0 before the first."""
        return sum(self.results) / len(self.results) if self.results else 0.0

    def is_better(self, other: "Candidate", errors: float) -> bool:
        """Return whether it is better by this number of standard errors, in the worlds in which both were played."""
        gains = [mine - theirs for mine, theirs in zip(self.results, other.results, strict=False)]
        if len(gains) <= 1:
            return not errors
        mean = sum(gains) / len(gains)
        variance = sum((gain - mean) ** 2 for gain in gains) / (len(gains) - 1)
        return mean > errors * sqrt(variance / len(gains))


def search(position: Position, limits: Limits) -> Found:
    """Return the best command that the limits allow to find."""
    return Search(position, limits).found()


class Search:
    """One search."""

    def __init__(self, position: Position, limits: Limits) -> None:
        light = policy_of(position.title)
        self._light: Light = light
        self._weights: Weights = weights_of(position.title)
        self._rules: Ruleset[Any] = ruleset_of(position.title, position.version)
        self._position = position
        self._limits = limits
        self._budget = round(limits.budget * light.effort(position.world))
        self._steps = 0
        self._is_cut = False
        self._drawing = Worlds(self._rules, light, self._weights)
        self._worlds: list[Any] = []
        self._paths: list[Paths | None] = []

    def found(self) -> Found:
        """Search, and return the best candidate."""
        candidates = [Candidate(command) for command in self.candidates()]
        alive = candidates
        stages = max(1, (len(alive) - 1).bit_length())
        for stage in range(1, stages + 1):
            if self._is_cut:
                break
            # also a single candidate: a quick decision would show that the hidden hand left no choice (decision 046)
            self._compare(alive, self._budget * stage // stages)
            alive = sorted(alive, key=lambda each: -each.mean)
            if not self._is_cut:
                alive = self._kept(alive, candidates[0])
        best = alive[0]
        if self._weights.caution and not best.is_better(candidates[0], self._weights.caution):
            best = candidates[0]
        ranked = [best, *sorted((each for each in candidates if each is not best), key=lambda each: -each.mean)]
        values = tuple((each.command, each.mean, len(each.results)) for each in ranked)
        return Found(best.command, self._steps, self._is_cut, values)

    def _kept(self, alive: Sequence[Candidate], first: Candidate) -> list[Candidate]:
        """Return the better half; with caution also that of the light policy, to compare the best one with."""
        kept = [*alive[: (len(alive) + 1) // 2]]
        return [*kept, first] if self._weights.caution and first not in kept and len(kept) > 1 else kept

    def candidates(self) -> list[Command]:
        """Return the commands with the best scores. Commands that only undo earlier ones are left out."""
        world, seat = self._position.world, self._position.seat
        choices = self._rules.legal_commands(world, seat)
        onward = [choice for choice in choices if not choice.command.undoes] or choices
        if len(onward) == 1 and onward[0].range is None:
            return [onward[0].command]
        scored = sorted(self._light.scores(world, seat, onward), key=lambda each: -each.score)
        return [each.command for each in scored[:CANDIDATES]]

    def _compare(self, candidates: Sequence[Candidate], until: int) -> None:
        """Play all candidates in one world after another, until this number of steps or the deadline."""
        number = len(candidates[0].results)
        while True:
            for candidate in candidates:
                if self._must_stop():
                    self._is_cut = True
                    return
                candidate.results.append(self._played(candidate.command, number))
            number += 1
            if self._steps >= until:
                return

    def _must_stop(self) -> bool:
        stop_after = self._limits.stop_after
        return (stop_after is not None and self._steps >= stop_after) or time.monotonic() >= self._limits.deadline

    def _world(self, number: int) -> Any:
        """Return a world by its number."""
        while len(self._worlds) <= number:
            position, name = self._position, f"{self._position.seed} world {len(self._worlds)}"
            self._worlds.append(self._drawing.drawn(position.world, position.seat, name))
            self._paths.append(Paths() if self._light.reorders else None)
        return self._worlds[number]

    def _played(self, command: Command, number: int) -> float:
        """Return the chance of winning after a command and a playout to the end of the round that follows the command.

        A command that ends a round is played on to the end of the next one.
        """
        rng = random.Random(f"{self._position.seed} playout {number}")  # noqa: S311 - repeatable by intent
        rules, seat = self._rules, self._position.seat
        world = self._world(number)
        playout = Playout(rules, self._light, self._weights, rng, self._paths[number])
        state = playout.to_end_of_round(rules.step(world, seat, command, playout.draws).state)
        self._steps += playout.steps + 1
        return chance_of_winning(rules, self._light, self._weights, state, seat)


class End(NamedTuple):
    """The end of a playout, and its steps."""

    state: Any
    steps: int


def _is_same(one: Any, other: Any) -> bool:
    """Return whether two states are equal, also in the order of their mappings: that of the choices follows it."""
    return one == other and repr(one) == repr(other)


class Paths:
    """What playouts with equal random numbers have in common.

    Commands that may be given in any order lead to one state. From there on the playouts are equal, if they have used
    as many random numbers: the rest is played once.
    """

    def __init__(self) -> None:
        self._passed: dict[Hashable, list[tuple[Any, int, list[End]]]] = {}
        self._ends: list[End] = []

    def end_from(self, place: Hashable, state: Any, steps: int) -> End | None:
        """Return the end of the playout that has passed this state, with the steps of the one that passes it now.

        `place` is the seat that decides, with the numbers of random numbers so far. None: the state is new, and noted.
        """
        passed = self._passed.setdefault(place, [])
        for other, before, ends in passed:
            if ends and steps + ends[0].steps - before < MOST_STEPS and _is_same(other, state):
                found = End(ends[0].state, steps + ends[0].steps - before)
                self.end(*found)
                return found
        passed.append((state, steps, self._ends))
        return None

    def end(self, state: Any, steps: int) -> None:
        """Note the end of the playout whose states were noted last."""
        if steps < MOST_STEPS:
            self._ends.append(End(state, steps))
        self._ends = []


class Playout:
    """A way to play on, by the light policy of all seats."""

    def __init__(
        self, rules: Ruleset[Any], light: Light, weights: Weights, rng: random.Random, paths: Paths | None = None
    ) -> None:
        """`paths` are those of playouts with equal random numbers; without them every decision is played."""
        self._rules = rules
        self._light = light
        self._noise = weights.noise
        self._rng = rng
        self._paths = paths
        self._noises = 0
        self.draws = Draws(rng)
        self.steps = 0
        """The decisions so far, also those of a part that another playout has played."""

    def to_end_of_round(self, state: Any) -> Any:
        """Return the state in which the round has ended, or the game."""
        number, paths = state.round, self._paths
        questions = self._rules.questions(state)
        while state.round == number and self.steps < MOST_STEPS and questions:
            seat = min(questions)
            if paths is not None:
                end = paths.end_from((seat, self.draws.number, self._noises), state, self.steps)
                if end is not None:
                    self.steps = end.steps
                    return end.state
            self.steps += 1
            step = self._rules.step(state, seat, self.choice(state, seat), self.draws, questions)
            state, questions = step.state, step.questions
        if paths is not None:
            paths.end(state, self.steps)
        return state

    def decided(self, state: Any, seat: Seat) -> Any:
        """Return the state after a decision of a seat."""
        self.steps += 1
        return self._rules.step(state, seat, self.choice(state, seat), self.draws).state

    def choice(self, state: Any, seat: Seat) -> Command:
        """Return the decision of the light policy."""
        command = self._light.quick(state, seat)
        if command is not None:
            return command
        choices = [choice for choice in self._rules.legal_commands(state, seat) if not choice.command.undoes]
        if len(choices) == 1 and choices[0].range is None:
            return choices[0].command
        pick = self._light.pick
        return pick(state, seat, choices) if pick else self._best(self._light.scores(state, seat, choices))

    def _best(self, scored: Sequence[Scored]) -> Command:
        noise, random_of = self._noise, self._rng.random
        self._noises += len(scored)
        best, chosen = -inf, scored[0].command
        for score, command in scored:
            noisy = score + noise * random_of()
            if noisy > best:
                best, chosen = noisy, command
        return chosen


def chance_of_winning(rules: Ruleset[Any], light: Light, weights: Weights, state: Any, seat: Seat) -> float:
    """Return the estimated chance of a seat to win, from 0 to 1; after the end of the game whether it has won."""
    places = rules.result(state)
    if places is not None:
        return _won(places, seat, weights.scale)
    remaining = light.remaining(state)
    estimates = [
        estimate(light.features(state, other), weights.value, remaining) for other in range(len(state.players))
    ]
    return share(estimates, seat, weights.scale)


def estimate(features: Mapping[str, float], value: Mapping[str, tuple[float, float]], remaining: float) -> float:
    """Return the estimated final score, up to a constant that all seats share."""
    total = 0.0
    for name, amount in features.items():
        late, early = value[name]
        total += amount * (late + remaining * early)
    return total


def share(estimates: Sequence[float], seat: Seat, scale: float) -> float:
    """Return the chance of winning by the estimates of all seats: a softmax."""
    most = max(estimates)
    odds = [exp((each - most) / scale) for each in estimates]
    return odds[seat] / sum(odds)


def _won(places: Sequence[Place], seat: Seat, scale: float) -> float:
    """Return the share of the victory, with a small part for the difference of the scores."""
    winners = [place.seat for place in places if place.rank == 1]
    mine = next(place.score for place in places if place.seat == seat)
    best = max(place.score for place in places if place.seat != seat)
    ahead = share((mine, best), 0, scale)
    return (1 - MARGIN) * (seat in winners) / len(winners) + MARGIN * ahead
