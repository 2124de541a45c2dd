"""A database that does not answer has one line a minute in the log of each process, however many requests notice it."""

import json
import logging
import time
from pathlib import Path

import httpx
import pytest
from eventsourcing.persistence import OperationalError

from service.core.store.outage import LOG_INTERVAL, QUIET, Outage
from tests.postgres import cluster
from tests.service.server import serving
from tests.waiting import until

IMPATIENT = {
    "service.play.log_poller.LOG_END_TIMEOUT": 1.0,
    "service.core.store.timeouts.STORE_TIMEOUT": 1.0,
    "service.core.store.postgres_connection.CONNECT_TIMEOUT": 1,
}
"""Timeouts of a service whose requests wait a second for the end of the log, and as long for each step."""

DOWN_FOR = 3.0
"""Seconds without a database: less than a minute, and enough for many failures."""


def test_a_line_a_minute_and_one_when_it_is_over(caplog: pytest.LogCaptureFixture) -> None:
    now = 0.0
    outage = Outage(lambda: now)
    caplog.set_level(logging.INFO)

    for _ in range(180):
        outage.report("a request is answered 503", OperationalError("no\n\tconnection"))
        # a connection that is still open answers for a while
        outage.over()
        now += 1
    assert not [record for record in caplog.records if "answers again" in record.getMessage()]
    now += QUIET
    outage.over()
    outage.over()
    outage.report("a request is answered 503", OperationalError("no connection"))

    told = [record.getMessage() for record in caplog.records]
    assert len(told) == 180 / LOG_INTERVAL + 2
    assert all("\n" not in line for line in told)
    assert "OperationalError: no connection (failures since the last such line: 1)" in told[0]
    assert "(failures since the last such line: 60)" in told[1]
    assert told[3] == "the database answers again"


def test_a_postgresql_that_is_down_has_one_line_in_each_process(tmp_path: Path) -> None:
    with cluster() as postgres:
        settings = {"LUDOLOG_KEY_FILE": str(tmp_path / "key"), "LUDOLOG_LOG": "json", "LUDOLOG_PROJECTIONS": "embedded"}
        with serving(postgres.url(), IMPATIENT, tmp_path / "log", **settings) as server:
            player = server.player()
            player.post("/v1/games", json={"ruleset": "minos", "seats": 2})
            before = len(server.log())
            postgres.stop("immediate")
            statuses: set[int] = set()
            until_up = time.monotonic() + DOWN_FOR
            while time.monotonic() < until_up:
                statuses.add(player.get("/v1/games").status_code)
                statuses.add(player.post("/v1/games", json={"ruleset": "minos", "seats": 2}).status_code)
            down = [json.loads(line) for line in server.log()[before:]]
            postgres.start()
            until(lambda: ready(player), 20)
            until(lambda: any("answers again" in line for line in server.log()), 20)
            up = [json.loads(line) for line in server.log()[before:]]

    assert statuses == {503}
    assert [line["level"] for line in down] == ["error"], down
    assert "the database does not answer" in down[0]["message"]
    assert "Traceback" not in json.dumps(up)
    assert [line["message"] for line in up[1:]] == ["the database answers again"]


def ready(client: httpx.Client) -> bool:
    return client.get("/health/ready").is_success
