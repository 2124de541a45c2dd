"""The time of the service does not jump, and all processes since a boot agree on it (decision 031)."""

import logging
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from litestar.testing import TestClient

from service.app import create_app
from service.core.settings import Settings
from service.core.store.anchors import MACHINE, PLAUSIBLE, Anchor, Readings, anchor_of, boot_id, note_time
from service.core.store.database import Database
from service.core.store.store import Store
from service.operate.doctor.time import system_clock
from service.play.play import Play
from service.play.steady_clock import SteadyClock, doubt_about
from tests.replies import ok
from tests.waiting import until

HOUR = 3_600_000_000


class Watches:
    """A clock since boot and a system clock that are set by hand, in microseconds."""

    def __init__(self) -> None:
        self.boot, self.system = 1_000, 1_800_000_000_000_000
        self.is_synchronised = False
        self.readings = Readings(lambda: self.boot, lambda: self.system, lambda: self.is_synchronised)

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


def restarted(watches: Watches, database: Database, *, is_trusted: bool = False) -> SteadyClock:
    """Return the clock of the first process after a boot."""
    watches.boot = 10
    ask = partial(anchor_of, database, "boot 2", watches.readings, is_trusted=is_trusted)
    return SteadyClock(ask(), watches.readings, ask)


@pytest.fixture
def watches() -> Watches:
    return Watches()


@pytest.fixture
def store(watches: Watches, tmp_path: Path) -> Iterator[Store]:
    """Return a store that has run before, with its last time."""
    with Store(f"sqlite:///{tmp_path}/games.db") as store:
        anchor_of(store.database, "boot 1", watches.readings)
        note_time(store.database, "boot 1", watches.system - 5)
        note_time(store.database, "boot 1", watches.system)
        yield store


@pytest.mark.parametrize("error", [HOUR, -HOUR, 80 * 365 * 24 * HOUR])
def test_a_clock_that_may_be_wrong_after_a_boot_is_in_doubt_until_it_is_synchronised(
    error: int, watches: Watches, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    last = watches.system
    true = last + 5_000_000
    watches.system = true + error

    clock = restarted(watches, store.database)

    assert clock.doubt is not None
    assert f"{(5_000_000 + error) / 1_000_000:+.0f} s ahead of the last time in the database" in clock.doubt
    assert [record.getMessage() for record in caplog.records if "LUDOLOG_SYSTEM_CLOCK=trusted" in record.getMessage()]
    # never ahead of the true time
    assert clock.micros() == min(last, watches.system)
    clock.ask_again()
    assert clock.doubt is not None

    watches.system, watches.is_synchronised = true, True
    watches.passes(1_000_000)
    clock.ask_again()

    assert (clock.doubt, clock.micros()) == (None, true + 1_000_000)
    watches.is_synchronised = False
    watches.system += HOUR
    assert restarted(watches, store.database).doubt is None


def test_a_machine_that_was_off_for_a_week_goes_on_if_its_clock_is_synchronised_or_trusted(
    watches: Watches, store: Store
) -> None:
    watches.passes(7 * 24 * HOUR)
    in_doubt = restarted(watches, store.database)
    trusted = restarted(watches, store.database, is_trusted=True)
    in_doubt.ask_again()

    assert (trusted.doubt, in_doubt.doubt) == (None, None)
    assert trusted.micros() == in_doubt.micros() == watches.system


def test_a_short_boot_needs_no_synchronisation(watches: Watches, store: Store) -> None:
    watches.passes(PLAUSIBLE)

    assert restarted(watches, store.database).doubt is None


def test_a_time_ahead_that_was_trusted_is_forgotten_after_the_clock_is_right_again(
    watches: Watches, store: Store
) -> None:
    note_time(store.database, "boot 1", watches.system + 24 * HOUR)
    assert restarted(watches, store.database).doubt is not None
    watches.is_synchronised = True
    assert restarted(watches, store.database).doubt is None
    watches.is_synchronised = False
    note_time(store.database, "boot 2", watches.system)

    assert anchor_of(store.database, "boot 3", watches.readings).doubt is None


def test_the_clock_of_a_database_server_is_compared_with_a_synchronised_one(postgres: str) -> None:
    watches = Watches()
    watches.is_synchronised = True
    with Store(postgres) as store:
        anchor_of(store.database, "boot 1", watches.readings)
        note_time(store.database, "boot 1", MACHINE.system() - 24 * HOUR)
        watches.system = MACHINE.system() - HOUR
        doubt = anchor_of(store.database, "boot 2", watches.readings).doubt
        assert doubt is not None
        assert "the clock of the database server" in doubt

        watches.system = MACHINE.system()
        assert anchor_of(store.database, "boot 2", watches.readings).doubt is None


@pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")
def test_games_with_clocks_wait_while_the_time_is_in_doubt(tmp_path: Path) -> None:
    anchors = iter([Anchor(0, "a reason"), Anchor(0, "a reason"), Anchor(0)])
    waiting = threading.Event()

    def ask() -> Anchor:
        anchor = next(anchors)
        if anchor.doubt is None:
            waiting.wait(30)
        return anchor

    settings = Settings(database=f"sqlite:///{tmp_path}/games.db")
    clock = SteadyClock(ask(), MACHINE, ask)
    with TestClient(create_app(settings, lambda store: Play(store, clock))) as client:
        token = ok(client.post("/v1/players", json={"name": "Ada"})).json()["token"]
        client.headers["Authorization"] = f"Bearer {token}"
        seats: dict[str, str] = {}
        for name, asked in (("timed", {"clock": {"preset": "live"}}), ("untimed", {"clock": None})):
            game = ok(client.post("/v1/games", json={"ruleset": "minos", "seats": 2} | asked)).json()["id"]
            seats[name] = f"/v1/games/{game}/seats/0"

        assert doubt_about(clock) == "a reason"
        assert client.put(seats["untimed"]).status_code == 200
        refused = client.put(seats["timed"])
        assert (refused.status_code, refused.json()["code"]) == (503, "unavailable")
        assert "a reason" in refused.json()["detail"]
        assert refused.headers["Retry-After"]

        waiting.set()
        until(lambda: doubt_about(clock) is None)
        assert client.put(seats["timed"]).status_code == 200
