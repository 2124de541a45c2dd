"""What stands on the boards: every piece of a view once, at its place, where the picture has room for it."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest

from domain.minos.board import harbour_of
from projections.boards.pieces import placing, with_pieces
from projections.history import FULL, AnyViewer
from projections.views import VIEWS
from projections.views.common import Part
from projections.views.pieces import Piece, Pieces
from projections.views.siberia.parts import SiberiaView
from tests.games.folded import batches_of
from tests.games.golden_games import FOLDER
from tests.projections.pictures import PRINTED, picture, pieces, places
from tests.projections.standing import standing

GAMES = {
    "giganten": ("giganten-1-giochirari-2001-4-careful", "giganten-1-kurz-3-careful"),
    "siberia": ("siberia-1-booklet-4-careful", "siberia-1-busy-4"),
    "minos": ("minos-1-advanced-4-careful", "minos-1-directed-fish"),
}
STEP = 7
DATA_SETS = dict(PRINTED)

titles = pytest.mark.parametrize("title", GAMES)


@cache
def shown(title: str, viewer: AnyViewer = None) -> list[tuple[Any, Pieces]]:
    """Return every seventh view of the games of a title with what stands on the board."""
    found: list[tuple[Any, Pieces]] = []
    for name in GAMES[title]:
        after = [batch.after for batch in batches_of(FOLDER / f"{name}.jsonl.gz")]
        started = [game for game in after if game.state is not None]
        for game in (*started[::STEP], started[-1]):
            if viewer != FULL or game.is_over:
                view = VIEWS[title](game, viewer)
                found.append((view, placing(title, game.opened.data_set)(view)))
    return found


def of(pieces_there: Pieces, kind: str, place: str = "") -> list[Piece]:
    """Return the pieces of a kind, at the places that begin like this."""
    return [each for each in pieces_there.items if each.kind == kind and each.place.startswith(place)]


def middles(title: str, there: Pieces) -> Iterator[tuple[Piece, float, float]]:
    """Yield the pieces with their middles on the picture."""
    on_board = places(picture(title, DATA_SETS[title]))
    for piece in there.items:
        x, y = on_board[piece.place].centre
        yield piece, x + piece.offset[0], y + piece.offset[1]


@pytest.mark.parametrize("viewer", [None, 0, FULL])
@titles
def test_every_piece_of_a_view_stands_once_at_its_place(title: str, viewer: AnyViewer) -> None:
    for view, there in shown(title, viewer):
        found: Counter[tuple[str, int | None, str]] = Counter()
        for piece in there.items:
            found[piece.kind, piece.seat, piece.place] += piece.count
        # figures are also written where nothing is left
        read = standing(title, msgspec.json.decode(msgspec.json.encode(view)))
        assert {piece: count for piece, count in found.items() if count} == read, view.version


@titles
def test_pieces_have_ids_of_their_own_and_places_of_the_picture(title: str) -> None:
    root = picture(title, DATA_SETS[title])
    on_board, (_, _, width, height) = places(root), map(float, root.attrib["viewBox"].split())
    anchors: set[str] = set()
    for _, there in shown(title):
        ids = [piece.id for piece in there.items]
        assert len(ids) == len({*ids})
        assert {piece.place for piece in there.items} <= {*on_board}
        assert {*there.closed} <= {*on_board}
        assert not {*ids} & {*on_board}, "an id is that of a piece or of a place"
        for _, x, y in middles(title, there):
            assert 0 < x < width
            assert 0 < y < height
        anchors |= {each.partition(":")[0] for each in ids if ":" in each}
    # licences and cards are anchors, too; they lie next to the board
    assert anchors == pieces(title) - {"licences", "card"}


@titles
def test_pieces_of_a_seat_have_its_number_and_no_two_cover_each_other(title: str) -> None:
    marked = {"truck", "train", "derrick", "ship", "soldier", "worker", "salesman", "pawn", "barrel"}
    for _, there in shown(title):
        points = Counter((piece.kind, round(x), round(y)) for piece, x, y in middles(title, there))
        assert max(points.values()) == 1
        assert all(
            (piece.seat is not None) for piece in there.items if piece.kind in marked and "black" not in piece.id
        )


@titles
def test_four_equal_pieces_are_one_with_a_figure(title: str) -> None:
    for _, there in shown(title):
        for piece in there.items:
            if piece.count >= 4:
                assert str(piece.count) in piece.text
            if piece.kind in {"ship", "soldier", "pawn", "worker", "salesman"} and piece.count == 1:
                assert piece.text == ""


def test_tiles_of_giganten_show_their_value_to_those_who_know_it_alone() -> None:
    for viewer in (None, 0):
        for view, there in shown("giganten", viewer):
            wanted = {f"site:{site.square}": site.value for site in view.sites if site.status == "tile"}
            found = {each.place: each.text for each in of(there, "tile")}
            assert found == {place: "?" if value is None else str(value) for place, value in wanted.items()}
    assert any(each.text != "?" for _, there in shown("giganten", 0) for each in of(there, "tile"))


def test_trucks_of_giganten_on_one_square_stand_side_by_side() -> None:
    found: set[int] = set()
    for _, there in shown("giganten"):
        squares = Counter(truck.place for truck in of(there, "truck"))
        for square, count in squares.items():
            offsets = [truck.offset for truck in of(there, "truck", square) if truck.place == square]
            assert sum(x for x, _ in offsets) == pytest.approx(0)
            found.add(count)
    assert 2 in found


def test_the_black_train_of_giganten_stops_at_the_flag() -> None:
    for view, there in shown("giganten"):
        (train,) = (each for each in of(there, "train") if each.seat is None)
        assert train.id == "train:black"
        assert train.place == f"track:black:{min(view.black_train, view.black_train_end)}"


def test_tokens_of_siberia_lie_in_the_slots_of_the_panel() -> None:
    root = picture("siberia", DATA_SETS["siberia"])
    slots: set[tuple[float, float]] = set()
    for node in root.iter():
        if node.get("class") == "slot":
            x, y, width, height = (float(node.attrib[side]) for side in ("x", "y", "width", "height"))
            slots.add((x + width / 2, y + height / 2))
    for _, there in shown("siberia"):
        for piece, x, y in middles("siberia", there):
            if piece.place.startswith("column:") and piece.kind in {"token", "tile"}:
                assert (x, y) in slots
    assert len(slots) == 4 * 10 * 2


def test_salesmen_of_siberia_stand_in_the_head_of_their_tile() -> None:
    on_board = places(picture("siberia", DATA_SETS["siberia"]))
    sides: set[str] = set()
    for view, there in shown("siberia"):
        assert isinstance(view, SiberiaView)
        up = dict(zip((each.exchange for each in view.exchanges[1:]), view.sides, strict=False))
        for piece in of(there, "salesman"):
            side = on_board[piece.place].element.attrib["data-side"]
            assert up.get(piece.place.partition(":")[2], "") == side
            assert piece.offset[1] // 26 * 26 <= (-82 if side == "B" else -40)
            sides.add(side)
    assert sides == {"", "A", "B"}


def test_places_of_siberia_out_of_play_are_closed() -> None:
    for view, there in shown("siberia"):
        spent = {f"place:{area.area}" for area in view.areas if area.exhausted}
        assert {each for each in there.closed if each.startswith("place:")} == spent
        open_tiles = {f"tile:{column}" for column in view.investments}
        assert not open_tiles & {*there.closed}
        exchanges = {each for each in places(picture("siberia", DATA_SETS["siberia"])) if each.startswith("exchange:")}
        there_now = {f"exchange:{each.exchange}" for each in view.exchanges}
        assert {each for each in there.closed if each in exchanges} == (exchanges - there_now if view.sides else set())


def test_pieces_of_minos_next_to_a_field_stand_away_from_its_name_and_harbour() -> None:
    root = picture("minos", DATA_SETS["minos"])
    on_board = places(root)
    labels = {text.text: text for text in root.iter() if "name" in (text.get("class") or "").split()}
    sides: set[bool] = set()
    for view, there in shown("minos"):
        fields = {f"place:{each.field}" for each in view.fields}
        for soldier in of(there, "soldier"):
            if soldier.place not in fields:
                continue
            x, y = on_board[soldier.place].centre
            label = labels.get(on_board[soldier.place].name)
            right = soldier.offset[0] > 0
            if label is not None and abs(float(label.attrib["y"]) - 8 - y) < 1:
                assert right == (float(label.attrib["x"]) < x), soldier.place
            else:
                harbour = on_board[f"place:{harbour_of(soldier.place.removeprefix('place:'))}"]
                assert right == (harbour.centre[0] <= x + 8), soldier.place
            sides.add(right)
    assert sides == {True, False}


def test_closed_places_of_minos_are_covered_fields_and_symbols_that_no_die_shows() -> None:
    kinds: set[str] = set()
    for view, there in shown("minos"):
        covered = {f"place:{each.field}" for each in view.fields if each.covered}
        assert {each for each in there.closed if each.startswith("place:")} == covered
        kinds |= {each.partition(":")[0] for each in there.closed}
        for each in there.closed:
            assert not [piece for piece in there.items if piece.place == each and piece.kind == "badge"]
    assert "die" in kinds


@titles
def test_a_view_with_pieces_has_them_and_is_otherwise_the_same(title: str) -> None:
    for view, there in shown(title):
        place = placing(title, DATA_SETS[title])
        full = msgspec.to_builtins(with_pieces(view, place))
        assert full.pop("pieces") == msgspec.to_builtins(there)
        assert full == msgspec.to_builtins(view)


def test_a_title_without_a_board_has_no_pieces() -> None:
    class Other(Part, frozen=True):
        """A view of another title."""

        heaps: tuple[int, ...]

    place = placing("nim", "standard")
    view = Other((3, 4))
    assert place(view) == Pieces((), ())
    assert with_pieces(view, place) is view
