"""What can be set, from the environment."""

import os
from collections.abc import Mapping

from domain.kernel.values import Value


class Settings(Value, frozen=True):
    """Where the log is kept, and where the service listens."""

    database: str = "sqlite:///ludolog.db"
    host: str = "127.0.0.1"
    port: int = 8000


class SettingsError(Exception):
    """A setting cannot be used; names it and says what it may be."""


def settings_from(environment: Mapping[str, str] = os.environ) -> Settings:
    """Return the settings of the LUDOLOG_ variables; raises SettingsError."""
    default = Settings()
    port = environment.get("LUDOLOG_PORT", str(default.port))
    if not port.isdecimal() or int(port) > 65535:  # noqa: PLR2004 - the highest port there is
        message = f"LUDOLOG_PORT is {port!r}: it has to be a number from 0 to 65535"
        raise SettingsError(message)
    return Settings(
        database=environment.get("LUDOLOG_DATABASE", default.database),
        host=environment.get("LUDOLOG_HOST", default.host),
        port=int(port),
    )


def sqlite_path(database: str) -> str:
    """Return the file of a `sqlite:///` URL; raises SettingsError for any other store."""
    if database.startswith("sqlite:///") and len(database) > len("sqlite:///"):
        return database.removeprefix("sqlite:///")
    message = f"the database {database!r} cannot be used: it has to be sqlite:///FILE (sqlite:////FILE from the root)"
    raise SettingsError(message)
