"""Serves a mirror as a read-only copy of its site: the pages of its games, and its bundles."""

from pathlib import Path

import psycopg
from eventsourcing.persistence import PersistenceError
from rich.progress import Progress

from service.core.keys.opening import make_first_keys
from service.core.keys.signing import KeyFileError
from service.core.settings import Settings, SettingsError
from service.core.store.errors import StoreError
from service.core.store.store import Store
from service.moderation.orders import FeatureOrder
from service.operate.cli.common import err, fail, printable, settings_of
from service.operate.cli.people import carry_out
from service.operate.cli.serving import serve
from service.operate.mirror.archive import Archive, ArchiveError, State, file_of
from service.proof.bundles import lines_in
from service.proof.imports import BundleRefusedError, import_bundle

_FAILURES = (ArchiveError, KeyFileError, StoreError, PersistenceError, psycopg.Error, SettingsError, OSError)


def serve_replica(folder: Path, host: str, port: int) -> None:
    """Take the new games of a mirror into a database of its own, and serve it until SIGTERM or SIGINT.

    Nothing can be changed: the site is in maintenance, and says of which site it is a copy, and how far it goes. Games
    that the mirror gets later are there after the next start.
    """
    if not (folder / "mirror.json").exists():
        raise fail(f"{folder} is not the folder of a mirror: make one with `ludolog mirror URL {folder}`")
    database = f"sqlite:///{folder.resolve() / 'replica' / 'games.db'}"
    settings = settings_of(database, host, port, of_site=False)
    try:
        with Archive(folder) as archive:
            state = archive.state()
            assert state is not None
            _take_in(archive, settings)
    except _FAILURES as error:
        raise fail(error) from None
    carry_out(FeatureOrder("switches", {"do": "maintenance", "reason": _words(state), "hours": "0"}), settings)
    serve(host=host, port=port, database=database)


def _words(state: State) -> str:
    position = f"position {state.checked - 1}" if state.checked else "nothing"
    return f"This is a read-only copy of {state.site}, complete up to {position} of its log."


def _take_in(archive: Archive, settings: Settings) -> None:
    """Import the games that the database does not have yet. Their bundles keep the signatures of the site."""
    with Store(settings.direct_url) as store:
        make_first_keys(store, settings)
        known = {entry.record.game for entry in store.scan(["game.opened"])}
        fresh = sorted(archive.ids_in(archive.games) - known)
        with Progress(console=err, transient=True, disable=not err.is_terminal) as progress:
            for game in progress.track(fresh, description="taking in games"):
                try:
                    import_bundle(store, lines_in(file_of(archive.games, game)))
                except BundleRefusedError as refused:
                    err.print(printable(f"game {game} is left out: {refused.details}"), markup=False)
