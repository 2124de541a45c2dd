"""After the deletion of an account no column of the database has a text of it in a report, or evidence about it."""

from tests.replies import ok
from tests.service.kit import erase, identity
from tests.service.reports.kit import Desk, own_reports, report
from tests.service.server import Server
from tests.service.talk.test_erased_texts import tables_with

SECRET = "xylophone"


def test_no_text_of_a_reporter_and_no_evidence_about_a_reported_player_remains(server: Server) -> None:
    desk = Desk(server)
    table = desk.table
    closed, waiting = desk.rude(f"{SECRET}-said-of-ada"), desk.rude(f"{SECRET}-said-later")
    for reporter in (table.bea, table.watcher):
        report(reporter, closed, text=f"{SECRET}-of-{identity(reporter)}")
    desk.decide(desk.case_of(closed)["id"], text=f"{SECRET}-answer")
    report(table.bea, waiting, text=f"{SECRET}-of-bea")
    assert tables_with(server, SECRET) == {"talk_messages", "reports", "report_cases"}

    bea, ada = identity(table.bea), identity(table.ada)
    assert erase(table.bea).status_code == 204
    assert tables_with(server, f"{SECRET}-of-bea") == set()
    assert tables_with(server, f"{SECRET}-of-{bea}") == set()
    assert {name for name in tables_with(server, bea) if name.startswith("report")} == set()
    # what others have reported, and the answer to them, stays
    assert own_reports(table.watcher)[0]["answer"] == f"{SECRET}-answer"
    assert desk.case_of(waiting)["reports"] == 1

    assert erase(table.ada).status_code == 204
    assert tables_with(server, SECRET) == set()
    assert {name for name in tables_with(server, ada) if name.startswith("report")} == set()
    assert desk.queue() == []
    found = {each["is_erased"]: each for each in desk.queue("closed")}
    assert (found[True]["state"], found[False]["state"]) == ("dismissed", "answered")
    (own,) = own_reports(table.watcher)
    assert (own["state"], own["reported"], own["text"], own["player"]) == ("answered", None, None, None)
    assert ok(desk.mod.get(f"/v1/moderation/reports/{found[True]['id']}")).json()["reports"][0]["text"] is None
