"""What happens in Nim."""

from typing import Annotated

from msgspec import Meta

from domain.kernel.values import Draw, Event, Seat, Value

Heap = Annotated[int, Meta(ge=0, description="A heap, from 0.")]
Draws = Annotated[tuple[Draw, ...], Meta(description="The draws: pairs of the number of outcomes and the outcome.")]
Player = Annotated[int, Meta(ge=0, description="A seat, from 0.")]


class FirstPlayerDrawn(Event, frozen=True, tag="nim.first_player_drawn"):
    """The first player is known (1.2). There is no draw if an option names the seat."""

    seat: Player
    draws: Draws


class Favourite(Value, frozen=True):
    """A favourite heap and its draw."""

    heap: Heap
    draws: Draws


class FavouriteDrawn(Event, frozen=True, tag="nim.favourite_drawn"):
    """A seat has drawn its favourite heap (1.3). Only this seat knows which one."""

    seat: Player
    secret: Favourite

    @property
    def known_to(self) -> tuple[Seat, ...]:
        """The seats that know the secret."""
        return (self.seat,)


class ObjectsTaken(Event, frozen=True, tag="nim.objects_taken"):
    """A player took objects from a heap (2.2, 2.3)."""

    seat: Player
    heap: Heap
    number: Annotated[int, Meta(ge=1, description="How many objects were taken.")]


class TurnStarted(Event, frozen=True, tag="nim.turn_started"):
    """The turn of a player began (2.1)."""

    seat: Player


class PlayEnded(Event, frozen=True, tag="nim.play_ended"):
    """All heaps are empty (3.1)."""
