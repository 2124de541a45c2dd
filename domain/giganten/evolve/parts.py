"""Changes of the state that several events of Giganten share."""

from typing import Any

from msgspec.structs import replace

from domain.giganten.options import COMPANIES, Company, Square
from domain.giganten.state import Player, State, is_red
from domain.kernel.bag import Bag
from domain.kernel.values import Seat


def with_player(state: State, seat: Seat, **changes: Any) -> tuple[Player, ...]:
    """Return the players with changes of one of them."""
    players = list(state.players)
    players[seat] = replace(players[seat], **changes)
    return tuple(players)


def with_stored(player: Player, company: Company, markers: int) -> tuple[int, ...]:
    """Return the depots of a player after markers were added at a company."""
    depots = [*player.depots]
    depots[COMPANIES.index(company)] += markers
    return tuple(depots)


def with_price(state: State, company: Company, price: int) -> tuple[int, ...]:
    """Return the prices with that of a company changed."""
    prices = [*state.prices]
    prices[COMPANIES.index(company)] = price
    return tuple(prices)


def undrawn_without(state: State, site: Square, value: int) -> tuple[Bag[int], ...]:
    """Return the undrawn values after the value of a tile was drawn, if it was not known before."""
    if state.tiles[site] is not None:
        return state.undrawn
    undrawn, kind = [*state.undrawn], state.board.sites[site].kind - 1
    undrawn[kind] = undrawn[kind].without(value)
    return tuple(undrawn)


def discards_with(state: State, card: str) -> tuple[Bag[str], Bag[str]]:
    """Return the red and the beige discards after an action card was discarded."""
    if is_red(state, card):
        return state.red_discards.having(card), state.beige_discards
    return state.red_discards, state.beige_discards.having(card)
