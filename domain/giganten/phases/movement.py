"""Rule 4: truck and train spend movement points, tiles are inspected, specials carried out."""

from functools import cache

from domain.giganten.board import Ways, way_to
from domain.giganten.commands import AdvanceTrain, DriveTruck, EndMovement, InspectSite, PlaceTruck
from domain.giganten.events import (
    ActionCardDiscarded,
    Drawn,
    DrawsSealed,
    InspectedTile,
    MovementEnded,
    SiteInspected,
    TrainAdvanced,
    TruckDriven,
    TruckPlaced,
)
from domain.giganten.options import Square
from domain.giganten.phases import specials
from domain.giganten.state import Movement, Player, SettingUp, State, derrick_squares, tile_value
from domain.kernel.chance import Chance
from domain.kernel.values import Choice, Command, Event, Range, Refusal, Seat

RED_KIND = 2
"""Tiles for two derricks are red and never inspected (4b.2)."""


def active(phase: Movement | SettingUp) -> Seat | None:
    """Whose truck and train move now."""
    return phase.todo[0] if phase.todo else None


def question(phase: Movement | SettingUp) -> str:
    """The rule under which the active seat is asked."""
    if isinstance(phase, SettingUp) or phase.step == "place":
        return "4a.1"
    return "4d.1" if phase.step == "special" else "4.1"


def is_over(state: State, phase: Movement | SettingUp) -> bool:
    """Whether everybody has moved."""
    del state
    return not phase.todo


def advance(state: State, phase: Movement | SettingUp, chance: Chance) -> list[Event]:
    """Rule 4e.1, and what needs no asking: an end with nothing left to do, a special that cannot be done."""
    del chance
    if isinstance(phase, SettingUp):
        return []
    seat = phase.todo[0]
    player = state.players[seat]
    if phase.step == "discard" and player.card is not None:
        return [ActionCardDiscarded(seat, player.card)]
    if phase.step == "special":
        return specials.forced(state, seat)
    if phase.step == "move" and not _can_do_more(state, phase, seat):
        return [MovementEnded(seat, phase.points)]
    return []


def _can_do_more(state: State, phase: Movement, seat: Seat) -> bool:
    if phase.points and (train_spaces(state, phase, seat) or drives(state, phase, seat)):
        return True
    return bool(inspectable(state, phase, seat))


# What the rules allow


def entries(state: State) -> list[Square]:
    """Rules 4a.1 and 4a.2: the squares of column 1 that nothing occupies."""
    taken = {player.truck for player in state.players} | derrick_squares(state) | state.tiles.keys()
    return [square for square in state.board.entry if square not in taken]


def occupied(state: State, seat: Seat, square: Square) -> bool:
    """Rules 4a.5 and 4a.6: whether a tile or another truck keeps this seat's truck from stopping here."""
    return square in state.tiles or square in _other_trucks(state, seat)


def _other_trucks(state: State, seat: Seat) -> list[Square]:
    return [player.truck for other, player in enumerate(state.players) if other != seat and player.truck is not None]


def drives(state: State, phase: Movement, seat: Seat) -> list[Square]:
    """Return the squares to which the truck may drive now (4a.4): free ones, then those where it interrupts (4b.5)."""
    truck = state.players[seat].truck
    if truck is None or not phase.points:
        return []
    board = state.board
    ways = board.ways(truck, phase.points, derrick_squares(state))
    trucks = _other_trucks(state, seat)
    closed = {truck, *state.tiles, *trucks}
    free = [square for square in ways if square not in closed]
    held = [
        square
        for square in (*state.tiles, *trucks)
        if square in ways and board.sites_beside[square] and square != truck
        and _may_interrupt(state, phase, seat, square, phase.points - ways[square][0])
    ]  # fmt: skip
    return free + held


def _may_interrupt(state: State, phase: Movement, seat: Seat, square: Square, points_left: int) -> bool:
    """Rule 4b.5: an occupied square may be held for an inspection, if the truck can leave it again."""
    if not _unknown_beside(state, phase, seat, square):
        return False
    return leaving_cost(state, seat, square, points_left) is not None


def leaving_cost(state: State, seat: Seat, square: Square, points: int) -> int | None:
    """Return the points from an occupied square to the nearest free one; None: not within `points`; 0: it is free."""
    if not occupied(state, seat, square):
        return 0
    taken = {*state.tiles, *_other_trucks(state, seat)}
    return state.board.nearest(square, points, derrick_squares(state), taken)


def inspectable(state: State, phase: Movement, seat: Seat) -> list[Square]:
    """Rules 4b.1 to 4b.4: the tiles beside the truck that its owner may look at and does not know."""
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


def train_spaces(state: State, phase: Movement, seat: Seat) -> int:
    """Rules 4c.1 to 4c.3: how far the train may advance; points to leave an occupied square are kept (4b.5)."""
    player = state.players[seat]
    keep = 0
    if player.truck is not None:
        keep = leaving_cost(state, seat, player.truck, phase.points) or 0
    spaces = 0
    points = phase.points - keep
    for cost in state.data.tracks.costs[player.train - 1 :]:
        points -= cost
        if points < 0:
            break
        spaces += 1
    return spaces


def candidates(state: State, phase: Movement | SettingUp, seat: Seat) -> list[Choice]:
    """All that the seat may do now."""
    if isinstance(phase, SettingUp) or phase.step == "place":
        return [Choice(PlaceTruck(square)) for square in entries(state)]
    if phase.step == "special":
        return specials.candidates(state, seat)
    choices = list(map(_driving, drives(state, phase, seat)))
    choices += [Choice(InspectSite(site)) for site in inspectable(state, phase, seat)]
    spaces = train_spaces(state, phase, seat)
    if spaces:
        choices.append(Choice(AdvanceTrain(1), Range("spaces", 1, spaces)))
    truck = state.players[seat].truck
    if truck is None or not occupied(state, seat, truck):
        choices.append(Choice(EndMovement()))
    return choices


@cache
def _driving(square: Square) -> Choice:
    # most choices of a game are these: each is made once
    return Choice(DriveTruck(square))


def forbid(state: State, phase: Movement | SettingUp, seat: Seat, command: Command) -> Refusal | None:
    """Return the rule of phase 4 that the command breaks, if any."""
    if isinstance(phase, SettingUp) or phase.step == "place":
        return _forbid_placing(state, command)
    if isinstance(command, PlaceTruck):
        return Refusal("4a.3", "your truck stands on the board already")
    if phase.step == "special":
        return specials.forbid(state, seat, command)
    match command:
        case DriveTruck(to):
            return _forbid_drive(state, phase, seat, to)
        case InspectSite(site):
            return _forbid_inspection(state, phase, seat, site)
        case AdvanceTrain(spaces):
            return _forbid_train(state, phase, seat, spaces)
        case EndMovement():
            return _forbid_end(state, seat)
        case _:
            return Refusal("4d.1" if specials.is_special(command) else "4.1", "your movement comes first: end it")


def _forbid_placing(state: State, command: Command) -> Refusal | None:
    if not isinstance(command, PlaceTruck):
        return Refusal("4a.1", "your truck has to enter the board first")
    if command.square not in state.board.entry:
        return Refusal("4a.1", f"a truck enters on column 1, {command.square} is not in it")
    if command.square not in entries(state):
        return Refusal("4a.2", f"{command.square} is occupied")
    return None


def _forbid_drive(state: State, phase: Movement, seat: Seat, to: Square) -> Refusal | None:
    board = state.board
    truck = state.players[seat].truck
    if to not in board.terrain or truck is None:
        return Refusal("4a.4", f"the map has no square {to}: rows A to {chr(64 + board.rows)}, 1 to {board.columns}")
    if to == truck:
        return Refusal("4a.9", f"your truck stands on {to} already: end the movement to stay")
    derricks = derrick_squares(state)
    if to in derricks:
        return Refusal("4a.7", f"a derrick stands on {to}")
    ways = board.ways(truck, phase.points, derricks)
    if to not in ways:
        return Refusal("4.2", f"{to} cannot be reached with {phase.points} points")
    if not occupied(state, seat, to) or _may_interrupt(state, phase, seat, to, phase.points - ways[to][0]):
        return None
    if not _unknown_beside(state, phase, seat, to):
        rule = "4a.5" if to in state.tiles else "4a.6"
        return Refusal(rule, f"a truck may pass {to} but not stop there")
    return Refusal("4b.5", f"from {to} the points left would not carry your truck to a free square")


def _forbid_inspection(state: State, phase: Movement, seat: Seat, site: Square) -> Refusal | None:
    truck = state.players[seat].truck
    board = state.board
    if truck is None or site not in state.tiles or site not in board.neighbours[truck]:
        return Refusal("4b.3", f"there is no tile on {site} beside your truck")
    if board.sites[site].kind == RED_KIND:
        return Refusal("4b.2", f"the tile on {site} is a red one, with two derricks")
    if _knows(state, phase, seat, site):
        return Refusal("4b.4", f"you know the tile on {site} already")
    return None


def _forbid_train(state: State, phase: Movement, seat: Seat, spaces: int) -> Refusal | None:
    costs = state.data.tracks.costs[state.players[seat].train - 1 :]
    if spaces < 1:
        return Refusal("4c.2", "a train moves forward, by one space or more")
    if spaces > len(costs):
        return Refusal("4c.3", f"your train is {len(costs)} spaces from the end of its track")
    if spaces <= train_spaces(state, phase, seat):
        return None
    if sum(costs[:spaces]) <= phase.points:
        return Refusal("4b.5", "your truck needs the points to leave the square on which it interrupts its drive")
    return Refusal("4c.1", f"{spaces} spaces cost {sum(costs[:spaces])} points, you have {phase.points}")


def _forbid_end(state: State, seat: Seat) -> Refusal | None:
    truck = state.players[seat].truck
    if truck is not None and occupied(state, seat, truck):
        return Refusal("4b.5", f"your truck only interrupts its drive on {truck}: drive on to a free square")
    return None


def resolve(state: State, phase: Movement | SettingUp, seat: Seat, command: Command, chance: Chance) -> list[Event]:
    """What happens on a command that breaks no rule."""
    match command:
        case PlaceTruck(square):
            return [TruckPlaced(seat, square)]
        case DriveTruck(to):
            assert isinstance(phase, Movement)
            return [_drive(state, phase, seat, to)]
        case InspectSite(site):
            return _inspect(state, seat, site, chance)
        case AdvanceTrain(spaces):
            return [_advance_train(state, seat, spaces)]
        case EndMovement():
            assert isinstance(phase, Movement)
            return [MovementEnded(seat, phase.points)]
        case _:
            return specials.resolve(state, seat, command)


def _drive(state: State, phase: Movement, seat: Seat, to: Square) -> TruckDriven:
    player: Player = state.players[seat]
    assert player.truck is not None
    ways: Ways = state.board.ways(player.truck, phase.points, derrick_squares(state))
    return TruckDriven(seat, way_to(ways, to), ways[to][0])


def _inspect(state: State, seat: Seat, site: Square, chance: Chance) -> list[Event]:
    value, draws = tile_value(state, site, chance)
    inspected = SiteInspected(seat, site, InspectedTile(value))
    return [inspected, DrawsSealed(Drawn(draws))] if draws else [inspected]


def _advance_train(state: State, seat: Seat, spaces: int) -> TrainAdvanced:
    train = state.players[seat].train
    points = sum(state.data.tracks.costs[train - 1 : train - 1 + spaces])
    return TrainAdvanced(seat, spaces, train + spaces, points)
