"""Rule 5: building on fields and founding cities."""

from domain.kernel.codec import as_json
from domain.kernel.values import Choice, Command, Event, Refusal, Seat
from domain.minos.commands import Build
from domain.minos.events import BuildingBuilt
from domain.minos.options import BUILDINGS, Building, Field
from domain.minos.state import CITY, Acting, State, is_present, soldiers_left, stocked, value_of


def candidates(state: State, turn: Acting, seat: Seat) -> list[Choice]:
    """Return each building that the seat can pay for on each field where it is present."""
    if not turn.rights:
        return []
    player = state.players[seat]
    field_of = state.board.field_of
    here = dict.fromkeys([field_of[space] for space in (*player.soldiers, *player.ships) if space in field_of])
    # many fields are full or too expensive: no refusals are created for them
    talents, money = state.data.buildings.talents, player.money
    return [
        Choice(Build(field, building))
        for field in here
        if field not in state.covered and len(built := _built(state, field)) < CITY and talents[len(built)] <= money
        for building in BUILDINGS
        if (_forbid_kind(built, building) or _forbid_costs(state, turn, seat, built, building)) is None
    ]


def forbid(state: State, turn: Acting, seat: Seat, command: Command) -> Refusal | None:
    """Return the rule of building that the command breaks, or None."""
    assert isinstance(command, Build)
    return _forbid(state, turn, seat, command.field, command.building)


def _forbid(state: State, turn: Acting, seat: Seat, field: Field, building: Building) -> Refusal | None:
    if field in state.covered:
        return Refusal("11.5", "{field} is covered", {"field": field})
    if field not in state.board.fields:
        return Refusal("5.1", "the map has no field {field}", {"field": as_json(field)})
    if not is_present(state, seat, field):
        return Refusal("5.1", "you have no piece on {field} or in its harbour", {"field": field})
    built = _built(state, field)
    return _forbid_kind(built, building) or _forbid_costs(state, turn, seat, built, building)


def _built(state: State, field: Field) -> tuple[Building, ...]:
    settlement = state.settlements.get(field)
    return settlement.buildings if settlement else ()


def _forbid_kind(built: tuple[Building, ...], building: Building) -> Refusal | None:
    if len(built) == CITY:
        return Refusal("5.3", "a city is full")
    if building == "walls" and not built:
        return Refusal("5.5", "walls are never the first building")
    if building == "walls" and "walls" in built:
        return Refusal("5.7", "there are walls already")
    if building != "walls" and len(built) == CITY - 1 and "walls" not in built:
        return Refusal("5.6", "the fourth building has to be walls")
    return None


def _forbid_costs(
    state: State, turn: Acting, seat: Seat, built: tuple[Building, ...], building: Building
) -> Refusal | None:
    rights, talents = _costs(state, built, building)
    if not stocked(state, building):
        return Refusal("5.8", "no {building} is left", {"building": building})
    if turn.rights < rights:
        return Refusal(
            "5.4" if building == "walls" else "5.2", "this takes {rights} building rights", {"rights": rights}
        )
    if state.players[seat].money < talents:
        return Refusal("5.2", "this costs {talents} talents", {"talents": talents})
    return None


def _costs(state: State, built: tuple[Building, ...], building: Building) -> tuple[int, int]:
    """Return the rights and talents that the next building of a field takes (5.2, 5.4)."""
    table = state.data.buildings
    rights = table.walls_rights if building == "walls" else table.rights[len(built)]
    return rights, table.talents[len(built)]


def resolve(state: State, _turn: Acting, seat: Seat, command: Command) -> list[Event]:
    """Build (5.1)."""
    assert isinstance(command, Build)
    return [result_of(state, seat, command)]


def result_of(state: State, seat: Seat, command: Build) -> BuildingBuilt:
    """Return what building costs and brings (5.2, 6.1). The first building of a field brings a soldier (5.9)."""
    built = _built(state, command.field)
    rights, talents = _costs(state, built, command.building)
    gain = value_of(state, (*built, command.building)) - value_of(state, built)
    return BuildingBuilt(
        seat=seat,
        field=command.field,
        building=command.building,
        rights=rights,
        cost=talents,
        income=state.players[seat].income + gain,
        soldier=not built and soldiers_left(state, seat) > 0,
    )
