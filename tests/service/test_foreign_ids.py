"""Ids in imported files: the rules accept any text, but not all tables do."""

import logging
import threading
from pathlib import Path

import pytest

from domain.game import decide
from domain.game.declining import decline_seat
from domain.game.rulings.decide import Ruling, adjudicate
from domain.game.terms import Terms
from domain.proof.verify import verify
from service.core.store.store import Store
from service.lists.worker import Worker
from service.proof.imports import BundleRefusedError, finished_game, import_bundle
from tests.games.bundles import Finished, signer, trusting
from tests.games.forged_rulings import OWNER, Log
from tests.readmodels.kit import played, world
from tests.service.imported import golden
from tests.waiting import until


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


def test_a_game_whose_rows_the_database_refuses_is_named_and_the_worker_goes_on(
    postgres: str, caplog: pytest.LogCaptureFixture
) -> None:
    with world(postgres) as table:
        batches = [*played("siberia", ("player:\0", "player:bo"), 2, most=5)]
        refused = batches[0][0].record.game
        table.append(batches)
        table.append(played("siberia", ("player:ada", "player:bo"), 1, most=5))

    worker = Worker(postgres, lambda _: None)
    with caplog.at_level(logging.WARNING), world(postgres) as table:
        thread = threading.Thread(target=worker.run)
        thread.start()
        until(lambda: {each.position for each in table.states()} == {table.log.last()})
        worker.stop()
        thread.join()
        rows = table.tables()["lobby"]

    assert f"the game {refused} is damaged (the database refuses a row of the lists: " in caplog.text
    assert "does not answer" not in caplog.text
    assert len(rows) == 1
    assert rows[0][0] != refused
