"""Chapter 3: the points and the ranking."""

from domain.kernel.ruleset import PartInfo, ScoreInfo
from domain.kernel.values import Place, ScorePart, Seat
from tests.titles.nim.state import Over, State

SCORE = ScoreInfo(
    unit="points",
    symbol="p",
    parts=(PartInfo("last_object", "Last object", "3.2"), PartInfo("favourite", "Favourite heap", "3.3")),
)


def parts_of(state: State, seat: Seat) -> tuple[ScorePart, ...]:
    """Return the points of a seat: for the last object (3.2) and for its favourite heap (3.3)."""
    sign = 1 if state.options.last_object == "wins" else -1
    is_last = isinstance(state.phase, Over) and seat == state.last_taker
    player = state.players[seat]
    favourite = 0 if player.favourite is None else player.taken[player.favourite]
    return (
        ScorePart("last_object", "3.2", sign * state.data.points.last_object if is_last else 0),
        ScorePart("favourite", "3.3", favourite),
    )


def result(state: State) -> tuple[Place, ...] | None:
    """Return the ranking, best first, once the game is over, else None (3.4)."""
    if not isinstance(state.phase, Over):
        return None
    parts = {seat: parts_of(state, seat) for seat in range(len(state.players))}
    scores = {seat: sum(part.amount for part in parts[seat]) for seat in parts}
    return tuple(
        Place(seat, 1 + sum(other > scores[seat] for other in scores.values()), scores[seat], parts[seat])
        for seat in sorted(scores, key=lambda seat: -scores[seat])
    )
