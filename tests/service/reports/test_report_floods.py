"""Limits of reports, and their retention."""

import sqlite3
from pathlib import Path

from tests.replies import ok
from tests.service.kit import identity, problem
from tests.service.moderation.kit import with_role
from tests.service.reports.kit import WHY, own_reports, report
from tests.service.server import serving
from tests.waiting import until


def test_an_account_and_a_network_report_so_often_a_day(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", LUDOLOG_REPORTS="2", LUDOLOG_REPORTS_PER_ADDRESS="3") as server:
        subjects = [{"type": "name", "player": identity(server.player(name))} for name in ("A", "B", "C", "D")]
        bea, eve = server.player("Bea"), server.player("Eve")
        for subject in subjects[:2]:
            report(bea, subject)
        refused = bea.post("/v1/reports", json={"about": subjects[2], "reason": "spam"})
        assert problem(refused) == (429, "too-many-requests")
        assert 23 * 3600 < int(refused.headers["retry-after"]) <= 24 * 3600
        # a repetition is no further report
        assert report(bea, subjects[0])["id"] == own_reports(bea)[-1]["id"]
        report(eve, subjects[2])
        refused = eve.post("/v1/reports", json={"about": subjects[3], "reason": "spam"})
        assert problem(refused) == (429, "too-many-requests")
        assert "network" in refused.json()["detail"]
        with sqlite3.connect(tmp_path / "games.db") as connection:
            assert "127.0.0.1" not in str(connection.execute("SELECT * FROM report_sources").fetchall())


def test_closed_reports_are_forgotten_after_the_retention(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", {"service.reports.feature.FORGETS_EVERY": 0.2}) as server:
        bea, ada, mod = server.player("Bea"), server.player("Ada"), with_role(server, "moderator")
        first = report(bea, {"type": "name", "player": identity(ada)}, text="an old text")
        report(bea, {"type": "name", "player": identity(mod)}, text="a new text")
        case = ok(mod.get("/v1/moderation/reports")).json()["items"][0]["id"]
        url = f"/v1/moderation/reports/{case}"
        ok(mod.put(f"{url}/taker", json={}))
        body = {"state": "answered", "text": "old answer", "reason": WHY}
        ok(mod.post(f"{url}/answers", json=body), 201)
        with sqlite3.connect(tmp_path / "games.db", timeout=10) as connection:
            connection.execute("UPDATE report_cases SET answered_at='2020-01-01T00:00:00.000000Z' WHERE id=?", (case,))
        until(lambda: [each["text"] for each in own_reports(bea)] == ["a new text"])
        assert first["id"] not in [each["id"] for each in own_reports(bea)]
        found = ok(mod.get(url)).json()
        assert (found["case"]["evidence"], found["case"]["answer"], found["case"]["player"]) == (None, None, None)
        assert [each["text"] for each in found["reports"]] == [None]
        # it is still a number
        assert found["case"]["state"] == "answered"
