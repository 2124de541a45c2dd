"""Who meets the terms of open games: how many started games a player has finished, and the player's rating."""

from domain.kernel.values import Value
from projections.rows.ratings import SCALE
from service.core.store.database import Cursor
from service.lists.tables.ratings import TITLE

LAST_GAMES = 100
"""The games, the last ones, of which the completion rate of a player is computed."""

_LAST = f"SELECT completed FROM completions WHERE player = ? ORDER BY number DESC LIMIT {LAST_GAMES}"  # noqa: S608 - our words

_RATING = f"SELECT r.ordinal FROM ratings r WHERE r.ruleset = {{}} AND r.profile = '{TITLE}' AND r.player = ?"  # noqa: S608 - our words

MEETS_COMPLETION = (
    "(min_completion IS NULL OR min_completion <= "  # noqa: S608 - our words
    f"COALESCE((SELECT 100 * SUM(completed) / COUNT(*) FROM ({_LAST}) AS last), 100))"
)
"""The condition that a player meets the lowest rate of a game in the list. A player without games does."""

_OWN = f"COALESCE(({_RATING.format('lobby.ruleset')}), 0)"
MEETS_RATINGS = (
    f"(min_rating IS NULL OR min_rating * {SCALE} <= {_OWN})",
    f"(max_rating IS NULL OR max_rating * {SCALE} >= {_OWN})",
)
"""The same for the ratings. A player without rated games has 0."""


class Completion(Value, frozen=True):
    """How many of the last games that a player started the player has finished."""

    started: int
    finished: int

    @property
    def percent(self) -> int | None:
        """The rate, rounded down; None: the player has started no game that counts."""
        return 100 * self.finished // self.started if self.started else None


def completion_of(cursor: Cursor, player: str) -> Completion:
    """Return the completion rate of a player."""
    row = cursor.one(f"SELECT COUNT(*) AS started, SUM(completed) AS finished FROM ({_LAST}) AS last", (player,))  # noqa: S608 - our words
    return Completion(0, 0) if row is None else Completion(int(row["started"]), int(row["finished"] or 0))


def rating_of(cursor: Cursor, player: str, ruleset: str) -> int:
    """Return the rating of a player in a title, in millionths; 0 without rated games."""
    row = cursor.one(_RATING.format("?"), (ruleset, player))
    return 0 if row is None else int(row["ordinal"])
