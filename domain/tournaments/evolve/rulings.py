"""A tournament after rulings about rounds and points."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from domain.kernel.values import Event
from domain.tournaments.events import rulings
from domain.tournaments.evolve.parts import discarding, with_round, with_table
from domain.tournaments.state import Adjustment, Round, Table, Tournament


def _tables_changed(tournament: Tournament, event: rulings.TablesChanged) -> Tournament:
    changed = {table.table: table for table in event.tables}

    def change(held: Round) -> Round:
        tables = tuple(
            table
            if table.number not in changed
            else replace(table, players=changed[table.number].players, game=changed[table.number].game)
            for table in held.tables
        )
        return replace(held, tables=tables, byes=event.byes, changes=held.changes + 1, is_open=False)

    after = discarding(tournament, tournament.rounds[event.round - 1], changed)
    return with_round(after, event.round, change)


def _bye_given(tournament: Tournament, event: rulings.ByeGiven) -> Tournament:
    return with_round(tournament, event.round, lambda held: replace(held, byes=(*held.byes, event.player)))


def _adjusted(tournament: Tournament, event: rulings.PointsAdjusted) -> Tournament:
    adjustment = Adjustment(event.round, event.player, event.points, "adjustment", event.reason)
    return replace(tournament, adjustments=(*tournament.adjustments, adjustment))


def _penalised(tournament: Tournament, event: rulings.PenaltyGiven) -> Tournament:
    points = event.points if event.points == "0" else f"-{event.points}"
    adjustment = Adjustment(event.round, event.player, points, "penalty", event.reason)
    return replace(tournament, adjustments=(*tournament.adjustments, adjustment))


def _forfeited(tournament: Tournament, event: rulings.SeatForfeited) -> Tournament:
    def forfeit(table: Table) -> Table:
        return replace(table, forfeited=(*table.forfeited, event.player))

    return with_table(tournament, event.round, event.table, forfeit)


def _replaced(tournament: Tournament, event: rulings.ResultReplaced) -> Tournament:
    return with_table(tournament, event.round, event.table, lambda table: replace(table, ruled=event.places))


def _voided(tournament: Tournament, event: rulings.TableVoided) -> Tournament:
    return with_table(tournament, event.round, event.table, lambda table: replace(table, is_void=True))


RULINGS: Mapping[type[Event], Callable[[Tournament, Any], Tournament]] = {
    rulings.TablesChanged: _tables_changed,
    rulings.ByeGiven: _bye_given,
    rulings.PointsAdjusted: _adjusted,
    rulings.PenaltyGiven: _penalised,
    rulings.SeatForfeited: _forfeited,
    rulings.ResultReplaced: _replaced,
    rulings.TableVoided: _voided,
}
