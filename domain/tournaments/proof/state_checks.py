"""The checks that follow the tournament: every event is what its act gives, decided again (SPEC.md 11)."""

import re
from collections.abc import Callable

from msgspec import UNSET
from msgspec.structs import replace

from domain.kernel.values import Event
from domain.ledger.times import micros
from domain.proof.errors import CheckFailedError
from domain.tournaments.commands import PublishRound
from domain.tournaments.decide.course import finish
from domain.tournaments.decide.decide import decide
from domain.tournaments.decide.guards import Asked, need_before_start, need_going_on, need_player, need_role
from domain.tournaments.decide.publishing import publish
from domain.tournaments.decide.rounds import games_opened, table_of_game, take_result
from domain.tournaments.decide.terms import check_plain_terms
from domain.tournaments.due import decide_due, next_due
from domain.tournaments.events.opening import HoldPlaced, TermsChanged, TournamentFinished, TournamentOpened
from domain.tournaments.events.rounds import GamesOpened, ResultTaken, RoundPublished
from domain.tournaments.proof.again import ACTS
from domain.tournaments.proof.steps import Check, Step
from domain.tournaments.refusals import Refused
from domain.tournaments.results import ResultStatement, StatementPlace
from domain.tournaments.state import Tournament

LATER_FIELDS = ("assigned", "division", "entered")
"""The optional fields that events of earlier releases lack, and that change the state of the tournament."""


def _equal(event: Event, again: Callable[[], Event | None]) -> None:
    """Fail unless an event, decided again, is the same."""
    try:
        expected = again()
    except Refused as refused:
        raise CheckFailedError(f"the act is refused: {refused.reason}") from None
    if expected != event:
        raise CheckFailedError(f"the event must be {expected}"[:500])


class Acts(Check):
    """Who acted was allowed to, the act was possible, and the event is what follows from it."""

    name = "acts"
    needs_state = True

    def take(self, step: Step, /) -> None:
        """Decide the act again."""
        event, before, at = step.event, step.before, step.item.line.record.at
        if isinstance(event, TournamentOpened):
            _equal(event, lambda: _opened(event))
        elif before is None or isinstance(event, RoundPublished | ResultTaken | TournamentFinished):
            return
        elif isinstance(event, TermsChanged):
            _equal(event, lambda: _terms_changed(before, event))
        elif isinstance(event, GamesOpened):
            _equal(event, lambda: games_opened(before, event.round))
        else:
            author: str | None = getattr(event, "author", None)
            _equal(event, lambda: _again(before, event, author, at))


def _opened(event: TournamentOpened) -> Event:
    need_player(event.owner)
    check_plain_terms(event.terms)
    return event


def _terms_changed(before: Tournament, event: TermsChanged) -> Event:
    need_going_on(before)
    need_role(before, event.author, "owner")
    need_before_start(before, "1.4")
    check_plain_terms(event.terms)
    return event


def _again(before: Tournament, event: Event, author: str | None, at: str) -> Event | None:
    if author is not None:
        (decided,) = decide(before, Asked(author, at), ACTS[type(event)](event))
        return _as_recorded(decided, event)
    if isinstance(event, HoldPlaced):
        # the reason follows from the seed of a round that was never published
        due = next_due(before)
        is_due = due is not None and due.step == "publish" and micros(at) >= due.at
        return event if is_due and event.reason.startswith(f"round {before.next_round} was not published: ") else None
    return _due(before, at)


def _as_recorded(decided: Event, event: Event) -> Event:
    """Return an event that was decided again, without the later fields that the recorded event lacks.

    The events of earlier releases never have them.
    """
    if type(decided) is not type(event):
        return decided
    return replace(decided, **{name: UNSET for name in LATER_FIELDS if getattr(event, name, None) is UNSET})


def _due(before: Tournament, at: str) -> Event | None:
    """Return the event of a step of the service that is due. A round is paired by another check."""
    due = next_due(before)
    batch = None if due is None or due.step == "publish" else decide_due(before, at)
    return None if batch is None else batch[0]


class Pairings(Check):
    """The tables of every round, their byes and their cost follow from its seed and the tournament before it."""

    name = "pairings"
    needs_state = True

    def take(self, step: Step, /) -> None:
        """Pair the round again."""
        event, before = step.event, step.before
        if not isinstance(event, RoundPublished) or before is None:
            return
        _equal(event, lambda: _published(before, event, step.item.line.record.at))


def _published(before: Tournament, event: RoundPublished, at: str) -> Event:
    need_going_on(before)
    act = PublishRound(event.round, event.attempt, event.edits)
    if event.author is not None:
        need_role(before, event.author, "director")
    else:
        due = next_due(before)
        if due is None or due.step != "publish" or micros(at) < due.at or act != PublishRound(event.round):
            raise Refused("4.7", "the service had no round to publish at this time")
    if re.fullmatch(r"[0-9a-f]{64}", event.seed) is None:
        raise CheckFailedError("the seed of a round is 32 bytes, as 64 lower-case hex digits")
    return publish(before, act, event.author, bytes.fromhex(event.seed))


class Results(Check):
    """Every result is what the certificate of its game states, and is taken once."""

    name = "results"
    needs_state = True

    def take(self, step: Step, /) -> None:
        """Take the result again from the certificate."""
        event, before, certificate = step.event, step.before, step.item.certificate
        if not isinstance(event, ResultTaken) or before is None:
            return
        if certificate is not None:
            _equal(event, lambda: _result(before, event, certificate.result))
        elif step.item.is_withheld:
            _equal(event, lambda: _result(before, event, _stated(before, event)))


def _stated(before: Tournament, event: ResultTaken) -> ResultStatement:
    """Return what the certificate of a withheld game states, as far as the result has it.

    The ranks of the result are final: those of bots stand where they stand.
    """
    found = table_of_game(before, event.game)
    seats = 0 if found is None else len(found[1].players)
    if any(place.rank < 1 for place in event.places):
        raise CheckFailedError("a rank is 1 or more")
    at_end = {place.seat: place.player for place in event.places}
    players = tuple(at_end.get(seat) for seat in range(seats)) if event.status == "ended" else event.seated
    return ResultStatement(
        game=event.game,
        head=event.head,
        version=event.version,
        ruleset=before.terms.ruleset,
        ruleset_version=before.terms.ruleset_version,
        status=event.status,
        players=(*players, *(None,) * (seats - len(players))),
        places=tuple(StatementPlace(place.rank, place.score, place.seat) for place in event.places),
        resigned=(),
        adjudicated=True,
    )


def _result(before: Tournament, event: ResultTaken, statement: ResultStatement) -> Event:
    return _as_recorded(take_result(before, statement), event)


class FinalStandings(Check):
    """The final ranking follows from the results, byes and rulings."""

    name = "standings"
    needs_state = True

    def take(self, step: Step, /) -> None:
        """Compute the final ranking again."""
        event, before, at = step.event, step.before, step.item.line.record.at
        if isinstance(event, TournamentFinished) and before is not None:
            _equal(event, lambda: _finished(before, event, at))


def _finished(before: Tournament, event: TournamentFinished, at: str) -> Event | None:
    if event.author is not None:
        need_role(before, event.author, "director")
        return finish(before, event.author, is_early=True)
    return _due(before, at)
