"""Rules 8.10 and 10: who is out, and when the game is over at once."""

from domain.kernel.values import Event
from domain.minos.events import PlayEnded, PlayerEliminated
from domain.minos.state import State


def consequences(state: State) -> list[Event]:
    """Rules 8.10, 10.4 and 10.2: eliminations, the last player standing, the immediate end."""
    for seat in state.standing:
        player = state.players[seat]
        if not player.has_pieces:
            return [PlayerEliminated(seat, player.rings)]
    if len(state.standing) == 1:
        return [PlayEnded("last_standing")]
    if state.all_built and state.options.end_when == "immediate":
        return [PlayEnded("all_built")]
    return []
