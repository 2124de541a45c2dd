"""Players of Siberia who want something, so that games get where chance does not lead them."""

import random
from collections.abc import Sequence

from domain.game.game import Game
from domain.kernel.values import Choice, Command, Seat
from domain.siberia import commands as c
from domain.siberia.board import MANAGER
from domain.siberia.options import RESOURCES, Spot
from domain.siberia.state import Placing, State
from tests.games.steered import Steered, careful

_DULL = (c.TakeBack, c.VoidAction, c.Pass, c.EndLogistics)


def busy(game: Game, seat: Seat, choices: Sequence[Choice], rng: random.Random) -> Command:
    """Sell, fill columns, and do what has an effect, if there is such a thing: much is mined and exhausted."""
    commands = [choice.command for choice in choices]
    sales = [command for command in commands if isinstance(command, c.SellCubes)]
    columns = [command for command in commands if isinstance(command, c.PlaceToken) and command.spot != "research"]
    useful = [command for command in commands if not isinstance(command, _DULL)]
    return rng.choice(sales or columns or useful or commands)


def idle(game: Game, seat: Seat, choices: Sequence[Choice], rng: random.Random) -> Command:
    """Neither place nor sell a cube where that can be avoided: fill columns, use them for nothing, and pass."""
    commands = [choice.command for choice in choices]
    for kind in (c.VoidAction, c.UseLogistics, c.EndLogistics, c.Pass, c.EndPlacing):
        if found := [command for command in commands if isinstance(command, kind)]:
            return rng.choice(found)
    places = [command for command in commands if isinstance(command, c.PlaceToken)]
    if places:
        return max(places, key=lambda command: (_filled(game.state, seat, command.spot), rng.random()))
    return rng.choice([command for command in commands if not command.undoes])


def hoarding(game: Game, seat: Seat, choices: Sequence[Choice], rng: random.Random) -> Command:
    """Fill columns, play jokers, use nothing else, and return jokers first: more tokens lie than may be kept."""
    commands = [choice.command for choice in choices]
    jokers = [
        command
        for command in commands
        if (isinstance(command, c.PlayJoker) and command.column in RESOURCES)
        or (isinstance(command, c.ReturnToken) and command.token == MANAGER and command.column in RESOURCES)
    ]
    columns = [command for command in commands if isinstance(command, c.PlaceToken) and command.spot != "research"]
    ending = [command for command in commands if isinstance(command, c.EndPlacing | c.Pass)]
    return rng.choice(jokers or columns or ending or commands)


def _filled(state: State, seat: Seat, spot: Spot) -> int:
    """How many tokens lie in a column, the unseen ones counted; -1 for the research zone."""
    if spot == "research":
        return -1
    assert isinstance(state.phase, Placing)
    return len(state.players[seat].tokens[spot]) + sum(one.spot == spot for one in state.phase.laid[seat])


GAMES: tuple[Steered, ...] = (
    Steered("areas_end-turn", 3, "booklet", {"end_when": "turn"}, careful),
    Steered("standstill-reached", 2, "booklet", {}, idle),
    Steered("standstill-reached-turn", 2, "booklet", {"standstill": 3, "end_when": "turn"}, idle),
    Steered("hoarding", 3, "booklet", {}, hoarding),
    Steered("busy-4", 4, "booklet", {"worker_from_salesman": "always"}, busy),
    Steered("busy-2", 2, "booklet", {"exhausted_stop": True, "exchange_slots": 1, "take_back": False}, busy),
)
