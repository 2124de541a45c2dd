"""The alerts of deploy/monitoring against recorded outages, and their pages in the runbook."""

import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

import yaml

from tests.monitoring.prometheus import needs_promtool, promtool
from tests.monitoring.recorded import OUTAGES, notation, read
from tests.monitoring.rules import ALERTS, DASHBOARD, MONITORING, README, RUNBOOK, alerts, metrics_in, panels

NONE: set[str] = set()
OLD_BACKUP = {"LudologBackupOld", "LudologCertificateEnds"}

FIRING: dict[tuple[str, int], set[str]] = {
    # the backup becomes 26 hours old a minute after the first scrape, and a certificate ends in ten days
    ("the worker is killed", -20): NONE,
    ("the worker is killed", 120): {*OLD_BACKUP, "LudologProcessDown", "LudologWorkerMissing"},
    ("the worker is back", 15): OLD_BACKUP,
    # one of two services, and the certificate is renewed
    ("a service is killed", 75): {*OLD_BACKUP, "LudologProcessDown"},
    ("a backup is made", 25): NONE,
    # the synchronous one: nothing can be stored
    ("the standby is lost", 100): {"LudologStandbyLost"},
    ("the standby is lost", 125): {"LudologErrors", "LudologStandbyLost"},
    ("the primary is lost", 85): {"LudologDown", "LudologErrors", "LudologNotReady"},
    ("the primary is back", 20): {"LudologErrors"},
    ("an event is removed", 20): {"LudologDamaged"},
}
"""Which alerts fire how many seconds after something was done, as the recording says. No other one does."""

WRITTEN = {
    # a cause that takes longer than a recording, or that a test cannot wait for
    "LudologSlowCommits": {
        'ludolog_commit_seconds_bucket{le="1"}': "0+1x80",
        'ludolog_commit_seconds_bucket{le="2.5"}': "0+10x80",
        'ludolog_commit_seconds_bucket{le="+Inf"}': "0+10x80",
    },
    "LudologRefusals": {"ludolog_queue_refusals_total": "0+60x80"},
    "LudologRequestsWait": {'ludolog_queue_length{queue="requests"}': "200+0x80"},
    "LudologConnectionsShort": {"ludolog_pool_waiting": "3+0x80", "ludolog_pool_timeouts_total": "0+1x80"},
    "LudologFilesShort": {"process_open_fds": "900+0x80", "process_max_fds": "1024+0x80"},
    "LudologBuildsDiffer": {
        'ludolog_build_info{commit="a",instance="s1"}': "1+0x300",
        'ludolog_build_info{commit="b",instance="s2"}': "1+0x300",
    },
    "LudologListsLate": {'ludolog_projection_lag{projection="results"}': "1001+10x80"},
    "LudologDueWorkLate": {"ludolog_due_behind_seconds": "0+15x80"},
    "LudologClockJump": {"ludolog_clock_jump_seconds": "-3600+0x80"},
    "LudologDeliveriesWait": {"ludolog_deliveries_waiting": "1001+10x200"},
    "LudologReportsWait": {"ludolog_report_waiting_seconds": "86401+15x200"},
    "LudologLogStopped": {"ludolog_log_stopped": "1+0x80"},
    "LudologLogContradicted": {'ludolog_log_contradicted{witness="w1"}': "1+0x80"},
    "LudologWitnessLate": {
        "ludolog_log_entries": "100+1x600",
        'ludolog_log_cosigned{witness="w1"}': "100+0x600",
        'ludolog_log_cosigned{witness="w2"}': "100+1x600",
    },
    "LudologReplicaUnused": {'ludolog_replica_used{instance="s1",replica="b"}': "0+0x80"},
    "LudologPartitionAway": {"ludolog_log_partitions_away": "1+0x80"},
    "LudologStandbyLate": {'ludolog_standby_lag_bytes{standby="b"}': "1e9+0x80"},
    "LudologArchiveFails": {"ludolog_archive_failing": "1+0x80"},
    "LudologErasedUnlisted": {"ludolog_erased_unlisted": "1+0x200"},
    "LudologDatabaseDiskFull": {
        'node_filesystem_avail_bytes{job="ludolog-database",instance="db",mountpoint="/"}': "9+0x80",
        'node_filesystem_size_bytes{job="ludolog-database",instance="db",mountpoint="/"}': "100+0x80",
    },
    "LudologDiskFull": {'ludolog_disk_free_bytes{folder="database"}': "1e8+0x80"},
}
"""Written series, 15 seconds apart, for the alerts that the recording does not reach."""

FIRING_NOW = 'max by (alertname) (ALERTS{alertstate="firing"})'


def case(name: str, interval: str, series: list[dict[str, str]], expected: dict[int, set[str]]) -> dict[str, Any]:
    """Return a test of promtool: which alerts fire how many seconds after the first samples."""
    checks = [
        {
            "expr": FIRING_NOW,
            "eval_time": f"{at}s",
            "exp_samples": [{"labels": f'{{alertname="{each}"}}', "value": 1} for each in sorted(names)],
        }
        for at, names in expected.items()
    ]
    return {"name": name, "interval": interval, "input_series": series, "promql_expr_test": checks}


def check_cases(folder: Path, *cases: dict[str, Any]) -> None:
    """Let promtool evaluate the rules, and compare which alerts fire."""
    file = folder / "tests.yaml"
    document = {"rule_files": [str(ALERTS)], "evaluation_interval": cases[0]["interval"], "tests": [*cases]}
    file.write_text(yaml.safe_dump(document, width=10_000))
    assert "SUCCESS" in promtool("test", "rules", file)


@needs_promtool
def test_recorded_outages_fire_the_alerts_that_they_should_and_no_others(tmp_path: Path) -> None:
    recording = read(OUTAGES / "cluster.yaml")
    marks = recording["marks"]
    expected = {int(marks[mark] + after): names for (mark, after), names in FIRING.items()}
    check_cases(tmp_path, case("recorded", recording["interval"], recording["input_series"], expected))


@needs_promtool
def test_each_further_alert_fires_after_its_time_and_alone(tmp_path: Path) -> None:
    # a site that is otherwise well
    well = {'ludolog_ready{job="ludolog",instance="s1"}': "1+0x600", 'up{job="ludolog",instance="s1"}': "1+0x600"}
    cases: list[dict[str, Any]] = []
    for name, written in WRITTEN.items():
        series = [{"series": each, "values": values} for each, values in {**well, **written}.items()]
        last = 15 * max(int(values.rpartition("x")[2]) for values in written.values())
        # not at once, and then as long as the cause is there
        early = {15: NONE} if "for" in alerts()[name] else {}
        cases.append(case(name, "15s", series, {**early, last - 15: {name}}))
    check_cases(tmp_path, *cases)


HOUR = 3600


def hourly(*parts: tuple[int, int]) -> str:
    """Return samples, five minutes apart: for so many hours a number."""
    return " ".join(f"{number}+0x{hours * 12 - 1}" for number, hours in parts)


def well_and(series: dict[str, str], hours: int) -> list[dict[str, str]]:
    """Return the series of a site that is well for so many hours, and others."""
    well = {name: hourly((1, hours)) for name in ('ludolog_ready{job="ludolog"}', 'up{job="ludolog"}')}
    return [{"series": name, "values": values} for name, values in {**well, **series}.items()]


@needs_promtool
def test_a_change_of_role_is_no_lost_standby(tmp_path: Path) -> None:
    series = {
        # the synchronous one becomes an asynchronous one, and an hour later one is lost
        'ludolog_standbys{instance="s1",waited_for="yes"}': hourly((1, 1), (0, 28)),
        'ludolog_standbys{instance="s1",waited_for="no"}': hourly((1, 1), (2, 1), (1, 27)),
    }
    lost = {"LudologStandbyLost"}
    # a day later, too
    expected = {2 * HOUR - 600: NONE, 2 * HOUR + 600: lost, 29 * HOUR - 600: lost}
    check_cases(tmp_path, case("a change of role", "5m", well_and(series, 29), expected))


@needs_promtool
def test_the_server_that_accepts_writes_is_no_lost_replica(tmp_path: Path) -> None:
    series = {
        # the settings name all servers of a cluster. The primary changes after an hour, and one is lost after two
        'ludolog_replica_used{instance="s1",replica="a"}': hourly((0, 1), (1, 2)),
        'ludolog_replica_used{instance="s1",replica="b"}': hourly((1, 1), (0, 2)),
        'ludolog_replica_used{instance="s1",replica="c"}': hourly((1, 2), (0, 1)),
    }
    expected = {2 * HOUR - 600: NONE, 2 * HOUR + 900: {"LudologReplicaUnused"}}
    check_cases(tmp_path, case("replicas", "5m", well_and(series, 3), expected))


def test_every_alert_has_a_test_in_which_it_fires() -> None:
    recorded = {name for names in FIRING.values() for name in names}

    assert recorded & WRITTEN.keys() == NONE
    assert recorded | WRITTEN.keys() == alerts().keys()


@needs_promtool
def test_promtool_accepts_rules_and_configuration() -> None:
    assert "SUCCESS" in promtool("check", "rules", ALERTS)
    assert "SUCCESS" in promtool("check", "config", "--lint=none", MONITORING / "prometheus.yaml")


@needs_promtool
def test_every_expression_of_the_dashboard_is_promql(tmp_path: Path) -> None:
    rules = [
        {"record": f"panel:{number}", "expr": expression.replace("$__rate_interval", "1m")}
        for number, (_, expression) in enumerate(panels())
    ]
    assert len(rules) > 20
    file = tmp_path / "rules.yaml"
    file.write_text(yaml.safe_dump({"groups": [{"name": "dashboard", "rules": rules}]}))
    assert "SUCCESS" in promtool("check", "rules", file)


def test_every_alert_has_a_page_and_every_page_an_alert() -> None:
    pages = {path.stem for path in RUNBOOK.glob("*.md")} - {"README"}

    assert pages == alerts().keys()
    for name, rule in alerts().items():
        assert rule["annotations"]["runbook_url"] == f"runbook/{name}.md"
        text = (RUNBOOK / f"{name}.md").read_text()
        assert re.findall(r"^#+ .*", text, re.MULTILINE) == [f"# {name}", "## What it means", "## Look", "## Do"], name
        index = (RUNBOOK / "README.md").read_text()
        assert f"[{name}]({name}.md) | {rule['labels']['severity']} |" in index, name


def test_the_guide_makes_links_of_the_pages(tmp_path: Path) -> None:
    (command,) = re.findall(r"^ +(sed -i .*) /etc/prometheus/alerts\.yaml$", README.read_text(), re.MULTILINE)
    rules = tmp_path / "alerts.yaml"
    rules.write_bytes(ALERTS.read_bytes())
    subprocess.run([*shlex.split(command), rules], check=True)

    links = {name: rule["annotations"]["runbook_url"] for name, rule in alerts(rules).items()}
    assert links == {name: f"https://wiki.example/runbook/{name}.md" for name in alerts()}


def test_every_alert_says_who_has_to_get_up() -> None:
    for name, rule in alerts().items():
        assert rule["labels"]["severity"] in {"page", "ticket"}, name
        assert {"summary", "description"} <= rule["annotations"].keys(), name


def test_the_recording_has_what_rules_and_dashboard_name() -> None:
    recorded = {each["series"].partition("{")[0] for each in read(OUTAGES / "cluster.yaml")["input_series"]}
    named = {name for rule in alerts().values() for name in metrics_in(rule["expr"])}
    named |= {name for _, expression in panels() for name in metrics_in(expression)}

    # a site without witnesses, SQLite, an archive, a list of deleted accounts, replicas and a sequenced log
    assert named - recorded == {
        *("ludolog_log_cosigned", "ludolog_log_contradicted", "ludolog_disk_free_bytes", "ludolog_archive_failing"),
        *("ludolog_erased_unlisted", "ludolog_replica_used", "ludolog_log_partitions_away"),
    }


def test_the_dashboard_is_a_file_of_grafana() -> None:
    assert DASHBOARD.read_text().startswith("{")
    assert [title for title, _ in panels()][:2] == ["Processes", "Processes"]


def test_runs_of_equal_samples_are_written_in_short() -> None:
    assert notation([1.0, 1.0, None, None, None, 0.5, 2.0]) == "1+0x1 _x3 0.5 2"
