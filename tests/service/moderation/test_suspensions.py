"""Suspensions: on every path that changes something, the front and streams too; warnings, names, sign-out, recovery."""

import threading
import time
from typing import Any

import httpx

from service.core.store.times import timestamp_at
from tests.replies import ok
from tests.service.kit import erase, first_choice, holder, next_decision, player_in_game, problem
from tests.service.moderation.kit import acts, browser_of, identity, operator_in_browser, unique, with_role
from tests.service.server import Server
from tests.waiting import until


def do(by: Any, player: str, act: str, status: int = 201, **fields: Any) -> Any:
    """Act about a player, and return the reply."""
    body = {"type": act, "reason": "rude", **fields}
    reply = by.post(f"/v1/moderation/players/{player}/acts", json=body)
    assert reply.status_code == status, reply.text
    return reply.json()


def token_in(player: httpx.Client) -> str:
    """Return the token of a client."""
    return player.headers["Authorization"].removeprefix("Bearer ")


def test_a_suspended_player_reads_and_changes_nothing_until_it_is_over(server: Server) -> None:
    moderator = with_role(server, "moderator")
    player, game = player_in_game(server)
    who, decision = identity(player), next_decision(player, game)
    bare = server.client()
    end = timestamp_at(time.time() + 3600)
    done = do(moderator, who, "suspend", kind="read_only", until=end)
    assert done["player"]["suspension"] == {
        "kind": "read_only", "since": done["player"]["suspension"]["since"], "until": end, "reason": "rude",
    }  # fmt: skip

    command = {"decision": decision["id"], "command": decision["choices"][0]["command"]}
    for method, path, body in (
        ("POST", f"/v1/games/{game}/commands", command),
        # not plain, so that the framework answers it
        ("POST", f"/v1/games/{game}/commands?lang=xx-unplain", command),
        ("POST", f"/v1/games/{game}/turns", {"commands": [command]}),
        ("POST", f"/v1/games/{game}/messages", {"text": "hello"}),
        ("POST", "/v1/games", {"ruleset": "giganten", "seats": 3}),
        ("POST", f"/v1/games/{game}/resignations", None),
        ("PUT", "/v1/me/name", {"name": unique("New")}),
        ("POST", "/v1/me/tokens", {"label": "more"}),
        ("POST", "/v1/webhooks", {"url": "https://example.org/"}),
        ("POST", "/v1/tournaments", {}),
    ):
        reply = player.request(method, path, json=body)
        assert problem(reply) == (403, "suspended"), (path, reply.text)
        assert end in reply.json()["detail"]
        assert "rude" in reply.json()["detail"]
        assert problem(bare.request(method, path, json=body))[0] in {400, 401}, path
    # each of the tokens, too
    assert ok(player.get(f"/v1/games/{game}/view")).status_code == 200
    assert ok(player.get("/v1/me/standing")).json()["suspension"]["until"] == end
    ticket = ok(player.post("/v1/me/stream-tickets", json={"path": f"/v1/games/{game}/stream"}), 201).json()["ticket"]
    assert ticket

    do(moderator, who, "lift_suspension")
    assert ok(player.get("/v1/me/standing")).json()["suspension"] is None
    ok(player.post(f"/v1/games/{game}/commands", json=first_choice(next_decision(player, game))), 201)
    do(moderator, who, "lift_suspension", status=409)
    do(moderator, who, "suspend", status=409, kind="read_only", until="2020-01-01T00:00:00Z")
    do(moderator, who, "suspend", kind="read_only", until=timestamp_at(time.time() + 5))
    assert problem(player.put("/v1/me/away", json={"until": None})) == (403, "suspended")
    until(lambda: player.put("/v1/me/away", json={"until": None}).status_code == 200)
    assert [each["action"] for each in done["player"]["acts"]["items"]] == ["player.suspended"]


def test_a_player_who_is_locked_out_reads_nothing_but_why(server: Server) -> None:
    moderator = with_role(server, "moderator")
    player, game = player_in_game(server)
    page, _ = browser_of(server, "Berta")
    who, ended = identity(player), threading.Event()

    def read_on() -> None:
        with player.stream("GET", f"/v1/games/{game}/stream?format=lines", timeout=60) as reply:
            for _ in reply.iter_raw():
                pass
        ended.set()

    reader = threading.Thread(target=read_on, daemon=True)
    reader.start()
    for each in (who, identity(page)):
        do(moderator, each, "suspend", kind="locked_out")
    for path in ("/v1/me", f"/v1/games/{game}/view", f"/v1/games/{game}", "/v1/me/games"):
        assert problem(player.get(path)) == (403, "suspended")
        assert problem(page.get(path)) == (403, "suspended")
    assert page.get("/").status_code == 200
    standing = ok(page.get("/v1/me/standing")).json()
    assert (standing["suspension"]["kind"], standing["suspension"]["until"]) == ("locked_out", None)
    assert ok(page.get("/v1/sessions/current")).json()["session"] is not None
    # a stream looks at each heartbeat
    assert ended.wait(40)
    assert page.delete("/v1/sessions/current").status_code == 204


def seated_guest(server: Server, player: httpx.Client, other: httpx.Client, name: str) -> tuple[httpx.Client, str]:
    """Return the client of a guest whom a player has seated in a running game with another player, and the game."""
    body = {"ruleset": "minos", "seats": 3, "options": {"first_player": "seat_0"}}
    game: str = ok(player.post("/v1/games", json=body), 201).json()["id"]
    ok(player.put(f"/v1/games/{game}/seats/0", json={"guest": name}))
    ok(player.put(f"/v1/games/{game}/seats/1"))
    ok(other.put(f"/v1/games/{game}/seats/2"))
    ok(player.post(f"/v1/games/{game}/start"))
    made = ok(player.post(f"/v1/games/{game}/seats/0/tokens", json={"label": "x"}), 201).json()
    return holder(server, made["token"]), game


def test_a_guest_is_suspended_with_the_account_and_deleted_with_it(server: Server) -> None:
    moderator, player, other = with_role(server, "moderator"), server.player(), server.player()
    name = unique("Grandma")
    guest, game = seated_guest(server, player, other, name)
    decision = next_decision(guest, game)
    command = {"decision": decision["id"], "command": decision["choices"][0]["command"]}
    who = identity(player)

    do(moderator, who, "suspend", kind="read_only")
    assert problem(guest.post(f"/v1/games/{game}/commands", json=command)) == (403, "suspended")
    assert guest.get(f"/v1/games/{game}").status_code == 200
    do(moderator, who, "suspend", kind="locked_out")
    assert problem(guest.get(f"/v1/games/{game}")) == (403, "suspended")

    # who deletes the account does not let the guest go on
    confirmed = ok(moderator.get(f"/v1/moderation/players/{who}")).json()["name"]
    ok(player.request("DELETE", "/v1/me", json={"confirm": confirmed}), 204)
    assert problem(guest.get(f"/v1/games/{game}")) == (401, "token-needed")
    assert problem(guest.post(f"/v1/games/{game}/commands", json=command)) == (401, "token-needed")
    shown = ok(other.get(f"/v1/games/{game}"))
    assert name not in shown.text
    # nobody waits for the guest
    assert [seat["resigned"] for seat in shown.json()["seats"]] == [True, True, False]


def test_a_warning_is_seen_and_confirmed(server: Server) -> None:
    moderator, player = with_role(server, "moderator"), server.player()
    do(moderator, identity(player), "warn", reason="keep cool")
    (warning,) = ok(player.get("/v1/me/standing")).json()["warnings"]
    assert (warning["reason"], warning["confirmed_at"]) == ("keep cool", None)
    found = ok(moderator.get("/v1/moderation/players", params={"state": "warned"})).json()["items"]
    assert identity(player) in [each["id"] for each in found]

    path = f"/v1/me/warnings/{warning['id']}/confirmations"
    assert problem(moderator.post(path)) == (404, "not-found")
    (warning,) = ok(player.post(path)).json()["warnings"]
    assert warning["confirmed_at"] is not None


def test_a_replaced_name_is_gone_for_ever(server: Server) -> None:
    moderator, player, other = with_role(server, "moderator"), server.player(unique("Rude")), server.player()
    rude, new = ok(player.get("/v1/me")).json()["name"], unique("Nice")
    done = do(moderator, identity(player), "rename", name=new)["player"]
    assert (done["name"], done["former_names"][0]["name"]) == (new, rude)
    assert done["former_names"][0]["by_operator"]

    profile = ok(other.get(f"/v1/players/{identity(player)}")).json()
    assert (profile["name"], profile["former_names"]) == (new, [])
    for who in (player, other):
        assert problem(who.put("/v1/me/name", json={"name": rude})) == (409, "name-taken")
    (found,) = ok(moderator.get("/v1/moderation/players", params={"q": rude})).json()["items"]
    assert found["id"] == identity(player)
    taken = ok(other.get("/v1/me")).json()["name"]
    do(moderator, identity(player), "rename", status=409, name=taken)
    # the operator was mistaken
    assert do(moderator, identity(player), "rename", name=rude)["player"]["name"] == rude
    (act, _) = [each for each in acts(with_role(server, "operator")) if each["about"] == identity(player)]
    assert rude not in str(act["details"])


def test_an_account_that_was_taken_comes_back_by_a_link(server: Server) -> None:
    operator, moderator = operator_in_browser(server), with_role(server, "moderator")
    page, phone = browser_of(server, "Berta")
    who, thief = identity(page), holder(server, page.token)
    more = ok(thief.post("/v1/me/tokens", json={"label": "more"}), 201).json()["token"]
    for act in ("sign_out_everywhere", "make_recovery", "set_limits"):
        reply = moderator.post(f"/v1/moderation/players/{who}/acts", json={"type": act, "reason": "x"})
        assert problem(reply) == (403, "role-missing")
    by_token = with_role(server, "operator")
    refused = by_token.post(f"/v1/moderation/players/{who}/acts", json={"type": "make_recovery", "reason": "x"})
    assert problem(refused) == (403, "passkey-missing")

    done = do(operator, who, "sign_out_everywhere")["player"]
    assert (done["tokens"], done["sessions"], done["passkeys"]) == (0, 0, 0)
    for lost in (thief, holder(server, more)):
        assert problem(lost.get("/v1/me")) == (401, "token-needed")
    assert problem(page.get("/v1/me")) == (401, "token-needed")
    assert page.with_passkey(phone).status_code == 422

    first = do(operator, who, "make_recovery")["recovery"]["path"].partition("#")[2]
    link = do(operator, who, "make_recovery")["recovery"]["path"].partition("#")[2]
    assert problem(server.client().post("/v1/recoveries", json={"secret": first})) == (409, "not-possible")
    found = ok(server.client().post("/v1/recoveries", json={"secret": link}), 201).json()
    assert found["id"] == who
    assert identity(holder(server, found["token"])) == who
    assert problem(server.client().post("/v1/recoveries", json={"secret": link})) == (409, "not-possible")
    log = acts(operator, player=who)
    assert link not in str(log)
    assert [each["action"] for each in log] == ["player.recovery_made"] * 2 + ["player.signed_out"]


def test_limits_of_an_account_are_lowered_and_raised(server: Server) -> None:
    operator, (player, game) = with_role(server, "operator"), player_in_game(server)
    who = identity(player)
    done = do(operator, who, "set_limits", requests=5, messages=0)["player"]
    assert done["limits"] == {"requests": 5, "messages": 0}
    assert problem(player.post(f"/v1/games/{game}/messages", json={"text": "x"})) == (409, "not-possible")
    assert ok(player.get("/v1/me/limits")).json()["account"]["limit"] == 5
    found = [player.get("/v1/me").status_code for _ in range(12)]
    assert 429 in found
    do(operator, who, "set_limits")
    assert player.get("/v1/me").status_code == 200
    ok(player.post(f"/v1/games/{game}/messages", json={"text": "x"}), 201)


def test_who_may_act_about_whom(server: Server) -> None:
    operator, moderator, other = (with_role(server, role) for role in ("operator", "moderator", "moderator"))
    player = server.player()

    def status(by: httpx.Client, about: httpx.Client) -> int:
        path = f"/v1/moderation/players/{identity(about)}/acts"
        return by.post(path, json={"type": "warn", "reason": "x"}).status_code

    assert [status(by, player) for by in (operator, moderator, player)] == [201, 201, 403]
    assert [status(by, other) for by in (operator, moderator, other)] == [201, 403, 403]
    assert [status(by, operator) for by in (operator, moderator)] == [403, 403]
    for path in ("/v1/moderation/players", f"/v1/moderation/players/{identity(player)}"):
        assert [by.get(path).status_code for by in (operator, moderator, player)] == [200, 200, 403]
    unknown = "/v1/moderation/players/11111111-1111-4111-8111-111111111111"
    assert problem(moderator.get(unknown)) == (404, "not-found")
    assert problem(moderator.post(f"{unknown}/acts", json={"type": "warn", "reason": "x"})) == (404, "not-found")
    key = {"Idempotency-Key": "once"}
    body = {"type": "warn", "reason": "again"}
    path = f"/v1/moderation/players/{identity(player)}/acts"
    ok(moderator.post(path, json=body, headers=key), 201)
    reply = ok(moderator.post(path, json=body, headers=key), 201)
    assert [each["reason"] for each in reply.json()["player"]["warnings"]].count("again") == 1


def test_what_is_searched_is_found(server: Server) -> None:
    moderator, name = with_role(server, "moderator"), unique("Zo\u00eb 100%_x!")
    player = server.player(name)

    def found(**query: str) -> list[str]:
        return [each["id"] for each in ok(moderator.get("/v1/moderation/players", params=query)).json()["items"]]

    for text in (name, name.upper(), name[2:20], "100%_x!", identity(player), identity(player)[7:]):
        assert identity(player) in found(q=text), text
    assert found(q="100%_x?") == []
    assert identity(moderator) in found(state="moderators")
    assert identity(player) not in found(state="suspended")
    first = ok(moderator.get("/v1/moderation/players", params={"limit": 1})).json()
    second = ok(moderator.get("/v1/moderation/players", params={"limit": 1, "cursor": first["next"]})).json()
    assert first["items"][0]["id"] != second["items"][0]["id"]
    who = identity(player)
    assert erase(player).status_code == 204
    assert found(q=name) == []
    assert found(q=who) == [who]
    assert ok(moderator.get(f"/v1/moderation/players/{who}")).json()["erased_at"] is not None
