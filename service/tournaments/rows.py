"""The rows that follow from a tournament, for lists and for the steward. They are written with its events."""

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from msgspec.structs import asdict

from domain.kernel.values import Value
from domain.tournaments.due import next_due
from domain.tournaments.formats.draw import rounds_of
from domain.tournaments.openings import awaited_games, planned_games
from domain.tournaments.state import Tournament
from projections.times import moment
from service.core.store.damage import DAMAGED_TOURNAMENTS
from service.core.store.database import Cursor, Row

Role: TypeAlias = Literal["organiser", "player", "left", "substitute", "invited"]

AWAITED, DISCARDED = "awaited", "discarded"
"""The states of games: the result is awaited, or the game does not count any more."""


class TournamentRow(Value, frozen=True):
    """A tournament in a list."""

    id: str
    version: int
    head: str
    name: str
    ruleset: str
    status: str
    owner: str
    visibility: str
    opened_at: str
    starts_at: str | None
    players: int
    max_players: int
    round: int
    """The number of published rounds."""
    rounds: int
    """The expected number of all rounds."""
    due: str | None
    """When the service has to act next; null: it waits for people or games."""


COLUMNS = TournamentRow.__struct_fields__

HAS_ROLE = "EXISTS (SELECT 1 FROM tournament_people p WHERE p.tournament=t.id AND p.player=?"
"""The beginning of a condition on `tournaments t`: the player has a role, perhaps with further conditions on `p`."""


IS_WHOLE = f"t.id NOT IN ({DAMAGED_TOURNAMENTS})"
"""The condition on `tournaments t` that the log is not damaged."""


def visible_and_of(requester: str | None, player: str | None, organiser: str | None) -> tuple[list[str], list[str]]:
    """Return the conditions on `tournaments t`, and their values, for what a requester may see.

    `player` and `organiser` restrict it to the tournaments of a player or an organiser. Damaged ones are left out.
    """
    conditions, values = [IS_WHOLE, f"(t.visibility='public' OR {HAS_ROLE}))"], [requester or ""]
    if player is not None:
        conditions.append(f"{HAS_ROLE} AND p.role IN ('player', 'left', 'substitute'))")
        values.append(player)
    if organiser is not None:
        conditions.append(f"{HAS_ROLE} AND p.role='organiser')")
        values.append(organiser)
    return conditions, values


def row_of(tournament: Tournament) -> TournamentRow:
    """Return the row of a tournament."""
    terms = tournament.terms
    return TournamentRow(
        id=tournament.id,
        version=tournament.version,
        head=tournament.tip.head,
        name=terms.name,
        ruleset=terms.ruleset,
        status=tournament.status,
        owner=tournament.opened.owner,
        visibility=terms.visibility,
        opened_at=tournament.opened_at,
        starts_at=terms.starts[0] if terms.starts else None,
        players=len(tournament.active),
        max_players=terms.max_players,
        round=len(tournament.rounds),
        rounds=rounds_of(tournament),
        due=_due(tournament),
    )


def _due(tournament: Tournament) -> str | None:
    if planned_games(tournament):
        return tournament.tip.at
    due = next_due(tournament)
    return None if due is None else moment(due.at)


def people_of(tournament: Tournament) -> frozenset[tuple[str, Role]]:
    """Return the players of a tournament with their roles."""
    roles: set[tuple[str, Role]] = {(player, "organiser") for player in tournament.organisers}
    roles |= {(player, "substitute") for player in tournament.substitutes}
    roles |= {(player, "invited") for player in tournament.invited}
    for player, entrant in tournament.entrants.items():
        if entrant.status != "withdrawn":
            roles.add((player, "player" if entrant.status == "active" else "left"))
    return frozenset(roles)


def games_of(tournament: Tournament) -> frozenset[tuple[str, str]]:
    """Return the games about which the steward still has to do something, or may have to."""
    awaited = awaited_games(tournament)
    if tournament.is_over:
        return frozenset((game, DISCARDED) for game in (*awaited, *tournament.discarded))
    return frozenset([(game, AWAITED) for game in awaited] + [(game, DISCARDED) for game in tournament.discarded])


_STORED: Mapping[str, str] = {"ended": "finished"}
"""The word that rows have for a status. It does not change: other processes may be of another release."""
_SHOWN = {stored: status for status, stored in _STORED.items()}


def stored_status(status: str) -> str:
    """Return the word for a status in rows."""
    return _STORED.get(status, status)


def row_in(found: Row) -> TournamentRow:
    """Return a stored row of a tournament."""
    fields: dict[str, Any] = {name: found[name] for name in COLUMNS}
    fields["status"] = _SHOWN.get(fields["status"], fields["status"])
    return TournamentRow(**fields)


def write_rows(cursor: Cursor, before: Tournament | None, after: Tournament) -> None:
    """Write the rows of a tournament, of people and games only those that changed."""
    row = asdict(row_of(after))
    row["status"] = stored_status(row["status"])
    changed = ", ".join(f"{name}=excluded.{name}" for name in COLUMNS if name != "id")
    places = ",".join("?" * len(COLUMNS))
    cursor.execute(
        f"INSERT INTO tournaments ({', '.join(COLUMNS)}) VALUES ({places}) "  # noqa: S608 - constants
        f"ON CONFLICT (id) DO UPDATE SET {changed}",
        [row[name] for name in COLUMNS],
    )
    old, new = (frozenset[tuple[str, Role]]() if before is None else people_of(before)), people_of(after)
    cursor.execute_many(
        "DELETE FROM tournament_people WHERE tournament=? AND player=? AND role=?",
        [(after.id, *gone) for gone in sorted(old - new)],
    )
    cursor.execute_many(
        "INSERT INTO tournament_people (tournament, player, role) VALUES (?,?,?)",
        [(after.id, *come) for come in sorted(new - old)],
    )
    held, kept = (frozenset[tuple[str, str]]() if before is None else games_of(before)), games_of(after)
    cursor.execute_many("DELETE FROM tournament_games WHERE game=?", [(game,) for game, _ in sorted(held - kept)])
    # earlier releases did not discard games that were opened during a withdrawal: `held` may name games without a row
    discarded = {(game, state) for game, state in kept if state == DISCARDED}
    cursor.execute_many(
        "INSERT INTO tournament_games (game, tournament, state) VALUES (?,?,?) ON CONFLICT (game) DO NOTHING",
        [(game, after.id, state) for game, state in sorted((kept - held) | discarded)],
    )
