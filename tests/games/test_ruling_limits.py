"""The number of rulings and the time of all pauses are limited (SPEC.md 10). Pauses and games can always be ended."""

import datetime
from collections.abc import Callable
from pathlib import Path

import pytest

from domain.game import decide
from domain.game.decide import Decided, NotPossible
from domain.game.events import STAND_IN
from domain.game.events.rulings import ClockExtended, GamePaused
from domain.game.fold import fold
from domain.game.game import Game
from domain.game.rulings.counting import MAX_PAUSED, MAX_RULINGS
from domain.game.rulings.decide import (
    MAX_PAUSE,
    Ruling,
    adjudicate,
    extend_clock,
    give_up_seat,
    pause,
    replace_player,
    resume,
)
from domain.game.terms import Clock, Terms
from domain.ledger.signing import Keys
from domain.proof.verify import verify
from service.core.keys.signing import is_signed_by
from tests.games.bundles import Finished, signer
from tests.games.forged_rulings import OWNER, Log
from tests.games.second_verifier import agree, second

RULING = Ruling(OWNER, "A player is ill.")
CLOCK = Clock(allowance=3600, bank=0, on_empty="bot", strikes=3)


class LongLog(Log):
    """A running game whose time advances by days."""

    def __init__(self) -> None:
        self.day = 0
        super().__init__(Terms(clock=CLOCK))
        for seat in range(4):
            self.sit(seat, f"player:{seat}")
        self.add(decide.start(self.game))

    @property
    def now(self) -> str:
        return self.after(0)

    def after(self, days: float, microseconds: int = 0) -> str:
        moment = datetime.datetime(2026, 1, 1) + datetime.timedelta(days=self.day + days, microseconds=microseconds)  # noqa: DTZ001 - records have times without an offset
        return moment.isoformat(timespec="microseconds") + "Z"

    def pause_for(self, days: int) -> None:
        """Pause; the service ends the pause."""
        self.add(pause(self.game, self.after(days), RULING, self.now))
        self.day += days
        self.add(resume(self.game, None, self.now))


def limited(decided: Callable[[], Decided]) -> bool:
    """Whether a ruling is refused because there are too many."""
    try:
        decided()
    except NotPossible as refused:
        return refused.code == "limit-reached"
    return False


def with_all_rulings() -> LongLog:
    log = LongLog()
    for _ in range(MAX_RULINGS):
        log.add(extend_clock(log.game, 0, 60, RULING))
    return log


def ended(log: LongLog) -> Finished:
    log.add(adjudicate(log.game, (1, 2, 3, 4), RULING))
    return Finished(log.game, log.entries)


def test_after_the_maximum_of_rulings_only_an_end_is_possible() -> None:
    log = with_all_rulings()
    game = log.game

    assert limited(lambda: extend_clock(game, 0, 60, RULING))
    assert limited(lambda: pause(game, log.after(1), RULING, log.now))
    assert limited(lambda: give_up_seat(game, 0, STAND_IN, RULING))
    assert limited(lambda: replace_player(game, 0, "player:9", RULING))
    assert not limited(lambda: adjudicate(game, (1, 2, 3, 4), RULING))


def test_a_pause_that_began_as_the_last_ruling_can_be_ended() -> None:
    log = LongLog()
    for _ in range(MAX_RULINGS - 1):
        log.add(extend_clock(log.game, 0, 60, RULING))
    log.add(pause(log.game, log.after(1), RULING, log.now))

    assert log.game.rulings == MAX_RULINGS
    assert not limited(lambda: resume(log.game, RULING, log.now))


def test_all_pauses_together_are_limited_by_the_time_that_they_lasted() -> None:
    log = LongLog()
    most = MAX_PAUSE // 86400
    log.pause_for(most)
    log.pause_for(most)
    # half of a pause counts half
    log.add(pause(log.game, log.after(most), RULING, log.now))
    log.day += 10
    log.add(resume(log.game, RULING, log.now))
    left = MAX_PAUSED // 86400 - 2 * most - 10

    assert limited(lambda: pause(log.game, log.after(left, 1), RULING, log.now))
    log.pause_for(left)
    assert limited(lambda: pause(log.game, log.after(0, 1), RULING, log.now))
    # five pauses and one resumption by a ruling
    assert log.game.rulings == 5
    assert same_counts(fold(log.entries), log.game)


def same_counts(one: Game | None, other: Game) -> bool:
    assert one is not None
    return (one.rulings, one.paused, one.paused_since) == (other.rulings, other.paused, other.paused_since)


def test_both_verifiers_accept_the_maximum_of_rulings_and_pauses(tmp_path: Path) -> None:
    log = with_all_rulings()
    paused = LongLog()
    for _ in range(3):
        paused.pause_for(30)
    bundles = [ended(one).lines(signer=signer()) for one in (log, paused)]

    for lines, other in zip(bundles, second(tmp_path, bundles, signer()), strict=True):
        report = verify(lines, Keys(is_signed_by))
        assert report.is_valid, report
        agree(report, other)


@pytest.mark.parametrize("what", ["rulings", "pauses"])
def test_one_more_is_found(what: str) -> None:
    if what == "rulings":
        log = with_all_rulings()
        log.add(Decided([ClockExtended(0, 60, RULING.reason, OWNER)]))
    else:
        log = LongLog()
        for _ in range(3):
            log.pause_for(30)
        log.add(Decided([GamePaused(log.after(0, 1), RULING.reason, OWNER)]))
    forged = len(log.entries) + 1
    report = verify(ended(log).lines(signer=signer()), Keys(is_signed_by))

    assert not report.is_valid
    bad = report.first_bad
    assert bad is not None
    assert (bad.check, bad.line) == ("replay", forged)
