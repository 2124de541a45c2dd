"""The formats of tournaments, and edits of a drawn round, as requests and replies name them."""

from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta

from domain.tournaments.events.rounds import Edit
from domain.tournaments.terms import Format
from service.core.http.messages import RequestBody
from service.core.http.request.player_ids import full_id

Rounds = Annotated[int, Meta(ge=1, le=20, description="The number of rounds.")]


class FormatRequest(RequestBody, frozen=True, tag_field="type"):
    """The base of every format."""


class SwissFormat(FormatRequest, frozen=True, tag="swiss"):
    """Rounds in which players of similar points meet, without repeated opponents while they are avoidable."""

    rounds: Rounds
    power_last: Annotated[
        bool, Meta(description="Whether the last round is cut from the ranking: the first players at one table.")
    ] = False


class ScheduleFormat(FormatRequest, frozen=True, tag="schedule"):
    """Rounds that are all drawn with the first one, for at most 128 players. Points do not matter for the tables."""

    rounds: Rounds


class HeatsFormat(FormatRequest, frozen=True, tag="heats"):
    """Preliminary rounds, then knock-out rounds up to one final table."""

    rounds: Annotated[int, Meta(ge=1, le=20, description="The number of preliminary rounds.")]
    knockouts: Annotated[
        int, Meta(ge=1, le=3, description="The number of knock-out rounds; 2 means semi-finals and a final.")
    ] = 2


class LeagueFormat(FormatRequest, frozen=True, tag="league"):
    """Divisions that play among themselves. After a season, the first players move up and the last ones down."""

    rounds: Annotated[int, Meta(ge=1, le=20, description="The number of rounds of a season.")]
    divisions: Annotated[int, Meta(ge=1, le=20, description="The number of divisions.")] = 1
    moving: Annotated[
        int, Meta(ge=0, le=500, description="The number of players who move between two divisions after a season.")
    ] = 0
    seasons: Annotated[int, Meta(ge=1, le=10, description="The number of seasons.")] = 1


AnyFormat: TypeAlias = SwissFormat | ScheduleFormat | HeatsFormat | LeagueFormat


class EditRequest(RequestBody, frozen=True, tag_field="type"):
    """The base of every edit."""


class SwapEdit(EditRequest, frozen=True, tag="swap"):
    """Two players change places; one of them may have a bye."""

    players: Annotated[tuple[str, str], Meta(description="The ids of the two players.")]


class ByeEdit(EditRequest, frozen=True, tag="bye"):
    """A player leaves a table and has a bye."""

    player: Annotated[str, Meta(max_length=100, description="The id of the player.")]


class SeatsEdit(EditRequest, frozen=True, tag="seats"):
    """The players of a table sit in another order."""

    table: Annotated[int, Meta(ge=1, le=500, description="The number of the table, from 1.")]
    players: Annotated[
        list[str], Meta(min_length=2, max_length=5, description="The ids of all its players in the order of seats.")
    ]


AnyEdit: TypeAlias = SwapEdit | ByeEdit | SeatsEdit


def tagged(value: object, old: str, new: str) -> dict[str, Any]:
    """Return a struct as an object whose tag has another name."""
    fields: dict[str, Any] = msgspec.to_builtins(value)
    return {new: fields.pop(old), **fields}


def edits_of(edits: list[AnyEdit]) -> tuple[Edit, ...]:
    """Return the domain's form of edits, with the full ids of players."""
    return tuple(msgspec.convert(_with_full_ids(tagged(edit, "type", "kind")), Edit) for edit in edits)


def _with_full_ids(edit: dict[str, Any]) -> dict[str, Any]:
    full: dict[str, Any] = {}
    if "player" in edit:
        full["player"] = full_id(edit["player"])
    if "players" in edit:
        full["players"] = [full_id(player) for player in edit["players"]]
    return edit | full


def shown_edits(edits: tuple[Edit, ...]) -> tuple[AnyEdit, ...]:
    """Return edits as replies have them."""
    return tuple(msgspec.convert(tagged(edit, "kind", "type"), AnyEdit) for edit in edits)


def format_of(asked: AnyFormat) -> Format:
    """Return the domain's form of a format."""
    return msgspec.convert(tagged(asked, "type", "kind"), Format)


def shown_format(form: Format) -> AnyFormat:
    """Return a format as replies have it."""
    return msgspec.convert(tagged(form, "kind", "type"), AnyFormat)
