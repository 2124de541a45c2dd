"""Games between bots in memory, with rotated seats and confidence intervals."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import sqrt
from typing import Any, TypeAlias

from domain.game.game import Game
from domain.kernel.codec import as_json
from domain.kernel.ruleset import Ruleset
from domain.kernel.values import Command, IllegalCommand, Place, Seat, Value
from service.bots.choosing import choose
from service.bots.table import TableGame

Player: TypeAlias = Callable[[Game, Seat, random.Random, int], Command]
"""Decides for a seat of a game in memory. The number of the game is the last argument: games of a deal have one id."""

LONGEST = 20_000
"""The maximum number of decisions in a game. Some bots undo their decisions without end."""

Z = 1.96
"""The quantile of the normal distribution for intervals of 95 %."""


class BotError(Exception):
    """A bot cannot play on; the message names it and the reason."""


class Match(Value, frozen=True):
    """Games of a title between bots. `bots` is in the order of the seats of the first game."""

    ruleset: str
    bots: tuple[str, ...]
    options: Mapping[str, Any]
    games: int
    seed: int = 0
    """The number of the first deal."""
    first: int = 0
    """The number of the first game, to continue a match."""


class Outcome(Value, frozen=True):
    """The result of a game: the bots by seat, and the ranking."""

    number: int
    bots: tuple[str, ...]
    places: tuple[Place, ...]


class Standing(Value, frozen=True):
    """The result of a bot: its wins (a shared win counts in part), their share of the games, and the 95 % interval."""

    bot: str
    seats: int
    """Seats that the bot has in each game."""
    games: int
    wins: float
    share: float
    low: float
    high: float
    par: float
    """The share of wins of a bot that is as good as the others."""
    mean_score: float


def named(bot: str) -> Player:
    """Return a bot of the service by its name."""
    return lambda game, seat, rng, _: choose(game, seat, bot, rng)


def play(match: Match, ruleset: Ruleset[Any], players: Mapping[str, Player]) -> Iterator[Outcome]:
    """Play the games of a match. Each deal is played once with each different rotation of the seats.

    Raises BotError.
    """
    period = period_of(match.bots)
    for number in range(match.first, match.first + match.games):
        deal, turn = divmod(number, period)
        bots = (*match.bots[turn:], *match.bots[:turn])
        table = TableGame(ruleset, len(bots), match.options, match.seed + deal)
        rng = random.Random(f"ludolog/arena/1 {match.seed} {number}")  # noqa: S311 - repeatable by intent
        while (places := table.places) is None:
            if sum(table.game.decided) >= LONGEST:
                raise _endless(table.game, bots, number)
            _decide(table, players[bots[table.awaited]], rng, bots, number)
        yield Outcome(number, bots, tuple(places))


def period_of(bots: Sequence[str]) -> int:
    """Return the smallest number of seats by which a rotation changes nothing: there are as many different ones."""
    seated = tuple(bots)
    return next(turn for turn in range(1, len(seated) + 1) if (*seated[turn:], *seated[:turn]) == seated)


def _decide(table: TableGame, player: Player, rng: random.Random, bots: Sequence[str], number: int) -> None:
    """Let the bot of the awaited seat decide. Raises BotError, with the seat and the game."""
    seat = table.awaited
    where = _place(table.game, seat, number)
    try:
        command = player(table.game, seat, rng, number)
    except BotError as error:
        reason = f"{error} ({where})"
        raise BotError(reason) from None
    try:
        table.decide(seat, command)
    except IllegalCommand as illegal:
        refusal = illegal.refusal
        reason = f"{bots[seat]}, {where}: rule {refusal.rule} forbids {as_json(command)}: {refusal.reason}"
        raise BotError(reason) from None


def _endless(game: Game, bots: Sequence[str], number: int) -> BotError:
    """Return the error of a game that does not end, with the seat that has decided most often."""
    seat = max(range(len(bots)), key=lambda each: game.decided[each])
    made = f"has made {game.decided[seat]:,} of {LONGEST:,} decisions, and the game has not ended"
    return BotError(f"{bots[seat]}, {_place(game, seat, number)}: it {made}; do they undo each other?")


def _place(game: Game, seat: Seat, number: int) -> str:
    return f"seat {seat} of game {number + 1} of {game.ruleset.title}"


def standings(outcomes: Sequence[Outcome]) -> list[Standing]:
    """Return the result of each bot, the best first."""
    games = len(outcomes)
    found = [_standing(bot, outcomes, games) for bot in sorted(set(outcomes[0].bots))] if games else []
    return sorted(found, key=lambda each: -each.share / each.par)


def _standing(bot: str, outcomes: Sequence[Outcome], games: int) -> Standing:
    seats = outcomes[0].bots.count(bot)
    wins = sum(won(outcome, bot) for outcome in outcomes)
    scores = [place.score for each in outcomes for place in each.places if each.bots[place.seat] == bot]
    low, high = wilson(wins, games)
    par = seats / len(outcomes[0].bots)
    return Standing(bot, seats, games, wins, wins / games, low, high, par, sum(scores) / len(scores))


def won(outcome: Outcome, bot: str) -> float:
    """Return the part of the victory that belongs to a bot, from 0 to 1."""
    winners = [outcome.bots[place.seat] for place in outcome.places if place.rank == 1]
    return winners.count(bot) / len(winners)


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of a share (Wilson score)."""
    if not games:
        return 0.0, 1.0
    share, square = wins / games, Z * Z
    centre = share + square / (2 * games)
    width = Z * sqrt(max(0.0, share * (1 - share)) / games + square / (4 * games**2))
    whole = 1 + square / games
    return max(0.0, (centre - width) / whole), min(1.0, (centre + width) / whole)
