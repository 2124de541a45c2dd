"""The checks of the settings in the environment."""

from collections.abc import Callable, Iterator

from service.core.connections.limits import scarce
from service.core.settings import Settings, SettingsError, shown_settings, unknown_variables
from service.operate.doctor.exposure import exposed, unlimited
from service.operate.doctor.finding import Finding
from service.proof.uploads.folder import check_upload_folder


def variables(settings: Settings) -> Iterator[Finding]:
    """Return all settings and unknown variables."""
    refused = {
        "LUDOLOG_PROJECTIONS": refused_projections(settings),
        "LUDOLOG_UPLOAD_FOLDER": _error_of(lambda: check_upload_folder(settings)),
        "LUDOLOG_SHARED_PORT": _error_of(settings.check_shared_port),
    }
    low = scarce_connections(settings)
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


def _error_of(check: Callable[[], None]) -> str | None:
    try:
        check()
    except SettingsError as error:
        return str(error)
    return None
