"""The end of a game that all players but one have left (X28).

The rules are silent about players who leave. A bot plays their seats, which is no game for the last player.
"""

from domain.game.events import GameEnded, OthersLeft
from domain.game.game import Game
from domain.kernel.values import Event, Place, Seat


def end_if_alone(game: Game, leaving: Seat) -> list[Event]:
    """Return the end of a running game whose seat `leaving` goes to a bot; empty while two or more people play on.

    A game that fewer than two people started, or whose terms say that it is played on, does not end.
    """
    if game.opened.others_left != "end" or game.people < 2:  # noqa: PLR2004 - two people play against each other
        return []
    left = [
        seat
        for seat, occupant in enumerate(game.occupants)
        if seat != leaving and occupant is not None and not occupant.is_bot
    ]
    return [OthersLeft(left[0]), GameEnded(_places(game, left[0]))] if len(left) == 1 else []


def _places(game: Game, first: Seat) -> tuple[Place, ...]:
    """Return the seat `first` as the winner, and the others by what their scores are at this moment."""
    parts = [game.ruleset.parts_of(game.state, seat) for seat in range(game.opened.seats)]
    scores = [sum(part.amount for part in of_seat) for of_seat in parts]
    others = [score for seat, score in enumerate(scores) if seat != first]
    ranks = [1 if seat == first else 2 + sum(other > score for other in others) for seat, score in enumerate(scores)]
    places = (Place(seat, ranks[seat], scores[seat], parts[seat]) for seat in range(game.opened.seats))
    return tuple(sorted(places, key=lambda place: (place.rank, place.seat)))
