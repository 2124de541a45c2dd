"""What a viewer sees of a table of Siberia: an allow-list, built up field by field."""

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from domain.game import Game
from domain.kernel.values import Place, Seat
from domain.siberia import flow
from domain.siberia.board import price_of
from domain.siberia.options import COLUMNS, RESOURCES, Column, Resource
from domain.siberia.state import Acting, Over, Phase, Placing, Returning, SettingUp, State
from projections.history import FULL, Sight

PhaseName: TypeAlias = Literal["set_up", "placing", "actions", "research", "logistics", "returning", "over"]

_PHASES: dict[type, tuple[str, PhaseName]] = {
    SettingUp: ("1", "set_up"),
    Placing: ("2", "placing"),
    Acting: ("3", "actions"),
    Returning: ("11", "returning"),
    Over: ("13", "over"),
}
_STEPS: dict[str, tuple[str, PhaseName]] = {"research": ("4", "research"), "logistics": ("6", "logistics")}

AreaName = Annotated[str, Meta(description="The id of an area of the map.")]
PlaceName = Annotated[str, Meta(description="The id of an area, or of the start.")]
ExchangeName = Annotated[str, Meta(description="The id of an exchange.")]
TokenName = Annotated[str, Meta(description="What a token shows: `manager`, or person and resource: `worker_gas`.")]
Dollars = Annotated[int, Meta(description="Dollars.")]


class Part(msgspec.Struct, frozen=True):
    """The base of all parts of the view."""


class AreaView(Part, frozen=True):
    """An area, the cubes on it, and whether it is exhausted."""

    area: AreaName
    name: str
    beside: tuple[PlaceName, ...]
    cubes: tuple[Resource, ...]
    exhausted: bool


class ExchangeView(Part, frozen=True):
    """An exchange in play and what it pays for a cube."""

    exchange: ExchangeName
    name: str
    prices: Annotated[dict[Resource, Dollars], Meta(description="Only the resources that this exchange buys.")]


class ColumnView(Part, frozen=True):
    """A column of a panel: its tokens, and whether an investment tile lies there."""

    tokens: tuple[TokenName, ...]
    tile: bool


class LaidView(Part, frozen=True):
    """A token that was placed in this round and is not revealed yet."""

    token: TokenName
    spot: Annotated[str, Meta(description="A column, or `research`.")]


class HandView(Part, frozen=True):
    """What a seat has drawn: the tokens yet to be placed, and those that it has placed unseen."""

    tokens: tuple[TokenName, ...]
    placed: tuple[LaidView, ...]


class PlayerView(Part, frozen=True):
    """What a viewer may know of a player."""

    seat: Seat
    money: Annotated[int | None, Meta(description="Dollars; null where the options hide others' money.")]
    reserve: Annotated[int, Meta(description="Pawns that are neither workers nor salesmen.")]
    workers: Annotated[tuple[PlaceName, ...], Meta(description="Where each worker stands.")]
    salesmen: Annotated[tuple[ExchangeName, ...], Meta(description="Where each salesman stands.")]
    columns: dict[Column, ColumnView]
    research: tuple[TokenName, ...]
    to_place: Annotated[int, Meta(description="How many drawn tokens are yet to be placed.")]
    hand: Annotated[HandView | None, Meta(description="The drawn tokens until they are revealed; null unless yours.")]
    passed: bool


class ActionView(Part, frozen=True):
    """Whose turn it is, and what is left of a Logistics action."""

    seat: Seat
    step: Literal["acting", "research", "logistics", "done"]
    moves: Annotated[int, Meta(description="Moves left of Logistics.")]
    moved: Annotated[tuple[PlaceName, ...], Meta(description="Where workers stand that have moved in this action.")]


class SiberiaView(Part, frozen=True, tag_field="type", tag="siberia.view"):
    """A table of Siberia as a viewer may see it at a version of the game."""

    game: str
    version: int
    viewer: Annotated[str, Meta(description="`public`, `seat:N` or `full`.")]
    round: int
    phase: Annotated[str, Meta(description="The number of the phase in the rules.")]
    phase_name: PhaseName
    first_player: Seat
    awaiting: tuple[Seat, ...]
    start: Annotated[PlaceName, Meta(description="The place where workers start.")]
    start_beside: tuple[AreaName, ...]
    areas: tuple[AreaView, ...]
    exhausted: Annotated[int, Meta(description="How many areas are exhausted.")]
    exhausted_end: Annotated[int, Meta(description="How many exhausted areas bring the end.")]
    reserves: Annotated[dict[Resource, int], Meta(description="Cubes that can still be found; before 1.5, the bag.")]
    sold: dict[Resource, int]
    sides: Annotated[str, Meta(description="The sides of the exchange tiles; empty before they are known.")]
    exchanges: tuple[ExchangeView, ...]
    investments: Annotated[tuple[Column, ...], Meta(description="The open investment tiles, the newest last.")]
    investments_left: int
    investments_undrawn: Annotated[dict[str, int] | None, Meta(description="The tiles never opened; after the game.")]
    bag: Annotated[int, Meta(description="How many tokens are in the bag.")]
    bag_tokens: Annotated[dict[str, int] | None, Meta(description="The tokens in the bag; after the game.")]
    players: tuple[PlayerView, ...]
    action: ActionView | None
    ending: Annotated[Literal["areas", "reserves"] | None, Meta(description="Why the end has come, once it has.")]
    places: tuple[Place, ...]


def view(game: Game, sight: Sight) -> SiberiaView:
    """Return the table as the viewer may see it; the game must have started."""
    state: State = game.state
    phase = state.phase
    number, name = _phase(phase)
    board = state.board
    return SiberiaView(
        game=game.id,
        version=game.version,
        viewer="public" if sight is None else sight if isinstance(sight, str) else f"seat:{sight}",
        round=state.round,
        phase=number,
        phase_name=name,
        first_player=state.first_player,
        awaiting=tuple(sorted(flow.awaiting(state))),
        start=board.start,
        start_beside=board.neighbours[board.start],
        areas=_areas(state),
        exhausted=len(state.exhausted),
        exhausted_end=state.data.numbers.end_areas,
        reserves=dict(zip(RESOURCES, state.reserves.counts, strict=True)),
        sold=dict(zip(RESOURCES, state.sold.counts, strict=True)),
        sides=state.sides,
        exchanges=_exchanges(state),
        investments=state.open,
        investments_left=state.stack.total,
        investments_undrawn=dict(state.stack.contents()) if sight == FULL else None,
        bag=state.bag.total,
        bag_tokens=dict(state.bag.contents()) if sight == FULL else None,
        players=tuple(_player(state, seat, sight) for seat in range(len(state.players))),
        action=_action(phase),
        ending=state.ending,
        places=game.places,
    )


def _phase(phase: Phase) -> tuple[str, PhaseName]:
    if isinstance(phase, Acting) and phase.step in _STEPS:
        return _STEPS[phase.step]
    return _PHASES[type(phase)]


def _areas(state: State) -> tuple[AreaView, ...]:
    return tuple(
        AreaView(area.id, area.name, area.beside, state.areas.get(area.id, ()), area.id in state.exhausted)
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


def _player(state: State, seat: Seat, sight: Sight) -> PlayerView:
    player = state.players[seat]
    own = sight in (seat, FULL)
    phase = state.phase
    return PlayerView(
        seat=seat,
        money=player.money if own or state.options.money_public else None,
        reserve=player.reserve,
        workers=player.workers,
        salesmen=player.salesmen,
        columns={column: ColumnView(player.tokens[column], column in player.tiles) for column in COLUMNS},
        research=player.research,
        to_place=len(phase.hands[seat]) if isinstance(phase, Placing) else 0,
        hand=_hand(phase, seat) if own and isinstance(phase, Placing) else None,
        passed=isinstance(phase, Acting) and seat in phase.passed,
    )


def _hand(phase: Placing, seat: Seat) -> HandView:
    return HandView(phase.hands[seat], tuple(LaidView(one.token, one.spot) for one in phase.laid[seat]))


def _action(phase: Phase) -> ActionView | None:
    if not isinstance(phase, Acting) or phase.turn is None:
        return None
    return ActionView(phase.turn, phase.step, phase.moves, phase.moved)
