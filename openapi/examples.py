"""Plays games on the service and writes requests and replies to examples.json, the examples of the document.

Seed and clock are fixed, so that the same service gives the same examples.
"""

import datetime
import logging
import random
import tempfile
from functools import partial
from math import inf
from pathlib import Path

import msgspec
from litestar.testing import TestClient

from openapi.collector import SEED, Collector
from openapi.tour.run import run
from openapi.tour.sessions import ORIGIN
from service.app import create_app
from service.core.http.exchanges import RecordedExchange
from service.core.keys.signing import JwkSet, new_key
from service.core.parts import parts_of
from service.core.settings import Settings
from service.core.store.store import Store
from service.due.bot_runner import BotRunner
from service.hints.hints import Hints
from service.people.accounts import Accounts
from service.play.play import Play
from service.serving.simulate import EPOCH, SeededSource
from service.site_log import feature as site_log

FILE = Path(__file__).with_name("examples.json")
NO_LIMIT = 1_000_000
KEY = bytes(range(32))
"""The private key that signs the examples, and nothing else."""


class TourSource(SeededSource):
    """Bytes that follow from the seed, and a clock that only the tour sets forward.

    What the service does by itself reads the clock more often in one run than in another.
    """

    skipped = datetime.timedelta()

    def now(self) -> datetime.datetime:
        """Return the time to which the tour has set the clock."""
        return EPOCH + self.skipped

    def skip(self, time: datetime.timedelta) -> None:
        """Set the clock forward."""
        self.skipped += time


def collect() -> dict[str, list[RecordedExchange]]:
    """Return the exchanges of each operation."""
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/examples.db"
        _fix_secret(database)
        # most examples show games without a clock, whose events are fewer
        settings = Settings(
            database,
            rate_limit=NO_LIMIT,
            origin=ORIGIN,
            public_clock="none",
            webhook_networks="127.0.0.0/8",
            smtp_host="127.0.0.1",
            smtp_port=9,
            smtp_sender="games@ludolog.example",
            # the times of the tour follow one another within milliseconds
            messages_pause=0,
            checkpoint_interval=3600,
            # they begin after 20 s, and let the transparency log go on then
            dumps=False,
        )
        _fix_key(settings.key_path)
        # a limit that is never reached, so that replies have its headers
        source = TourSource(SEED)
        play_on = partial(Play, clock=source.now, bytes_of=source.bytes)
        with TestClient(create_app(settings, play_on)) as client:
            parts_of(client.app).get(BotRunner).rng = random.Random(SEED)  # noqa: S311 - examples have to be repeatable
            # a search that is cut by time finds other choices on another machine
            parts_of(client.app).get(Hints).slowest = inf
            # the transparency log goes on when a request waits for it, not at some time between two of them
            listeners = parts_of(client.app).get(Play).notifier.listeners
            listeners[:] = [each for each in listeners if each.__module__ != site_log.__name__]
            collector = Collector(client, source.skip)
            collector.await_log()
            run(collector)
        _show_terms(collector, Path(folder))
    return collector.repeatable()


def _show_terms(collector: Collector, folder: Path) -> None:
    """Show a site that asks for the acceptance of its terms: the documents, and that a player accepts them."""
    law = folder / "law"
    law.mkdir()
    (law / "terms.md").write_text("# Terms\n\nBe polite to the others.\n", encoding="utf-8")
    settings = Settings(f"sqlite:///{folder}/terms.db", rate_limit=NO_LIMIT, law_folder=f"{law}", accept_terms=True)
    with TestClient(create_app(settings)) as client, collector.at(client):
        version = collector.ask("law", "terms to be accepted")["terms"]
        reply = client.post("/v1/players", json={"name": "Ada", "terms": version})
        assert reply.is_success, reply.text
        collector.ask("acceptTerms", "accepted", reply.json()["token"], body={"version": version})


def _fix_secret(database: str) -> None:
    """Fix the secret from which the ids of players follow."""
    with Store(database) as store:
        Accounts(store.database)
        with store.database.writing() as cursor:
            cursor.execute("UPDATE account_secret SET secret=?", ("00" * 32,))


def _fix_key(path: Path) -> None:
    """Fix the key that signs."""
    key = new_key(KEY, EPOCH)
    path.write_bytes(msgspec.json.encode(JwkSet((key,))))
    path.chmod(0o600)


def main() -> None:
    """Write examples.json."""
    logging.getLogger("httpx").setLevel(logging.WARNING)
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(collect()), indent=1) + b"\n")


if __name__ == "__main__":
    main()
