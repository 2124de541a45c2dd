"""What waits for a player: open decisions, challenges, messages, and rounds of tournaments that open soon."""

import msgspec

from domain.kernel.values import Value
from projections.rows.terms import ShownTerms
from service.core.store.database import Cursor
from service.meeting.terms import MeetingTerms
from service.news.digest.rows import wants_messages
from service.news.messages import names_of_topics
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


class WaitingChallenge(Value, frozen=True):
    """A challenge or a rematch that waits for the answer of the player."""

    name: str
    """The title."""
    expires_at: str


class Unread(Value, frozen=True):
    """A game or tournament in which others have written."""

    topic: str
    """Its path, such as `games/…`."""
    name: str
    number: int


class Waiting(Value, frozen=True):
    """What waits for a player."""

    games: tuple[WaitingGame, ...] = ()
    rounds: tuple[WaitingRound, ...] = ()
    unread: tuple[Unread, ...] = ()
    challenges: tuple[WaitingChallenge, ...] = ()

    @property
    def is_nothing(self) -> bool:
        """Whether nothing waits."""
        return not self.games and not self.rounds and not self.unread and not self.challenges


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
    opening = tuple(WaitingRound(row["id"], row["name"], row["opens"]) for row in rounds)
    unread = unread_of(cursor, player) if wants_messages(cursor, player) else ()
    return Waiting(named, opening, unread, challenges_to(cursor, player, now))


def challenges_to(cursor: Cursor, player: str, now: str) -> tuple[WaitingChallenge, ...]:
    """Return the challenges that wait for the answer of a player at a time, the first to expire first."""
    rows = cursor.all(
        "SELECT m.terms, m.expires_at FROM meetings m JOIN meeting_players p ON p.meeting=m.id "
        "WHERE p.player=? AND p.has_agreed=0 AND m.state='open' AND m.expires_at > ? "
        "ORDER BY m.expires_at, m.id LIMIT ?",
        (player, now, MOST_NAMED),
    )
    return tuple(
        WaitingChallenge(msgspec.json.decode(row["terms"], type=MeetingTerms).ruleset.capitalize(), row["expires_at"])
        for row in rows
    )


def unread_of(cursor: Cursor, player: str) -> tuple[Unread, ...]:
    """Return where others have written at the tables and tournaments of a player, who has not read or muted it.

    Messages of players whom the player has blocked do not count.
    """
    found = cursor.all(
        "SELECT m.topic, COUNT(*) AS number FROM talk_messages m "
        "LEFT JOIN talk_marks k ON k.player=? AND k.topic=m.topic WHERE m.room='table' AND m.text IS NOT NULL "
        "AND (m.player IS NULL OR m.player<>?) AND NOT EXISTS (SELECT 1 FROM blocks b WHERE b.player=? "
        "AND (b.blocked=m.player OR b.blocked=m.account)) AND COALESCE(k.muted, 0)=0 "
        "AND m.at > COALESCE(k.read_at, '') "
        "AND (m.topic IN (SELECT 'games/' || game FROM sitters WHERE player=?) OR m.topic IN "
        "(SELECT 'tournaments/' || tournament FROM tournament_people WHERE player=? AND role <> 'invited')) "
        "GROUP BY m.topic ORDER BY MAX(m.at) DESC LIMIT ?",
        (player, player, player, player, player, MOST_NAMED),
    )
    rows = {row["topic"]: int(row["number"]) for row in found}
    names = names_of_topics(cursor, list(rows))
    return tuple(Unread(topic, names[topic], number) for topic, number in rows.items() if topic in names)
