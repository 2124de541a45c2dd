"""Rounds without elimination: Swiss rounds, and rounds of a schedule."""

from collections.abc import Collection, Sequence

from domain.tournaments.events.rounds import LineUp, PlannedRound
from domain.tournaments.formats.cache import paired, scheduled
from domain.tournaments.formats.drawn import Drawn, conditions_of, line_up
from domain.tournaments.pairing import Method
from domain.tournaments.standings.spans import Span, rows_of
from domain.tournaments.state import Tournament
from domain.tournaments.terms import Schedule, Swiss


def ranked_players(tournament: Tournament) -> tuple[str, ...]:
    """Return the players who have a row in the standings, in the order of registration."""
    return tuple(player for player, entrant in tournament.entrants.items() if entrant.status != "withdrawn")


def draw_round(tournament: Tournament, seed: bytes, method: Method, rounds_left: int) -> Drawn:
    """Pair the players who are present by their rank; the first round is random."""
    span = Span(1, len(tournament.rounds))
    rows = rows_of(tournament, ranked_players(tournament), span) if tournament.rounds else ()
    chosen: Method = method if tournament.rounds or method == "schedule" else "random"
    given = conditions_of(tournament, tournament.present, rows, chosen, span, rounds_left)
    pairing = paired(given, seed)
    return Drawn("round", line_up(pairing), pairing.byes, (given,))


def draw_swiss(tournament: Tournament, seed: bytes, swiss: Swiss) -> Drawn:
    """Pair a Swiss round (rule 5.1)."""
    left = swiss.rounds - len(tournament.rounds)
    return draw_round(tournament, seed, "power" if swiss.power_last and left == 1 else "swiss", left)


def draw_scheduled(tournament: Tournament, seed: bytes, planned: Schedule, *, is_again: bool) -> Drawn:
    """Return the next round of a schedule; the first round draws all of them (rule 5.2).

    If others are present than the schedule expects, or the round is to be paired again, it is paired on its own.
    """
    left, span = planned.rounds - len(tournament.rounds), Span(1, len(tournament.rounds))
    if not tournament.rounds:
        given = conditions_of(tournament, tournament.present, (), "schedule", span, left)
        pairings = scheduled(given, seed)
        later = tuple(PlannedRound(line_up(pairing), pairing.byes) for pairing in pairings[1:])
        return Drawn("round", line_up(pairings[0]), pairings[0].byes, (given,), later)
    number = len(tournament.rounds) - 1
    drawn = tournament.schedule[number] if number < len(tournament.schedule) else None
    if drawn is None or is_again or not _fits(tournament, drawn):
        return draw_round(tournament, seed, "schedule", left)
    given = conditions_of(tournament, tournament.present, (), "schedule", span, left)
    return Drawn("round", drawn.tables, drawn.byes, (given,))


def _fits(tournament: Tournament, planned: PlannedRound) -> bool:
    seated = {*planned.byes, *(player for table in planned.tables for player in table)}
    return seated == {*tournament.present} and not meets(planned.tables, tournament.forbidden)


def meets(tables: LineUp, pairs: Sequence[Collection[str]]) -> bool:
    """Whether one of the pairs shares a table."""
    return any(all(player in table for player in pair) for table in tables for pair in pairs)
