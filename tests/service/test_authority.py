"""Who may do what: every operation of the document, asked by everybody, in a private game."""

import json
import uuid
from functools import cached_property
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.service.kit import own_decision
from tests.service.server import Server

DOCUMENT = json.loads((Path(__file__).parents[2] / "openapi" / "openapi.json").read_text())
METHODS = ("get", "post", "put", "delete")
OPERATIONS = {
    operation["operationId"]: (method, path)
    for path, item in DOCUMENT["paths"].items()
    for method, operation in item.items()
    if method in METHODS
}

WHO = ("nobody", "revoked", "stranger", "invited", "reader", "deputy", "player", "owner")

OPEN_TO_ALL = {
    name: " ".join(["200", "401", *["200"] * 6])
    for name in (
        "live",
        "ready",
        "rulesets",
        "clocks",
        "ruleset",
        "rules",
        "rule",
        "dataSet",
        "board",
        "words",
        "player",
        "players",
        "games",
        "gamesOfPlayer",
        "jwks",
        "results",
        "leaderboard",
        "ratingModel",
        "ratingsOfPlayer",
        "gamesStream",
        "resultsStream",
        "tournaments",
        "resultsAtom",
        "resultsJsonFeed",
        "playerAtom",
        "playerJsonFeed",
        "playerBadge",
        "ownCalendar",
        "rounds",
    )
}
SEEN = "404 401 404 200 200 200 200 200"
"""What shows a private game: to those who belong to it, or are invited."""

OF_CUP = "404 401 404 404 200 404 200 200"
"""What shows a private tournament: to its organisers and players. A token for a seat is not theirs."""

HIDDEN = "404 401 404 404 404 404 404 404"
"""What only public tournaments have."""

TABLE = OPEN_TO_ALL | {
    # operation:          nobody revoked stranger invited reader deputy player owner
    "signUp":             "201 401 201 201 201 201 201 201",
    "beginSignIn":        "201 401 201 201 201 201 201 201",
    "signIn":             "201 401 201 201 201 201 201 201",
    "currentSession":     "200 401 200 200 200 200 200 200",
    "signOut":            "204 401 404 404 404 404 404 404",
    "beginPasskey":       "401 401 201 201 201 403 201 201",
    "makePasskey":        "401 401 422 422 422 403 422 422",
    "passkeys":           "401 401 200 200 200 403 200 200",
    "deletePasskey":      "401 401 404 404 404 403 404 404",
    "me":                 "401 401 200 200 200 200 200 200",
    "ownGames":           "401 401 200 200 200 200 200 200",
    "ownStream":          "401 401 200 200 200 200 200 200",
    "makeStreamTicket":   "401 401 201 201 201 201 201 201",
    "changeName":         "401 401 200 200 403 403 200 200",
    "erase":              "401 401 204 204 403 403 204 204",
    "limits":             "401 401 200 200 200 200 200 200",
    "tokens":             "401 401 200 200 200 403 200 200",
    "makeToken":          "401 401 201 201 201 403 201 201",
    "revokeToken":        "401 401 404 404 404 403 404 404",
    "calendarLinks":      "401 401 200 200 200 403 200 200",
    "makeCalendarLink":   "401 401 201 201 201 403 201 201",
    "revokeCalendarLink": "401 401 404 404 404 403 404 404",
    "pings":              "401 401 200 200 403 403 200 200",
    "makePing":           "401 401 201 201 403 403 201 201",
    "changePing":         "401 401 404 404 403 403 404 404",
    "deletePing":         "401 401 404 404 403 403 404 404",
    "testPing":           "401 401 404 404 403 403 404 404",
    "pingDeliveries":     "401 401 404 404 403 403 404 404",
    "pushes":             "401 401 200 200 403 403 200 200",
    "subscribe":          "401 401 201 201 403 403 201 201",
    "unsubscribe":        "401 401 404 404 403 403 404 404",
    "testPush":           "401 401 404 404 403 403 404 404",
    "digest":             "401 401 200 200 403 403 200 200",
    "askDigest":          "401 401 409 409 403 403 409 409",
    "endDigest":          "401 401 204 204 403 403 204 204",
    "confirmDigest":      "404 401 404 404 404 404 404 404",
    "endDigestByLink":    "204 401 204 204 204 204 204 204",
    "webhooks":           "401 401 200 200 403 403 200 200",
    "makeWebhook":        "401 401 201 201 403 403 201 201",
    "webhook":            "401 401 404 404 403 403 404 404",
    "changeWebhook":      "401 401 404 404 403 403 404 404",
    "deleteWebhook":      "401 401 404 404 403 403 404 404",
    "testWebhook":        "401 401 404 404 403 403 404 404",
    "rotateSecret":       "401 401 404 404 403 403 404 404",
    "webhookDeliveries":  "401 401 404 404 403 403 404 404",
    "redeliver":          "401 401 404 404 403 403 404 404",
    "openGame":           "401 401 201 201 403 403 201 201",
    "openGames":          "401 401 201 201 403 403 201 201",
    "organisedGames":     "401 401 200 200 200 403 200 200",
    "makeRuling":         "404 401 404 403 403 403 403 201",
    "game":               SEEN,
    "view":               SEEN,
    "views":              SEEN,
    "decisions":          SEEN,
    "events":             SEEN,
    "stream":             SEEN,
    "bundle":             SEEN,
    "verification":       SEEN,
    "verify":             "401 401 200 200 200 200 200 200",
    "result":             "404 401 404 409 409 409 409 409",
    "abandonGame":        "404 401 404 403 403 403 403 204",
    "takeSeat":           "404 401 404 200 403 403 409 409",
    "leaveSeat":          "404 401 404 403 403 403 204 204",
    "startGame":          "404 401 404 403 403 403 403 409",
    "resign":             "404 401 404 403 403 403 201 201",
    "command":            "404 401 404 403 403 201 201 409",
    "preview":            "404 401 404 403 403 200 200 409",
    "takeBack":           "404 401 404 403 403 409 409 409",
    "commandByKey":       "404 401 404 404 404 404 404 404",
    "makeSeatToken":      "404 401 404 403 403 403 201 403",
    "seatTokens":         "404 401 404 403 403 403 200 403",
    "revokeSeatToken":    "404 401 404 403 403 403 404 403",
    "invite":             "404 401 404 403 403 403 403 201",
    "invitations":        "404 401 404 403 403 403 403 200",
    "withdrawInvitation": "404 401 404 403 403 403 403 404",
    "takeVacation":       "404 401 404 403 403 201 201 403",
    "returnToSeat":       "404 401 404 403 403 409 409 403",
    "openTournament":     "401 401 201 201 403 403 201 201",
    "ownTournaments":     "401 401 200 200 200 403 200 200",
    "actInTournament":    "404 401 404 404 403 404 201 201",
    "draftRound":         "404 401 404 404 403 404 403 409",
    "tournament":          OF_CUP,
    "tournamentRound":     OF_CUP,
    "tournamentStandings": OF_CUP,
    "tournamentPairings":  OF_CUP,
    "tournamentResults":   OF_CUP,
    "tournamentEvents":    OF_CUP,
    "tournamentBundle":    OF_CUP,
    "tournamentAtom":      HIDDEN,
    "tournamentJsonFeed":  HIDDEN,
    "tournamentCalendar":  HIDDEN,
    "tournamentBadge":     HIDDEN,
}  # fmt: skip

RUNNING = {
    "takeVacation",
    "returnToSeat",
    "view",
    "views",
    "decisions",
    "events",
    "stream",
    "result",
    "resign",
    "command",
    "preview",
    "takeBack",
    "makeRuling",
    "commandByKey",
    "bundle",
    "verification",
}
"""What is asked of a running game; the rest of one that is open, with seat 2 free."""

BODIES: dict[str, Any] = {
    "openTournament": {"name": "Cup", "ruleset": "minos", "format": {"type": "swiss", "rounds": 1}},
    "actInTournament": {"type": "leave"},
    "draftRound": {},
    "takeVacation": {"duration": "P1D"},
    "makeToken": {"label": "more"},
    "makePasskey": {
        "label": "phone",
        "credential": {
            "id": "x",
            "rawId": "x",
            "type": "public-key",
            "response": {"clientDataJSON": "x", "attestationObject": "x"},
        },
    },
    "openGame": {"ruleset": "giganten", "seats": 3},
    "openGames": {"games": [{"ruleset": "giganten", "seats": 3}]},
    "makeRuling": {"type": "give_up_seat", "seat": 1, "reason": "absent"},
    "takeBack": {"decision": "0.1"},
    "makeSeatToken": {"label": "deputy"},
    "invite": {"label": "friend"},
    "makeStreamTicket": {"path": "/v1/me/stream"},
    "makeCalendarLink": {"label": "phone"},
    "makePing": {"url": "https://hooks.example.com/", "format": "text"},
    "changePing": {"url": "https://hooks.example.com/", "format": "text"},
    "subscribe": {
        "endpoint": "https://push.example.com/1",
        "keys": {
            "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            "auth": "BTBZMqHH6r4Tts7J_aSIgg",
        },
    },
    "askDigest": {"address": "ada@example.org", "hour": 8, "time_zone": "Europe/Berlin"},
    "confirmDigest": {"token": "0" * 64},
    "makeWebhook": {"url": "https://hooks.example.com/", "types": ["game.started"]},
    "changeWebhook": {"url": "https://hooks.example.com/", "types": ["game.started"]},
    "redeliver": {"delivery": "msg_x"},
}


class People:
    """Everybody who asks, whatever the game."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.cups: dict[tuple[str, str], str] = {}
        self._tables: dict[tuple[bool, str], Table] = {}
        self.all = {name: server.player(name) for name in ("stranger", "invited", "player", "owner")}
        self.all["nobody"] = server.client()
        made = [self.made("/v1/me/tokens", {"label": label, "scopes": ["read"]}) for label in ("reader", "lost")]
        for name, (token, _) in zip(("reader", "revoked"), made, strict=True):
            self.all[name] = self.holder(token)
        assert self.all["player"].delete(f"/v1/me/tokens/{made[1][1]}").status_code == 204

    def made(self, path: str, body: Any) -> tuple[str, str]:
        """Return a token that the player makes, and its id."""
        made = self.all["player"].post(path, json=body)
        assert made.status_code == 201, made.text
        return made.json()["token"], made.json()["id"]

    def table(self, *, running: bool, visibility: str = "private") -> "Table":
        """Return a table that nobody changes: the same one each time."""
        if (running, visibility) not in self._tables:
            self._tables[running, visibility] = Table(self, running=running, visibility=visibility)
        return self._tables[running, visibility]

    def cup(self, visibility: str) -> str:
        """Return a tournament of owner and player, whose only round is published."""
        owner, player = self.all["owner"], self.all["player"]
        terms = {**BODIES["openTournament"], "visibility": visibility, "sizes": [2]}
        cup: str = owner.post("/v1/tournaments", json=terms).json()["id"]
        invited = {"type": "invite", "player": player.get("/v1/me").json()["id"]}
        register, publish = {"type": "register"}, {"type": "publish_round", "round": 1}
        for who, act in ((owner, register), (owner, invited), (player, register), (owner, publish)):
            assert who.post(f"/v1/tournaments/{cup}/acts", json=act).status_code == 201
        return cup

    @cached_property
    def calendar(self) -> str:
        """The secret of a link to the calendar of the owner."""
        made = self.all["owner"].post("/v1/me/calendar-links", json={"label": "phone"})
        assert made.status_code == 201, made.text
        return made.json()["url"].partition("token=")[2]

    def holder(self, token: str) -> httpx.Client:
        """Return the client of whoever holds a token."""
        client = self.server.client()
        client.headers["Authorization"] = f"Bearer {token}"
        return client

    def sign_in(self, who: str) -> None:
        """Sign somebody in with a browser: on a page of the service, and on a page of another origin."""
        page = self.server.client()
        page.headers["Origin"] = self.server.base
        token = self.all[who].headers["Authorization"].removeprefix("Bearer ")
        made = page.post("/v1/sessions", json={"type": "token", "token": token})
        assert made.status_code == 201, made.text
        elsewhere = self.server.client()
        elsewhere.headers["Origin"] = "https://elsewhere.example"
        elsewhere.cookies.update(page.cookies)
        self.all |= {"page": page, "foreign": elsewhere}


class Table:
    """A game, mostly a private one: the owner on seat 0, a player on seat 1, seat 2 free or a bot's."""

    def __init__(self, people: People, *, running: bool, visibility: str = "private") -> None:
        owner, player = people.all["owner"], people.all["player"]
        body = {
            "ruleset": "giganten",
            "seats": 3,
            "visibility": visibility,
            "options": {"first_player": "seat_1"},
            "clock": {"preset": "correspondence"},
        }
        self.game: str = owner.post("/v1/games", json=body).json()["id"]
        url = f"/v1/games/{self.game}"
        self.invitation = {
            "Ludolog-Invitation": owner.post(f"{url}/invitations", json={"label": "x"}).json()["invitation"]
        }
        owner.put(f"{url}/seats/0")
        player.put(f"{url}/seats/1", headers=self.invitation)
        if running:
            owner.put(f"{url}/seats/2", json={"bot": "random"})
            owner.post(f"{url}/start")
        deputy, _ = people.made(f"{url}/seats/1/tokens", {"label": "deputy"})
        self.deputy = people.holder(deputy)
        self.of, self.visibility = people, visibility

    def _cup(self, operation: str) -> str:
        """Return the tournament about which is asked: one for all, but for each table one in which somebody acts."""
        about = (self.visibility, self.game if operation == "actInTournament" else "")
        if about not in self.of.cups:
            self.of.cups[about] = self.of.cup(self.visibility)
        return self.of.cups[about]

    def ask(self, operation: str, who: str) -> int:
        """Return the status that somebody is answered."""
        people = self.of.all | {"deputy": self.deputy}
        method, path = OPERATIONS[operation]
        body = BODIES.get(operation)
        if operation in {"command", "preview"}:
            decision = own_decision(people["player"], self.game)
            assert decision is not None
            body = {"decision": decision["id"], "command": decision["choices"][0]["command"]}
        values = {"game": self.game, "seat": "1", "name": "giganten", "number": "2c.2", "data_set": "kosmos-1999"}
        if operation == "takeSeat":
            values["seat"] = "2"
        if "{player}" in path or operation == "players":
            values["player"] = people["player"].get("/v1/me").json()["id"]
        values["round_number"] = "1"
        if "{tournament}" in path:
            values["tournament"] = self._cup(operation)
        values["picture"] = f"{self._cup(operation)}.svg" if operation == "tournamentBadge" else "giganten.svg"
        for name in ("link", "token", "invitation_id", "key", "passkey", "ping", "push", "unsubscription", "webhook"):
            values[name] = "11111111-1111-4111-8111-111111111111"
        if operation in {"changeName", "signUp"}:
            body = {"name": f"{who} {uuid.uuid4().hex[:12]}"}
        if operation == "signIn":
            body = {"type": "sign_up", "name": f"{who} {uuid.uuid4().hex[:12]}"}
        query = {"ids": values["player"]} if operation == "players" else {}
        if operation == "ownCalendar":
            query = {"token": self.of.calendar}
        if operation.lower().endswith("stream"):
            query = {"follow": "false"}
        content: dict[str, Any] = {"content": b"no bundle"} if operation == "verify" else {"json": body}
        # as a page of the service sends it, under the name that passkeys need
        host = f"localhost:{people[who].base_url.port}"
        needs_page = {"sessions", "passkeys"} & set(path.split("/")) and who != "foreign"
        headers = {"Host": host, "Origin": f"http://{host}"} if needs_page else {}
        if who == "invited":
            headers |= self.invitation
        request = people[who].build_request(method, path.format(**values), params=query, headers=headers, **content)
        return people[who].send(request).status_code


def test_every_operation_has_its_row():
    assert set(TABLE) == set(OPERATIONS)


@pytest.fixture(scope="module")
def people(server: Server) -> People:
    return People(server)


def table_for(people: People, operation: str) -> Table:
    """Return a table about which an operation is asked: a new one if the operation may change it."""
    is_running = operation in RUNNING
    return people.table(running=is_running) if OPERATIONS[operation][0] == "get" else Table(people, running=is_running)


@pytest.mark.parametrize("operation", sorted(TABLE))
def test_everybody_is_answered_as_the_table_says(people: People, operation: str) -> None:
    if operation == "erase":
        people = People(people.server)
    expected = dict(zip(WHO, map(int, TABLE[operation].split()), strict=True))
    only_looks = OPERATIONS[operation][0] == "get"
    table = table_for(people, operation)

    answered: dict[str, int] = {}
    for who in WHO:
        answered[who] = table.ask(operation, who)
        if operation == "erase" and answered[who] < 400:
            people = People(people.server)
        if not only_looks and answered[who] < 400:
            table = Table(people, running=operation in RUNNING)

    assert answered == expected


@pytest.mark.parametrize("operation", sorted(TABLE))
def test_what_is_refused_without_a_token_says_that_it_needs_one(people: People, operation: str) -> None:
    method, path = OPERATIONS[operation]
    declared = DOCUMENT["paths"][path][method].get("security", DOCUMENT["security"])
    # without a token, nobody changes the table
    public = people.table(running=operation in RUNNING, visibility="public")

    answered = public.ask(operation, "nobody")

    assert (answered == 401) == ({} not in declared)


@pytest.mark.parametrize("operation", sorted(TABLE))
def test_what_an_invitation_changes_declares_it(operation: str) -> None:
    method, path = OPERATIONS[operation]
    declared = DOCUMENT["paths"][path][method].get("parameters", ())
    nobody, _, _, invited, *_ = TABLE[operation].split()
    is_let_in = nobody == "404" and invited in {"200", "409"}

    assert is_let_in == ({"$ref": "#/components/parameters/Invitation"} in declared)


@pytest.mark.parametrize("operation", sorted(TABLE))
def test_a_session_may_do_what_its_token_may_and_only_from_own_pages(people: People, operation: str) -> None:
    expected = dict(zip(WHO, map(int, TABLE[operation].split()), strict=True))
    only_looks = OPERATIONS[operation][0] == "get"
    if operation == "erase":
        people = People(people.server)
    people.sign_in("owner")
    table = table_for(people, operation)

    answered = {who: table.ask(operation, who) for who in ("foreign", "page")}

    # a page of another origin sees what it would see without the cookie, and changes nothing
    assert answered["foreign"] == (expected["nobody"] if only_looks else 403)
    assert answered["page"] == (204 if operation == "signOut" else expected["owner"])
