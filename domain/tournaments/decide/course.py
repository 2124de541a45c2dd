"""Acts about the course of a tournament: holds, and its end (chapters 1 and 8)."""

from typing import assert_never

from domain.kernel.values import Event
from domain.tournaments.commands import Cancel, CourseAct, Finish, Hold, LiftHold
from domain.tournaments.decide.guards import Asked, need_owner, need_reason, need_role
from domain.tournaments.events import opening
from domain.tournaments.formats.draw import rounds_of
from domain.tournaments.ranking import standings_of
from domain.tournaments.refusals import Refused
from domain.tournaments.state import Tournament


def decide_course_act(tournament: Tournament, asked: Asked, act: CourseAct) -> Event:
    """Return the event of an act about the course of a tournament. Only the owner cancels it (rule 1.3)."""
    if isinstance(act, Cancel):
        need_owner(tournament, asked.author)
    else:
        need_role(tournament, asked.author, "director")
    match act:
        case Hold():
            return hold(tournament, act.reason, asked.author)
        case LiftHold():
            if not tournament.is_held:
                raise Refused("1.5", "the tournament is not on hold")
            return opening.HoldLifted(asked.author)
        case Finish():
            return finish(tournament, asked.author, is_early=act.early)
        case Cancel():
            need_reason(act.reason)
            return opening.TournamentCancelled(act.reason, asked.author)
        case _:
            assert_never(act)


def hold(tournament: Tournament, reason: str, author: str | None) -> Event:
    """Return the event that keeps the service from the next steps (rule 1.5)."""
    need_reason(reason)
    if tournament.is_held:
        raise Refused("1.5", "the tournament is on hold already")
    return opening.HoldPlaced(reason, author)


def finish(tournament: Tournament, author: str | None, *, is_early: bool) -> Event:
    """Return the event that ends a tournament (rule 8.1)."""
    unfinished = [held.number for held in tournament.rounds if held.closed_at is None]
    if unfinished:
        raise Refused("8.1", "round {round} has to be closed first", round=unfinished[0])
    left = rounds_of(tournament) - len(tournament.rounds)
    if not tournament.rounds or (left > 0 and not is_early):
        raise Refused("8.1", "{left} rounds are left: play them, or finish early after the first one", left=left)
    return opening.TournamentFinished(final_places(tournament), author)


def final_places(tournament: Tournament) -> tuple[opening.FinalPlace, ...]:
    """Return the final ranking."""
    rows = standings_of(tournament).rows
    return tuple(opening.FinalPlace(row.player, row.rank, row.division) for row in rows)
