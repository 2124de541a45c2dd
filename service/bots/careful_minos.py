"""A decent player of Minos: settles near free fields, takes the income, builds what pays best, holds what it has."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from domain.kernel.values import Choice, Command, Seat, Value
from domain.minos import commands as c
from domain.minos.board import board_of, harbour_of
from domain.minos.dice import ActionSymbol, Dice, Symbol
from domain.minos.options import Building, Field, Space
from projections.views.minos import DiceView, FieldView, MinosView, PlayerView, TurnView

FULL_FIELD = 4
MOST_RINGS = 4
GOOD_ATTACK = 8
"""A value in a conflict with which an attacker is content."""

RICH = 40
"""Talents beyond which more income now is not worth a Joker."""


class Plan(Value, frozen=True):
    """Something that could be built: where and what, its cost, and the income that it adds."""

    field: Field
    building: Building
    rights: int
    talents: int
    gain: int

    @property
    def merit(self) -> float:
        """Income for the talents, with a little for being big; a first building brings a soldier and ground."""
        return self.gain / self.talents + self.gain / 20


class Step(Value, frozen=True):
    """A step of a piece on its way to a free field, and how far it is."""

    distance: int
    origin: Space
    to: Space


def choose(view: MinosView, seat: Seat, choices: Sequence[Choice], rng: random.Random) -> Command:
    """Return the choice that seems best; a whim decides between equals."""
    mind = Mind(view, seat)
    kinds = {type(choice.command) for choice in choices}
    for kind, decide in _WAYS.items():
        if kind in kinds:
            return decide(mind, choices, rng)
    return choices[0].command


class Mind:
    """What the player makes of what is to be seen."""

    def __init__(self, view: MinosView, seat: Seat) -> None:
        self.view = view
        self.seat = seat
        self.board = board_of(view.data_set)
        self.costs = self.board.data.buildings
        self.income: dict[Building, int] = {kind.kind: kind.income for kind in self.costs.kinds}
        self.me: PlayerView = view.players[seat]
        self.fields: dict[Field, FieldView] = {field.field: field for field in view.fields}
        self.money = self.me.money or 0
        self.mine = self._places(self.me)
        self.foes = {place for player in view.players if player.seat != seat for place in self._places(player)}
        self.ships = {ship for player in view.players for ship in player.ships}

    def _places(self, player: PlayerView) -> set[Space]:
        return {self.board.field_of.get(space, space) for space in (*player.ships, *player.soldiers)}

    def plans(self) -> list[Plan]:
        """What could be built on the fields where one is, whatever it costs."""
        return [
            plan
            for field in sorted(self.mine & self.fields.keys())
            if not self.fields[field].covered
            for plan in self._plans_on(self.fields[field])
        ]

    def _plans_on(self, field: FieldView) -> Iterator[Plan]:
        built = field.buildings
        number = len(built)
        if number == FULL_FIELD:
            return
        talents, rights = self.costs.talents[number], self.costs.rights[number]
        if built and "walls" not in built and self.view.stock["walls"]:
            yield Plan(field.field, "walls", self.costs.walls_rights, talents, field.value)
        if number < FULL_FIELD - 1 or "walls" in built:
            kinds: tuple[Building, ...] = ("warehouse", "port", "house")
            kind: Building | None = next((kind for kind in kinds if self.view.stock[kind]), None)
            if kind:
                gain = self.income[kind] * (2 if "walls" in built else 1)
                yield Plan(field.field, kind, rights, talents, gain)

    def best(self, rights: int, money: int) -> Plan | None:
        """The best that so many rights and talents build."""
        plans = [plan for plan in self.plans() if plan.rights <= rights and plan.talents <= money]
        return max(plans, key=lambda plan: plan.merit, default=None)

    def free(self) -> set[Field]:
        """Fields where nobody is and that nobody owns, or that were abandoned."""
        return {
            name
            for name, field in self.fields.items()
            if not field.covered and field.owner is None and name not in self.mine and name not in self.foes
        }

    def step(self) -> Step | None:
        """The first step on the shortest way of a piece that can be spared to a free field."""
        goals = self.free()
        ways = [
            *(
                _way(ship, {harbour_of(goal) for goal in goals}, self.board.waters, self._closed())
                for ship in self.spare_ships()
            ),
            *(_way(soldier, goals, self.board.roads, self._blocked()) for soldier in self.spare_soldiers()),
        ]
        return min((way for way in ways if way), key=lambda way: (way.distance, way.origin), default=None)

    def _closed(self) -> set[Space]:
        covered = {field.harbour for field in self.view.fields if field.covered}
        held = {harbour_of(foe) for foe in self.foes & self.fields.keys()}
        return self.ships | covered | held

    def _blocked(self) -> set[Space]:
        covered = {name for name, field in self.fields.items() if field.covered}
        return self.foes | covered | {space for space in self.me.soldiers if space not in self.fields}

    def spare_ships(self) -> list[Space]:
        """Ships that no field needs: at sea, or where a soldier stands."""
        return [
            ship
            for ship in dict.fromkeys(self.me.ships)
            if ship not in self.board.field_of or self.board.field_of[ship] in self.me.soldiers
        ]

    def spare_soldiers(self) -> list[Space]:
        """Soldiers that no field needs: on a dot, or where another soldier stays; ships are better free to sail."""
        return [
            place
            for place in dict.fromkeys(self.me.soldiers)
            if place not in self.fields or self.me.soldiers.count(place) > 1
        ]


def _way(start: Space, goals: set[Space], roads: Mapping[Space, tuple[Space, ...]], closed: set[Space]) -> Step | None:
    first: dict[Space, Space] = {start: start}
    fringe = [start]
    distance = 0
    while fringe:
        distance += 1
        beyond: list[Space] = []
        for space in fringe:
            for other in roads[space]:
                if other in first or other in closed:
                    continue
                first[other] = other if space == start else first[space]
                if other in goals:
                    return Step(distance, start, first[other])
                beyond.append(other)
        fringe = beyond
    return None


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
    step = mind.step()
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
        gull=0 if step is None else 1 + (step.distance > mind.board.data.dice.gull_points),
        building=min(mind.board.data.dice.dice, rights),
        joker=2,
        star=1,
    )


def _act(mind: Mind, choices: Sequence[Choice], rng: random.Random) -> Command:
    """Income first; then found, move, build, and take rings with what is left."""
    turn = mind.view.turn
    listed = [choice.command for choice in choices]
    if turn is None:
        return listed[0]
    for consider in (_income, _found, _move, _build, _recruit, _rings):
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
    joker = extra and _has(turn, "joker", "scales") and (turn.dice.joker > 1 or mind.step() is None)
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
    step = mind.step()
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


def _rings(mind: Mind, turn: TurnView, choices: Sequence[Choice]) -> Command | None:
    """Arrows that nothing else needs; rings are bought by the rich."""
    buying = next((choice for choice in choices if isinstance(choice.command, c.BuyRings)), None)
    if buying and mind.money > 2 * RICH and mind.me.rings < MOST_RINGS:
        return buying.command
    joker = not turn.dice.arrow and _has(turn, "joker", "arrow") and not turn.dice.gull
    return _use(turn, "arrow", joker=joker) if turn.dice.arrow or joker else None


def _duel(mind: Mind, choices: Sequence[Choice], rng: random.Random) -> Command:
    """Roll worthless dice again while it is worth a ring."""
    del rng
    conflict = mind.view.conflict
    rerolls = [choice.command for choice in choices if isinstance(choice.command, c.RerollInConflict)]
    if conflict is None or conflict.dice is None or not rerolls:
        return c.StandInConflict()
    value = conflict.value or 0
    goal = GOOD_ATTACK if conflict.attack is None else conflict.attack
    if value >= goal:
        return c.StandInConflict()
    dice = _dice(conflict.dice)
    weak = replace(dice, scales=0, arrow=0, joker=0)
    return c.RerollInConflict(weak) if weak.total else c.StandInConflict()


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
