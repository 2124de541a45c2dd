"""Lists of players by name."""

from domain.kernel.values import Value
from service.accounts.names import name_keys
from service.accounts.rows import read_player
from service.accounts.token_lists import TokenLists
from service.accounts.tokens import Player
from service.store.database import Cursor

_LAST = "\U0010ffff"
"""No name contains this noncharacter, which is not printable: it follows all letters."""


class NameQuery(Value, frozen=True):
    """A query for the players whose folded names begin like a text."""

    folded: str
    after: str | None = None
    """The last folded name of the previous page."""
    limit: int = 50


def select_named(cursor: Cursor, query: NameQuery) -> list[Player]:
    """Return the players of a query, by folded name. Deleted players and guests have no folded name."""
    # the order of code points, which the index of each database has
    column = 'name_folded COLLATE "C"' if cursor.is_postgres else "name_folded"
    first, values = (">=", [query.folded]) if query.after is None else (">", [max(query.folded, query.after)])
    found = f"SELECT * FROM players WHERE {column} {first} ? AND {column} < ? ORDER BY {column} LIMIT ?"  # noqa: S608 - constants
    return [read_player(row) for row in cursor.all(found, [*values, query.folded + _LAST, query.limit])]


class PlayerLists(TokenLists):
    """Finds registered players by the beginning of their names."""

    def players_named(self, beginning: str, after: str | None = None, limit: int = 50) -> list[Player]:
        """Return the registered players whose names begin like this text, by folded name.

        Case, compatibility variants and confusable letters do not count. A player of a release without unique names
        who shares the name with an older one is not found until one of them changes it.
        """
        with self._database.reading() as cursor:
            return select_named(cursor, NameQuery(name_keys(beginning).folded, after, limit))
