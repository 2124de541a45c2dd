"""Computes the report from the results, the logs of the games, and the traces."""

import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from itertools import combinations, pairwise
from typing import Literal, TypeAlias

from msgspec.structs import replace

from domain.ledger.integrity import DamagedLogError
from projections.rows.ratings import finishes
from service.core.store.database import Cursor
from service.fair_play.facts import GameFacts, facts_of
from service.fair_play.method import (
    ALIKE,
    COMPARED,
    EARLY_GAMES,
    EARLY_SHARE,
    GAINED,
    GIVEN_UP,
    METHOD,
    MOST_COMPARED,
    MOST_GAMES,
    ONE_SIDED,
    PAIR_GAMES,
    QUICK,
    REGULAR,
    TIMED,
    TURNS,
    Alike,
    Clockwork,
    FairPlayReport,
    Leaver,
    Pair,
    Shared,
    Switched,
)
from service.fair_play.traces import SharedDays, Switches, shared_days, switches
from service.lists.tables.results import NumberedResult, ResultQuery, results
from service.monitoring.integrity.source import entries_in, rows_of_game
from service.people.rows import erased_among

Reading: TypeAlias = Callable[[], AbstractContextManager[Cursor]]
"""Opens a transaction that reads."""

PAGE = 200
"""Results that are read at once."""


def report_of(
    reading: Reading, since: str, until: str, after_game: Callable[[int], None] = lambda _: None
) -> FairPlayReport:
    """Return the report about the rated games that ended in [since, until).

    `after_game` is called with the number of games so far, so that a service can pause.
    """
    facts: list[GameFacts] = []
    for found in _rated(reading, since, until):
        with reading() as cursor:
            rows = rows_of_game(cursor, found.result.game)
        try:
            facts.append(facts_of(found.result, entries_in(found.result.game, rows)))
        except DamagedLogError:
            # fsck says what is damaged
            continue
        after_game(len(facts))
    with reading() as cursor:
        # the log keeps the ids of deleted accounts: there is nobody to act about
        gone = erased_among(cursor, {seat.player for game in facts for seat in game.seats})
        facts = [replace(game, seats=tuple(each for each in game.seats if each.player not in gone)) for game in facts]
        days, switched = shared_days(cursor, since, until), switches(cursor, since, until)
    return findings(facts, since, until, days, switched)


def _rated(reading: Reading, since: str, until: str) -> Iterator[NumberedResult]:
    """Yield the latest rated results of a period, in the order of the log."""
    found: list[NumberedResult] = []
    after: int | None = None
    while len(found) < MOST_GAMES:
        with reading() as cursor:
            page = results(cursor, ResultQuery(since=since, until=until, is_newest_first=True, after=after, limit=PAGE))
        found += [each for each in page if finishes(each.result)]
        if len(page) < PAGE:
            break
        after = page[-1].number
    yield from reversed(found[:MOST_GAMES])


def findings(
    facts: Sequence[GameFacts], since: str, until: str, days: SharedDays, switched: Switches
) -> FairPlayReport:
    """Return what games and traces show."""
    of_player = Counter(seat.player for game in facts for seat in game.seats)
    together: defaultdict[tuple[str, str], list[GameFacts]] = defaultdict(list)
    for game in facts:
        for one, other in combinations(sorted({seat.player for seat in game.seats}), 2):
            together[one, other].append(game)
    return FairPlayReport(
        method=METHOD,
        since=since,
        until=until,
        games=len(facts),
        pairs=_pairs(together, of_player),
        leavers=_leavers(facts, of_player),
        shared=tuple(
            Shared(pair, number, len(together[pair]), _ids(together[pair]))
            for pair, number in sorted(days.items(), key=lambda each: (-each[1], each[0]))
            if pair in together
        ),
        switched=tuple(
            Switched(pair, times, last_on, len(together.get(pair, ())), _ids(together.get(pair, ())))
            for pair, (times, last_on) in sorted(switched.items(), key=lambda each: (-each[1][0], each[0]))
            if of_player[pair[0]] or of_player[pair[1]]
        ),
        clockwork=_clockwork(facts),
        alike=_alike(facts),
    )


def _ids(games: Sequence[GameFacts]) -> tuple[str, ...]:
    return tuple(game.game for game in games)


def _pairs(together: Mapping[tuple[str, str], Sequence[GameFacts]], of_player: Counter[str]) -> tuple[Pair, ...]:
    found: list[Pair] = []
    for (one, other), games in together.items():
        decided: list[tuple[str, bool, GameFacts]] = []
        for game in games:
            seats = {seat.player: seat for seat in game.seats}
            if seats[one].won != seats[other].won:
                winner, loser = (one, other) if seats[one].won else (other, one)
                decided.append((winner, seats[loser].is_early, game))
        if len(decided) < PAIR_GAMES:
            continue
        wins = sum(winner == one for winner, _, _ in decided)
        changes = sum(before[0] != after[0] for before, after in pairwise(decided))
        early = sum(is_early for _, is_early, _ in decided)
        kind = _kind(len(decided), wins, changes, early)
        if kind is not None:
            found.append(
                Pair(
                    players=(one, other),
                    kind=kind,
                    games=len(decided),
                    wins=(wins, len(decided) - wins),
                    changes=changes,
                    left_early=early,
                    of_all=(of_player[one], of_player[other]),
                    ids=tuple(game.game for _, _, game in decided),
                )
            )
    return tuple(sorted(found, key=lambda each: (-each.games, each.players)))


def _kind(games: int, wins: int, changes: int, early: int) -> Literal["in_turns", "one_sided"] | None:
    if changes >= TURNS * (games - 1):
        return "in_turns"
    if max(wins, games - wins) >= ONE_SIDED * games and early >= GIVEN_UP * games:
        return "one_sided"
    return None


def _leavers(facts: Sequence[GameFacts], of_player: Counter[str]) -> tuple[Leaver, ...]:
    left: defaultdict[str, list[GameFacts]] = defaultdict(list)
    for game in facts:
        for seat in game.seats:
            if seat.is_early:
                left[seat.player].append(game)
    found: list[Leaver] = []
    for player, games in left.items():
        if len(games) < EARLY_GAMES or len(games) < EARLY_SHARE * of_player[player]:
            continue
        winners = Counter(seat.player for game in games for seat in game.seats if seat.won and seat.player != player)
        # of equal ones the first by id, so that the report is the same each time
        most = min(winners.items(), key=lambda each: (-each[1], each[0]), default=None)
        gained = most if most is not None and most[1] >= GAINED * len(games) else None
        found.append(
            Leaver(
                player=player,
                games=of_player[player],
                early=len(games),
                gained_by=None if gained is None else gained[0],
                gained=0 if gained is None else gained[1],
                ids=_ids(games),
            )
        )
    return tuple(sorted(found, key=lambda each: (-each.early, each.player)))


def _clockwork(facts: Sequence[GameFacts]) -> tuple[Clockwork, ...]:
    times: defaultdict[str, list[float]] = defaultdict(list)
    for game in facts:
        for seat in game.seats:
            times[seat.player] += seat.times
    found: list[Clockwork] = []
    for player, seconds in times.items():
        if len(seconds) < TIMED:
            continue
        first, median, third = statistics.quantiles(seconds, n=4)
        nine_of_ten = statistics.quantiles(seconds, n=10)[-1]
        spread = (third - first) / median if median > 0 else 0.0
        if spread <= REGULAR or nine_of_ten <= QUICK:
            found.append(Clockwork(player, len(seconds), round(median, 3), round(spread, 3), round(nine_of_ten, 3)))
    return tuple(sorted(found, key=lambda each: (each.spread, each.player)))


def _alike(facts: Sequence[GameFacts]) -> tuple[Alike, ...]:
    sums: dict[tuple[str, str, str], tuple[int, int, float]] = {}
    for game in facts:
        for seat in game.seats:
            for each in seat.compared:
                key = (seat.player, game.ruleset, each.bot)
                decisions, same, by_chance = sums.get(key, (0, 0, 0.0))
                if decisions < MOST_COMPARED:
                    sums[key] = (decisions + each.decisions, same + each.same, by_chance + each.by_chance)
    found = [
        Alike(*key, decisions, same, round(by_chance / decisions, 3))
        for key, (decisions, same, by_chance) in sums.items()
        if decisions >= COMPARED and same >= ALIKE * decisions
    ]
    return tuple(sorted(found, key=lambda each: (-each.same / each.decisions, each.player, each.ruleset, each.bot)))
