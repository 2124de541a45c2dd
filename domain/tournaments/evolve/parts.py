"""Changes of parts of a tournament."""

from collections.abc import Callable, Collection

from msgspec.structs import replace

from domain.tournaments.state import Entrant, EntrantStatus, Round, Table, Tournament


def with_entrant(tournament: Tournament, player: str, status: EntrantStatus, since: int | None = None) -> Tournament:
    """Return the tournament with a player of this status. `since` is kept where it is not given."""
    known = tournament.entrants.get(player)
    first = since if since is not None else known.since if known is not None else tournament.next_round
    entrants = {**tournament.entrants, player: Entrant(player, status, first)}
    return replace(tournament, entrants=entrants)


def in_division(tournament: Tournament, player: str, division: int, season: int = -1) -> Tournament:
    """Return the tournament with a player in a division of a season of a league, by default of the current one.

    A player whom the season has stays in the division.
    """
    if not tournament.seasons:
        return tournament
    seasons = [*tournament.seasons]
    seasons[season] = {player: division} | dict(seasons[season])
    return replace(tournament, seasons=tuple(seasons))


def discarding(tournament: Tournament, held: Round, tables: Collection[int]) -> Tournament:
    """Return the tournament with the games of these tables discarded.

    `games_opened` may still be missing: the service opens the games before that.
    """
    games = (table.game for table in held.tables if table.number in tables)
    return replace(tournament, discarded=(*tournament.discarded, *games))


def with_round(tournament: Tournament, number: int, change: Callable[[Round], Round]) -> Tournament:
    """Return the tournament with a changed round."""
    held = tournament.rounds
    return replace(tournament, rounds=(*held[: number - 1], change(held[number - 1]), *held[number:]))


def with_table(tournament: Tournament, number: int, table: int, change: Callable[[Table], Table]) -> Tournament:
    """Return the tournament with a changed table of a round."""

    def changed(held: Round) -> Round:
        tables = held.tables
        return replace(held, tables=(*tables[: table - 1], change(tables[table - 1]), *tables[table:]))

    return with_round(tournament, number, changed)
