"""Everything that the service can be asked, asked once: what the examples of the document show."""

import random
from typing import Any

from openapi.collector import SEED, Collector

MOST_DECISIONS = 3000


class Tour:
    """Everything that the service can be asked, by three players; the first one shows it."""

    def __init__(self, collector: Collector) -> None:
        self._ask = collector.ask
        self._all = collector
        self._whim = random.Random(SEED)  # noqa: S311 - as with the keys

    def go(self) -> None:
        """Ask everything."""
        self._look_around()
        self._ada, self._bo, self._cy = (self._sign_up(name) for name in ("Ada", "Bo", "Cy"))
        self._account()
        self._lobby()
        self._private()
        self._start()
        self._decide()
        self._play_to_the_end()
        self._scoreboard()
        self._give_up()
        for title in ("siberia", "minos"):
            self._show_commands_of(title)
        self._erase()

    def _look_around(self) -> None:
        self._ask("live", "the process lives")
        self._ask("ready", "the store answers")
        self._ask("rulesets", "all titles")
        self._ask("ruleset", "Giganten", name="giganten")
        self._ask("ruleset", "unknown", name="nonsense")
        self._ask("rules", "the rules of Giganten (here only the first ones)", name="giganten")
        self._ask("rules", "unknown", name="nonsense")
        self._ask("rule", "a rule of Giganten", name="giganten", number="4b.1")
        self._ask("rule", "unknown", name="giganten", number="99.9")
        tables = "the tables of Giganten (here only the first ones)"
        self._ask("dataSet", tables, name="giganten", data_set="kosmos-1999")
        self._ask("dataSet", "unknown", name="giganten", data_set="nonsense")
        self._ask("ratingModel", "the parameters")
        self._ask("leaderboard", "unknown", name="nonsense")
        self._ask("leaderboard", "unknown profile", name="giganten", query={"profile": "nonsense"})

    def _sign_up(self, name: str) -> str:
        keyed = {"Idempotency-Key": self._all.key()}
        made = self._ask("signUp", f"{name} signs up", body={"name": name}, headers=keyed)
        again = "the same once more, with the same key"
        self._ask("signUp", again, body={"name": name}, headers=keyed)
        self._ids = {**getattr(self, "_ids", {}), name: made["id"]}
        return made["token"]

    def _account(self) -> None:
        self._ask("signUp", "malformed", body={"name": 7})
        self._ask("signUp", "no name", body={"name": " "})
        self._ask("signUp", "weak key", body={"name": "Ada"}, headers={"Idempotency-Key": "1"})
        self._ask("player", "Ada", player=self._ids["Ada"])
        self._ask("player", "unknown", player="player:nobody")
        ids = f"{self._ids['Ada']},{self._ids['Bo']}"
        self._ask("players", "two players", query={"ids": ids})
        self._ask("players", "malformed", query={"ids": ""})
        self._ask("changeName", "Ada spells her name", self._ada, body={"name": "Ada"})
        self._ask("changeName", "taken", self._ada, body={"name": "BO"})
        self._ask("changeName", "no name", self._ada, body={"name": " "})
        self._ask("changeName", "malformed", self._ada, body={})
        self._ask("changeName", "no token", body={"name": "Ada"})
        self._ask("signUp", "taken", body={"name": "ada"})
        self._ask("me", "Ada", self._ada)
        self._ask("limits", "as many as there are", self._ada)
        self._ask("gamesOfPlayer", "unknown", player="player:nobody")
        self._ask("gamesOfPlayer", "malformed", player=self._ids["Ada"], query={"limit": 0})
        keyed = {"Idempotency-Key": self._all.key()}
        made = self._ask("makeToken", "a token for a phone", self._ada, body={"label": "phone"}, headers=keyed)
        self._ask("makeToken", "the same once more", self._ada, body={"label": "phone"}, headers=keyed)
        self._ask("makeToken", "malformed", self._ada, body={})
        self._ask("makeToken", "unprintable label", self._ada, body={"label": "a\u200bb"})
        self._ask("makeToken", "another request", self._ada, body={"label": "other"}, headers=keyed)
        listed = self._ask("tokens", "two tokens", self._ada)
        for number, token in enumerate(listed["items"]):
            self._all.replaced[token["id"]] = _id(number)
        read = self._all.quietly("post", "/v1/me/tokens", self._ada, {"label": "screen", "scopes": ["read"]})
        self._reader = read["token"]
        self._ask("makeToken", "more than it has", self._reader, body={"label": "bot", "scopes": ["play"]})
        self._ask("changeName", "not for this", self._reader, body={"name": "Ada"})
        self._ask("revokeToken", "more than it may", self._reader, token=made["id"])
        self._ask("revokeToken", "revoked", self._ada, token=made["id"])
        self._ask("revokeToken", "again", self._ada, token=made["id"])

    def _lobby(self) -> None:
        opened: dict[str, Any] = {"ruleset": "giganten", "seats": 3, "options": {"first_player": "seat_0"}}
        keyed = {"Idempotency-Key": self._all.key()}
        self._game = self._ask("openGame", "a game for three", self._ada, body=opened, headers=keyed)["id"]
        self._ask("openGame", "the same once more, with the same key", self._ada, body=opened, headers=keyed)
        with_bots = {"ruleset": "giganten", "seats": 3, "profile": "kurz", "bots": {"1": "careful", "2": "careful"}}
        keyed = {"Idempotency-Key": self._all.key()}
        other = self._ask("openGame", "alone with two bots", self._ada, body=with_bots, headers=keyed)["id"]
        for name, wrong in (
            ("malformed", {"ruleset": "giganten", "seats": "three"}),
            ("no title", {"ruleset": "nonsense", "seats": 3}),
            ("too few", {"ruleset": "giganten", "seats": 2}),
            ("no option", {"ruleset": "giganten", "seats": 3, "options": {"colour": "red"}}),
            ("no data", {"ruleset": "giganten", "seats": 3, "data_set": "nonsense"}),
            ("no bot", {"ruleset": "giganten", "seats": 3, "bots": {"1": "nobody"}}),
            ("no seat", {"ruleset": "giganten", "seats": 3, "bots": {"7": "random"}}),
        ):
            self._ask("openGame", name, self._ada, body=wrong)
        self._ask("openGame", "only to read", self._reader, body=opened)
        self._ask("takeSeat", "the server brings entropy", self._ada, body={}, game=self._game, seat=0)
        brought = {"entropy": f"{self._whim.getrandbits(256):064x}"}
        self._ask("takeSeat", "with entropy of your own", self._bo, body=brought, game=self._game, seat=1)
        self._ask("takeSeat", "taken", self._cy, body={}, game=self._game, seat=1)
        self._ask("takeSeat", "sitting", self._bo, body={}, game=self._game, seat=2)
        self._ask("takeSeat", "no seat", self._cy, body={}, game=self._game, seat=9)
        self._ask("takeSeat", "malformed", self._cy, body={"entropy": "x"}, game=self._game, seat=2)
        self._ask("takeSeat", "not the owner", self._bo, body={"bot": "careful"}, game=self._game, seat=2)
        self._ask("takeSeat", "unknown", self._cy, body={}, game="nonsense", seat=2)
        self._ask("startGame", "too early", self._ada, game=self._game)
        self._ask("takeSeat", "a bot", self._ada, body={"bot": "careful"}, game=self._game, seat=2)
        self._ask("leaveSeat", "the owner frees a seat", self._ada, game=self._game, seat=2)
        self._ask("leaveSeat", "free", self._ada, game=self._game, seat=2)
        self._ask("leaveSeat", "not the owner", self._cy, game=self._game, seat=1)
        self._ask("leaveSeat", "unknown", self._cy, game="nonsense", seat=1)
        self._all.quietly("put", f"/v1/games/{self._game}/seats/2", self._cy, {})
        self._ask("view", "before the start", self._ada, game=self._game)
        self._ask("games", "all that anybody may see", query={"limit": 1})
        self._ask("games", "malformed", query={"limit": 1000})
        self._ask("abandonGame", "not the owner", self._bo, game=other)
        self._ask("abandonGame", "cancelled", self._ada, game=other)
        self._ask("abandonGame", "again", self._ada, game=other)
        self._ask("abandonGame", "unknown", self._ada, game="nonsense")
        self._proof(other)
        self._ask("leaveSeat", "too late", self._ada, game=other, seat=1)

    def _proof(self, game: str) -> None:
        self._ask("jwks", "one key")
        lines = self._ask("bundle", "a short one: the game was cancelled before its start", self._ada, game=game)
        self._ask("verification", "all is well", self._ada, game=game)
        self._ask("verify", "a bundle that holds", self._ada, body=lines)
        self._ask(
            "verify", "a bundle in which a seat is another", self._ada, body=lines.replace('"seat":1', '"seat":2')
        )
        for operation in ("bundle", "verification"):
            self._ask(operation, "unknown", self._ada, game="nonsense")
            self._ask(operation, "running", self._bo, game=self._game, query={"as": "full"})

    def _private(self) -> None:
        opened = {"ruleset": "giganten", "seats": 3, "visibility": "private", "spectators": "none"}
        keyed = {"Idempotency-Key": self._all.key()}
        path = {"game": self._ask("openGame", "a private game", self._ada, body=opened, headers=keyed)["id"]}
        keyed = {"Idempotency-Key": self._all.key()}
        made = self._ask("invite", "an invitation", self._ada, body={"label": "Bo"}, headers=keyed, **path)
        self._all.replaced[made["id"]] = _id(10)
        self._ask("invite", "the same once more", self._ada, body={"label": "Bo"}, headers=keyed, **path)
        self._ask("invite", "another request", self._ada, body={"label": "Cy"}, headers=keyed, **path)
        self._ask("invite", "malformed", self._ada, body={"label": ""}, **path)
        self._ask("invite", "only to read", self._reader, body={"label": "Bo"}, **path)
        self._ask("invite", "unknown", self._bo, body={"label": "Bo"}, **path)
        invited = {"Ludolog-Invitation": made["invitation"]}
        self._ask("takeSeat", "by invitation", self._bo, body={}, headers=invited, seat=1, **path)
        self._all.noted(self._ask("takeSeat", "a guest", self._ada, body={"guest": "Eve"}, seat=2, **path))
        self._ask("takeSeat", "no name", self._ada, body={"guest": " "}, seat=0, **path)
        self._ask("takeSeat", "only to read", self._reader, body={}, seat=0, **path)
        self._ask("invitations", "one invitation", self._ada, **path)
        for operation in ("invitations", "seatTokens"):
            self._ask(operation, "malformed", self._ada, game="nonsense", seat=0)
        self._ask("invitations", "not the owner", self._bo, **path)
        self._ask("withdrawInvitation", "not the owner", self._bo, invitation_id=made["id"], **path)
        self._ask("withdrawInvitation", "withdrawn", self._ada, invitation_id=made["id"], **path)
        self._ask("withdrawInvitation", "again", self._ada, invitation_id=made["id"], **path)
        path |= {"seat": 1}
        keyed = {"Idempotency-Key": self._all.key()}
        made = self._ask("makeSeatToken", "for a deputy", self._bo, body={"label": "Dee"}, headers=keyed, **path)
        self._all.replaced[made["id"]] = _id(11)
        self._ask("makeSeatToken", "the same once more", self._bo, body={"label": "Dee"}, headers=keyed, **path)
        self._ask("makeSeatToken", "another request", self._bo, body={"label": "Fay"}, headers=keyed, **path)
        self._ask("makeSeatToken", "malformed", self._bo, body={"label": ""}, **path)
        self._ask("makeSeatToken", "not the seat's player", self._ada, body={"label": "Dee"}, **path)
        self._ask("makeSeatToken", "unknown", self._cy, body={"label": "Dee"}, **path)
        self._ask("seatTokens", "one token", self._bo, **path)
        self._ask("seatTokens", "not the seat's player", self._ada, **path)
        self._ask("revokeSeatToken", "not the seat's player", self._ada, token=made["id"], **path)
        self._ask("revokeSeatToken", "revoked", self._bo, token=made["id"], **path)
        self._ask("revokeSeatToken", "again", self._bo, token=made["id"], **path)

    def _start(self) -> None:
        game = self._game
        self._ask("startGame", "not the owner", self._bo, game=game)
        self._ask("startGame", "only to read", self._reader, game=game)
        keyed = {"Idempotency-Key": self._all.key()}
        self._ask("startGame", "the game begins", self._ada, game=game, headers=keyed)
        self._ask("startGame", "the same once more, with the same key", self._ada, game=game, headers=keyed)
        self._ask("startGame", "unknown", self._ada, game="nonsense")
        self._ask("game", "a running game", self._ada, game=game)
        for operation in ("game", "view", "decisions", "events", "stream", "result"):
            self._ask(operation, "unknown", self._ada, game="nonsense")
        self._ask("view", "as your seat sees it", self._ada, game=game)
        self._ask("ownGames", "where it is your turn", self._ada, query={"awaiting": "true"})
        self._ask("ownGames", "malformed", self._ada, query={"cursor": "nonsense"})
        self._ask("view", "as the public saw it at an earlier version", game=game, query={"as": "public", "at": 6})
        for operation in ("view", "decisions"):
            self._ask(operation, "malformed", self._ada, game=game, query={"at": "late"})
            self._ask(operation, "later", self._ada, game=game, query={"at": 9999})
        self._ask("events", "malformed", self._ada, game=game, query={"limit": 0})
        self._ask("events", "later", self._ada, game=game, query={"after": 9999})
        self._ask("decisions", "as the public sees them", game=game)
        self._ask("events", "the first three events", self._ada, game=game, query={"limit": 3})
        lines = {"Accept": "application/x-ndjson"}
        self._ask("events", "a line each", self._ada, game=game, query={"limit": 3}, headers=lines)
        self._ask("result", "too early", self._ada, game=game)
        backlog = {"follow": "false", "after": 4}
        self._ask("stream", "what there is after version 4, and no more", self._ada, game=game, query=backlog)
        lines = {**lines, "Last-Event-ID": "4"}
        self._ask("stream", "the same, a line each", self._ada, game=game, query=backlog, headers=lines)
        self._ask("stream", "malformed", self._ada, game=game, query={"follow": "perhaps"})
        self._ask("stream", "later", self._ada, game=game, query={"after": 9999})

    def _decide(self) -> None:
        game = self._game
        asked = self._ask("decisions", "with the choices of your own seat", self._ada, game=game)["items"][0]
        chosen = {"decision": asked["id"], "command": asked["choices"][0]["command"]}
        wrong = {"decision": asked["id"], "command": {"type": "giganten.take_action_card", "card": "none"}}
        unknown = {"decision": asked["id"], "command": {"type": "giganten.cheat"}}
        for name, body in (("refused", wrong), ("unknown", unknown), ("malformed", {"decision": asked["id"]})):
            self._ask("command", name, self._ada, body=body, game=game)
        self._ask("command", "moved on", self._ada, body=chosen, game=game, headers={"If-Match": '"1.view.0"'})
        keyed = {"Idempotency-Key": self._all.key()}
        self._ask("command", "a card is taken", self._ada, body=chosen, game=game, headers=keyed)
        self._ask("command", "the same once more, with the same key", self._ada, body=chosen, game=game, headers=keyed)
        self._ask("command", "reused", self._ada, body=wrong, game=game, headers=keyed)
        self._ask("command", "only to read", self._reader, body=chosen, game=game)
        self._ask("command", "late", self._ada, body=chosen, game=game)
        stranger = self._sign_up("Dee")
        self._ask("command", "a stranger", stranger, body=chosen, game=game)
        self._ask("command", "unknown", stranger, body=chosen, game="nonsense")
        key = keyed["Idempotency-Key"]
        self._ask("commandByKey", "it was accepted", self._ada, game=game, key=key)
        self._ask("commandByKey", "never accepted", self._ada, game=game, key="never-sent")
        self._ask("commandByKey", "a stranger", stranger, game=game, key=key)
        self._ask("resign", "a stranger", stranger, game=game)

    def _play_to_the_end(self) -> None:
        self._play(self._game, MOST_DECISIONS)
        self._ask("result", "the final ranking", game=self._game)
        self._ask("game", "a game that is over", game=self._game)
        self._ask("games", "games of Ada", query={"player": self._ids["Ada"], "status": "ended"})
        self._ask("gamesOfPlayer", "games of Ada that are over", player=self._ids["Ada"], query={"status": "ended"})
        last = {"Last-Event-ID": str(self._version(self._game))}
        self._ask("stream", "you have seen it all", game=self._game, headers=last)
        late = {"decision": "0.1", "command": {"type": "giganten.pass_bid"}}
        self._ask("command", "over", self._ada, body=late, game=self._game)

    def _scoreboard(self) -> None:
        ada = self._ids["Ada"]
        for form, headers in (
            ("as JSON", {}),
            ("a line each", {"Accept": "application/x-ndjson"}),
            ("as CSV", {"Accept": "text/csv"}),
        ):
            self._ask("results", f"one result, {form}", headers=headers)
            self._ask("leaderboard", f"three players, {form}", name="giganten", headers=headers)
            self._ask("ratingsOfPlayer", f"one rated game, {form}", player=ada, headers=headers)
        self._ask("results", "malformed", query={"since": "yesterday"})
        self._ask("leaderboard", "malformed", name="giganten", query={"limit": 0})
        self._ask("ratingsOfPlayer", "malformed", player=ada, query={"limit": 0})
        self._ask("ratingsOfPlayer", "unknown", player="player:nobody")
        self._ask("player", "Ada, with a rating", player=ada)

    def _erase(self) -> None:
        self._ask("erase", "only to read", self._reader)
        self._ask("erase", "erased", self._bo)
        self._ask("leaderboard", "one without a name", name="giganten")

    def _give_up(self) -> None:
        game = self._seated_game("giganten", {"first_player": "seat_0"})
        keyed = {"Idempotency-Key": self._all.key()}
        self._ask("resign", "only to read", self._reader, game=game)
        self._ask("resign", "unknown", self._bo, game="nonsense", headers=keyed)
        self._ask("resign", "a bot plays on", self._bo, game=game, headers=keyed)
        self._ask("resign", "the same once more, with the same key", self._bo, game=game, headers=keyed)
        self._ask("resign", "over", self._bo, game=self._game)

    def _show_commands_of(self, title: str) -> None:
        self._play(self._seated_game(title, {}), MOST_DECISIONS)

    def _version(self, game: str) -> int:
        return self._all.quietly("get", f"/v1/games/{game}", self._ada)["version"]

    def _seated_game(self, title: str, options: dict[str, Any]) -> str:
        body = {"ruleset": title, "seats": 3, "options": options}
        game: str = self._all.quietly("post", "/v1/games", self._ada, body)["id"]
        for seat, token in enumerate((self._ada, self._bo, self._cy)):
            self._all.quietly("put", f"/v1/games/{game}/seats/{seat}", token, {})
        self._all.quietly("post", f"/v1/games/{game}/start", self._ada)
        return game

    def _play(self, game: str, most: int) -> None:
        """Let the players choose by chance, and show the first command of each type."""
        tokens = (self._ada, self._bo, self._cy)
        for _ in range(most):
            waiting = self._all.quietly("get", f"/v1/games/{game}", self._ada)["awaiting"]
            if not waiting:
                return
            token = tokens[waiting[0]]
            asked = self._all.quietly("get", f"/v1/games/{game}/decisions", token)["items"]
            own = next(decision for decision in asked if "choices" in decision)
            body = {"decision": own["id"], "command": self._whim.choice(own["choices"])["command"]}
            self._all.quietly("post", f"/v1/games/{game}/commands", token, body)
            self._all.show_request("command", body["command"]["type"], body)


def _id(number: int) -> str:
    return f"00000000-0000-4000-8000-{number:012d}"
