"""Refusals of new acts of persons. `decide` accepts them, in logs of earlier releases or as acts of the service."""

from fractions import Fraction

from msgspec import UNSET

from domain.tournaments.commands import (
    AdjustPoints,
    AnyAct,
    ChangeTerms,
    Dismiss,
    Penalise,
    ReopenRegistration,
    ReplaceResult,
    SwapPlayers,
)
from domain.tournaments.decide.decide import Batch, decide
from domain.tournaments.decide.guards import Asked, need_dismissible, need_role
from domain.tournaments.events.rulings import TablesChanged
from domain.tournaments.refusals import InvalidTermsError, Refused
from domain.tournaments.state import Tournament
from domain.tournaments.terms import Heats, Terms

MAX_DENOMINATOR = 1000
"""The largest denominator of points by a ruling: sums of any number of them stay short enough to write."""


def decide_new(tournament: Tournament, asked: Asked, act: AnyAct) -> Batch:
    """Return the batch of a new act.

    Raises Refused, also where `decide` accepts an act (1.3, 1.4, 2.2, 9.2, 9.4, 9.8).
    """
    batch = decide(tournament, asked, act)
    match act:
        case Dismiss():
            need_dismissible(tournament, act.player)
            # `decide` lets an organiser give up the own role
            need_role(tournament, asked.author, "owner")
        case ChangeTerms():
            _check_room(tournament, act.terms)
        case ReopenRegistration():
            _check_reopening(tournament, asked.at)
        case AdjustPoints() | Penalise():
            _check_denominator(act.points)
            _check_points_round(tournament, act)
        case ReplaceResult():
            _check_change(tournament, act)
        case SwapPlayers():
            _check_seats(tournament, act, batch)
        case _:
            pass
    return batch


def _check_room(tournament: Tournament, terms: Terms) -> None:
    count = len(tournament.active)
    # terms of earlier releases may have a lower maximum: other changes stay possible
    if terms.max_players < min(count, tournament.terms.max_players):
        reason = "{count} players are registered: `max_players` must be {count} or more"
        raise InvalidTermsError("1.4", reason, "max_players", count=count)


def _check_reopening(tournament: Tournament, at: str) -> None:
    closes = tournament.terms.registration_closes
    if closes is not UNSET and closes <= at:
        reason = "the terms close registration at {closes}: the owner has to change `registration_closes` first"
        raise Refused("2.2", reason, closes=closes)


def _check_denominator(points: str) -> None:
    if Fraction(points).denominator > MAX_DENOMINATOR:
        raise Refused("9.4", "the denominator of points is {most} at most", "points", most=MAX_DENOMINATOR)


def _check_points_round(tournament: Tournament, act: AdjustPoints | Penalise) -> None:
    form = tournament.terms.format
    is_warning = Fraction(act.points) == 0
    if isinstance(form, Heats) and act.round > form.rounds and not is_warning:
        # knock-out rounds are ranked by places (rule 7.11)
        reason = "round {round} is a knock-out round: replace the result, forfeit the seat, or disqualify the player"
        raise Refused("9.4", reason, "round", round=act.round)


def _check_change(tournament: Tournament, act: ReplaceResult) -> None:
    held = tournament.round(act.round)
    for table in () if held is None else held.tables:
        if table.number == act.table and {*table.ruled} == {*act.places}:
            reason = "an earlier ruling has given table {table} of round {round} these places: nothing was added"
            raise Refused("9.8", reason, table=act.table, round=act.round)


def _check_seats(tournament: Tournament, act: SwapPlayers, batch: Batch) -> None:
    (event,) = batch
    held = tournament.round(act.round)
    changed = {table.table for table in event.tables} if isinstance(event, TablesChanged) else set[int]()
    for table in () if held is None else held.tables:
        if table.number in changed and table.forfeited:
            reason = "a seat of table {table} is forfeited: withdraw the round, or replace the result of the table"
            raise Refused("9.2", reason, "players", table=table.number)
