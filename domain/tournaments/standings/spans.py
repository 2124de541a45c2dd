"""The rows of some players of a tournament over some of its rounds."""

from collections.abc import Collection, Sequence
from fractions import Fraction

from msgspec import UNSET

from domain.kernel.values import Value
from domain.tournaments.results import Outcome, outcomes_of_round
from domain.tournaments.standings.ranking import Given, ranked
from domain.tournaments.standings.rows import Row
from domain.tournaments.standings.scoring import EURO_SCALE, Scoring
from domain.tournaments.standings.tally import Award
from domain.tournaments.state import Tournament, lot_of
from domain.tournaments.terms import Terms


class Span(Value, frozen=True):
    """Rounds that count together, from the first to the last."""

    first: int
    last: int


def rows_of(tournament: Tournament, players: Sequence[str], span: Span, division: int = 1) -> tuple[Row, ...]:
    """Return the rows of players over the rounds of a span, best first."""
    terms = tournament.terms
    outcomes = outcomes_of(tournament, span)
    last = tournament.round(span.last)
    return ranked(
        Given(
            tuple(players),
            outcomes,
            scoring_of(terms),
            _awards(tournament, span, outcomes, players),
            None if terms.tie_breaks is UNSET else terms.tie_breaks,
            {} if last is None else {player: lot_of(last.seed, player) for player in players},
            frozenset(player for player in players if tournament.entrants[player].status == "disqualified"),
            division,
        )
    )


def outcomes_of(tournament: Tournament, span: Span) -> tuple[Outcome, ...]:
    """Return the outcomes of the tables of a span that have a result."""
    return tuple(
        outcome
        for held in tournament.rounds
        if span.first <= held.number <= span.last
        for outcome in outcomes_of_round(held)
    )


def scoring_of(terms: Terms) -> Scoring:
    """Return how the tables of a tournament are scored."""
    scale = EURO_SCALE if terms.scale is UNSET else tuple(map(Fraction, terms.scale))
    return Scoring(terms.preset, terms.sizes[0], scale, tuple(sorted(seat_values_of(terms).items())))


def seat_values_of(terms: Terms) -> dict[int, tuple[Fraction, ...]]:
    """Return the expected points of the seats by the size of the table."""
    if terms.seat_values is UNSET:
        return {}
    return {int(size): tuple(map(Fraction, values)) for size, values in terms.seat_values.items()}


def _awards(
    tournament: Tournament, span: Span, outcomes: Sequence[Outcome], players: Collection[str]
) -> tuple[Award, ...]:
    placed = {
        (found.round, player)
        for found in outcomes
        for player in (*(place.player for place in found.places), *found.void)
    }
    byes = (
        Award(held.number, player, "bye")
        for held in tournament.rounds
        if span.first <= held.number <= span.last
        for player in held.byes
        if (held.number, player) not in placed
    )
    void = (
        Award(outcome.round, player, "void", table=outcome.table) for outcome in outcomes for player in outcome.void
    )
    ruled = (
        Award(made.round, made.player, made.kind, Fraction(made.points), made.reason)
        for made in tournament.adjustments
        if span.first <= made.round <= span.last
    )
    return tuple(award for award in (*byes, *void, *ruled) if award.player in players)
