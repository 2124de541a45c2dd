"""The careful bot of Minos: settles near free fields, takes income, builds for profit, attacks at good odds."""

import random
from collections.abc import Callable, Mapping, Sequence
from math import ceil

from domain.kernel.values import Choice, Command, Seat
from domain.minos import commands as c
from domain.minos.dice import ActionSymbol, Dice, Symbol
from projections.views.minos.parts import DiceView, MinosView, TurnView
from service.bots.minos.conflicts import best_assault, duel
from service.bots.minos.evaluation import Evaluator, Plan, Step

MOST_RINGS = 4
FAR = 3
"""The maximum number of Gulls kept for one goal."""

RICH = 40
"""With more talents than this, further income is not worth a Joker."""


def choose(view: MinosView, seat: Seat, choices: Sequence[Choice], rng: random.Random) -> Command:
    """Return the choice that seems best."""
    return decide(Evaluator(view, seat), choices, rng)


def decide(evaluator: Evaluator, choices: Sequence[Choice], rng: random.Random) -> Command:
    """Return the best choice for an evaluated view."""
    kinds = {type(choice.command) for choice in choices}
    for kind, way in _HANDLERS.items():
        if kind in kinds:
            return way(evaluator, choices, rng)
    return choices[0].command


def _dice(dice: DiceView) -> Dice:
    return Dice(dice.scales, dice.arrow, dice.gull, dice.building, dice.joker, dice.star)


def _roll(evaluator: Evaluator, choices: Sequence[Choice], _rng: random.Random) -> Command:
    """Keep useful dice and roll the others again."""
    turn = evaluator.view.turn
    if turn is None:
        return choices[0].command
    dice = _dice(turn.dice)
    kept = _wanted(evaluator, dice)
    again = Dice(*(max(0, count - keep) for count, keep in zip(dice.counts, kept.counts, strict=True)))
    return c.RollAgain(again) if again.total else c.KeepDice()


def _wanted(evaluator: Evaluator, dice: Dice) -> Dice:
    """Return how many dice of each symbol are useful."""
    purse = evaluator.money + evaluator.me.income * (dice.scales or 1)
    plans = [plan for plan in evaluator.plans if plan.talents <= purse]
    best = max(plans, key=lambda plan: plan.merit, default=None)
    step = evaluator.ground.step
    rights = best.rights if best else 0
    if (
        step is not None
        and step.distance <= 2 * evaluator.board.data.dice.gull_points
        and evaluator.money >= evaluator.costs.talents[0]
    ):
        rights += 1
    poor = evaluator.money < 2 * RICH
    return Dice(
        scales=evaluator.board.data.dice.dice if evaluator.me.income and poor else 0,
        arrow=1 if evaluator.me.rings < MOST_RINGS else 0,
        gull=_gulls(evaluator, step),
        building=min(evaluator.board.data.dice.dice, rights),
        joker=2,
        star=1,
    )


def _gulls(evaluator: Evaluator, step: Step | None) -> int:
    """Return how many Gulls are useful to reach a free field or the best attack."""
    points = evaluator.board.data.dice.gull_points
    goal = step or best_assault(evaluator, FAR * points)
    return 0 if goal is None else min(FAR, ceil(goal.distance / points))


def _act(evaluator: Evaluator, choices: Sequence[Choice], _rng: random.Random) -> Command:
    """Try the actions in order of priority: income, settling, movement, building, recruiting, rings, attack."""
    turn = evaluator.view.turn
    listed = [choice.command for choice in choices]
    if turn is None:
        return listed[0]
    for consider in (_income, _found, _move, _build, _recruit, _arrows, _buy, _assault, _rings):
        command = consider(evaluator, turn, choices)
        if command is not None and any(choice.admits(command) for choice in choices):
            return command
    return c.EndTurn()


def _use(turn: TurnView, symbol: ActionSymbol, *, joker: bool = False, star: bool = False) -> Command:
    number = _dice(turn.dice).of(symbol)
    return c.UseDice(symbol, number, joker=joker, star=star)


def _has(turn: TurnView, extra: Symbol, symbol: Symbol) -> bool:
    """Return whether a Joker or a Star is left for a symbol."""
    used = turn.jokered if extra == "joker" else turn.starred
    return _dice(turn.dice).of(extra) > 0 and symbol not in used


def _income(evaluator: Evaluator, turn: TurnView, _choices: Sequence[Choice]) -> Command | None:
    """Use the Scales, with a Joker or a Star if talents are short."""
    if not turn.income_open or not evaluator.me.income:
        return None
    lacking = evaluator.money < RICH
    ready = evaluator.best(turn.rights + turn.dice.building, evaluator.money)
    extra = lacking and ready is None
    joker = extra and _has(turn, "joker", "scales") and (turn.dice.joker > 1 or evaluator.ground.step is None)
    star = extra and _has(turn, "star", "scales") and bool(turn.dice.scales or joker)
    return _use(turn, "scales", joker=joker, star=star) if turn.dice.scales or joker else None


def _found(evaluator: Evaluator, turn: TurnView, choices: Sequence[Choice]) -> Command | None:
    """Build the first building on a field with a ship or soldier: it releases the ship."""
    firsts = [plan for plan in evaluator.plans if plan.talents == evaluator.costs.talents[0]]
    if not firsts or evaluator.money < evaluator.costs.talents[0]:
        return None
    return _built(turn, max(firsts, key=lambda plan: plan.gain), choices)


def _built(turn: TurnView, plan: Plan, _choices: Sequence[Choice]) -> Command | None:
    """Build the plan, or use dice to get the missing rights."""
    lacking = plan.rights - turn.rights
    if lacking <= 0:
        return c.Build(plan.field, plan.building)
    number = turn.dice.building
    joker = number < lacking and _has(turn, "joker", "building")
    star = number + joker < lacking and _has(turn, "star", "building")
    return _use(turn, "building", joker=joker, star=star) if number + joker + star >= lacking else None


def _move(evaluator: Evaluator, turn: TurnView, _choices: Sequence[Choice]) -> Command | None:
    """Move toward a free field, or use dice for movement points."""
    step = evaluator.ground.step
    if step is None:
        return None
    if turn.points:
        return (c.MoveShip if step.origin in evaluator.board.waters else c.MoveSoldier)(step.origin, step.to)
    joker = not turn.dice.gull and _has(turn, "joker", "gull")
    return _use(turn, "gull", joker=joker) if turn.dice.gull or joker else None


def _build(evaluator: Evaluator, turn: TurnView, choices: Sequence[Choice]) -> Command | None:
    """Build the best building that dice and talents allow."""
    rights = turn.rights + turn.dice.building + _has(turn, "joker", "building") + _has(turn, "star", "building")
    best = evaluator.best(rights, evaluator.money)
    return _built(turn, best, choices) if best else None


def _recruit(evaluator: Evaluator, _turn: TurnView, choices: Sequence[Choice]) -> Command | None:
    """Recruit a ship if there are fewer than two and talents suffice."""
    ships = [choice.command for choice in choices if isinstance(choice.command, c.Recruit)]
    return ships[0] if ships and evaluator.money > RICH and len(evaluator.me.ships) < 2 else None  # noqa: PLR2004 - one to sail, one to spare


def _arrows(_evaluator: Evaluator, turn: TurnView, _choices: Sequence[Choice]) -> Command | None:
    """Turn Arrows into rings before a conflict needs them."""
    return _use(turn, "arrow") if turn.dice.arrow else None


def _buy(evaluator: Evaluator, _turn: TurnView, choices: Sequence[Choice]) -> Command | None:
    """Buy a ring with spare talents."""
    buying = next((choice for choice in choices if isinstance(choice.command, c.BuyRings)), None)
    return buying.command if buying and evaluator.money > 2 * RICH and evaluator.me.rings < MOST_RINGS else None


def _assault(evaluator: Evaluator, turn: TurnView, choices: Sequence[Choice]) -> Command | None:
    """Attack, or use dice for the movement points. This comes late: a defeat may end the turn (8.3)."""
    gull = evaluator.board.data.dice.gull_points
    joker = _has(turn, "joker", "gull")
    assault = best_assault(evaluator, turn.points + gull * (turn.dice.gull + joker), choices)
    if assault is None:
        return None
    if assault.distance <= turn.points:
        return assault.command
    return _use(turn, "gull", joker=turn.points + gull * turn.dice.gull < assault.distance)


def _rings(_evaluator: Evaluator, turn: TurnView, _choices: Sequence[Choice]) -> Command | None:
    """Turn an unused Joker into a ring."""
    joker = _has(turn, "joker", "arrow") and not turn.dice.gull
    return _use(turn, "arrow", joker=True) if joker else None


def _duel(evaluator: Evaluator, choices: Sequence[Choice], _rng: random.Random) -> Command:
    """Roll dice again while the gain is worth a ring."""
    conflict = evaluator.view.conflict
    rerolls = any(isinstance(choice.command, c.RerollInConflict) for choice in choices)
    if conflict is None or conflict.dice is None or not rerolls:
        return c.StandInConflict()
    again = duel(evaluator, conflict, _dice(conflict.dice))
    return c.RerollInConflict(again) if again else c.StandInConflict()


def _place(_evaluator: Evaluator, _choices: Sequence[Choice], _rng: random.Random) -> Command:
    """Always place the free soldier."""
    return c.PlaceSoldier()


def _hide(_evaluator: Evaluator, _choices: Sequence[Choice], _rng: random.Random) -> Command:
    """Hide the talents: what others know is of no use to the bot."""
    return c.HideTalents()


_HANDLERS: Mapping[type, Callable[[Evaluator, Sequence[Choice], random.Random], Command]] = {
    c.KeepDice: _roll,
    c.StandInConflict: _duel,
    c.PlaceSoldier: _place,
    c.EndTurn: _act,
    c.HideTalents: _hide,
}
"""The handler of each kind of decision. The first listed command type selects it."""
