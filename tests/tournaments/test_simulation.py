"""Whole tournaments of 24 players with absences, drop-outs, late entries, substitutes, stalls and rulings at random."""

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

import pytest

from domain.kernel.values import Event
from domain.ledger.signing import Keys
from domain.tournaments.commands import (
    AdjustPoints,
    AnyAct,
    CheckIn,
    Finish,
    ForbidPair,
    ForfeitSeat,
    JoinSubstitutes,
    Leave,
    OpenCheckIn,
    Penalise,
    PublishRound,
    Register,
    ReplaceResult,
    Return,
    Substitute,
    SwapPlayers,
    VoidTable,
    WithdrawCheckIn,
)
from domain.tournaments.decide.decide import decide
from domain.tournaments.decide.guards import Asked
from domain.tournaments.decide.rounds import games_opened
from domain.tournaments.due import decide_due
from domain.tournaments.events.rounds import ResultTaken, RoundPublished
from domain.tournaments.events.rulings import RuledPlace
from domain.tournaments.formats.draw import rounds_of
from domain.tournaments.openings import awaited_games
from domain.tournaments.proof.verify import verify
from domain.tournaments.ranking import standings_of
from domain.tournaments.refusals import Refused
from domain.tournaments.state import Table
from domain.tournaments.terms import Format, Heats, League, Schedule, Swiss
from service.core.keys.signing import is_signed_by
from tests.tournaments.bundles import Certified, lines_of
from tests.tournaments.kit import OWNER, players, terms

FORMATS: dict[str, Format] = {
    "swiss": Swiss(rounds=4, power_last=True),
    "schedule": Schedule(rounds=4),
    "heats": Heats(rounds=3, knockouts=2),
    "league": League(rounds=2, divisions=3, moving=1, seasons=2),
}
PRESETS = {"swiss": "euro_league", "schedule": "score_share", "heats": "catan", "league": "wins"}
BOT = "bot:careful"


class Simulation:
    """A tournament in which everybody does what chance says. `rng` is seeded, so that a failure can be repeated."""

    def __init__(self, kind: str) -> None:
        self.rng = random.Random(f"tournament {kind}")
        self.newcomers = iter(players(60)[24:])
        given = terms(format=FORMATS[kind], preset=PRESETS[kind], check_in=600, late_until=2)
        self.log = Certified(given, players(24))
        self.refused: Counter[str] = Counter()

    def try_act(self, author: str, act: AnyAct) -> None:
        """Decide an act that may be refused."""
        try:
            decide(self.log.tournament, Asked(author, self.log.now), act)
        except Refused as refused:
            self.refused[refused.rule] += 1
            return
        self.log.act(author, act)

    def between_rounds(self) -> None:
        """Let players leave, return, enter and join the substitutes."""
        tournament = self.log.tournament
        for player in tournament.entrants:
            chance = self.rng.random()
            if chance < 0.05:
                self.try_act(player, Leave())
            elif chance > 0.6:
                self.try_act(player, Return())
        newcomer, substitute = next(self.newcomers), next(self.newcomers)
        self.try_act(newcomer, Register())
        self.try_act(substitute, JoinSubstitutes())
        one, other = self.rng.sample(sorted(tournament.entrants), 2)
        self.try_act(OWNER, Substitute(one, substitute if self.rng.random() < 0.5 else newcomer))
        if not tournament.forbidden:
            self.try_act(OWNER, ForbidPair((one, other)))

    def check_in(self, number: int) -> None:
        """Let most players check in, in a random order, and some of them withdraw that."""
        self.log.act(OWNER, OpenCheckIn(number))
        everybody = list(self.log.tournament.entrants)
        self.rng.shuffle(everybody)
        for player in everybody:
            if self.rng.random() < 0.9:
                self.try_act(player, CheckIn(round=number))
        self.try_act(self.rng.choice(everybody), WithdrawCheckIn(round=number))

    def end_table(self, table: Table) -> None:
        """End the game of a table in one of the ways in which games end."""
        scores = [self.rng.randrange(1, 60) for _ in table.players]
        match self.rng.randrange(8):
            case 0:
                self.log.finish_table(table, scores, seated={self.rng.randrange(len(scores)): BOT})
            case 1 if self.log.tournament.substitutes:
                seat = self.rng.randrange(len(scores))
                self.log.finish_table(table, scores, seated={seat: self.log.tournament.substitutes[0]})
            case 2:
                self.log.finish_table(table, scores, status="abandoned")
            case 3:
                places = tuple(RuledPlace(player, rank, 50 - rank) for rank, player in enumerate(table.players, 1))
                self.try_act(
                    OWNER, ReplaceResult(len(self.log.tournament.rounds), table.number, places, "typed wrongly")
                )
            case 4 if self.rng.random() < 0.3:
                self.try_act(OWNER, VoidTable(len(self.log.tournament.rounds), table.number, "wrong rules"))
            case _:
                self.log.finish_table(table, scores)

    def rule(self, number: int) -> None:
        """Rule about points and seats of a round."""
        held = self.log.tournament.rounds[number - 1]
        table = self.rng.choice(held.tables)
        player = self.rng.choice(table.players)
        self.try_act(OWNER, ForfeitSeat(number, table.number, player, "left early"))
        self.try_act(OWNER, AdjustPoints(number, player, "-1/3", "wrong count"))
        self.try_act(OWNER, Penalise(number, self.rng.choice(table.players), "1/2", "late"))

    def play_round(self, number: int) -> Iterator[Event]:
        """Play a round. Tables end in a random order, over several sweeps; one of them stalls."""
        self.between_rounds()
        self.check_in(number)
        present = {*self.log.tournament.present}
        yield self.log.act(OWNER, PublishRound(number, self.rng.randrange(2)))
        check_published(self.log, number, present)
        one, other = self.rng.sample(sorted(present), 2)
        self.try_act(OWNER, SwapPlayers(number, (one, other), "a couple"))
        self.log.add(games_opened(self.log.tournament, number))
        waiting = list(self.log.tournament.rounds[number - 1].tables)
        self.rng.shuffle(waiting)
        while waiting:
            assert decide_due(self.log.tournament, self.log.now) is None
            self.end_table(waiting.pop())
            current = self.log.tournament.rounds[number - 1].tables
            waiting = [table for table in waiting if not current[table.number - 1].is_decided]
            undecided = [table for table in current if not table.is_decided]
            waiting += [table for table in undecided if table.number not in {held.number for held in waiting}]
            yield self.log.events[-1]
        self.rule(number)
        # two processes see the same step; the log takes the version of one of them
        step = decide_due(self.log.tournament, self.log.now)
        assert step == decide_due(self.log.folded(), self.log.now)
        assert step is not None
        self.log.add(*step)
        yield step[0]
        assert decide_due(self.log.tournament, self.log.now) is None


def check_published(log: Certified, number: int, present: set[str]) -> None:
    """Each player who was present has one table or a bye, and no other player has."""
    held = log.tournament.rounds[number - 1]
    seated = [player for table in held.tables for player in table.players]
    assert len(seated) == len({*seated})
    if held.stage == "round":
        assert sorted([*seated, *held.byes]) == sorted(present)
        for first, second in log.tournament.forbidden:
            assert all(not {first, second} <= {*table.players} for table in held.tables)
    else:
        assert {*seated} <= present
    assert {len(table.players) for table in held.tables} <= {*log.tournament.terms.sizes}


def check_counted_once(log: Certified) -> None:
    """Each result is counted once, points are the sum of their trace, and the ranking has everybody once."""
    results = Counter(event.game for event in log.events if isinstance(event, ResultTaken))
    assert set(results.values()) <= {1}
    assert not {*results} & {*awaited_games(log.tournament)}
    rows = standings_of(log.tournament).rows
    assert len({row.player for row in rows}) == len(rows)
    for row in rows:
        assert Fraction(row.points) == sum((Fraction(line.points) for line in row.trace), Fraction(0)), row
        tables = Counter(line.round for line in row.trace if line.why not in {"adjustment", "penalty"})
        assert set(tables.values()) <= {1}, row


@pytest.mark.parametrize("kind", FORMATS)
def test_a_tournament_stays_consistent_and_its_bundle_verifies(kind: str):
    simulation = Simulation(kind)
    log = simulation.log
    number = 1
    while number <= rounds_of(log.tournament):
        for event in simulation.play_round(number):
            check_counted_once(log)
            assert isinstance(event, Event)
        folded = log.folded()
        assert folded == log.tournament
        assert standings_of(folded) == standings_of(log.tournament)
        number += 1
    log.act(OWNER, Finish())

    published = [event.round for event in log.events if isinstance(event, RoundPublished)]
    assert published == [*range(1, number)]
    assert sum(simulation.refused.values()) > 0
    for full in (True, False):
        report = verify(lines_of(log, full=full), Keys(is_signed_by))
        assert report.first_bad is None, report.first_bad
        assert report.state is not None
        assert standings_of(report.state) == standings_of(log.tournament)
