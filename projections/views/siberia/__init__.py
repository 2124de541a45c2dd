"""The view of Siberia: what a viewer may see of a table, built field by field."""

from domain.game.game import Game
from domain.kernel.viewers import viewer_name
from domain.siberia import flow
from domain.siberia.board import price_of
from domain.siberia.options import (
    COLUMNS,
    RESOURCES,
    Seat,
)
from domain.siberia.state import Acting, Over, Phase, Placing, Returning, SettingUp, State
from projections.history import FULL, AnyViewer
from projections.views.clocks import clocks_view, paused_view
from projections.views.siberia.parts import (
    ActionView,
    AreaView,
    ColumnView,
    ExchangeView,
    HandView,
    LaidView,
    PhaseName,
    PlayerView,
    SiberiaView,
)

_PHASES: dict[type, tuple[str, PhaseName]] = {
    SettingUp: ("1", "set_up"),
    Placing: ("2", "placing"),
    Acting: ("3", "actions"),
    Returning: ("11", "returning"),
    Over: ("13", "over"),
}
_STEPS: dict[str, tuple[str, PhaseName]] = {"research": ("4", "research"), "logistics": ("6", "logistics")}


def view(game: Game, viewer: AnyViewer) -> SiberiaView:
    """Return the table as the viewer may see it; the game must have started."""
    state: State = game.state
    phase = state.phase
    number, name = _phase(phase)
    board = state.board
    return SiberiaView(
        game=game.id,
        version=game.version,
        viewer=viewer_name(viewer),
        round=state.round,
        phase=number,
        phase_name=name,
        first_player=state.first_player,
        awaiting=tuple(sorted(flow.FLOW.awaiting(state))),
        start=board.start,
        start_beside=board.neighbours[board.start],
        areas=_areas(state),
        exhausted=len(state.exhausted),
        exhausted_end=state.data.numbers.end_areas,
        reserves=dict(zip(RESOURCES, state.reserves.counts, strict=True)),
        reserves_end=state.data.numbers.end_reserves,
        sold=dict(zip(RESOURCES, state.sold.counts, strict=True)),
        sides=state.sides,
        exchanges=_exchanges(state),
        investments=state.open,
        investments_left=state.stack.total,
        investments_undrawn=dict(state.stack.contents()) if viewer == FULL else None,
        bag=state.bag.total,
        bag_tokens=dict(state.bag.contents()) if viewer == FULL else None,
        players=tuple(_player(state, seat, viewer) for seat in range(len(state.players))),
        action=_action(phase),
        ending=state.ending,
        idle_rounds=state.idle_rounds,
        idle_rounds_end=None if state.options.standstill == "none" else state.options.standstill,
        places=game.places,
        clocks=clocks_view(game),
        paused_until=paused_view(game),
    )


def _phase(phase: Phase) -> tuple[str, PhaseName]:
    if isinstance(phase, Acting) and phase.step in _STEPS:
        return _STEPS[phase.step]
    return _PHASES[type(phase)]


def _areas(state: State) -> tuple[AreaView, ...]:
    neighbours = state.board.neighbours
    return tuple(
        AreaView(area.id, area.name, neighbours[area.id], state.areas.get(area.id, ()), area.id in state.exhausted)
        for area in state.data.map.areas
    )


def _exchanges(state: State) -> tuple[ExchangeView, ...]:
    return tuple(
        ExchangeView(
            exchange.id,
            exchange.name,
            {resource: price for resource in RESOURCES if (price := price_of(exchange, resource))},
        )
        for exchange in state.exchanges.values()
    )


def _player(state: State, seat: Seat, viewer: AnyViewer) -> PlayerView:
    player = state.players[seat]
    own = viewer in (seat, FULL)
    phase = state.phase
    return PlayerView(
        seat=seat,
        money=player.money if own or state.options.money_public else None,
        reserve=player.reserve,
        workers=player.workers,
        salesmen=player.salesmen,
        columns={column: ColumnView(player.tokens[column], column in player.tiles) for column in COLUMNS},
        research=player.research,
        to_place=_to_place(state, phase, seat) if isinstance(phase, Placing) else 0,
        hand=_hand(phase, seat) if own and isinstance(phase, Placing) else None,
        passed=seat in state.passed,
    )


def _to_place(state: State, phase: Placing, seat: Seat) -> int:
    """Rule 2.8: while a seat may take tokens back, others do not learn how many of them lie."""
    left = len(phase.hands[seat])
    if state.options.take_back and phase.step != "revealed" and seat not in phase.done:
        return left + len(phase.laid[seat])
    return left


def _hand(phase: Placing, seat: Seat) -> HandView:
    return HandView(phase.hands[seat], tuple(LaidView(one.token, one.spot) for one in phase.laid[seat]))


def _action(phase: Phase) -> ActionView | None:
    if not isinstance(phase, Acting) or phase.turn is None:
        return None
    return ActionView(phase.turn, phase.step, phase.moves, phase.moved)
