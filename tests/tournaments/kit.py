"""A tournament driven by acts, as the tests of its rules read it."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from domain.game.terms import Clock
from domain.kernel.values import Event
from domain.ledger.records import Entry, tip_of_new
from domain.rulesets import RULESETS
from domain.tournaments.commands import AnyAct, CheckIn, OpenCheckIn, PublishRound, Register
from domain.tournaments.decide.decide import decide, open_tournament
from domain.tournaments.decide.guards import Asked
from domain.tournaments.decide.rounds import games_opened, take_result
from domain.tournaments.due import decide_due
from domain.tournaments.fold import append, fold
from domain.tournaments.ranking import standings_of
from domain.tournaments.refusals import Refused
from domain.tournaments.results import ResultStatement, StatementPlace
from domain.tournaments.state import Table, Tournament
from domain.tournaments.terms import Swiss, Terms

TOURNAMENT = "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee"
SEED = bytes(range(32))
OWNER, DIRECTOR, HELPER = "player:owner", "player:director", "player:helper"
CLOCK = Clock(allowance=3600, bank=86400, on_empty="bot", strikes=3)
HEAD = "ab" * 32
MIN_REASON = 10


def terms(title: str = "minos", **changes: Any) -> Terms:
    """Return terms of a tournament of a title; other fields by name."""
    ruleset = RULESETS[title]
    plain = Terms(
        name="Autumn cup",
        ruleset=title,
        ruleset_version=ruleset.version,
        data_set=ruleset.default_data_set,
        data_digest=ruleset.data_set(ruleset.default_data_set).digest,
        options=ruleset.resolve_options(None, {}),
        sizes=(4, 3),
        format=Swiss(rounds=3),
    )
    return replace(plain, **changes)


def players(count: int) -> tuple[str, ...]:
    return tuple(f"player:{number:02}" for number in range(1, count + 1))


def statement(
    table: Table,
    scores: Sequence[int],
    *,
    seated: Mapping[int, str] | None = None,
    status: Any = "ended",
    adjudicated: Sequence[int] | None = None,
) -> ResultStatement:
    """Return the certificate's statement of a game with these scores, by seat.

    `seated` says who has a seat at the end, if it is not the player of the table. A bot has resigned.
    """
    minos = RULESETS["minos"]
    at_end = tuple((seated or {}).get(seat, player) for seat, player in enumerate(table.players))
    resigned = tuple(seat for seat, player in enumerate(at_end) if player.startswith("bot:"))
    ranks = adjudicated or [1 + sum(other > score for other in scores) for score in scores]
    places = [StatementPlace(rank, score, seat) for seat, (rank, score) in enumerate(zip(ranks, scores, strict=True))]
    return ResultStatement(
        game=table.game,
        head=HEAD,
        version=100,
        ruleset="minos",
        ruleset_version=minos.version,
        status=status,
        players=at_end,
        places=tuple(places) if status == "ended" else (),
        resigned=resigned,
        adjudicated=UNSET if adjudicated is None else True,
    )


class Log:
    """A tournament and its log. Each act happens a minute after the last one, or at a set time."""

    def __init__(self, given: Terms | None = None, entered: Sequence[str] = ()) -> None:
        self.minute = 0
        self.clock: str | None = None
        self.entries: list[Entry] = []
        self.events: list[Event] = []
        self.tournament: Tournament
        self._append(open_tournament(terms() if given is None else given, OWNER, SEED), None)
        for player in entered:
            self.act(player, Register())

    @property
    def now(self) -> str:
        if self.clock is not None:
            return self.clock
        return f"2026-11-{20 + self.minute // 1440:02}T{self.minute // 60 % 24:02}:{self.minute % 60:02}:00.000000Z"

    def _append(self, batch: Sequence[Event], before: Tournament | None) -> None:
        tip = tip_of_new(TOURNAMENT) if before is None else before.tip
        self.minute += 1
        self.tournament, entries = append(before, tip, SEED, self.now, batch)
        self.entries += entries
        self.events += batch

    def add(self, *batch: Event) -> None:
        self._append(batch, self.tournament)

    def act(self, author: str, act: AnyAct, started: Sequence[str] = ()) -> Event:
        """Decide an act and append its batch; return its event."""
        batch = decide(self.tournament, Asked(author, self.now, frozenset(started)), act)
        self._append(batch, self.tournament)
        return batch[0]

    def refusal(self, author: str, act: AnyAct, started: Sequence[str] = ()) -> str:
        """Return the number of the rule that forbids an act; the log stays as it is."""
        with pytest.raises(Refused) as refused:
            decide(self.tournament, Asked(author, self.now, frozenset(started)), act)
        assert len(refused.value.reason) > MIN_REASON
        return refused.value.rule

    def sweep(self, at: str) -> Event | None:
        """Take the step that is due at a time, if there is one."""
        self.clock = at
        batch = decide_due(self.tournament, at)
        if batch is None:
            return None
        self._append(batch, self.tournament)
        return batch[0]

    def check_in(self, number: int, present: Sequence[str]) -> None:
        self.act(OWNER, OpenCheckIn(number))
        for player in present:
            self.act(player, CheckIn(round=number))

    def publish(self, number: int, **given: Any) -> tuple[Table, ...]:
        """Publish a round and open its games; return its tables."""
        self.act(OWNER, PublishRound(number, **given))
        self.add(games_opened(self.tournament, number))
        return self.tournament.rounds[number - 1].tables

    def finish_table(self, table: Table, scores: Sequence[int], **given: Any) -> Event:
        """Take the result of a table with these scores, by seat."""
        event = take_result(self.tournament, statement(table, scores, **given))
        self.add(event)
        return event

    def play(self, number: int) -> None:
        """Publish a round, finish its tables with scores that follow from the names, and close it."""
        for table in self.publish(number):
            self.finish_table(table, [score_of(player, number) for player in table.players])
        self.sweep(self.now)
        self.clock = None

    def folded(self) -> Tournament:
        """Return the tournament read from its stored log."""
        found = fold(self.entries)
        assert found is not None
        return found


def score_of(player: str, number: int) -> int:
    """Return a score that differs between players and rounds, and never ties at a table."""
    place = int(player.rpartition(":")[2]) if player[-1].isdigit() else 1
    return 10 + (place * 7 + number * 5) % 64


def points_of(log: Log) -> dict[str, str]:
    """Return the points of each player."""
    return {row.player: row.points for row in standings_of(log.tournament).rows}
