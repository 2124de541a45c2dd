"""Rules 8.10 and 10: players are eliminated, and the game can end at once."""

from domain.kernel.values import Event
from domain.minos.events import PlayEnded, PlayerEliminated
from domain.minos.state import State


def consequences(state: State) -> list[Event]:
    """Return the next elimination, or the end of the game if it comes at once (8.10, 10.4, 10.2)."""
    standing = state.standing
    for seat in standing:
        player = state.players[seat]
        if not player.has_pieces:
            return [PlayerEliminated(seat, player.rings)]
    if len(standing) == 1:
        return [PlayEnded("last_standing")]
    if state.options.end_when == "immediate" and state.all_built:
        return [PlayEnded("all_built")]
    return []
