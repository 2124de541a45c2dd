"""The rows of seats: who plays where, whose turn it is since when, and which games wait for bots."""

from domain.game.reservations import waiting_seats
from domain.kernel.values import Seat, Value
from projections.following import Followed


class SeatRow(Value, frozen=True):
    """A seat of a player. `decision` and `since` are set while the seat has an open decision."""

    game: str
    player: str
    seat: Seat
    status: str
    opened_at: str
    decision: str | None
    since: str | None
    invited: bool = False
    """Whether the seat waits for the player, who has not taken it."""


def seat_rows(followed: Followed) -> list[SeatRow]:
    """Return the seats of the human players of a game, and those that wait for one; empty for a foreign game."""
    if followed.is_foreign:
        return []
    game = followed.game
    rows: list[SeatRow] = []
    for seat, occupant in enumerate(game.occupants):
        if occupant is None or occupant.is_bot:
            continue
        asked = followed.asked[seat] if followed.asked else None
        decision, since = (None, None) if asked is None else (asked.decision, asked.since)
        rows.append(SeatRow(game.id, occupant.player, seat, game.status, game.opened_at, decision, since))
    waiting = waiting_seats(game).items()
    rows += [
        SeatRow(game.id, who, seat, game.status, game.opened_at, None, None, invited=True) for who, seat in waiting
    ]
    return rows


def bot_awaited(followed: Followed) -> str | None:
    """Return the earliest time since which a bot has an open decision; None if there is none or the game is paused."""
    if followed.game.paused_until is not None:
        return None
    asked = zip(followed.game.occupants, followed.asked, strict=False)
    return min((each.since for occupant, each in asked if each and occupant and occupant.is_bot), default=None)
