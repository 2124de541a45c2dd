"""Everybody who asks, and the games and tournaments about which they ask."""

import json
import time
import uuid
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import httpx

from service.core.store.store import Store
from service.core.store.times import timestamp_at
from service.people.accounts import Accounts
from tests.replies import ok
from tests.service.authority.asked import BODIES, FREE_SEAT, OPERATIONS, RUNNING, VALUES
from tests.service.imported import golden, import_golden
from tests.service.kit import first_choice, holder, own_decision
from tests.service.server import Server
from tests.waiting import until

IMPORTED = "giganten-1-kurz-3-random"
"""A golden game that the operator has imported."""

ENDING = {"erase", "signIn", "signOut"}
"""Operations after which a person, or the session of a page, is another one."""
LASTING = {"markTournamentTalk", "setTournamentTalk", "writeTournamentMessage"}
"""Operations of tournaments after which others have the same answers: an owner may open only so many tournaments."""
LIFETIME = 2.0
"""Seconds for which a token is valid that is to expire."""
EXPIRED: dict[str, str] = {}
"""A token that has expired, by the address of its server."""
SIGNED_UP = ("stranger", "elsewhere", "invited", "neighbour", "player", "owner", "director")
OF_GAMES = {"public": ("passer", "watcher"), "closed": ("shut_out",), "imported": ("anybody", "namesake")}
"""Who asks about another game than the private one: a public one, one without spectators, an imported one."""
ABOUT = {who: kind for kind, people in OF_GAMES.items() for who in people}
PERSON = {"passer": "nobody", "anybody": "nobody", "watcher": "stranger", "shut_out": "stranger"}


class Imported(NamedTuple):
    """A folder whose service has an imported game, and the token of a player with the id of the game's owner."""

    game: str
    namesake: str


def imported_in(folder: Path) -> Imported:
    """Import a golden game into the database of a folder, and sign a player up under the id of its owner."""
    (game,) = import_golden(folder, [IMPORTED]).values()
    owner = next(json.loads(line) for line in golden(IMPORTED) if b'"game.opened"' in line)["record"]["data"]["owner"]
    with Store(f"sqlite:///{folder}/games.db") as store:
        made = Accounts(store.database).sign_up("Namesake")
        with store.database.writing() as cursor:
            cursor.execute("UPDATE players SET id = ?", (owner,))
            cursor.execute("UPDATE tokens SET player = ?", (owner,))
    return Imported(game, made.secret)


class People:
    """Everybody who asks, whatever the game."""

    def __init__(self, server: Server, imported: Imported) -> None:
        self.server, self.imported = server, imported
        self.cups: dict[str, str] = {}
        self._ids: dict[str, str] = {}
        self.tables: dict[tuple[str, bool], Table] = {}
        self.all = {name: server.player(name) for name in SIGNED_UP}
        self.all |= {"nobody": server.client(), "namesake": holder(server, imported.namesake)}
        _, lost = self._add("revoked", "/v1/me/tokens", {"scopes": ["read"]})
        self._add("reader", "/v1/me/tokens", {"scopes": ["read"]})
        self.all["expired"] = holder(self.server, self._expired())
        assert self.all["player"].delete(f"/v1/me/tokens/{lost}").status_code == 204
        self._add("outsider", f"/v1/games/{self._other_game()}/seats/0/tokens", {}, by="elsewhere")
        self._sign_in("owner")

    def _expired(self) -> str:
        """Return a token that has expired; all people of a server share it."""
        if self.server.base not in EXPIRED:
            body = {"expires_at": timestamp_at(time.time() + LIFETIME)}
            token, _ = self._add("expired", "/v1/me/tokens", body)
            until(lambda: self.all["expired"].get("/v1/me").status_code == 401, 10 * LIFETIME)
            EXPIRED[self.server.base] = token
        return EXPIRED[self.server.base]

    def _add(self, who: str, path: str, body: Any, by: str = "player") -> tuple[str, str]:
        """Add the holder of a token that somebody makes; returns the token and its id."""
        made = self.all[by].post(path, json={"label": who, **body})
        assert made.status_code == 201, made.text
        self.all[who] = holder(self.server, made.json()["token"])
        return made.json()["token"], made.json()["id"]

    def _other_game(self) -> str:
        """Return another private game, with a player on seat 0."""
        player = self.all["elsewhere"]
        game: str = ok(player.post("/v1/games", json={**BODIES["openGame"], "visibility": "private"})).json()["id"]
        assert player.put(f"/v1/games/{game}/seats/0").status_code == 200
        return game

    def id_of(self, who: str) -> str:
        """Return the id of a player."""
        if who not in self._ids:
            self._ids[who] = str(ok(self.all[who].get("/v1/me")).json()["id"])
        return self._ids[who]

    def cup(self, visibility: str) -> str:
        """Return a tournament of an owner, a director and two players, whose only round is published."""
        owner = self.all["owner"]
        terms = {**BODIES["openTournament"], "visibility": visibility, "sizes": [2]}
        cup: str = ok(owner.post("/v1/tournaments", json=terms)).json()["id"]
        players = [self.all[each] for each in ("neighbour", "player")]
        invited = [{"type": "invite", "player": ok(player.get("/v1/me")).json()["id"]} for player in players]
        appointed = {"type": "appoint", "player": self.id_of("director"), "role": "director"}
        acts = [(owner, act) for act in (*invited, appointed)]
        acts += [(player, {"type": "register"}) for player in players]
        for who, act in (*acts, (owner, {"type": "publish_round", "round": 1})):
            done = who.post(f"/v1/tournaments/{cup}/acts", json=act)
            assert done.status_code == 201, done.text
        return cup

    @cached_property
    def bystander(self) -> str:
        """The id of a player who takes no part in anything."""
        return ok(self.server.player("bystander").get("/v1/me")).json()["id"]

    @cached_property
    def calendar(self) -> str:
        """The secret of a link to the calendar of the owner."""
        made = self.all["owner"].post("/v1/me/calendar-links", json={"label": "phone"})
        assert made.status_code == 201, made.text
        return made.json()["url"].partition("token=")[2]

    def _sign_in(self, who: str) -> None:
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

    def table(self, kind: str, *, running: bool) -> "Table":
        """Return a game of a kind; the same one until it is dropped."""
        key = (kind, running)
        if key not in self.tables:
            self.tables[key] = Table(self, kind, running=running)
        return self.tables[key]

    def drop(self, kind: str, path: str) -> None:
        """Forget the games or tournaments of a kind, in which a request to a path has changed something."""
        if "{tournament}" in path:
            self.cups.pop(kind, None)
            return
        for running in (True, False):
            self.tables.pop((kind, running), None)


class Table:
    """A game of one owner, who does not play: seats 0 and 1 are players', seat 2 a guest's, seat 3 free or a bot's."""

    def __init__(self, people: People, kind: str, *, running: bool) -> None:
        self.people, self.kind, self.running = people, kind, running
        self.clients = dict(people.all)
        self.game = people.imported.game if kind == "imported" else self._opened()

    def _opened(self) -> str:
        owner = self.clients["owner"]
        body = {
            "ruleset": "giganten",
            "seats": 4,
            "visibility": "private" if self.kind == "private" else "public",
            "spectators": "none" if self.kind == "closed" else "open",
            "options": {"first_player": "seat_1"},
            "clock": {"preset": "correspondence"},
        }
        game: str = ok(owner.post("/v1/games", json=body)).json()["id"]
        url = f"/v1/games/{game}"
        invitation = ok(owner.post(f"{url}/invitations", json={"label": "x"})).json()["invitation"]
        invited = {"Ludolog-Invitation": invitation}
        self.clients["invited"] = self._like("invited", invited)
        seated = [self.clients[who].put(f"{url}/seats/{n}", headers=invited) for n, who in enumerate(_SEATED)]
        seated.append(owner.put(f"{url}/seats/2", json={"guest": "Guest"}))
        if self.running:
            seated += [owner.put(f"{url}/seats/{FREE_SEAT}", json={"bot": "random"}), owner.post(f"{url}/start")]
        assert [each.status_code for each in seated] == [200] * len(seated), [each.text for each in seated]
        for who, by, seat in (("deputy", "player", 1), ("guest", "owner", 2)):
            made = self.clients[by].post(f"{url}/seats/{seat}/tokens", json={"label": who})
            self.clients[who] = holder(self.people.server, ok(made, 201).json()["token"])
        return game

    def _like(self, who: str, headers: dict[str, str]) -> httpx.Client:
        """Return another client of a person, with more headers."""
        client = self.people.server.client()
        client.headers.update({"Authorization": self.clients[who].headers["Authorization"], **headers})
        return client

    @property
    def cup(self) -> str:
        """Return the tournament about which is asked."""
        if self.kind not in self.people.cups:
            self.people.cups[self.kind] = self.people.cup("private" if self.kind == "private" else "public")
        return self.people.cups[self.kind]

    def _path(self, operation: str) -> str:
        path = OPERATIONS[operation][1]
        people = {"player": self.people.id_of("player"), "opponent": self.people.id_of("neighbour")}
        values = {**VALUES, "game": self.game, **people}
        if operation == "takeSeat":
            values["seat"] = str(FREE_SEAT)
        if "{tournament}" in path:
            values["tournament"] = self.cup
        if operation == "tournamentBadge":
            values["picture"] = f"{self.cup}.svg"
        if operation == "block":
            # the others sit down together again
            values["player"] = self.people.bystander
        if operation == "askEngine":
            # no other operation finds what this one starts
            values["level"] = "quick"
        return path.format(**values)

    def _body(self, operation: str, who: str) -> Any:
        if operation in {"command", "preview"}:
            return self._command()
        if operation == "turn":
            return {"commands": [self._command()]}
        if operation in {"erase", "changeName"}:
            # a person asks for several callers, and may change the name twice only
            own = self.clients[PERSON.get(who, who)].get("/v1/me")
            return {"confirm" if operation == "erase" else "name": own.json()["name"] if own.is_success else "nobody"}
        if operation == "challenge":
            # an account asks each player once
            return {"players": [ok(self.people.server.player("Asked").get("/v1/me")).json()["id"]], "ruleset": "minos"}
        named = {"name": f"{who} {uuid.uuid4().hex[:12]}"}
        return {"signUp": named, "signIn": {"type": "sign_up", **named}}.get(operation, BODIES.get(operation))

    def _command(self) -> Any:
        """Return a decision of seat 1, or of no seat in an imported game."""
        decision = None if self.kind == "imported" else own_decision(self.clients["player"], self.game)
        if decision is None:
            return {"decision": "1.1", "command": {"type": "giganten.place_truck", "square": "A1"}}
        return first_choice(decision)

    def _in_log(self) -> dict[str, str]:
        """Return the query for the opening of the game, once the log of the site has it; it has no imported games."""
        about, owner = f"/v1/games/{self.game}/log", self.clients["owner"]
        until(lambda: self.kind == "imported" or ok(owner.get(about)).json()["checkpoint"] is not None)
        return {"entry": "opened"}

    def ask(self, operation: str, who: str) -> int:
        """Return the status for a caller."""
        return self.reply(operation, who).status_code

    def reply(self, operation: str, who: str, **parameters: str) -> httpx.Response:
        """Return the reply for a caller. `parameters` are further ones of the query."""
        client = self.clients[PERSON.get(who, who)]
        body = self._body(operation, who)
        query = {"ids": self.people.id_of("player")} if operation == "players" else {}
        if operation == "ownCalendar":
            query = {"token": self.people.calendar}
        if operation.lower().endswith("stream"):
            query = {"follow": "false"}
        if operation == "logProof":
            query = self._in_log()
        query |= parameters
        content: dict[str, Any] = {"content": b"no bundle"} if operation == "verify" else {"json": body}
        path = self._path(operation)
        # as a page of the service sends it, under the name that passkeys need
        host = f"localhost:{client.base_url.port}"
        needs_page = {"sessions", "passkeys"} & set(path.split("/")) and who != "foreign"
        page = {"Host": host, "Origin": f"http://{host}"} if needs_page else {}
        request = client.build_request(OPERATIONS[operation][0], path, params=query, headers=page, **content)
        answered = client.send(request)
        if operation == "joinPool" and answered.is_success:
            # nobody is paired, and other operations find nobody waiting
            client.delete("/v1/me/pools")
        if who not in {"page", "foreign"}:
            # the cookie of a sign-in
            client.cookies.clear()
        return answered


_SEATED = ("neighbour", "player")


def answers(people: People, operation: str, who: Iterable[str]) -> dict[str, int]:
    """Return the status that everybody is answered, each about games in which nobody else has acted."""
    method, path = OPERATIONS[operation]
    found: dict[str, int] = {}
    for each in who:
        kind = ABOUT.get(each, "private")
        found[each] = people.table(kind, running=operation in RUNNING).ask(operation, each)
        if method == "get" or found[each] >= 400:
            continue
        if operation == "erase" or (operation in ENDING and each == "page"):
            people = People(people.server, people.imported)
        elif "{" in path and operation not in LASTING:
            people.drop(kind, path)
    return found
