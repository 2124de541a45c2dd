"""Databases for measurements at scale: their games verify, and simulated players get answers from them."""

from collections import Counter
from pathlib import Path

import pytest

from domain.game.fold import fold
from domain.ledger.signing import Keys
from domain.proof.verify import verify
from projections.history import FULL
from service.core.keys.opening import open_keys_of
from service.core.keys.signing import is_signed_by
from service.core.settings import Settings
from service.core.store.store import Store
from service.proof.bundles import bundle_lines
from tests.benchmarks.scale.day import Load, measured, seats_of, service
from tests.benchmarks.scale.making import Size, ask, follow, make

SIZE = Size(games=120, events=1_200, players=40)


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Make a small database as the large ones are made."""
    url = f"sqlite:///{tmp_path_factory.mktemp('scale') / 'games.db'}"
    with Store(url) as store:
        open_keys_of(store, Settings(database=url).key_path)
        made = make(store, SIZE)
        assert made.games == SIZE.games
        assert made.events == follow(store)
    return url


def test_the_games_of_a_large_database_verify(database: str) -> None:
    with Store(database) as store:
        signer, _ = open_keys_of(store, Settings(database=database).key_path)
        keys = Keys(is_signed_by, {signer.key_id: signer.public_key})
        listed = ask(store, "SELECT game, status FROM lobby")
        for row in listed:
            if row["status"] in {"ended", "abandoned"}:
                log = store.read(row["game"])
                game = fold(log)
                assert game is not None
                report = verify(list(bundle_lines(game, log, FULL, signer)), keys)
                assert report.is_valid, report

    assert {"open", "abandoned", "running", "ended"} == Counter(row["status"] for row in listed).keys()
    assert len(listed) == SIZE.games


def test_a_database_is_made_again_from_its_size(tmp_path: Path, database: str) -> None:
    with Store(f"sqlite:///{tmp_path / 'again.db'}") as again, Store(database) as store:
        make(again, SIZE)
        heads = [
            [entry.head for game in sorted(row["game"] for row in ask(store, "SELECT game FROM lobby"))[:20]
             for entry in one.read(game)]
            for one in (again, store)
        ]  # fmt: skip

    assert heads[0] == heads[1]
    assert heads[0]


def test_simulated_players_get_answers(database: str) -> None:
    with Store(database) as store:
        seats = seats_of(store)
    with service(database, str(Settings(database=database).key_path)) as (port, pid):
        found = measured(port, pid, seats, Load(rate=60, seconds=2, streams=8))

    assert found.refused == {}
    assert {"view", "decisions", "command", "my games", "open games", "results"} <= found.kinds.keys()
    assert found.delivered > 0
    assert found.processor > 0
