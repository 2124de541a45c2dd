"""The data set as a document: `VALUES.md`."""

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from service.bots.values import SizeValues, TitleValues
from tests.lab.values.comparisons import (
    FEWEST,
    comparisons_of,
    is_control,
    larger_than_chance,
    opening_row,
    option_row,
)

Accepted: TypeAlias = frozenset[tuple[tuple[int, str, str], str]]
"""Rows and measures of the differences that are larger than chance."""

HEAD = f"""\
# The values of seats, options and openings

Made by `python -m tests.lab.values publish`. The data are in
`service/bots/values.json`; [README.md](README.md) says what they mean. Each interval is that of
95 % of one number. Of options and openings only those are listed with a difference that is larger
than chance by Holm's method: if nothing had an effect, the chance of any row of a title would be
5 %. These differences are bold. An option or opening with fewer than {FEWEST} games is not compared. A
*control* is an option that cannot act in these games.
"""


def page_of(titles: Mapping[str, TitleValues]) -> str:
    """Return the document in Markdown."""
    return "\n".join([HEAD, *(line for name, values in titles.items() for line in _title(name, values))])


def _title(name: str, values: TitleValues) -> Iterator[str]:
    yield f"## {name}"
    yield ""
    yield (
        f"{values.games:,} games, version {values.version} of the rules, data set `{values.data_set}`, digest "
        f"`{values.digest}`."
    )
    yield ""
    if values.strength:
        yield "| one seat of the policy against | games | wins | interval | par |"
        yield "|---|---|---|---|---|"
        for each in values.strength:
            yield (
                f"| {each.opponents} {each.opponent} | {each.games} | {each.share:.0%} "
                f"| {each.low:.0%} to {each.high:.0%} | {each.par:.0%} |"
            )
        yield ""
    yield from _seats(values)
    compared = [each for size in values.sizes for each in comparisons_of(size)]
    accepted = larger_than_chance(compared)
    controls = sum(is_control(each.row[1].removeprefix("option "), each.row[0]) for each in compared)
    yield (
        f"{len(compared):,} differences of options and openings are compared, {controls:,} of them of controls.\n"
        f"{len(accepted):,} are larger than chance."
    )
    yield ""
    for size in values.sizes:
        yield from _options(size, accepted)
        yield from _openings(size, accepted)


def _seats(values: TitleValues) -> Iterator[str]:
    yield "| players | seat | games | wins | interval | mean score | interval |"
    yield "|---|---|---|---|---|---|---|"
    for size in values.sizes:
        for each in size.seat_values:
            yield (
                f"| {size.seats} | {each.seat} | {each.games:,} | {each.share:.1%} | {each.low:.1%} to {each.high:.1%} "
                f"| {each.mean_score:,.1f} | ±{each.score_interval:,.1f} |"
            )
    yield ""


def _options(size: SizeValues, accepted: Accepted) -> Iterator[str]:
    rows = {row for row, _ in accepted}
    listed = [each for each in size.options if option_row(size, each) in rows]
    if not listed:
        return
    yield f"### {size.seats} players: options against their defaults, {size.games['options']:,} games"
    yield ""
    yield "| option | value | default | games | mean score | wins of the first player | rounds |"
    yield "|---|---|---|---|---|---|---|"
    for each in listed:
        row = option_row(size, each)
        control = " (control)" if is_control(each.option, size.seats) else ""
        score = f"{each.score:+,.1f} ± {each.score_interval:,.1f}"
        wins = f"{each.first_share:+.1%} ± {each.first_interval:.1%}"
        rounds = f"{each.rounds:+.2f} ± {each.rounds_interval:.2f}"
        yield (
            f"| `{each.option}`{control} | {each.value} | {each.default} | {each.games} "
            f"| {_bold(score, (row, 'score') in accepted)} | {_bold(wins, (row, 'wins') in accepted)} "
            f"| {_bold(rounds, (row, 'rounds') in accepted)} |"
        )
    yield ""


def _openings(size: SizeValues, accepted: Accepted) -> Iterator[str]:
    rows = {row for row, _ in accepted}
    listed = [each for each in size.openings if opening_row(size, each) in rows]
    if not listed:
        return
    yield f"### {size.seats} players: openings, {size.games['openings']:,} games"
    yield ""
    yield "| opening | choice | seats | wins | interval | par | score above the mean | chosen by the policy |"
    yield "|---|---|---|---|---|---|---|---|"
    for each in listed:
        row = opening_row(size, each)
        share, score = f"{each.share:.1%}", f"{each.score:+,.1f} ± {each.score_interval:,.1f}"
        yield (
            f"| {each.opening} | {each.choice} | {each.games} | {_bold(share, (row, 'wins') in accepted)} "
            f"| {each.low:.1%} to {each.high:.1%} | {each.par:.1%} | {_bold(score, (row, 'score') in accepted)} "
            f"| {each.chosen:.0%} |"
        )
    yield ""


def _bold(text: str, is_bold: bool) -> str:
    return f"**{text}**" if is_bold else text
