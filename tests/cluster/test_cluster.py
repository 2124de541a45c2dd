"""A cluster by the files of deploy/cluster loses its leader, and a backup is restored: nothing is lost or repeated.

The long run is `python -m tests.cluster`; see deploy/cluster/README.md.
"""

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from tests.cluster.nodes import missing
from tests.cluster.report import Report

REQUIRED = os.environ.get("TESTS_CLUSTER") == "required"


def has_namespaces() -> bool:
    """Whether the kernel lets this process make networks, as `tests.cluster.network` does."""
    return subprocess.run(["unshare", "--net", "true"], check=False, capture_output=True).returncode == 0


needs_cluster = pytest.mark.skipif(
    not REQUIRED and (os.geteuid() != 0 or bool(missing()) or not has_namespaces()),
    reason="needs root for network namespaces, and patroni, etcd-server, haproxy, pgbackrest, postgresql-15, iproute2",
)

PAUSE = 30.0
"""Seconds without an acknowledged command, on a machine with other load; it is 8 to 10 s on one without."""


@needs_cluster
def test_a_cluster_that_loses_its_leader_loses_nothing(tmp_path: Path) -> None:
    figures = tmp_path / "figures.json"
    command = [sys.executable, "-m", "tests.cluster", "--faults=kill-leader,freeze-leader,drill", "--clients=3"]
    done = subprocess.run(
        [*command, "--quiet=1", f"--json={figures}"], capture_output=True, text=True, check=False, timeout=500
    )
    assert done.returncode == 0, done.stdout + done.stderr
    report = msgspec.json.decode(figures.read_bytes(), type=Report)

    assert report.acknowledged > 20
    assert report.events > 20
    assert (report.gaps, report.repetitions) == (0, 0)
    assert min(fault.takeovers for fault in report.faults[:2]) >= 1
    assert max(fault.pause for fault in report.faults) < PAUSE
