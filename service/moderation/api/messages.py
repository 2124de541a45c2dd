"""The bodies of requests and replies of moderators."""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta

from service.core.http.messages import Moment, PlayerId, PlayerName, Reply, RequestBody

MAX_REASON = 500
"""Characters of a reason."""

RoleName: TypeAlias = Annotated[
    Literal["operator", "moderator"],
    Meta(description="An operator may do all that a moderator may, and grants roles."),
]
Reason: TypeAlias = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=MAX_REASON,
        description="Why, in a line for the log of moderation, which is never deleted: quote no names and no texts.",
    ),
]


class ReasonRequest(RequestBody, frozen=True):
    """Why an act is done."""

    reason: Reason


class RoleReply(Reply, frozen=True):
    """A role of a player."""

    player: PlayerId
    name: PlayerName
    role: RoleName
    since: Moment
    granted_by: Annotated[str | None, Meta(description="The id of the operator; null: the command line.")]


class RolesReply(Reply, frozen=True):
    """All roles."""

    items: Annotated[tuple[RoleReply, ...], Meta(description="Operators first, the oldest first.")]


class ActReply(Reply, frozen=True):
    """An act in the log of moderation."""

    number: Annotated[int, Meta(ge=1, description="The place of the act in the log, from 1, without gaps.")]
    at: Moment
    action: Annotated[str, Meta(description="What was done, such as `role.granted`. More actions may be added.")]
    by: Annotated[str | None, Meta(description="The id of who did it; null: the command line of the operator.")]
    by_name: Annotated[
        str | None, Meta(description="The name of `by` at that time; null after the account was deleted.")
    ]
    kind: Annotated[
        Literal["player", "game", "tournament", "message", "period", "report", "site"],
        Meta(description="The kind of what the act is about."),
    ]
    about: Annotated[str, Meta(description="The id of what the act is about; empty for the site.")]
    player: Annotated[str | None, Meta(description="The id of the player whom the act concerns; null: none.")]
    name: Annotated[
        str | None, Meta(description="The name of `player` at that time; null after the account was deleted.")
    ]
    reason: Annotated[str, Meta(description="Why.")]
    until: Annotated[Moment | None, Meta(description="Until when it holds; null: without an end, or not lasting.")]
    details: Annotated[dict[str, Any], Meta(description="More of the act.")]


class ActsReply(Reply, frozen=True):
    """A page of the log of moderation."""

    items: Annotated[tuple[ActReply, ...], Meta(description="The acts, newest first.")]
    next: Annotated[str | None, Meta(description="The `cursor` of the next page, with older ones; null: no more.")]
