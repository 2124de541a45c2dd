"""Rulings of directors. Each has a reason, and none is about the author's own table or points (chapter 9)."""

from collections.abc import Collection
from fractions import Fraction
from typing import assert_never

from domain.kernel.values import Event, RefusalPart
from domain.tournaments.commands import (
    AdjustPoints,
    Disqualify,
    ForfeitSeat,
    GiveBye,
    Penalise,
    ReplaceResult,
    RulingAct,
    SwapPlayers,
    VoidTable,
)
from domain.tournaments.decide.edits import swapped
from domain.tournaments.decide.guards import (
    Asked,
    entrant_of,
    known_player,
    need_reason,
    need_role,
    need_running,
    published_round,
    table_of_round,
)
from domain.tournaments.decide.rounds import need_unstarted
from domain.tournaments.events import rulings
from domain.tournaments.game_ids import game_id
from domain.tournaments.refusals import Refused
from domain.tournaments.results import players_at
from domain.tournaments.standings.fractions import fraction_of
from domain.tournaments.state import Table, Tournament

MAX_POINTS = 1000
MAX_SCORE = 10**9


def decide_ruling(tournament: Tournament, asked: Asked, act: RulingAct) -> Event:
    """Return the event of a ruling."""
    need_role(tournament, asked.author, "director")
    need_reason(act.reason)
    match act:
        case SwapPlayers():
            return _swap(tournament, asked, act)
        case GiveBye():
            return _give_bye(tournament, asked, act)
        case AdjustPoints() | Penalise():
            return _points(tournament, asked, act)
        case Disqualify():
            return _disqualify(tournament, asked, act)
        case ForfeitSeat():
            return _forfeit(tournament, asked, act)
        case ReplaceResult():
            return _replace(tournament, asked, act)
        case VoidTable():
            table = _table(tournament, asked, act.round, act.table)
            return rulings.TableVoided(act.round, table.number, act.reason, asked.author)
        case _:
            assert_never(act)


def _not_own(author: str, players: Collection[str]) -> None:
    if author in players:
        raise Refused("9.1", "you are concerned yourself: let another director rule, or appoint one")


def _swap(tournament: Tournament, asked: Asked, act: SwapPlayers) -> Event:
    held = published_round(tournament, act.round)
    line_up = tuple(table.players for table in held.tables)
    after, byes = swapped(line_up, held.byes, act.players, "9.2", "players")
    changed = [(table, players) for table, players in zip(held.tables, after, strict=True) if table.players != players]
    for table, players in changed:
        _not_own(asked.author, {*table.players, *players})
    need_unstarted([table for table, _ in changed], asked.started, "9.2")
    for player in act.players:
        entrant_of(tournament, player)
    change = held.changes + 1
    tables = tuple(
        rulings.ChangedTable(
            table.number, players, game_id(tournament.id, act.round, held.edition, table.number, change)
        )
        for table, players in changed
    )
    return rulings.TablesChanged(act.round, act.players, tables, byes, act.reason, asked.author)


def _give_bye(tournament: Tournament, asked: Asked, act: GiveBye) -> Event:
    held = published_round(tournament, act.round)
    entrant_of(tournament, act.player)
    _not_own(asked.author, [act.player])
    if held.table_of(act.player) is not None or act.player in held.byes:
        raise Refused(
            "9.3",
            "{player} has a table or a bye in round {round} already",
            "player",
            player=act.player,
            round=act.round,
        )
    return rulings.ByeGiven(act.round, act.player, act.reason, asked.author)


def _points(tournament: Tournament, asked: Asked, act: AdjustPoints | Penalise) -> Event:
    published_round(tournament, act.round)
    known_player(tournament, act.player)
    _not_own(asked.author, [act.player])
    points = fraction_of(act.points)
    if points is None or abs(points) > MAX_POINTS:
        reason = "give points up to {most} as a fraction in lowest terms, such as `3/2`"
        raise Refused("9.4", reason, "points", most=MAX_POINTS)
    if isinstance(act, AdjustPoints):
        if points == 0:
            raise Refused("9.4", "an adjustment of 0 points changes nothing: give the difference", "points")
        return rulings.PointsAdjusted(act.round, act.player, act.points, act.reason, asked.author)
    if points < Fraction(0):
        raise Refused("9.5", "a penalty is not negative: adjust the points instead", "points")
    return rulings.PenaltyGiven(act.round, act.player, act.points, act.reason, asked.author)


def _disqualify(tournament: Tournament, asked: Asked, act: Disqualify) -> Event:
    known_player(tournament, act.player)
    _not_own(asked.author, [act.player])
    if tournament.entrants[act.player].status == "disqualified":
        raise Refused("9.6", "{player} is excluded already", player=act.player)
    return rulings.Disqualified(act.player, act.reason, asked.author)


def _table(tournament: Tournament, asked: Asked, number: int, table: int) -> Table:
    """Return a table of which a ruling is possible."""
    need_running(tournament)
    held = table_of_round(published_round(tournament, number), table)
    _not_own(asked.author, players_at(held))
    if held.is_void:
        raise Refused("9.9", "table {table} of round {round} has been voided", table=table, round=number)
    return held


def _forfeit(tournament: Tournament, asked: Asked, act: ForfeitSeat) -> Event:
    table = _table(tournament, asked, act.round, act.table)
    if act.player not in players_at(table) or act.player in table.forfeited:
        reason = "{player} has no place at table {table} that could be forfeited"
        raise Refused("9.7", reason, "player", player=act.player, table=act.table)
    return rulings.SeatForfeited(act.round, act.table, act.player, act.reason, asked.author)


def _replace(tournament: Tournament, asked: Asked, act: ReplaceResult) -> Event:
    table = _table(tournament, asked, act.round, act.table)
    players = [place.player for place in act.places]
    if not players or len({*players}) < len(players) or not {*players} <= {*players_at(table)}:
        raise _no_result("name players of the table, each once; those left out have no points")
    if len(players) > len(table.players):
        raise _no_result("the table has {seats} seats: name as many players at most", seats=len(table.players))
    if any(abs(place.score) > MAX_SCORE for place in act.places):
        raise _no_result("a score is {most} at most", most=MAX_SCORE)
    ranks = [place.rank for place in act.places]
    if any(rank != 1 + sum(other < rank for other in ranks) for rank in ranks):
        raise _no_result("a rank is 1 plus the number of players before it: 1, 2, 2, 4")
    return rulings.ResultReplaced(act.round, act.table, act.places, act.reason, asked.author)


def _no_result(text: str, /, **parts: RefusalPart) -> Refused:
    return Refused("9.8", text, "places", **parts)
