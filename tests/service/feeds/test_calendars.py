"""Calendars: of a tournament for everybody, and of a player under a secret address."""

import datetime
import time
from typing import Any, cast

import httpx
from icalendar import Calendar

from service.news.feeds.calendars import Appointment, as_ics
from service.people.calendar_links import MOST_LINKS
from tests.replies import ok
from tests.service.browsers import started_sessions
from tests.service.kit import erase, first_choice, holder, next_decision, problem
from tests.service.server import Server
from tests.service.tournaments.kit import Cup

LINKS = "/v1/me/calendar-links"
APPOINTMENT = Appointment(
    uid="round.1.x@tournaments.ludolog",
    title="Cup, “Größe”; \\ x\nRunde 1 " + "ü" * 80,
    text="a",
    url="https://ludolog.example/tournaments/x",
    start="2026-11-22T12:00:00.999999Z",
    revised="2026-11-21T00:00:00.000000Z",
    sequence=3,
)


def events(body: bytes) -> dict[str, Any]:
    """Return the events of a calendar by UID, after checks of the form of RFC 5545 3.1."""
    lines = body.split(b"\r\n")
    assert lines[-1] == b""
    assert not [line for line in lines if len(line) > 75 or b"\n" in line or b"\r" in line]
    for line in lines:
        line.decode()
    calendar = Calendar.from_ical(body)
    assert (calendar["version"], bool(calendar["prodid"])) == ("2.0", True)
    # the library types the values of properties as a union of all kinds
    found: dict[str, Any] = {str(event["uid"]): event for event in cast("Any", calendar).walk("VEVENT")}
    for event in found.values():
        assert event["dtstamp"].dt == event["last-modified"].dt
        assert event["dtstart"].dt.tzinfo is not None
    return found


def linked(player: httpx.Client, label: str = "phone", **headers: str) -> dict[str, Any]:
    reply = player.post(LINKS, json={"label": label}, headers=headers)
    assert reply.status_code == 201, reply.text
    assert reply.headers["cache-control"] == "no-store"
    return reply.json()


def at(moment: str) -> datetime.datetime:
    return datetime.datetime.fromisoformat(moment).replace(microsecond=0)


def test_a_calendar_is_folded_and_escaped() -> None:
    body = as_ics("Name, with; signs", [APPOINTMENT])
    (event,) = events(body).values()

    assert str(event["summary"]) == APPOINTMENT.title
    assert event["dtstart"].dt == at(APPOINTMENT.start)
    assert (event["sequence"], str(event["status"])) == (3, "CONFIRMED")
    assert b"SUMMARY:Cup\\, " in body
    assert b"X-WR-CALNAME:Name\\, with\\; signs\r\n" in body
    assert as_ics("Name, with; signs", [APPOINTMENT]) == body


def test_a_tournament_has_a_calendar(server: Server) -> None:
    starts = [f"2030-01-0{day}T18:00:00.000000Z" for day in (1, 2)]
    closes = "2029-12-31T00:00:00.000000Z"
    terms = {"starts": starts, "check_in": "PT30M", "registration_closes": closes}
    cup = Cup(server, players=2, name="Winter Cup", pause=None, **terms)
    client = server.client()

    first = client.get(f"{cup.url}/calendar.ics")
    found = events(first.content)
    shown = {(str(event["summary"]), event["dtstart"].dt) for event in found.values()}
    half = datetime.timedelta(minutes=30)
    assert shown == {
        ("Winter Cup: registration closes", at(closes)),
        *((f"Winter Cup: check-in for round {number}", at(start) - half) for number, start in enumerate(starts, 1)),
        *((f"Winter Cup: round {number}", at(start)) for number, start in enumerate(starts, 1)),
    }
    assert found[f"check-in.1.{cup.id}@tournaments.ludolog"]["dtend"].dt == at(starts[0])
    assert first.headers["content-type"] == "text/calendar; charset=utf-8"
    assert first.headers["cache-control"] == "public, max-age=60"

    # a registration changes no time
    cup.register_all()
    known = {"If-None-Match": first.headers["etag"]}
    assert client.get(f"{cup.url}/calendar.ics", headers=known).status_code == 304

    assert cup.act(cup.owner, "cancel", reason="No hall.").status_code == 201
    after = events(client.get(f"{cup.url}/calendar.ics").content)
    assert after.keys() == found.keys()
    assert {str(event["status"]) for event in after.values()} == {"CANCELLED"}
    assert all(after[uid]["sequence"] > found[uid]["sequence"] for uid in found)


def test_a_link_reads_the_calendar_without_headers(either: Server) -> None:
    player, other, program = either.player("Cal"), either.player("Other"), either.client()
    body = {"ruleset": "minos", "seats": 2, "name": "Long, game", "clock": {"preset": "correspondence"}}
    made = ok(player.post("/v1/games", json={**body, "options": {"first_player": "seat_0"}}))
    game: str = made.json()["id"]
    for seat, client in enumerate((player, other)):
        assert client.put(f"/v1/games/{game}/seats/{seat}").status_code == 200
    assert player.post(f"/v1/games/{game}/start").status_code == 200
    cup = Cup(either, players=0, name="My Cup", pause=None, starts=["2030-01-01T18:00:00.000000Z"])
    cup.done(player, "register")
    url = linked(player)["url"]

    first = program.get(url)
    found = events(first.content)
    titles = {str(event["summary"]) for event in found.values()}
    assert titles == {"Your turn: Long, game", "My Cup: round 1"}
    (row,) = ok(player.get("/v1/me/games?awaiting=true")).json()["items"]
    deadline = found[f"{row['decision']}.{game}@games.ludolog"]
    assert deadline["dtstart"].dt == at(row["due"])
    assert str(deadline["url"]) == f"{either.base}/games/{game}"
    assert first.headers["cache-control"] == "private, max-age=60"
    assert program.get(url, headers={"If-None-Match": first.headers["etag"]}).status_code == 304
    assert "Du bist dran: Long" in program.get(f"{url}&lang=de").text

    answer = first_choice(next_decision(player, game))
    assert player.post(f"/v1/games/{game}/commands", json=answer).status_code == 201
    assert f"{row['decision']}.{game}@games.ludolog" not in events(program.get(url).content)
    cup.done(player, "leave")
    assert "My Cup" not in program.get(url).text


def test_a_deadline_is_as_new_as_the_last_change_of_its_clock(either: Server) -> None:
    player, other, program = either.player("Cal"), either.player("Other"), either.client()
    owner = either.player("Owner of the clocks")
    clock = {"allowance": "PT24H", "vacation": "P3D"}
    made = owner.post("/v1/games", json={"ruleset": "minos", "seats": 2, "clock": clock})
    assert made.status_code == 201, made.text
    game: str = made.json()["id"]
    for seat, client in enumerate((player, other)):
        assert client.put(f"/v1/games/{game}/seats/{seat}").status_code == 200
    assert owner.post(f"/v1/games/{game}/start").status_code == 200
    (asked,) = [one for one in (player, other) if ok(one.get("/v1/me/games?awaiting=true")).json()["items"]]
    (row,) = ok(asked.get("/v1/me/games?awaiting=true")).json()["items"]
    url, uid = linked(asked)["url"], f"{row['decision']}.{game}@games.ludolog"

    def read() -> Any:
        return events(program.get(url).content)[uid]

    def last_event() -> datetime.datetime:
        version = ok(owner.get(f"/v1/games/{game}")).json()["version"]
        items = ok(owner.get(f"/v1/games/{game}/events", params={"after": version - 1})).json()["items"]
        return at(items[-1]["record"]["at"])

    before = read()
    assert before["dtstamp"].dt == at(row["since"])
    paused = {"type": "pause", "duration": "P1D", "reason": "holidays"}
    for change in (
        lambda: asked.post(f"/v1/games/{game}/seats/{row['seat']}/vacations", json={"duration": "P1D"}),
        lambda: owner.post(
            f"/v1/games/{game}/rulings",
            json={"type": "extend_clock", "seat": row["seat"], "duration": "PT1H", "reason": "a storm"},
        ),
        lambda: (owner.post(f"/v1/games/{game}/rulings", json=paused), _resumed(owner, game))[1],
    ):
        # times of calendars are whole seconds
        time.sleep(1)
        reply = change()
        assert reply.status_code == 201, reply.text
        after = read()
        assert after["dtstamp"].dt == after["last-modified"].dt == last_event() > before["dtstamp"].dt
        assert after["sequence"] >= before["sequence"]
        before = after


def _resumed(owner: httpx.Client, game: str) -> httpx.Response:
    return owner.post(f"/v1/games/{game}/rulings", json={"type": "resume", "reason": "over"})


def test_an_empty_calendar_has_a_component(either: Server) -> None:
    body = either.client().get(linked(either.player())["url"]).content
    assert events(body) == {}
    components: Any = cast("Any", Calendar.from_ical(body)).subcomponents
    assert [component.name for component in components] == ["VTIMEZONE"]
    (zone,) = components
    assert {part.name for part in zone.subcomponents} == {"STANDARD"}
    assert all(part.get(name) is not None for part in zone.subcomponents for name in ("dtstart", "tzoffsetto"))
    assert b"VTIMEZONE" not in as_ics("Name", [APPOINTMENT])


def test_the_secret_of_a_link_opens_nothing_else(either: Server) -> None:
    player, program = either.player(), either.client()
    secret = linked(player)["url"].partition("token=")[2]

    assert secret.startswith("ludolog_calendar_")
    for path in ("/v1/me", "/v1/me/games", "/v1/me/tokens", LINKS, "/v1/games"):
        assert problem(program.get(path, headers={"Authorization": f"Bearer {secret}"})) == (401, "token-needed")
        # the list of games needs no token
        expected = 400 if path == "/v1/games" else 401
        assert problem(program.get(path, params={"token": secret}))[0] == expected
    assert program.get("/v1/me", headers={"Cookie": f"__Host-session={secret}; session={secret}"}).status_code == 401
    stream = {"ticket": secret, "follow": "false"}
    assert problem(program.get("/v1/me/stream", params=stream)) == (401, "token-needed")
    assert "token" not in str(ok(player.get("/v1/me/tokens")).json()["items"][0].get("label"))
    # and nothing else opens the calendar
    token = player.headers["Authorization"].removeprefix("Bearer ")
    for wrong in (token, secret[:-1], f"{secret}A", secret.lower(), "x"):
        assert problem(program.get("/v1/me/calendar.ics", params={"token": wrong})) == (404, "not-found")
    assert problem(player.get("/v1/me/calendar.ics")) == (400, "bad-request")


def test_links_are_listed_and_revoked(either: Server) -> None:
    player, program = either.player(), either.client()
    first, second = linked(player, "phone"), linked(player, "desk")

    shown = ok(player.get(LINKS)).json()["items"]
    assert [(each["id"], each["label"], each["last_used_at"]) for each in shown] == [
        (first["id"], "phone", None),
        (second["id"], "desk", None),
    ]
    assert "token=" not in player.get(LINKS).text
    assert program.get(first["url"]).status_code == 200
    assert ok(player.get(LINKS)).json()["items"][0]["last_used_at"] is not None
    assert problem(either.player().delete(f"{LINKS}/{first['id']}")) == (404, "not-found")
    assert player.delete(f"{LINKS}/{first['id']}").status_code == 204
    assert problem(program.get(first["url"])) == (404, "not-found")
    assert program.get(second["url"]).status_code == 200


def test_a_repeated_request_has_the_same_link_also_after_it_was_revoked(either: Server) -> None:
    player, key = either.player(), "calendar-key"
    made = linked(player, **{"Idempotency-Key": key})
    again = ok(player.post(LINKS, json={"label": "phone"}, headers={"Idempotency-Key": key}))
    assert (again.json(), again.headers["idempotency-replayed"]) == (made, "true")
    other = player.post(LINKS, json={"label": "desk"}, headers={"Idempotency-Key": key})
    assert problem(other) == (422, "key-reused")

    assert player.delete(f"{LINKS}/{made['id']}").status_code == 204
    assert linked(player, **{"Idempotency-Key": key})["url"] == made["url"]
    assert problem(either.client().get(made["url"])) == (404, "not-found")


def test_a_player_has_few_links_and_none_after_the_account_is_deleted(either: Server) -> None:
    player = either.player()
    made = [linked(player, f"device {number}") for number in range(MOST_LINKS)]
    assert problem(player.post(LINKS, json={"label": "one more"})) == (409, "limit-reached")
    assert player.delete(f"{LINKS}/{made[0]['id']}").status_code == 204
    url = linked(player, "one more")["url"]

    assert erase(player).status_code == 204
    assert problem(either.client().get(url)) == (404, "not-found")


def test_a_link_does_not_outlive_the_token_that_created_it(server: Server, player: httpx.Client) -> None:
    ends = (datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=1)).isoformat().replace("+00:00", "Z")
    made = ok(player.post("/v1/me/tokens", json={"label": "day", "scopes": ["read"], "expires_at": ends})).json()
    brief = holder(server, made["token"])

    first, second = linked(brief), linked(player)
    assert first["expires_at"] == made["expires_at"]
    assert second["expires_at"] is None

    assert player.delete(f"/v1/me/tokens/{made['id']}").status_code == 204

    assert problem(server.client().get(first["url"])) == (404, "not-found")
    assert [each["id"] for each in ok(player.get(LINKS)).json()["items"]] == [second["id"]]
    assert problem(player.delete(f"{LINKS}/{first['id']}")) == (404, "not-found")
    assert server.client().get(second["url"]).status_code == 200


def test_a_link_of_a_session_ends_with_what_started_the_session(server: Server) -> None:
    player, program = server.player(), server.client()
    found = started_sessions(server, player)
    by_token, by_sign_up, by_passkey = found.browsers
    urls = [ok(each.post(LINKS, json={"label": "phone"})).json()["url"] for each in (by_token, by_sign_up, by_passkey)]

    for browser in (by_token, by_passkey):
        assert browser.delete("/v1/sessions/current").status_code == 204
    assert [program.get(url).status_code for url in urls] == [200, 200, 200]

    assert player.delete(f"/v1/me/tokens/{found.token}").status_code == 204
    assert by_sign_up.delete(f"/v1/me/passkeys/{found.passkey}").status_code == 204
    assert by_sign_up.delete("/v1/sessions/current").status_code == 204
    assert [program.get(url).status_code for url in urls] == [404, 200, 404]
