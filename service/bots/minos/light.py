"""The light policy of Minos: the careful bot, on a view with only what it reads, and scores of the other commands."""

import random
from collections.abc import Mapping, Sequence
from functools import cache

from msgspec.structs import replace

from domain.kernel.values import Choice, Command, Seat
from domain.minos import commands as c
from domain.minos.board import board_of, harbour_of
from domain.minos.dice import Dice
from domain.minos.options import BUILDINGS, Building, Field
from domain.minos.phases.building import result_of
from domain.minos.state import (
    Acting,
    Declaring,
    Fighting,
    Phase,
    Placing,
    Player,
    Rolling,
    Settlement,
    State,
    are_talents_open,
)
from projections.views.minos.parts import (
    ConflictView,
    DiceView,
    FieldView,
    MinosView,
    PlayerView,
    TurnView,
)
from service.bots.minos.careful import decide
from service.bots.minos.evaluation import Evaluator
from service.bots.strong.light import Light, Scored
from service.bots.strong.purses import likely_money

BEST = 100.0
"""The score of what the careful bot decides."""

SPREAD = 15
"""Talents by which the money of opponents differs in the first rounds."""

_RNG = random.Random(0)  # noqa: S311 - the careful bot of Minos uses no random numbers
_KEEP = (Choice(c.KeepDice()),)
_STAND = (Choice(c.StandInConflict()), Choice(c.RerollInConflict(Dice())))
_WORTH: Mapping[type[Command], float] = {
    c.BuyRings: 1.0,
    c.CarrySoldier: 2.5,
    c.MoveShip: 2.0,
    c.MoveSoldier: 2.0,
    c.AttackShip: 1.5,
    c.EndTurn: 3.0,
    c.PlaceSoldier: 2.0,
    c.DeclineSoldier: 1.0,
    c.KeepDice: 3.0,
    c.StandInConflict: 3.0,
    c.ShowTalents: 1.0,
    c.HideTalents: 3.0,
}


def view_of(state: State) -> MinosView:
    """Return a view with all that the careful bot reads, and placeholders."""
    phase = state.phase
    return MinosView(
        game="",
        version=0,
        data_set=state.data_set,
        viewer="",
        round=state.round,
        phase="",
        phase_name="acting",
        first_player=state.first_player,
        awaiting=(),
        players=tuple(_player(state, seat, player) for seat, player in enumerate(state.players)),
        fields=_fields(state),
        stock=dict(zip(BUILDINGS, state.stock, strict=True)),
        rings_left=state.rings,
        idle_rounds_left=0,
        turn=_turn(phase),
        placing=None,
        conflict=_conflict(phase) if isinstance(phase, Fighting) else None,
        ended=None,
        places=(),
    )


def _player(state: State, seat: Seat, player: Player) -> PlayerView:
    is_out = seat in state.eliminated
    return PlayerView(
        seat, player.money, player.income, player.rings, player.ships, player.soldiers, 0, 0, is_out, talents_shown=None
    )


_ABANDONED = Settlement(None, ())
_MOST_FIELDS = 64
_known_fields: dict[int, tuple[State, tuple[FieldView, ...]]] = {}
"""By the identity of the settlements, with a state that keeps them in memory: few decisions change them."""


def _fields(state: State) -> tuple[FieldView, ...]:
    found = _known_fields.get(id(state.settlements))
    if found is not None and found[0].covered == state.covered and found[0].data_set == state.data_set:
        return found[1]
    if len(_known_fields) >= _MOST_FIELDS:
        _known_fields.clear()
    fields = _all_fields(state)
    _known_fields[id(state.settlements)] = state, fields
    return fields


def _all_fields(state: State) -> tuple[FieldView, ...]:
    found = state.settlements
    covered, data_set = state.covered, state.data_set
    views: list[FieldView] = []
    for field in state.board.fields:
        built = found.get(field, _ABANDONED)
        views.append(_field(data_set, field, field in covered, built.owner, built.buildings))
    return tuple(views)


@cache
def _field(
    data_set: str, field: Field, covered: bool, owner: Seat | None, buildings: tuple[Building, ...]
) -> FieldView:
    return FieldView(field, field, harbour_of(field), covered, owner, buildings, _value(data_set, buildings), None)


def _value(data_set: str, buildings: tuple[Building, ...]) -> int:
    """Return the income of a settlement: `value_of` without the state."""
    kinds = board_of(data_set).data.buildings.kinds
    income = sum(kinds[BUILDINGS.index(building)].income for building in buildings)
    return income * 2 if "walls" in buildings else income


def _turn(phase: Phase) -> TurnView | None:
    if isinstance(phase, Rolling):
        return TurnView(phase.seat, _dice(phase.dice or Dice()), 0, 0, 0, True, False, (), (), ())
    turn = phase.turn if isinstance(phase, Placing | Fighting) else phase
    if not isinstance(turn, Acting):
        return None
    return TurnView(
        turn.seat,
        _dice(turn.dice),
        0,
        turn.points,
        turn.rights,
        turn.income_open,
        turn.rings_open,
        turn.jokered,
        turn.starred,
        turn.recruited,
    )


@cache
def _dice(dice: Dice) -> DiceView:
    return DiceView(*dice.counts)


def _conflict(phase: Fighting) -> ConflictView:
    attack = phase.attack if phase.step != "attack" else None
    dice = _dice(phase.dice) if phase.dice else None
    return ConflictView(phase.turn.seat, (), phase.place, phase.defender, phase.step, dice, None, attack)


def quick(state: State, seat: Seat) -> Command | None:
    """Return the decision about dice, free soldiers and hidden talents, which needs no list."""
    match state.phase:
        case Rolling():
            return decide(Evaluator(view_of(state), seat), _KEEP, _RNG)
        case Fighting():
            return decide(Evaluator(view_of(state), seat), _STAND, _RNG)
        case Placing():
            return c.PlaceSoldier()
        case Declaring():
            return c.HideTalents()
        case _:
            return None


def pick(state: State, seat: Seat, choices: Sequence[Choice]) -> Command:
    """Return what the careful bot decides."""
    return decide(Evaluator(view_of(state), seat), choices, _RNG)


def scores(state: State, seat: Seat, choices: Sequence[Choice]) -> list[Scored]:
    """Return the choices with their scores. The decision of the careful bot has the best one."""
    best = pick(state, seat, choices)
    others = [command for choice in choices if (command := _most(choice)) != best]
    return [Scored(BEST, best), *(Scored(_worth(state, seat, command, best), command) for command in others)]


def _most(choice: Choice) -> Command:
    """Return the command of a choice; of a range the highest number."""
    span = choice.range
    return choice.command if span is None else replace(choice.command, **{span.field: span.max})


def _worth(state: State, seat: Seat, command: Command, best: Command) -> float:
    match command:
        case c.RollAgain(dice) | c.RerollInConflict(dice):
            wanted = best.dice if isinstance(best, c.RollAgain | c.RerollInConflict) else Dice()
            return 4.0 - sum(abs(mine - theirs) for mine, theirs in zip(dice.counts, wanted.counts, strict=True))
        case c.Build():
            return 5.0 + result_of(state, seat, command).income - state.players[seat].income
        case c.Recruit():
            return 2.2
        case c.UseDice():
            return 4.0 - command.joker - 0.5 * command.star
        case _:
            return _WORTH.get(type(command), 0.0)


def remaining(state: State) -> float:
    """Return the share of the buildings that the open fields still take."""
    spaces = 4 * (len(state.board.fields) - len(state.covered))
    built = sum(len(settlement.buildings) for settlement in state.settlements.values())
    return max(0.0, 1 - built / spaces)


def features(state: State, seat: Seat) -> Mapping[str, float]:
    """Return what the final income of a seat is estimated from."""
    me, field_of = state.players[seat], state.board.field_of
    owned = [settlement.buildings for settlement in state.settlements.values() if settlement.owner == seat]
    held = {field_of[space] for space in (*me.ships, *me.soldiers) if space in field_of}
    mine = [field for field, settlement in state.settlements.items() if settlement.owner == seat]
    return {
        "income": me.income,
        "money": min(me.money, 100) / 10,
        "rich": max(0, me.money - 100) / 10,
        "rings": me.rings,
        "ships": len(me.ships),
        "soldiers": len(me.soldiers),
        "fields": len(mine),
        "claims": sum(field not in state.settlements for field in held),
        "walls": sum("walls" in buildings for buildings in owned),
        "cities": sum(len(buildings) == 4 for buildings in owned),  # noqa: PLR2004 - rule 5.3
        "room": sum(4 - len(buildings) for buildings in owned),
        "out": float(seat in state.eliminated),
    }


def eliminated(state: State) -> Sequence[Seat]:
    """Return the eliminated seats: they are ranked after all others (10.3), and their talents have left the game."""
    return state.eliminated


def known(state: State) -> Sequence[Seat]:
    """Return the seats whose talents all know: the eliminated ones, and those that show them (2.8)."""
    return [*eliminated(state), *(seat for seat in range(len(state.players)) if are_talents_open(state, seat))]


LIGHT = Light(
    quick=quick,
    scores=scores,
    remaining=remaining,
    features=features,
    pick=pick,
    reorders=True,
    likely=likely_money(SPREAD, shown=known),
    eliminated=eliminated,
)
