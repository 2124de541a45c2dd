"""What a format draws for a round, and what the pairing needs to know of the rounds before."""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from domain.kernel.values import Value
from domain.tournaments.events.rounds import LineUp, PlannedRound, Stage
from domain.tournaments.pairing import Cost, Entrant, Method, Pairing, PairingInput, SeatCount
from domain.tournaments.refusals import Refused
from domain.tournaments.standings.rows import Row
from domain.tournaments.standings.spans import Span, seat_values_of
from domain.tournaments.state import Tournament


class Drawn(Value, frozen=True):
    """The tables of a round as drawn, before edits."""

    stage: Stage
    tables: LineUp
    byes: tuple[str, ...]
    conditions: tuple[PairingInput, ...]
    """What each part of the round was paired from; a league has one part for each division."""
    schedule: tuple[PlannedRound, ...] | None = None
    divisions: tuple[tuple[str, ...], ...] | None = None


def too_few(tournament: Tournament, smallest: int) -> Refused:
    """Return the refusal of a round for which fewer players are present than its smallest table needs."""
    if tournament.terms.check_in > 0:
        text = "{present} players are present, a table needs {smallest}: wait for more to check in"
    elif tournament.rounds:
        text = "{present} players are present, a table needs {smallest}: wait for more to enter or return"
    else:
        text = "{present} players are present, a table needs {smallest}: wait for more to register"
    return Refused("4.1", text, present=len(tournament.present), smallest=smallest)


def line_up(pairing: Pairing) -> LineUp:
    """Return the players of the tables of a pairing."""
    return tuple(table.players for table in pairing.tables)


def cost_text(costs: Sequence[Cost]) -> dict[str, str]:
    """Return the parts of costs and their total by name, as text."""
    amounts: dict[str, int] = {}
    for cost in costs:
        for part in cost.parts:
            amounts[part.name] = amounts.get(part.name, 0) + part.amount
    return {**{name: str(amount) for name, amount in amounts.items()}, "total": str(sum(cost.total for cost in costs))}


def conditions_of(
    tournament: Tournament,
    players: Collection[str],
    rows: Sequence[Row],
    method: Method,
    span: Span,
    rounds_left: int,
) -> PairingInput:
    """Return what a round of players is paired from. Tables of the rounds of the span count as met."""
    terms = tournament.terms
    ranks = {row.player: row for row in rows}
    present = [player for player in tournament.entrants if player in players]
    return PairingInput(
        entrants=tuple(_entrant(tournament, player, ranks, span) for player in present),
        sizes=terms.sizes,
        method=method,
        forbidden=tuple(frozenset(pair) for pair in tournament.forbidden),
        seat_values=seat_values_of(terms),
        rounds_left=rounds_left,
    )


def _entrant(tournament: Tournament, player: str, ranks: Mapping[str, Row], span: Span) -> Entrant:
    met: dict[str, int] = {}
    seats: dict[tuple[int, int], int] = {}
    short = byes = 0
    for held in tournament.rounds:
        if not span.first <= held.number <= span.last:
            continue
        byes += player in held.byes
        table = held.table_of(player)
        if table is None or table.is_void:
            continue
        size = len(table.players)
        seat = (size, table.players.index(player))
        seats[seat] = seats.get(seat, 0) + 1
        short += size < tournament.terms.sizes[0]
        for other in table.players:
            if other != player:
                met[other] = met.get(other, 0) + 1
    row = ranks.get(player)
    return Entrant(
        player=player,
        rank=1 if row is None else row.rank,
        points=Fraction(0) if row is None else Fraction(row.points),
        met=met,
        seats=tuple(SeatCount(size, seat, times) for (size, seat), times in sorted(seats.items())),
        short_tables=short,
        byes=byes,
    )
