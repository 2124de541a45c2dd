"""The process ends while a clock runs out: after the restart it has run out once, and the game goes on."""

from collections import Counter
from pathlib import Path

import msgspec

from domain.ledger.signing import Keys
from domain.proof.verify import verify
from service.core.keys.signing import is_signed_by
from service.core.store.failpoints import LOST
from service.core.store.store import Store
from tests.faults.test_failpoints import SWEEPING
from tests.games.second_verifier import agree, second
from tests.service.server import serving
from tests.service.test_clocks import HASTY, awaited, opened

BEFORE_AND_AFTER = (*SWEEPING, "append", "appended", "stored", "publish")
"""Between the table of due games, `clock.ran_out`, and the answer of the bot."""


def test_a_clock_that_runs_out_while_the_process_ends_runs_out_once(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/games.db"
    with serving(database, HASTY, LUDOLOG_KEY_FILE=str(tmp_path / "key")) as server:
        ada, bo = server.player("Ada"), server.player("Bo")
        game = opened([ada, bo], {"allowance": "PT1S", "strikes": 100})
        server.kill()
        for point in BEFORE_AND_AFTER:
            server.settings["LUDOLOG_FAILPOINT"] = f"{point}:1"
            server.start_again()
            assert server.process.wait(timeout=60) == LOST, point
        del server.settings["LUDOLOG_FAILPOINT"]
        before = ran_out(database, game)
        server.restart()
        awaited(ada, game, "clock.ran_out", before.total() + 2)
        bundle = ada.get(f"/v1/games/{game}/bundle", params={"as": "public"}).content.splitlines()

    after = ran_out(database, game)
    assert max(after.values()) == 1
    assert len(before) >= 2
    report = verify(bundle, Keys(is_signed_by))
    assert report.is_valid, report
    agree(report, second(tmp_path, [bundle], None)[0])


def ran_out(database: str, game: str) -> Counter[str]:
    """Return how often the clock of each decision ran out; after each but the last, the bot has answered."""
    with Store(database) as store:
        records = [entry.record for entry in store.read(game)]
    found = Counter[str]()
    for place, record in enumerate(records):
        if record.type == "clock.ran_out":
            data = msgspec.json.decode(record.data)
            found[data["decision"]] += 1
            later = [each for each in records[place + 1 :] if each.seat is not None]
            assert not later or later[0].seat == data["seat"]
    return found
