"""Heats: preliminary rounds without repeated opponents, then knock-out rounds up to a final (rule 5.3)."""

from collections.abc import Sequence
from fractions import Fraction

from domain.tournaments.events.rounds import Stage
from domain.tournaments.formats.drawn import Drawn
from domain.tournaments.formats.rounds import draw_round, ranked_players
from domain.tournaments.refusals import Refused
from domain.tournaments.results import is_bot, outcomes_of_round
from domain.tournaments.standings.rows import Row
from domain.tournaments.standings.spans import Span, rows_of, seat_values_of
from domain.tournaments.state import Round, Table, Tournament
from domain.tournaments.terms import Heats


def draw_heat(tournament: Tournament, seed: bytes, heats: Heats) -> Drawn:
    """Draw a preliminary or a knock-out round."""
    if len(tournament.rounds) < heats.rounds:
        return draw_round(tournament, seed, "schedule", heats.rounds - len(tournament.rounds))
    return draw_knockout(tournament, heats)


def knockouts_possible(size: int, players: int, wanted: int) -> int:
    """Return the number of knock-out rounds for which there are enough players, at least the final."""
    possible = max(1, wanted)
    while possible > 1 and size**possible > players:
        possible -= 1
    return possible


def rounds_of_heats(tournament: Tournament, heats: Heats) -> int:
    """Return the number of all rounds, as things stand."""
    size = tournament.terms.sizes[0]
    played = len(tournament.rounds)
    if played <= heats.rounds:
        return heats.rounds + knockouts_possible(size, len(tournament.active), heats.knockouts)
    tables = len(tournament.rounds[-1].tables)
    more = 0
    while tables > 1:
        tables, more = -(-tables // size), more + 1
    return played + more


def draw_knockout(tournament: Tournament, heats: Heats) -> Drawn:
    """Seat those who have qualified: the ranking goes through the tables there and back.

    The better a player is ranked, the better the seat.
    """
    terms = tournament.terms
    size = terms.sizes[0]
    rows = preliminary_rows(tournament, heats)
    players = qualified(tournament, heats, rows)
    tables = max(1, -(-len(players) // size))
    dealt: list[list[str]] = [[] for _ in range(tables)]
    for number, player in enumerate(players):
        lap, place = divmod(number, tables)
        dealt[place if lap % 2 == 0 else tables - 1 - place].append(player)
    if any(len(table) not in terms.sizes for table in dealt):
        raise _too_few(tournament, len(players), tables)
    stage: Stage = "final" if tables == 1 else "semi_final" if tables <= size else "knockout"
    values = seat_values_of(terms)
    return Drawn(stage, tuple(_seated(table, values.get(len(table), ())) for table in dealt), (), ())


def _seated(players: Sequence[str], values: Sequence[Fraction]) -> tuple[str, ...]:
    """Return players, best first, in the order of seats: the first one has the most valuable seat."""
    worth = [values[seat] if seat < len(values) else Fraction(0) for seat in range(len(players))]
    best = sorted(range(len(players)), key=lambda seat: (-worth[seat], seat))
    return tuple(player for _, player in sorted(zip(best, players, strict=True)))


def preliminary_rows(tournament: Tournament, heats: Heats, last: int | None = None) -> tuple[Row, ...]:
    """Return the standings of the preliminary rounds."""
    after = heats.rounds if last is None else min(last, heats.rounds)
    return rows_of(tournament, ranked_players(tournament), Span(1, after))


def qualified(tournament: Tournament, heats: Heats, rows: Sequence[Row]) -> tuple[str, ...]:
    """Return the players of the next knock-out round, in the order of the preliminary standings.

    In the first one these are the best who are present; later the best of each table who is present. If no player of
    a table is present, the next one of the standings who was in the last round has the place.
    """
    present = {*tournament.present}
    order = [row.player for row in rows if not row.is_disqualified]
    if len(tournament.rounds) == heats.rounds:
        size = tournament.terms.sizes[0]
        ready = [player for player in order if player in present]
        rounds = knockouts_possible(size, len(ready), heats.knockouts)
        return tuple(ready[: min(size**rounds, len(ready))])
    last = tournament.rounds[-1]
    best = [next((p for p in finish_of(last, table, order) if p in present), None) for table in last.tables]
    winners = {player for player in best if player is not None}
    others = [player for player in order if player in present - winners and last.table_of(player) is not None]
    chosen = {*winners, *others[: len(last.tables) - len(winners)]}
    return tuple(player for player in order if player in chosen)


def finish_of(held: Round, table: Table, order: Sequence[str]) -> list[str]:
    """Return the players of a knock-out table, best first; the preliminary standings break ties."""
    outcome = next((found for found in outcomes_of_round(held) if found.table == table.number), None)
    if outcome is None:
        return []
    place = {player: number for number, player in enumerate(order)}
    ranks = {entry.player: entry.rank for entry in outcome.places if not is_bot(entry)}
    ranks |= {player: len(table.players) + 1 for player in outcome.void}
    return sorted(ranks, key=lambda player: (ranks[player], place.get(player, len(place)), player))


def _too_few(tournament: Tournament, present: int, tables: int) -> Refused:
    if tournament.terms.check_in > 0:
        text = "{present} players are present for {tables} tables: wait for more to check in, or finish early"
    elif tournament.rounds:
        text = "{present} players are present for {tables} tables: wait for more to enter or return, or finish early"
    else:
        text = "{present} players are present for {tables} tables: wait for more to register, or finish early"
    return Refused("4.1", text, present=present, tables=tables)
