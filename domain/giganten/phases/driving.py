"""Rules 4a.4 to 4b.5: trucks drive, and inspect the tiles beside them."""

from collections.abc import Container

from domain.giganten.board import Ways, way_to
from domain.giganten.events import Drawn, DrawsSealed, InspectedTile, SiteInspected, TruckDriven
from domain.giganten.options import Square
from domain.giganten.state import Movement, State, derrick_squares, tile_value
from domain.kernel.chance import Chance
from domain.kernel.values import Event, Refusal, Seat

RED_KIND = 2
"""Tiles for two derricks are red and never inspected (4b.2)."""


def occupied(state: State, seat: Seat, square: Square) -> bool:
    """Return whether a tile or another truck keeps the truck of the seat from stopping on a square (4a.5, 4a.6)."""
    return square in state.tiles or square in _other_trucks(state, seat)


def _other_trucks(state: State, seat: Seat) -> list[Square]:
    return [player.truck for other, player in enumerate(state.players) if other != seat and player.truck is not None]


def drives(state: State, phase: Movement, seat: Seat) -> list[Square]:
    """Return where the truck may drive (4a.4): free squares, then those on which it interrupts its drive (4b.5)."""
    truck = state.players[seat].truck
    if truck is None or not phase.points:
        return []
    board = state.board
    ways = board.ways(truck, phase.points, derrick_squares(state))
    trucks = _other_trucks(state, seat)
    closed: Container[Square] = {truck, *state.tiles, *trucks}
    free = [square for square in ways if square not in closed]
    held = [
        square
        for square in (*state.tiles, *trucks)
        if square in ways and board.sites_beside[square] and square != truck
        and _may_interrupt(state, phase, seat, square, phase.points - ways[square][0])
    ]  # fmt: skip
    return free + held


def _may_interrupt(state: State, phase: Movement, seat: Seat, square: Square, points_left: int) -> bool:
    """Return whether the truck may stop on an occupied square: to inspect a tile, with points to leave again (4b.5)."""
    if not _unknown_beside(state, phase, seat, square):
        return False
    return leaving_cost(state, seat, square, points_left) is not None


def leaving_cost(state: State, seat: Seat, square: Square, points: int) -> int | None:
    """Return the points from a square to the nearest free one: 0 if it is free, None if `points` are too few."""
    if not occupied(state, seat, square):
        return 0
    taken = {*state.tiles, *_other_trucks(state, seat)}
    return state.board.nearest(square, points, derrick_squares(state), taken)


def inspectable(state: State, phase: Movement, seat: Seat) -> list[Square]:
    """Return the tiles beside the truck that the seat may inspect and does not know (4b.1 to 4b.4)."""
    truck = state.players[seat].truck
    return [] if truck is None else _unknown_beside(state, phase, seat, truck)


def _unknown_beside(state: State, phase: Movement, seat: Seat, square: Square) -> list[Square]:
    board = state.board
    return [
        site
        for site in board.sites_beside[square]
        if site in state.tiles and board.sites[site].kind != RED_KIND and not _knows(state, phase, seat, site)
    ]


def _knows(state: State, phase: Movement, seat: Seat, site: Square) -> bool:
    return site in (state.players[seat].known if state.options.peek_memory else phase.inspected)


def forbid_drive(state: State, phase: Movement, seat: Seat, to: Square) -> Refusal | None:
    """Return the rule that a drive to a square breaks, or None."""
    board = state.board
    truck = state.players[seat].truck
    if to not in board.terrain or truck is None:
        return Refusal(
            "4a.4",
            "the map has no square {to}: rows A to {last}, 1 to {columns}",
            {"to": to, "last": chr(64 + board.rows), "columns": board.columns},
        )
    if to == truck:
        return Refusal("4a.9", "your truck stands on {to} already: end the movement to stay", {"to": to})
    derricks = derrick_squares(state)
    if to in derricks:
        return Refusal("4a.7", "a derrick stands on {to}", {"to": to})
    ways = board.ways(truck, phase.points, derricks)
    if to not in ways:
        return Refusal("4.2", "{to} cannot be reached with {points} points", {"to": to, "points": phase.points})
    if not occupied(state, seat, to) or _may_interrupt(state, phase, seat, to, phase.points - ways[to][0]):
        return None
    if not _unknown_beside(state, phase, seat, to):
        rule = "4a.5" if to in state.tiles else "4a.6"
        return Refusal(rule, "a truck may pass {to} but not stop there", {"to": to})
    return Refusal("4b.5", "from {to} the points left would not carry your truck to a free square", {"to": to})


def forbid_inspection(state: State, phase: Movement, seat: Seat, site: Square) -> Refusal | None:
    """Return the rule that an inspection breaks, or None."""
    truck = state.players[seat].truck
    board = state.board
    if truck is None or site not in state.tiles or site not in board.neighbours[truck]:
        return Refusal("4b.3", "there is no tile on {site} beside your truck", {"site": site})
    if board.sites[site].kind == RED_KIND:
        return Refusal("4b.2", "the tile on {site} is a red one, with two derricks", {"site": site})
    if _knows(state, phase, seat, site):
        return Refusal("4b.4", "you know the tile on {site} already", {"site": site})
    return None


def forbid_end(state: State, seat: Seat) -> Refusal | None:
    """Refuse to end the movement on an occupied square (4b.5)."""
    truck = state.players[seat].truck
    if truck is not None and occupied(state, seat, truck):
        return Refusal(
            "4b.5", "your truck only interrupts its drive on {truck}: drive on to a free square", {"truck": truck}
        )
    return None


def drive(state: State, phase: Movement, seat: Seat, to: Square) -> list[Event]:
    """Drive the truck along the cheapest way."""
    truck = state.players[seat].truck
    assert truck is not None
    ways: Ways = state.board.ways(truck, phase.points, derrick_squares(state))
    return [TruckDriven(seat, way_to(ways, to), ways[to][0])]


def inspect(state: State, seat: Seat, site: Square, chance: Chance) -> list[Event]:
    """Show the seat the value of a tile, which is drawn at the first inspection (4b.1)."""
    value, draws = tile_value(state, site, chance)
    inspected = SiteInspected(seat, site, InspectedTile(value))
    return [inspected, DrawsSealed(Drawn(draws))] if draws else [inspected]
