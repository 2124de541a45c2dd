"""A tournament after the events of its rounds."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from domain.game.events import BOT
from domain.kernel.values import Event
from domain.tournaments.events import rounds
from domain.tournaments.evolve.parts import discarding, in_division, with_entrant, with_round, with_table
from domain.tournaments.formats.league import season_of
from domain.tournaments.state import CheckIn, Entrant, Round, Table, Tournament
from domain.tournaments.terms import League


def published(tournament: Tournament, event: rounds.RoundPublished, at: str) -> Tournament:
    """Return the tournament after the publication of a round at a time."""
    tables = tuple(Table(number, table.players, table.game) for number, table in enumerate(event.tables, 1))
    seed = bytes.fromhex(event.seed)
    published = Round(event.round, event.edition, 0, event.stage, seed, tables, event.byes, at)
    seasons = tournament.seasons
    if event.divisions is not UNSET:
        divisions = enumerate(event.divisions, 1)
        seasons = (*seasons, {player: number for number, players in divisions for player in players})
    return replace(
        tournament,
        status="running",
        check_in=None,
        rounds=(*tournament.rounds, published),
        schedule=tournament.schedule if event.schedule is UNSET else event.schedule,
        seasons=seasons,
    )


def withdrawn(tournament: Tournament, event: rounds.RoundWithdrawn, at: str) -> Tournament:
    """Return the tournament after the withdrawal of its last round: on hold, with its players still checked in.

    A player who has left since then has to check in again after a return.
    """
    *left, last = tournament.rounds
    active = {*tournament.active}
    seated = (*(player for table in last.tables for player in table.players), *last.byes)
    present = tuple(player for player in seated if player in active)
    return replace(
        discarding(tournament, last, [table.number for table in last.tables]),
        status="running" if left else "registration",
        is_held=True,
        entrants=_without_substitutes(tournament, last),
        check_in=CheckIn(event.round, at, present) if tournament.terms.check_in > 0 else None,
        rounds=tuple(left),
        seasons=_seasons_before(tournament, last),
        withdrawn_editions={**tournament.withdrawn_editions, event.round: last.edition + 1},
        schedule=tournament.schedule if left else (),
    )


def _without_substitutes(tournament: Tournament, last: Round) -> dict[str, Entrant]:
    """Return the players without those whom the results of cancelled games of the last round have brought in.

    Players with a seat in an earlier round stay as substitutes. Players who have registered since then stay too.
    """
    results = [table.result for table in last.tables if table.result is not None]
    entered = {player for result in results if result.entered is not UNSET for player in result.entered}
    earlier = _first_seats(tournament.rounds[:-1])
    kept: dict[str, Entrant] = {}
    for player, entrant in tournament.entrants.items():
        if (entrant.status, entrant.since) != ("substitute", last.number):
            kept[player] = entrant
        elif player in earlier:
            kept[player] = Entrant(player, "substitute", earlier[player])
        elif player in entered:
            kept[player] = Entrant(player, "withdrawn", 1)
    return kept


def _seasons_before(tournament: Tournament, last: Round) -> tuple[Mapping[str, int], ...]:
    """Return the seasons without the last round, and without players whom results of its cancelled games assigned.

    Players with a seat in an earlier round of the season stay, and those who have returned or registered since then.
    """
    form = tournament.terms.format
    if not isinstance(form, League):
        return tournament.seasons
    *earlier, current = tournament.seasons
    rounds_before = (last.number - 1) % form.rounds
    if rounds_before == 0:
        return tuple(earlier)
    results = [table.result for table in last.tables if table.result is not None]
    assigned = {player for result in results if result.assigned is not UNSET for player in result.assigned}
    seated = _first_seats(tournament.rounds[-1 - rounds_before : -1])
    gone = assigned - {*tournament.active} - {*seated}
    return (*earlier, {player: division for player, division in current.items() if player not in gone})


def _first_seats(held: Sequence[Round]) -> dict[str, int]:
    """Return by player the first of these rounds in which the player had a seat at the end of a game."""
    found: dict[str, int] = {}
    for each in held:
        for result in (table.result for table in each.tables if table.result is not None):
            for player in (*(place.player for place in result.places), *result.seated):
                found.setdefault(player, each.number)
    return found


def _games_opened(tournament: Tournament, event: rounds.GamesOpened) -> Tournament:
    return with_round(tournament, event.round, lambda held: replace(held, is_open=True))


def _result_taken(tournament: Tournament, event: rounds.ResultTaken) -> Tournament:
    after = with_table(tournament, event.round, event.table, lambda table: replace(table, result=event))
    # results of earlier releases do not name those who entered: finished tournaments keep their standings
    entered = () if event.entered is UNSET else event.entered
    for player in (*(place.player for place in event.places), *event.seated):
        is_new = player not in after.entrants or player in entered
        if is_new and not player.startswith(BOT):
            after = with_entrant(after, player, "substitute", event.round)
            # results of earlier releases do not name those whom the season lacked
            after = _in_division(after, event, player, -1) if event.assigned is UNSET else after
    form = tournament.terms.format
    if event.assigned is not UNSET and isinstance(form, League):
        for player in event.assigned:
            after = _in_division(after, event, player, season_of(form, event.round))
    return after


def _in_division(tournament: Tournament, event: rounds.ResultTaken, player: str, season: int) -> Tournament:
    """Return the tournament with a player in the division of the table of a result: all its players have the same."""
    if not tournament.seasons:
        return tournament
    first = tournament.rounds[event.round - 1].tables[event.table - 1].players[0]
    return in_division(tournament, player, tournament.seasons[season].get(first, 1), season)


ROUNDS: Mapping[type[Event], Callable[[Tournament, Any], Tournament]] = {
    rounds.GamesOpened: _games_opened,
    rounds.ResultTaken: _result_taken,
}
