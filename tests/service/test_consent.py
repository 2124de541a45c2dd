"""Nobody gets a seat against their will: reserved seats can be declined, and a replacement needs to be accepted."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from tests.replies import ok
from tests.service.kit import erase, identity, problem
from tests.service.server import Server
from tests.service.sse import following

GAME = {"ruleset": "minos", "seats": 2}


def events(player: httpx.Client, game: str) -> list[dict[str, Any]]:
    found = ok(player.get(f"/v1/games/{game}/events", params={"limit": 200, "lang": "en"})).json()["items"]
    return [{**event["record"]["data"], "type": event["record"]["type"], "text": event["text"]} for event in found]


@pytest.mark.parametrize("wishes", [{}, {"rated": True}, {"visibility": "private"}])
def test_a_reserved_player_declines_and_the_owner_decides_who_comes_instead(
    server: Server, wishes: dict[str, Any]
) -> None:
    organiser, ada, bo, cy = (server.player(name) for name in ("Org", "Ada", "Bo", "Cy"))
    reserved = {"0": identity(ada), "1": identity(bo)}
    game = ok(organiser.post("/v1/games", json={**GAME, **wishes, "reserved": reserved})).json()["id"]
    path, key = f"/v1/games/{game}", {"Idempotency-Key": "no"}
    assert problem(bo.delete(f"{path}/seats/0")) == (403, "not-yours")

    assert ada.delete(f"{path}/seats/0", headers=key).status_code == 204
    repeated = ada.delete(f"{path}/seats/0", headers=key)

    assert (repeated.status_code, repeated.headers["Idempotency-Replayed"]) == (204, "true")
    seats = ok(organiser.get(path)).json()["seats"]
    assert [(seat["reserved"], seat["declined"]) for seat in seats] == [
        ("invitation", True), (identity(bo), False),
    ]  # fmt: skip
    assert ok(ada.get("/v1/me/games")).json()["items"] == []
    declined = [event for event in events(organiser, game) if event["type"] == "game.seat_declined"]
    assert [(event["seat"], event["player"]) for event in declined] == [(0, identity(ada))]
    assert declined[0]["text"].endswith("declines seat 0.")
    if wishes.get("visibility") == "private":
        assert ada.get(path).status_code == cy.get(path).status_code == 404
    else:
        assert problem(ada.put(f"{path}/seats/0")) == problem(cy.put(f"{path}/seats/0")) == (409, "seat-reserved")
    made = ok(organiser.post(f"{path}/invitations", json={"label": "Cy", "seat": 0})).json()
    assert cy.put(f"{path}/seats/0", headers={"Ludolog-Invitation": made["invitation"]}).status_code == 200
    assert bo.put(f"{path}/seats/1").status_code == 200
    assert organiser.post(f"{path}/start").status_code == 200


def test_the_owner_seats_a_bot_or_a_guest_where_a_player_has_declined(server: Server) -> None:
    organiser, ada, bo = (server.player(name) for name in ("Org", "Ada", "Bo"))
    reserved = {"0": identity(ada), "1": identity(bo)}
    game = ok(organiser.post("/v1/games", json={**GAME, "reserved": reserved})).json()["id"]
    seats = f"/v1/games/{game}/seats"
    assert problem(organiser.put(f"{seats}/0", json={"bot": "careful"})) == (409, "seat-reserved")
    for player, seat in ((ada, 0), (bo, 1)):
        assert player.delete(f"{seats}/{seat}").status_code == 204

    assert organiser.put(f"{seats}/0", json={"bot": "careful"}).status_code == 200
    assert organiser.put(f"{seats}/1", json={"guest": "Eve"}).status_code == 200
    # an empty seat waits for its owner's decision again
    assert organiser.delete(f"{seats}/0").status_code == 204
    assert problem(ada.put(f"{seats}/0")) == (409, "seat-reserved")


def test_a_player_who_sat_down_leaves_first_and_declines_then(server: Server) -> None:
    organiser, ada = server.player("Org"), server.player("Ada")
    game = ok(organiser.post("/v1/games", json={**GAME, "reserved": {"0": identity(ada)}})).json()["id"]
    seat = f"/v1/games/{game}/seats/0"
    assert ada.put(seat).status_code == 200
    assert ada.delete(seat).status_code == 204
    assert ok(organiser.get(f"/v1/games/{game}")).json()["seats"][0]["declined"] is False
    assert ada.put(seat).status_code == 200
    assert ada.delete(seat).status_code == ada.delete(seat).status_code == 204
    assert ok(organiser.get(f"/v1/games/{game}")).json()["seats"][0]["declined"] is True


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_declining_again_without_a_key_changes_nothing(server: Server, visibility: str) -> None:
    organiser, ada, bo = (server.player(name) for name in ("Org", "Ada", "Bo"))
    wishes = {**GAME, "visibility": visibility, "reserved": {"0": identity(ada), "1": identity(bo)}}
    game = ok(organiser.post("/v1/games", json=wishes)).json()["id"]
    seat = f"/v1/games/{game}/seats/0"
    reader = server.client()
    made = ok(ada.post("/v1/me/tokens", json={"label": "reader", "scopes": ["read"]})).json()
    reader.headers["Authorization"] = f"Bearer {made['token']}"
    first = ada.delete(seat)
    version = ok(organiser.get(f"/v1/games/{game}")).json()["version"]

    again = ada.delete(seat)

    assert (again.status_code, again.content) == (first.status_code, first.content) == (204, b"")
    assert ok(organiser.get(f"/v1/games/{game}")).json()["version"] == version
    not_hers = ada.delete(f"/v1/games/{game}/seats/1")
    assert problem(not_hers) == ((404, "not-found") if visibility == "private" else (403, "not-yours"))
    others = bo.delete(seat)
    assert problem(others) == (403, "not-yours")
    assert "seat 0 is not yours" in others.json()["detail"]
    assert problem(reader.delete(seat)) == ((404, "not-found") if visibility == "private" else (403, "scope-missing"))
    assert organiser.delete(f"/v1/games/{game}").status_code == 204
    assert ada.delete(seat).status_code == 204


def test_a_deleted_account_declines_its_reserved_seats(server: Server) -> None:
    organiser, ada = server.player("Org"), server.player("Ada")
    game = ok(organiser.post("/v1/games", json={**GAME, "reserved": {"0": identity(ada)}})).json()["id"]
    assert erase(ada).status_code == 204
    assert ok(organiser.get(f"/v1/games/{game}")).json()["seats"][0]["declined"] is True


def test_a_deleted_account_leaves_its_reserved_seat_and_declines_it(server: Server) -> None:
    organiser, ada = server.player("Org"), server.player("Ada")
    game = ok(organiser.post("/v1/games", json={**GAME, "reserved": {"0": identity(ada)}})).json()["id"]
    assert ada.put(f"/v1/games/{game}/seats/0").status_code == 200

    assert erase(ada).status_code == 204

    seat = ok(organiser.get(f"/v1/games/{game}")).json()["seats"][0]
    assert (seat["player"], seat["reserved"], seat["declined"]) == (None, "invitation", True)
    assert organiser.put(f"/v1/games/{game}/seats/0", json={"bot": "careful"}).status_code == 200


class Offered:
    """A running private game whose first seat a ruling offers to a player."""

    def __init__(self, server: Server) -> None:
        self.organiser, self.ada, self.bo, self.cy, self.di = (
            server.player(name) for name in ("Org", "Ada", "Bo", "Cy", "Di")
        )
        reserved = {"0": identity(self.ada), "1": identity(self.bo)}
        wishes = {**GAME, "visibility": "private", "rated": True, "reserved": reserved}
        self.path = f"/v1/games/{ok(self.organiser.post('/v1/games', json=wishes)).json()['id']}"
        for seat, player in enumerate((self.ada, self.bo)):
            assert player.put(f"{self.path}/seats/{seat}").status_code == 200
        assert self.organiser.post(f"{self.path}/start").status_code == 200
        self.offer(self.cy)

    def rule(self, kind: str, **fields: Any) -> httpx.Response:
        body = {"type": kind, "reason": "absent", **fields}
        return self.organiser.post(f"{self.path}/rulings", json=body)

    def offer(self, player: httpx.Client, seat: int = 0) -> None:
        assert self.rule("replace_player", seat=seat, player=identity(player)).status_code == 201

    def seat(self) -> dict[str, Any]:
        return ok(self.organiser.get(self.path)).json()["seats"][0]


def test_an_offered_seat_is_listed_and_its_player_goes_on_until_it_is_accepted(server: Server) -> None:
    table = Offered(server)

    (waiting,) = ok(table.cy.get("/v1/me/games", params={"invited": "true"})).json()["items"]
    assert (waiting["seat"], waiting["status"]) == (0, "running")
    schemas = ok(table.cy.get("/openapi.json")).json()["components"]["schemas"]
    assert "offered by a ruling" in schemas["OwnGame"]["properties"]["invited"]["description"]
    assert problem(table.di.put(f"{table.path}/seats/0")) == (404, "not-found")
    assert problem(table.bo.put(f"{table.path}/seats/0")) == (409, "game-not-open")
    assert table.ada.get(f"{table.path}/view", params={"as": "seat:0"}).status_code == 200
    assert table.cy.get(f"{table.path}/view", params={"as": "seat:0"}).status_code == 404
    assert table.cy.put(f"{table.path}/seats/0").status_code == 200
    assert ok(table.cy.get("/v1/me/games", params={"invited": "true"})).json()["items"] == []
    texts = [event["text"] for event in events(table.cy, table.path.rsplit("/", 1)[1])]
    assert [text for text in texts if "asked to replace" in text]


def test_an_offer_is_declined_and_goes_to_another_player(server: Server) -> None:
    table = Offered(server)

    assert table.cy.delete(f"{table.path}/seats/0").status_code == 204
    assert table.cy.get(table.path).status_code == 404
    assert (table.seat()["offered"], table.seat()["player"]) == (None, identity(table.ada))
    table.offer(table.di)
    assert problem(table.cy.put(f"{table.path}/seats/0")) == (404, "not-found")
    assert table.di.put(f"{table.path}/seats/0").status_code == 200


def test_declining_an_offer_again_changes_nothing_until_there_is_another_offer(server: Server) -> None:
    table = Offered(server)
    seat = f"{table.path}/seats/0"

    assert [table.cy.delete(seat).status_code for _ in range(2)] == [204, 204]
    assert problem(table.di.delete(seat)) == (404, "not-found")
    assert problem(table.cy.delete(f"{table.path}/seats/1")) == (404, "not-found")
    table.offer(table.cy)
    assert table.cy.delete(seat).status_code == 204
    assert table.seat()["offered"] is None
    table.offer(table.cy)
    assert table.cy.put(seat).status_code == 200
    # the seat of a running game is resigned, not left
    assert problem(table.cy.delete(seat)) == (409, "game-not-open")


def test_another_ruling_about_the_seat_ends_an_offer(server: Server) -> None:
    table = Offered(server)

    table.offer(table.di)
    assert table.cy.get(table.path).status_code == 404
    assert table.rule("give_up_seat", seat=0).status_code == 201
    assert table.seat()["offered"] is None
    assert table.di.put(f"{table.path}/seats/0").status_code == 404


def test_a_player_accepts_one_of_two_seats(server: Server) -> None:
    table = Offered(server)
    table.offer(table.cy, seat=1)

    assert table.cy.put(f"{table.path}/seats/1").status_code == 200
    assert table.seat()["offered"] is None
    (own,) = ok(table.cy.get("/v1/me/games")).json()["items"]
    assert (own["seat"], own["invited"]) == (1, False)


def test_a_deleted_account_declines_what_is_offered(server: Server) -> None:
    table = Offered(server)
    table.offer(table.cy, seat=1)

    assert erase(table.cy).status_code == 204
    seats = ok(table.organiser.get(table.path)).json()["seats"]
    assert [seat["offered"] for seat in seats] == [None, None]
    game = table.path.rsplit("/", 1)[1]
    declined = [event["seat"] for event in events(table.organiser, game) if event["type"] == "game.seat_declined"]
    assert sorted(declined) == [0, 1]


def ends_with(player: httpx.Client, path: str, act: Callable[[], object]) -> bool:
    """Whether the stream of a game ends for a player with an act, and without its event."""
    version = ok(player.get(path)).json()["version"]
    with following(player, f"{path}/stream", awaiting="false") as sent:
        assert [next(sent).last_id for _ in range(version)][-1] == str(version)
        act()
        return next(sent, None) is None


def test_the_stream_of_a_private_game_ends_when_its_reader_declines_an_offer(server: Server) -> None:
    table = Offered(server)

    assert ends_with(table.cy, table.path, lambda: table.cy.delete(f"{table.path}/seats/0"))
    assert problem(table.cy.get(f"{table.path}/stream")) == (404, "not-found")


def test_the_stream_of_a_private_game_ends_when_the_seat_is_offered_to_another_player(server: Server) -> None:
    table = Offered(server)

    assert ends_with(table.cy, table.path, lambda: table.offer(table.di))
    assert problem(table.cy.get(f"{table.path}/stream")) == (404, "not-found")
    # the offer to the other player changes nothing for a player of the game
    assert not ends_with(table.bo, table.path, lambda: table.offer(table.cy))


def test_the_stream_of_a_private_game_ends_when_its_reader_declines_a_reserved_seat(server: Server) -> None:
    organiser, ada = server.player("Org"), server.player("Ada")
    wishes = {**GAME, "visibility": "private", "reserved": {"0": identity(ada)}}
    path = f"/v1/games/{ok(organiser.post('/v1/games', json=wishes)).json()['id']}"

    assert ends_with(ada, path, lambda: ada.delete(f"{path}/seats/0"))
    assert problem(ada.get(f"{path}/stream")) == (404, "not-found")
