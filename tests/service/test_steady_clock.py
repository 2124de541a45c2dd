"""The time of the service does not jump, and all processes since a boot agree on it (decision 031)."""

import logging
from pathlib import Path

import pytest

from service.doctor.time import system_clock
from service.games.steady_clock import SteadyClock
from service.store.anchors import MACHINE, Readings, anchor_of, boot_id
from service.store.store import Store

HOUR = 3_600_000_000


class Watches:
    """A clock since boot and a system clock that are set by hand, in microseconds."""

    def __init__(self) -> None:
        self.boot, self.system = 1_000, 1_800_000_000_000_000
        self.readings = Readings(lambda: self.boot, lambda: self.system)

    def passes(self, micros: int) -> None:
        self.boot += micros
        self.system += micros


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_a_jump_of_the_system_clock_changes_no_time_and_is_logged_once(
    jump: int, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    watches = Watches()
    with Store(f"sqlite:///{tmp_path}/games.db") as store:
        clock = SteadyClock(anchor_of(store.database, "boot 1", watches.readings), watches.readings)
    began = clock.micros()

    watches.system += jump
    watches.passes(5)

    assert clock.micros() == began + 5
    assert clock.jump == jump / 1_000_000
    with caplog.at_level(logging.WARNING):
        clock.report_jump()
        clock.report_jump()
    assert [record.getMessage().split(" s ahead")[0] for record in caplog.records] == [
        f"the system clock is {jump / 1_000_000:+.1f}"
    ]


def test_a_restart_continues_the_same_time_whatever_the_system_clock_shows(tmp_path: Path) -> None:
    watches = Watches()
    with Store(f"sqlite:///{tmp_path}/games.db") as store:
        before = SteadyClock(anchor_of(store.database, "boot 1", watches.readings), watches.readings)
        watches.system -= 3 * HOUR
        watches.passes(7)
        after = SteadyClock(anchor_of(store.database, "boot 1", watches.readings), watches.readings)

        assert after.micros() == before.micros()

        # after a boot, the clock since boot begins again, and the system clock is trusted once
        watches.boot, watches.system = 10, watches.system + 3 * HOUR
        booted = SteadyClock(anchor_of(store.database, "boot 2", watches.readings), watches.readings)
        assert booted.micros() == watches.system


def test_machines_of_a_site_agree_by_the_time_of_the_database_server(postgres: str) -> None:
    one, other = Watches(), Watches()
    # both system clocks are wrong
    one.system, other.system = 5 * HOUR, 9 * HOUR
    with Store(postgres) as store:
        here = SteadyClock(anchor_of(store.database, "machine 1", one.readings), one.readings)
        there = SteadyClock(anchor_of(store.database, "machine 2", other.readings), other.readings)

        difference = there.micros() - here.micros()

    # the second one asked later: by the true time that has passed, which these clocks do not count
    assert 0 <= difference < HOUR
    assert abs(here.micros() - MACHINE.system()) < HOUR


def test_this_machine_says_which_boot_it_is_and_the_doctor_compares() -> None:
    assert boot_id()
    anchor = MACHINE.system() - MACHINE.since_boot()

    assert system_clock(None).verdict == "ok"
    assert system_clock(anchor).verdict == "ok"
    jumped = system_clock(anchor - HOUR)
    assert (jumped.verdict, jumped.found.split(" s ")[0]) == ("warning", "+3600.0")
