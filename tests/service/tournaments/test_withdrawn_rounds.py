"""Rounds that are withdrawn after one of their games was cancelled (rule 4.5)."""

from pathlib import Path

from tests.service.kit import problem
from tests.service.server import Server
from tests.service.tournaments.kit import Cup, checked_bundle


def test_rule_4_5_a_round_is_withdrawn_after_a_game_was_cancelled_before_its_start(
    server: Server, tmp_path: Path
) -> None:
    cup = Cup(server, 8, format={"type": "swiss", "rounds": 1})
    cup.publish_first()
    first, second = cup.playing(1)["tables"]
    cancelled = cup.owner.delete(f"/v1/games/{first['game']}")
    assert cancelled.status_code == 204, cancelled.text
    cup.until(lambda found: found["rounds"][0]["tables"][0]["result"] is not None)
    swapped = [table["seats"][0]["player"] for table in (first, second)]
    refused = cup.act(cup.owner, "swap_players", round=1, players=swapped, reason="They are neighbours.")
    assert problem(refused) == (409, "game-started")
    assert "was cancelled before its start" in refused.json()["detail"]

    cup.done(cup.owner, "withdraw_round", round=1, reason="The game of table 1 was cancelled.")
    cup.done(cup.owner, "lift_hold")
    cup.done(cup.owner, "publish_round", round=1)
    cup.play(1)
    cup.until(lambda found: found["status"] == "finished")
    checked_bundle(cup.owner, cup.url, tmp_path)


def test_rule_4_5_a_round_with_a_started_game_stays(server: Server) -> None:
    cup = Cup(server, 4)
    cup.publish_first()
    (table,) = cup.playing(1)["tables"]
    cup.sit_down(table)
    cup.started(table)
    refused = cup.act(cup.owner, "withdraw_round", round=1, reason="Again.")
    assert problem(refused) == (409, "game-started")
    assert "the game of table 1 has started" in refused.json()["detail"]
