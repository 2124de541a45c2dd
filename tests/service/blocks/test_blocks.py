"""Blocks: seats, talk, tournaments, the list; and the blocked player learns nothing of them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.app import create_app
from service.core.parts import parts_of
from service.core.settings import Settings
from service.people.accounts import Accounts
from service.play.play import Play
from service.play.requests import SeatTaking
from tests.loops import in_loop
from tests.replies import ok
from tests.service.kit import erase, holder, identity, open_game, problem
from tests.service.server import Server, serving, serving_either
from tests.service.sse import following
from tests.service.talk.kit import Table
from tests.service.talk.test_erased_texts import tables_with
from tests.service.talk.test_streams import texts, until_talk
from tests.service.tournaments.kit import Cup

pytestmark = pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")

BARE: dict[str, Any] = {"bots": {}, "ruleset": "siberia", "seats": 3}


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving_either(request, tmp_path_factory.mktemp("blocks")) as running:
        yield running


def block(who: httpx.Client, whom: httpx.Client) -> Any:
    return ok(who.put(f"/v1/me/blocks/{identity(whom)}")).json()


def test_blocks_are_listed_for_their_owner_alone(server: Server) -> None:
    ada, others = server.player("Ada"), [server.player(f"Other {number}") for number in range(3)]
    ids = [identity(each) for each in others]
    first = block(ada, others[0])
    assert (first["player"], first["name"], first["blocked"]) == (ids[0], "Other 0", True)
    # the id without its beginning, and once more: nothing changes
    assert ok(ada.put(f"/v1/me/blocks/{ids[0].removeprefix('player:')}")).json() == first
    for each in others[1:]:
        block(ada, each)

    listed = ok(ada.get("/v1/me/blocks")).json()
    assert [item["player"] for item in listed["items"]] == ids[::-1]
    assert listed["items"][-1] == {"player": ids[0], "name": "Other 0", "since": first["since"]}
    assert listed["next"] is None
    page = ok(ada.get("/v1/me/blocks", params={"limit": 2}))
    rest = ok(ada.get(page.links["next"]["url"])).json()
    assert page.json()["items"] + rest["items"] == listed["items"]
    assert page.headers["cache-control"] == "private, no-cache"
    assert ok(ada.get(f"/v1/me/blocks/{ids[1]}")).json()["blocked"]

    for _ in range(2):
        assert ada.delete(f"/v1/me/blocks/{ids[1]}").status_code == 204
    assert ok(ada.get(f"/v1/me/blocks/{ids[1]}")).json() == {
        "player": ids[1], "name": "Other 1", "blocked": False, "since": None,
    }  # fmt: skip
    assert ok(others[0].get("/v1/me/blocks")).json() == {"items": [], "next": None}
    own = identity(ada)
    assert problem(ada.put(f"/v1/me/blocks/{own}")) == (409, "not-possible")
    for nobody in ("nonsense", "player:00000000-0000-4000-8000-000000000000", "bot:careful"):
        assert problem(ada.put(f"/v1/me/blocks/{nobody}")) == (404, "not-found")
    assert problem(server.client().get("/v1/me/blocks")) == (401, "token-needed")


def test_a_blocked_player_cannot_take_a_seat_in_my_games_and_is_not_told_why(server: Server) -> None:
    owner, bad, good = server.player("Owner"), server.player("Bad"), server.player("Good")
    game = open_game(owner, **BARE, reserved={"2": identity(bad)})
    block(owner, bad)

    refused = bad.put(f"/v1/games/{game}/seats/0")
    assert problem(refused) == (409, "not-possible")
    assert "block" not in refused.text.lower()
    assert "errors" not in refused.json() or not refused.json()["errors"]
    private = open_game(owner, **BARE, visibility="private")
    link = ok(owner.post(f"/v1/games/{private}/invitations", json={"label": "x"})).json()["invitation"]
    headers = {"Ludolog-Invitation": link}
    assert problem(bad.put(f"/v1/games/{private}/seats/0", headers=headers)) == (409, "not-possible")
    # `despite_blocks` is about one's own blocks
    reply = bad.put(f"/v1/games/{game}/seats/0", json={"despite_blocks": True})
    assert problem(reply) == (409, "not-possible")
    ok(good.put(f"/v1/games/{game}/seats/0"))
    # the owner has reserved this seat by name
    ok(bad.put(f"/v1/games/{game}/seats/2"))
    ok(owner.delete(f"/v1/me/blocks/{identity(bad)}"), 204)
    ok(bad.put(f"/v1/games/{private}/seats/0", headers=headers))


def test_whoever_blocks_is_warned_before_sitting_down_with_the_blocked(server: Server) -> None:
    owner, bad, ada = server.player("Owner 2"), server.player("Bad 2"), server.player("Ada 2")
    game = open_game(owner, **BARE)
    ok(bad.put(f"/v1/games/{game}/seats/0"))
    block(ada, bad)

    warned = ada.put(f"/v1/games/{game}/seats/1")
    assert warned.status_code == 409, warned.text
    assert [error["pointer"] for error in warned.json()["errors"]] == ["/despite_blocks"]
    assert "you have blocked Bad 2" in warned.json()["detail"]
    ok(ada.put(f"/v1/games/{game}/seats/1", json={"despite_blocks": True}))
    # a repetition of what is done changes nothing, with or without the wish
    ok(ada.put(f"/v1/games/{game}/seats/1"))
    opened_by_bad = open_game(bad, **BARE)
    assert ada.put(f"/v1/games/{opened_by_bad}/seats/0").status_code == 409
    ok(ada.put(f"/v1/games/{opened_by_bad}/seats/0", json={"despite_blocks": True}))


def test_messages_of_a_blocked_player_are_hidden_from_me_alone(server: Server) -> None:
    table = Table(server).start()
    table.say(table.bea, "from Bea, before")
    block(table.ada, table.bea)
    with (
        following(table.ada, f"{table.url}/stream", talk="true") as own,
        following(table.owner, f"{table.url}/stream", talk="true") as others,
    ):
        table.say(table.bea, "from Bea, after")
        table.say(table.ada, "from Ada")
        assert texts(until_talk(own, "from Ada")) == ["from Ada"]
        assert texts(until_talk(others, "from Ada")) == ["from Bea, after", "from Ada"]

    def shown(who: httpx.Client) -> list[str]:
        return [item["text"] for item in ok(who.get(f"{table.url}/messages")).json()["items"]]

    whole = ["from Ada", "from Bea, after", "from Bea, before"]
    assert shown(table.ada) == ["from Ada"]
    assert shown(table.bea) == shown(table.owner) == shown(table.visitor) == whole
    assert ok(table.ada.get(f"{table.url}/talk")).json()["unread"] == 0
    assert ok(table.bea.get(f"{table.url}/talk")).json()["unread"] == 1
    # of a page with hidden messages alone, the next one follows
    pages, url = list[str](), f"{table.url}/messages?limit=1"
    while url:
        page = ok(table.ada.get(url))
        pages += [item["text"] for item in page.json()["items"]]
        url = page.links["next"]["url"] if "next" in page.links else ""
    assert pages == ["from Ada"]
    ok(table.ada.delete(f"/v1/me/blocks/{identity(table.bea)}"), 204)
    assert shown(table.ada) == whole


def test_a_blocked_player_sees_what_it_saw_before(server: Server) -> None:
    owner, bad = server.player("Owner 3"), server.player("Bad 3")
    game = open_game(owner, **BARE)
    ids = [identity(owner), identity(bad)]
    paths = [
        *("/v1/me", "/v1/me/blocks", "/v1/me/games", "/v1/me/limits", "/v1/games", f"/v1/games/{game}"),
        *(f"/v1/games/{game}/{part}" for part in ("view", "events", "talk", "messages", "decisions")),
        *(f"/v1/players/{each}" for each in ids),
        f"/v1/players/{ids[0]}/against/{ids[1]}",
        f"/v1/games?owner={ids[0]}&terms_met=true",
        f"/v1/me/blocks/{ids[0]}",
    ]

    def seen(client: httpx.Client) -> list[tuple[int, str]]:
        return [(reply.status_code, reply.text) for reply in map(client.get, paths)]

    before = [seen(client) for client in (bad, server.client())]
    block(owner, bad)
    after = [seen(client) for client in (bad, server.client())]
    for one, other in zip(before, after, strict=True):
        assert [each for each in one if "request_id" not in each[1]] == [
            each for each in other if "request_id" not in each[1]
        ]
        assert [status for status, _ in one] == [status for status, _ in other]
    assert sum(status == 200 for status, _ in after[0]) >= len(paths) - 2


def test_a_refused_challenge_counts_as_one(server: Server) -> None:
    ada, bad = server.player("Ada 5"), server.player("Bad 5")
    name = identity(bad)
    block(ada, bad)
    body = {"players": [identity(ada)], "ruleset": "minos"}
    key = {"Idempotency-Key": "refused"}
    assert problem(bad.post("/v1/challenges", json=body, headers=key)) == (409, "not-possible")
    # the key is free
    ok(bad.post("/v1/challenges", json=body | {"players": [identity(server.player("Other"))]}, headers=key), 201)
    for _ in range(8):
        assert problem(bad.post("/v1/challenges", json=body)) == (409, "not-possible")

    assert problem(bad.post("/v1/challenges", json=body)) == (429, "too-many-requests")
    assert "refused_requests" in tables_with(server, name)
    assert erase(bad).status_code == 204
    assert "refused_requests" not in tables_with(server, name)


def test_messages_of_guests_of_a_blocked_player_are_hidden(server: Server) -> None:
    bad, ada = server.player("Bad 6"), server.player("Ada 6")
    game = open_game(bad, **BARE)
    ok(bad.put(f"/v1/games/{game}/seats/0", json={"guest": "Grandma"}))
    made = ok(bad.post(f"/v1/games/{game}/seats/0/tokens", json={"label": "tablet"})).json()
    guest = holder(server, made["token"])
    for seat, who in ((1, bad), (2, ada)):
        ok(who.put(f"/v1/games/{game}/seats/{seat}"))
    ok(bad.post(f"/v1/games/{game}/start"))
    block(ada, bad)
    with following(ada, f"/v1/games/{game}/stream", talk="true") as stream:
        ok(guest.post(f"/v1/games/{game}/messages", json={"text": "from the guest"}), 201)
        ok(ada.post(f"/v1/games/{game}/messages", json={"text": "from Ada"}), 201)
        assert texts(until_talk(stream, "from Ada")) == ["from Ada"]

    assert [item["text"] for item in ok(ada.get(f"/v1/games/{game}/messages")).json()["items"]] == ["from Ada"]
    assert ok(ada.get(f"/v1/games/{game}/talk")).json()["unread"] == 0
    assert ok(bad.get(f"/v1/games/{game}/talk")).json()["unread"] == 2


@in_loop
async def test_a_guest_of_a_blocked_player_is_warned_of_too(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path}/games.db", rate_limit=0)
    app: Any = create_app(settings)
    async with (
        app.lifespan(),
        httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client,
    ):
        ids, held = dict[str, str](), dict[str, dict[str, str]]()
        for name in ("Owner", "Bad", "Ada"):
            made = ok(await client.post("/v1/players", json={"name": name})).json()
            ids[name], held[name] = made["id"], {"Authorization": f"Bearer {made['token']}"}
        body = {"ruleset": "siberia", "seats": 3}
        game = ok(await client.post("/v1/games", json=body, headers=held["Owner"]), 201).json()["id"]
        ok(await client.put(f"/v1/me/blocks/{ids['Bad']}", headers=held["Ada"]))
        # whoever directs a game of others may seat guests, too
        play, accounts = parts_of(app).get(Play), parts_of(app).get(Accounts)
        guest = accounts.new_guest("Grandma", ids["Bad"], game)
        await play.take_seat(await play.load(game), SeatTaking(0, guest.id))

        warned = await client.put(f"/v1/games/{game}/seats/1", headers=held["Ada"])

        assert warned.status_code == 409, warned.text
        assert [error["pointer"] for error in warned.json()["errors"]] == ["/despite_blocks"]
        assert "you have blocked Bad" in warned.json()["detail"]


def test_directors_see_wishes_without_their_authors(server: Server) -> None:
    cup = Cup(server, players=4)
    cup.register_all()
    ada, bo, cy, *_ = cup.players.values()
    block(ada, bo)
    block(bo, ada)
    block(cy, ada)
    block(cy, server.player("Outsider"))
    path = f"{cup.url}/wishes"

    items = ok(cup.owner.get(path)).json()["items"]
    expected = sorted(sorted((identity(one), identity(other))) for one, other in ((ada, bo), (cy, ada)))
    assert [item["players"] for item in items] == expected
    assert all(set(item) == {"players", "names"} for item in items)
    for other in (ada, server.player("Stranger")):
        assert other.get(path).status_code in {403, 409}
    assert server.client().get(path).status_code == 401
    # nothing follows for the tournament, and the players sit down as always
    cup.done(cup.owner, "publish_round", round=1)
    (table,) = cup.playing(1)["tables"]
    cup.sit_down(table)


def test_blocks_end_with_either_account(server: Server) -> None:
    ada, bo = server.player("Ada 4"), server.player("Bo 4")
    block(ada, bo)
    block(bo, ada)
    name = identity(ada)
    assert "blocks" in tables_with(server, name)
    assert erase(ada).status_code == 204

    assert "blocks" not in tables_with(server, name)
    assert ok(bo.get("/v1/me/blocks")).json()["items"] == []
    assert problem(bo.put(f"/v1/me/blocks/{name}")) == (404, "not-found")


def test_an_account_blocks_so_many_players(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", {"service.blocks.blocks.MOST_BLOCKS": 2}) as server:
        ada, others = server.player("Ada"), [server.player(f"Other {number}") for number in range(3)]
        for each in others[:2]:
            block(ada, each)
        refused = ada.put(f"/v1/me/blocks/{identity(others[2])}")
        assert problem(refused) == (409, "limit-reached")
        assert "unblock one first" in refused.json()["detail"]
        # a present one can be named again
        block(ada, others[0])
        ok(ada.delete(f"/v1/me/blocks/{identity(others[0])}"), 204)
        block(ada, others[2])
