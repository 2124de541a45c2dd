"""A decent player of Minos: settles near free fields, takes the income, builds what pays, attacks at good odds."""

import random
from collections.abc import Callable, Mapping, Sequence
from math import ceil

from domain.kernel.values import Choice, Command, Seat
from domain.minos import commands as c
from domain.minos.dice import ActionSymbol, Dice, Symbol
from projections.views.minos.parts import DiceView, MinosView, TurnView
from service.bots.minos.conflicts import best_assault, duel
from service.bots.minos.evaluation import Mind, Plan, Step

MOST_RINGS = 4
FAR = 3
"""The most Gulls that are kept for one goal."""

RICH = 40
"""Talents beyond which more income now is not worth a Joker."""


def choose(view: MinosView, seat: Seat, choices: Sequence[Choice], rng: random.Random) -> Command:
    """Return the choice that seems best."""
    return decide(Mind(view, seat), choices, rng)


def decide(mind: Mind, choices: Sequence[Choice], rng: random.Random) -> Command:
    """Return the choice that seems best by what the player makes of the view."""
    kinds = {type(choice.command) for choice in choices}
    for kind, way in _WAYS.items():
        if kind in kinds:
            return way(mind, choices, rng)
    return choices[0].command


def _dice(dice: DiceView) -> Dice:
    return Dice(dice.scales, dice.arrow, dice.gull, dice.building, dice.joker, dice.star)


def _roll(mind: Mind, choices: Sequence[Choice], rng: random.Random) -> Command:
    """Keep what can be used, and roll the rest again."""
    del rng
    turn = mind.view.turn
    if turn is None:
        return choices[0].command
    dice = _dice(turn.dice)
    kept = _wanted(mind, dice)
    again = Dice(*(max(0, count - keep) for count, keep in zip(dice.counts, kept.counts, strict=True)))
    return c.RollAgain(again) if again.total else c.KeepDice()


def _wanted(mind: Mind, dice: Dice) -> Dice:
    """How many dice of each symbol are of use."""
    purse = mind.money + mind.me.income * (dice.scales or 1)
    plans = [plan for plan in mind.plans() if plan.talents <= purse]
    best = max(plans, key=lambda plan: plan.merit, default=None)
    step = mind.step
    rights = best.rights if best else 0
    if (
        step is not None
        and step.distance <= 2 * mind.board.data.dice.gull_points
        and mind.money >= mind.costs.talents[0]
    ):
        rights += 1
    poor = mind.money < 2 * RICH
    return Dice(
        scales=mind.board.data.dice.dice if mind.me.income and poor else 0,
        arrow=1 if mind.me.rings < MOST_RINGS else 0,
        gull=_gulls(mind, step),
        building=min(mind.board.data.dice.dice, rights),
        joker=2,
        star=1,
    )


def _gulls(mind: Mind, step: Step | None) -> int:
    """How many Gulls are of use: for the way to a free field, or to the best attack."""
    points = mind.board.data.dice.gull_points
    goal = step or best_assault(mind, FAR * points)
    return 0 if goal is None else min(FAR, ceil(goal.distance / points))


def _act(mind: Mind, choices: Sequence[Choice], rng: random.Random) -> Command:
    """Income first; then found, move, build, and take rings with what is left."""
    turn = mind.view.turn
    listed = [choice.command for choice in choices]
    if turn is None:
        return listed[0]
    for consider in (_income, _found, _move, _build, _recruit, _arrows, _buy, _assault, _rings):
        command = consider(mind, turn, choices)
        if command is not None and any(choice.admits(command) for choice in choices):
            return command
    del rng
    return c.EndTurn()


def _use(turn: TurnView, symbol: ActionSymbol, *, joker: bool = False, star: bool = False) -> Command:
    number = _dice(turn.dice).of(symbol)
    return c.UseDice(symbol, number, joker=joker, star=star)


def _has(turn: TurnView, extra: Symbol, symbol: Symbol) -> bool:
    """Whether a Joker or a Star is left for a symbol."""
    used = turn.jokered if extra == "joker" else turn.starred
    return _dice(turn.dice).of(extra) > 0 and symbol not in used


def _income(mind: Mind, turn: TurnView, choices: Sequence[Choice]) -> Command | None:
    """Scales, with a Joker or a Star where talents are what is lacking."""
    del choices
    if not turn.income_open or not mind.me.income:
        return None
    lacking = mind.money < RICH
    ready = mind.best(turn.rights + turn.dice.building, mind.money)
    extra = lacking and ready is None
    joker = extra and _has(turn, "joker", "scales") and (turn.dice.joker > 1 or mind.step is None)
    star = extra and _has(turn, "star", "scales") and bool(turn.dice.scales or joker)
    return _use(turn, "scales", joker=joker, star=star) if turn.dice.scales or joker else None


def _found(mind: Mind, turn: TurnView, choices: Sequence[Choice]) -> Command | None:
    """A first building where one stands already: it frees the ship."""
    firsts = [plan for plan in mind.plans() if plan.talents == mind.costs.talents[0]]
    if not firsts or mind.money < mind.costs.talents[0]:
        return None
    return _built(turn, max(firsts, key=lambda plan: plan.gain), choices)


def _built(turn: TurnView, plan: Plan, choices: Sequence[Choice]) -> Command | None:
    """Build the plan, or get the rights for it, if there are dice enough."""
    del choices
    lacking = plan.rights - turn.rights
    if lacking <= 0:
        return c.Build(plan.field, plan.building)
    number = turn.dice.building
    joker = number < lacking and _has(turn, "joker", "building")
    star = number + joker < lacking and _has(turn, "star", "building")
    return _use(turn, "building", joker=joker, star=star) if number + joker + star >= lacking else None


def _move(mind: Mind, turn: TurnView, choices: Sequence[Choice]) -> Command | None:
    """A step to a free field, or the points for it."""
    del choices
    step = mind.step
    if step is None:
        return None
    if turn.points:
        return (c.MoveShip if step.origin in mind.board.waters else c.MoveSoldier)(step.origin, step.to)
    joker = not turn.dice.gull and _has(turn, "joker", "gull")
    return _use(turn, "gull", joker=joker) if turn.dice.gull or joker else None


def _build(mind: Mind, turn: TurnView, choices: Sequence[Choice]) -> Command | None:
    """The best building that dice and talents allow."""
    rights = turn.rights + turn.dice.building + _has(turn, "joker", "building") + _has(turn, "star", "building")
    best = mind.best(rights, mind.money)
    return _built(turn, best, choices) if best else None


def _recruit(mind: Mind, turn: TurnView, choices: Sequence[Choice]) -> Command | None:
    """A ship, where one is lacking and talents are not."""
    del turn
    ships = [choice.command for choice in choices if isinstance(choice.command, c.Recruit)]
    return ships[0] if ships and mind.money > RICH and len(mind.me.ships) < 2 else None  # noqa: PLR2004 - one to sail, one to spare


def _arrows(mind: Mind, turn: TurnView, choices: Sequence[Choice]) -> Command | None:
    """Rings for the Arrows, before a conflict may need them."""
    del mind, choices
    return _use(turn, "arrow") if turn.dice.arrow else None


def _buy(mind: Mind, turn: TurnView, choices: Sequence[Choice]) -> Command | None:
    """A ring for the rich."""
    del turn
    buying = next((choice for choice in choices if isinstance(choice.command, c.BuyRings)), None)
    return buying.command if buying and mind.money > 2 * RICH and mind.me.rings < MOST_RINGS else None


def _assault(mind: Mind, turn: TurnView, choices: Sequence[Choice]) -> Command | None:
    """The best attack, or the points for it; last, because a defeat may end the turn (8.3)."""
    gull = mind.board.data.dice.gull_points
    joker = _has(turn, "joker", "gull")
    assault = best_assault(mind, turn.points + gull * (turn.dice.gull + joker), choices)
    if assault is None:
        return None
    if assault.distance <= turn.points:
        return assault.command
    return _use(turn, "gull", joker=turn.points + gull * turn.dice.gull < assault.distance)


def _rings(mind: Mind, turn: TurnView, choices: Sequence[Choice]) -> Command | None:
    """A ring for a Joker that nothing else needs."""
    del mind, choices
    joker = _has(turn, "joker", "arrow") and not turn.dice.gull
    return _use(turn, "arrow", joker=True) if joker else None


def _duel(mind: Mind, choices: Sequence[Choice], rng: random.Random) -> Command:
    """Roll dice again while that is worth a ring."""
    del rng
    conflict = mind.view.conflict
    rerolls = any(isinstance(choice.command, c.RerollInConflict) for choice in choices)
    if conflict is None or conflict.dice is None or not rerolls:
        return c.StandInConflict()
    again = duel(mind, conflict, _dice(conflict.dice))
    return c.RerollInConflict(again) if again else c.StandInConflict()


def _place(mind: Mind, choices: Sequence[Choice], rng: random.Random) -> Command:
    """A free soldier is always welcome."""
    del mind, choices, rng
    return c.PlaceSoldier()


_WAYS: Mapping[type, Callable[[Mind, Sequence[Choice], random.Random], Command]] = {
    c.KeepDice: _roll,
    c.StandInConflict: _duel,
    c.PlaceSoldier: _place,
    c.EndTurn: _act,
}
"""How each kind of decision is made; the first kind that is offered says which it is."""
