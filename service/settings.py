"""What can be set, from the environment."""

import os
import re
from collections.abc import Mapping
from pathlib import Path

from domain.kernel.values import Value
from service.numbers import small_number

EMBEDDED, WORKER = "embedded", "worker"


class Settings(Value, frozen=True):
    """Where the log is kept, and where the service listens."""

    database: str = "sqlite:///ludolog.db"
    """A SQLite file (`sqlite:///FILE`) or a PostgreSQL database (`postgresql://…`)."""
    host: str = "127.0.0.1"
    port: int = 8000
    rate_limit: int = 6000
    """Requests a minute that a token may send, or an address without one; 0: any number."""
    key_file: str | None = None
    """Where the signing keys are kept; by default beside the database."""
    projections: str | None = None
    """Who keeps the tables of lists and results: the service itself (`embedded`) or a `worker`; by default as the
    database allows.
    """

    @property
    def keeps_projections(self) -> bool:
        """Whether the service itself keeps the tables of lists and results; raises SettingsError."""
        if self.projections is not None and self.projections not in {EMBEDDED, WORKER}:
            message = f"LUDOLOG_PROJECTIONS is {self.projections[:40]!r}: it has to be {EMBEDDED} or {WORKER}"
            raise SettingsError(message)
        if self.projections == WORKER and not is_postgres(self.database):
            message = "a SQLite file has one process: leave LUDOLOG_PROJECTIONS out, or use a PostgreSQL database"
            raise SettingsError(message)
        return self.projections == EMBEDDED or not (self.projections or is_postgres(self.database))

    @property
    def key_path(self) -> Path:
        """The file with the signing keys; raises SettingsError where a database that is no file leaves it open."""
        if self.key_file is None and is_postgres(self.database):
            message = (
                "set LUDOLOG_KEY_FILE to a file that all processes of this database share: it signs for all of them"
            )
            raise SettingsError(message)
        return Path(self.key_file or sqlite_path(self.database) + ".key")

    @property
    def shown_database(self) -> str:
        """The database without a password."""
        return _without_password(self.database)


class SettingsError(Exception):
    """A setting cannot be used; names it and says what it may be."""


def settings_from(environment: Mapping[str, str] = os.environ) -> Settings:
    """Return the settings of the LUDOLOG_ variables; raises SettingsError."""
    default = Settings()
    return Settings(
        database=environment.get("LUDOLOG_DATABASE", default.database),
        host=environment.get("LUDOLOG_HOST", default.host),
        port=_number(environment, "LUDOLOG_PORT", default.port, 65535),
        rate_limit=_number(environment, "LUDOLOG_RATE_LIMIT", default.rate_limit, 999_999_999),
        key_file=environment.get("LUDOLOG_KEY_FILE") or None,
        projections=environment.get("LUDOLOG_PROJECTIONS") or None,
    )


def _number(environment: Mapping[str, str], name: str, default: int, highest: int) -> int:
    text = environment.get(name)
    number = default if text is None else small_number(text)
    if number is None or number > highest:
        message = f"{name} is {(text or '')[:40]!r}: it has to be a number from 0 to {highest}"
        raise SettingsError(message)
    return number


def is_postgres(database: str) -> bool:
    """Whether a URL names a PostgreSQL database."""
    return database.startswith(("postgresql://", "postgres://"))


def sqlite_path(database: str) -> str:
    """Return the file of a `sqlite:///` URL; raises SettingsError for any other store."""
    if database.startswith("sqlite:///") and len(database) > len("sqlite:///"):
        return database.removeprefix("sqlite:///")
    message = (
        f"the database {_without_password(database)!r} cannot be used: it has to be sqlite:///FILE "
        "(sqlite:////FILE from the root) or postgresql://USER@HOST/NAME"
    )
    raise SettingsError(message)


def _without_password(database: str) -> str:
    shown = re.sub(r"(//[^:/@]*):[^@/]*@", r"\1:***@", database)
    return re.sub(r"([?&](?:ssl)?password=)[^&]*", r"\1***", shown)
