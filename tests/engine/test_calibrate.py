"""The range of the scales that a calibration tries."""

from service.engine.calibrate import POWERS, STEP, is_at_edge


def test_a_maximum_at_the_edge_of_the_range_is_found() -> None:
    grid = [6.0 * STEP**power for power in POWERS]

    assert is_at_edge(grid[0], grid)
    assert is_at_edge(grid[-1], grid)
    assert not is_at_edge(grid[1], grid)
    assert not is_at_edge(0.0, grid)
