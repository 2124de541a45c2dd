"""Standings from plain input: outcomes of tables, byes and rulings."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from msgspec.structs import replace

from domain.kernel.values import Value
from domain.tournaments.results import Outcome
from domain.tournaments.standings.fractions import text_of
from domain.tournaments.standings.rows import Column, Row
from domain.tournaments.standings.scoring import Line, Scoring, lines_of
from domain.tournaments.standings.tally import Award, Tally, opponents_of, tally
from domain.tournaments.standings.tie_breaks import PRESETS, Compared, Values, ordered
from domain.tournaments.terms import TieBreak


class Given(Value, frozen=True):
    """What standings follow from."""

    players: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    scoring: Scoring
    awards: tuple[Award, ...] = ()
    tie_breaks: tuple[TieBreak, ...] | None = None
    """None: those of the preset."""
    lots: Mapping[str, int] = {}
    disqualified: frozenset[str] = frozenset()
    division: int = 1


def tallies_of(players: Sequence[str], given: Given) -> dict[str, Tally]:
    """Return the sums of players."""
    lines: dict[str, list[Line]] = {player: [] for player in players}
    for outcome in given.outcomes:
        for player, line in lines_of(outcome, given.scoring).items():
            lines.setdefault(player, []).append(line)
    awards: dict[str, list[Award]] = {}
    for award in given.awards:
        awards.setdefault(award.player, []).append(award)
    return {player: tally(player, mine, awards.get(player, ())) for player, mine in lines.items()}


def ranked(given: Given) -> tuple[Row, ...]:
    """Return the rows of the players, best first (rules 7.1 to 7.10). Disqualified players are last."""
    tallies = tallies_of(given.players, given)
    names = PRESETS[given.scoring.preset] if given.tie_breaks is None else given.tie_breaks
    compared = Compared(tallies, opponents_of(tallies), given.lots)
    staying = [player for player in given.players if player not in given.disqualified]
    out = [player for player in given.players if player in given.disqualified]
    rows = _rows(given, staying, names, compared)
    return (*rows, *(replace(row, rank=len(staying) + 1) for row in _rows(given, out, names, compared)))


def _rows(given: Given, players: Sequence[str], names: Sequence[TieBreak], compared: Compared) -> list[Row]:
    def points(player: str) -> Fraction:
        return compared.tallies[player].points

    groups, values = ordered(players, names, compared, points)
    rows: list[Row] = []
    for group in groups:
        rank = len(rows) + 1
        rows += [_row(given, rank, player, values, compared.tallies[player]) for player in group]
    return rows


def _row(given: Given, rank: int, player: str, values: Values, sums: Tally) -> Row:
    columns = tuple(Column(name, text_of(value)) for name, value in values[player])
    is_out = player in given.disqualified
    return Row(rank, given.division, player, text_of(sums.points), columns, sums.trace, is_out)
