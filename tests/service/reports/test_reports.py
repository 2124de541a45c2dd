"""Reports: what can be reported, how they are merged, taken and answered."""

import uuid
from typing import Any

import pytest

from tests.replies import ok
from tests.service.kit import holder, identity, problem
from tests.service.moderation.kit import acts, with_role
from tests.service.reports.kit import WHY, Desk, own_reports, report
from tests.service.server import Server
from tests.service.talk.test_messages import change
from tests.service.tournaments.kit import Cup

UNKNOWN = str(uuid.UUID(int=1))


@pytest.fixture(name="desk", scope="module")
def _desk(server: Server) -> Desk:
    return Desk(server)


def test_reports_about_one_message_are_one_case_and_all_reporters_get_the_answer(desk: Desk) -> None:
    table = desk.table
    rude = desk.rude("you utter fool")
    first = report(table.bea, rude, text="He insults me\nagain.")
    assert (first["state"], first["answer"], first["reported"]) == ("open", None, "you utter fool")
    # the author removes it: the evidence stays
    ok(table.ada.delete(f"{table.url}/messages/{rude['message']}"), 204)
    refused = table.watcher.post("/v1/reports", json={"about": rude, "reason": "spam"})
    assert problem(refused) == (409, "not-possible")
    again = report(table.bea, desk.rude("another"), "spam")
    assert again["id"] != first["id"]

    case = desk.case_of(rude)
    assert (case["evidence"], case["named"], case["reports"]) == ("you utter fool", case["name"], 1)
    assert (case["player"], case["account"]) == (identity(table.ada), identity(table.ada))
    url = f"/v1/moderation/reports/{case['id']}"
    body = {"state": "answered", "text": "Thank you.", "reason": WHY}
    assert problem(desk.mod.post(f"{url}/answers", json=body)) == (409, "not-possible")
    whole = ok(desk.mod.put(f"{url}/taker", json={})).json()
    assert [(each["reporter"], each["text"]) for each in whole["reports"]] == [
        (identity(table.bea), "He insults me\nagain.")
    ]
    assert own_reports(table.bea)[-1]["state"] == "taken"
    # another moderator has to say so
    assert problem(desk.other.put(f"{url}/taker", json={})) == (409, "not-possible")
    assert problem(desk.other.post(f"{url}/answers", json=body)) == (409, "not-possible")
    ok(desk.other.put(f"{url}/taker", json={"takes_over": True}))
    assert problem(desk.mod.request("DELETE", f"{url}/taker")) == (409, "not-possible")
    assert ok(desk.other.delete(f"{url}/taker")).json()["case"]["state"] == "open"
    ok(desk.mod.put(f"{url}/taker", json={}))
    assert problem(desk.mod.post(f"{url}/answers", json=body | {"acts": [999_999]})) == (422, "invalid-value")
    key = {"Idempotency-Key": "answer-1"}
    done, again = (ok(desk.mod.post(f"{url}/answers", json=body, headers=key), 201).json() for _ in range(2))
    assert done == again
    assert done["case"]["state"] == "answered"
    assert problem(desk.mod.post(f"{url}/answers", json=body)) == (409, "not-possible")
    assert problem(desk.mod.put(f"{url}/taker", json={})) == (409, "not-possible")

    own = ok(table.bea.get("/v1/me/reports")).json()
    mine = next(each for each in own["items"] if each["id"] == first["id"])
    assert (mine["state"], mine["answer"], own["unread"]) == ("answered", "Thank you.", 1)
    ok(table.bea.put("/v1/me/reports/mark", json={"read_at": mine["answered_at"]}))
    assert ok(table.bea.get("/v1/me/reports")).json()["unread"] == 0
    operator = with_role(desk.server, "operator")
    logged = [each["action"] for each in acts(operator, by=identity(desk.mod)) if each["about"] == case["id"]]
    assert logged == ["report.answered", "report.taken", "report.taken"]
    assert "Thank you" not in str(acts(operator, by=identity(desk.mod)))


def test_a_message_that_was_decided_about_gives_the_answer_at_once(desk: Desk) -> None:
    rude = desk.rude("decided")
    report(desk.table.bea, rude)
    second = report(desk.table.watcher, rude, "threat")
    assert report(desk.table.watcher, rude, "spam") == second
    case = desk.case_of(rude)
    assert case["reports"] == 2
    desk.decide(case["id"], "dismissed", text="This is no insult.")

    third = report(desk.table.owner, rude)

    assert (third["state"], third["answer"]) == ("dismissed", "This is no insult.")
    assert desk.case_of(rude, "closed")["reports"] == 3
    assert [each["answer"] for each in own_reports(desk.table.watcher)][:1] == ["This is no insult."]


def test_names_of_players_games_and_tournaments_are_reported(server: Server, desk: Desk) -> None:
    table, eve = desk.table, server.player("Eve")
    named = ok(table.owner.post("/v1/games", json={"ruleset": "giganten", "seats": 3, "name": "Rude game"}), 201)
    game = named.json()["id"]
    cup = Cup(server, 8)
    expected = {
        "Rude game": ({"type": "name", "game": game}, identity(table.owner)),
        ok(cup.owner.get(cup.url)).json()["terms"]["name"]: (
            {"type": "name", "tournament": cup.url.rsplit("/", 1)[-1]},
            identity(cup.owner),
        ),
        ok(table.ada.get("/v1/me")).json()["name"]: (desk.about_name(), identity(table.ada)),
    }
    for about, _ in expected.values():
        report(eve, about, "impersonation")
    cases = {each["evidence"]: each for each in desk.queue() if each["type"] == "name"}
    assert {name: cases[name]["player"] for name in expected} == {name: who for name, (_, who) in expected.items()}
    # after a change it is another name, and another case
    ok(table.ada.put("/v1/me/name", json={"name": f"Ada {uuid.uuid4().hex[:8]}"}))
    report(eve, desk.about_name(), "impersonation")
    whole = ok(desk.mod.get(f"/v1/moderation/reports/{cases[list(expected)[-1]]['id']}")).json()
    assert any(each["type"] == "name" for each in whole["earlier"])
    # in a game without a name there is nothing to report
    refused = eve.post("/v1/reports", json={"about": {"type": "name", "game": table.game}, "reason": "spam"})
    assert problem(refused) == (404, "not-found")


def test_play_is_reported_again_after_an_answer(desk: Desk) -> None:
    about = desk.about_play()
    first = report(desk.table.bea, about, "stalling", "")
    assert report(desk.table.bea, about, "stalling") == first
    case = desk.case_of(about)
    assert (case["evidence"], case["version"]) == (None, ok(desk.table.bea.get(desk.table.url)).json()["version"])
    desk.decide(case["id"], "dismissed")
    second = report(desk.table.bea, about, "collusion")
    assert second["id"] != first["id"]
    assert desk.case_of(about)["id"] != case["id"]


@pytest.mark.parametrize(
    ("about", "reason", "expected"),
    [
        ({"type": "message"}, "insult", (400, "bad-request")),
        ({"type": "message", "message": "x"}, "insult", (422, "invalid-value")),
        ({"type": "name"}, "insult", (422, "invalid-value")),
        ({"type": "name", "player": UNKNOWN}, "insult", (404, "not-found")),
        ({"type": "name", "player": "bot:random"}, "insult", (404, "not-found")),
        ({"type": "name", "game": UNKNOWN}, "insult", (404, "not-found")),
        ({"type": "play", "game": UNKNOWN, "player": "x"}, "stalling", (404, "not-found")),
        ({"type": "name", "player": UNKNOWN}, "stalling", (422, "invalid-value")),
        ({"type": "weather"}, "insult", (400, "bad-request")),
    ],
)
def test_what_cannot_be_reported_is_refused(desk: Desk, about: Any, reason: str, expected: object) -> None:
    reply = desk.table.bea.post("/v1/reports", json={"about": about, "reason": reason, "text": "x"})
    assert problem(reply) == expected


def test_who_may_report_what(server: Server, desk: Desk) -> None:
    table = desk.table
    rude = desk.rude()
    own = table.ada.post("/v1/reports", json={"about": rude, "reason": "insult"})
    assert problem(own) == (409, "not-possible")
    assert problem(table.visitor.post("/v1/reports", json={"about": rude, "reason": "insult"})) == (401, "token-needed")
    made = ok(table.bea.post(f"{table.url}/seats/1/tokens", json={"label": "deputy"}), 201).json()
    deputy = holder(server, made["token"])
    assert problem(deputy.post("/v1/reports", json={"about": rude, "reason": "insult"})) == (403, "scope-missing")
    # players read the room of the spectators after the end only
    said = table.say(table.watcher, "Ada should build")
    hidden = {"type": "message", "game": table.game, "message": said["id"]}
    assert problem(table.bea.post("/v1/reports", json={"about": hidden, "reason": "spam"})) == (404, "not-found")
    assert report(table.owner, hidden, "spam")["reported"] == "Ada should build"
    without = {"about": rude, "reason": "other", "text": " \n "}
    assert problem(table.bea.post("/v1/reports", json=without)) == (422, "invalid-value")
    watcher = desk.about_play() | {"player": identity(table.watcher)}
    assert problem(table.bea.post("/v1/reports", json={"about": watcher, "reason": "stalling"})) == (404, "not-found")


def test_a_repeated_request_makes_one_report(desk: Desk) -> None:
    body = {"about": desk.rude("twice"), "reason": "insult", "text": "x"}
    key = {"Idempotency-Key": "report-1"}
    first, second = (desk.table.bea.post("/v1/reports", json=body, headers=key) for _ in range(2))
    assert ok(first, 201).json() == ok(second, 201).json()
    assert second.headers["idempotency-replayed"] == "true"
    other = desk.table.bea.post("/v1/reports", json=body | {"text": "y"}, headers=key)
    assert problem(other) == (422, "key-reused")


def test_only_moderators_read_the_queue_and_none_decides_about_an_own_case(server: Server, desk: Desk) -> None:
    rude = desk.rude("about to be reported")
    report(desk.mod, rude)
    case = desk.case_of(rude)["id"]
    url = f"/v1/moderation/reports/{case}"
    assert problem(desk.mod.put(f"{url}/taker", json={})) == (409, "not-possible")
    ok(desk.other.put(f"{url}/taker", json={}))
    for method, path, body in (
        ("GET", "/v1/moderation/reports", None),
        ("GET", url, None),
        ("PUT", f"{url}/taker", {}),
        ("POST", f"{url}/answers", {"state": "answered", "text": "x", "reason": "x"}),
    ):
        assert problem(desk.table.bea.request(method, path, json=body)) == (403, "role-missing")
    for path in ("/v1/moderation/reports/unknown", f"/v1/moderation/reports/{UNKNOWN}"):
        assert problem(desk.mod.get(path)) == (404, "not-found")
    assert problem(desk.mod.get("/v1/moderation/reports", params={"cursor": "x"})) == (400, "bad-request")


def test_the_queue_has_pages(desk: Desk) -> None:
    for number in range(5):
        about = desk.rude(f"page {number}")
        report(desk.table.bea, about)
        if number < 2:
            desk.decide(desk.case_of(about)["id"])
    for state in ("waiting", "closed"):
        whole = [each["id"] for each in desk.queue(state)]
        found: list[str] = []
        query = {"status": state, "limit": "1"}
        while True:
            page = ok(desk.mod.get("/v1/moderation/reports", params=query)).json()
            found += [each["id"] for each in page["items"]]
            if page["next"] is None:
                break
            query["cursor"] = page["next"]
        assert found == whole
        assert len(whole) > 1
    own = ok(desk.table.bea.get("/v1/me/reports", params={"limit": "1"})).json()
    rest = ok(desk.table.bea.get("/v1/me/reports", params={"cursor": own["next"]})).json()["items"]
    assert [each["id"] for each in (*own["items"], *rest)] == [each["id"] for each in own_reports(desk.table.bea)]


def test_a_key_that_was_forgotten_reports_another_subject(server: Server, desk: Desk) -> None:
    keyed = {"Idempotency-Key": "forgotten-1"}
    first, second = (
        {"about": desk.rude(text), "reason": "insult", "text": "rude"} for text in ("you clown", "you donkey")
    )
    bea = desk.table.bea
    made = ok(bea.post("/v1/reports", json=first, headers=keyed), 201).json()
    change(server, "UPDATE request_keys SET made_at='2020-01-01T00:00:00.000000Z'")

    other = ok(bea.post("/v1/reports", json=second, headers=keyed), 201)
    assert other.json()["id"] != made["id"]
    assert other.json()["reported"] == "you donkey"
    assert "Idempotency-Replayed" not in other.headers
    again = ok(bea.post("/v1/reports", json=second, headers=keyed), 201)
    assert (again.json()["id"], again.headers["Idempotency-Replayed"]) == (other.json()["id"], "true")
