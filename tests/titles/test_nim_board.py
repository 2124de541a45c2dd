"""A title without a board."""

from tests.titles.server import NimServer


def test_a_title_without_a_board_says_so(server: NimServer) -> None:
    answer = server.client().get("/v1/rulesets/nim/board.svg")

    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")
    assert "nim has no board" in answer.json()["detail"]
