"""What the rules of Minos fix about each choice, what a player has, and the ids of places and pieces."""

from collections.abc import Mapping
from itertools import pairwise, product

from msgspec.structs import replace

from domain.kernel.notes import Note, NoteOf, amounts, no_note, notes_by_command
from domain.kernel.values import Choice, Command, Seat
from domain.minos import commands as c
from domain.minos.board import board_of, harbour_of
from domain.minos.dice import SYMBOLS, Dice
from domain.minos.options import BUILDINGS
from domain.minos.phases.actions import gain_of
from domain.minos.phases.building import result_of
from domain.minos.phases.movement import voyage_points
from domain.minos.state import Acting, Fighting, Placing, State

_GAINS = {"scales": "money", "arrow": "rings", "gull": "points", "building": "rights"}
"""What each symbol brings (3.4 to 3.8)."""


def holdings(state: State, seat: Seat) -> Mapping[str, int]:
    """Return what a seat has: talents, income, rings, pieces, settlements, and the points and rights of its turn."""
    player, turn = state.players[seat], _turn_of(state, seat)
    return {
        "money": player.money,
        "income": player.income,
        "rings": player.rings,
        "ships": len(player.ships),
        "soldiers": len(player.soldiers),
        "settlements": [settlement.owner for settlement in state.settlements.values()].count(seat),
        "points": turn.points if turn else 0,
        "rights": turn.rights if turn else 0,
    }


def _turn_of(state: State, seat: Seat) -> Acting | None:
    """Return the turn after its rolls, if it is that of the seat."""
    phase = state.phase
    turn = phase.turn if isinstance(phase, Placing | Fighting) else phase
    return turn if isinstance(turn, Acting) and turn.seat == seat else None


def anchors(data_set: str, seats: int) -> frozenset[str]:
    """Return the ids of all places and pieces on the board."""
    board = board_of(data_set)
    places = {*board.waters, *board.roads, *board.harbours}
    return frozenset(
        {
            *(f"place:{place}" for place in places),
            *(f"{kind}:{seat}:{place}" for kind, seat, place in product(("ship", "soldier"), range(seats), places)),
            *(f"die:{symbol}" for symbol in SYMBOLS),
            *(f"building:{kind}" for kind in BUILDINGS),
            *(f"rings:{seat}" for seat in range(seats)),
            "rings",
        }
    )


def _dice(dice: Dice) -> tuple[str, ...]:
    return tuple(f"die:{symbol}" for symbol in SYMBOLS if dice.of(symbol))


def _roll(_state: State, _seat: Seat, choice: Choice) -> Note:
    assert isinstance(choice.command, c.RollAgain)
    return Note(anchors=_dice(choice.command.dice))


def _reroll(_state: State, seat: Seat, choice: Choice) -> Note:
    assert isinstance(choice.command, c.RerollInConflict)
    return Note(effect={"rings": -1}, anchors=(*_dice(choice.command.dice), f"rings:{seat}"))


def _use(state: State, _seat: Seat, choice: Choice) -> Note:
    command = choice.command
    assert isinstance(command, c.UseDice)
    what = _GAINS[command.symbol]
    numbers = range(command.dice, choice.range.max + 1 if choice.range else command.dice + 1)
    gains = [_gain(state, command, number) for number in numbers]
    steps = {after - before for before, after in pairwise(gains)}
    # no number where rings run out (3.5)
    each = amounts(**{what: max(steps)}) if len(steps) == 1 else amounts()
    shown = Dice(joker=command.joker, star=command.star)
    return Note(effect=amounts(**{what: gains[0]}), each=each, anchors=(f"die:{command.symbol}", *_dice(shown)))


def _gain(state: State, command: c.UseDice, dice: int) -> int:
    assert isinstance(state.phase, Acting)
    return gain_of(state, state.phase, replace(command, dice=dice))


def _buy(state: State, seat: Seat, choice: Choice) -> Note:
    assert isinstance(choice.command, c.BuyRings)
    rings, price = choice.command.rings, state.data.stock.ring_price
    each = {"money": -price, "rings": 1} if choice.range else {}
    return Note(rings * price, {"rings": rings}, each, ("rings", f"rings:{seat}"))


def _sail(_state: State, seat: Seat, choice: Choice) -> Note:
    assert isinstance(choice.command, c.MoveShip)
    return Note(effect={"points": -1}, anchors=(f"ship:{seat}:{choice.command.origin}", f"place:{choice.command.to}"))


def _attack(_state: State, seat: Seat, choice: Choice) -> Note:
    command = choice.command
    assert isinstance(command, c.AttackShip)
    anchored = (f"ship:{seat}:{command.origin}", f"place:{command.to}", f"ship:{command.defender}:{command.to}")
    return Note(effect={"points": -1}, anchors=anchored)


def _walk(_state: State, seat: Seat, choice: Choice) -> Note:
    command = choice.command
    assert isinstance(command, c.MoveSoldier)
    return Note(effect={"points": -1}, anchors=(f"soldier:{seat}:{command.origin}", f"place:{command.to}"))


def _carry(state: State, seat: Seat, choice: Choice) -> Note:
    command, turn = choice.command, state.phase
    assert isinstance(command, c.CarrySoldier)
    assert isinstance(turn, Acting)
    pieces = (f"ship:{seat}:{harbour_of(command.origin)}", f"soldier:{seat}:{command.origin}")
    points = voyage_points(state, turn, command.origin, command.to)
    return Note(effect={"points": -points}, anchors=(*pieces, f"place:{command.to}"))


def _build(state: State, seat: Seat, choice: Choice) -> Note:
    command = choice.command
    assert isinstance(command, c.Build)
    built = result_of(state, seat, command)
    settlement = state.settlements.get(command.field)
    effect = amounts(
        income=built.income - state.players[seat].income,
        rights=-built.rights,
        soldiers=int(built.soldier),
        settlements=int(settlement is None or settlement.owner != seat),
    )
    return Note(built.cost, effect, anchors=(f"place:{command.field}", f"building:{command.building}"))


def _recruit(state: State, _seat: Seat, choice: Choice) -> Note:
    command = choice.command
    assert isinstance(command, c.Recruit)
    place = harbour_of(command.field) if command.piece == "ship" else command.field
    return Note(state.data.stock.recruit_price, {f"{command.piece}s": 1}, anchors=(f"place:{place}",))


def _bring(state: State, _seat: Seat, _choice: Choice) -> Note:
    assert isinstance(state.phase, Placing)
    return Note(effect={"soldiers": 1}, anchors=(f"place:{state.phase.field}",))


def _end(state: State, _seat: Seat, _choice: Choice) -> Note:
    assert isinstance(state.phase, Acting)
    return Note(effect=amounts(points=-state.phase.points, rights=-state.phase.rights))


_NOTES: Mapping[type[Command], NoteOf] = {
    c.ShowTalents: no_note,
    c.HideTalents: no_note,
    c.RollAgain: _roll,
    c.KeepDice: no_note,
    c.UseDice: _use,
    c.BuyRings: _buy,
    c.MoveShip: _sail,
    c.AttackShip: _attack,
    c.MoveSoldier: _walk,
    c.CarrySoldier: _carry,
    c.Build: _build,
    c.Recruit: _recruit,
    c.PlaceSoldier: _bring,
    c.DeclineSoldier: no_note,
    c.RerollInConflict: _reroll,
    c.StandInConflict: no_note,
    c.EndTurn: _end,
}
notes = notes_by_command(_NOTES)
"""Returns the notes on choices of a seat."""
