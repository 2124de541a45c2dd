"""The application on a PostgreSQL database."""

import contextlib
from collections.abc import Generator

import psycopg
from eventsourcing.persistence import ApplicationRecorder, PersistenceError
from eventsourcing.postgres import PostgresFactory
from eventsourcing.utils import Environment, get_topic

from service.core.store.adapters.postgres import LedgerDatastore, LedgerRecorder
from service.core.store.adapters.sequenced import SequencedRecorder
from service.core.store.errors import StoreError
from service.core.store.pooling import refuse_transaction_pooler
from service.core.store.postgres_connection import MIGRATION_LOCK, ORDER, WITHOUT_TIMEOUTS, parameters_of
from service.core.store.recorder import LedgerApplication


class LedgerFactory(PostgresFactory):
    """The library's factory with `LedgerDatastore`."""

    URL, IS_POOLED = "POSTGRES_URL", "POSTGRES_IS_POOLED"

    def __init__(self, env: Environment) -> None:
        super().__init__(env)
        self.datastore = LedgerDatastore(self.env.get(self.URL) or "", is_pooled=bool(self.env.get(self.IS_POOLED)))

    def application_recorder(self) -> ApplicationRecorder:
        """Return the recorder after creating its tables; of processes that start together, one creates them."""
        with self.datastore.get_connection() as connection, connection.transaction():
            # this transaction is idle while another connection creates the tables
            connection.execute(WITHOUT_TIMEOUTS.encode())
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATION_LOCK,))
            row = connection.execute("SELECT to_regclass(%s) IS NOT NULL AS yes", (f"public.{ORDER}",)).fetchone()
            if row is not None and row["yes"]:
                return SequencedRecorder(self.datastore)
            return super().application_recorder()


@contextlib.contextmanager
def postgres_application(database: str, *, is_pooled: bool = False) -> Generator[LedgerApplication]:
    """Yield the application on a database; raises StoreError, also for a pooler in transaction mode.

    `is_pooled`: the pooler is expected.
    """
    try:
        # The library reports only a timeout of its pool, not its reason.
        if is_pooled:
            psycopg.connect(**parameters_of(database, is_pooled=True)).close()
        else:
            refuse_transaction_pooler(database)
        application = LedgerApplication(
            {
                "PERSISTENCE_MODULE": get_topic(LedgerFactory),
                LedgerFactory.URL: database,
                LedgerFactory.IS_POOLED: "on" if is_pooled else "",
                "APPLICATION_RECORDER_TOPIC": get_topic(LedgerRecorder),
                # required by the factory, not used: connections are made from the URL
                **dict.fromkeys(("POSTGRES_DBNAME", "POSTGRES_HOST", "POSTGRES_USER", "POSTGRES_PASSWORD"), "by URL"),
            }
        )
    except (psycopg.Error, PersistenceError) as error:
        message = f"the PostgreSQL database cannot be used: {' '.join(str(error).split())}: see LUDOLOG_DATABASE"
        raise StoreError(message) from None
    with contextlib.closing(application):
        yield application
