"""The terms of a tournament: from a request to the domain, and from the domain to a reply."""

import datetime
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.kernel.ruleset import Ruleset
from domain.tournaments.decide.terms import check_plain_terms
from domain.tournaments.pairing import seat_values
from domain.tournaments.standings.fractions import text_of
from domain.tournaments.standings.scoring import scale_for
from domain.tournaments.standings.spans import scoring_of
from domain.tournaments.standings.tie_breaks import PRESETS
from domain.tournaments.terms import Terms
from service.core.http.messages import reply_from
from service.core.http.problems import problem_at
from service.core.http.request.times import time_in
from service.people.api.names import printable_name
from service.play.api.clocks.durations import whole_seconds
from service.play.api.clocks.messages import clock_reply
from service.play.api.clocks.requested import clock_of_new
from service.play.api.titles import ruleset_in
from service.tournaments.api.messages.formats import format_of, shown_format
from service.tournaments.api.messages.terms import NewTournament, TournamentTerms

_FIRST, _SEAT = "first_player", "seat_0"
_SMALLEST = 3


def terms_of(data: NewTournament, public_clock: str) -> Terms:
    """Return the terms of a request, with `public_clock` of the settings. Raises OptionError, Refused and problems."""
    ruleset = ruleset_in(data.ruleset)
    given = dict(data.options)
    if data.profile is None and any(option.name == _FIRST for option in ruleset.options):
        given.setdefault(_FIRST, _SEAT)
    data_set = _data_set_of(data, ruleset)
    sizes = tuple(data.sizes) or _sizes_of(ruleset)
    # other numbers of seats are refused as such
    options = ruleset.resolve_options(data.profile, given, data.data_set, {*sizes} & {*ruleset.seats})
    terms = Terms(
        name=printable_name(data.name, "name"),
        ruleset=ruleset.name,
        ruleset_version=ruleset.version,
        data_set=data_set,
        data_digest=ruleset.data_set(data_set).digest,
        options=dict(options),
        sizes=sizes,
        format=format_of(data.format),
        preset=data.preset,
        max_players=data.max_players,
        scale=UNSET if data.scale is None else tuple(data.scale),
        tie_breaks=UNSET if data.tie_breaks is None else tuple(data.tie_breaks),
        check_in=whole_seconds(data.check_in, "check_in"),
        starts=tuple(time_in(text, f"starts/{number}", "invalid-value") for number, text in enumerate(data.starts)),
        pause=UNSET if data.pause is None else whole_seconds(data.pause, "pause"),
        overlap=data.overlap,
        late_until=data.late_until,
        registration_closes=UNSET
        if data.registration_closes is None
        else time_in(data.registration_closes, "registration_closes", "invalid-value"),
        visibility=data.visibility,
        spectators=data.spectators,
        clock=clock_of_new(data.clock, public_clock, is_public=data.visibility == "public"),
        rated=UNSET if data.rated is None else data.rated,
        no_show=UNSET if data.no_show is None else data.no_show,
        grace=UNSET if data.grace is None else whole_seconds(data.grace, "grace"),
        seat_values=_given_values(data.seat_values),
    )
    return _with_measured(terms) if data.seat_values is UNSET else terms


def _data_set_of(data: NewTournament, ruleset: Ruleset[Any]) -> str:
    if data.data_set is not None and data.data_set not in ruleset.data_sets():
        reason = f"{ruleset.title} has the data sets {', '.join(ruleset.data_sets())}"
        raise problem_at("data-set", "data_set", reason)
    return data.data_set or ruleset.default_data_set


def _sizes_of(ruleset: Ruleset[Any]) -> tuple[int, ...]:
    sizes = sorted(ruleset.seats, reverse=True)
    return tuple(size for size in sizes if size >= _SMALLEST) or tuple(sizes)


def _given_values(values: dict[str, list[str]] | UnsetType | None) -> dict[str, tuple[str, ...]] | UnsetType:
    if not isinstance(values, dict):
        return UNSET
    return {size: tuple(of_size) for size, of_size in values.items()}


def _with_measured(terms: Terms) -> Terms:
    """Return terms with the published values of seats, in points of the scoring (rule 7.7). Raises Refused."""
    # the scoring has to be possible; opening checks everything
    check_plain_terms(terms)
    if terms.options.get(_FIRST) != _SEAT:
        return terms
    scoring = scoring_of(terms)
    points: dict[int, Sequence[Fraction | int]] = {
        size: scale_for(scoring.scale, size) if terms.preset == "euro_league" else (1, *(0,) * (size - 1))
        for size in terms.sizes
    }
    known = {str(size): values for size, values in seat_values(terms.ruleset, points).items() if size in terms.sizes}
    texts = {size: tuple(map(text_of, values)) for size, values in known.items()}
    return replace(terms, seat_values=texts) if texts else terms


def shown_terms(terms: Terms) -> TournamentTerms:
    """Return terms as replies have them."""
    return reply_from(
        TournamentTerms,
        terms,
        format=shown_format(terms.format),
        scale=_or_none(terms.scale),
        tie_breaks=tuple(PRESETS[terms.preset]) if terms.tie_breaks is UNSET else terms.tie_breaks,
        seat_values=_or_none(terms.seat_values),
        check_in=datetime.timedelta(seconds=terms.check_in),
        pause=_duration(terms.pause),
        registration_closes=_or_none(terms.registration_closes),
        clock=None if terms.clock is UNSET else clock_reply(terms.clock),
        rated=_or_none(terms.rated),
        no_show=_or_none(terms.no_show),
        grace=_duration(terms.grace),
    )


def _or_none(value: Any) -> Any:
    return None if value is UNSET else value


def _duration(seconds: int | UnsetType) -> datetime.timedelta | None:
    return None if seconds is UNSET else datetime.timedelta(seconds=seconds)
