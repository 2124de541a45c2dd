"""Reserved seats wait for their players before substitutes may take them (SPEC.md 10, rule 2.6 of tournaments)."""

from pathlib import Path

import pytest
from msgspec import UNSET

from domain.game.decide import release_again, release_seats
from domain.game.events import SeatsReleased
from domain.game.fold import fold
from domain.game.refusals import NotPossible
from domain.game.rulings.decide import Ruling, adjudicate
from domain.game.schedule import next_due
from domain.game.terms import NoShow, Terms
from domain.ledger.times import micros
from domain.proof.verify import verify
from service.core.store.store import Store
from service.proof.imports import import_bundle
from tests.games.bundles import Finished, signer, trusting
from tests.games.forged_rulings import OWNER, Log
from tests.games.second_verifier import agree, second

RESERVED = tuple(f"player:{seat}" for seat in range(4))
OPENED, LATER = "2026-11-20T12:00:00.000000Z", "2026-11-20T12:10:00.000000Z"


def waiting(starts_at: str, no_show: NoShow | None = None, grace: int = 300) -> Log:
    """Return the log of a game, opened at 12:00, that waits for the player of a seat and has a substitute."""
    log = Log(
        Terms(
            reserved=RESERVED,
            substitutes=("player:5",),
            starts_at=starts_at,
            grace=grace,
            no_show=UNSET if no_show is None else no_show,
        )
    )
    for seat in range(3):
        log.sit(seat, RESERVED[seat])
    return log


@pytest.mark.parametrize(
    ("starts_at", "no_show", "early", "due"),
    [
        (OPENED, None, "2026-11-20T12:00:59.999999Z", "2026-11-20T12:01:00.000000Z"),
        (OPENED, "wait", "2026-11-20T12:00:59.999999Z", "2026-11-20T12:01:00.000000Z"),
        (OPENED, "bot", "2026-11-20T11:59:59.999999Z", OPENED),
        (OPENED, "cancel", "2026-11-20T11:59:59.999999Z", OPENED),
        (LATER, "wait", "2026-11-20T12:09:59.999999Z", LATER),
    ],
)
def test_seats_are_released_at_the_time_of_the_service_and_not_before(
    starts_at: str, no_show: NoShow | None, early: str, due: str
) -> None:
    game = waiting(starts_at, no_show).game
    with pytest.raises(NotPossible) as refused:
        release_seats(game, early)

    assert refused.value.code == "not-due"
    assert [*release_seats(game, due).events] == [SeatsReleased()]
    step = next_due(game)
    assert step is not None
    assert (step.at, step.step) == (micros(due), "release")


def test_a_game_of_an_earlier_release_without_this_time_is_read_and_verified(tmp_path: Path) -> None:
    log = waiting(OPENED, "wait")
    log.add(release_again(log.game, OPENED))
    log.sit(3, "player:5")
    log.step()
    log.play(4)
    log.add(adjudicate(log.game, (1, 2, 3, 4), Ruling(OWNER, "It is late.")))
    lines = Finished(log.game, log.entries).lines(signer=signer())
    report = verify(lines, trusting(signer()))
    with Store(f"sqlite:///{tmp_path}/games.db") as store:
        import_bundle(store, lines)
        stored = store.read(log.game.id)

    assert report.is_valid, report
    agree(report, second(tmp_path, [lines], signer())[0])
    assert fold(stored) == log.game
