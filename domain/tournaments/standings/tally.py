"""The sums of a player over all rounds, with byes and rulings."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from domain.kernel.values import Value
from domain.tournaments.standings.fractions import text_of
from domain.tournaments.standings.rows import TraceLine, Why
from domain.tournaments.standings.scoring import Line


class Award(Value, frozen=True):
    """What a player gets without a table: a bye, a void table, or points by a ruling."""

    round: int
    player: str
    why: Why
    points: Fraction = Fraction(0)
    """Points by a ruling; a bye has the mean of the player's tables instead."""
    reason: str | None = None
    table: int | None = None


class Tally(Value, frozen=True):
    """The sums of a player."""

    player: str
    points: Fraction
    wins: Fraction
    score: Fraction
    share: Fraction
    seat_luck: Fraction
    """The mean expected points of the seats that the player had."""
    lines: tuple[Line, ...]
    trace: tuple[TraceLine, ...]


def tally(player: str, lines: Iterable[Line], awards: Iterable[Award]) -> Tally:
    """Return the sums of a player (rules 7.5 and 7.6)."""
    played = tuple(sorted(lines, key=lambda line: line.round))
    mine = sorted(awards, key=lambda award: award.round)
    free = [award for award in mine if award.why in {"bye", "void"}]
    ruled = sum((award.points for award in mine if award.why in {"adjustment", "penalty"}), Fraction(0))
    tables, byes = len(played), len(free)
    points = sum((line.points for line in played), Fraction(0))
    score = Fraction(sum(line.score for line in played))
    share = sum((line.share for line in played), Fraction(0))
    raised = Fraction(tables + byes, tables) if tables else Fraction(1)
    mean = points / tables if tables else Fraction(0)
    seated = [line.seat_value for line in played if line.rank is not None]
    return Tally(
        player,
        points * raised + ruled,
        sum((line.win for line in played), Fraction(0)),
        score * raised,
        share * raised,
        sum(seated, Fraction(0)) / len(seated) if seated else Fraction(0),
        played,
        _trace(played, mine, mean),
    )


def _trace(played: Iterable[Line], awards: Iterable[Award], mean: Fraction) -> tuple[TraceLine, ...]:
    lines = [
        TraceLine(
            line.round,
            "left" if line.rank is None else "table",
            text_of(line.points),
            line.table,
            line.rank,
            line.size,
            None if line.rank is None else line.score,
        )
        for line in played
    ]
    for award in awards:
        points = mean if award.why in {"bye", "void"} else award.points
        lines.append(TraceLine(award.round, award.why, text_of(points), award.table, reason=award.reason))
    return tuple(sorted(lines, key=lambda line: line.round))


def opponents_of(tallies: Mapping[str, Tally]) -> dict[str, dict[str, list[tuple[int, int]]]]:
    """Return by player and opponent the tables, as round and number, at which both have a place."""
    tables: dict[tuple[int, int], list[str]] = {}
    for player, sums in tallies.items():
        for line in sums.lines:
            if line.rank is not None:
                tables.setdefault((line.round, line.table), []).append(player)
    met: dict[str, dict[str, list[tuple[int, int]]]] = {player: {} for player in tallies}
    for table, players in tables.items():
        for player in players:
            for other in players:
                if other != player:
                    met[player].setdefault(other, []).append(table)
    return met
