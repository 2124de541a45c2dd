"""The ranking of a finished game: the places by the rules, with resigned seats moved to the end.

The log keeps the places by the rules. A bot played a resigned seat to the end, so that its score says nothing about
the player. Results, certificates and ratings use the ranking of this module.
"""

from collections.abc import Collection, Mapping, Sequence

from msgspec.structs import replace

from domain.game.game import Game
from domain.kernel.values import Place, Seat

_FIRST_LOSER = 2
"""The best rank of a seat that did not win."""


def ranking(places: Sequence[Place], resigned: Collection[Seat]) -> tuple[Place, ...]:
    """Return the places, best first, with the resigned seats last.

    The other seats move up. Resigned seats share the rank after them, which is 2 at best: rank 1 stays vacant when
    every seat has resigned.
    """
    ranks = ranks_after({place.seat: place.rank for place in places}, resigned)
    return tuple(sorted((replace(place, rank=ranks[place.seat]) for place in places), key=lambda place: place.rank))


def ranks_after(ranks: Mapping[Seat, int], resigned: Collection[Seat]) -> Mapping[Seat, int]:
    """Return the ranks of the ranking by seat, from those by the rules."""
    stayed = [rank for seat, rank in ranks.items() if seat not in resigned]
    last = max(_FIRST_LOSER, 1 + len(stayed))
    return {
        seat: last if seat in resigned else 1 + sum(other < rank for other in stayed) for seat, rank in ranks.items()
    }


def resigned_seats(game: Game) -> tuple[Seat, ...]:
    """Return the seats whose players resigned."""
    return tuple(seat for seat, occupant in enumerate(game.occupants) if occupant and occupant.resigned)


def ranking_of(game: Game) -> tuple[Place, ...]:
    """Return the ranking of a game; empty until it has ended. The ranks of an adjudicated game stand as given."""
    if game.is_adjudicated:
        return game.places
    return ranking(game.places, resigned_seats(game))


def winners_of(game: Game) -> tuple[Seat, ...]:
    """Return the seats that won a game.

    These are the seats of rank 1. No seat wins if every human player has resigned, because only bots have finished the
    game; the owner who adjudicates a game decides who has won it.
    """
    resigned = resigned_seats(game)
    has_people = any(occupant and not occupant.is_bot for occupant in game.occupants)
    if resigned and not has_people and not game.is_adjudicated:
        return ()
    return tuple(place.seat for place in ranking_of(game) if place.rank == 1)
