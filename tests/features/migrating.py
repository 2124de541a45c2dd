"""The tables of all features, for tests that run a part of the service without the service."""

from service.core.store.database import Database
from service.core.store.feature_tables import migrate
from service.features import FEATURES


def migrate_all(database: Database) -> None:
    """Make the tables of all features, as the service does when it starts."""
    for feature in FEATURES:
        migrate(database, feature.name, feature.tables)
