"""The standings of a tournament after any round, by its format."""

from collections.abc import Sequence

from msgspec.structs import replace

from domain.tournaments.formats.heats import finish_of, preliminary_rows
from domain.tournaments.formats.league import divisions_of, season_of, span_of
from domain.tournaments.formats.rounds import ranked_players
from domain.tournaments.standings.rows import Column, Row, Standings, TraceLine
from domain.tournaments.standings.spans import Span, rows_of
from domain.tournaments.state import Tournament
from domain.tournaments.terms import Heats, League


def standings_of(tournament: Tournament, after_round: int | None = None) -> Standings:
    """Return the standings after a round, by default after the last published one (rules 7.1 to 7.11)."""
    last = len(tournament.rounds) if after_round is None else min(after_round, len(tournament.rounds))
    is_final = all(held.is_decided for held in tournament.rounds[:last])
    return Standings(last, is_final, _rows(tournament, last))


def _rows(tournament: Tournament, last: int) -> tuple[Row, ...]:
    form = tournament.terms.format
    if isinstance(form, League) and last > 0:
        season = season_of(form, last)
        span = span_of(form, season, last)
        divisions = enumerate(divisions_of(tournament, season), 1)
        return tuple(row for number, players in divisions for row in rows_of(tournament, players, span, number))
    if isinstance(form, Heats):
        return _with_knockouts(tournament, preliminary_rows(tournament, form, last), form, last)
    return rows_of(tournament, ranked_players(tournament), Span(1, last))


def _with_knockouts(tournament: Tournament, rows: Sequence[Row], heats: Heats, last: int) -> tuple[Row, ...]:
    """Return the rows in the order of the knock-out rounds: who got further is ahead (rule 7.11).

    The place at the last table follows, then the preliminary standings. Places of a table without a result are equal.
    """
    knockouts = tournament.rounds[heats.rounds : last]
    if not knockouts:
        return tuple(rows)
    order = [row.player for row in rows]
    reached: dict[str, tuple[int, int]] = {}
    trace: dict[str, list[TraceLine]] = {}
    for stage, held in enumerate(knockouts, 1):
        for table in held.tables:
            finish = finish_of(held, table, order)
            for player in {*table.players, *finish}:
                place = finish.index(player) + 1 if player in finish else len(table.players) if table.is_decided else 0
                reached[player] = (stage, place)
                line = TraceLine(held.number, "knockout", "0", table.number, place or None, len(table.players))
                trace.setdefault(player, []).append(line)
    keys = {row.player: (row.is_disqualified, *_key(reached.get(row.player)), row.rank) for row in rows}
    sorted_rows = sorted(rows, key=lambda row: keys[row.player])
    ranks: dict[tuple[bool, int, int, int], int] = {}
    for rank, row in enumerate(sorted_rows, 1):
        # equal values share a rank (rule 7.10)
        ranks.setdefault(keys[row.player], rank)
    return tuple(_placed(ranks[keys[row.player]], row, reached.get(row.player), trace) for row in sorted_rows)


def _key(reached: tuple[int, int] | None) -> tuple[int, int]:
    return (0, 0) if reached is None else (-reached[0], reached[1])


def _placed(rank: int, row: Row, reached: tuple[int, int] | None, trace: dict[str, list[TraceLine]]) -> Row:
    stage, place = (0, 0) if reached is None else reached
    columns = (Column("knockout", str(stage)), Column("knockout_place", str(place)), *row.columns)
    return replace(row, rank=rank, columns=columns, trace=(*row.trace, *trace.get(row.player, ())))
