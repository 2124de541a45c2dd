"""The data set as a document: `VALUES.md`."""

from collections.abc import Iterator, Mapping

from service.bots.values.published import OpeningValue, OptionValue, SizeValues, TitleValues

FEWEST = 30
"""An option or opening with fewer games is in `values.json` only: its interval says little."""

HEAD = """\
# The values of seats, options and openings

Made by `python -m service.bots.values publish`. The data are in `values.json`; [README.md](README.md) says what they
mean. An interval is that of 95 %. Of options and openings only those are listed whose difference is outside its
interval; one in twenty of all comparisons is there by chance.
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
    for size in values.sizes:
        yield from _options(size)
        yield from _openings(size)


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


def _options(size: SizeValues) -> Iterator[str]:
    listed = [each for each in size.options if _has_effect(each)]
    if not listed:
        return
    yield f"### {size.seats} players: options against their defaults, {size.games['options']:,} games"
    yield ""
    yield "| option | value | default | games | mean score | wins of the first player | rounds |"
    yield "|---|---|---|---|---|---|---|"
    for each in listed:
        yield (
            f"| `{each.option}` | {each.value} | {each.default} | {each.games} | {each.score:+,.1f} ± "
            f"{each.score_interval:,.1f} | {each.first_share:+.1%} ± {each.first_interval:.1%} | {each.rounds:+.2f} ± "
            f"{each.rounds_interval:.2f} |"
        )
    yield ""


def _has_effect(each: OptionValue) -> bool:
    differences = (
        (each.score, each.score_interval),
        (each.first_share, each.first_interval),
        (each.rounds, each.rounds_interval),
    )
    is_measured = min(each.games, each.default_games) >= FEWEST
    return is_measured and any(abs(difference) > interval for difference, interval in differences)


def _openings(size: SizeValues) -> Iterator[str]:
    listed = [each for each in size.openings if _is_outside(each)]
    if not listed:
        return
    yield f"### {size.seats} players: openings, {size.games['openings']:,} games"
    yield ""
    yield "| opening | choice | seats | wins | interval | par | score above the mean | chosen by the policy |"
    yield "|---|---|---|---|---|---|---|---|"
    for each in listed:
        yield (
            f"| {each.opening} | {each.choice} | {each.games} | {each.share:.1%} | {each.low:.1%} to {each.high:.1%} | "
            f"{each.par:.1%} | {each.score:+,.1f} ± {each.score_interval:,.1f} | {each.chosen:.0%} |"
        )
    yield ""


def _is_outside(each: OpeningValue) -> bool:
    is_win = not each.low <= each.par <= each.high
    return each.games >= FEWEST and (is_win or abs(each.score) > each.score_interval)
