"""What the service does in a tournament because of the time, without a request (rule 4.7)."""

from typing import Literal, TypeAlias

from msgspec import UNSET

from domain.kernel.values import Event, Value
from domain.ledger.times import SECOND, micros
from domain.tournaments.commands import PublishRound
from domain.tournaments.decide.course import finish, hold
from domain.tournaments.decide.organisers import close_registration
from domain.tournaments.decide.publishing import publish
from domain.tournaments.decide.rounds import close_round, open_check_in
from domain.tournaments.formats.draw import rounds_of
from domain.tournaments.refusals import Refused
from domain.tournaments.state import Tournament
from domain.tournaments.terms import Heats

Step: TypeAlias = Literal["close_registration", "open_check_in", "publish", "close_round", "finish"]


class Due(Value, frozen=True):
    """The next step of a tournament, and its time in microseconds."""

    at: int
    step: Step
    round: int = 0


def next_due(tournament: Tournament) -> Due | None:
    """Return the next step of the service; None: the tournament waits for people or games."""
    if tournament.is_over or tournament.is_held:
        return None
    for held in tournament.rounds:
        if held.closed_at is None and held.is_decided:
            return Due(micros(tournament.tip.at), "close_round", held.number)
    steps = [step for step in (_registration(tournament), _next_round(tournament), _end(tournament)) if step]
    return min(steps, key=lambda due: due.at, default=None)


def _registration(tournament: Tournament) -> Due | None:
    closes = tournament.terms.registration_closes
    if closes is UNSET or tournament.is_closed or tournament.rounds:
        return None
    return Due(micros(closes), "close_registration")


def start_of_next_round(tournament: Tournament) -> int | None:
    """Return when the next round starts, in microseconds; None: an organiser starts it, or no round is left."""
    terms, number = tournament.terms, tournament.next_round
    if number > rounds_of(tournament):
        return None
    unfinished = any(held.closed_at is None for held in tournament.rounds)
    if unfinished and (not terms.overlap or isinstance(terms.format, Heats)):
        return None
    if number <= len(terms.starts):
        return micros(terms.starts[number - 1])
    return _after_last(tournament) if not unfinished else None


def _after_last(tournament: Tournament) -> int | None:
    """Return when the pause after the last round is over; None: there is no round, or no pause."""
    pause = tournament.terms.pause
    closed = [held.closed_at for held in tournament.rounds if held.closed_at is not None]
    return None if pause is UNSET or not closed else micros(max(closed)) + pause * SECOND


def _next_round(tournament: Tournament) -> Due | None:
    start = start_of_next_round(tournament)
    if start is None:
        return None
    seconds = tournament.terms.check_in
    if seconds > 0 and tournament.check_in is None:
        return Due(start - seconds * SECOND, "open_check_in", tournament.next_round)
    if tournament.check_in is not None:
        start = max(start, micros(tournament.check_in.opened_at) + seconds * SECOND)
    return Due(start, "publish", tournament.next_round)


def _end(tournament: Tournament) -> Due | None:
    if tournament.next_round <= rounds_of(tournament) or any(held.closed_at is None for held in tournament.rounds):
        return None
    end = _after_last(tournament)
    return None if end is None else Due(end, "finish")


def decide_due(tournament: Tournament, at: str) -> tuple[Event, ...] | None:
    """Return the batch of the step that is due at a time; None: nothing is due.

    A round that cannot be published places a hold, with the reason, so that an organiser decides.
    """
    due = next_due(tournament)
    if due is None or micros(at) < due.at:
        return None
    match due.step:
        case "close_registration":
            return (close_registration(tournament, None),)
        case "open_check_in":
            return (open_check_in(tournament, due.round, None),)
        case "close_round":
            return (close_round(tournament, due.round, None),)
        case "finish":
            return (finish(tournament, None, is_early=False),)
        case "publish":
            try:
                return (publish(tournament, PublishRound(due.round), None),)
            except Refused as refused:
                return (hold(tournament, f"round {due.round} was not published: {refused.reason}"[:500], None),)
