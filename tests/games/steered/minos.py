"""Golden games of Minos that are played towards a situation: careful players who prefer some commands to all others."""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from domain.game.game import Game
from domain.kernel.values import Choice, Command, Seat
from domain.minos import commands as c
from domain.minos.board import harbour_of
from domain.minos.dice import Dice
from domain.minos.options import Field, Space
from domain.minos.state import Acting, Rolling, State, holders, place_of, seats_at_fish
from projections.views.minos import view
from service.bots.minos import careful
from service.bots.minos.evaluation import ways
from tests.games.plays import Chooser
from tests.games.steered import Steered

Wish: TypeAlias = Callable[[State, Seat, Command], bool]
"""Whether a seat prefers a command to the unwanted ones."""

SMALL = {"closed_fields": 8}
"""Options of a small game."""

SETTLED = 4
"""The income from which on a player turns to buildings alone."""

WAITING = 6
"""The round from which on no ship waits at the fish."""


def wishing(*wishes: Wish) -> Chooser:
    """Return a chooser who takes the first command that is wished for, the first wish first, and plays on carefully."""

    def choose(game: Game, seat: Seat, choices: Sequence[Choice], rng: random.Random) -> Command:
        for wish in wishes:
            wished = [_most(choice) for choice in choices if wish(game.state, seat, choice.command)]
            if wished:
                return rng.choice(wished)
        return careful.choose(view(game, seat), seat, choices, rng)

    return choose


def _most(choice: Choice) -> Command:
    span = choice.range
    return choice.command if span is None else replace(choice.command, **{span.field: span.max})


def of(wisher: Seat, *wishes: Wish) -> Iterator[Wish]:
    """Return the wishes of one seat alone."""
    for wish in wishes:
        yield lambda state, seat, command, wish=wish: seat == wisher and wish(state, seat, command)


def shows_or_hides(_state: State, _seat: Seat, command: Command) -> bool:
    """Decide by chance whether the talents are shown."""
    return isinstance(command, c.ShowTalents | c.HideTalents)


def attacks(state: State, seat: Seat, command: Command) -> bool:
    """Attack with any piece."""
    match command:
        case c.AttackShip():
            return True
        case c.MoveShip(_, to) | c.MoveSoldier(_, to) | c.CarrySoldier(_, to):
            return holders(state).get(place_of(state, to), seat) != seat
        case _:
            return False


def attacks_a_city(state: State, seat: Seat, command: Command) -> bool:
    """Attack a city."""
    to = place_of(state, getattr(command, "to", ""))
    return attacks(state, seat, command) and to in state.settlements and state.settlements[to].is_city


def attacks_by_voyage(state: State, seat: Seat, command: Command) -> bool:
    """Attack with a ship and a soldier."""
    return isinstance(command, c.CarrySoldier) and attacks(state, seat, command)


def attacks_at_fish(state: State, seat: Seat, command: Command) -> bool:
    """Attack a ship at the fish."""
    return isinstance(command, c.AttackShip)


def sails_against_cities(state: State, seat: Seat, command: Command) -> bool:
    """Sail a ship that can be spared towards a city of another."""
    cities = {harbour_of(field) for field in _foreign(state, seat) if state.settlements[field].is_city}
    return isinstance(command, c.MoveShip) and command in _steps(state, seat, cities)


def _foreign(state: State, seat: Seat) -> list[Field]:
    """Return the settlements of others."""
    return [field for field, settlement in state.settlements.items() if settlement.owner not in {None, seat}]


def _steps(state: State, seat: Seat, goals: set[Space]) -> list[Command]:
    """Return the first steps of spare ships on their shortest ways to the nearest goal."""
    player = state.players[seat]
    field_of = state.board.field_of
    spare = [ship for ship in player.ships if ship not in field_of or field_of[ship] in player.soldiers]
    closed = {place for place, holder in holders(state).items() if holder != seat} | set(player.ships)
    closed |= {harbour_of(field) for field in {*closed, *state.covered} if field in state.board.fields}
    found = (next(ways(ship, goals, state.board.waters, closed), None) for ship in spare)
    return [c.MoveShip(way.origin, way.to) for way in found if way]


def rolls_for_buildings(state: State, seat: Seat, command: Command) -> bool:
    """Roll all Arrows and Gulls again once there is something to build on."""
    phase = state.phase
    if state.players[seat].income < SETTLED or not isinstance(phase, Rolling) or phase.dice is None:
        return False
    return command == c.RollAgain(Dice(arrow=phase.dice.arrow, gull=phase.dice.gull))


def takes_rights(state: State, seat: Seat, command: Command) -> bool:
    """Use all Building dice, with a Joker and a Star where there are such."""
    phase = state.phase
    if (
        not isinstance(phase, Acting)
        or state.players[seat].income < SETTLED
        or (phase.income_open and phase.dice.scales)
    ):
        return False
    joker, star = phase.dice.joker > 0, phase.dice.star > 0
    return isinstance(command, c.UseDice) and (command.symbol, command.joker, command.star) == ("building", joker, star)


def stands(state: State, seat: Seat, command: Command) -> bool:
    """Give no rings in a conflict."""
    return isinstance(command, c.StandInConflict)


def grows_cities(state: State, seat: Seat, command: Command) -> bool:
    """Build where most stands already."""
    return isinstance(command, c.Build) and len(getattr(state.settlements.get(command.field), "buildings", ())) > 1


def takes_points(state: State, seat: Seat, command: Command) -> bool:
    """Use Gulls when no movement points are left."""
    turn = state.phase
    return isinstance(turn, Acting) and not turn.points and isinstance(command, c.UseDice) and command.symbol == "gull"


def waits_at_fish(state: State, seat: Seat, command: Command) -> bool:
    """Leave the ships of every other seat at the fish for a while."""
    return state.round < WAITING and seat % 2 == 0 and isinstance(command, c.EndTurn)


def sails_against_fish(state: State, seat: Seat, command: Command) -> bool:
    """Sail a ship that can be spared to the fish while others are there."""
    return state.round < WAITING and bool(seats_at_fish(state)) and command in _steps(state, seat, {state.board.fish})


def recruits_soldiers(state: State, seat: Seat, command: Command) -> bool:
    """Build houses and recruit soldiers there."""
    if isinstance(command, c.Build):
        return command.building == "house"
    return isinstance(command, c.Recruit) and command.piece == "soldier"


def carries(state: State, seat: Seat, command: Command) -> bool:
    """Carry a soldier to an undefended place."""
    return isinstance(command, c.CarrySoldier) and not attacks(state, seat, command)


GAMES: tuple[Steered, ...] = (
    Steered("directed-ends-with-the-turn", 2, "goblins", {**SMALL, "end_when": "turn"}, wishing()),
    Steered("directed-ends-with-the-round", 2, "goblins", {**SMALL, "end_when": "round"}, wishing()),
    Steered("directed-voyages", 2, "goblins", {**SMALL, "advanced_transport": True}, wishing(attacks_by_voyage)),
    Steered(
        "directed-voyages-between-settlements",
        2,
        "goblins",
        {**SMALL, "advanced_transport": True, "carried_between": "settlements"},
        wishing(attacks_by_voyage, carries),
    ),
    Steered(
        "directed-cities",
        2,
        "goblins",
        SMALL,
        wishing(
            *of(0, attacks_a_city, sails_against_cities, takes_points),
            *of(1, stands, rolls_for_buildings, takes_rights, grows_cities),
        ),
    ),
    Steered(
        "directed-fish", 3, "goblins", SMALL, wishing(attacks_at_fish, waits_at_fish, sails_against_fish, takes_points)
    ),
    Steered("directed-talents-shown", 3, "goblins", {**SMALL, "money_public": "own_choice"}, wishing(shows_or_hides)),
    Steered("directed-defeats-end-turns", 2, "goblins", {**SMALL, "after_defeat": "turn_ends"}, wishing()),
    Steered("directed-recruits", 2, "goblins", SMALL, wishing(recruits_soldiers)),
)
