"""What a viewer sees of a table of Minos: an allow-list, built up field by field."""

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from domain.game.game import Game
from domain.kernel.values import Place
from domain.minos import flow
from domain.minos.board import harbour_of
from domain.minos.dice import Count, Dice, Symbol
from domain.minos.events import EndReason
from domain.minos.options import BUILDINGS, Building, Field, PieceKind, Points, Rights, Rings, Seat, Space
from domain.minos.state import (
    Acting,
    Between,
    Fighting,
    Over,
    Phase,
    Placing,
    Rolling,
    SettingUp,
    State,
    conflict_value,
    ships_left,
    soldiers_left,
    value_of,
)
from projections.history import FULL, Sight

PhaseName: TypeAlias = Literal["set_up", "between", "rolling", "acting", "placing", "conflict", "over"]

_PHASES: dict[type, tuple[str, PhaseName]] = {
    SettingUp: ("2", "set_up"),
    Between: ("3", "between"),
    Rolling: ("3", "rolling"),
    Acting: ("3", "acting"),
    Placing: ("9", "placing"),
    Fighting: ("8", "conflict"),
    Over: ("10", "over"),
}


class Part(msgspec.Struct, frozen=True):
    """The base of all parts of the view."""


class DiceView(Part, frozen=True):
    """How many dice show each symbol."""

    scales: Count
    arrow: Count
    gull: Count
    building: Count
    joker: Count
    star: Count


class PlayerView(Part, frozen=True):
    """What a viewer may know of a player."""

    seat: Seat
    money: Annotated[int | None, Meta(description="Talents; null where the options hide others' money.")]
    income: Annotated[int, Meta(description="Talents for each Scales.")]
    rings: Rings
    ships: Annotated[tuple[Space, ...], Meta(description="Where the ships lie, one entry a ship.")]
    soldiers: Annotated[tuple[Space, ...], Meta(description="Where the soldiers stand, one entry a soldier.")]
    ships_left: Annotated[int, Meta(description="Ships in reserve.")]
    soldiers_left: Annotated[int, Meta(description="Soldiers in reserve.")]
    eliminated: Annotated[bool, Meta(description="Whether the player is out, without any piece.")]


class FieldView(Part, frozen=True):
    """A settlement field with what is built on it."""

    field: Field
    name: Annotated[str, Meta(description="The printed name.")]
    harbour: Space
    covered: Annotated[bool, Meta(description="Whether it is out of the game.")]
    owner: Annotated[
        Seat | None, Meta(description="A seat; null where nothing is built, or the settlement is abandoned.")
    ]
    buildings: Annotated[tuple[Building, ...], Meta(description="In the order of building.")]
    value: Annotated[int, Meta(description="The income from it, in talents.")]
    left_by: Annotated[Seat | None, Meta(description="The seat that left the settlement, if it is abandoned.")]


class TurnView(Part, frozen=True):
    """The turn: what the dice show that are not used yet, and what is left."""

    seat: Seat
    dice: Annotated[DiceView, Meta(description="What the dice show that are not used yet.")]
    rolls_left: Annotated[int, Meta(description="How often dice can be rolled again.")]
    points: Points
    rights: Rights
    income_open: Annotated[bool, Meta(description="Whether Scales can still be used.")]
    rings_open: Annotated[
        bool, Meta(description="Whether rings can be bought in this turn, by who has the talents for them.")
    ]
    jokered: Annotated[tuple[Symbol, ...], Meta(description="Symbols that have had their Joker.")]
    starred: Annotated[tuple[Symbol, ...], Meta(description="Symbols that have had their Star.")]
    recruited: Annotated[tuple[Field, ...], Meta(description="Settlements that have brought a piece.")]


class PieceView(Part, frozen=True):
    """A ship or a soldier, by where it stands."""

    kind: PieceKind
    space: Space


class ConflictView(Part, frozen=True):
    """A conflict: who attacks what, and the duel that is fought now."""

    attacker: Seat
    attackers: Annotated[tuple[PieceView, ...], Meta(description="The pieces that still attack, the first one now.")]
    place: Space
    defender: Seat
    step: Annotated[
        Literal["attack", "defend", "settle"], Meta(description="Which side rolls; then the duel is settled.")
    ]
    dice: Annotated[DiceView | None, Meta(description="The dice of the side that is rolling.")]
    value: Annotated[int | None, Meta(description="What these dice are worth.")]
    attack: Annotated[int | None, Meta(description="The attacker's value, once it stands.")]


class MinosView(Part, frozen=True, tag_field="type", tag="minos.view"):
    """A table of Minos as a viewer may see it at a version of the game."""

    game: Annotated[str, Meta(description="The id of the game, a UUID.")]
    version: Annotated[int, Meta(description="The number of events so far.")]
    data_set: Annotated[str, Meta(description="The name of the printed tables: the map, costs, dice and pieces.")]
    viewer: Annotated[str, Meta(description="`public`, `seat:N` or `full`.")]
    round: Annotated[int, Meta(description="The round, from 1; 0 before the first.")]
    phase: Annotated[str, Meta(description="The number of the section in the rules.")]
    phase_name: Annotated[PhaseName, Meta(description="What is going on.")]
    first_player: Seat
    awaiting: Annotated[tuple[Seat, ...], Meta(description="The seat that has to decide, if any.")]
    players: Annotated[tuple[PlayerView, ...], Meta(description="In the order of seats.")]
    fields: Annotated[tuple[FieldView, ...], Meta(description="All fields, the covered ones, too.")]
    stock: Annotated[dict[Building, int], Meta(description="Buildings left for all.")]
    rings_left: Annotated[int, Meta(description="Rings left for all.")]
    idle_rounds_left: Annotated[int, Meta(description="Rounds left until the game ends, unless somebody builds.")]
    turn: Annotated[TurnView | None, Meta(description="The turn that goes on, also during a conflict in it.")]
    placing: Annotated[str | None, Meta(description="The settlement to which a free soldier may come.")]
    conflict: Annotated[ConflictView | None, Meta(description="Null where nobody fights.")]
    ended: Annotated[EndReason | None, Meta(description="Why the game is over.")]
    places: Annotated[tuple[Place, ...], Meta(description="The final ranking, best first; empty before the end.")]


def view(game: Game, viewer: Sight) -> MinosView:
    """Return the table as the viewer may see it; the game must have started."""
    state: State = game.state
    phase = state.phase
    number, name = _PHASES[type(phase)]
    return MinosView(
        game=game.id,
        version=game.version,
        data_set=state.data_set,
        viewer="public" if viewer is None else viewer if isinstance(viewer, str) else f"seat:{viewer}",
        round=state.round,
        phase=number,
        phase_name=name,
        first_player=state.first_player,
        awaiting=tuple(sorted(flow.FLOW.awaiting(state))),
        players=tuple(_player(state, seat, viewer) for seat in range(len(state.players))),
        fields=tuple(_field(state, field) for field in state.board.fields),
        stock=dict(zip(BUILDINGS, state.stock, strict=True)),
        rings_left=state.rings,
        idle_rounds_left=_idle_rounds_left(state),
        turn=_turn(state, phase),
        placing=phase.field if isinstance(phase, Placing) else None,
        conflict=_conflict(state, phase),
        ended=phase.reason if isinstance(phase, Over) else None,
        places=game.places,
    )


def _idle_rounds_left(state: State) -> int:
    """Rule 10.5: the limit without the rounds that are over since the last one in which somebody built."""
    is_idle_end = isinstance(state.phase, Over) and state.phase.reason == "idle"
    rounds_over = state.round if is_idle_end else state.round - 1
    return state.options.idle_limit - max(0, rounds_over - state.last_built)


def _player(state: State, seat: Seat, viewer: Sight) -> PlayerView:
    player = state.players[seat]
    return PlayerView(
        seat=seat,
        money=player.money if viewer in (seat, FULL) or state.options.money_public else None,
        income=player.income,
        rings=player.rings,
        ships=player.ships,
        soldiers=player.soldiers,
        ships_left=ships_left(state, seat),
        soldiers_left=soldiers_left(state, seat),
        eliminated=seat in state.eliminated,
    )


def _field(state: State, field: Field) -> FieldView:
    settlement = state.settlements.get(field)
    return FieldView(
        field=field,
        name=state.board.names[field],
        harbour=harbour_of(field),
        covered=field in state.covered,
        owner=settlement.owner if settlement else None,
        buildings=settlement.buildings if settlement else (),
        value=value_of(state, settlement.buildings) if settlement else 0,
        left_by=settlement.left_by if settlement else None,
    )


def _turn(state: State, phase: Phase) -> TurnView | None:
    if isinstance(phase, Rolling):
        left = state.data.dice.rolls - phase.rolls
        return _turn_of(Acting(phase.seat, phase.dice or Dice()), left)
    turn = phase.turn if isinstance(phase, Placing | Fighting) else phase
    return _turn_of(turn, 0) if isinstance(turn, Acting) else None


def _turn_of(turn: Acting, rolls_left: int) -> TurnView:
    return TurnView(
        seat=turn.seat,
        dice=DiceView(*turn.dice.counts),
        rolls_left=rolls_left,
        points=turn.points,
        rights=turn.rights,
        income_open=turn.income_open,
        rings_open=turn.rings_open,
        jokered=tuple(dict.fromkeys(turn.jokered)),
        starred=tuple(dict.fromkeys(turn.starred)),
        recruited=turn.recruited,
    )


def _conflict(state: State, phase: Phase) -> ConflictView | None:
    if not isinstance(phase, Fighting):
        return None
    return ConflictView(
        attacker=phase.turn.seat,
        attackers=tuple(PieceView(piece.kind, piece.space) for piece in phase.attackers),
        place=phase.place,
        defender=phase.defender,
        step=phase.step,
        dice=DiceView(*phase.dice.counts) if phase.dice else None,
        value=conflict_value(state, phase.dice) if phase.dice else None,
        attack=phase.attack if phase.step != "attack" else None,
    )
