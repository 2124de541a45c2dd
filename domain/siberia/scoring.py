"""Rule 13: the final score."""

from domain.kernel.ruleset import EndInfo, PartInfo, ScoreInfo
from domain.kernel.values import Place, ScorePart, Seat
from domain.siberia.state import Over, State

SCORE = ScoreInfo(
    unit="dollars",
    symbol="$",
    parts=(PartInfo("money", "Money", "13.4"),),
)


ENDS = (
    EndInfo("areas", "Eight areas or more are exhausted.", "13.1"),
    EndInfo("reserves", "The reserves of three resources are empty.", "13.2"),
    EndInfo("standstill", "No cube was placed or sold for several rounds in a row.", "13.6"),
)

TIE_BREAK = EndInfo("later", "Of equal amounts of money, the seat that came later in the last round is ahead.", "13.5")


def end_of(state: State) -> str | None:
    """Return why the game is over, one of `ENDS`; None: it is not (13.1, 13.2, 13.6)."""
    return state.ending if isinstance(state.phase, Over) else None


def parts_of(state: State, seat: Seat) -> tuple[ScorePart, ...]:
    """Return the parts of the score of a seat: its money."""
    return (ScorePart("money", "13.4", state.players[seat].money),)


def result(state: State) -> tuple[Place, ...] | None:
    """Return the final ranking once the game is over, else None."""
    return places(state) if isinstance(state.phase, Over) else None


def places(state: State) -> tuple[Place, ...]:
    """Return the ranking, best first (13.4). Equal money shares the rank, or the later seat is ahead (13.5)."""
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
