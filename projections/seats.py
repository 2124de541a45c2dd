"""Seats: in which games somebody plays, and where it is their turn since when; and where bots are awaited."""

from domain.kernel.values import Seat, Value
from projections.following import Followed


class SeatRow(Value, frozen=True):
    """A seat that somebody plays; `decision` and `since` while it is asked something."""

    game: str
    player: str
    seat: Seat
    status: str
    opened_at: str
    decision: str | None
    since: str | None


def seat_rows(followed: Followed) -> list[SeatRow]:
    """Return the seats of a game that people play: no bots, and nobody in a foreign game."""
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
    return rows


def bot_awaited(followed: Followed) -> str | None:
    """Return since when a bot of a game has been asked something; None where none is."""
    asked = zip(followed.game.occupants, followed.asked, strict=False)
    return min((each.since for occupant, each in asked if each and occupant and occupant.is_bot), default=None)
