"""Check-in, publication and the end of registration at set times. The tests wait for events, not for times."""

import datetime
from typing import Any

from domain.ledger.times import micros
from tests.replies import ok
from tests.service.server import Server
from tests.service.tournaments.kit import TERMS, Cup

SOON, CHECK_IN = 1, 5
"""Seconds until registration closes, and for which players may check in."""


def test_check_in_opens_and_the_round_is_published_at_their_times(server: Server) -> None:
    cup = Cup(server, 4)
    cup.register_all()
    # the times are set once all have registered, however long that took
    closes = datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=SOON)
    start = closes + datetime.timedelta(seconds=CHECK_IN)
    terms: dict[str, Any] = {
        "starts": [start.isoformat()],
        "check_in": f"PT{CHECK_IN}S",
        "registration_closes": closes.isoformat(),
        "pause": None,
    }
    cup.done(cup.owner, "change_terms", terms={**TERMS, **terms})
    # the service may be late, and keeps the check-in open for its whole time
    opened = cup.until(lambda found: found["check_in"] is not None)
    assert (opened["registration"], opened["check_in"]["round"]) == ("closed", 1)
    for client in list(cup.players.values())[1:]:
        cup.done(client, "check_in", round=1)
    held = cup.playing(1)
    absent, *present = cup.players
    assert {seat["player"] for table in held["tables"] for seat in table["seats"]} == {*present}

    items = ok(cup.owner.get(f"{cup.url}/events", params={"limit": 1000})).json()["items"]
    times = {item["record"]["type"]: micros(item["record"]["at"]) for item in items}
    authors = {item["record"]["type"]: item["record"]["data"].get("author") for item in items}
    second = 1_000_000
    wanted = int(start.timestamp()) * second
    assert times["tournament.registration_closed"] >= wanted - CHECK_IN * second
    assert times["tournament.check_in_opened"] >= wanted - CHECK_IN * second
    published = times["tournament.round_published"]
    assert published >= max(wanted, times["tournament.check_in_opened"] + CHECK_IN * second)
    steps = ("registration_closed", "check_in_opened", "round_published")
    assert [authors[f"tournament.{step}"] for step in steps] == [None] * 3
    assert absent not in {bye["player"] for bye in held["byes"]}
