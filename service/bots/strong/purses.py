"""Likely amounts of the money that is hidden from a seat."""

from collections.abc import Callable, Collection
from typing import Any

from msgspec.structs import replace

from domain.kernel.chance import Chance
from domain.kernel.values import Seat


def likely_money(
    spread: int, shown: Callable[[Any], Collection[Seat]] = lambda _state: ()
) -> Callable[[Any, Seat, Chance], Any]:
    """Return the function of a light policy that draws hidden money (`money_public` is not true).

    `resample` draws any amounts, also impossible ones. In the worlds of a search, an opponent has as much as the seat,
    give or take a half, or `spread` if this is more: all amounts of this range are equally likely. `shown` returns
    the seats whose money is known.
    """

    def likely(state: Any, seat: Seat, chance: Chance) -> Any:
        if state.options.money_public is True:
            return state
        own: int = state.players[seat].money
        half, known = max(own // 2, spread), {seat, *shown(state)}
        least = max(0, own - half)
        players = tuple(
            player if other in known else replace(player, money=least + chance.draw(own + half - least + 1))
            for other, player in enumerate(state.players)
        )
        return replace(state, players=players)

    return likely
