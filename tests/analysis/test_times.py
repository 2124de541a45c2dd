"""The time of each decision, by hand and against the clocks."""

import pytest

from domain.analysis.analyse import analyse
from domain.analysis.report import Times
from domain.game import decide
from domain.game.clock_decisions import return_to_seat, run_out, take_vacation
from domain.game.fold import fold
from domain.game.game import Game, awaiting, legal_commands
from domain.game.rulings.decide import accept_replacement, adjudicate, offer_replacement, pause, resume
from domain.kernel.values import Seat
from domain.ledger.times import SECOND, micros
from projections.times import moment
from tests.analysis.logs import log_of
from tests.games.clocks.clocked import RULING, Clocked
from tests.games.golden_games import FOLDER

CLOCKED = sorted(path.name.removesuffix(".jsonl.gz") for path in FOLDER.glob("*clocked*.gz"))


class Played(Clocked):
    """A game of Minos with a clock. Its first player decides; the owner ends it."""

    def __init__(self) -> None:
        super().__init__("minos", 43)
        (self.seat,) = awaiting(self.game)

    def after(self, seconds: int) -> "Played":
        """Let time pass."""
        self.now += seconds * SECOND
        return self

    def run_out(self) -> None:
        """Let the clock of the seat run out, so that the bot has to decide."""
        self.store(None, run_out(self.game, self.seat, "careful", self.now))

    def decide(self) -> None:
        """Make the first decision of the seat that is legal."""
        self.store(self.seat, decide.command(self.game, self.seat, legal_commands(self.game, self.seat)[0].command))

    def times(self) -> Times:
        """End the game, and return its times."""
        self.store(None, adjudicate(self.game, [1] * self.game.opened.seats, RULING))
        return analyse(self.entries).times


def seconds_to_run_out(game: Game) -> int:
    """Return the seconds after which the clock of a decision runs out at the start of a game."""
    assert game.clocks is not None
    return game.clocks.settings.allowance + game.clocks.settings.bank


def test_the_time_until_the_clock_runs_out_is_that_of_the_player() -> None:
    game = Played()
    limit = seconds_to_run_out(game.game)
    game.after(limit + 7).run_out()
    game.after(100).decide()

    times = game.times()

    (line,) = times.decisions
    assert (line.micros, line.by_bot, line.ran_out) == ((limit + 7) * SECOND, True, True)
    total = times.totals[game.seat]
    assert (total.micros, total.decisions, total.by_bot, total.ran_out) == ((limit + 7) * SECOND, 1, 0, 1)
    assert total.longest == line.version


def test_a_player_who_replaces_another_begins_anew_without_its_vacation() -> None:
    game = Played()
    game.after(3).store(game.seat, take_vacation(game.game, game.seat, 3600, game.now))
    game.after(5).store(None, offer_replacement(game.game, game.seat, "player:7", RULING))
    game.after(1).store(None, accept_replacement(game.game, game.seat, "player:7"))
    game.after(4).decide()

    (line,) = game.times().decisions

    assert line.micros == 4 * SECOND


def test_a_player_who_replaces_another_during_a_pause_begins_after_it() -> None:
    game = Played()
    game.after(3).store(None, pause(game.game, moment(game.now + 3600 * SECOND), RULING, moment(game.now)))
    game.after(5).store(None, offer_replacement(game.game, game.seat, "player:7", RULING))
    game.after(1).store(None, accept_replacement(game.game, game.seat, "player:7"))
    game.after(8).store(None, resume(game.game, RULING, moment(game.now)))
    game.after(4).decide()

    (line,) = game.times().decisions

    assert line.micros == 4 * SECOND


def test_a_player_who_returns_does_not_use_the_time_of_the_bot() -> None:
    game = Played()
    limit = seconds_to_run_out(game.game)
    game.after(limit).run_out()
    game.decide()
    game.after(20).store(game.seat, return_to_seat(game.game, game.seat))
    game.after(6).decide()

    late, line = game.times().decisions

    assert (late.micros, late.ran_out) == (limit * SECOND, True)
    assert (line.micros, line.by_bot, line.ran_out) == (6 * SECOND, False, False)


def test_a_decision_for_which_the_clock_ran_out_stays_stopped() -> None:
    """A return and a pause do not let the time of the player run again."""
    game = Played()
    limit = seconds_to_run_out(game.game)
    game.after(limit).run_out()
    game.after(20).store(game.seat, return_to_seat(game.game, game.seat))
    game.after(2).store(game.seat, take_vacation(game.game, game.seat, 1, game.now))
    game.after(2).store(None, pause(game.game, moment(game.now + SECOND), RULING, moment(game.now)))
    game.after(8).store(None, resume(game.game, None, moment(game.now)))
    game.after(4).decide()

    (line,) = game.times().decisions

    assert (line.micros, line.ran_out) == (limit * SECOND, True)


@pytest.mark.parametrize("name", CLOCKED)
def test_the_times_are_those_of_the_clocks(name: str) -> None:
    """Each decision took what its clock says, except those that were open at a take-back, which refunds no time."""
    entries = list(log_of(name))
    times = analyse(entries).times
    lines = {line.version: line for line in times.decisions}
    game: Game | None = None
    compared = 0
    reopened: set[Seat] = set()
    for entry in entries:
        record = entry.record
        if game is not None and game.clocks is not None and record.version in lines:
            clock = game.clocks.seats[record.seat or 0]
            line = lines[record.version]
            assert line.by_bot == (clock.is_bot or clock.ran_out)
            assert line.ran_out == clock.ran_out
            if clock.is_open and (line.ran_out or not line.by_bot) and line.seat not in reopened:
                assert line.micros == clock.used + clock.running(micros(record.at))
                compared += 1
            reopened.discard(line.seat)
        game = fold((entry,), game)
        if game is not None and record.type == "game.decision_taken_back":
            reopened = {*awaiting(game)}
    assert compared
    for total in times.totals:
        counted = [line for line in lines.values() if line.seat == total.seat and (line.ran_out or not line.by_bot)]
        assert (total.decisions, total.micros) == (len(counted), sum(line.micros for line in counted))
