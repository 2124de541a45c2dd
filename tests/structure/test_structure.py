"""The layers of imports hold."""

import subprocess
import sys
from pathlib import Path

from tests.structure.documents import ROOT


def test_the_layers_hold() -> None:
    lint_imports = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([lint_imports], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)

    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 broken" in done.stdout


def test_the_verifier_needs_no_database() -> None:
    source = "import sys, service.operate.cli.verification; print(*{'psycopg', 'eventsourcing'} & sys.modules.keys())"
    done = subprocess.run(
        [sys.executable, "-c", source], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )

    assert done.stdout.strip() == ""
