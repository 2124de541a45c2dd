"""The evaluation of a table of Minos from the view of one seat: building plans and ways of pieces."""

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import cached_property
from math import inf

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


class Evaluator:
    """Values of positions and options, computed from the view of one seat."""

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

    @cached_property
    def plans(self) -> tuple[Plan, ...]:
        """The possible buildings on fields with own pieces, regardless of cost."""
        found: list[Plan] = []
        for field in sorted(self.mine & self.fields.keys()):
            self._add_plans(found, self.fields[field])
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
            gain = self.income[self._best_kind] * (2 if has_walls else 1)
            found.append(Plan(field.field, self._best_kind, rights, talents, gain))

    @cached_property
    def _best_kind(self) -> Building | None:
        """The best kind of a building without walls that is left."""
        kinds: tuple[Building, ...] = ("warehouse", "port", "house")
        return next((kind for kind in kinds if self.view.stock[kind]), None)

    def best(self, rights: int, money: int) -> Plan | None:
        """Return the best plan that the rights and talents allow, or None."""
        plans = [plan for plan in self.plans if plan.rights <= rights and plan.talents <= money]
        return max(plans, key=lambda plan: plan.merit, default=None)

    @cached_property
    def held_by_others(self) -> Mapping[Space, Seat]:
        """The places held by opponents, with the seat. At the fish this is one of them."""
        return {
            place: player.seat
            for player in self.view.players
            if player.seat != self.seat
            for place in self._places(player)
        }

    @cached_property
    def recruits_ships(self) -> bool:
        """Whether an own settlement has two ports (7.2)."""
        return any(field.owner == self.seat and field.buildings.count("port") > 1 for field in self.view.fields)

    @cached_property
    def free(self) -> set[Field]:
        """Fields without pieces and without an owner."""
        return {
            name
            for name, field in self.fields.items()
            if not field.covered and field.owner is None and name not in self.mine and name not in self.foes
        }

    @cached_property
    def step(self) -> Step | None:
        """The first step on the shortest way of a spare piece to a free field."""
        goals = self.free
        harbours = {harbour_of(goal) for goal in goals}
        found = [
            *(next(ways(ship, harbours, self.board.waters, self.closed), None) for ship in self.spare_ships),
            *(next(ways(soldier, goals, self.board.roads, self.blocked), None) for soldier in self.spare_soldiers),
        ]
        return min((way for way in found if way), key=lambda way: (way.distance, way.origin), default=None)

    @cached_property
    def closed(self) -> set[Space]:
        """The spaces that no ship can enter without a conflict."""
        covered = {field.harbour for field in self.view.fields if field.covered}
        held = {harbour_of(foe) for foe in self.foes & self.fields.keys()}
        return self.ships | covered | held

    @cached_property
    def blocked(self) -> set[Space]:
        """The spaces that no soldier can enter without a conflict, or should not enter."""
        covered = {name for name, field in self.fields.items() if field.covered}
        return self.foes | covered | {space for space in self.me.soldiers if space not in self.fields}

    @cached_property
    def spare_ships(self) -> list[Space]:
        """The ships that no field needs: at sea, or next to an own soldier."""
        return [
            ship
            for ship in dict.fromkeys(self.me.ships)
            if ship not in self.board.field_of or self.board.field_of[ship] in self.me.soldiers
        ]

    @cached_property
    def spare_soldiers(self) -> list[Space]:
        """The soldiers that no field needs: on a dot, or on a field with a second soldier."""
        return [
            place
            for place in dict.fromkeys(self.me.soldiers)
            if place not in self.fields or self.me.soldiers.count(place) > 1
        ]


def ways(
    start: Space,
    goals: AbstractSet[Space],
    roads: Mapping[Space, tuple[Space, ...]],
    closed: AbstractSet[Space],
    within: float = inf,
) -> Iterator[Step]:
    """Yield the shortest way to each goal within a distance, the nearest first. Ways do not enter closed spaces."""
    # closed spaces count as seen
    seen = {start} | (closed - goals)
    left = len(goals) - (start in goals)
    first: dict[Space, Space] = {start: start}
    fringe = [start]
    distance = 0
    while fringe and left and distance < within:
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
