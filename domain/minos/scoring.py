"""Rule 10.3: the final score."""

from domain.kernel.ruleset import EndInfo, PartInfo, ScoreInfo
from domain.kernel.values import Place, ScorePart, Seat
from domain.minos.state import Over, State, value_of

SCORE = ScoreInfo(
    unit="talents of income",
    symbol="T",
    parts=(
        PartInfo("settlements", "Income of settlements", "10.3"),
        PartInfo("cities", "Income of cities", "10.3"),
    ),
)


ENDS = (
    EndInfo("all_built", "All fields are built on, and two cities stand.", "10.1"),
    EndInfo("last_standing", "One player is left; all others are eliminated.", "10.4", decides=True),
    EndInfo("idle", "No player has built for several rounds in a row.", "10.5"),
)

TIE_BREAK = EndInfo("talents", "Of equal incomes, the one with more talents is ahead.", "10.3")


def end_of(state: State) -> str | None:
    """Return why the game is over, one of `ENDS`; None: it is not (10.1, 10.4, 10.5)."""
    return state.phase.reason if isinstance(state.phase, Over) else None


def parts_of(state: State, seat: Seat) -> tuple[ScorePart, ...]:
    """Return the parts of the score of a seat."""
    owned = [settlement for settlement in state.settlements.values() if settlement.owner == seat]
    return tuple(
        ScorePart(
            part, "10.3", sum(value_of(state, each.buildings) for each in owned if each.is_city == (part == "cities"))
        )
        for part in ("settlements", "cities")
    )


def result(state: State) -> tuple[Place, ...] | None:
    """Return the final ranking once the game is over, else None."""
    return places(state) if isinstance(state.phase, Over) else None


def places(state: State) -> tuple[Place, ...]:
    """Return the ranking, best first: by income, then talents. The first eliminated seat is last (10.3)."""
    merits = {seat: _merit(state, seat) for seat in state.order}
    ranking = sorted(state.order, key=lambda seat: merits[seat], reverse=True)
    return tuple(
        Place(
            seat=seat,
            rank=1 + sum(other > merits[seat] for other in merits.values()),
            score=state.players[seat].income,
            parts=parts_of(state, seat),
        )
        for seat in ranking
    )


def _merit(state: State, seat: Seat) -> tuple[int, int, int]:
    player = state.players[seat]
    stayed = len(state.players) if seat not in state.eliminated else state.eliminated.index(seat)
    return stayed, player.income, player.money
