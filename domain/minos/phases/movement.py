"""Rules 4 and 12: ships and soldiers move. A step onto an enemy is an attack."""

from collections.abc import Mapping

from domain.kernel.codec import as_json
from domain.kernel.phases import unhandled
from domain.kernel.values import Choice, Command, Event, Refusal, Seat
from domain.minos.board import harbour_of
from domain.minos.commands import AttackShip, CarrySoldier, MoveShip, MoveSoldier
from domain.minos.events import ConflictOpened, Piece, ShipMoved, SoldierCarried, SoldierMoved
from domain.minos.options import Field, Space
from domain.minos.state import Acting, State, fish_is_open, holders, place_of, seats_at_fish


def candidates(state: State, turn: Acting, seat: Seat) -> list[Choice]:
    """Return each step of each piece, each attack at the fish, and each voyage of a soldier."""
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
    """Return the harbours that a ship reaches over free sea spaces, each with its points (12.2)."""
    lying = {ship for player in state.players for ship in player.ships} - state.board.harbours
    return state.board.sailing(harbour_of(origin), points, lying)


def forbid(state: State, turn: Acting, seat: Seat, command: Command) -> Refusal | None:
    """Return the rule of movement that the command breaks, or None."""
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
            refusal = _forbid_walking(state, seat, origin, to) or _forbid_step(turn)
            return refusal or _forbid_soldier_to(state, seat, to, holders(state))
        case CarrySoldier(origin, to):
            return _forbid_voyage(state, turn, seat, origin, to)
        case _:
            raise unhandled(command)


def _forbid_sailing(state: State, seat: Seat, origin: Space, to: Space) -> Refusal | None:
    """Check that a ship can make this step (4.4)."""
    waters = state.board.waters
    if unknown := [space for space in (origin, to) if space not in waters]:
        return Refusal("4.4", "the map has no sea space or harbour {space}", {"space": as_json(unknown[0])})
    if origin not in state.players[seat].ships:
        return Refusal("4.4", "you have no ship at {origin}", {"origin": origin})
    if to == origin:
        return Refusal("4.4", "your ship lies at {to} already", {"to": to})
    if to not in waters[origin]:
        return Refusal("4.4", "{to} shares no edge with {origin}", {"to": to, "origin": origin})
    return None


def _forbid_walking(state: State, seat: Seat, origin: Space, to: Space) -> Refusal | None:
    """Check that a soldier can make this step (4.2)."""
    roads = state.board.roads
    if unknown := [space for space in (origin, to) if space not in roads]:
        return Refusal("4.2", "the map has no field or dot {space}", {"space": as_json(unknown[0])})
    if origin not in state.players[seat].soldiers:
        return Refusal("4.2", "you have no soldier at {origin}", {"origin": origin})
    if to == origin:
        return Refusal("4.2", "your soldier stands on {to} already", {"to": to})
    if to not in roads[origin]:
        return Refusal("4.2", "no path leads in one step from {origin} to {to}", {"origin": origin, "to": to})
    return None


def _forbid_step(turn: Acting) -> Refusal | None:
    return None if turn.points else Refusal("4.1", "a step costs a movement point, and none is left")


def _forbid_ship_to(state: State, seat: Seat, to: Space, held: Mapping[Space, Seat]) -> Refusal | None:
    place = place_of(state, to)
    if place in state.covered:
        return Refusal("11.5", "the harbour of {place} is closed", {"place": place})
    if to == state.board.fish and to in held and not fish_is_open(state):
        return Refusal("4.6", "a ship lies at the fish")
    if to in state.players[seat].ships:
        return Refusal("4.5", "your own ship lies at {to}", {"to": to})
    if to == state.board.fish and to in held:
        return Refusal("4.6", "ships of others lie at the fish: attack one of them")
    return _forbid_meeting(state, seat, held.get(place, seat))


def _forbid_at_fish(state: State, seat: Seat, defender: Seat) -> Refusal | None:
    """Check that a ship at the fish can be attacked: the fish has to be open (4.6)."""
    if state.options.fish == "sanctuary":
        return Refusal("4.6", "ships at the fish are not attacked")
    if not fish_is_open(state):
        return Refusal("8.2", "there are no conflicts in the first round")
    there = seats_at_fish(state)
    if seat in there:
        return Refusal("4.5", "your own ship lies at the fish")
    if defender not in there:
        return Refusal("4.6", "seat {defender} has no ship at the fish", {"defender": defender})
    return None


def _forbid_soldier_to(state: State, seat: Seat, to: Space, held: Mapping[Space, Seat]) -> Refusal | None:
    covered = to in state.covered
    if covered and not state.options.covered_passable:
        return Refusal("11.5", "{to} is covered", {"to": to})
    if (covered or to not in state.board.field_of) and to in state.players[seat].soldiers:
        return Refusal("4.3", "your own soldier stands on {to}", {"to": to})
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
        return Refusal("12.1", "the map has no field {unknown}", {"unknown": as_json(unknown[0])})
    if origin not in player.soldiers or harbour_of(origin) not in player.ships:
        return Refusal("12.1", "a soldier on {origin} and a ship in its harbour are needed", {"origin": origin})
    if to == origin:
        return Refusal("12.1", "a soldier is carried to another field")
    refusal = _forbid_ends(state, origin, to) or _forbid_ship_to(state, seat, harbour_of(to), holders(state))
    if refusal is not None:
        return refusal
    if harbour_of(to) not in _reach(state, origin, turn.points):
        return Refusal(
            "12.2", "no way over free sea spaces leads to {to} with {points} points", {"to": to, "points": turn.points}
        )
    return None


def _forbid_ends(state: State, origin: Field, to: Field) -> Refusal | None:
    """Check that both ends of a voyage are built on, if voyages connect settlements only (12.1)."""
    if state.options.carried_between == "settlements":
        for field in (origin, to):
            if field not in state.settlements:
                return Refusal(
                    "12.1", "soldiers are carried between settlements, and {field} is not built on", {"field": field}
                )
    return None


def resolve(state: State, turn: Acting, seat: Seat, command: Command) -> list[Event]:
    """Move, or attack (4.1, 8.1)."""
    match command:
        case MoveShip(origin, to):
            return _arrive(state, to, (Piece("ship", origin),), ShipMoved(seat, origin, to))
        case AttackShip(origin, to, defender):
            return [ConflictOpened(seat, (Piece("ship", origin),), to, defender, 1)]
        case MoveSoldier(origin, to):
            return _arrive(state, to, (Piece("soldier", origin),), SoldierMoved(seat, origin, to))
        case CarrySoldier(origin, to):
            points = voyage_points(state, turn, origin, to)
            pieces = (Piece("ship", harbour_of(origin)), Piece("soldier", origin))
            return _arrive(state, to, pieces, SoldierCarried(seat, origin, to, points))
        case _:
            raise unhandled(command)


def voyage_points(state: State, turn: Acting, origin: Field, to: Field) -> int:
    """Return the points that carrying a soldier costs (12.2)."""
    return _reach(state, origin, turn.points)[harbour_of(to)]


def _arrive(
    state: State, to: Space, pieces: tuple[Piece, ...], moved: ShipMoved | SoldierMoved | SoldierCarried
) -> list[Event]:
    """Return the move, or the attack on the seat that holds the place (8.1)."""
    place = place_of(state, to)
    holder = holders(state).get(place, moved.seat)
    if holder == moved.seat:
        return [moved]
    points = moved.points if isinstance(moved, SoldierCarried) else 1
    return [ConflictOpened(moved.seat, pieces, place, holder, points)]
