"""A projection that drops an event by a rule of its own is found, though a rebuild drops it as well."""

# what is planted goes by the names of things, not by their types
# pyright: reportUnknownLambdaType=false, reportUnknownMemberType=false
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from projections import following
from service.lists.tables import lobby, ratings, results, seats
from tests.faults.checks import check_tables
from tests.readmodels.kit import evening, world


def resignations(patch: pytest.MonkeyPatch) -> None:
    """Seats that were given up are not reported."""
    follow = following.follow

    def changed(before: Any, entries: Any, *, is_foreign: bool) -> Any:
        kept = [entry for entry in entries if entry.record.type != "game.seat_resigned"]
        return follow(before, kept, is_foreign=is_foreign)

    patch.setattr("service.lists.log.follow", changed)


def ends(patch: pytest.MonkeyPatch) -> None:
    """The lobby does not hear of games that have ended."""
    lobby_row = lobby.lobby_row
    patch.setattr(
        lobby,
        "lobby_row",
        lambda followed: (
            replace(lobby_row(followed), status="running") if followed.game.status == "ended" else lobby_row(followed)
        ),
    )


def sitters(patch: pytest.MonkeyPatch) -> None:
    """Who has given up a seat is forgotten."""
    patch.setattr(
        lobby,
        "sitters",
        lambda followed: sorted({one.player for one in followed.game.occupants if one and not followed.is_foreign}),
    )


def decisions(patch: pytest.MonkeyPatch) -> None:
    """Nobody is asked anything."""
    seat_rows = seats.seat_rows
    patch.setattr(
        seats, "seat_rows", lambda followed: [replace(row, decision=None, since=None) for row in seat_rows(followed)]
    )


def bots(patch: pytest.MonkeyPatch) -> None:
    """Bots are awaited nowhere."""
    patch.setattr(seats, "bot_awaited", lambda _: None)


def resigned_results(patch: pytest.MonkeyPatch) -> None:
    """A game in which a player gave up has no result."""
    result_row = results.result_row

    def changed(followed: Any) -> Any:
        row = result_row(followed)
        return None if row and any(seat.resigned for seat in row.seats) else row

    patch.setattr(results, "result_row", changed)


def rated_games(patch: pytest.MonkeyPatch) -> None:
    """Games of two are not rated."""
    finishes = ratings.finishes
    patch.setattr(ratings, "finishes", lambda row: () if len(row.seats) == 2 else finishes(row))


@pytest.mark.parametrize(
    "plant", [resignations, ends, sitters, decisions, bots, resigned_results, rated_games], ids=lambda it: it.__name__
)
def test_what_a_projection_drops_is_found(
    plant: Callable[[pytest.MonkeyPatch], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = written(tmp_path)
    plant(monkeypatch)

    with pytest.raises(AssertionError, match="instead of"):
        check_tables(database)


def test_where_nothing_is_dropped_nothing_is_found(tmp_path: Path) -> None:
    check_tables(written(tmp_path))


def written(folder: Path) -> str:
    """Return the database of an evening, whose tables have not followed the log yet."""
    database = f"sqlite:///{folder}/games.db"
    with world(database) as opened:
        opened.append(evening())
    return database
