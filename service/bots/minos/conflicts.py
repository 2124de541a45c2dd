"""When the careful bot of Minos attacks: the value, the cost and the odds of an attack."""

from collections.abc import Iterator, Sequence
from math import ceil

from domain.kernel.values import Choice, Command, Seat, Value
from domain.minos import commands as c
from domain.minos.board import harbour_of
from domain.minos.dice import Dice
from domain.minos.options import Space
from projections.views.minos.parts import ConflictView
from service.bots.minos.evaluation import Evaluator, Step
from service.bots.minos.odds import odds_of

# values, in income

SHIP, SOLDIER, RING = 1.2, 0.7, 0.15
LAST_SHIP = 2.0
"""The factor for the only ship of a player without two ports to recruit another."""
GROUND = 0.8
"""The value of a field to build on."""
FREED = 3.0
"""The value of a sea space on the way to a free field."""
LOSS_OF_OTHERS = 0.3
"""The value of a piece that an opponent loses."""
LAST_OPPONENT = 100.0

WORTHWHILE = 0.4
"""The minimum expected income of an attack."""
RINGS_USED = 0.6
"""The share of the own rings that a duel uses."""


class Assault(Value, frozen=True):
    """An attack: its expected value, the distance, and the next command on the way."""

    merit: float
    distance: int
    command: Command


def best_assault(evaluator: Evaluator, points: int, choices: Sequence[Choice] = ()) -> Assault | None:
    """Return the best worthwhile attack within the movement points, or None."""
    if evaluator.view.round < 2 or points < 1:  # noqa: PLR2004 - there are no conflicts in the first round (8.2)
        return None
    found = [*_by_ship(evaluator, points, choices), *_by_soldier(evaluator, points), *_by_both(evaluator, choices)]
    paying = [assault for assault in found if assault.merit >= WORTHWHILE]
    return max(paying, key=lambda assault: (assault.merit, -assault.distance), default=None)


def duel(evaluator: Evaluator, conflict: ConflictView, dice: Dice) -> Dice | None:
    """Return the dice to roll again for a ring; None if the gain is not worth the ring (8.6)."""
    foe = conflict.defender if evaluator.seat == conflict.attacker else conflict.attacker
    stake = _prize(evaluator, conflict.place, conflict.defender, by_ship=False) + SHIP
    odds = odds_of(evaluator.view.data_set)
    foe_rings = evaluator.view.players[foe].rings
    return odds.reroll(dice, evaluator.me.rings, RING / stake, attack=conflict.attack, foe_rings=foe_rings)


def _by_ship(evaluator: Evaluator, points: int, choices: Sequence[Choice]) -> Iterator[Assault]:
    ground = evaluator.ground
    has_fish = any(isinstance(choice.command, c.AttackShip) for choice in choices)
    merits: dict[Space, tuple[Seat, float]] = {}
    for way, place in ground.raids_with_fish if has_fish else ground.raids:
        if way.distance > points:
            continue
        if place not in merits:
            foe = ground.held_by_others[place] if place in ground.fields else _weakest_at(evaluator, place)
            merits[place] = foe, _merit(evaluator, place, foe, ("ship",))
        foe, merit = merits[place]
        yield Assault(merit, way.distance, _step_of_ship(evaluator, way, foe))


def _by_soldier(evaluator: Evaluator, points: int) -> Iterator[Assault]:
    owners = evaluator.ground.held_by_others
    for way in evaluator.ground.marches:
        if way.distance <= points:
            merit = _merit(evaluator, way.goal, owners[way.goal], ("soldier",))
            yield Assault(merit, way.distance, c.MoveSoldier(way.origin, way.to))


def _by_both(evaluator: Evaluator, choices: Sequence[Choice]) -> Iterator[Assault]:
    """Yield the listed voyages to defended fields."""
    owners, spare = evaluator.ground.held_by_others, evaluator.ground.spare_soldiers
    for command in (choice.command for choice in choices):
        if isinstance(command, c.CarrySoldier) and command.to in owners and command.origin in spare:
            yield Assault(_merit(evaluator, command.to, owners[command.to], ("ship", "soldier")), 1, command)


def _step_of_ship(evaluator: Evaluator, way: Step, foe: Seat) -> Command:
    if way.to == way.goal == evaluator.board.fish:
        return c.AttackShip(way.origin, way.to, foe)
    return c.MoveShip(way.origin, way.to)


def _weakest_at(evaluator: Evaluator, space: Space) -> Seat:
    """Return the opponent with the fewest rings among those with a ship on a sea space."""
    there = (player for player in evaluator.view.players if player.seat != evaluator.seat and space in player.ships)
    return min(there, key=lambda player: player.rings).seat


def _merit(evaluator: Evaluator, place: Space, foe: Seat, attackers: Sequence[str]) -> float:
    """Return the expected income of an attack minus the expected cost in pieces and rings."""
    duels = _defenders(evaluator, place, foe)
    if len(evaluator.me.ships) + len(evaluator.me.soldiers) <= len(attackers):
        # a player without pieces is eliminated (8.10)
        return -LAST_OPPONENT
    rings = evaluator.me.rings // duels
    once = odds_of(evaluator.view.data_set).wins(rings, ceil(evaluator.view.players[foe].rings / duels))
    chance = _chance(once, len(attackers), duels)
    used = RINGS_USED * RING * min(evaluator.me.rings, 2 * duels)
    prize = _prize(evaluator, place, foe, by_ship="ship" in attackers)
    return chance * prize - (1 - chance) * sum(_price(evaluator, piece) for piece in attackers) - used


def _chance(once: float, attackers: int, defenders: int) -> float:
    """Return the probability that the attackers beat all defenders, one after the other (9.1)."""
    if not defenders:
        return 1.0
    if not attackers:
        return 0.0
    lost = _chance(once, attackers - 1, defenders)
    return once * _chance(once, attackers, defenders - 1) + (1 - once) * lost


def _defenders(evaluator: Evaluator, place: Space, foe: Seat) -> int:
    if place not in evaluator.ground.fields:
        return 1
    player = evaluator.view.players[foe]
    return max(1, player.ships.count(harbour_of(place)) + player.soldiers.count(place))


def _prize(evaluator: Evaluator, place: Space, foe: Seat, *, by_ship: bool) -> float:
    """Return the value of a place for the attacker: own income plus the loss of the opponent."""
    rivals = [player for player in evaluator.view.players if player.seat != evaluator.seat and not player.eliminated]
    share = 1 / max(1, len(rivals))
    player = evaluator.view.players[foe]
    defenders = _defenders(evaluator, place, foe)
    prize = defenders * LOSS_OF_OTHERS
    if place in evaluator.ground.fields:
        prize += evaluator.ground.fields[place].value * (1 + share) + GROUND + by_ship * SOLDIER
    else:
        prize += FREED
    if len(player.ships) + len(player.soldiers) <= defenders:
        prize += LAST_OPPONENT if len(rivals) == 1 else player.income * share
    return prize


def _price(evaluator: Evaluator, piece: str) -> float:
    """Return the cost of losing a piece."""
    if piece == "soldier":
        return SOLDIER
    return SHIP * (1 if evaluator.ground.recruits_ships or len(evaluator.me.ships) > 1 else LAST_SHIP)
