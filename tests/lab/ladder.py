"""The ladder: how the bots of the service play against each other.

`python -m tests.lab.ladder play RESULTS --games 4` adds games of every pairing to a file of results, and
`python -m tests.lab.ladder table RESULTS` adds them to `ladder.json` and `LADDER.md`. The games of a pairing are
numbered, and a game follows from its number: a run goes on after the published games, on any machine.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from domain.kernel.values import Value
from domain.rulesets import RULESETS
from service.bots.standings import PUBLISHED, Ladder, Rung
from service.bots.strong.levels import strong_bots
from service.bots.strong.light import digest_of, light_of
from service.operate.arena import Match, Outcome, named, play, standings, wilson
from tests.lab.json_lines import append, broken_lines_reported, read
from tests.lab.titles import known

JSON, PAGE = PUBLISHED, Path(__file__).with_name("LADDER.md")
COMMAND = "python -m tests.lab.ladder play RESULTS && python -m tests.lab.ladder table RESULTS"
CAREFUL, RANDOM = "careful", "random"

FIRST_DEAL = 1_000_000
"""The number of the first deal: far from those with which weights are learned."""

HEAD = """\
# The ladder of the bots

Games with the default options; the seats rotate, up to once for each seat of a deal. A shared win
counts in part. `par` is the share of a bot that is as good as its opponents. The interval is that
of 95 % (Wilson). `weights` names the weights of the strong bots at the time. Pairings without a row
have not been played. Made by `python -m tests.lab.ladder`; the data are in
`service/bots/ladder.json`.

| title | bot | against | games | wins | interval | par | mean score | weights |
|---|---|---|---|---|---|---|---|---|
"""


class Result(Value, frozen=True):
    """A game of the ladder."""

    title: str
    weights: str
    pairing: tuple[str, ...]
    number: int
    outcome: Outcome


def pairings(title: str) -> Iterator[tuple[str, ...]]:
    """Return the pairings: each bot against careful bots, with the most and with the fewest seats of the title.

    With the most seats, the slowest strong bot also plays against the quickest.
    """
    seats = RULESETS[title].seats
    strong = strong_bots(title)
    for size in dict.fromkeys((seats[-1], seats[0])):
        for bot in (*strong, RANDOM):
            yield (bot, *(CAREFUL,) * (size - 1))
    if strong:
        yield (strong[-1], *(strong[0],) * (seats[-1] - 1))


def play_more(
    results: Annotated[Path, typer.Argument(help="The file of results. It is made if it does not exist.")],
    games: Annotated[int, typer.Option(help="How many games of each pairing are added.", min=1)] = 4,
    only: Annotated[str, typer.Option(help="Only pairings of this bot; none: all.")] = "",
    title: Annotated[str, typer.Option(help="Only this title; none: all.", callback=known(lambda: RULESETS))] = "",
    against: Annotated[str, typer.Option(help="Only these opponents, such as `3 careful`; none: all.")] = "",
) -> None:
    """Add games of every pairing to a file of results. A stopped run continues with the next game."""
    every = [(name, bots) for name in ([title] if title else RULESETS) for bots in pairings(name)]
    chosen = [
        (name, bots)
        for name, bots in every
        if (not only or bots[0] == only) and (not against or opponents(bots[1:]) == against)
    ]
    if not chosen:
        names = ", ".join(dict.fromkeys(bots[0] for _, bots in every))
        others = ", ".join(dict.fromkeys(opponents(bots[1:]) for _, bots in every))
        message = f"there is no such pairing; the bots are {names}; the opponents are {others}"
        raise typer.BadParameter(message, param_hint="--only, --against")
    with broken_lines_reported():
        for name, bots in chosen:
            _add(results, name, bots, games)


def opponents(bots: Sequence[str]) -> str:
    """Return the number and the name of the opponents of a pairing. All of them are the same bot."""
    return f"{len(bots)} {bots[0]}"


def _add(results: Path, title: str, bots: tuple[str, ...], games: int) -> None:
    ruleset = RULESETS[title]
    weights = weights_now(title)
    former = _row(_published(), title, bots)
    numbers = [
        each.number
        for each in read(results, Result)
        if (each.title, each.weights, each.pairing) == (title, weights, bots)
    ]
    first = max(former.games if former else 0, max(numbers, default=-1) + 1)
    options = ruleset.resolve_options(None, {})
    match = Match(title, bots, options, games, seed=FIRST_DEAL, first=first)
    for outcome in play(match, ruleset, {bot: named(bot) for bot in bots}):
        append(results, Result(title, weights, bots, outcome.number, outcome))


def _published() -> Ladder | None:
    return msgspec.json.decode(JSON.read_bytes(), type=Ladder) if JSON.exists() else None


def _row(ladder: Ladder | None, title: str, pairing: Sequence[str]) -> Rung | None:
    """Return the row of a pairing that was played with the present weights; None if there is none."""
    key = (pairing[0], opponents(pairing[1:]), weights_now(title))
    rungs = ladder.titles.get(title, ()) if ladder else ()
    return next((each for each in rungs if (each.bot, f"{each.opponents} {each.opponent}", each.weights) == key), None)


def ladder_of(results: Sequence[Result], before: Ladder | None = None) -> Ladder:
    """Return the ladder before with the games of the results. Games with other weights than the present do not count.

    Raises ValueError if the games of a pairing do not follow those of the ladder before.
    """
    played: dict[str, dict[tuple[str, ...], dict[int, Outcome]]] = {title: {} for title in RULESETS}
    for each in results:
        if each.weights == weights_now(each.title):
            played[each.title].setdefault(each.pairing, {})[each.number] = each.outcome
    titles: dict[str, list[Rung]] = {}
    for title, outcomes in played.items():
        former = before.titles.get(title, ()) if before else ()
        pairs = {(each.bot, *(each.opponent,) * each.opponents) for each in former} | outcomes.keys()
        rungs = [_continued(title, pair, outcomes.get(pair, {}), _row(before, title, pair)) for pair in pairs]
        # the most seats first, the best share first
        order = sorted(filter(None, rungs), key=lambda each: (-each.opponents, each.opponent, -each.share, each.bot))
        titles[title] = order
    return Ladder(COMMAND, titles)


def _continued(
    title: str, pairing: tuple[str, ...], outcomes: Mapping[int, Outcome], former: Rung | None
) -> Rung | None:
    """Return the row of a pairing with the published games and the new ones; None if there are neither."""
    first = former.games if former else 0
    new = [outcomes[number] for number in sorted(outcomes) if number >= first]
    if not new:
        return former
    if new[0].number != first or new[-1].number != first + len(new) - 1:
        message = f"{title}, {' '.join(pairing)}: games from number {first} on are missing; play them first"
        raise ValueError(message)
    return rung(title, pairing, new, former)


def rung(title: str, pairing: Sequence[str], outcomes: Sequence[Outcome], former: Rung | None = None) -> Rung:
    """Return the result of the first bot of a pairing, with the games of a former row."""
    found = next(each for each in standings(outcomes) if each.bot == pairing[0])
    games, wins, scores = found.games, found.wins, found.mean_score * found.games
    if former:
        games, wins, scores = games + former.games, wins + former.wins, scores + former.mean_score * former.games
    low, high = wilson(wins, games)
    return Rung(
        bot=found.bot,
        opponent=pairing[1],
        opponents=len(pairing) - 1,
        games=games,
        wins=round(wins, 2),
        share=round(wins / games, 4),
        low=round(low, 4),
        high=round(high, 4),
        par=round(found.par, 4),
        mean_score=round(scores / games, 1),
        weights=weights_now(title),
    )


def weights_now(title: str) -> str:
    """Return the digest of the weights of a title; empty if it has no light policy."""
    return digest_of(title) if light_of(title) else ""


def table(results: Annotated[Path, typer.Argument(help="The file of results.", exists=True)]) -> None:
    """Add the games of a file of results to the published ladder. Games that it has already do not count twice."""
    try:
        ladder = ladder_of(read(results, Result), _published())
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error
    JSON.write_bytes(msgspec.json.format(msgspec.json.encode(ladder), indent=1) + b"\n")
    PAGE.write_text(HEAD + "".join(row(title, each) for title, rungs in ladder.titles.items() for each in rungs))
    sys.stdout.write(f"{PAGE}\n")


def row(title: str, found: Rung) -> str:
    """Return a line of the table in Markdown."""
    cells = (
        title,
        found.bot,
        f"{found.opponents} {found.opponent}",
        str(found.games),
        f"{found.share:.0%}",
        f"{found.low:.0%} to {found.high:.0%}",
        f"{found.par:.0%}",
        f"{found.mean_score:,.1f}",
        f"`{found.weights}`",
    )
    return f"| {' | '.join(cells)} |\n"


app = typer.Typer(add_completion=False)
app.command("play")(play_more)
app.command()(table)

if __name__ == "__main__":
    app()
