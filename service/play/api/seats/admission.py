"""Who may take a free seat of an open game, apart from the rules of the log: what the service knows of people.

The slices above register what they check. A seat that was reserved for a player is for this player.
"""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import msgspec

from domain.game.codecs import LOBBY_CODEC
from domain.game.events import REGISTERED, SeatLeft, SeatTaken
from domain.game.game import Game, seat_of
from domain.game.reservations import reserved_for
from domain.kernel.codec import type_name
from domain.kernel.values import Seat, Value
from service.core.http.problems import ProblemError
from service.play.loaded import Loaded

NOT_ADMITTED = "you cannot take a seat in this game: choose another one, or open one yourself"
"""The detail of a refusal whose reason is nobody's business."""

_TAKEN, _LEFT = type_name(SeatTaken), type_name(SeatLeft)


class Applicant(Value, frozen=True):
    """A player who wants a seat of an open game of another player."""

    player: str
    game: Game
    seat: Seat
    despite_blocks: bool
    """Whether the player wants the seat although someone sits there whom the player has blocked."""

    @property
    def is_chosen(self) -> bool:
        """Whether the opener has reserved the seat for this player, or for the holder of an invitation."""
        return reserved_for(self.game, self.seat) is not None


Check: TypeAlias = Callable[[Applicant], Awaitable[None]]
"""Raises a problem if the applicant may not have the seat."""


class Admission:
    """What is checked before a player takes a seat."""

    def __init__(self) -> None:
        self.checks: list[Check] = []

    async def check(self, loaded: Loaded, player: str, seat: Seat, *, despite_blocks: bool = False) -> None:
        """Raise a problem if a player may not have a free seat. Whoever sits in the game, or opened it, may."""
        game = loaded.game
        if game.status != "open" or not 0 <= seat < game.opened.seats or game.occupants[seat] is not None:
            # the rules refuse it, or a ruling offers the seat
            return
        if player == game.opened.owner or seat_of(game, player) is not None:
            return
        if player in removed_from(loaded):
            raise ProblemError("not-possible", f"the owner has removed you from this game: {NOT_ADMITTED}")
        applicant = Applicant(player, game, seat, despite_blocks)
        for check in self.checks:
            await check(applicant)


class _OfSeat(Value, frozen=True):
    seat: Seat
    player: str = ""


def removed_from(loaded: Loaded) -> frozenset[str]:
    """Return the players whose seats the owner of a game has freed, according to the senders in its log."""
    owner = loaded.game.opened.owner
    seated: dict[Seat, str] = {}
    removed: set[str] = set()
    for entry in loaded.entries:
        kind = entry.record.type
        if kind not in LOBBY_CODEC.types:
            continue
        if kind == _TAKEN:
            of = msgspec.json.decode(entry.record.data, type=_OfSeat)
            seated[of.seat] = of.player
        elif kind == _LEFT:
            left = seated.pop(msgspec.json.decode(entry.record.data, type=_OfSeat).seat, "")
            is_by_owner = entry.origin is not None and entry.origin.sender == owner
            if is_by_owner and left != owner and left.startswith(REGISTERED):
                removed.add(left)
    return frozenset(removed)
