"""Old texts and traces are deleted, and accounts that a restored backup has brought back."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.replies import ok
from tests.service.kit import erase, identity
from tests.service.server import serving
from tests.service.switches.test_switches import switched
from tests.service.talk.kit import Table
from tests.service.talk.test_erased_texts import tables_with
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

    with serving(backup, LUDOLOG_ERASED=str(listed)) as server:
        # before the first request
        assert tables_with(server, "xylophone") == set()
        assert server.client().get(f"/v1/players/{ada}").status_code == 404
        assert server.client().get(f"/v1/players/{bea}").status_code == 200
