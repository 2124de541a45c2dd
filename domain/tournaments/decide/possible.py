"""The acts that are possible for a player now and need no further choice: what a page offers as buttons."""

from domain.tournaments import commands as c
from domain.tournaments.decide.guards import Asked, is_organiser
from domain.tournaments.decide.new_acts import decide_new
from domain.tournaments.decide.publishing import need_next_round
from domain.tournaments.refusals import Refused
from domain.tournaments.state import Tournament

REASON = "-"
"""Stands for the reason that the player gives later."""


def possible_acts(tournament: Tournament, asked: Asked) -> tuple[c.AnyAct, ...]:
    """Return the possible acts of a player. `reason` of an act is to be filled in.

    Publication is listed if enough players are present; whether forbidden pairs allow a pairing shows the draft.
    """
    number = tournament.next_round
    candidates: list[c.AnyAct] = [
        c.Register(),
        c.Leave(),
        c.Return(),
        c.JoinSubstitutes(),
        c.LeaveSubstitutes(),
        c.DeclineInvitation(),
        c.CheckIn(round=number),
        c.WithdrawCheckIn(round=number),
        c.CloseRegistration(),
        c.ReopenRegistration(),
        c.OpenCheckIn(number),
        *(c.CloseRound(held.number) for held in tournament.rounds),
        c.WithdrawRound(len(tournament.rounds), REASON),
        c.Hold(REASON),
        c.LiftHold(),
        c.Finish(),
        c.Cancel(REASON),
    ]
    found = [act for act in candidates if is_possible(tournament, asked, act)]
    return (*found, c.PublishRound(number)) if _may_publish(tournament, asked) else tuple(found)


def is_possible(tournament: Tournament, asked: Asked, act: c.AnyAct) -> bool:
    """Whether an act would not be refused."""
    try:
        decide_new(tournament, asked, act)
    except Refused:
        return False
    return True


def _may_publish(tournament: Tournament, asked: Asked) -> bool:
    try:
        need_next_round(tournament, tournament.next_round)
    except Refused:
        return False
    is_ready = len(tournament.present) >= min(tournament.terms.sizes)
    return is_ready and not tournament.is_over and is_organiser(tournament, asked.author, "director")
