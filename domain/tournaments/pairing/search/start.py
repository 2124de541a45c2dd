"""Where the search begins: who has a bye, and tables cut from an order of the players."""

from collections.abc import Sequence

from domain.ledger.draws import KeyedChance
from domain.tournaments.pairing.lots import shuffled
from domain.tournaments.pairing.problem import Problem
from domain.tournaments.pairing.sizes import BYE, Division, is_short


def start(problem: Problem, division: Division, chance: KeyedChance) -> list[list[int]]:
    """Return tables of the sizes of a division, byes last, as tables of one player.

    The order is the ranking, or a random one where the ranking has no effect. Byes go to the players with the fewest
    byes, among them to the last of the order.
    """
    order = [*range(problem.count)]
    if problem.method in {"random", "schedule"}:
        order = shuffled(order, chance)
    place = {player: number for number, player in enumerate(order)}
    by_bye = sorted(order, key=lambda player: (problem.byes[player], -place[player]))
    out = by_bye[: division.count(BYE)]
    seated = [player for player in order if player not in {*out}]
    sizes = [size for size in division if size != BYE]
    tables = _snake(seated, sizes) if problem.method == "snake" else _cut(problem, seated, sizes)
    return [*tables, *([player] for player in out)]


def _cut(problem: Problem, order: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """Cut an order into tables. Short tables are where the players had the fewest of them, if possible at the end."""
    kinds = sorted({*sizes}, reverse=True)
    counts = tuple(sizes.count(kind) for kind in kinds)
    # best[used]: the least cost of tables at the beginning, by how many of each kind are used, and the last kind
    best: dict[tuple[int, ...], tuple[int, int]] = {(0,) * len(kinds): (0, -1)}
    layer = [*best]
    for _ in sizes:
        following: dict[tuple[int, ...], tuple[int, int]] = {}
        for used in layer:
            begin = sum(count * kind for count, kind in zip(used, kinds, strict=True))
            for number, kind in enumerate(kinds):
                if used[number] < counts[number]:
                    after = (*used[:number], used[number] + 1, *used[number + 1 :])
                    price = best[used][0] + _price(problem, order[begin : begin + kind])
                    # of equal costs, short tables at the end: the last table is of the last kind possible
                    following[after] = min(following.get(after, (price, -number)), (price, -number))
        best.update(following)
        layer = [*following]
    cuts: list[int] = []
    while any(counts):
        number = -best[counts][1]
        cuts.append(kinds[number])
        counts = (*counts[:number], counts[number] - 1, *counts[number + 1 :])
    return _pieces(order, cuts[::-1])


def _price(problem: Problem, players: Sequence[int]) -> int:
    if not is_short(len(players), problem.sizes):
        return 0
    return sum(problem.short_tables[player] ** 2 for player in players)


def _pieces(order: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    ends = [sum(sizes[: number + 1]) for number in range(len(sizes))]
    return [[*order[end - size : end]] for end, size in zip(ends, sizes, strict=True)]


def _snake(order: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """Deal the players to the tables there and back. A full table is left out."""
    tables: list[list[int]] = [[] for _ in sizes]
    way = [*range(len(sizes))]
    rest = [*order]
    while rest:
        for number in way:
            if rest and len(tables[number]) < sizes[number]:
                tables[number].append(rest.pop(0))
        way.reverse()
    return tables
