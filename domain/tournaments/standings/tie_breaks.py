"""The tie-breaks: each has a name and an exact value, and the greater value is better, except for the luck of seats."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from domain.kernel.values import Value
from domain.tournaments.standings.tally import Tally
from domain.tournaments.terms import Preset, TieBreak

PRESETS: Mapping[Preset, tuple[TieBreak, ...]] = {
    "euro_league": ("wins", "score_share", "opposition", "head_to_head", "seat_luck", "lot"),
    "catan": ("score", "score_share", "opposition", "head_to_head", "seat_luck", "lot"),
    "wins": ("opposition", "score_share", "head_to_head", "seat_luck", "lot"),
    "score_share": ("wins", "opposition", "head_to_head", "seat_luck", "lot"),
}
"""The tie-breaks of the presets in their order (rule 7.7)."""

Meetings = Mapping[str, Mapping[str, Sequence[tuple[int, int]]]]
"""By player and opponent, the tables at which both have a place."""


class Compared(Value, frozen=True):
    """The input of tie-breaks."""

    tallies: Mapping[str, Tally]
    met: Meetings
    lots: Mapping[str, int]


def value_of(name: TieBreak, player: str, tied: Sequence[str], given: Compared) -> Fraction:
    """Return the value of a tie-break of a player among the players with whom he or she is tied so far."""
    sums = given.tallies[player]
    match name:
        case "wins":
            return sums.wins
        case "score":
            return sums.score
        case "score_share":
            return sums.share
        case "opposition":
            return _opposition(player, given)
        case "head_to_head":
            return _head_to_head(player, tied, given)
        case "seat_luck":
            return sums.seat_luck
        case "lot":
            return Fraction(given.lots.get(player, 0))


def better(name: TieBreak, value: Fraction) -> Fraction:
    """Return a sort key of a value: the smallest key is the best."""
    return value if name == "seat_luck" else -value


def _opposition(player: str, given: Compared) -> Fraction:
    """Return the mean over the opponents of their mean points at tables without the player (rule 7.8)."""
    means: list[Fraction] = []
    for other, shared in given.met[player].items():
        apart = [line.points for line in given.tallies[other].lines if (line.round, line.table) not in shared]
        if apart:
            means.append(sum(apart, Fraction(0)) / len(apart))
    return sum(means, Fraction(0)) / len(means) if means else Fraction(0)


def _head_to_head(player: str, tied: Sequence[str], given: Compared) -> Fraction:
    """Return how often the player was ahead of tied players at shared tables, minus how often behind (rule 7.9)."""
    ranks = _ranks(given.tallies[player])
    ahead = 0
    for other in tied:
        theirs = _ranks(given.tallies[other])
        for table in given.met[player].get(other, ()):
            ahead += (ranks[table] < theirs[table]) - (ranks[table] > theirs[table])
    return Fraction(ahead)


def _ranks(sums: Tally) -> dict[tuple[int, int], int]:
    return {(line.round, line.table): line.rank for line in sums.lines if line.rank is not None}


Values = dict[str, list[tuple[TieBreak, Fraction]]]


def ordered(
    players: Sequence[str], names: Sequence[TieBreak], given: Compared, first: Callable[[str], Fraction]
) -> tuple[list[list[str]], Values]:
    """Return the players in groups, best first, and all their values. Only players of equal values share a group.

    `first` is what decides before the tie-breaks; more is better.
    """
    values: Values = {player: [] for player in players}
    groups = _split(players, {player: -first(player) for player in players})
    for name in names:
        refined: list[list[str]] = []
        for group in groups:
            found = {player: value_of(name, player, group, given) for player in group}
            for player, value in found.items():
                values[player].append((name, value))
            refined += _split(group, {player: better(name, value) for player, value in found.items()})
        groups = refined
    return groups, values


def _split(players: Sequence[str], keys: Mapping[str, Fraction]) -> list[list[str]]:
    groups: dict[Fraction, list[str]] = {}
    for player in players:
        groups.setdefault(keys[player], []).append(player)
    return [groups[key] for key in sorted(groups)]
