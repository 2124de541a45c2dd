"""The ranking that results show: resigned seats are last, and a game that every player gave up has no winner."""

from collections.abc import Sequence

import pytest

from domain.game.events import GameOpened, Seed
from domain.game.game import Game, Occupant
from domain.kernel.values import Place
from domain.ledger.records import tip_of_new
from projections.following import Followed
from projections.ranking import ranking, ranking_of, winners_of
from projections.rows.ratings import finishes
from projections.rows.results import result_row

SEED = Seed("00" * 32)


def ended(*seats: tuple[str, int] | tuple[str, int, str]) -> Game:
    """A game that has ended: player, rank by the rules, and the bot that played on for a player who resigned."""
    occupants: list[Occupant | None] = []
    places: list[Place] = []
    for seat, (player, rank, *bot) in enumerate(seats):
        resigned = player if bot else None
        occupants.append(Occupant(f"bot:{bot[0]}" if bot else player, "00" * 32, "server", resigned))
        places.append(Place(seat, rank, 100 - rank, ()))
    opened = GameOpened(
        ruleset="minos", ruleset_version=1, data_set="x", data_digest="x", options={}, seats=len(seats),
        visibility="public", owner="player:a", seed_commitment="x", secret=SEED,
    )  # fmt: skip
    return Game(
        tip=tip_of_new("00000000-0000-4000-8000-000000000000"),
        opened=opened,
        opened_at="2026-11-20T12:00:00.000000Z",
        status="ended",
        occupants=tuple(occupants),
        decided=(0,) * len(seats),
        places=tuple(sorted(places, key=lambda place: place.rank)),
    )


def ranks(places: Sequence[Place]) -> list[tuple[int, int]]:
    return [(place.seat, place.rank) for place in places]


def test_a_resigned_seat_is_last_and_the_others_move_up() -> None:
    game = ended(("player:a", 1, "careful"), ("player:b", 2), ("player:c", 3))

    assert ranks(ranking_of(game)) == [(1, 1), (2, 2), (0, 3)]
    assert winners_of(game) == (1,)
    assert ranks(game.places) == [(0, 1), (1, 2), (2, 3)]


def test_resigned_seats_share_the_last_rank_and_stand_by_score() -> None:
    game = ended(("player:a", 1, "careful"), ("player:b", 3), ("player:c", 2, "careful"), ("player:d", 3))

    assert ranks(ranking_of(game)) == [(1, 1), (3, 1), (0, 3), (2, 3)]
    assert winners_of(game) == (1, 3)


def test_without_resignations_the_places_are_those_of_the_rules() -> None:
    game = ended(("player:a", 2), ("bot:random", 1), ("player:c", 2))

    assert ranking_of(game) == game.places
    assert winners_of(game) == (1,)


def test_nobody_wins_when_all_players_resign_and_nothing_is_rated() -> None:
    game = ended(("player:a", 1, "careful"), ("player:b", 2, "careful"))
    row = result_row(Followed(game, 3, is_foreign=False, asked=()))

    assert ranks(ranking_of(game)) == [(0, 2), (1, 2)]
    assert winners_of(game) == ()
    assert row is not None
    assert [(seat.seat, seat.rank, seat.won) for seat in row.seats] == [(0, 2, False), (1, 2, False)]
    assert finishes(row) == ()


def test_a_bot_of_the_start_does_not_win_where_all_people_resigned() -> None:
    assert winners_of(ended(("player:a", 1, "careful"), ("bot:random", 2))) == ()
    assert winners_of(ended(("player:a", 1, "careful"), ("bot:random", 2), ("player:c", 3))) == (1,)
    assert winners_of(ended(("bot:random", 1), ("bot:careful", 2))) == (0,)


@pytest.mark.parametrize("resigned", [(), (0,), (1,), (0, 1), (0, 1, 2)])
def test_rank_1_belongs_to_seats_that_stayed(resigned: tuple[int, ...]) -> None:
    places = tuple(Place(seat, 1, 7, ()) for seat in range(3))

    assert {place.seat for place in ranking(places, resigned) if place.rank == 1} == set(range(3)) - set(resigned)
