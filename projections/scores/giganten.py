"""The running scores of Giganten: money, derricks and oil (10)."""

from collections.abc import Callable

from msgspec.structs import replace

from domain.giganten.scoring import derrick_value, parts_of, train_order
from domain.giganten.state import Player, State
from domain.kernel.values import Seat
from projections.history import FULL, AnyViewer

_HIDDEN = frozenset({"money", "derricks"})
"""The parts of a score that may depend on what is hidden: on others' money, and on others' licences (10.3)."""


def scores(state: State, viewer: AnyViewer) -> list[int | None]:
    """Return the score of each seat; None where it depends on money or licences that are hidden from the viewer."""
    return [_score(state, seat, viewer) for seat in range(len(state.players))]


def _score(state: State, seat: Seat, viewer: AnyViewer) -> int | None:
    player = state.players[seat]
    derricks = _derricks(state, seat, viewer)
    is_money_shown = viewer in (seat, FULL) or state.options.money_public
    if derricks is None or not is_money_shown:
        return None
    oil = sum(part.amount for part in parts_of(state, seat) if part.part not in _HIDDEN)
    return player.money + derricks + oil


def _derricks(state: State, seat: Seat, viewer: AnyViewer) -> int | None:
    """Return what the derricks of a seat count; None if hidden licences decide how much (10.2, 10.3)."""
    number = len(state.players[seat].derricks)
    if not number:
        return 0
    best = _train_rank(state, seat, viewer, own=_most, others=_least)
    worst = _train_rank(state, seat, viewer, own=_least, others=_most)
    values = {derrick_value(state, rank) for rank in range(best, worst + 1)}
    return number * values.pop() if len(values) == 1 else None


def _train_rank(
    state: State, seat: Seat, viewer: AnyViewer, *, own: Callable[[Player], Player], others: Callable[[Player], Player]
) -> int:
    """Return the rank of a train, from 0, if the hands that the viewer does not see have these licences."""
    players = tuple(
        player if viewer in (one, FULL) else own(player) if one == seat else others(player)
        for one, player in enumerate(state.players)
    )
    return train_order(replace(state, players=players)).index(seat)


def _most(player: Player) -> Player:
    """Return a player whose licences, of the same number, have the highest value."""
    return replace(player, ones=0, twos=player.licence_cards)


def _least(player: Player) -> Player:
    """Return a player whose licences, of the same number, have the lowest value."""
    return replace(player, ones=player.licence_cards, twos=0)


SCORES = scores
