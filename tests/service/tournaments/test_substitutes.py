"""Substitutes and the players of a table that wait for one another (rule 2.6)."""

from tests.replies import ok
from tests.service.kit import problem
from tests.service.server import Server
from tests.service.tournaments.kit import Cup


def test_rule_2_6_the_players_of_a_table_have_time_before_substitutes(server: Server) -> None:
    cup = Cup(server, 4)
    stand_in = cup.sign_up("Stand-in")
    for player, client in cup.players.items():
        cup.done(client, "join_substitutes" if player == stand_in else "register")
    cup.done(cup.owner, "publish_round", round=1)
    (table,) = cup.playing(1)["tables"]
    *_, last = table["seats"]
    seat = f"/v1/games/{table['game']}/seats/{last['seat']}"
    for _ in range(3):
        # nothing happens in this time, in which the service would take a step that is due now
        wait = {"after": cup.read()["version"], "wait": 1}
        assert ok(cup.owner.get(f"{cup.url}/events", params=wait)).json()["items"] == []
        assert problem(cup.players[stand_in].put(seat)) == (409, "seat-reserved")
    cup.sit_down(table)
    cup.started(table)
