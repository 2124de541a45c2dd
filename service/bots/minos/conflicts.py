"""When the careful player of Minos attacks: what an attack may bring, what it may cost, and the odds."""

from collections.abc import Iterator, Sequence
from math import ceil

from domain.kernel.values import Choice, Command, Seat, Value
from domain.minos import commands as c
from domain.minos.board import harbour_of
from domain.minos.dice import Dice
from domain.minos.options import Space
from projections.views.minos.parts import ConflictView
from service.bots.minos.evaluation import Mind, Step, ways
from service.bots.minos.odds import odds_of

# what things are worth, in income

SHIP, SOLDIER, RING = 1.2, 0.7, 0.15
LAST_SHIP = 2.0
"""How much more the only ship is worth to a player who has no two ports to recruit another."""
GROUND = 0.8
"""A field to build on."""
FREED = 3.0
"""A sea space through which a free field is reached."""
LOSS_OF_OTHERS = 0.3
"""A piece that an opponent loses."""
LAST_OPPONENT = 100.0

WORTHWHILE = 0.4
"""The expected income from which an attack is made."""
RINGS_USED = 0.6
"""The share of the rings at hand that a duel takes."""


class Assault(Value, frozen=True):
    """An attack: what it is expected to bring, how far the place is, and the next command on the way to it."""

    merit: float
    distance: int
    command: Command


def best_assault(mind: Mind, points: int, choices: Sequence[Choice] = ()) -> Assault | None:
    """Return the best attack that so many movement points reach, None if none pays off."""
    if mind.view.round < 2:  # noqa: PLR2004 - there are no conflicts in the first round (8.2)
        return None
    found = [*_by_ship(mind, choices), *_by_soldier(mind), *_by_both(mind, choices)]
    paying = [assault for assault in found if assault.distance <= points and assault.merit >= WORTHWHILE]
    return max(paying, key=lambda assault: (assault.merit, -assault.distance), default=None)


def duel(mind: Mind, conflict: ConflictView, dice: Dice) -> Dice | None:
    """Return the dice to roll again for a ring, None where that is not worth the ring (8.6)."""
    foe = conflict.defender if mind.seat == conflict.attacker else conflict.attacker
    stake = _prize(mind, conflict.place, conflict.defender, by_ship=False) + SHIP
    odds = odds_of(mind.view.data_set)
    foe_rings = mind.view.players[foe].rings
    return odds.reroll(dice, mind.me.rings, RING / stake, attack=conflict.attack, foe_rings=foe_rings)


def _by_ship(mind: Mind, choices: Sequence[Choice]) -> Iterator[Assault]:
    owners = mind.held_by_others
    harbours = {harbour_of(place): place for place in owners if place in mind.fields}
    barriers = {space: space for space in _barriers(mind, choices)}
    goals = {**harbours, **barriers}
    for ship in mind.spare_ships():
        for way in ways(ship, goals, mind.board.waters, mind.closed()):
            place = goals[way.goal]
            foe = owners[place] if place in harbours.values() else _weakest_at(mind, place)
            merit = _merit(mind, place, foe, ("ship",))
            yield Assault(merit, way.distance, _step_of_ship(mind, way, foe))


def _by_soldier(mind: Mind) -> Iterator[Assault]:
    owners = mind.held_by_others
    goals = {place for place in owners if place in mind.fields}
    for soldier in mind.spare_soldiers():
        for way in ways(soldier, goals, mind.board.roads, mind.blocked()):
            merit = _merit(mind, way.goal, owners[way.goal], ("soldier",))
            yield Assault(merit, way.distance, c.MoveSoldier(way.origin, way.to))


def _by_both(mind: Mind, choices: Sequence[Choice]) -> Iterator[Assault]:
    """Yield the voyages to defended fields; what is listed is within reach."""
    owners = mind.held_by_others
    for command in (choice.command for choice in choices):
        if isinstance(command, c.CarrySoldier) and command.to in owners and command.origin in mind.spare_soldiers():
            yield Assault(_merit(mind, command.to, owners[command.to], ("ship", "soldier")), 1, command)


def _step_of_ship(mind: Mind, way: Step, foe: Seat) -> Command:
    if way.to == way.goal == mind.board.fish:
        return c.AttackShip(way.origin, way.to, foe)
    return c.MoveShip(way.origin, way.to)


def _barriers(mind: Mind, choices: Sequence[Choice]) -> Iterator[Space]:
    """Yield the sea spaces where a ship of an opponent alone keeps a ship from a free field.

    The fish is one only where an attack there is offered: as a sanctuary it stays closed (4.6).
    """
    harbours = {harbour_of(field) for field in mind.free}
    if not harbours or mind.step is not None:
        return
    closed = mind.closed()
    out = {*mind.board.harbours, *mind.me.ships}
    if not any(isinstance(choice.command, c.AttackShip) for choice in choices):
        out.add(mind.board.fish)
    for space in mind.held_by_others.keys() & mind.board.waters.keys() - out:
        reached = (next(ways(ship, harbours, mind.board.waters, closed - {space}), None) for ship in mind.spare_ships())
        if any(reached):
            yield space


def _weakest_at(mind: Mind, space: Space) -> Seat:
    """Return the opponent with the fewest rings among those whose ships lie on a sea space."""
    there = (player for player in mind.view.players if player.seat != mind.seat and space in player.ships)
    return min(there, key=lambda player: player.rings).seat


def _merit(mind: Mind, place: Space, foe: Seat, attackers: Sequence[str]) -> float:
    """Return the income that an attack is expected to bring, less the pieces and rings that it may cost."""
    duels = _defenders(mind, place, foe)
    if len(mind.me.ships) + len(mind.me.soldiers) <= len(attackers):
        # without pieces one is out (8.10)
        return -LAST_OPPONENT
    rings = mind.me.rings // duels
    once = odds_of(mind.view.data_set).wins(rings, ceil(mind.view.players[foe].rings / duels))
    chance = _chance(once, len(attackers), duels)
    used = RINGS_USED * RING * min(mind.me.rings, 2 * duels)
    prize = _prize(mind, place, foe, by_ship="ship" in attackers)
    return chance * prize - (1 - chance) * sum(_price(mind, piece) for piece in attackers) - used


def _chance(once: float, attackers: int, defenders: int) -> float:
    """Return the probability that so many attackers beat so many defenders, one after the other (9.1)."""
    if not defenders:
        return 1.0
    if not attackers:
        return 0.0
    lost = _chance(once, attackers - 1, defenders)
    return once * _chance(once, attackers, defenders - 1) + (1 - once) * lost


def _defenders(mind: Mind, place: Space, foe: Seat) -> int:
    if place not in mind.fields:
        return 1
    player = mind.view.players[foe]
    return max(1, player.ships.count(harbour_of(place)) + player.soldiers.count(place))


def _prize(mind: Mind, place: Space, foe: Seat, *, by_ship: bool) -> float:
    """Return what the place is worth to who takes it: own income, and what the opponent loses."""
    rivals = [player for player in mind.view.players if player.seat != mind.seat and not player.eliminated]
    share = 1 / max(1, len(rivals))
    player = mind.view.players[foe]
    defenders = _defenders(mind, place, foe)
    prize = defenders * LOSS_OF_OTHERS
    if place in mind.fields:
        prize += mind.fields[place].value * (1 + share) + GROUND + by_ship * SOLDIER
    else:
        prize += FREED
    if len(player.ships) + len(player.soldiers) <= defenders:
        prize += LAST_OPPONENT if len(rivals) == 1 else player.income * share
    return prize


def _price(mind: Mind, piece: str) -> float:
    """Return what the loss of a piece costs."""
    if piece == "soldier":
        return SOLDIER
    replaced = any(field.owner == mind.seat and field.buildings.count("port") > 1 for field in mind.fields.values())
    return SHIP * (1 if replaced or len(mind.me.ships) > 1 else LAST_SHIP)
