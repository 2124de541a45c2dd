"""The terms of a tournament must agree with one another and with the title (rule 1.2)."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from msgspec import UNSET

from domain.game.decide import check_new_game
from domain.game.refusals import Fault, NotPossible
from domain.kernel.ruleset import OptionError
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
        raise InvalidTermsError("1.2", fault.reason, fault.field)


def check_plain_terms(terms: Terms) -> None:
    """Refuse terms that do not agree with one another. This does not need the title."""
    for fault in _errors(terms):
        raise InvalidTermsError("1.2", fault.reason, fault.field)


def _errors(terms: Terms) -> Iterator[Fault]:
    if not 1 <= len(terms.name.strip()) <= len(terms.name) <= MAX_NAME:
        yield Fault("name", f"the name must have 1 to {MAX_NAME} characters")
    sizes = terms.sizes
    if not sizes or len({*sizes}) < len(sizes) or any(size not in SIZES for size in sizes):
        yield Fault("sizes", "`sizes` names different table sizes from 2 to 5, the preferred one first")
        return
    limit = MAX_SCHEDULED if isinstance(terms.format, Schedule) else MAX_PLAYERS
    if not min(sizes) <= terms.max_players <= limit:
        yield Fault("max_players", f"`max_players` must be {min(sizes)} to {limit}")
    yield from _format_errors(terms)
    yield from _scoring_errors(terms)
    yield from _time_errors(terms)


def rounds_of_terms(terms: Terms) -> int:
    """Return the maximum number of rounds."""
    form = terms.format
    if isinstance(form, Heats):
        return form.rounds + form.knockouts
    return form.rounds * form.seasons if isinstance(form, League) else form.rounds


def _format_errors(terms: Terms) -> Iterator[Fault]:
    form = terms.format
    if not 1 <= form.rounds <= MAX_ROUNDS:
        yield Fault("format/rounds", f"`rounds` must be 1 to {MAX_ROUNDS}")
    if isinstance(form, Heats) and not 1 <= form.knockouts <= 3:  # noqa: PLR2004 - 4³ players are 64
        yield Fault("format/knockouts", "`knockouts` must be 1 to 3")
    if isinstance(form, League):
        if not 1 <= form.divisions <= MAX_ROUNDS or not 1 <= form.seasons <= MAX_SEASONS:
            field = "format/seasons" if 1 <= form.divisions <= MAX_ROUNDS else "format/divisions"
            yield Fault(field, f"`divisions` must be 1 to {MAX_ROUNDS}, `seasons` 1 to {MAX_SEASONS}")
        most = 0 if form.divisions == 1 else terms.max_players
        if not 0 <= form.moving <= most:
            reason = f"`moving` must be 0 to {most}: `max_players`, or 0 in a league of one division"
            yield Fault("format/moving", reason)
    last = form.rounds if isinstance(form, Heats) else rounds_of_terms(terms)
    if not 0 <= terms.late_until <= last:
        yield Fault("late_until", f"`late_until` must be 0 to {last}")


def _scoring_errors(terms: Terms) -> Iterator[Fault]:
    if terms.scale is not UNSET:
        points = [fraction_of(text) for text in terms.scale]
        if terms.preset != "euro_league" or len(points) != terms.sizes[0]:
            belongs = "and belongs to `euro_league`"
            yield Fault("scale", f"`scale` has the points of each rank at a table of the preferred size, {belongs}")
        elif not _is_falling(points):
            reason = f"the points of `scale` are fractions from {MAX_POINTS} down to 0, such as `5` and `3/2`"
            yield Fault("scale", reason)
    if terms.tie_breaks is not UNSET and len({*terms.tie_breaks}) < len(terms.tie_breaks):
        yield Fault("tie_breaks", "name each tie-break once")
    if terms.seat_values is not UNSET:
        sizes = {str(size): size for size in terms.sizes}
        for size, values in terms.seat_values.items():
            if size not in sizes or len(values) != sizes[size] or any(fraction_of(text) is None for text in values):
                reason = "`seat_values` has, by the size of a table as text, a fraction for each seat, such as `9/4`"
                yield Fault("seat_values", reason)


def _is_falling(points: list[Fraction | None]) -> bool:
    known = [value for value in points if value is not None]
    is_sorted = known == sorted(known, reverse=True)
    return len(known) == len(points) and is_sorted and known[-1] >= 0 and 0 < known[0] <= MAX_POINTS


def _time_errors(terms: Terms) -> Iterator[Fault]:
    if not 0 <= terms.check_in <= MAX_CHECK_IN:
        yield Fault("check_in", f"`check_in` must be 0 to {MAX_CHECK_IN} seconds")
    if terms.pause is not UNSET and not 0 <= terms.pause <= MAX_PAUSE:
        yield Fault("pause", f"`pause` must be 0 to {MAX_PAUSE} seconds")
    times = [*terms.starts, *([] if terms.registration_closes is UNSET else [terms.registration_closes])]
    if not all(map(is_moment, times)):
        field = "starts" if not all(map(is_moment, terms.starts)) else "registration_closes"
        yield Fault(field, "times are in UTC with microseconds, such as `2026-11-20T12:00:00.000000Z`")
    starts = terms.starts
    if len(starts) > rounds_of_terms(terms) or any(first >= second for first, second in pairwise(starts)):
        yield Fault("starts", "`starts` has one time for each round at most, ascending")
    if starts and terms.registration_closes is not UNSET and terms.registration_closes > starts[0]:
        yield Fault("registration_closes", "registration closes before the first round starts")
    if terms.overlap and (not starts or isinstance(terms.format, Heats)):
        yield Fault("overlap", "rounds overlap only if they have start times, and never in heats")


def _title_errors(terms: Terms) -> Iterator[Fault]:
    for size in terms.sizes:
        try:
            new = sample_game(terms, size)
            check_new_game(new)
        except UnknownRuleset as error:
            yield Fault("ruleset", str(error))
            return
        except NotPossible as error:
            field = "sizes" if error.field is None or error.field == "seats" else error.field
            yield Fault(field, f"a game for {size}: {error}")
            return
        except OptionError as error:
            yield Fault(error.field, f"a game for {size}: {error}")
            return
        if new.ruleset.data_set(new.data_set).digest != terms.data_digest:
            yield Fault("data_set", f"the data set {terms.data_set} has another digest here")
            return
