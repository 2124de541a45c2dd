"""What the log of one rated game says about its players: times, choices, resignations."""

import datetime
import random
from collections.abc import Mapping, Sequence

from domain.analysis.analyse import folded, withdrawn
from domain.game.codecs import LOBBY_CODEC
from domain.game.game import Game, awaiting, is_by_bot
from domain.kernel.values import Seat, Value
from domain.ledger.records import Entry
from projections.rows.results import ResultRow
from service.bots import BOTS
from service.bots.choosing import FALLBACK, choose
from service.core.http.request.player_ids import PLAYER
from service.fair_play.method import EARLY, PER_GAME

_LOBBY = frozenset(LOBBY_CODEC.types.values())

_COMPARED_FROM, _TIMED_FROM = 3, 2
"""Choices from which a decision is compared, and timed."""


class Compared(Value, frozen=True):
    """The decisions of a seat that were compared with those of a bot."""

    bot: str
    decisions: int
    same: int
    by_chance: float
    """The sum of the chances that a random choice would be the same."""


class SeatFacts(Value, frozen=True):
    """What the log says of one seat, while its person plays it."""

    player: str
    won: bool
    is_early: bool
    """Whether the person resigned with fewer than `EARLY` decisions."""
    times: tuple[float, ...]
    """Seconds of the decisions with two or more choices, at which no other seat was asked."""
    compared: tuple[Compared, ...]


class GameFacts(Value, frozen=True):
    """What the log says of a game."""

    game: str
    ruleset: str
    ended_at: str
    seats: tuple[SeatFacts, ...]
    """Those of persons."""


class _Decision(Value, frozen=True):
    before: Game
    seat: Seat
    version: int
    choices: int
    seconds: float | None
    commands: tuple[object, ...]


def facts_of(row: ResultRow, entries: Sequence[Entry]) -> GameFacts:
    """Return the facts of a rated game from its result and its whole log."""
    decisions = _decisions(entries)
    by_seat: dict[Seat, list[_Decision]] = {}
    for each in decisions:
        by_seat.setdefault(each.seat, []).append(each)
    counted = _counts(entries)
    seats = tuple(
        SeatFacts(
            player=seat.player,
            won=seat.won,
            is_early=seat.resigned and counted.get(seat.seat, 0) < EARLY,
            times=tuple(
                each.seconds
                for each in by_seat.get(seat.seat, ())
                if each.seconds is not None and each.choices >= _TIMED_FROM
            ),
            compared=_compared(row.ruleset, by_seat.get(seat.seat, ())),
        )
        for seat in row.seats
        # a bot from the start, or a guest, has no account; of a seat with former players the log mixes several persons
        if seat.player.startswith(PLAYER) and not {*seat.former} - {seat.player}
    )
    return GameFacts(row.game, row.ruleset, row.ended_at, seats)


def _counts(entries: Sequence[Entry]) -> Mapping[Seat, int]:
    """Return how many decisions the person of each seat has made."""
    counts: dict[Seat, int] = {}
    for before, entry, event, _ in folded(entries):
        seat = entry.record.seat
        if before is not None and seat is not None and type(event) not in _LOBBY and not is_by_bot(before, seat):
            counts[seat] = counts.get(seat, 0) + 1
    return counts


def _decisions(entries: Sequence[Entry]) -> list[_Decision]:
    """Return the decisions of persons that were not taken back."""
    gone = withdrawn(entries)
    found: list[_Decision] = []
    for before, entry, event, _ in folded(entries):
        record = entry.record
        seat = record.seat
        if before is None or before.state is None or seat is None or type(event) in _LOBBY:
            continue
        if record.version in gone or is_by_bot(before, seat):
            continue
        choices = before.ruleset.legal_commands(before.state, seat)
        commands = tuple(before.ruleset.commands_of(event))
        if not any(choice.admits(each) for choice in choices for each in commands):
            # it follows from another event
            continue
        is_alone = awaiting(before) == frozenset({seat})
        seconds = _seconds(before.tip.at, record.at) if is_alone else None
        number = len(choices) if not any(choice.range is not None for choice in choices) else len(choices) + 1
        found.append(_Decision(before, seat, record.version, number, seconds, commands))
    return found


def _seconds(earlier: str, later: str) -> float:
    one, other = (datetime.datetime.fromisoformat(each) for each in (earlier, later))
    return (other - one).total_seconds()


def _compared(title: str, decisions: Sequence[_Decision]) -> tuple[Compared, ...]:
    """Compare decisions with those of the bots of a title that do not search: these take too long."""
    open_ones = [each for each in decisions if each.choices >= _COMPARED_FROM]
    asked = [open_ones[place * len(open_ones) // PER_GAME] for place in range(min(PER_GAME, len(open_ones)))]
    if len(open_ones) <= PER_GAME:
        asked = open_ones
    return tuple(
        Compared(
            bot=bot,
            decisions=len(asked),
            same=sum(_is_same(each, bot) for each in asked),
            by_chance=sum(1 / each.choices for each in asked),
        )
        for bot in sorted(BOTS[title])
        if bot != FALLBACK and asked
    )


def _is_same(decision: _Decision, bot: str) -> bool:
    # the same game gives the same draws: a bot breaks ties by them
    rng = random.Random(f"{decision.before.id} {decision.version} {bot}")  # noqa: S311 - repeatable by intent
    return choose(decision.before, decision.seat, bot, rng) in decision.commands
