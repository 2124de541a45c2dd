"""The types of the printed tables of Giganten."""

from collections.abc import Mapping

from domain.kernel.printed import Printing, Table
from domain.kernel.values import Value

THIRD = 2
"""The place of the third train, from 0."""


class Map(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The map: a row of cells each, and the sites that were reconstructed."""

    rows: tuple[str, ...]
    reconstructed_sites: tuple[str, ...] = ()


class Terrain(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Movement points to enter a square."""

    plain: int
    hill: int
    mountain: int


class Tracks(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Movement points to enter the spaces 2, 3, … of a player's track, and where trains start."""

    costs: tuple[int, ...]
    start: int
    black_start: int


class Prices(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The price table in dollars a marker, and where its bands begin."""

    ladder: tuple[int, ...]
    white_from: int
    blue_from: int
    start: int


class Die(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The steps on the red and on the blue faces of the die."""

    red: tuple[int, ...]
    blue: tuple[int, ...]


class Companies(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The printed names of the companies."""

    hudson: str
    jet: str
    standard: str


class Licences(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The licence cards of value 1 and 2; the options of a game say how many are used."""

    ones: int
    twos: int


class Pieces(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Oil markers in all; derricks and dollars a player."""

    oil_markers: int
    derricks: int
    money: int


class Fees(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Dollars for transport and refund, the limit of a depot, and the values at the end."""

    transport: int
    depot_limit: int
    refund: int
    train_ranks: tuple[int, int, int, int]
    marker: int


class TileKind(Value, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The tiles for sites of one number of derricks: the dollars to build there, and the copies of each value."""

    derricks: int
    cost: int
    values: tuple[int, ...]
    copies: tuple[int, ...]


class Tiles(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The tiles of all kinds, one-derrick tiles first."""

    kinds: tuple[TileKind, TileKind, TileKind]


class Card(Value, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An action card; `price`, `oil` and `back` are its special, at most one of them is not 0."""

    id: str
    licences: int
    points: int
    copies: int
    black_steps: int = 0
    price: int = 0
    oil: int = 0
    back: int = 0

    @property
    def has_special(self) -> bool:
        """Whether a special is printed on the card."""
        return bool(self.price or self.oil or self.back)


class Cards(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A deck of action cards: each card once, with its number of copies."""

    cards: tuple[Card, ...]


class DataSet(Printing, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All printed tables of Giganten."""

    map: Map
    terrain: Terrain
    tracks: Tracks
    prices: Prices
    die: Die
    companies: Companies
    licences: Licences
    pieces: Pieces
    fees: Fees
    tiles: Tiles
    red_cards: Cards
    beige_cards: Cards


def printed_options(data: DataSet) -> Mapping[str, int | str | bool]:
    """Return the options whose default is what a printing says, with these values."""
    return {
        "licence_ones": data.licences.ones,
        "licence_twos": data.licences.twos,
        "train_start": data.tracks.start,
        "three_player_last": data.fees.train_ranks[THIRD],
    }
