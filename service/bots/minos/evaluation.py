"""The evaluation of a table of Minos from the view of one seat: building plans and ways of pieces."""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property, lru_cache
from typing import TypeAlias

from domain.kernel.values import Seat, Value
from domain.minos.board import board_of, harbour_of
from domain.minos.options import Building, Field, Space
from projections.views.minos.parts import FieldView, MinosView, PlayerView

FULL_FIELD = 4


class Plan(Value, frozen=True):
    """A possible building: its field and kind, its cost, and the income that it adds."""

    field: Field
    building: Building
    rights: int
    talents: int
    gain: int

    @property
    def merit(self) -> float:
        """The income per talent, with a small bonus for a large gain."""
        return self.gain / self.talents + self.gain / 20


class Step(Value, frozen=True):
    """The first step of a piece toward a goal, and the distance of the goal."""

    distance: int
    origin: Space
    to: Space
    goal: Space


Pieces: TypeAlias = tuple[tuple[Space, ...], tuple[Space, ...]]
"""The ships and the soldiers of a player."""


class Ground:
    """What stands where, from the view of one seat, and which ways are open. Talents, rings and dice do not matter."""

    def __init__(self, data_set: str, seat: Seat, pieces: tuple[Pieces, ...], fields: tuple[FieldView, ...]) -> None:
        self.board = board_of(data_set)
        self.fields: Mapping[Field, FieldView] = {field.field: field for field in fields}
        self._seat = seat
        self._pieces = pieces
        self._ships, self._soldiers = pieces[seat]
        self.mine = self._places(seat)
        self._foes = {place for other in range(len(pieces)) if other != seat for place in self._places(other)}

    def _places(self, seat: Seat) -> set[Space]:
        ships, soldiers = self._pieces[seat]
        return {self.board.field_of.get(space, space) for space in (*ships, *soldiers)}

    @cached_property
    def sites(self) -> tuple[FieldView, ...]:
        """The fields with own pieces, by name."""
        return tuple(self.fields[field] for field in sorted(self.mine & self.fields.keys()))

    @cached_property
    def held_by_others(self) -> Mapping[Space, Seat]:
        """The places held by opponents, with the seat. At the fish this is one of them."""
        return {place: seat for seat in range(len(self._pieces)) if seat != self._seat for place in self._places(seat)}

    @cached_property
    def recruits_ships(self) -> bool:
        """Whether an own settlement has two ports (7.2)."""
        return any(field.owner == self._seat and field.buildings.count("port") > 1 for field in self.fields.values())

    @cached_property
    def free(self) -> set[Field]:
        """Fields without pieces and without an owner."""
        return {
            name
            for name, field in self.fields.items()
            if not field.covered and field.owner is None and name not in self.mine and name not in self._foes
        }

    @cached_property
    def step(self) -> Step | None:
        """The first step on the shortest way of a spare piece to a free field."""
        goals = self.free
        harbours = {harbour_of(goal) for goal in goals}
        found = [
            *(next(ways(ship, harbours, self.board.waters, self.closed), None) for ship in self.spare_ships),
            *(next(ways(soldier, goals, self.board.roads, self._blocked), None) for soldier in self.spare_soldiers),
        ]
        return min((way for way in found if way), key=lambda way: (way.distance, way.origin), default=None)

    @cached_property
    def closed(self) -> set[Space]:
        """The spaces that no ship can enter without a conflict."""
        ships = {ship for ships, _ in self._pieces for ship in ships}
        covered = {field.harbour for field in self.fields.values() if field.covered}
        held = {harbour_of(foe) for foe in self._foes & self.fields.keys()}
        return ships | covered | held

    @cached_property
    def _blocked(self) -> set[Space]:
        """The spaces that no soldier can enter without a conflict, or should not enter."""
        covered = {name for name, field in self.fields.items() if field.covered}
        return self._foes | covered | {space for space in self._soldiers if space not in self.fields}

    @cached_property
    def spare_ships(self) -> Sequence[Space]:
        """The ships that no field needs: at sea, or next to an own soldier."""
        return [
            ship
            for ship in dict.fromkeys(self._ships)
            if ship not in self.board.field_of or self.board.field_of[ship] in self._soldiers
        ]

    @cached_property
    def spare_soldiers(self) -> Sequence[Space]:
        """The soldiers that no field needs: on a dot, or on a field with a second soldier."""
        return [
            place
            for place in dict.fromkeys(self._soldiers)
            if place not in self.fields or self._soldiers.count(place) > 1
        ]

    @cached_property
    def raids(self) -> Sequence[tuple[Step, Space]]:
        """The ways of spare ships to attacks, except at the fish, each with the place that is attacked."""
        return self._raids(fish=False)

    @cached_property
    def raids_with_fish(self) -> Sequence[tuple[Step, Space]]:
        """The same, with attacks at the fish."""
        return self._raids(fish=True)

    def _raids(self, *, fish: bool) -> Sequence[tuple[Step, Space]]:
        harbours = {harbour_of(place): place for place in self.held_by_others if place in self.fields}
        goals = {**harbours, **{space: space for space in self._barriers(fish=fish)}}
        return [
            (way, goals[way.goal])
            for ship in self.spare_ships
            for way in ways(ship, goals.keys(), self.board.waters, self.closed)
        ]

    @cached_property
    def marches(self) -> Sequence[Step]:
        """The ways of spare soldiers to attacks."""
        goals = {place for place in self.held_by_others if place in self.fields}
        return [way for soldier in self.spare_soldiers for way in ways(soldier, goals, self.board.roads, self._blocked)]

    def _barriers(self, *, fish: bool) -> Iterator[Space]:
        """Yield the sea spaces where one ship of an opponent alone blocks the way to a free field.

        The fish counts only if ships can be attacked there: a sanctuary stays closed (4.6).
        """
        harbours = {harbour_of(field) for field in self.free}
        if not harbours or self.step is not None:
            return
        out = {*self.board.harbours, *self._ships}
        if not fish:
            out.add(self.board.fish)
        for space in self.held_by_others.keys() & self.board.waters.keys() - out:
            reached = (
                next(ways(ship, harbours, self.board.waters, self.closed - {space}), None) for ship in self.spare_ships
            )
            if any(reached):
                yield space


MOST_GROUNDS = 1_024
"""The maximum number of grounds in memory. The playouts of a search come to the same ones again and again."""

ground_of = lru_cache(MOST_GROUNDS)(Ground)


class Evaluator:
    """Values of positions and options, computed from the view of one seat."""

    def __init__(self, view: MinosView, seat: Seat) -> None:
        self.view = view
        self.seat = seat
        self.board = board_of(view.data_set)
        self.costs = self.board.data.buildings
        self.me: PlayerView = view.players[seat]
        self.money = self.me.money or 0
        pieces = tuple([(player.ships, player.soldiers) for player in view.players])
        self.ground = ground_of(view.data_set, seat, pieces, view.fields)

    @cached_property
    def plans(self) -> tuple[Plan, ...]:
        """The possible buildings on fields with own pieces, regardless of cost."""
        found: list[Plan] = []
        for field in self.ground.sites:
            self._add_plans(found, field)
        return tuple(found)

    def _add_plans(self, found: list[Plan], field: FieldView) -> None:
        """Add the possible buildings on a field."""
        built = field.buildings
        number = len(built)
        if field.covered or number == FULL_FIELD:
            return
        talents, rights, has_walls = self.costs.talents[number], self.costs.rights[number], "walls" in built
        if built and not has_walls and self.view.stock["walls"]:
            found.append(Plan(field.field, "walls", self.costs.walls_rights, talents, field.value))
        if (number < FULL_FIELD - 1 or has_walls) and self._best_kind is not None:
            best, income = self._best_kind
            found.append(Plan(field.field, best, rights, talents, income * (2 if has_walls else 1)))

    @cached_property
    def _best_kind(self) -> tuple[Building, int] | None:
        """The best kind of a building without walls that is left, with its income."""
        kinds: tuple[Building, ...] = ("warehouse", "port", "house")
        best = next((kind for kind in kinds if self.view.stock[kind]), None)
        return next(((kind.kind, kind.income) for kind in self.costs.kinds if kind.kind == best), None)

    def best(self, rights: int, money: int) -> Plan | None:
        """Return the best plan that the rights and talents allow, or None."""
        plans = [plan for plan in self.plans if plan.rights <= rights and plan.talents <= money]
        return max(plans, key=lambda plan: plan.merit, default=None)


def ways(
    start: Space,
    goals: AbstractSet[Space],
    roads: Mapping[Space, tuple[Space, ...]],
    closed: AbstractSet[Space],
) -> Iterator[Step]:
    """Yield the shortest way to each goal, the nearest first. Ways do not enter closed spaces."""
    # closed spaces count as seen
    seen = {start} | (closed - goals)
    left = len(goals) - (start in goals)
    first: dict[Space, Space] = {start: start}
    fringe = [start]
    distance = 0
    while fringe and left:
        distance += 1
        beyond: list[Space] = []
        for space in fringe:
            first_space = first[space]
            for other in roads[space]:
                if other in seen:
                    continue
                seen.add(other)
                to = other if distance == 1 else first_space
                if other in goals:
                    left -= 1
                    yield Step(distance, start, to, other)
                else:
                    first[other] = to
                    beyond.append(other)
        fringe = beyond
