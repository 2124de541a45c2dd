"""The checks of the database."""

from collections.abc import Iterator

from service.doctor.embedded import embedded
from service.doctor.finding import Finding
from service.doctor.postgres import postgres
from service.settings import Settings
from service.store.url import is_postgres


def store(settings: Settings) -> Iterator[Finding]:
    """Return the findings of the database of either kind."""
    yield Finding("database", settings.shown_database, "ok")
    yield from postgres(settings) if is_postgres(settings.database) else embedded(settings)
