"""Replies about standings."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from domain.tournaments.standings.rows import Why
from domain.tournaments.state import EntrantStatus
from service.core.http.messages import PlayerId, Reply
from service.tournaments.api.messages.fields import Name, Round, TournamentId, TournamentVersion


class TraceReply(Reply, frozen=True, omit_defaults=True):
    """Where points of a row come from."""

    round: Round
    why: Annotated[Why, Meta(description="The kind of the line.")]
    points: Annotated[str, Meta(description="The points as a fraction.")]
    table: Annotated[int, Meta(description="The table.")] | UnsetType = UNSET
    rank: Annotated[int, Meta(description="The rank at the table.")] | UnsetType = UNSET
    size: Annotated[int, Meta(description="The number of seats of the table.")] | UnsetType = UNSET
    score: Annotated[int, Meta(description="The score.")] | UnsetType = UNSET
    reason: Annotated[str, Meta(description="The reason of a ruling.")] | UnsetType = UNSET


class ColumnReply(Reply, frozen=True):
    """The value of a tie-break."""

    name: Annotated[str, Meta(description="The name of the tie-break.")]
    value: Annotated[str, Meta(description="The value as a fraction in lowest terms.")]


class StandingsRow(Reply, frozen=True):
    """A player in the standings."""

    rank: Annotated[int, Meta(ge=1, description="The rank. Equal players share one.")]
    division: Annotated[int, Meta(ge=1, description="The division; 1 in all formats but a league.")]
    player: PlayerId
    name: Name
    status: Annotated[EntrantStatus, Meta(description="The status of the player now.")]
    points: Annotated[str, Meta(description="The points as a fraction in lowest terms.")]
    columns: Annotated[tuple[ColumnReply, ...], Meta(description="The tie-breaks in their order.")]
    trace: Annotated[tuple[TraceReply, ...], Meta(description="Where the points come from.")]


class StandingsReply(Reply, frozen=True):
    """The standings after a round, best first."""

    tournament: TournamentId
    version: TournamentVersion
    after_round: Round
    is_final: Annotated[bool, Meta(description="Whether every table up to this round has its result.")]
    rows: Annotated[tuple[StandingsRow, ...], Meta(description="The rows, best first, division by division.")]
