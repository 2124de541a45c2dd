"""The terms of a tournament must agree with one another and with the title (rule 1.2)."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from msgspec import UNSET

from domain.game.decide import check_new_game
from domain.game.refusals import NotPossible
from domain.kernel.ruleset import OptionError
from domain.kernel.values import RefusalPart
from domain.ledger.times import is_moment
from domain.rulesets import UnknownRuleset
from domain.tournaments.openings import sample_game
from domain.tournaments.refusals import InvalidTermsError
from domain.tournaments.standings.fractions import fraction_of
from domain.tournaments.terms import Heats, League, Schedule, Terms

MAX_NAME = 80
MAX_ROUNDS = 20
MAX_SEASONS = 10
MAX_PLAYERS = 500
MAX_SCHEDULED = 128
"""The maximum number of players of a schedule: all its rounds are one event."""
SIZES = range(2, 6)
MAX_CHECK_IN = 7 * 24 * 3600
MAX_PAUSE = 90 * 24 * 3600
MAX_POINTS = 1000


def check_terms(terms: Terms) -> None:
    """Refuse terms that do not agree with one another or with the title."""
    check_plain_terms(terms)
    for fault in _title_errors(terms):
        raise fault


def check_plain_terms(terms: Terms) -> None:
    """Refuse terms that do not agree with one another. This does not need the title."""
    for fault in _errors(terms):
        raise fault


def _fault(field: str, text: str, /, **parts: RefusalPart) -> InvalidTermsError:
    return InvalidTermsError("1.2", text, field, **parts)


def _errors(terms: Terms) -> Iterator[InvalidTermsError]:
    if not 1 <= len(terms.name.strip()) <= len(terms.name) <= MAX_NAME:
        yield _fault("name", "the name must have 1 to {most} characters", most=MAX_NAME)
    sizes = terms.sizes
    if not sizes or len({*sizes}) < len(sizes) or any(size not in SIZES for size in sizes):
        yield _fault("sizes", "`sizes` names different table sizes from 2 to 5, the preferred one first")
        return
    limit = MAX_SCHEDULED if isinstance(terms.format, Schedule) else MAX_PLAYERS
    if not min(sizes) <= terms.max_players <= limit:
        yield _fault("max_players", "`max_players` must be {low} to {limit}", low=min(sizes), limit=limit)
    yield from _format_errors(terms)
    yield from _scoring_errors(terms)
    yield from _time_errors(terms)


def rounds_of_terms(terms: Terms) -> int:
    """Return the maximum number of rounds."""
    form = terms.format
    if isinstance(form, Heats):
        return form.rounds + form.knockouts
    return form.rounds * form.seasons if isinstance(form, League) else form.rounds


def _format_errors(terms: Terms) -> Iterator[InvalidTermsError]:
    form = terms.format
    if not 1 <= form.rounds <= MAX_ROUNDS:
        yield _fault("format/rounds", "`rounds` must be 1 to {most}", most=MAX_ROUNDS)
    if isinstance(form, Heats) and not 1 <= form.knockouts <= 3:  # noqa: PLR2004 - 4³ players are 64
        yield _fault("format/knockouts", "`knockouts` must be 1 to 3")
    if isinstance(form, League):
        if not 1 <= form.divisions <= MAX_ROUNDS or not 1 <= form.seasons <= MAX_SEASONS:
            field = "format/seasons" if 1 <= form.divisions <= MAX_ROUNDS else "format/divisions"
            yield _fault(
                field,
                "`divisions` must be 1 to {divisions}, `seasons` 1 to {seasons}",
                divisions=MAX_ROUNDS,
                seasons=MAX_SEASONS,
            )
        most = 0 if form.divisions == 1 else terms.max_players
        if not 0 <= form.moving <= most:
            reason = "`moving` must be 0 to {most}: `max_players`, or 0 in a league of one division"
            yield _fault("format/moving", reason, most=most)
    last = form.rounds if isinstance(form, Heats) else rounds_of_terms(terms)
    if not 0 <= terms.late_until <= last:
        yield _fault("late_until", "`late_until` must be 0 to {last}", last=last)


def _scoring_errors(terms: Terms) -> Iterator[InvalidTermsError]:
    if terms.scale is not UNSET:
        points = [fraction_of(text) for text in terms.scale]
        if terms.preset != "euro_league" or len(points) != terms.sizes[0]:
            text = "`scale` has the points of each rank at a table of the preferred size, and belongs to `euro_league`"
            yield _fault("scale", text)
        elif not _is_falling(points):
            falling = "the points of `scale` are fractions from {most} down to 0, such as `5` and `3/2`"
            yield _fault("scale", falling, most=MAX_POINTS)
    if terms.tie_breaks is not UNSET and len({*terms.tie_breaks}) < len(terms.tie_breaks):
        yield _fault("tie_breaks", "name each tie-break once")
    if terms.seat_values is not UNSET:
        sizes = {str(size): size for size in terms.sizes}
        for size, values in terms.seat_values.items():
            if size not in sizes or len(values) != sizes[size] or any(fraction_of(text) is None for text in values):
                reason = "`seat_values` has, by the size of a table as text, a fraction for each seat, such as `9/4`"
                yield _fault("seat_values", reason)


def _is_falling(points: list[Fraction | None]) -> bool:
    known = [value for value in points if value is not None]
    is_sorted = known == sorted(known, reverse=True)
    return len(known) == len(points) and is_sorted and known[-1] >= 0 and 0 < known[0] <= MAX_POINTS


def _time_errors(terms: Terms) -> Iterator[InvalidTermsError]:
    if not 0 <= terms.check_in <= MAX_CHECK_IN:
        yield _fault("check_in", "`check_in` must be 0 to {most} seconds", most=MAX_CHECK_IN)
    if terms.pause is not UNSET and not 0 <= terms.pause <= MAX_PAUSE:
        yield _fault("pause", "`pause` must be 0 to {most} seconds", most=MAX_PAUSE)
    times = [*terms.starts, *([] if terms.registration_closes is UNSET else [terms.registration_closes])]
    if not all(map(is_moment, times)):
        field = "starts" if not all(map(is_moment, terms.starts)) else "registration_closes"
        yield _fault(field, "times are in UTC with microseconds, such as `2026-11-20T12:00:00.000000Z`")
    starts = terms.starts
    if len(starts) > rounds_of_terms(terms) or any(first >= second for first, second in pairwise(starts)):
        yield _fault("starts", "`starts` has one time for each round at most, ascending")
    if starts and terms.registration_closes is not UNSET and terms.registration_closes > starts[0]:
        yield _fault("registration_closes", "registration closes before the first round starts")
    if terms.overlap and (not starts or isinstance(terms.format, Heats)):
        yield _fault("overlap", "rounds overlap only if they have start times, and never in heats")


def _title_errors(terms: Terms) -> Iterator[InvalidTermsError]:
    for size in terms.sizes:
        try:
            new = sample_game(terms, size)
            check_new_game(new)
        except UnknownRuleset as error:
            yield _fault("ruleset", "{why}", why=str(error))
            return
        except NotPossible as error:
            field = "sizes" if error.field is None or error.field == "seats" else error.field
            yield _fault(field, "a game for {size}: {why}", size=size, why=str(error))
            return
        except OptionError as error:
            yield _fault(error.field, "a game for {size}: {why}", size=size, why=str(error))
            return
        if new.ruleset.data_set(new.data_set).digest != terms.data_digest:
            yield _fault("data_set", "the data set {data_set} has another digest here", data_set=terms.data_set)
            return
