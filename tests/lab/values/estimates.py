"""Estimates from the counts: shares, means and differences, with intervals of 95 %."""

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from typing import NamedTuple

import msgspec

from domain.rulesets import RULESETS
from domain.tournaments.pairing.measured import SHARES
from service.bots.values import OpeningValue, OptionValue, SeatValue, SizeValues, Strength, TitleValues
from service.operate.arena import Z, wilson
from tests.lab.values.counts import Cell, Counts
from tests.lab.values.games import FIRST, KINDS


def values_of(counts: Counts, strength: Sequence[Strength]) -> TitleValues:
    """Return the values of a title by its counts."""
    return TitleValues(
        version=counts.version,
        data_set=counts.data_set,
        digest=counts.digest,
        games=counts.games,
        unfinished=sum(cells["unfinished"].games for cells in counts.sizes.values() if "unfinished" in cells),
        strength=strength,
        sizes=[_size(counts.title, seats, cells) for seats, cells in sorted(counts.sizes.items())],
    )


def _size(title: str, seats: int, cells: Mapping[str, Cell]) -> SizeValues:
    return SizeValues(
        seats=seats,
        games={kind: cells.get(f"kind/{kind}", Cell()).games for kind in dict.fromkeys(KINDS)},
        seat_values=[_seat(seat, cells[f"seat/{seat}"]) for seat in range(seats) if f"seat/{seat}" in cells],
        options=list(_options(title, seats, cells)),
        openings=sorted(_openings(seats, cells), key=lambda each: (each.opening, -each.share + each.par)),
    )


def _seat(seat: int, cell: Cell) -> SeatValue:
    wins = cell.wins / SHARES
    low, high = wilson(wins, cell.games)
    score = _score(cell)
    return SeatValue(
        seat=seat,
        games=cell.games,
        wins=round(wins, 2),
        share=round(wins / cell.games, 4),
        low=round(low, 4),
        high=round(high, 4),
        mean_score=round(score.mean, 2),
        score_interval=round(Z * sqrt(score.square_error), 2),
    )


class Mean(NamedTuple):
    """A mean, and the square of its standard error."""

    mean: float
    square_error: float


def mean_of(games: int, total: int, squares: int) -> Mean:
    """Return the mean by the number, the sum and the sum of squares."""
    # the numerator is exact, although it is the difference of large numbers
    variance = (games * squares - total**2) / (games * max(1, games - 1))
    return Mean(total / games, variance / games)


def _options(title: str, seats: int, cells: Mapping[str, Cell]) -> Iterator[OptionValue]:
    """Yield the values of the options in their order, each against the default."""
    ruleset = RULESETS[title]
    defaults = ruleset.resolve_options(None, FIRST)
    for option in ruleset.options:
        default = defaults[option.name]
        base = cells.get(_key(option.name, default))
        for value in option.values:
            cell = cells.get(_key(option.name, value))
            if base and cell and cell is not base:
                yield _against((option.name, value, default), cell, base, seats)


def _key(option: str, value: int | str | bool) -> str:
    return f"option/{option}/{msgspec.json.encode(value).decode()}"


def _against(option: tuple[str, int | str | bool, int | str | bool], cell: Cell, base: Cell, seats: int) -> OptionValue:
    """Return what a value of an option changes: its name, the value and the default, with their games."""
    score, score_interval = _difference(_score(cell), _score(base))
    rounds, rounds_interval = _difference(_rounds(cell), _rounds(base))
    first, first_interval = _difference(_share(cell), _share(base))
    return OptionValue(
        *option,
        games=cell.games,
        default_games=base.games,
        # the cells have the scores of all seats
        score=round(score / seats, 2),
        score_interval=round(score_interval / seats, 2),
        first_share=round(first, 4),
        first_interval=round(first_interval, 4),
        rounds=round(rounds, 2),
        rounds_interval=round(rounds_interval, 2),
    )


def _score(cell: Cell) -> Mean:
    return mean_of(cell.games, cell.score, cell.squares)


def _rounds(cell: Cell) -> Mean:
    return mean_of(cell.games, cell.rounds, cell.round_squares)


def _share(cell: Cell) -> Mean:
    """Return the share of wins. A game counts as won or lost, which makes the interval of shared wins too wide."""
    share = cell.wins / SHARES / cell.games
    return Mean(share, share * (1 - share) / cell.games)


def _difference(one: Mean, other: Mean) -> tuple[float, float]:
    """Return the difference of two means, and half the width of its interval."""
    return one.mean - other.mean, Z * sqrt(one.square_error + other.square_error)


def _openings(seats: int, cells: Mapping[str, Cell]) -> Iterator[OpeningValue]:
    """Yield the values of all openings that were drawn."""
    drawn = [cells.get(f"drawn/{seat}", Cell()) for seat in range(seats)]
    by_choice: dict[tuple[str, str], dict[int, Cell]] = {}
    for key, cell in cells.items():
        if key.startswith("opening/"):
            _, name, choice, seat = key.split("/")
            by_choice.setdefault((name, choice), {})[int(seat)] = cell
    for (name, choice), by_seat in by_choice.items():
        chosen = {key: cell.games for key, cell in cells.items() if key.startswith(f"chosen/{name}/")}
        own = chosen.get(f"chosen/{name}/{choice}", 0) / max(1, sum(chosen.values()))
        yield _opening(name, choice, by_seat, drawn, own)


def _opening(name: str, choice: str, by_seat: Mapping[int, Cell], drawn: Sequence[Cell], chosen: float) -> OpeningValue:
    total = sum(by_seat.values(), Cell())
    wins = total.wins / SHARES
    low, high = wilson(wins, total.games)
    score = _score(total)
    par = sum(cell.games * drawn[seat].wins / SHARES / drawn[seat].games for seat, cell in by_seat.items())
    usual = sum(cell.games * drawn[seat].score / drawn[seat].games for seat, cell in by_seat.items())
    return OpeningValue(
        opening=name,
        choice=choice,
        games=total.games,
        share=round(wins / total.games, 4),
        low=round(low, 4),
        high=round(high, 4),
        par=round(par / total.games, 4),
        score=round(score.mean - usual / total.games, 2),
        score_interval=round(Z * sqrt(score.square_error), 2),
        chosen=round(chosen, 4),
    )
