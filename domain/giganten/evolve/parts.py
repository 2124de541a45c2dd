"""What several events do alike to the table of Giganten."""

from typing import Any

from msgspec.structs import replace

from domain.giganten.options import COMPANIES, Company, Square
from domain.giganten.state import Dealing, Movement, Player, State, Transport, card_of, is_red
from domain.kernel.values import Seat


def with_player(state: State, seat: Seat, **changes: Any) -> tuple[Player, ...]:
    """Return the players, one of them with other fields."""
    players = list(state.players)
    players[seat] = replace(players[seat], **changes)
    return tuple(players)


def with_stored(player: Player, company: Company, markers: int) -> tuple[int, ...]:
    """Return the depots of a player with so many markers more at a company."""
    place = COMPANIES.index(company)
    return (*player.depots[:place], player.depots[place] + markers, *player.depots[place + 1 :])


def with_price(state: State, company: Company, price: int) -> tuple[int, ...]:
    """Return the prices with that of a company changed."""
    place = COMPANIES.index(company)
    return (*state.prices[:place], price, *state.prices[place + 1 :])


def movement_of(state: State, todo: tuple[Seat, ...]) -> Movement:
    """Return phase 4 as it begins for the first of these seats."""
    if not todo:
        return Movement((), 0, "discard")
    player = state.players[todo[0]]
    points = card_of(state, player.card).points if player.card else 0
    return Movement(todo, points, "place" if player.truck is None else "move")


def transport_of(state: State, todo: tuple[Seat, ...]) -> Transport:
    """Return phase 6 as it begins for the first of these seats that has derricks."""
    while todo and not state.players[todo[0]].derricks:
        todo = todo[1:]
    sites = tuple(derrick.site for derrick in state.players[todo[0]].derricks) if todo else ()
    return Transport(todo, sites)


def dealing_of(state: State, todo: tuple[Seat, ...]) -> Dealing:
    """Return phase 3 as it begins for the first of these seats."""
    card = state.players[todo[0]].card if todo else None
    return Dealing(todo, card_of(state, card).licences if card else 0)


def dealing_after(state: State, phase: Dealing, cards: int) -> Dealing:
    """Return phase 3 after so many licences went to, or were missed by, the player whose turn it is."""
    left = phase.left - cards
    return Dealing(phase.todo, left) if left else dealing_of(state, phase.todo[1:])


def with_tile_drawn(state: State, site: Square, value: int) -> State:
    """The tile's value is settled now, if it was not before."""
    if state.tiles[site] is not None:
        return state
    kind = state.board.sites[site].kind - 1
    undrawn = (*state.undrawn[:kind], state.undrawn[kind].without(value), *state.undrawn[kind + 1 :])
    return replace(state, undrawn=undrawn, tiles={**state.tiles, site: value})


def with_card_discarded(state: State, card: str) -> State:
    """Return the table after an action card went to its discards."""
    if is_red(state, card):
        return replace(state, red_discards=state.red_discards.having(card))
    return replace(state, beige_discards=state.beige_discards.having(card))
