"""Players who take over seats in games of a tournament are in its standings (rules 6.3 and 6.5)."""

import pytest

from tests.replies import ok
from tests.service.server import Server
from tests.service.tournaments.kit import Cup


@pytest.mark.parametrize("has_withdrawn", [True, False])
def test_rule_6_5_a_replacement_has_the_points(server: Server, has_withdrawn: bool) -> None:
    cup = Cup(server, 4, format={"type": "swiss", "rounds": 1})
    cup.register_all()
    other = cup.sign_up("Otto")
    if has_withdrawn:
        cup.done(cup.players[other], "register")
        cup.done(cup.players[other], "leave")
    cup.done(cup.owner, "publish_round", round=1)
    (table,) = cup.playing(1)["tables"]
    cup.sit_down(table)
    cup.started(table)

    game = f"/v1/games/{table['game']}"
    offer = {"type": "replace_player", "seat": 0, "player": other, "reason": "The player is ill."}
    assert cup.owner.post(f"{game}/rulings", json=offer).status_code == 201
    assert cup.players[other].put(f"{game}/seats/0").status_code == 200
    cup.end(table)
    found = cup.until(lambda now: now["status"] == "ended")

    rows = {row["player"]: row["points"] for row in ok(cup.owner.get(f"{cup.url}/standings")).json()["rows"]}
    assert (rows[other], rows[table["seats"][0]["player"]]) == ("5", "0")
    assert found["places"][0]["player"] == other
