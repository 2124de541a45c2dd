"""The view of Minos: what a viewer may see of a table, built field by field."""

from domain.game.game import Game
from domain.kernel.viewers import viewer_name
from domain.minos import flow
from domain.minos.board import harbour_of
from domain.minos.dice import Dice
from domain.minos.options import BUILDINGS, Field, Seat
from domain.minos.state import (
    Acting,
    Between,
    Declaring,
    Fighting,
    Over,
    Phase,
    Placing,
    Rolling,
    SettingUp,
    State,
    are_talents_open,
    conflict_value,
    ships_left,
    soldiers_left,
    value_of,
)
from projections.history import FULL, AnyViewer
from projections.views.clocks import clocks_view, paused_view
from projections.views.minos.parts import (
    ConflictView,
    DiceView,
    FieldView,
    MinosView,
    PhaseName,
    PieceView,
    PlayerView,
    TurnView,
)

_PHASES: dict[type, tuple[str, PhaseName]] = {
    SettingUp: ("2", "set_up"),
    Between: ("3", "between"),
    Declaring: ("2", "declaring"),
    Rolling: ("3", "rolling"),
    Acting: ("3", "acting"),
    Placing: ("9", "placing"),
    Fighting: ("8", "conflict"),
    Over: ("10", "over"),
}


def view(game: Game, viewer: AnyViewer) -> MinosView:
    """Return the table as the viewer may see it; the game must have started."""
    state: State = game.state
    phase = state.phase
    number, name = _PHASES[type(phase)]
    return MinosView(
        game=game.id,
        version=game.version,
        data_set=state.data_set,
        viewer=viewer_name(viewer),
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
        clocks=clocks_view(game),
        paused_until=paused_view(game),
    )


def _idle_rounds_left(state: State) -> int:
    """Rule 10.5: the limit without the rounds that are over since the last one in which a player built."""
    is_idle_end = isinstance(state.phase, Over) and state.phase.reason == "idle"
    rounds_over = state.round if is_idle_end else state.round - 1
    return state.options.idle_limit - max(0, rounds_over - state.last_built)


def _player(state: State, seat: Seat, viewer: AnyViewer) -> PlayerView:
    player = state.players[seat]
    return PlayerView(
        seat=seat,
        money=player.money if viewer in (seat, FULL) or are_talents_open(state, seat) else None,
        income=player.income,
        rings=player.rings,
        ships=player.ships,
        soldiers=player.soldiers,
        ships_left=ships_left(state, seat),
        soldiers_left=soldiers_left(state, seat),
        eliminated=seat in state.eliminated,
        talents_shown=player.shown if state.options.money_public == "own_choice" else None,
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
    if isinstance(phase, Declaring):
        return _turn_of(Acting(phase.seat, Dice()), state.data.dice.rolls)
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
