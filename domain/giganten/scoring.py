"""Rule 10: the final score."""

from domain.giganten.state import Over, State
from domain.kernel.ruleset import EndInfo, PartInfo, ScoreInfo
from domain.kernel.values import Place, ScorePart, Seat

_THREE = 3


def train_order(state: State) -> tuple[Seat, ...]:
    """Return the seats by train, then licences, then turn order of the last round, best first (10.3)."""
    by_cards = state.options.licence_tie == "cards"

    def progress(seat: Seat) -> tuple[int, int]:
        player = state.players[seat]
        return player.train, player.licence_cards if by_cards else player.licence_value

    # a stable sort keeps the turn order of equals, also in reverse
    return tuple(sorted(state.order, key=progress, reverse=True))


def derrick_value(state: State, rank: int) -> int:
    """Return the dollars for each derrick of the owner of the train in this place, from 0 (10.2, 10.4)."""
    if len(state.players) == _THREE and rank == _THREE - 1:
        return state.options.three_player_last
    return state.data.fees.train_ranks[rank]


SCORE = ScoreInfo(
    unit="dollars",
    symbol="$",
    parts=(
        PartInfo("money", "Money", "10.7"),
        PartInfo("derricks", "Derricks", "10.2"),
        PartInfo("oil_under_derricks", "Oil under derricks", "10.5"),
        PartInfo("oil_in_depots", "Oil in depots", "10.5"),
    ),
)


ENDS = (EndInfo("black_train", "The black train has reached the last space of its track.", "10.1"),)

TIE_BREAK = EndInfo("train", "Of equal amounts of money, the better train is ahead.", "10.7")


def end_of(state: State) -> str | None:
    """Return why the game is over, one of `ENDS`; None: it is not (10.1)."""
    return "black_train" if isinstance(state.phase, Over) else None


def parts_of(state: State, seat: Seat) -> tuple[ScorePart, ...]:
    """Return the parts of the score of a seat."""
    player = state.players[seat]
    fees = state.data.fees
    value = derrick_value(state, train_order(state).index(seat))
    under = sum(derrick.markers for derrick in player.derricks)
    stored = sum(player.depots) if state.options.score_depot_oil else 0
    return (
        ScorePart("money", "10.7", player.money),
        ScorePart("derricks", "10.2", len(player.derricks) * value),
        ScorePart("oil_under_derricks", "10.5", under * fees.marker),
        ScorePart("oil_in_depots", "10.5", stored * fees.marker),
    )


def result(state: State) -> tuple[Place, ...] | None:
    """Return the final ranking once the game is over, else None."""
    return places(state) if isinstance(state.phase, Over) else None


def places(state: State) -> tuple[Place, ...]:
    """Return the ranking, best first (10.7). Equal money shares the rank, or the better train decides."""
    trains = train_order(state)
    parts = {seat: parts_of(state, seat) for seat in trains}
    scores = {seat: sum(part.amount for part in parts[seat]) for seat in trains}
    ranking = sorted(trains, key=lambda seat: -scores[seat])
    shared = state.options.winner_tie == "shared"
    return tuple(
        Place(
            seat=seat,
            rank=1 + sum(other > scores[seat] for other in scores.values()) if shared else place,
            score=scores[seat],
            parts=parts[seat],
        )
        for place, seat in enumerate(ranking, 1)
    )
