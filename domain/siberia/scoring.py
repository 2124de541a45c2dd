"""Rule 13: money is counted."""

from domain.kernel.ruleset import PartInfo, ScoreInfo
from domain.kernel.values import Place, ScorePart, Seat
from domain.siberia.state import Over, State

SCORE = ScoreInfo(
    unit="dollars",
    symbol="$",
    parts=(PartInfo("money", "Money", "13.4"),),
)


def parts_of(state: State, seat: Seat) -> tuple[ScorePart, ...]:
    """Return what a seat's score is made of: its money alone."""
    return (ScorePart("money", "13.4", state.players[seat].money),)


def result(state: State) -> tuple[Place, ...] | None:
    """Return the final ranking once the game is over, else None."""
    return places(state) if isinstance(state.phase, Over) else None


def places(state: State) -> tuple[Place, ...]:
    """Rules 13.4 and 13.5: the final ranking, best first; equal money shares the rank, or the later one is ahead."""
    parts = {seat: parts_of(state, seat) for seat in state.order}
    scores = {seat: sum(part.amount for part in parts[seat]) for seat in state.order}
    shared = state.options.winner_tie == "shared"
    seats = state.order if shared else tuple(reversed(state.order))
    ranking = sorted(seats, key=lambda seat: -scores[seat])
    return tuple(
        Place(
            seat=seat,
            rank=1 + sum(other > scores[seat] for other in scores.values()) if shared else place,
            score=scores[seat],
            parts=parts[seat],
        )
        for place, seat in enumerate(ranking, 1)
    )
