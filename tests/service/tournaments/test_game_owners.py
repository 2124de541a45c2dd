"""The games of a tournament obey their owner as long as the owner directs the tournament (rules 1.3 and 6.1)."""

from typing import Any

import httpx
import pytest

from tests.service.kit import problem
from tests.service.server import Server
from tests.service.tournaments.kit import Cup


class Directed:
    """A tournament whose owner plays; a director owns its only game. The game is open."""

    def __init__(self, server: Server) -> None:
        self.cup = cup = Cup(server, 3, sizes=[4])
        cup.players[cup.owner_id] = cup.owner
        cup.register_all()
        self.director, self.other = cup.sign_up("Dirk"), cup.sign_up("Dora")
        cup.done(cup.owner, "appoint", player=self.director, role="director")
        cup.done(cup.owner, "appoint", player=self.other, role="director")
        cup.done(cup.owner, "publish_round", round=1)
        (self.table,) = cup.playing(1)["tables"]
        self.game: str = f"/v1/games/{self.table['game']}"

    def rule(self, player: str, kind: str = "adjudicate", **fields: Any) -> httpx.Response:
        body = {"type": kind, "reason": "Time is up.", **fields}
        return self.cup.players[player].post(f"{self.game}/rulings", json=body)


@pytest.fixture
def directed(server: Server) -> Directed:
    return Directed(server)


def test_rule_6_1_a_dismissed_director_rules_no_more(directed: Directed) -> None:
    cup, table = directed.cup, directed.table
    cup.sit_down(table)
    cup.started(table)
    cup.done(cup.owner, "dismiss", player=directed.director)

    for kind, fields in (("adjudicate", {"ranks": [1, 2, 3, 4]}), ("give_up_seat", {"seat": 0})):
        refused = directed.rule(directed.director, kind, **fields)
        assert problem(refused) == (403, "not-yours")
        assert "`replace_result`" in refused.json()["detail"]
    cup.done(cup.owner, "appoint", player=directed.director, role="helper")
    assert problem(directed.rule(directed.director, ranks=[1, 2, 3, 4])) == (403, "not-yours")
    cup.done(cup.owner, "appoint", player=directed.director, role="director")
    assert directed.rule(directed.director, ranks=[1, 2, 3, 4]).status_code == 201
    assert cup.closed(1)["rounds"][0]["tables"][0]["result"]["by"] == "game"


def test_rule_6_1_a_dismissed_director_cannot_cancel_a_game(directed: Directed) -> None:
    cup, client = directed.cup, directed.cup.players[directed.director]
    cup.done(cup.owner, "dismiss", player=directed.director)

    first, second, *_ = directed.table["seats"]
    for seat in (first, second):
        taken = cup.players[seat["player"]].put(f"{directed.game}/seats/{seat['seat']}")
        assert taken.status_code == 200, taken.text
    assert problem(client.delete(f"{directed.game}/seats/{first['seat']}")) == (403, "not-yours")
    left = cup.players[first["player"]].delete(f"{directed.game}/seats/{first['seat']}")
    assert left.status_code == 204, left.text
    assert problem(client.delete(directed.game)) == (403, "not-yours")
    assert problem(client.post(f"{directed.game}/start")) == (403, "not-yours")
    assert problem(client.put(f"{directed.game}/seats/0", json={"bot": "random"})) == (403, "not-yours")


def test_rules_6_1_and_9_8_another_director_rules_on_the_table(directed: Directed) -> None:
    cup, table, other = directed.cup, directed.table, directed.cup.players[directed.other]
    cup.sit_down(table)
    cup.started(table)
    refused = directed.rule(directed.other, ranks=[1, 2, 3, 4])
    assert problem(refused) == (403, "not-yours")
    assert directed.director in refused.json()["detail"]
    assert "`replace_result`" in refused.json()["detail"]

    seats = enumerate(table["seats"], 1)
    places = [{"player": seat["player"], "rank": rank, "score": 0} for rank, seat in seats]
    cup.done(other, "replace_result", round=1, table=1, places=places, reason="Time is up.")
    assert cup.closed(1)["rounds"][0]["tables"][0]["result"]["by"] == "ruling"


def test_a_game_with_the_tag_of_a_tournament_obeys_its_owner(directed: Directed) -> None:
    stranger = directed.cup.server.player("Tagger")
    tag = directed.cup.id.replace("-", "")
    opened = stranger.post("/v1/games", json={"ruleset": "minos", "seats": 2, "tags": [tag]})
    assert opened.status_code == 201, opened.text
    assert stranger.delete(f"/v1/games/{opened.json()['id']}").status_code == 204


def test_rules_6_1_and_9_1_a_director_who_is_appointed_later_rules_if_all_organisers_play(server: Server) -> None:
    cup = Cup(server, 3, sizes=[4])
    cup.players[cup.owner_id] = cup.owner
    cup.publish_first()
    (table,) = cup.playing(1)["tables"]
    cup.sit_down(table)
    cup.started(table)
    body = {"type": "adjudicate", "ranks": [1, 2, 3, 4], "reason": "Time is up."}
    refused = cup.owner.post(f"/v1/games/{table['game']}/rulings", json=body)
    assert problem(refused) == (409, "owner-plays")
    assert "appoint a director" in refused.json()["detail"]
    voiding: dict[str, Any] = {"round": 1, "table": 1, "reason": "Time is up."}
    assert problem(cup.act(cup.owner, "void_table", **voiding)) == (403, "own-result")

    director = cup.sign_up("Dirk")
    cup.done(cup.owner, "appoint", player=director, role="director")
    cup.done(cup.players[director], "void_table", **voiding)
    assert cup.closed(1)["rounds"][0]["tables"][0]["result"]["by"] == "void"
