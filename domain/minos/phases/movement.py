"""Rules 4 and 12: ships and soldiers move, and meet enemies."""

from collections.abc import Mapping

from domain.kernel.chance import Chance
from domain.kernel.codec import as_json
from domain.kernel.values import Choice, Command, Event, Refusal, Seat
from domain.minos.board import harbour_of
from domain.minos.commands import AttackShip, CarrySoldier, MoveShip, MoveSoldier
from domain.minos.events import ConflictOpened, Piece, ShipMoved, SoldierCarried, SoldierMoved
from domain.minos.options import Field, Space
from domain.minos.state import Acting, State, fish_is_open, holders, place_of, seats_at_fish


def candidates(state: State, turn: Acting, seat: Seat) -> list[Choice]:
    """Every step of every piece, and every voyage of a soldier."""
    if not turn.points:
        return []
    player = state.players[seat]
    board = state.board
    held = holders(state)
    ships = [
        Choice(MoveShip(origin, to))
        for origin in dict.fromkeys(player.ships)
        for to in board.waters[origin]
        if _forbid_ship_to(state, seat, to, held) is None
    ]
    soldiers = [
        Choice(MoveSoldier(origin, to))
        for origin in dict.fromkeys(player.soldiers)
        for to in board.roads[origin]
        if _forbid_soldier_to(state, seat, to, held) is None
    ]
    attacks = [
        Choice(AttackShip(origin, board.fish, defender))
        for origin in dict.fromkeys(player.ships)
        if board.fish in board.waters[origin]
        for defender in seats_at_fish(state)
        if _forbid_at_fish(state, seat, defender) is None
    ]
    voyages = _voyages(state, turn, seat, held) if state.options.advanced_transport else []
    return [*ships, *attacks, *soldiers, *voyages]


def _voyages(state: State, turn: Acting, seat: Seat, held: Mapping[Space, Seat]) -> list[Choice]:
    player = state.players[seat]
    return [
        Choice(CarrySoldier(origin, to))
        for origin in dict.fromkeys(player.soldiers)
        if harbour_of(origin) in player.ships
        for reach in (_reach(state, origin, turn.points),)
        for to in state.board.fields
        if to != origin and harbour_of(to) in reach
        if _forbid_ends(state, origin, to) is None and _forbid_ship_to(state, seat, harbour_of(to), held) is None
    ]


def _reach(state: State, origin: Field, points: int) -> Mapping[Space, int]:
    """Rule 12.2: the harbours that a ship reaches over free sea spaces, and the points for each."""
    lying = {ship for player in state.players for ship in player.ships} - state.board.harbours
    return state.board.sailing(harbour_of(origin), points, lying)


def forbid(state: State, turn: Acting, seat: Seat, command: Command) -> Refusal | None:
    """Return the rule that the command breaks, if any."""
    match command:
        case MoveShip(origin, to):
            refusal = _forbid_sailing(state, seat, origin, to) or _forbid_step(turn)
            return refusal or _forbid_ship_to(state, seat, to, holders(state))
        case AttackShip(origin, to, defender):
            refusal = _forbid_sailing(state, seat, origin, to) or _forbid_step(turn)
            if refusal is None and to != state.board.fish:
                return Refusal(
                    "4.6", "a seat is named for an attack at the fish only; elsewhere the step is the attack"
                )
            return refusal or _forbid_at_fish(state, seat, defender)
        case MoveSoldier(origin, to):
            if (reason := _no_way_on_land(state, seat, origin, to)) is not None:
                return Refusal("4.2", reason)
            return _forbid_step(turn) or _forbid_soldier_to(state, seat, to, holders(state))
        case CarrySoldier(origin, to):
            return _forbid_voyage(state, turn, seat, origin, to)
        case _:
            return None


def _forbid_sailing(state: State, seat: Seat, origin: Space, to: Space) -> Refusal | None:
    reason = _no_way_at_sea(state, seat, origin, to)
    return None if reason is None else Refusal("4.4", reason)


def _no_way_at_sea(state: State, seat: Seat, origin: Space, to: Space) -> str | None:
    """Rule 4.4: why no ship goes from one space to the other in a step, if none does."""
    if unknown := [space for space in (origin, to) if space not in state.board.waters]:
        return f"the map has no sea space or harbour {as_json(unknown[0])}"
    if origin not in state.players[seat].ships:
        return f"you have no ship at {origin}"
    if to == origin:
        return f"your ship lies at {to} already"
    return None if to in state.board.waters[origin] else f"{to} shares no edge with {origin}"


def _no_way_on_land(state: State, seat: Seat, origin: Space, to: Space) -> str | None:
    """Rule 4.2: why no soldier goes from one place to the other in a step, if none does."""
    if unknown := [place for place in (origin, to) if place not in state.board.roads]:
        return f"the map has no field or dot {as_json(unknown[0])}"
    if origin not in state.players[seat].soldiers:
        return f"you have no soldier at {origin}"
    if to == origin:
        return f"your soldier stands on {to} already"
    return None if to in state.board.roads[origin] else f"no path leads in one step from {origin} to {to}"


def _forbid_step(turn: Acting) -> Refusal | None:
    return None if turn.points else Refusal("4.1", "a step costs a movement point, and none is left")


def _forbid_ship_to(state: State, seat: Seat, to: Space, held: Mapping[Space, Seat]) -> Refusal | None:
    place = place_of(state, to)
    if place in state.covered:
        return Refusal("11.5", f"the harbour of {place} is closed")
    if to == state.board.fish and to in held and not fish_is_open(state):
        return Refusal("4.6", "a ship lies at the fish")
    if to in state.players[seat].ships:
        return Refusal("4.5", f"your own ship lies at {to}")
    if to == state.board.fish and to in held:
        return Refusal("4.6", "ships of others lie at the fish: attack one of them")
    return _forbid_meeting(state, seat, held.get(place, seat))


def _forbid_at_fish(state: State, seat: Seat, defender: Seat) -> Refusal | None:
    """Rule 4.6: ships at the fish are attacked where the fish is open, one at a time."""
    if state.options.fish == "sanctuary":
        return Refusal("4.6", "ships at the fish are not attacked")
    if not fish_is_open(state):
        return Refusal("8.2", "there are no conflicts in the first round")
    there = seats_at_fish(state)
    if seat in there:
        return Refusal("4.5", "your own ship lies at the fish")
    if defender not in there:
        return Refusal("4.6", f"seat {defender} has no ship at the fish")
    return None


def _forbid_soldier_to(state: State, seat: Seat, to: Space, held: Mapping[Space, Seat]) -> Refusal | None:
    covered = to in state.covered
    if covered and not state.options.covered_passable:
        return Refusal("11.5", f"{to} is covered")
    if (covered or to not in state.board.field_of) and to in state.players[seat].soldiers:
        return Refusal("4.3", f"your own soldier stands on {to}")
    return _forbid_meeting(state, seat, held.get(to, seat))


def _forbid_meeting(state: State, seat: Seat, holder: Seat) -> Refusal | None:
    if holder != seat and state.round == 1:
        return Refusal("8.2", "there are no conflicts in the first round")
    return None


def _forbid_voyage(state: State, turn: Acting, seat: Seat, origin: Field, to: Field) -> Refusal | None:
    player = state.players[seat]
    if not state.options.advanced_transport:
        return Refusal("12.1", "ships carry soldiers in the advanced game only")
    if unknown := [field for field in (origin, to) if field not in state.board.fields]:
        return Refusal("12.1", f"the map has no field {as_json(unknown[0])}")
    if origin not in player.soldiers or harbour_of(origin) not in player.ships:
        return Refusal("12.1", f"a soldier on {origin} and a ship in its harbour are needed")
    if to == origin:
        return Refusal("12.1", "a soldier is carried to another field")
    refusal = _forbid_ends(state, origin, to) or _forbid_ship_to(state, seat, harbour_of(to), holders(state))
    if refusal is not None:
        return refusal
    if harbour_of(to) not in _reach(state, origin, turn.points):
        return Refusal("12.2", f"no way over free sea spaces leads to {to} with {turn.points} points")
    return None


def _forbid_ends(state: State, origin: Field, to: Field) -> Refusal | None:
    """Rule 12.1: between settlements both ends of a voyage are built on."""
    if state.options.carried_between == "settlements":
        for field in (origin, to):
            if field not in state.settlements:
                return Refusal("12.1", f"soldiers are carried between settlements, and {field} is not built on")
    return None


def resolve(state: State, turn: Acting, seat: Seat, command: Command, chance: Chance) -> list[Event]:
    """What happens on a command that breaks no rule: a step, or an attack."""
    del chance
    match command:
        case MoveShip(origin, to):
            attackers, event = (Piece("ship", origin),), ShipMoved(seat, origin, to)
        case AttackShip(origin, to, defender):
            return [ConflictOpened(seat, (Piece("ship", origin),), to, defender, 1)]
        case MoveSoldier(origin, to):
            attackers, event = (Piece("soldier", origin),), SoldierMoved(seat, origin, to)
        case CarrySoldier(origin, to):
            points = _reach(state, origin, turn.points)[harbour_of(to)]
            attackers = (Piece("ship", harbour_of(origin)), Piece("soldier", origin))
            event = SoldierCarried(seat, origin, to, points)
        case _:
            return []
    place = place_of(state, to)
    holder = holders(state).get(place, seat)
    if holder == seat:
        return [event]
    points = event.points if isinstance(event, SoldierCarried) else 1
    return [ConflictOpened(seat, attackers, place, holder, points)]
