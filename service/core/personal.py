"""What the tables of features have of a person: each is exported to this person, or excused with a reason.

The export (`service/export/`) follows these declarations; `tests/service/export/test_export.py` compares them with
the tables of a database.
"""

from collections.abc import Mapping
from typing import TypeAlias

from domain.kernel.values import Value


class Own(Value, frozen=True):
    """Rows of a table that are of a person, as a file of the export."""

    table: str
    file: str
    """The name of the file without its ending."""
    about: str
    """What the file contains, as a phrase."""
    columns: tuple[str, ...]
    """The columns that are exported."""
    order: tuple[str, ...] = ("id",)
    """Columns that name a row, none of which is NULL."""
    of: str = "player=?"
    """The SQL condition for the rows; each `?` is the id of the person."""
    left_out: Mapping[str, str] = {}
    """Why other columns are not exported."""


class Without(Value, frozen=True):
    """A table of which nothing is exported."""

    table: str
    reason: str


Personal: TypeAlias = Own | Without

SECRET = "verifies a secret, or is one; it says nothing about the person"  # noqa: S105 - a reason
DERIVED = "is computed from other columns"
INTERNAL = "the service uses it to do its work; it says nothing further about the person"


class PersonalTables:
    """The declarations of all features."""

    def __init__(self, declared: tuple[Personal, ...]) -> None:
        self.own = tuple(each for each in declared if isinstance(each, Own))
        self.without = tuple(each for each in declared if isinstance(each, Without))


CORE: tuple[Personal, ...] = (
    Without("stored_events", "the logs of games, which are in the folder `games`"),
    Without("ludolog_events", "the logs of games, which are in the folder `games`"),
    Without("ludolog_entries", "the logs of games, which are in the folder `games`"),
    Without("ludolog_order", "the order of the events of all games"),
    Without("ludolog_order_end", "the order of the events of all games"),
    Without("ludolog_unplaced", "events of games without a place in the order yet"),
    Without("signing_keys", "the keys of the service"),
    Without("time_anchors", "the time of the service"),
    Without("times_seen", "the time of the service"),
    Without("damage", "marks of damaged logs"),
    Without("feature_steps", "the number of migrations"),
)
