"""A second world that a viewer of a Giganten table cannot tell from the first: only secrets differ."""

import random
from collections.abc import Mapping

from msgspec.structs import replace

from domain.giganten.options import Square
from domain.giganten.state import Player, State
from domain.kernel.bag import Bag
from domain.kernel.values import Viewer


def resampled(state: State, viewer: Viewer, whim: random.Random) -> State:
    """Return a world with the same public part and the same knowledge of the viewer, all else drawn anew."""
    return _other_tiles(_other_hands(state, viewer, whim), viewer, whim)


def _other_hands(state: State, viewer: Viewer, whim: random.Random) -> State:
    """Deal the hands of the others again, from all cards that the viewer has not seen."""
    hidden = [seat for seat in range(len(state.players)) if seat != viewer]
    ones = state.licences.count(1) + sum(state.players[seat].ones for seat in hidden)
    twos = state.licences.count(2) + sum(state.players[seat].twos for seat in hidden)
    cards = [1] * ones + [2] * twos
    whim.shuffle(cards)
    players: list[Player] = list(state.players)
    for seat in hidden:
        hand, cards = cards[: players[seat].licence_cards], cards[players[seat].licence_cards :]
        players[seat] = replace(players[seat], ones=hand.count(1), twos=hand.count(2))
    return replace(state, players=tuple(players), licences=Bag((1, 2), (cards.count(1), cards.count(2))))


def _other_tiles(state: State, viewer: Viewer, whim: random.Random) -> State:
    """Give the tiles that only others have inspected other values, from all that the viewer has not seen."""
    own: Mapping[Square, int] = {} if viewer is None else state.players[viewer].known
    tiles = dict(state.tiles)
    undrawn = list(state.undrawn)
    for kind in range(3):
        looked_at = [
            site for site, value in tiles.items()
            if value is not None and site not in own and state.board.sites[site].kind == kind + 1
        ]  # fmt: skip
        pool = [value for value, count in undrawn[kind].contents() for _ in range(count)]
        pool += [value for site in looked_at if (value := tiles[site]) is not None]
        whim.shuffle(pool)
        for site in looked_at:
            tiles[site] = pool.pop()
        items = undrawn[kind].items
        undrawn[kind] = Bag(items, tuple(pool.count(item) for item in items))
    players = tuple(
        replace(player, known={site: tiles.get(site) or value for site, value in player.known.items()})
        for player in state.players
    )
    return replace(state, tiles=tiles, players=players, undrawn=(undrawn[0], undrawn[1], undrawn[2]))
