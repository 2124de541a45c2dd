"""The deletion of an account ends its challenges, and no table of meetings has its id afterwards."""

from tests.replies import ok
from tests.service.kit import erase, identity, problem
from tests.service.meeting.kit import challenged, ended_game, pair
from tests.service.server import Server
from tests.service.talk.test_erased_texts import tables_with


def test_no_meeting_has_a_deleted_player(server: Server) -> None:
    ada, bea = pair(server)
    cy = server.player("Cy")
    me = identity(ada)
    game = ended_game(ada, bea)
    mine, hers = challenged(ada, cy)["id"], challenged(bea, ada)["id"]
    rematch = ok(bea.post(f"/v1/games/{game}/rematches")).json()["id"]
    declined = challenged(cy, ada)["id"]
    ok(ada.post(f"/v1/challenges/{declined}/refusals", json={"reason": "clock"}))
    played = challenged(ada, bea)["id"]
    ok(bea.post(f"/v1/challenges/{played}/acceptances"))
    ok(ada.post(f"/v1/games/{played}/resignations"), 201)
    assert {name for name in tables_with(server, me) if "meeting" in name} == {"meetings", "meeting_players"}

    assert erase(ada).status_code == 204

    assert {name for name in tables_with(server, me) if "meeting" in name} == set()
    for who, meeting, state in (
        (cy, mine, "cancelled"),
        (bea, hers, "cancelled"),
        (bea, rematch, "cancelled"),
        (cy, declined, "declined"),
        (bea, played, "started"),
    ):
        found = ok(who.get(f"/v1/challenges/{meeting}")).json()
        assert (found["state"], found["declined_by"]) == (state, None)
        assert [each["player"] for each in found["players"]] == [identity(who)]
    assert problem(bea.post(f"/v1/challenges/{hers}/acceptances")) == (409, "not-possible")
    assert problem(bea.post(f"/v1/games/{game}/rematches")) == (409, "not-possible")
