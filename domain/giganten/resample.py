"""Another state of Giganten that a viewer cannot distinguish from this one: hidden parts are drawn again.

Hidden are the licences of the other hands (3.2), and with them what is left in the deck; the values of tiles that
only others have inspected (4b.4); with `peek_memory` false also those that the viewer inspected in an earlier turn;
with `money_public` false the money of the others (0.7). The draws behind all of these stand in the log alone.
"""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from domain.giganten.options import Square
from domain.giganten.state import Auctions, Movement, Player, State
from domain.kernel.bag import Bag
from domain.kernel.chance import Chance, shuffled
from domain.kernel.values import Seat, Viewer

PURSES = (0, 500, 3000, 4000, 5000, 6000, 7500, 8000, 12_000, 20_000, 125_000)
"""Dollars with which a player can just, or just not, pay for something, and some with which anything."""

_DEALS = 20
"""The number of deals that are tried before the leader of an auction gets the best or the worst possible hand."""


def resample(state: State, viewer: Viewer, chance: Chance) -> State:
    """Return a state with the same open parts and the same knowledge of the viewer; the rest is drawn again."""
    state = _with_other_hands(state, viewer, chance)
    state = _with_other_tiles(state, viewer, chance)
    return state if state.options.money_public else _with_other_money(state, viewer, chance)


def _others(state: State, viewer: Viewer) -> list[Seat]:
    return [seat for seat in range(len(state.players)) if seat != viewer]


def _with_other_hands(state: State, viewer: Viewer, chance: Chance) -> State:
    """Deal the other hands again; a hand that an auction has shown to pay its bid, or not to, still does, or not."""
    for _ in range(_DEALS):
        dealt = _dealt(state, viewer, chance)
        if _pays_bid(dealt) == _pays_bid(state):
            return dealt
    return _dealt_extreme(state, viewer)


def _dealt(state: State, viewer: Viewer, chance: Chance) -> State:
    return _with_hands(state, _others(state, viewer), shuffled(_hidden_cards(state, viewer), chance))


def _hidden_cards(state: State, viewer: Viewer) -> list[int]:
    """Return the licences in the deck and in the other hands, sorted."""
    hidden = _others(state, viewer)
    ones = state.licences.count(1) + sum(state.players[seat].ones for seat in hidden)
    twos = state.licences.count(2) + sum(state.players[seat].twos for seat in hidden)
    return [1] * ones + [2] * twos


def _with_hands(state: State, hidden: Sequence[Seat], cards: list[int]) -> State:
    """Deal cards from the end of a list, hand by hand; the rest is the deck."""
    players: list[Player] = list(state.players)
    for seat in hidden:
        left = len(cards) - players[seat].licence_cards
        hand, cards = cards[left:], cards[:left]
        players[seat] = replace(players[seat], ones=hand.count(1), twos=hand.count(2))
    return replace(state, players=tuple(players), licences=Bag((1, 2), (cards.count(1), cards.count(2))))


def _dealt_extreme(state: State, viewer: Viewer) -> State:
    """Deal the other hands in order: first the leader's, with as much or as little value as the licences allow."""
    phase = state.phase
    assert isinstance(phase, Auctions)
    leader = phase.leader
    # the leader's hand is dealt from the end
    cards = sorted(_hidden_cards(state, viewer), reverse=not _pays_bid(state))
    hidden = sorted(_others(state, viewer), key=lambda seat: seat != leader)
    return _with_hands(state, hidden, cards)


def _pays_bid(state: State) -> bool | None:
    """Return whether the leader can pay the bid (7a.7, 7a.8), or None while this is unknown to the others."""
    phase = state.phase
    if not isinstance(phase, Auctions) or phase.leader is None or phase.bid is None:
        return None
    if phase.step not in {"paying", "forfeiting"}:
        return None
    return state.players[phase.leader].licence_value >= phase.bid


def _with_other_tiles(state: State, viewer: Viewer, chance: Chance) -> State:
    """Give the inspected tiles that the viewer cannot see other values, from all that are not known to the viewer."""
    own = tiles_seen_by(state, viewer)
    tiles = dict(state.tiles)
    undrawn = list(state.undrawn)
    for kind in range(3):
        inspected = [
            site for site, value in tiles.items()
            if value is not None and site not in own and state.board.sites[site].kind == kind + 1
        ]  # fmt: skip
        pool = [value for value, count in undrawn[kind].contents() for _ in range(count)]
        pool += [value for site in inspected if (value := tiles[site]) is not None]
        # sorted: which tiles were inspected and which are left to draw must have no influence
        pool = shuffled(sorted(pool), chance)
        for site in inspected:
            tiles[site] = pool.pop()
        items = undrawn[kind].items
        undrawn[kind] = Bag(items, tuple(pool.count(item) for item in items))
    players = tuple(
        replace(player, known={site: tiles.get(site) or value for site, value in player.known.items()})
        for player in state.players
    )
    return replace(state, tiles=tiles, players=players, undrawn=(undrawn[0], undrawn[1], undrawn[2]))


def tiles_seen_by(state: State, viewer: Viewer) -> Mapping[Square, int]:
    """Return the tiles that the viewer sees (4b.4)."""
    if viewer is None:
        return {}
    known = state.players[viewer].known
    if state.options.peek_memory:
        return known
    phase = state.phase
    inspected = phase.inspected if isinstance(phase, Movement) and phase.todo[:1] == (viewer,) else ()
    return {site: value for site, value in known.items() if site in inspected}


def _with_other_money(state: State, viewer: Viewer, chance: Chance) -> State:
    players = tuple(
        player if seat == viewer else replace(player, money=PURSES[chance.draw(len(PURSES))])
        for seat, player in enumerate(state.players)
    )
    return replace(state, players=players)
