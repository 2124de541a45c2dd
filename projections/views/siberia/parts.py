"""The structs of the view of Siberia."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from domain.kernel.values import Place as Finish
from domain.siberia.events import Ending
from domain.siberia.options import (
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
from projections.views.clocks import TableView
from projections.views.common import Part

PhaseName: TypeAlias = Literal["set_up", "placing", "actions", "research", "logistics", "returning", "over"]

Cubes: TypeAlias = dict[Resource, int]


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
    workers: Annotated[tuple[Place, ...], Meta(description="The places of the workers, one entry for each worker.")]
    salesmen: Annotated[
        tuple[Exchange, ...], Meta(description="The places of the salesmen, one entry for each salesman.")
    ]
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


class SiberiaView(TableView, frozen=True, tag_field="type", tag="siberia.view"):
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
