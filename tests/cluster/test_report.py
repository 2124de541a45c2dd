"""Figures of a run."""

from tests.cluster.report import Fault, Report, longest_pause


def test_a_pause_begins_with_the_last_command_before_the_fault_and_ends_with_a_command() -> None:
    times = [1.0, 2.0, 9.5, 10.0, 30.0]

    assert longest_pause(times, 2.5, 20.0) == 7.5
    assert longest_pause(times, 2.5, 40.0) == 20.0
    assert longest_pause(times, 40.0, 50.0) == 0.0


def test_pauses_of_double_failures_are_not_among_those_of_single_ones() -> None:
    named = [("kill-leader", 8.0, False), ("stop-standbys", 40.0, True), ("switch", 2.0, False)]
    faults = [
        Fault(
            name=name,
            new_leader_after=1.0,
            pause=pause,
            pause_by_hosts=pause,
            pause_by_proxy=pause,
            whole_after=20.0,
            takeovers=1,
            is_double=double,
        )
        for name, pause, double in named
    ]
    report = Report(
        acknowledged=10, games=2, streams=3, cuts=1, events=40, gaps=0, repetitions=0, longest_wait=9.0, put_off=4,
        quiet_takeovers=0, quiet_pause=0.3, restored_after=0.0, faults=faults,
    )  # fmt: skip

    assert "pause, of single failures: p50 5.0 s, max 8.0 s" in report.lines()
