"""The structs of the view of Minos."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from domain.kernel.values import Place
from domain.minos.dice import Count, Symbol
from domain.minos.events import EndReason
from domain.minos.options import Building, Field, PieceKind, Points, Rights, Rings, Seat, Space
from projections.views.clocks import TableView
from projections.views.common import Part

PhaseName: TypeAlias = Literal["set_up", "between", "declaring", "rolling", "acting", "placing", "conflict", "over"]


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
    money: Annotated[
        int | None, Meta(description="Talents; null where the options, or the choice of the player, hide them.")
    ]
    income: Annotated[int, Meta(description="Talents for each Scales.")]
    rings: Rings
    ships: Annotated[tuple[Space, ...], Meta(description="Where the ships lie, one entry a ship.")]
    soldiers: Annotated[tuple[Space, ...], Meta(description="The places of the soldiers, one entry for each soldier.")]
    ships_left: Annotated[int, Meta(description="Ships in reserve.")]
    soldiers_left: Annotated[int, Meta(description="Soldiers in reserve.")]
    eliminated: Annotated[bool, Meta(description="Whether the player is out, without any piece.")]
    talents_shown: Annotated[
        bool | None, Meta(description="Whether the player shows the talents; null where players do not decide that.")
    ]


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
    """The turn: the unused dice, and the remaining points and rights."""

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
    attack: Annotated[int | None, Meta(description="The attacker's value, when it is fixed; otherwise null.")]


class MinosView(TableView, frozen=True, tag_field="type", tag="minos.view"):
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
    idle_rounds_left: Annotated[int, Meta(description="Rounds left until the game ends, unless a player builds.")]
    turn: Annotated[TurnView | None, Meta(description="The current turn, also during a conflict in it.")]
    placing: Annotated[str | None, Meta(description="The settlement to which a free soldier may come.")]
    conflict: Annotated[ConflictView | None, Meta(description="Null if there is no conflict.")]
    ended: Annotated[EndReason | None, Meta(description="Why the game is over.")]
    places: Annotated[tuple[Place, ...], Meta(description="The final ranking, best first; empty before the end.")]
