"""Standing orders from the terminal: set, list, cancel, and what is misused."""

from pathlib import Path

from tests.replies import ok
from tests.service.kit import player_in_game
from tests.service.server import Server
from tests.service.test_terminal import terminal, token_of


def test_orders_are_set_listed_and_cancelled(server: Server, tmp_path: Path) -> None:
    player, game = player_in_game(server)
    token = token_of(player)

    def run(*arguments: str) -> tuple[int, str]:
        done = terminal(server.base, tmp_path, "orders", game, *arguments, LUDOLOG_TOKEN=token, COLUMNS="200")
        return done.returncode, done.stdout + done.stderr

    shown = run()
    assert shown[0] == 0, shown[1]
    assert shown == (0, "Your seat has no standing orders in this game.\n")
    sent = ("--send", "giganten.bid value<=7", "--send", "giganten.pass_bid", "--when", "/auction/company = hudson")
    code, shown = run(*sent, "--until", "/players/0/money < 3000", "--until-event", "giganten.bid_placed", "--round")
    assert code == 0, shown
    assert "giganten.bid, giganten.pass_bid; this round; stands; decided 0 times" in shown
    (order,) = ok(player.get(f"/v1/games/{game}/orders")).json()["items"]
    terms = order["terms"]
    assert terms["commands"][0]["number"] == {"field": "value", "pick": "lowest", "at_most": 7, "at_least": None}
    assert terms["when"] == [{"path": "/auction/company", "test": "equal", "value": "hudson"}]
    assert terms["until"] == [{"path": "/players/0/money", "test": "below", "value": 3000}]
    assert terms["until_events"] == [{"type": "giganten.bid_placed", "by": None}]

    code, shown = run("--cancel", order["id"])
    assert code == 0, shown
    assert "ended (cancelled)" in shown
    assert run("--cancel", "../stream")[0] == 1
    for wrong in (("--round",), ("--send", "giganten.bid value~7"), ("--only-choice", "--when", "money < 3")):
        code, shown = run(*wrong)
        assert code == 2, shown
    code, shown = run("--send", "giganten.fly")
    assert code == 2
    assert "giganten.fly" in shown
