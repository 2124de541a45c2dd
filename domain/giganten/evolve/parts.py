"""Changes of the state that several events of Giganten share."""

from typing import Any

from msgspec.structs import replace

from domain.giganten.options import COMPANIES, Company, Square
from domain.giganten.state import Player, State, is_red
from domain.kernel.values import Seat


def with_player(state: State, seat: Seat, **changes: Any) -> tuple[Player, ...]:
    """Return the players with changes of one of them."""
    players = list(state.players)
    players[seat] = replace(players[seat], **changes)
    return tuple(players)


def with_stored(player: Player, company: Company, markers: int) -> tuple[int, ...]:
    """Return the depots of a player after markers were added at a company."""
    place = COMPANIES.index(company)
    return (*player.depots[:place], player.depots[place] + markers, *player.depots[place + 1 :])


def with_price(state: State, company: Company, price: int) -> tuple[int, ...]:
    """Return the prices with that of a company changed."""
    place = COMPANIES.index(company)
    return (*state.prices[:place], price, *state.prices[place + 1 :])


def with_tile_drawn(state: State, site: Square, value: int) -> State:
    """Return the state after the value of a tile was drawn, if it was not known before."""
    if state.tiles[site] is not None:
        return state
    kind = state.board.sites[site].kind - 1
    undrawn = (*state.undrawn[:kind], state.undrawn[kind].without(value), *state.undrawn[kind + 1 :])
    return replace(state, undrawn=undrawn, tiles={**state.tiles, site: value})


def with_card_discarded(state: State, card: str) -> State:
    """Return the state after an action card was discarded."""
    if is_red(state, card):
        return replace(state, red_discards=state.red_discards.having(card))
    return replace(state, beige_discards=state.beige_discards.having(card))
