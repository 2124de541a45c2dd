"""Both verifiers accept games with clocks, as every viewer sees them, and agree line by line."""

import os
import random
from collections import Counter
from pathlib import Path

import pytest

from domain.game.fold import fold
from domain.proof.verify import verify
from projections.history import FULL
from tests.games.bundles import TITLES, signer, trusting, until
from tests.games.clocks.clocked import clocked
from tests.games.second_verifier import agree, second

GAMES = int(os.environ.get("LUDOLOG_CLOCKED", "12"))
"""Random games with clocks; 1000 is the long run."""
BATCHES = 6
WANTED = (
    "clock.ran_out", "clock.seat_taken_over", "clock.vacation_taken", "game.seat_returned", "game.decision_taken_back",
    "game.paused", "game.resumed", "game.clock_extended", "game.player_replaced", "game.seat_resigned",
    "game.seat_given_up", "game.adjudicated", "game.replacement_offered", "game.seat_declined",
)  # fmt: skip


@pytest.mark.parametrize("batch", range(BATCHES))
def test_both_verifiers_accept_games_with_clocks(batch: int, tmp_path: Path) -> None:
    bundles: list[list[bytes]] = []
    for number in range(batch, GAMES, BATCHES):
        one = clocked(TITLES[number % len(TITLES)], number)
        then = until(one, random.Random(number).choice([entry.record.cause - 1 for entry in one.entries[30:]]))
        bundles += [one.lines(signer=signer()), one.lines(None, signer()), then.lines(None, signer())]

    for lines, other in zip(bundles, second(tmp_path, bundles, signer()), strict=True):
        report = verify(lines, trusting(signer()))
        assert report.is_valid, report.first_bad
        agree(report, other)


def test_the_sample_reaches_every_event_of_clocks() -> None:
    seen = Counter(
        entry.record.type for number in range(24) for entry in clocked(TITLES[number % len(TITLES)], number).entries
    )

    assert [name for name in WANTED if not seen[name]] == []


@pytest.mark.parametrize("title", TITLES)
def test_a_game_with_clocks_folds_to_the_same_game(title: str) -> None:
    one = clocked(title, TITLES.index(title))

    folded = fold(one.entries)

    assert folded == one.game
    assert verify(one.lines(FULL)).is_valid
