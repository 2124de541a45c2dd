"""Prometheus scrapes a service under the configuration of deploy/monitoring, and answers the dashboard."""

import contextlib
import subprocess
from collections.abc import Generator
from pathlib import Path
from typing import Any

import httpx
import yaml

from tests.monitoring.certificates import tls_site
from tests.monitoring.prometheus import PROMETHEUS, needs_promtool
from tests.monitoring.recorded import samples_of
from tests.monitoring.rules import MONITORING, alerts, metrics_in, panels
from tests.replies import ok
from tests.service.kit import first_choice, next_decision, started_game
from tests.service.server import Server, free_port, serving
from tests.waiting import until

ELSEWHERE = {
    *("ludolog_standbys", "ludolog_standby_lag_bytes", "ludolog_archive_failing", "ludolog_follower_lag_seconds"),
    *("ludolog_pool_connections", "ludolog_pool_waiting", "ludolog_pool_timeouts_total"),
    *("ludolog_worker_missing", "ludolog_worker_following"),
    *("ludolog_log_cosigned", "ludolog_log_contradicted"),
    *("ludolog_replica_used", "ludolog_log_partitions_away"),
}
"""Metrics that a service on SQLite without witnesses does not have; other tests have them."""

OWN = {"up"}
"""Series of Prometheus itself. `ALERTS` is one, too."""


@contextlib.contextmanager
def prometheus(folder: Path, server: Server) -> Generator[httpx.Client]:
    """Run Prometheus under the delivered configuration, with the target of the test and scrapes every second."""
    assert PROMETHEUS is not None, "TESTS_PROMTOOL is `required`, and there is no prometheus"
    text = (MONITORING / "prometheus.yaml").read_text()
    configuration: dict[str, Any] = yaml.safe_load(text)
    configuration["global"] = {"scrape_interval": "1s", "evaluation_interval": "1s"}
    configuration["rule_files"] = [str(MONITORING / "alerts.yaml")]
    service, worker, database = configuration["scrape_configs"]
    service["static_configs"] = [{"targets": [f"127.0.0.1:{server.port}"]}]
    worker["static_configs"] = database["static_configs"] = []
    file = folder / "prometheus.yaml"
    file.write_text(yaml.safe_dump(configuration))
    port = free_port()
    options = (f"--config.file={file}", f"--storage.tsdb.path={folder}/data", f"--web.listen-address=127.0.0.1:{port}")
    with (folder / "prometheus.log").open("wb") as log:
        process = subprocess.Popen([PROMETHEUS, *options], stdout=log, stderr=log)
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}/api/v1", timeout=20) as client:
            until(lambda: answers(client))
            yield client
    finally:
        process.terminate()
        process.wait(timeout=30)


def answers(client: httpx.Client) -> bool:
    """Return whether it has scraped the service at least twice."""
    with contextlib.suppress(httpx.TransportError):
        return bool(queried(client, "count_over_time(ludolog_ready[1m]) > 2"))
    return False


def queried(client: httpx.Client, expression: str) -> list[Any]:
    """Return the series of an expression now."""
    reply = client.get("/query", params={"query": expression})
    return ok(reply).json()["data"]["result"] if reply.status_code == 200 else []


@needs_promtool
def test_prometheus_scrapes_a_service_and_fills_the_dashboard(tmp_path: Path) -> None:
    backup, listed = tmp_path / "backup", tmp_path / "erased"
    backup.write_text("a dump")
    listed.touch()
    with (
        tls_site(tmp_path, days=90) as (origin, _),
        serving(
            tmp_path / "games.db",
            LUDOLOG_METRICS="on",
            LUDOLOG_BACKUPS=str(backup),
            LUDOLOG_ERASED_FILE=str(listed),
            LUDOLOG_ORIGIN=origin,
        ) as server,
    ):
        player = server.player()
        game = started_game(player)
        text = ok(server.client().get("/metrics")).text
        with prometheus(tmp_path, server) as client:
            ok(player.post(f"/v1/games/{game}/commands", json=first_choice(next_decision(player, game))), 201)
            until(lambda: queried(client, "ludolog_backup_age_seconds") and queried(client, "ludolog_queue_length"))
            commands = 'sum(rate(ludolog_http_request_seconds_count{route="/v1/games/{game}/commands"}[1m]))'
            until(lambda: queried(client, commands))
            empty = {
                expression
                for _, expression in panels()
                if not queried(client, expression.replace("$__rate_interval", "1m"))
            }
            # nothing is wrong with it
            firing = queried(client, 'ALERTS{alertstate="firing"}')
            found = ok(server.client().get("/metrics")).text
            rules = ok(client.get("/rules")).json()["data"]["groups"]

    elsewhere = {each for each in empty if metrics_in(each) & ELSEWHERE or "ALERTS" in each}
    assert empty - elsewhere == {'up{job="ludolog-worker"}'}
    assert [each["metric"]["alertname"] for each in firing] == []
    assert {rule["health"] for group in rules for rule in group["rules"]} == {"ok"}
    exposed = {name for name, _, _ in samples_of(text + found, "ludolog", "s1")}
    named = {name for rule in alerts().values() for name in metrics_in(rule["expr"])}
    named |= {name for _, expression in panels() for name in metrics_in(expression)}
    assert named - exposed - OWN == ELSEWHERE
