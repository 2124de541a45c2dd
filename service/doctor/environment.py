"""The checks of the settings in the environment."""

from collections.abc import Iterator

from service.doctor.finding import Finding
from service.settings import Settings, SettingsError, shown_settings, unknown_variables


def variables(settings: Settings) -> Iterator[Finding]:
    """Return all settings and unknown variables."""
    refused = refused_projections(settings)
    for name, value in shown_settings(settings).items():
        if name == "LUDOLOG_PROJECTIONS" and refused:
            yield Finding(name, refused, "wrong")
        else:
            yield Finding(name, value, "ok")
    for name in unknown_variables():
        yield Finding(name, "there is no such setting", "warning")


def refused_projections(settings: Settings) -> str | None:
    """Return the error of the setting of the projections; None if it is valid."""
    try:
        settings.check_projections()
    except SettingsError as error:
        return str(error)
    return None
