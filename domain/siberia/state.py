"""The state of Siberia: players, map, reserves, and the current phase."""

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
    """One player. `reserve` counts pawns that are neither workers nor salesmen."""

    money: int
    reserve: int
    workers: tuple[Place, ...]
    """The places of the workers, sorted."""
    salesmen: tuple[Exchange, ...]
    """The exchanges of the salesmen, sorted."""
    tokens: Mapping[Column, tuple[Token, ...]]
    """The tokens in each column of the panel."""
    research: tuple[Token, ...] = ()
    tiles: tuple[Column, ...] = ()
    """The investment tiles on the panel."""

    @property
    def kept(self) -> int:
        """The number of tokens in columns; investment tiles do not count (11.2)."""
        return sum(len(tokens) for tokens in self.tokens.values())

    def filled(self, column: Column) -> int:
        """Return how many spaces of a column have a token or an investment tile."""
        return len(self.tokens[column]) + (column in self.tiles)

    def free(self, column: Column) -> int:
        """Return how many spaces of a column are free (2.5)."""
        return SPACES - self.filled(column)

    def can_use(self, column: Column) -> bool:
        """Return whether both spaces of a column are filled (3.3)."""
        return self.filled(column) == SPACES


class SettingUp(Value, frozen=True):
    """Set-up. The first player may have to choose the sides of the exchange tiles."""


class Placing(Value, frozen=True):
    """Phase 2: the tokens that each seat has yet to place, and what it has placed unseen."""

    hands: tuple[tuple[Token, ...], ...]
    laid: tuple[tuple[Laid, ...], ...]
    step: Literal["drawing", "placing", "revealed"] = "drawing"
    done: tuple[Seat, ...] = ()
    """The seats that take no token back any more (2.8)."""
    changes: tuple[int, ...] = ()
    """How often each seat has placed or taken back a token in this round (2.8); empty before the first change."""

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
    """The places of the workers that have moved in this action."""


class Returning(Value, frozen=True):
    """Phase 11: the seats with more tokens than they may keep."""

    todo: tuple[Seat, ...]


class Over(Value, frozen=True):
    """The game is over. `passed` has the seats that had passed in the last round."""

    passed: tuple[Seat, ...] = ()


Phase: TypeAlias = SettingUp | Placing | Acting | Returning | Over


class State(Value, frozen=True, kw_only=True):
    """The whole state."""

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
    """The number of finished rounds in a row without a cube placed or sold (13.6)."""
    cube_moved: bool = False
    """True if a cube was placed or sold in this round."""

    @property
    def board(self) -> Board:
        """The board of the game's data set."""
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
    """Return the areas where a cube of the resource may be placed; none if the reserve is empty (4.2, 12.3)."""
    if not state.reserves.count(resource):
        return []
    return [area for area, cubes in state.areas.items() if resource not in cubes and area not in state.exhausted]


def idle_rounds(state: State) -> int:
    """Return the number of rounds in a row without a cube placed or sold, this one included (13.6)."""
    return 0 if state.cube_moved else state.idle_rounds + 1


def pawns_by_place(state: State, place: Place) -> tuple[tuple[Seat, int], ...]:
    """Return each seat with workers at a place, and their number."""
    counts = ((seat, player.workers.count(place)) for seat, player in enumerate(state.players))
    return tuple((seat, count) for seat, count in counts if count)
