"""Old texts and traces are deleted, and accounts that a restored backup has brought back."""

import datetime
import resource
import shutil
import sqlite3
import time
import warnings
from contextlib import closing
from pathlib import Path

import pytest
from litestar.exceptions import LitestarDeprecationWarning
from litestar.testing import TestClient

from service.app import create_app
from service.core.parts import parts_of
from service.core.settings import Settings
from service.core.store.store import Store
from service.news.notifications import Notifications
from service.people.accounts import Accounts
from service.retention.erased import ErasedList
from tests.notifications.receiver import Receiver, receiver
from tests.notifications.sites import site, started
from tests.replies import ok
from tests.service.kit import erase, identity
from tests.service.server import Server, serving
from tests.service.switches.test_switches import switched
from tests.service.talk.kit import Table
from tests.service.talk.test_erased_texts import tables_with
from tests.service.test_metrics import values
from tests.waiting import until

OLD = "2020-01-01T00:00:00.000000Z"


def test_what_is_old_is_deleted(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with serving(file) as server:
        table = Table(server).start()
        first = table.say(table.ada, "an old text")
        table.say(table.ada, "a new text")
        made = [ok(table.ada.post("/v1/me/tokens", json={"label": name}), 201).json() for name in ("old", "kept")]
        ok(table.ada.delete(f"/v1/me/tokens/{made[0]['id']}"), 204)
        headers = dict(table.ada.headers)
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE talk_messages SET at=? WHERE id=?", (OLD, first["id"]))
        database.execute("UPDATE tokens SET revoked_at=? WHERE id=?", (OLD, made[0]["id"]))
    with serving(file, LUDOLOG_KEEP_MESSAGES="365", LUDOLOG_KEEP_ENDED_TOKENS="30") as server:
        until(lambda: not tables_with(server, "an old text"))
        ada = server.client()
        ada.headers.update(headers)
        items = ok(ada.get(f"{table.url}/messages")).json()["items"]
        assert [(each["text"], each["is_removed"]) for each in items] == [("a new text", False), (None, True)]
        with closing(sqlite3.connect(file)) as database:
            labels = "SELECT label FROM tokens WHERE id=?"
            until(lambda: database.execute(labels, (made[0]["id"],)).fetchone() == ("",))
            assert database.execute(labels, (made[1]["id"],)).fetchone() == ("kept",)


ERASED_BY_0_2_0 = (
    "UPDATE players SET name='', name_folded=NULL, name_shape=NULL, erased_at=:now WHERE id=:player",
    "UPDATE account_keys SET digest='' WHERE token IN (SELECT id FROM tokens WHERE player=:player)",
    "UPDATE tokens SET label='', revoked_at=COALESCE(revoked_at, :now) WHERE player=:player",
)
"""How 0.2.0 deletes an account."""


def test_what_0_2_0_leaves_of_an_account_in_a_rolling_upgrade_is_deleted_at_the_next_start(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with serving(file) as server:
        table = Table(server).start()
        table.say(table.ada, "xylophone")
        ok(table.ada.put("/v1/me/name", json={"name": "Xylophonist"}))
        ada, bea = identity(table.ada), identity(table.bea)
        ok(table.ada.put(f"/v1/players/{bea}/note", json={"text": "no xylophone"}))
        ok(table.ada.put("/v1/me/name", json={"name": "Ada again"}))
        table.say(table.bea, "I stay")
    now = datetime.datetime.now(datetime.UTC).isoformat().replace("+00:00", "Z")
    with closing(sqlite3.connect(file)) as database, database:
        for statement in ERASED_BY_0_2_0:
            database.execute(statement, {"now": now, "player": ada})

    with serving(file) as server:
        assert tables_with(server, "xylophon") | tables_with(server, "Xylophon") == set()
        assert tables_with(server, "I stay") == {"talk_messages"}
        with closing(sqlite3.connect(file)) as database:
            assert database.execute("SELECT erased_at FROM players WHERE id=?", (ada,)).fetchone() == (now,)


def test_an_account_without_former_names_that_0_2_0_has_deleted_is_cleared_once_and_its_guest_plays_on(
    tmp_path: Path,
) -> None:
    file = tmp_path / "games.db"
    with serving(file) as server:
        table = Table(server).start()
        ada, bea = identity(table.ada), identity(table.bea)
        table.say(table.ada, "xylophone")
    now = datetime.datetime.now(datetime.UTC).isoformat().replace("+00:00", "Z")
    with closing(sqlite3.connect(file)) as database, database:
        for statement in ERASED_BY_0_2_0:
            database.execute(statement, {"now": now, "player": ada})
        # 0.2.0 left the guests of the account
        database.execute("UPDATE players SET made_by=? WHERE id=?", (ada, bea))

    def changes() -> int:
        with closing(sqlite3.connect(file)) as database:
            (found,) = database.execute("SELECT count(*) FROM account_changes WHERE player=?", (ada,)).fetchone()
        return int(found)

    found = [changes()]
    for _ in range(2):
        with serving(file) as server:
            assert tables_with(server, "xylophone") == set()
        found.append(changes())
    assert (found[1] > found[0], found[2] == found[1]) == (True, True), found
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("SELECT erased_at FROM players WHERE id=?", (bea,)).fetchone() == (None,)


def test_a_deleted_account_is_deleted_again_after_a_restore(tmp_path: Path) -> None:
    file, backup, listed = tmp_path / "games.db", tmp_path / "backup.db", tmp_path / "erased.txt"
    with serving(file) as server:
        table = Table(server).start()
        table.say(table.ada, "xylophone")
        ada, bea = identity(table.ada), identity(table.bea)
    shutil.copy(file, backup)
    shutil.copy(f"{file}.key", f"{backup}.key")
    with serving(file) as server:
        again = server.client()
        again.headers.update(table.ada.headers)
        assert erase(again).status_code == 204
        lines = switched(server, "erased")
        assert [line.split()[0] for line in lines] == [ada]
        listed.write_text("\n".join(lines))

    with serving(backup, LUDOLOG_ERASED_FILE=str(listed)) as server:
        # before the first request
        assert tables_with(server, "xylophone") == set()
        assert server.client().get(f"/v1/players/{ada}").status_code == 404
        assert server.client().get(f"/v1/players/{bea}").status_code == 200


OFTEN = {"service.retention.erased.EVERY": 0.1}


def test_a_deletion_after_the_backup_gets_into_the_list_by_itself(tmp_path: Path) -> None:
    file, backup, listed = tmp_path / "games.db", tmp_path / "backup.db", tmp_path / "erased.txt"
    # as a person may leave it, without a last line break
    listed.write_text("player:somebody")
    with serving(file, OFTEN, LUDOLOG_ERASED_FILE=str(listed)) as server:
        gone, stays = server.player("Gone"), server.player("Stays")
        ids = [identity(each) for each in (gone, stays)]
        server.stop()
        for end in ("", ".key"):
            shutil.copy(f"{file}{end}", f"{backup}{end}")
        server.restart()
        assert erase(gone).status_code == 204
        until(lambda: ids[0] in listed.read_text())
    assert [line.split()[0] for line in listed.read_text().splitlines()] == ["player:somebody", ids[0]]

    with serving(backup, OFTEN, LUDOLOG_ERASED_FILE=str(listed)) as server:
        found = [server.client().get(f"/v1/players/{player}").status_code for player in ids]
        assert found == [404, 200]
        # the deletion was not written again
        assert len(listed.read_text().splitlines()) == 2


def test_a_list_that_cannot_be_written_is_told_and_mended(tmp_path: Path) -> None:
    listed, output = tmp_path / "erased.txt", tmp_path / "output"
    listed.touch()
    with serving(tmp_path / "games.db", OFTEN, output, LUDOLOG_ERASED_FILE=str(listed), LUDOLOG_METRICS="on") as server:
        gone, also = server.player("Gone"), server.player("Also")
        ids = [identity(each) for each in (gone, also)]
        listed.unlink()
        assert erase(gone).status_code == 204
        until(lambda: unlisted(server) == 1)
        assert erase(also).status_code == 204
        until(lambda: unlisted(server) == 2)
        assert server.output.read_text().count("cannot be written") == 1
        listed.touch()
        until(lambda: unlisted(server) == 0)
    assert [line.split()[0] for line in listed.read_text().splitlines()] == ids


def unlisted(server: Server) -> float:
    """Return how many deleted accounts the list lacks, as the metrics say."""
    return values(ok(server.client().get("/metrics")).text)["ludolog_erased_unlisted", ()]


def test_two_processes_keep_one_list(tmp_path: Path, postgres: str) -> None:
    listed = tmp_path / "erased.txt"
    listed.touch()
    settings = {"LUDOLOG_ERASED_FILE": str(listed), "LUDOLOG_KEY_FILE": str(tmp_path / "key")}
    with serving(postgres, OFTEN, **settings) as one, serving(postgres, OFTEN, **settings) as other:
        players = [one.player() for _ in range(4)]
        ids = {identity(each) for each in players}
        for player in players:
            assert erase(player).status_code == 204
        until(lambda: ids <= {line.split()[0] for line in listed.read_text().splitlines()})
        assert other.process.poll() is None


@pytest.mark.parametrize("is_listed", [False, True])
def test_nobody_hears_from_a_restored_site_that_deletes_the_account_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_listed: bool
) -> None:
    listed = tmp_path / "erased.txt"
    with receiver() as found:
        # a ping that is due, and that nobody has sent before the backup
        with site(tmp_path) as place:
            place.now = datetime.datetime.now(datetime.UTC)
            ada, bea = place.player("Ada"), place.player("Bea")
            ada.ping(found.url(), delay="PT0S")
            started(ada, ada, bea)
        listed.write_text(f"{ada.id if is_listed else bea.id}\n")

        erase_at_once = Accounts.erase

        def erase_slowly(accounts: Accounts, player: str) -> bool:
            # a large site
            time.sleep(3)
            return erase_at_once(accounts, player)

        monkeypatch.setattr(Accounts, "erase", erase_slowly)
        heard = heard_after_a_start(tmp_path, listed, found)
    assert heard == (0 if is_listed else 1)


def heard_after_a_start(folder: Path, listed: Path, found: Receiver) -> int:
    """Start a service on the database of a site, and return how often the receiver has heard from it."""
    origin = "https://ludolog.example"
    settings = Settings(
        f"sqlite:///{folder}/games.db", origin=origin, webhook_networks="127.0.0.0/8", erased_file=str(listed)
    )
    with warnings.catch_warnings():
        # of the framework, and of the next major version of it
        warnings.simplefilter("ignore", LitestarDeprecationWarning)
        app = create_app(settings)
    with TestClient(app=app) as client, client.portal() as portal:
        notifications = parts_of(app).get(Notifications)
        portal.call(notifications.follower.step)
        portal.call(notifications.sender.step)
    return len(found.received)


def test_a_line_that_is_written_in_part_counts_as_missing(tmp_path: Path) -> None:
    listed = tmp_path / "erased.txt"
    listed.write_text("player:somebody 2026-01-01T00:00:00.000000Z\n")
    with Store(f"sqlite:///{tmp_path}/games.db") as store:
        accounts = Accounts(store.database)
        player = accounts.sign_up("Gone").token.player
        accounts.erase(player)
        erased = ErasedList(store.database, str(listed))
        most = resource.getrlimit(resource.RLIMIT_FSIZE)
        # as of a disk that is full after ten bytes
        resource.setrlimit(resource.RLIMIT_FSIZE, (listed.stat().st_size + 10, most[1]))
        try:
            erased.update()
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, most)
        assert erased.unlisted == 1
        erased.update()
        assert erased.unlisted == 0
    assert player in [line.split()[0] for line in listed.read_text().splitlines()]
