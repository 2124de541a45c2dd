"""The appointments of calendars: the rounds of a tournament, and the deadlines of a player."""

import datetime
from collections.abc import Iterator, Sequence

from msgspec import UNSET

from domain.kernel.values import Seat, Value
from domain.ledger.records import Entry as Logged
from domain.ledger.times import SECOND, micros
from domain.tournaments.due import start_of_next_round
from domain.tournaments.formats.draw import rounds_of
from domain.tournaments.state import Tournament
from projections.times import moment
from service.news.feeds import texts
from service.news.feeds.calendars import Appointment
from service.news.feeds.texts import phrase

_TIMING = {
    f"tournament.{name}"
    for name in (
        *("opened", "terms_changed", "registration_closed", "registration_reopened", "check_in_opened"),
        *("round_published", "round_withdrawn", "round_closed", "hold_placed", "hold_lifted", "finished", "cancelled"),
    )
}
"""The types of the events that can change the appointments of a tournament, as the log stores them."""


class Deadline(Value, frozen=True):
    """An open decision of a player whose clock runs."""

    game: str
    seat: Seat
    decision: str
    name: str
    since: str
    due: str
    changed: str
    """When the decision was opened or its clock changed last."""


class Plan(Value, frozen=True):
    """What all appointments of a tournament share."""

    tournament: Tournament
    url: str
    language: str
    revised: str
    sequence: int

    def appointment(
        self, kind: str, message: texts.Message, start: str, end: str | None = None, number: int = 0
    ) -> Appointment:
        """Return an appointment. Kind and round make its UID, so that a change of its time replaces it."""
        found = self.tournament
        title = phrase(self.language, message, name=found.terms.name, round=number)
        return Appointment(
            uid=f"{kind}.{number}.{found.id}@tournaments.ludolog",
            title=title,
            text=f"{texts.title_named(found.terms.ruleset, self.language)}\n{self.url}",
            url=self.url,
            start=start,
            end=end,
            revised=self.revised,
            sequence=self.sequence,
            is_cancelled=found.status == "cancelled",
        )


def rounds_in(tournament: Tournament, entries: Sequence[Logged], origin: str, language: str) -> list[Appointment]:
    """Return the end of registration, and for each round check-in and start, as far as their times are known."""
    timing = [entry for entry in entries if entry.record.type in _TIMING]
    url = f"{origin}/tournaments/{tournament.id}"
    plan = Plan(tournament, url, language, timing[-1].record.at, len(timing) - 1)
    return [*_registration(plan), *_published(plan), *_planned(plan)]


def _registration(plan: Plan) -> Iterator[Appointment]:
    closes = plan.tournament.terms.registration_closes
    if closes is not UNSET:
        yield plan.appointment("registration", texts.CLOSES, closes)


def _published(plan: Plan) -> Iterator[Appointment]:
    for held in plan.tournament.rounds:
        yield plan.appointment("round", texts.STARTS, held.published_at, number=held.number)


def _planned(plan: Plan) -> Iterator[Appointment]:
    found = plan.tournament
    if found.status == "ended":
        return
    starts = {number: micros(start) for number, start in enumerate(found.terms.starts, 1)}
    following = start_of_next_round(found)
    if following is not None:
        starts[found.next_round] = following
    for number in range(found.next_round, rounds_of(found) + 1):
        if number in starts:
            yield from _round(plan, number, starts[number])


def _round(plan: Plan, number: int, start: int) -> Iterator[Appointment]:
    """Yield check-in and start of a round that is not published. A late check-in delays the start."""
    found, seconds = plan.tournament, plan.tournament.terms.check_in
    opens = start - seconds * SECOND
    if found.check_in is not None and found.check_in.round == number:
        opens = micros(found.check_in.opened_at)
        start = max(start, opens + seconds * SECOND)
    if seconds > 0:
        yield plan.appointment("check-in", texts.CHECK_IN, moment(opens), moment(start), number)
    yield plan.appointment("round", texts.STARTS, moment(start), number=number)


def deadline(found: Deadline, origin: str, language: str) -> Appointment:
    """Return the appointment of an open decision: the time at which the clock runs out."""
    url = f"{origin}/games/{found.game}"
    given = datetime.datetime.fromisoformat(found.due) - datetime.datetime.fromisoformat(found.since)
    return Appointment(
        uid=f"{found.decision}.{found.game}@games.ludolog",
        title=phrase(language, texts.TURN, game=found.name),
        text=f"{phrase(language, texts.TURN_TEXT)}\n{url}",
        url=url,
        start=found.due,
        revised=found.changed,
        # a pause or more time moves the deadline of a decision, always to a later time
        sequence=max(0, int(given.total_seconds())),
    )
