"""The checks of the settings in the environment."""

from collections.abc import Iterator

from service.doctor.finding import Finding
from service.proof.uploads.folder import check_upload_folder
from service.settings import Settings, SettingsError, shown_settings, unknown_variables


def variables(settings: Settings) -> Iterator[Finding]:
    """Return all settings and unknown variables."""
    refused = {
        "LUDOLOG_PROJECTIONS": refused_projections(settings),
        "LUDOLOG_UPLOAD_FOLDER": _refused_upload_folder(settings),
    }
    for name, value in shown_settings(settings).items():
        reason = refused.get(name)
        yield Finding(name, value, "ok") if reason is None else Finding(name, reason, "wrong")
    for name in unknown_variables():
        yield Finding(name, "there is no such setting", "warning")


def refused_projections(settings: Settings) -> str | None:
    """Return the error of the setting of the projections; None if it is valid."""
    try:
        settings.check_projections()
    except SettingsError as error:
        return str(error)
    return None


def _refused_upload_folder(settings: Settings) -> str | None:
    """Return the error of the folder for uploads; None if it can be used."""
    try:
        check_upload_folder(settings)
    except SettingsError as error:
        return str(error)
    return None
