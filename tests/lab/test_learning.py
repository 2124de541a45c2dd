"""What the programs that learn from games refuse and report."""

from collections.abc import Callable

import pytest
import typer
from typer.testing import CliRunner

from tests.lab.calibrate import POWERS, STEP, calibrate, is_at_edge
from tests.lab.tune import tune


def test_a_maximum_at_the_edge_of_the_range_is_found() -> None:
    grid = [6.0 * STEP**power for power in POWERS]

    assert is_at_edge(grid[0], grid)
    assert is_at_edge(grid[-1], grid)
    assert not is_at_edge(grid[1], grid)
    assert not is_at_edge(0.0, grid)


@pytest.mark.parametrize("command", [tune, calibrate])
def test_numbers_of_games_to_learn_from_are_bounded(command: Callable[..., None]) -> None:
    program = typer.Typer()
    program.command()(command)
    done = CliRunner().invoke(program, ["siberia", "--games", "10", "--seed", "999999999991"])

    assert done.exit_code == 2
    assert "--seed" in done.output
    assert "the largest is 999,999,999,999" in " ".join(done.output.replace("│", " ").split())
