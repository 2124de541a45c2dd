"""The rows of seats: who plays where, whose turn it is since when, and which games wait for bots."""

from domain.game.game import is_by_bot
from domain.game.reservations import waiting_seats
from domain.kernel.values import Seat, Value
from projections.following import Followed
from projections.times import due_moment


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
    due: str | None = None
    """The time at which the clock of the seat runs out."""
    may_return: bool = False
    """Whether the clock gave the seat to a bot until the player returns."""


def seat_rows(followed: Followed) -> list[SeatRow]:
    """Return the seats of the human players of a game, and those that wait for one; empty for a foreign game.

    Each player has one row, the key of the table: a seat that the player has stands before one that waits. A player to
    whose seat the clock gave a bot is listed, without a decision.
    """
    if followed.is_foreign:
        return []
    game = followed.game
    rows: dict[str, SeatRow] = {}
    for seat, occupant in enumerate(game.occupants):
        if occupant is None or (occupant.is_bot and not occupant.may_return):
            continue
        player = (occupant.resigned if occupant.may_return else None) or occupant.player
        asked = followed.asked[seat] if followed.asked and not is_by_bot(game, seat) else None
        row = SeatRow(
            game.id, player, seat, game.status, game.opened_at,
            asked and asked.decision, asked and asked.since, due=due_moment(game, seat),
            may_return=occupant.may_return,
        )  # fmt: skip
        rows.setdefault(player, row)
    for who, seat in waiting_seats(game).items():
        rows.setdefault(who, SeatRow(game.id, who, seat, game.status, game.opened_at, None, None, invited=True))
    return list(rows.values())


def bot_awaited(followed: Followed) -> str | None:
    """Return the earliest time since which a bot has an open decision; None if there is none, or the game is paused."""
    game = followed.game
    if game.paused_until is not None:
        return None
    asked = enumerate(followed.asked)
    return min((each.since for seat, each in asked if each is not None and is_by_bot(game, seat)), default=None)
