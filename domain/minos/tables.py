"""The types of the printed tables of Minos."""

from domain.kernel.printed import Printing, Table
from domain.kernel.values import Value
from domain.minos.dice import Symbol
from domain.minos.options import Building, Field, Space


class FieldEntry(Value, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A settlement field with its printed name."""

    id: Field
    name: str


class Fields(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settlement fields; each has a harbour."""

    fields: tuple[FieldEntry, ...]


class Sea(Value, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A sea space: the field whose harbour opens into it, and the sea spaces that share an edge with it."""

    id: Space
    name: str
    harbour: Field | None = None
    beside: tuple[Space, ...]


class Seas(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The sea spaces, and the one with the fish, where ships start."""

    fish: Space
    spaces: tuple[Sea, ...]


class Link(Value, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A path of soldiers between two fields, with its number of red dots."""

    between: tuple[Field, Field]
    dots: int


class Paths(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The paths of soldiers."""

    links: tuple[Link, ...]


class Regions(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The fields by region. Covered fields are drawn from different regions."""

    regions: tuple[tuple[Field, ...], ...]


class Kind(Value, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of building: its income, and how many pieces there are for all players."""

    kind: Building
    income: int
    pieces: int


class Buildings(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Rights and talents for the first to fourth building of a field, the rights for walls, and the kinds."""

    rights: tuple[int, int, int, int]
    talents: tuple[int, int, int, int]
    walls_rights: int
    kinds: tuple[Kind, ...]


class DiceTable(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The dice: how many, how often they are rolled, the faces of each, and the points of a Gull."""

    dice: int
    rolls: int
    faces: tuple[Symbol, ...]
    gull_points: int


class ConflictTable(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What symbols are worth in a conflict, and an Arrow, a Joker and a Star together."""

    arrow: int
    joker: int
    star: int
    combination: int


class Stock(Table, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Ships and soldiers of a player, rings for all, what a player starts with, and two prices in talents."""

    ships: int
    soldiers: int
    rings: int
    start_talents: int
    start_ships: int
    ring_price: int
    recruit_price: int


class DataSet(Printing, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All printed tables of Minos."""

    fields: Fields
    seas: Seas
    paths: Paths
    regions: Regions
    buildings: Buildings
    dice: DiceTable
    conflict: ConflictTable
    stock: Stock
