"""The time of each decision, by hand and against the clocks."""

import pytest

from domain.analysis.analyse import analyse
from domain.game.fold import fold
from domain.game.game import Game
from domain.ledger.times import micros
from tests.analysis.logs import log_of
from tests.games.golden_games import FOLDER

CLOCKED = sorted(path.name.removesuffix(".jsonl.gz") for path in FOLDER.glob("*clocked*.gz"))


@pytest.mark.parametrize("name", CLOCKED)
def test_the_times_are_those_of_the_clocks(name: str) -> None:
    """Up to the first take-back and change of players, each player's decision took what its clock says."""
    entries = list(log_of(name))
    lines = {line.version: line for line in analyse(entries).times.decisions}
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
            if not line.by_bot and clock.is_open:
                assert line.micros == clock.used + clock.running(micros(record.at))
                compared += 1
        game = fold((entry,), game)
    assert compared
