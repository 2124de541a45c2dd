"""Ratings: which games count and how, to the last digit."""

from collections.abc import Sequence

import pytest

from domain.kernel.values import Place
from projections.ranking import ranking
from projections.rows.ratings import MU, SIGMA, Finish, Rating, finishes, rate
from projections.rows.results import ResultRow, SeatResult

NEW = Rating()


def result(*seats: tuple[str, int] | tuple[str, int, str]) -> ResultRow:
    """A result of seats: player, rank by the rules, and the bot that has played on for who resigned."""
    bots = {number: bot[0] for number, (_, _, *bot) in enumerate(seats) if bot}
    places = [Place(number, rank, 0, ()) for number, (_, rank, *_) in enumerate(seats)]
    ranked = ranking(sorted(places, key=lambda place: place.rank), bots)
    rows = tuple(
        SeatResult(place.seat, seats[place.seat][0], place.rank, 0, place.seat in bots, bots.get(place.seat))
        for place in ranked
    )
    at = "2026-11-20T12:00:00.000000Z"
    return ResultRow("g", "minos", 1, 40, at, at, at, "player:a", "reconstruction-1", "goblins", {}, rows)


def ranks(of: Sequence[Finish]) -> list[int]:
    return [finish.rank for finish in of]


def test_players_finish_as_they_ranked_by_seat() -> None:
    found = finishes(result(("player:b", 2), ("player:a", 1), ("player:c", 3)))

    assert found == (Finish("player:b", 2), Finish("player:a", 1), Finish("player:c", 3))


def test_equals_share_a_rank() -> None:
    assert ranks(finishes(result(("player:a", 2), ("player:b", 1), ("player:c", 2)))) == [2, 1, 2]


def test_who_gave_up_is_last_whatever_the_bot_has_made_of_it() -> None:
    assert ranks(finishes(result(("player:a", 1, "careful"), ("player:b", 2), ("player:c", 3)))) == [3, 1, 2]
    assert ranks(finishes(result(("player:a", 1, "careful"), ("player:b", 2), ("player:c", 3, "careful")))) == [2, 1, 2]
    assert finishes(result(("player:a", 1, "careful"), ("player:b", 2, "careful"))) == ()


@pytest.mark.parametrize(
    "row",
    [
        result(("player:a", 1), ("bot:careful", 2)),
        result(("player:a", 1), ("guest:x", 2)),
        result(("player:a", 1), ("player:b", 2), ("bot:random", 3)),
        result(("player:a", 1), ("player:a", 2)),
    ],
)
def test_games_with_bots_or_guests_are_not_rated(row: ResultRow) -> None:
    assert finishes(row) == ()


def test_ratings_after_a_game_are_these_to_the_last_digit() -> None:
    """Worked out with openskill by hand; another number here is another meaning of every rating there is."""
    assert rate([NEW, NEW, NEW], [1, 2, 3]) == (
        Rating(27869048, 8205243),
        Rating(25717262, 8058224),
        Rating(21413689, 8058224),
    )
    assert rate([NEW, NEW], [1, 1]) == (Rating(25000000, 8065901), Rating(25000000, 8065901))


def test_the_order_of_players_does_not_matter() -> None:
    a, b, c = Rating(27_000_001, 7_000_003), Rating(24_999_999, 8_100_000), Rating(20_000_000, 5_000_000)

    forward = rate([a, b, c], [1, 2, 2])
    backward = rate([c, b, a], [2, 2, 1])

    assert forward == backward[::-1]


def test_a_winner_rises_a_loser_falls_and_both_are_better_known() -> None:
    winner, loser = rate([NEW, NEW], [1, 2])

    assert loser.mu < MU < winner.mu
    assert winner.sigma < SIGMA > loser.sigma
    assert winner.ordinal == winner.mu - 3 * winner.sigma
