"""A process to which the kernel denies adjtimex(2), as a sandbox does: the reason of the doubt is another one."""

import platform
import subprocess
import sys
from pathlib import Path

import pytest

from service.core.store.anchors import MACHINE, anchor_of, note_time
from service.core.store.store import Store
from tests.service.denied_calls import NUMBERS

ASKING = """
import sys
from tests.service.denied_calls import deny
deny("adjtimex", "clock_adjtime")
from service.operate.doctor.time import system_clock
from service.core.store.anchors import anchor_of, boot_id
from service.core.store.store import Store
with Store(sys.argv[1]) as store:
    print(anchor_of(store.database, boot_id()).doubt)
finding = system_clock(None)
print(finding.found, finding.verdict)
"""

DAY = 86_400_000_000


@pytest.mark.skipif(platform.machine() not in NUMBERS, reason="the numbers of the system calls are not known")
def test_the_doubt_and_the_doctor_say_that_the_kernel_may_not_be_asked(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/games.db"
    with Store(database) as store:
        anchor_of(store.database, "an earlier boot")
        note_time(store.database, "an earlier boot", MACHINE.system() - 7 * DAY)
    command = [sys.executable, "-c", ASKING, database]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)

    assert done.returncode == 0, done.stderr
    doubt, doctor = done.stdout.splitlines()
    for text in (doubt, doctor):
        assert "may not call adjtimex and clock_adjtime" in text
    assert "not synchronised" not in doubt
    assert doctor.endswith(" warning")
