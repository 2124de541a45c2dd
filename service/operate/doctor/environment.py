"""The checks of the settings in the environment."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

from service.core.connections.limits import scarce
from service.core.settings import Settings, SettingsError, shown_settings, unknown_variables
from service.monitoring.telemetry.tracing import check_tracing
from service.monitoring.upkeep.backups import latest_backup
from service.operate.doctor.exposure import exposed, unlimited
from service.operate.doctor.finding import Finding
from service.proof.uploads.folder import check_upload_folder
from service.retention.erased import check_list

OLD_BACKUP = 26 * 3600.0
"""Seconds after which the latest backup is old, as the alert LudologBackupOld says."""


def variables(settings: Settings) -> Iterator[Finding]:
    """Return all settings and unknown variables."""
    refused = {
        "LUDOLOG_PROJECTIONS": refused_projections(settings),
        "LUDOLOG_UPLOAD_FOLDER": _error_of(lambda: check_upload_folder(settings)),
        "LUDOLOG_SHARED_PORT": _error_of(settings.check_shared_port),
        "LUDOLOG_ERASED_FILE": _error_of(lambda: check_list(settings)),
        "LUDOLOG_TRACING": _error_of(lambda: check_tracing(settings)),
    }
    low = {**scarce_connections(settings), **backups_problem(settings)}
    notes = unlimited(settings)
    open_or_missing = exposed(settings)
    for name, value in shown_settings(settings).items():
        if error := refused.get(name) or open_or_missing.get(name):
            yield Finding(name, error, "wrong")
        elif name in low:
            yield Finding(name, low[name], "warning")
        else:
            yield Finding(name, notes.get(name, value), "note" if name in notes else "ok")
    for name in unknown_variables():
        yield Finding(name, "there is no such setting: correct the name, or remove it", "wrong")


def refused_projections(settings: Settings) -> str | None:
    """Return the error of the setting of the projections; None if it is valid."""
    return _error_of(settings.check_projections)


def scarce_connections(settings: Settings) -> dict[str, str]:
    """Return the limits of connections that are too low for a browser, by variable, with the advice."""
    is_behind_proxy = settings.trusted_proxies is not None
    return scarce(settings.connections, settings.connections_per_address, is_behind_proxy=is_behind_proxy)


def backups_problem(settings: Settings) -> dict[str, str]:
    """Return the setting of the backups if it leads to none, or to an old one, with the advice."""
    if settings.backups is None:
        return {}
    try:
        latest = latest_backup(Path(settings.backups))
    except OSError as error:
        return {"LUDOLOG_BACKUPS": f"{settings.backups} cannot be read: {error.strerror}"}
    if latest is None:
        return {"LUDOLOG_BACKUPS": f"there is no backup at {settings.backups}: make one, or correct the setting"}
    age = time.time() - latest
    if age > OLD_BACKUP:
        return {"LUDOLOG_BACKUPS": f"the latest backup is {age / 3600:.0f} hours old: see why no further one was made"}
    return {}


def _error_of(check: Callable[[], None]) -> str | None:
    try:
        check()
    except SettingsError as error:
        return str(error)
    return None
