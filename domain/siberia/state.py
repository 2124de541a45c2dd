"""The table of Siberia as it stands: players, map, reserves, and what belongs to the phase."""

from collections.abc import Mapping
from typing import Literal, TypeAlias, assert_never

from domain.kernel.bag import Bag
from domain.kernel.values import Seat, Value
from domain.siberia.board import SPACES, Board, board_of
from domain.siberia.events import Ending, Laid
from domain.siberia.options import Area, Column, Exchange, Options, Place, Resource, Sides, Token
from domain.siberia.tables import DataSet
from domain.siberia.tables import Exchange as PrintedExchange


class Player(Value, frozen=True, kw_only=True):
    """What one player has; `reserve` counts pawns that are neither workers nor salesmen."""

    money: int
    reserve: int
    workers: tuple[Place, ...]
    """Where each worker stands, in the order of names."""
    salesmen: tuple[Exchange, ...]
    """Where each salesman stands, in the order of names."""
    tokens: Mapping[Column, tuple[Token, ...]]
    """The tokens in each column of the panel."""
    research: tuple[Token, ...] = ()
    tiles: tuple[Column, ...] = ()
    """The investment tiles on the panel."""

    @property
    def kept(self) -> int:
        """How many tokens lie in columns; investment tiles do not count (11.2)."""
        return sum(len(tokens) for tokens in self.tokens.values())

    def free(self, column: Column) -> int:
        """Return how many spaces of a column are free (2.5)."""
        return SPACES - len(self.tokens[column]) - (column in self.tiles)

    def can_use(self, column: Column) -> bool:
        """Whether both spaces of a column are filled (3.3)."""
        return not self.free(column)


class SettingUp(Value, frozen=True):
    """The board is laid out; whoever begins may have to choose the sides of the exchange tiles."""


class Placing(Value, frozen=True):
    """Phase 2: the tokens that each seat has yet to place, and what it has placed unseen."""

    hands: tuple[tuple[Token, ...], ...]
    laid: tuple[tuple[Laid, ...], ...]
    step: Literal["drawing", "placing", "revealed"] = "drawing"
    done: tuple[Seat, ...] = ()
    """The seats that take nothing back any more (2.8)."""
    changes: tuple[int, ...] = ()
    """How often each seat has placed or taken back a token in this round (2.8); empty: no seat has."""

    def changes_of(self, seat: Seat) -> int:
        """Return how often a seat has placed or taken back a token in this round."""
        return self.changes[seat] if self.changes else 0


class Acting(Value, frozen=True):
    """Phases 3 to 10: whose turn it is, who has passed, and what is left of the action."""

    turn: Seat | None = None
    passed: tuple[Seat, ...] = ()
    step: Literal["acting", "research", "logistics", "done"] = "done"
    moves: int = 0
    moved: tuple[Place, ...] = ()
    """Where workers stand that have moved in this action."""


class Returning(Value, frozen=True):
    """Phase 11: who has more tokens than may be kept."""

    todo: tuple[Seat, ...]


class Over(Value, frozen=True):
    """Money has been counted; who had passed in the last round."""

    passed: tuple[Seat, ...] = ()


Phase: TypeAlias = SettingUp | Placing | Acting | Returning | Over


class State(Value, frozen=True, kw_only=True):
    """The whole table."""

    options: Options
    data_set: str
    round: int
    first_player: Seat
    phase: Phase
    players: tuple[Player, ...]
    areas: Mapping[Area, tuple[Resource, ...]]
    """The cubes on each area, in the order of the resources."""
    exhausted: tuple[Area, ...]
    """In the order in which they fell."""
    reserves: Bag[Resource]
    """The cubes of the five reserves, or of the bag during set-up."""
    sold: Bag[Resource]
    bag: Bag[Token]
    sides: Sides
    """The sides of the exchange tiles, in their order; empty before they are known."""
    open: tuple[Column, ...]
    """The open investment tiles, the newest last."""
    stack: Bag[Column]
    """The investment tiles not drawn yet."""
    ending: Ending | None
    idle_rounds: int = 0
    """How many rounds in a row, up to the last one that is finished, went by without a cube placed or sold (13.6)."""
    cube_moved: bool = False
    """Whether a cube was placed or sold in this round."""

    @property
    def board(self) -> Board:
        """What is printed, in the game's data set."""
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
    def exchanges(self) -> Mapping[Exchange, PrintedExchange]:
        """The exchanges in play, by id."""
        return self.board.exchanges(self.sides)

    @property
    def passed(self) -> tuple[Seat, ...]:
        """The seats that have passed in this round; all of them once tokens are returned."""
        match self.phase:
            case Acting(passed=passed) | Over(passed=passed):
                return passed
            case Returning():
                return self.order
            case SettingUp() | Placing():
                return ()
            case _:
                assert_never(self.phase)


def researchable(state: State, resource: Resource) -> list[Area]:
    """Rules 4.2 and 12.3: the areas where a cube of this resource may be placed, if there is one in the reserve."""
    if not state.reserves.count(resource):
        return []
    return [area for area, cubes in state.areas.items() if resource not in cubes and area not in state.exhausted]


def idle_rounds(state: State) -> int:
    """Rule 13.6: how many rounds in a row have passed without a cube placed or sold, once this one is finished."""
    return 0 if state.cube_moved else state.idle_rounds + 1


def pawns_by_place(state: State, place: Place) -> tuple[tuple[Seat, int], ...]:
    """Return for each seat with workers at a place how many they are."""
    counts = ((seat, player.workers.count(place)) for seat, player in enumerate(state.players))
    return tuple((seat, count) for seat, count in counts if count)
