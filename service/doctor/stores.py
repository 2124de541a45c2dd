"""The database, of either kind."""

from collections.abc import Iterator

from service.doctor.embedded import embedded
from service.doctor.finding import Finding
from service.doctor.postgres import postgres
from service.settings import Settings
from service.store.url import is_postgres


def store(settings: Settings) -> Iterator[Finding]:
    """Look at the database, and try what the service does with it."""
    yield Finding("database", settings.shown_database, "ok")
    yield from postgres(settings) if is_postgres(settings.database) else embedded(settings)
