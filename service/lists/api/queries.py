"""The query parameters of lists of games."""

from typing import Annotated, Literal

from litestar.params import QueryParameter

from domain.game.game import Status as GameStatus
from domain.tournaments.openings import tag_of
from service.core.http.request.parameters import bad_parameter
from service.core.http.request.player_ids import full_id
from service.people.api.callers import token_of
from service.people.api.request import PlayerRequest

Status = Annotated[
    Literal["open", "running", "ended", "cancelled", "abandoned"] | None,
    QueryParameter(
        description="Only games with this status. `cancelled` and `abandoned`, its name in replies, mean the same."
    ),
]
Title = Annotated[str | None, QueryParameter(description="Only games of this title, such as `giganten`.")]
Player = Annotated[
    str | None,
    QueryParameter(
        description="Only games in which this player or bot has a seat; `me` for the games in which you do."
    ),
]


def status_asked(status: Status) -> GameStatus | None:
    """Return the status that a list asks for by one of its names."""
    return "abandoned" if status == "cancelled" else status


ME = "me"
"""Stands for the player of the request."""

Owner = Annotated[
    str | None, QueryParameter(description="Only games that this player opened; `me` for the games that you opened.")
]
OpponentsAsked = Annotated[
    str | None,
    QueryParameter(
        min_length=1,
        description="Only games in which all of these players or bots have a seat, up to 8 ids, separated by commas. "
        "With `player`, the games of this player against them.",
    ),
]
TagAsked = Annotated[str | None, QueryParameter(description="Only games with this tag.")]
TournamentAsked = Annotated[
    str | None, QueryParameter(min_length=1, description="Only games of the tables of this tournament, by its id.")
]
RatedAsked = Annotated[
    bool | None,
    QueryParameter(description="Only games that were opened as rated ones (`true`) or as unrated ones (`false`)."),
]
Since = Annotated[
    str | None, QueryParameter(format="date-time", description="Only games opened at this time (RFC 3339) or later.")
]
Until = Annotated[
    str | None, QueryParameter(format="date-time", description="Only games opened before this time (RFC 3339).")
]
EndedSince = Annotated[
    str | None,
    QueryParameter(
        format="date-time",
        description="Only games that ended, or were cancelled, at this time (RFC 3339) or later. The list is then in "
        "the order in which they ended.",
    ),
]
EndedUntil = Annotated[
    str | None,
    QueryParameter(
        format="date-time",
        description="Only games that ended, or were cancelled, before this time (RFC 3339). The list is then in the "
        "order in which they ended.",
    ),
]
Order = Annotated[
    Literal["asc", "desc"], QueryParameter(description="`desc` for newest first, `asc` for oldest first.")
]


def player_asked(request: PlayerRequest, player: str | None) -> str | None:
    """Return the player of a list filter; `me` is the player of the request. Raises a 401 problem without a token.

    `me` only stands for the id of the player, so that a seat token may send it. It shows nothing that the list would
    not show the requester without a filter.
    """
    if player is None:
        return None
    return token_of(request).player if player == ME else full_id(player)


def tag_asked(tag: str | None, tournament: str | None) -> str | None:
    """Return the tag of a list filter, or that of the games of a tournament. Raises a 400 problem for both.

    The tag of a tournament leads to its games by an index; `TournamentGames` says which of them are its games.
    """
    if tag is not None and tournament is not None:
        raise bad_parameter("tournament", "tournament and tag are both given: a tournament has a tag, give one of them")
    return tag if tournament is None else tag_of(tournament)


MOST_OPPONENTS = 8
"""Players and bots whom one request may name as opponents."""


def opponents_asked(opponents: str | None) -> tuple[str, ...]:
    """Return the opponents of a list filter, with or without their prefixes. Raises a 400 problem for too many."""
    if opponents is None:
        return ()
    found = tuple(dict.fromkeys(map(full_id, opponents.split(","))))
    if len(found) > MOST_OPPONENTS or "" in found:
        raise bad_parameter("opponents", f"opponents names {len(found)} players: give 1 to {MOST_OPPONENTS} ids")
    return found
