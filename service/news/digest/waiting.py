"""What waits for a player: open decisions and rounds of tournaments that open soon."""

import msgspec

from domain.kernel.values import Value
from projections.rows.terms import ShownTerms
from service.core.store.database import Cursor
from service.news.times import later
from service.tournaments.rows import IS_WHOLE

SOON = 24 * 3600
"""Seconds ahead in which a round has to open to be named: until the next e-mail."""

MOST_NAMED = 50
"""Games and tournaments that are named in one e-mail."""


class WaitingGame(Value, frozen=True):
    """A game in which a decision of the player is open."""

    id: str
    name: str
    due: str | None
    """When the clock runs out; None: without clock, or it is stopped."""


class WaitingRound(Value, frozen=True):
    """A tournament whose next round opens."""

    id: str
    name: str
    opens_at: str


class Waiting(Value, frozen=True):
    """What waits for a player."""

    games: tuple[WaitingGame, ...] = ()
    rounds: tuple[WaitingRound, ...] = ()

    @property
    def is_nothing(self) -> bool:
        """Whether nothing waits."""
        return not self.games and not self.rounds


def waiting_for(cursor: Cursor, player: str, now: str) -> Waiting:
    """Return what waits for a player at a time, the most urgent first."""
    games = cursor.all(
        "SELECT s.game, s.due, l.ruleset, l.terms FROM seats s JOIN lobby l ON l.game=s.game "
        "WHERE s.player=? AND s.decision IS NOT NULL ORDER BY s.due IS NULL, s.due, s.game LIMIT ?",
        (player, MOST_NAMED),
    )
    named = tuple(
        WaitingGame(
            row["game"],
            msgspec.json.decode(row["terms"], type=ShownTerms).name or row["ruleset"].capitalize(),
            row["due"],
        )
        for row in games
    )
    rounds = cursor.all(
        "SELECT t.id, t.name, COALESCE(t.due, t.starts_at) AS opens FROM tournaments t "  # noqa: S608 - a constant
        f"JOIN tournament_people p ON p.tournament=t.id WHERE {IS_WHOLE} AND p.player=? AND p.role='player' "
        "AND t.status IN ('registration', 'running') AND COALESCE(t.due, t.starts_at) > ? "
        "AND COALESCE(t.due, t.starts_at) <= ? ORDER BY opens, t.id LIMIT ?",
        (player, now, later(now, SOON), MOST_NAMED),
    )
    return Waiting(named, tuple(WaitingRound(row["id"], row["name"], row["opens"]) for row in rounds))
