"""A tournament after the events of its rounds."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from domain.game.events import BOT
from domain.kernel.values import Event
from domain.tournaments.events import rounds
from domain.tournaments.evolve.parts import discarding, in_division, with_entrant, with_round, with_table
from domain.tournaments.state import Round, Table, Tournament
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


def _round_withdrawn(tournament: Tournament, event: rounds.RoundWithdrawn) -> Tournament:
    editions = {**tournament.withdrawn_editions, event.round: tournament.rounds[-1].edition + 1}
    left, withdrawn = tournament.rounds[:-1], tournament.rounds[-1]
    after = discarding(tournament, withdrawn, [table.number for table in withdrawn.tables])
    first = isinstance(tournament.terms.format, League) and len(left) % tournament.terms.format.rounds == 0
    return replace(
        after,
        rounds=left,
        seasons=tournament.seasons[:-1] if first else tournament.seasons,
        status="running" if left else "registration",
        withdrawn_editions=editions,
        schedule=tournament.schedule if left else (),
    )


def _games_opened(tournament: Tournament, event: rounds.GamesOpened) -> Tournament:
    return with_round(tournament, event.round, lambda held: replace(held, is_open=True))


def _result_taken(tournament: Tournament, event: rounds.ResultTaken) -> Tournament:
    after = with_table(tournament, event.round, event.table, lambda table: replace(table, result=event))
    for player in (*(place.player for place in event.places), *event.seated):
        if player not in after.entrants and not player.startswith(BOT):
            after = with_entrant(after, player, "substitute", event.round)
            if after.seasons:
                after = in_division(after, player, after.seasons[-1].get(_first_of(tournament, event), 1))
    return after


def _first_of(tournament: Tournament, event: rounds.ResultTaken) -> str:
    """Return a player of the table of a result: all have the same division."""
    return tournament.rounds[event.round - 1].tables[event.table - 1].players[0]


ROUNDS: Mapping[type[Event], Callable[[Tournament, Any], Tournament]] = {
    rounds.RoundWithdrawn: _round_withdrawn,
    rounds.GamesOpened: _games_opened,
    rounds.ResultTaken: _result_taken,
}
