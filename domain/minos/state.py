"""The state of Minos: players, pieces, settlements, and the current step of a turn."""

from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

from domain.kernel.values import Seat, Value
from domain.minos.board import Board, board_of, harbour_of
from domain.minos.dice import Dice, Symbol
from domain.minos.events import EndReason, Piece
from domain.minos.options import BUILDINGS, Building, Field, Options, Space
from domain.minos.tables import DataSet

CITY = 4
"""Buildings that make a city (5.3)."""

_TWO = 2
_CITIES = 2


class Settlement(Value, frozen=True):
    """A field that is built on; without an owner it is abandoned, by the seat `left_by`."""

    owner: Seat | None
    buildings: tuple[Building, ...]
    left_by: Seat | None = None

    @property
    def is_city(self) -> bool:
        """True if the field is full, and so has walls (5.3, 5.6)."""
        return len(self.buildings) == CITY


class Player(Value, frozen=True, kw_only=True):
    """One player. Ships and soldiers are named by where they stand, in alphabetical order."""

    money: int
    rings: int = 0
    income: int = 0
    ships: tuple[Space, ...] = ()
    soldiers: tuple[Space, ...] = ()
    shown: bool = False
    """True if the player has decided to lay the talents open (2.8)."""

    @property
    def has_pieces(self) -> bool:
        """True if a ship or soldier is on the board (8.10)."""
        return bool(self.ships or self.soldiers)


class SettingUp(Value, frozen=True):
    """Before the first player is known."""


class Between(Value, frozen=True):
    """Between two turns: whose turn was the last in this round."""

    last: Seat | None


class Declaring(Value, frozen=True):
    """A turn before its first roll: the seat decides whether all see its talents (2.8)."""

    seat: Seat


class Rolling(Value, frozen=True):
    """The dice of a turn, and how often they have been rolled (3.1)."""

    seat: Seat
    dice: Dice | None = None
    rolls: int = 0


class Acting(Value, frozen=True):
    """A turn after the rolls: the dice, points and rights that are left, and the actions that are closed."""

    seat: Seat
    dice: Dice
    points: int = 0
    rights: int = 0
    income_open: bool = True
    """True until the first other action: Scales may still be used (3.4)."""
    rings_open: bool = False
    """True if an Arrow has been used and rings may be bought (3.6)."""
    jokered: tuple[Symbol, ...] = ()
    starred: tuple[Symbol, ...] = ()
    """Symbols that have had their Joker and their Star in this turn (3.11)."""
    recruited: tuple[Field, ...] = ()
    defeated: bool = False
    """True if an attack of this turn was repelled (8.3)."""


class Placing(Value, frozen=True):
    """A ship has taken this settlement and may bring a soldier (9.4)."""

    turn: Acting
    field: Field


class Fighting(Value, frozen=True):
    """A conflict in the middle of a turn (rule 8): the attackers that are left, and the duel of the first of them."""

    turn: Acting
    attackers: tuple[Piece, ...]
    place: Space
    defender: Seat
    step: Literal["attack", "defend", "settle"] = "attack"
    dice: Dice | None = None
    """The dice of the side that rolls now; None before its roll."""
    attack: int = 0
    defence: int = 0
    duels_won: int = 0
    """The number of duels that the attacker has won."""


class Over(Value, frozen=True):
    """The game is over, for this reason."""

    reason: EndReason


Phase: TypeAlias = SettingUp | Between | Declaring | Rolling | Acting | Placing | Fighting | Over


class State(Value, frozen=True, kw_only=True):
    """The whole state. `stock` is in the order of the kinds of buildings."""

    options: Options
    data_set: str
    round: int = 0
    first_player: Seat = 0
    phase: Phase
    players: tuple[Player, ...]
    settlements: Mapping[Field, Settlement]
    covered: tuple[Field, ...] = ()
    stock: tuple[int, ...]
    rings: int
    rings_lost: int = 0
    """Rings that left the game with eliminated players (8.10)."""
    eliminated: tuple[Seat, ...] = ()
    """The eliminated seats, the first one first."""
    last_built: int = 0
    """The last round in which a player built (10.5)."""

    @property
    def board(self) -> Board:
        """The map of the game's data set."""
        return board_of(self.data_set)

    @property
    def data(self) -> DataSet:
        """The printed tables of the game's data set."""
        return self.board.data

    @property
    def order(self) -> tuple[Seat, ...]:
        """The seats in turn order, from the first player clockwise."""
        seats = range(len(self.players))
        return (*seats[self.first_player :], *seats[: self.first_player])

    @property
    def standing(self) -> tuple[Seat, ...]:
        """The seats that are not eliminated, in turn order."""
        return tuple(seat for seat in self.order if seat not in self.eliminated)

    @property
    def all_built(self) -> bool:
        """True if every open field is built on and there are two cities, of any owner (10.1)."""
        if len(self.settlements) != len(self.board.fields) - len(self.covered):
            return False
        return sum(settlement.is_city for settlement in self.settlements.values()) >= _CITIES


def are_talents_open(state: State, seat: Seat) -> bool:
    """Return whether all see how many talents a seat has (2.4, 2.8)."""
    public = state.options.money_public
    return state.players[seat].shown if public == "own_choice" else public


def sides(state: State) -> int:
    """Return the number of sets of pieces of each player (11.6)."""
    return 2 if len(state.players) == _TWO else 1


def ships_left(state: State, seat: Seat) -> int:
    """Return how many ships a player has in reserve."""
    return state.data.stock.ships * sides(state) - len(state.players[seat].ships)


def soldiers_left(state: State, seat: Seat) -> int:
    """Return how many soldiers a player has in reserve."""
    return state.data.stock.soldiers * sides(state) - len(state.players[seat].soldiers)


def stocked(state: State, building: Building) -> int:
    """Return how many buildings of a kind are left."""
    return state.stock[BUILDINGS.index(building)]


def place_of(state: State, space: Space) -> Space:
    """Return the place of a space: a harbour and its field are one place, named by the field (2.2)."""
    return state.board.field_of.get(space, space)


def holders(state: State) -> dict[Space, Seat]:
    """Return the seat that holds each place. Of several seats with ships at the fish it is one."""
    field_of = state.board.field_of
    return {
        field_of.get(space, space): seat
        for seat, player in enumerate(state.players)
        for space in (*player.ships, *player.soldiers)
    }


def fish_is_open(state: State) -> bool:
    """Return whether ships may be attacked at the fish (4.6)."""
    return state.options.fish == "open" and state.round > 1


def seats_at_fish(state: State) -> tuple[Seat, ...]:
    """Return the seats that have a ship at the fish, ascending."""
    return tuple(seat for seat, player in enumerate(state.players) if state.board.fish in player.ships)


def is_present(state: State, seat: Seat, field: Field) -> bool:
    """Return whether a seat has a soldier on a field or a ship in its harbour."""
    player = state.players[seat]
    return field in player.soldiers or harbour_of(field) in player.ships


def pieces_at(state: State, seat: Seat, place: Space) -> tuple[Piece, ...]:
    """Return the pieces of a seat on a place in the order in which they are attacked: ships first (9.1)."""
    return tuple(_pieces_at(state, seat, place))


def _pieces_at(state: State, seat: Seat, place: Space) -> Iterator[Piece]:
    player = state.players[seat]
    ship = harbour_of(place) if place in state.board.field_of else place
    if ship in player.ships:
        yield Piece("ship", ship)
    for space in player.soldiers:
        if space == place:
            yield Piece("soldier", space)


def value_of(state: State, buildings: tuple[Building, ...]) -> int:
    """Return the income from the buildings of one settlement (6.1, 6.2)."""
    kinds = state.data.buildings.kinds
    income = sum(kinds[BUILDINGS.index(building)].income for building in buildings)
    return income * 2 if "walls" in buildings else income


def conflict_value(state: State, dice: Dice) -> int:
    """Return the value of dice in a conflict (8.4, 8.5)."""
    return worth_of(state.data, dice)


def worth_of(data: DataSet, dice: Dice) -> int:
    """Return the value of dice in a conflict, by the printed table (8.4, 8.5)."""
    table = data.conflict
    combined = min(dice.arrow, dice.joker, dice.star)
    extra = table.combination - table.arrow - table.joker - table.star
    return dice.arrow * table.arrow + dice.joker * table.joker + dice.star * table.star + combined * extra
