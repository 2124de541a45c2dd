"""Ids in imported files: the rules accept any text, but not all tables do."""

import logging
import threading
import time
from pathlib import Path

import pytest
from eventsourcing.persistence import DataError

from domain.game import decide
from domain.game.declining import decline_seat
from domain.game.rulings.decide import Ruling, adjudicate
from domain.game.terms import Terms
from domain.proof.verify import verify
from service.proof.imports import BundleRefusedError, finished_game, import_bundle
from service.readmodels.worker import Worker
from service.store.store import Store
from tests.games.bundles import Finished, signer, trusting
from tests.games.forged_rulings import OWNER, Log
from tests.readmodels.kit import played, world
from tests.service.imported import golden

WITHIN = 20.0


def bundle(owner: str = OWNER, player: str = "player:0", reserved: str | None = None) -> list[bytes]:
    """Return the bundle of a game with these ids, which the rules accept."""

    class Owned(Log):
        pass

    Owned.owner = owner
    log = Owned(Terms() if reserved is None else Terms(reserved=(reserved, None, None, None)))
    if reserved is not None:
        log.add(decline_seat(log.game, 0, reserved))
    for seat in range(4):
        log.sit(seat, player if seat == 0 else f"player:{seat}")
    log.add(decide.start(log.game))
    log.play(4)
    log.add(adjudicate(log.game, (1, 2, 3, 4), Ruling(owner, "It is late.\nReally.")))
    lines = Finished(log.game, log.entries).lines(signer=signer())
    assert verify(lines, trusting(signer())).is_valid
    return lines


@pytest.mark.parametrize(
    ("ids", "field"),
    [
        ({"owner": "player:\0"}, "owner"),
        ({"owner": "0f" * 3000}, "owner"),
        ({"owner": ""}, "owner"),
        ({"player": "player:\0"}, "player"),
        ({"reserved": "player:\0"}, "player|reserved"),
    ],
)
def test_an_id_that_the_tables_cannot_store_is_refused(ids: dict[str, str], field: str, tmp_path: Path) -> None:
    with Store(f"sqlite:///{tmp_path}/games.db") as store:
        with pytest.raises(BundleRefusedError, match=rf"line \d+: `({field}).*is no id"):
            import_bundle(store, bundle(**ids))

        for honest in (bundle(reserved="player:9"), golden("giganten-1-abandoned")):
            import_bundle(store, honest)


def test_an_id_has_letters_of_any_alphabet(tmp_path: Path) -> None:
    with Store(f"sqlite:///{tmp_path}/games.db") as store:
        assert import_bundle(store, bundle(player="joueur n° 1")).is_valid


def test_a_file_with_an_id_that_the_tables_cannot_store_is_analysed() -> None:
    report, entries = finished_game(bundle(player="player:\0"), trusting(signer()))

    assert (report.is_valid, report.events) == (True, len(entries))


def test_the_worker_says_where_it_stops_and_why(postgres: str, caplog: pytest.LogCaptureFixture) -> None:
    with world(postgres) as table:
        table.follow(played("siberia", ("player:ada", "player:bo"), 1, most=5))
        position = table.log.last()
        table.append(played("siberia", ("player:\0", "player:bo"), 2, most=5))
        with pytest.raises(DataError, match=f"the tables stop at position {position}, .* NUL"):
            table.catch_up()

    worker = Worker(postgres, lambda _: None)
    with caplog.at_level(logging.WARNING):
        thread = threading.Thread(target=worker.run)
        thread.start()
        end = time.monotonic() + WITHIN
        while "NUL" not in caplog.text and time.monotonic() < end:
            time.sleep(0.05)
        worker.stop()
        thread.join()

    assert f"the tables stop at position {position}" in caplog.text
    assert "does not answer" not in caplog.text
