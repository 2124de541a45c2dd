"""What a viewer sees of a table of Siberia: an allow-list, built up field by field."""

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from domain.game.game import Game
from domain.kernel.values import Place as Finish
from domain.siberia import flow
from domain.siberia.board import price_of
from domain.siberia.events import Ending
from domain.siberia.options import (
    COLUMNS,
    RESOURCES,
    Area,
    Column,
    Dollars,
    Exchange,
    Moves,
    Place,
    Resource,
    Round,
    Seat,
    Sides,
    Spot,
    Token,
)
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

Cubes: TypeAlias = dict[Resource, int]


class Part(msgspec.Struct, frozen=True):
    """The base of all parts of the view."""


class AreaView(Part, frozen=True):
    """An area of the map."""

    area: Area
    name: Annotated[str, Meta(description="The name on the map.")]
    beside: Annotated[tuple[Place, ...], Meta(description="The places that it borders on.")]
    cubes: Annotated[tuple[Resource, ...], Meta(description="The cubes on it; no two of a kind.")]
    exhausted: Annotated[bool, Meta(description="Whether nothing is found there any more (12.3).")]


class ExchangeView(Part, frozen=True):
    """An exchange in play."""

    exchange: Exchange
    name: Annotated[str, Meta(description="The name on the tile.")]
    prices: Annotated[
        dict[Resource, Dollars], Meta(description="Dollars for a cube, of the resources that it buys and no others.")
    ]


class ColumnView(Part, frozen=True):
    """A column of a panel; it can be used when its two spaces are filled (3.3)."""

    tokens: Annotated[tuple[Token, ...], Meta(description="The tokens in it, jokers among them.")]
    tile: Annotated[bool, Meta(description="Whether an investment tile lies in it.")]


class LaidView(Part, frozen=True):
    """A token that was placed in this round and is not revealed yet."""

    token: Token
    spot: Spot


class HandView(Part, frozen=True):
    """What a seat has drawn in this round, as long as it is not revealed (2.7)."""

    tokens: Annotated[tuple[Token, ...], Meta(description="The tokens yet to be placed.")]
    placed: Annotated[tuple[LaidView, ...], Meta(description="The tokens placed unseen, in the order of placing.")]


class PlayerView(Part, frozen=True):
    """What a viewer may know of a player."""

    seat: Seat
    money: Annotated[int | None, Meta(description="Dollars; null where the options hide others' money.")]
    reserve: Annotated[int, Meta(description="Pawns that are neither workers nor salesmen.")]
    workers: Annotated[tuple[Place, ...], Meta(description="Where the workers stand, one entry a worker.")]
    salesmen: Annotated[tuple[Exchange, ...], Meta(description="Where the salesmen stand, one entry a salesman.")]
    columns: Annotated[dict[Column, ColumnView], Meta(description="The ten columns of the panel.")]
    research: Annotated[tuple[Token, ...], Meta(description="The tokens in the research zone.")]
    to_place: Annotated[
        int,
        Meta(
            description="How many drawn tokens are yet to be placed; with `take_back` all of them until the player "
            "is done (2.8)."
        ),
    ]
    hand: Annotated[HandView | None, Meta(description="The drawn tokens until they are revealed; null unless yours.")]
    passed: Annotated[bool, Meta(description="Whether the player has passed in this round (3.5).")]


class ActionView(Part, frozen=True):
    """Whose turn it is, and what is left of the action."""

    seat: Seat
    step: Annotated[
        Literal["acting", "research", "logistics", "done"],
        Meta(
            description="What is asked: an action, the next cube of Research, the next move of Logistics; or nothing."
        ),
    ]
    moves: Annotated[Moves, Meta(description="Moves left of Logistics.")]
    moved: Annotated[tuple[Place, ...], Meta(description="Where workers stand that have moved in this action.")]


class SiberiaView(Part, frozen=True, tag_field="type", tag="siberia.view"):
    """A table of Siberia as a viewer may see it at a version of the game."""

    game: Annotated[str, Meta(description="The id of the game, a UUID.")]
    version: Annotated[int, Meta(description="The version of the game: the number of its events.")]
    viewer: Annotated[str, Meta(description="`public`, `seat:N` or `full`.")]
    round: Round
    phase: Annotated[str, Meta(description="The number of the phase in the rules.")]
    phase_name: Annotated[PhaseName, Meta(description="The phase in a word.")]
    first_player: Annotated[Seat, Meta(description="The seat that begins in this round.")]
    awaiting: Annotated[tuple[Seat, ...], Meta(description="The seats that have to act.")]
    start: Annotated[Place, Meta(description="The place where workers start.")]
    start_beside: Annotated[tuple[Area, ...], Meta(description="The areas that the start borders on.")]
    areas: Annotated[tuple[AreaView, ...], Meta(description="The areas in the order of the map.")]
    exhausted: Annotated[int, Meta(description="How many areas are exhausted.")]
    exhausted_end: Annotated[int, Meta(description="How many exhausted areas bring the end.")]
    reserves: Annotated[Cubes, Meta(description="Cubes that can still be found; before 1.5, the bag.")]
    reserves_end: Annotated[int, Meta(description="How many empty reserves bring the end.")]
    sold: Annotated[Cubes, Meta(description="Cubes that have left the game.")]
    sides: Annotated[Sides, Meta(description="The sides of the exchange tiles; empty before they are known.")]
    exchanges: Annotated[tuple[ExchangeView, ...], Meta(description="The exchanges in play.")]
    investments: Annotated[tuple[Column, ...], Meta(description="The open investment tiles, the newest last.")]
    investments_left: Annotated[int, Meta(description="Investment tiles in the face-down stack.")]
    investments_undrawn: Annotated[
        dict[Column, int] | None, Meta(description="The tiles never opened; once the game is over.")
    ]
    bag: Annotated[int, Meta(description="How many tokens are in the bag.")]
    bag_tokens: Annotated[dict[Token, int] | None, Meta(description="The tokens in the bag; once the game is over.")]
    players: Annotated[tuple[PlayerView, ...], Meta(description="The players by seat.")]
    action: Annotated[ActionView | None, Meta(description="The turn; null outside phases 3 to 10.")]
    ending: Annotated[Ending | None, Meta(description="Why the end has come, once it has.")]
    idle_rounds: Annotated[
        int,
        Meta(
            description="How many rounds in a row, up to the last finished one, had no cube placed or sold; "
            "0 as soon as one is placed or sold in this round (13.6)."
        ),
    ]
    idle_rounds_end: Annotated[
        int | None, Meta(description="How many such rounds end the game; null where no number of them does.")
    ]
    places: Annotated[tuple[Finish, ...], Meta(description="The ranking, once the game is over.")]


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
        investments_undrawn=dict(state.stack.contents()) if sight == FULL else None,
        bag=state.bag.total,
        bag_tokens=dict(state.bag.contents()) if sight == FULL else None,
        players=tuple(_player(state, seat, sight) for seat in range(len(state.players))),
        action=_action(phase),
        ending=state.ending,
        idle_rounds=state.idle_rounds,
        idle_rounds_end=None if state.options.standstill == "none" else state.options.standstill,
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
