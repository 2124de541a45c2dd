"""The requests about reports, acts about oneself, appeals, and their numbers."""

import datetime

from openapi.tour.visit import Visit, example_id

ANSWER = {"state": "answered", "text": "Thank you. We have removed the text.", "reason": "Rule 2 of the house."}
REFUSAL = {"outcome": "refused", "text": "The warning stays.", "reason": "Rule 2 of the house."}


def show(visit: Visit) -> None:
    """Report a message, answer the report, and make every mistake. Cy is an operator."""
    game = visit.game
    visit.collector.grant(visit.ids["Cy"], "operator")
    said = visit.collector.quietly("post", f"/v1/games/{game}/messages", visit.bo, {"text": "You play like a bot."})
    about = {"type": "message", "game": game, "message": said["id"]}
    body = {"about": about, "reason": "insult", "text": "He says so in every game."}
    visit.collector.replaced[said["id"]] = example_id(73)
    made = visit.ask_twice("makeReport", "a message", visit.ada, body=body)
    visit.collector.replaced[made["id"]] = example_id(74)
    other = {"about": {"type": "name", "player": visit.ids["Bo"]}, "reason": "impersonation"}
    named = visit.ask("makeReport", "a name", visit.ada, body=other)
    visit.collector.replaced[named["id"]] = example_id(75)
    played = {"about": {"type": "play", "game": game, "player": visit.ids["Bo"]}, "reason": "stalling"}
    play = visit.ask("makeReport", "play", visit.ada, body=played)
    visit.collector.replaced[play["id"]] = example_id(76)
    visit.ask("makeReport", "another request", visit.ada, body=other, headers=visit.keyed)
    visit.ask("makeReport", "malformed", visit.ada, body={})
    visit.ask("makeReport", "a reason of others", visit.ada, body={**body, "reason": "stalling"})
    visit.ask("makeReport", "only to read", visit.reader, body=body)
    visit.ask("makeReport", "unknown", visit.ada, body={**body, "about": {**about, "message": "nonsense"}})
    visit.ask("makeReport", "your own", visit.bo, body=body)
    _decide(visit)
    visit.ask("ownReports", "with an answer", visit.ada)
    visit.ask("ownReports", "malformed", visit.ada, query={"cursor": "nonsense"})
    visit.ask("markReports", "all read", visit.ada, body={"read_at": "2026-01-01T00:00:00Z"})
    visit.ask("markReports", "malformed", visit.ada, body={"read_at": "now"})
    visit.ask("markReports", "only to read", visit.reader, body={"read_at": "2026-01-01T00:00:00Z"})
    _appeal(visit)
    _look(visit)
    month = datetime.datetime.now(datetime.UTC).strftime("%Y-%m")
    visit.collector.replaced[f'"month":"{month}"'] = '"month":"2026-01"'
    visit.ask("transparency", "in numbers")


def _decide(visit: Visit) -> None:
    queue = visit.collector.quietly("get", "/v1/moderation/reports", visit.cy)["items"]
    for number, case in enumerate(queue):
        visit.collector.replaced[case["id"]] = example_id(77 + number)
    case = queue[0]["id"]
    visit.ask("reportCases", "those that wait", visit.cy)
    visit.ask("reportCases", "a player", visit.bo)
    visit.ask("reportCases", "malformed", visit.cy, query={"status": "lost"})
    visit.ask("reportCase", "a case", visit.cy, case=case)
    visit.ask("reportCase", "a player", visit.bo, case=case)
    visit.ask("reportCase", "unknown", visit.cy, case="nonsense")
    visit.ask("answerReport", "not taken", visit.cy, body=ANSWER, case=case)
    visit.ask("takeReport", "a case", visit.cy, body={}, case=case)
    visit.ask("takeReport", "malformed", visit.cy, body={"takes_over": 1}, case=case)
    visit.ask("takeReport", "a player", visit.bo, body={}, case=case)
    visit.ask("takeReport", "unknown", visit.cy, body={}, case="nonsense")
    visit.ask("releaseReport", "a case", visit.cy, case=case)
    visit.ask("releaseReport", "a player", visit.bo, case=case)
    visit.ask("releaseReport", "unknown", visit.cy, case="nonsense")
    visit.collector.quietly("put", f"/v1/moderation/reports/{case}/taker", visit.cy, {})
    visit.ask("answerReport", "malformed", visit.cy, body={}, case=case)
    visit.ask("answerReport", "an unknown act", visit.cy, body={**ANSWER, "acts": [99999]}, case=case)
    visit.ask("answerReport", "a player", visit.bo, body=ANSWER, case=case)
    visit.ask("answerReport", "unknown", visit.cy, body=ANSWER, case="nonsense")
    visit.ask_twice("answerReport", "the reports were right", visit.cy, body=ANSWER, case=case)
    other = {**ANSWER, "text": "So it is."}
    visit.ask("answerReport", "another request", visit.cy, body=other, headers=visit.keyed, case=case)
    visit.ask("takeReport", "a closed case", visit.cy, body={}, case=case)
    visit.ask("releaseReport", "a closed case", visit.cy, case=case)


def _appeal(visit: Visit) -> None:
    warning = {"type": "warn", "reason": "Be polite to the others."}
    visit.collector.quietly("post", f"/v1/moderation/players/{visit.ids['Bo']}/acts", visit.ada, warning)
    act = visit.ask("ownActs", "a warning", visit.bo)["items"][0]["number"]
    text = {"text": "I have played with him for years."}
    visit.ask("appeal", "malformed", visit.bo, body={}, act=act)
    visit.ask("appeal", "without words", visit.bo, body={"text": " "}, act=act)
    visit.ask("appeal", "only to read", visit.reader, body=text, act=act)
    visit.ask("appeal", "of another player", visit.ada, body=text, act=act)
    visit.ask_twice("appeal", "against a warning", visit.bo, body=text, act=act)
    visit.ask("appeal", "another request", visit.bo, body={"text": "No."}, headers=visit.keyed, act=act)
    visit.ask("appeal", "again", visit.bo, body={"text": "No."}, act=act)
    visit.ask("appeals", "those that wait", visit.cy)
    visit.ask("appeals", "a player", visit.bo)
    visit.ask("appeals", "malformed", visit.cy, query={"cursor": "nonsense"})
    visit.ask("answerAppeal", "malformed", visit.cy, body={}, act=act)
    visit.ask("answerAppeal", "without words", visit.cy, body={**REFUSAL, "text": " "}, act=act)
    visit.ask("answerAppeal", "a player", visit.bo, body=REFUSAL, act=act)
    visit.ask("answerAppeal", "unknown", visit.cy, body=REFUSAL, act=99999)
    visit.ask_twice("answerAppeal", "refused", visit.cy, body=REFUSAL, act=act)
    other = {**REFUSAL, "text": "No."}
    visit.ask("answerAppeal", "another request", visit.cy, body=other, headers=visit.keyed, act=act)
    visit.ask("answerAppeal", "again", visit.cy, body=REFUSAL, act=act)


def _look(visit: Visit) -> None:
    period = {"since": "2025-12-01T00:00:00Z", "until": "2026-02-01T00:00:00Z"}
    visit.keyed = {"Idempotency-Key": visit.collector.key()}
    asked = visit.ask("askFairPlayReport", "about a month", visit.cy, body=period, headers=visit.keyed)
    visit.collector.replaced[asked["id"]] = example_id(92)
    visit.collector.await_fair_play(asked["id"])
    again = "the same once more, with the same key"
    visit.ask("askFairPlayReport", again, visit.cy, body=period, headers=visit.keyed)
    turned = {"since": period["until"], "until": period["since"]}
    visit.ask(
        "askFairPlayReport",
        "another request",
        visit.cy,
        body={**period, "since": "2025-12-02T00:00:00Z"},
        headers=visit.keyed,
    )
    visit.ask("askFairPlayReport", "malformed", visit.cy, body={})
    visit.ask("askFairPlayReport", "an end before the beginning", visit.cy, body=turned)
    visit.ask("askFairPlayReport", "a player", visit.bo, body=period)
    visit.ask("fairPlayReport", "a report", visit.cy, report=asked["id"])
    visit.ask("fairPlayReport", "a player", visit.bo, report=asked["id"])
    visit.ask("fairPlayReport", "unknown", visit.cy, report="nonsense")
    visit.ask("fairPlayReports", "one", visit.cy)
    visit.ask("fairPlayReports", "a player", visit.bo)
