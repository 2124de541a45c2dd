"""Steered games of Giganten: players who hoard oil until the supply is empty, and careful ones under rare options."""

import random
from collections.abc import Sequence

from domain.game.game import Game
from domain.giganten import commands as c
from domain.giganten.options import COMPANIES, Square
from domain.giganten.state import Auctions, State
from domain.kernel.values import Choice, Command, Seat
from service.bots.choosing import choose
from tests.games.steered import Steered, careful

ENOUGH = 14_000
"""Dollars that a hoarder keeps: a derrick on the dearest tile, and fares."""


def hoarding(game: Game, seat: Seat, choices: Sequence[Choice], rng: random.Random) -> Command:
    """Return what keeps most oil out of the supply: rich derricks, free oil, and sales only for want of money."""
    commands = [choice.command for choice in choices]
    state: State = game.state
    builds = [command for command in commands if isinstance(command, c.BuildDerrick)]
    if builds:
        return max(builds, key=lambda command: (_markers(state, seat, command.site), rng.random()))
    cards = [command for command in commands if isinstance(command, c.TakeActionCard)]
    oil = [card for card in cards if card.card.endswith("oil")]
    if oil:
        return oil[0]
    if any(isinstance(command, c.SellOil) for command in commands):
        return c.SellOil(_to_sell(state, seat))
    ships = [command for command in commands if isinstance(command, c.ShipOil)]
    if ships:
        depots = state.players[seat].depots
        return min(ships, key=lambda command: (depots[COMPANIES.index(command.company)], command.carrier != "own"))
    return choose(game, seat, "careful", rng)


def _markers(state: State, seat: Seat, site: Square) -> float:
    """Return how many markers lie under a tile, as far as the seat knows."""
    kind = state.data.tiles.kinds[state.board.sites[site].kind - 1]
    return state.players[seat].known.get(site, sum(kind.values) / len(kind.values))


def _to_sell(state: State, seat: Seat) -> int:
    assert isinstance(state.phase, Auctions)
    stored = state.players[seat].depots[state.phase.company]
    price = state.prices[state.phase.company]
    missing = ENOUGH - state.players[seat].money
    beyond = stored - state.data.fees.depot_limit
    return min(stored, max(0, beyond, -(-missing // price)))


GAMES: tuple[Steered, ...] = (
    Steered("steered-empty_supply-42", 4, "standard", {}, hoarding),
    Steered("steered-markers_from_outside-12", 4, "standard", {"oil_supply": "unlimited"}, hoarding),
    Steered("steered-mandatory_special", 4, "standard", {"specials_optional": False}, careful),
    Steered("steered-inspected_again", 4, "standard", {"peek_memory": False}, careful),
    Steered("steered-bank_shares-1", 4, "standard", {"foreign_transport": "front_most"}, careful),
    Steered("steered-more_cards-6", 4, "kurz", {}, careful),
)
"""The games to be kept; all chance of a game follows from its name, so that a number in it selects the game."""
