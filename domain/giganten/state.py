"""The state of Giganten: players, map, decks, and the current phase."""

from collections.abc import Mapping
from functools import cache
from typing import Literal, TypeAlias

from domain.giganten.board import Board, board_of
from domain.giganten.options import COMPANIES, Company, Options, Square
from domain.giganten.tables import Card, DataSet
from domain.kernel.bag import Bag
from domain.kernel.chance import Chance
from domain.kernel.values import Draw, Seat, Value


class Derrick(Value, frozen=True):
    """A derrick on the map and the oil markers under it."""

    site: Square
    markers: int


class Player(Value, frozen=True, kw_only=True):
    """One player. `depots` is in the order of the companies."""

    money: int
    ones: int = 0
    twos: int = 0
    truck: Square | None = None
    train: int
    derricks: tuple[Derrick, ...] = ()
    depots: tuple[int, int, int] = (0, 0, 0)
    card: str | None = None
    known: Mapping[Square, int] = {}
    """The values of the tiles that this player has inspected."""

    @property
    def licence_cards(self) -> int:
        """The number of licences in the hand."""
        return self.ones + self.twos

    @property
    def licence_value(self) -> int:
        """The total value of the licences in the hand."""
        return self.ones + 2 * self.twos

    def derrick_at(self, site: Square) -> Derrick | None:
        """Return the player's derrick on a site."""
        return next((derrick for derrick in self.derricks if derrick.site == site), None)


class SettingUp(Value, frozen=True):
    """Trucks enter before the first round (option truck_entry=setup)."""

    todo: tuple[Seat, ...]


class Prices(Value, frozen=True):
    """Phase 1: how many companies have been rolled for."""

    rolled: int


class Choosing(Value, frozen=True):
    """Phase 2: the open cards, the red one first, and who still chooses."""

    open: tuple[str, ...]
    revealed: int
    todo: tuple[Seat, ...]


class Dealing(Value, frozen=True):
    """Phase 3: who is still dealt licences, and how many are left to deal to the first of them."""

    todo: tuple[Seat, ...]
    left: int


class Movement(Value, frozen=True):
    """Phase 4: who still moves; the points and step of the first of them, and what was inspected in this turn."""

    todo: tuple[Seat, ...]
    points: int
    step: Literal["place", "move", "special", "discard"]
    inspected: tuple[Square, ...] = ()


class Drilling(Value, frozen=True):
    """Phase 5: who may still build."""

    todo: tuple[Seat, ...]


class Transport(Value, frozen=True):
    """Phase 6: who still extracts, and from which sites the first of them still does."""

    todo: tuple[Seat, ...]
    sites: tuple[Square, ...]


class Auctions(Value, frozen=True):
    """Phase 7: the company that is up (its place in the order; past the last: all done) and its auction."""

    company: int
    attempt: int = 1
    step: Literal["opening", "bidding", "forfeiting", "paying", "selling"] = "opening"
    live: tuple[Seat, ...] = ()
    """The seats that have not passed, the next bidder first."""
    bid: int | None = None
    leader: Seat | None = None
    bluffers: tuple[Seat, ...] = ()
    forfeit: int = 0


class Storage(Value, frozen=True):
    """Phase 8: depots are checked."""


class Over(Value, frozen=True):
    """The black train has arrived; the red card that brought it still lies open."""

    open: tuple[str, ...] = ()


Phase: TypeAlias = SettingUp | Prices | Choosing | Dealing | Movement | Drilling | Transport | Auctions | Storage | Over


class State(Value, frozen=True, kw_only=True):
    """The whole state. `supply` counts oil markers; it is negative only if the supply is unlimited."""

    options: Options
    data_set: str
    round: int
    first_player: Seat
    phase: Phase
    prices: tuple[int, int, int]
    black_train: int
    supply: int
    players: tuple[Player, ...]
    tiles: Mapping[Square, int | None]
    """The tiles on the map, each with its value, or None until it is drawn."""
    undrawn: tuple[Bag[int], Bag[int], Bag[int]]
    red: Bag[str]
    red_discards: Bag[str]
    beige: Bag[str]
    beige_discards: Bag[str]
    licences: Bag[int]
    licence_discards: Bag[int]

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
    def black_end(self) -> int:
        """The last space of the black train's track."""
        return self.data.tracks.black_start + self.options.black_steps

    @property
    def supply_open(self) -> bool:
        """True if a marker can be taken (5.6)."""
        return self.supply > 0 or self.options.oil_supply == "unlimited"


def card_of(state: State, card: str) -> Card:
    """Return an action card by its id."""
    return _cards(state.data_set)[card]


def is_red(state: State, card: str) -> bool:
    """Return whether an action card is red. Only red cards advance the black train."""
    return card_of(state, card).black_steps > 0


@cache
def _cards(data_set: str) -> dict[str, Card]:
    data = board_of(data_set).data
    return {card.id: card for card in (*data.red_cards.cards, *data.beige_cards.cards)}


def depot(player: Player, company: Company) -> int:
    """Return how many markers a player stores at a company."""
    return player.depots[COMPANIES.index(company)]


def derrick_squares(state: State) -> frozenset[Square]:
    """Return the squares that hold a derrick, which no truck enters (4a.7)."""
    return frozenset(derrick.site for player in state.players for derrick in player.derricks)


def tile_value(state: State, site: Square, chance: Chance) -> tuple[int, tuple[Draw, ...]]:
    """Return the value of a tile, and the draw if the value is drawn only now (4b.1, 5.5)."""
    value = state.tiles[site]
    if value is not None:
        return value, ()
    drawn, draw = state.undrawn[state.board.sites[site].kind - 1].draw(chance)
    return drawn, (draw,)


def price_after(state: State, company: Company, steps: int) -> int:
    """Return the price of a company after steps up (negative: down), never beyond the table (1.6)."""
    ladder = state.data.prices.ladder
    return ladder[_price_place(state, company) + steps_within(state, company, steps)]


def steps_within(state: State, company: Company, steps: int) -> int:
    """Return the signed number of steps that a price moves: fewer at the end of the table (1.6)."""
    place = _price_place(state, company)
    return max(-place, min(steps, len(state.data.prices.ladder) - 1 - place))


def recorded_steps(state: State, company: Company, steps: int) -> int | None:
    """Return what an event records as the steps that a price has moved; None where the game does not record them."""
    return steps_within(state, company, steps) if state.options.actual_price_steps else None


def _price_place(state: State, company: Company) -> int:
    return state.data.prices.ladder.index(state.prices[COMPANIES.index(company)])
