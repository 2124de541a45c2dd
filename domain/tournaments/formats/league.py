"""A league: divisions that play among themselves, and players who move between them after a season (rule 5.4)."""

from collections.abc import Sequence
from itertools import pairwise

from domain.ledger.mac import mac
from domain.tournaments.events.rounds import LineUp
from domain.tournaments.formats.cache import paired
from domain.tournaments.formats.drawn import Drawn, conditions_of, line_up
from domain.tournaments.pairing import PairingInput
from domain.tournaments.standings.spans import Span, rows_of
from domain.tournaments.state import Tournament
from domain.tournaments.terms import League


def season_of(league: League, number: int) -> int:
    """Return the season of a round, from 0."""
    return (number - 1) // league.rounds


def span_of(league: League, season: int, last: int) -> Span:
    """Return the rounds of a season, up to a round."""
    return Span(season * league.rounds + 1, min(last, (season + 1) * league.rounds))


def draw_league(tournament: Tournament, seed: bytes, league: League) -> Drawn:
    """Pair each division for itself, without repeated opponents in a season while they are avoidable."""
    number = tournament.next_round
    season = season_of(league, number)
    is_first = (number - 1) % league.rounds == 0
    divisions = new_divisions(tournament, league) if is_first else divisions_of(tournament, season)
    present = {*tournament.present}
    tables: list[tuple[str, ...]] = []
    byes: list[str] = []
    conditions: list[PairingInput] = []
    span = span_of(league, season, number - 1)
    left = league.rounds - (number - 1) % league.rounds
    for division, players in enumerate(divisions, 1):
        ready = [player for player in players if player in present]
        if len(ready) < min(tournament.terms.sizes):
            byes += ready
            continue
        given = conditions_of(tournament, ready, (), "schedule", span, left)
        pairing = paired(given, mac(seed, b"ludolog/division/1" + division.to_bytes(4, "big")))
        tables += line_up(pairing)
        byes += pairing.byes
        conditions.append(given)
    drawn: LineUp = tuple(tables)
    return Drawn("round", drawn, tuple(byes), tuple(conditions), None, divisions if is_first else None)


def divisions_of(tournament: Tournament, season: int) -> tuple[tuple[str, ...], ...]:
    """Return the players of each division of a season, in the order of registration."""
    assigned = tournament.seasons[season]
    return tuple(
        tuple(player for player in tournament.entrants if assigned.get(player) == division)
        for division in range(1, max(assigned.values(), default=0) + 1)
    )


def new_divisions(tournament: Tournament, league: League) -> tuple[tuple[str, ...], ...]:
    """Return the divisions of a season that begins: by registration, then by the last season."""
    if not tournament.rounds:
        return _cut(tournament.active, league.divisions)
    season = season_of(league, len(tournament.rounds))
    active = {*tournament.active}
    groups = [
        [row.player for row in rows_of(tournament, players, span_of(league, season, len(tournament.rounds)))]
        for players in divisions_of(tournament, season)
    ]
    staying = [[player for player in group if player in active] for group in groups]
    for upper, lower in pairwise(staying):
        moving = min(league.moving, len(upper) // 2, len(lower) // 2)
        if moving:
            upper[-moving:], lower[:moving] = lower[:moving], upper[-moving:]
    order = [player for group in staying for player in group]
    placed = {*order}
    return _cut([*order, *(player for player in tournament.active if player not in placed)], league.divisions)


def _cut(players: Sequence[str], parts: int) -> tuple[tuple[str, ...], ...]:
    """Return players in parts of nearly equal size, the larger ones first."""
    size, more = divmod(len(players), parts)
    cuts = [number * size + min(number, more) for number in range(parts + 1)]
    return tuple(tuple(players[start:end]) for start, end in pairwise(cuts))
