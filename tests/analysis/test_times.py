"""The time of each decision, by hand and against the clocks."""

import pytest

from domain.analysis.analyse import analyse
from domain.analysis.report import Times
from domain.game import decide
from domain.game.clocks.decide import run_out
from domain.game.fold import fold
from domain.game.game import Game, awaiting, legal_commands
from domain.game.rulings.decide import adjudicate
from domain.ledger.times import SECOND, micros
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
    assert (total.micros, total.decisions, total.by_bot, total.ran_out) == ((limit + 7) * SECOND, 0, 1, 1)
    assert total.longest is None


@pytest.mark.parametrize("name", CLOCKED)
def test_the_times_are_those_of_the_clocks(name: str) -> None:
    """Up to the first take-back and change of players, each decision took what its clock says."""
    entries = list(log_of(name))
    times = analyse(entries).times
    lines = {line.version: line for line in times.decisions}
    game: Game | None = None
    compared = 0
    for entry in entries:
        record = entry.record
        if record.type in {"game.decision_taken_back", "game.player_replaced", "game.seat_returned"}:
            break
        if game is not None and game.clocks is not None and record.version in lines:
            clock = game.clocks.seats[record.seat or 0]
            line = lines[record.version]
            assert line.by_bot == (clock.is_bot or clock.ran_out)
            assert line.ran_out == clock.ran_out
            if clock.is_open and (line.ran_out or not line.by_bot):
                assert line.micros == clock.used + clock.running(micros(record.at))
                compared += 1
        game = fold((entry,), game)
    assert compared
    for total in times.totals:
        counted = [line for line in lines.values() if line.seat == total.seat and (line.ran_out or not line.by_bot)]
        assert total.micros == sum(line.micros for line in counted)
