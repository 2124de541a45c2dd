"""What stands on a board, from the pieces of a view: on the boards of titles, and of a title without one."""

import io
import json
from http import HTTPStatus
from typing import Any

import pytest
from rich.console import Console
from rich.text import Text

from service.terminal.connection.client import Client
from service.terminal.connection.game import RemoteGame
from service.terminal.display.board import Title, drawn, generic
from service.terminal.display.standing import Standing, cell, columns
from service.terminal.display.words import Names
from service.terminal.titles import TITLES
from tests.terminal.kit import scenes
from tests.terminal.replies import Reply, answering, problem

KINDS = {"siberia": {"worker", "salesman"}, "minos": {"ship", "soldier"}, "giganten": {"derrick", "truck"}}
"""The pieces of seats on the map."""


def piece(id_: str, kind: str, place: str, seat: int | None = None, count: int = 1, text: str = "") -> dict[str, Any]:
    return {"id": id_, "kind": kind, "place": place, "seat": seat, "count": count, "text": text}


def standing(*pieces: dict[str, Any]) -> Standing:
    return Standing({"pieces": {"items": pieces, "closed": ["place:b"]}})


def printed(title: Title, view: dict[str, Any], tables: dict[str, Any], names: Names) -> str:
    console = Console(width=80, file=io.StringIO())
    console.print(drawn(title, view, tables, names))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_equal_pieces_are_counted_and_every_seat_has_its_sign() -> None:
    found = standing(
        piece("soldier:0:a", "soldier", "place:a", 0),
        piece("soldier:0:a#2", "soldier", "place:a", 0),
        piece("ship:1:b", "ship", "place:b", 1, count=4, text="4"),
        piece("tile-a", "tile", "place:a", text="[?]"),
        piece("mark", "badge", "place:a", text="no sign"),
    )
    signs = {"soldier": "S{seat}", "ship": "s{seat}", "tile": "tile {text}"}

    assert Text.from_markup(found.signs(signs, "place:a", "place:b")).plain == "2S0tile [?] 4s1"
    assert found.signs(signs, "place:c") == ""
    assert list(found) == ["place:a", "place:b"]
    assert found.closed == {"place:b"}


def test_a_name_is_cut_to_the_room_that_the_signs_leave() -> None:
    assert cell("Vladivostok", "[red]S0[/]", 12, pad=9) == "Vladivost [red]S0[/]"
    assert cell("Ob", "S0", 12, pad=9) == "Ob        S0"
    assert columns("abcde", 2) == ["abc", "de"]
    assert columns("", 2) == ["", ""]


@pytest.mark.parametrize("title", KINDS)
def test_the_board_shows_the_pieces_of_every_seat_on_the_map(title: str) -> None:
    shown: set[str] = set()
    for scene, _ in scenes(title, 3, 3, {}, 40):
        pieces = [each for each in scene.view["pieces"]["items"] if each["kind"] in KINDS[title]]
        if title == "giganten":
            # a truck covers what is on its square
            pieces = {each["place"].partition(":")[2]: each for each in pieces}.values()
        board = printed(TITLES[title], scene.view, scene.tables, scene.names)
        for each in pieces:
            sign = TITLES[title].signs[each["kind"]].partition(":")[0].replace("{seat}", str(each["seat"]))
            assert sign in board, board
            shown.add(each["kind"])
    assert shown == KINDS[title]


def test_a_title_without_a_board_shows_its_pieces_by_their_names() -> None:
    pieces = [piece("king:1", "king", "square:e1", 1), piece("pawns", "pawn", "square:e2", count=2, text="2")]
    view = {"round": 1, "pieces": {"items": [*pieces, piece("x", "clock", "aside", text="5")], "closed": []}}
    names = Names(("Ada (0)", "Bob (1)"), {"king": "König", "e2": "the square e2"})
    board = re_spaced(printed(Title(board=generic), view, {}, names))

    assert "square e1 1 König Bob (1)" in board
    assert "the square e2 2 pawn\n" in board
    assert "aside 1 clock 5\n" in board


UNEXPECTED: list[Any] = [None, {}, {"items": [{}], "closed": []}, {"items": 7, "closed": []}, "text"]


@pytest.mark.parametrize("pieces", UNEXPECTED)
@pytest.mark.parametrize("title", TITLES)
def test_pieces_of_an_unexpected_form_leave_the_tables_of_the_view(title: str, pieces: Any) -> None:
    scene, _ = next(scenes(title, 3, 3, {}))

    assert "seen as" in printed(TITLES[title], {**scene.view, "pieces": pieces}, scene.tables, scene.names)


def test_a_server_of_an_earlier_release_is_asked_for_pieces_once() -> None:
    game: dict[str, Any] = {"ruleset": "minos", "status": "running", "seats": [], "data_set": "new"}

    def answer(path: str) -> Reply:
        if "pieces=true" in path:
            return problem(HTTPStatus.BAD_REQUEST, "there is no query parameter pieces here")
        return Reply(body=json.dumps({"version": 7} if "/view" in path else game).encode())

    with answering(answer) as (address, paths), Client(address) as client:
        remote = RemoteGame(client, "g")
        assert [remote.view(), remote.view(3)] == [{"version": 7}, {"version": 7}]

    assert [path.partition("/view")[2] for path in paths[1:]] == ["?pieces=true", "", "?at=3"]


def re_spaced(text: str) -> str:
    """Return a text with single spaces."""
    return "\n".join(" ".join(line.split()) for line in text.splitlines())
