"""The checks of the installation: release, libraries, data sets."""

import platform
import sqlite3
from collections.abc import Iterator
from importlib.metadata import version

from domain.kernel.datafile import DataSetError
from domain.rulesets import RULESETS
from service.operate.doctor.finding import Finding
from service.release import build

SAFE_SQLITE = (3, 51, 3)
"""The first SQLite version without a rare corruption by several writing connections in WAL mode."""


def installed() -> Iterator[Finding]:
    """Return the versions and the state of the data sets."""
    yield Finding("ludolog", build(), "ok")
    yield Finding("python", platform.python_version(), "ok")
    yield _sqlite()
    for library in ("eventsourcing", "litestar", "granian", "msgspec", "structlog", "prometheus-client"):
        yield Finding(library, version(library), "ok")
    for ruleset in RULESETS.values():
        for name in ruleset.data_sets():
            try:
                yield Finding(f"{ruleset.name} {name}", ruleset.data_set(name).digest, "ok")
            except DataSetError as error:
                yield Finding(f"{ruleset.name} {name}", str(error), "wrong")


def _sqlite() -> Finding:
    if sqlite3.sqlite_version_info >= SAFE_SQLITE:
        return Finding("sqlite", sqlite3.sqlite_version, "ok")
    advice = "before 3.51.3: never let a second process write to the file"
    return Finding("sqlite", f"{sqlite3.sqlite_version}, {advice}", "note")
