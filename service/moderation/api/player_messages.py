"""The bodies of requests and replies about players."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from service.core.http.messages import TIME, UUID, Moment, PlayerId, Reply, RequestBody
from service.moderation.api.messages import MAX_REASON, ActsReply, Reason

ShownReason: TypeAlias = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=MAX_REASON,
        description="Why, in a line that the player reads, and that stays in the log: quote no names and no texts.",
    ),
]
Kind: TypeAlias = Annotated[
    Literal["read_only", "locked_out"],
    Meta(description="`read_only`: the player changes nothing; `locked_out`: the player may not even read."),
]


class SuspendRequest(RequestBody, frozen=True, tag_field="type", tag="suspend"):
    """Suspend a player, also in the place of another suspension."""

    kind: Kind
    reason: ShownReason
    until: Annotated[
        str | None, Meta(description="The end (RFC 3339); null or absent: until it is lifted.", extra=TIME)
    ] = None


class LiftRequest(RequestBody, frozen=True, tag_field="type", tag="lift_suspension"):
    """End a suspension early."""

    reason: Reason


class WarnRequest(RequestBody, frozen=True, tag_field="type", tag="warn"):
    """Warn a player, who sees the reason and confirms it."""

    reason: ShownReason


class RenameRequest(RequestBody, frozen=True, tag_field="type", tag="rename"):
    """Give a player another name. The former one stays reserved for ever, and no profile shows it."""

    reason: Reason
    name: Annotated[str, Meta(min_length=1, max_length=40, description="The new name.")]


class SignOutEverywhereRequest(RequestBody, frozen=True, tag_field="type", tag="sign_out_everywhere"):
    """End all tokens, sessions, passkeys and apps of a player: somebody else has the account. Operators only."""

    reason: Reason


class RecoveryRequest(RequestBody, frozen=True, tag_field="type", tag="make_recovery"):
    """Make a link by which a person gets the account back. Operators only, in a session of a passkey."""

    reason: Reason


class SetLimitsRequest(RequestBody, frozen=True, tag_field="type", tag="set_limits"):
    """Lower or raise the limits of an account. Operators only. What is absent or null is as for all accounts."""

    reason: Reason
    requests: (
        Annotated[int, Meta(ge=1, le=1_000_000, description="Requests a minute, of all tokens together and of each.")]
        | None
    ) = None
    messages: (
        Annotated[int, Meta(ge=0, le=10_000, description="Messages a minute; 0: the account may only read talk.")]
        | None
    ) = None


AnyPlayerAct: TypeAlias = (
    SuspendRequest
    | LiftRequest
    | WarnRequest
    | RenameRequest
    | SignOutEverywhereRequest
    | RecoveryRequest
    | SetLimitsRequest
)


class SuspensionReply(Reply, frozen=True):
    """A suspension that is in force."""

    kind: Kind
    since: Moment
    until: Annotated[Moment | None, Meta(description="Its end; null: until it is lifted.")]
    reason: Annotated[str, Meta(description="Why, as the player reads it.")]


class WarningReply(Reply, frozen=True):
    """A warning."""

    id: Annotated[str, Meta(description="The id of the warning, a UUID.", extra=UUID)]
    at: Moment
    reason: Annotated[str, Meta(description="Why.")]
    confirmed_at: Annotated[Moment | None, Meta(description="When the player confirmed it; null: not yet.")]


class StandingReply(Reply, frozen=True):
    """What moderators have decided about you."""

    suspension: Annotated[SuspensionReply | None, Meta(description="Your suspension; null: there is none.")]
    warnings: Annotated[tuple[WarningReply, ...], Meta(description="Your warnings, the newest first.")]
    roles: Annotated[
        tuple[Literal["operator", "moderator"], ...], Meta(description="Your roles: with one, /desk is open to you.")
    ]


class FoundPlayerReply(Reply, frozen=True):
    """A player in a search."""

    id: PlayerId
    name: Annotated[str, Meta(description="The name; empty after the account was deleted.")]
    created_at: Moment
    erased_at: Annotated[Moment | None, Meta(description="When the account was deleted; null: it was not.")]
    suspension: Annotated[SuspensionReply | None, Meta(description="The suspension in force; null: none.")]
    roles: Annotated[tuple[Literal["operator", "moderator"], ...], Meta(description="The roles of the player.")]


class FoundPlayers(Reply, frozen=True):
    """A page of a search."""

    items: Annotated[tuple[FoundPlayerReply, ...], Meta(description="The players, newest first.")]
    next: Annotated[str | None, Meta(description="The `cursor` of the next page; null: no more.")]


class ModeratedName(Reply, frozen=True):
    """A former name."""

    name: Annotated[str, Meta(description="The name.")]
    until: Annotated[Moment, Meta(description="Until when the player had it.")]
    by_operator: Annotated[bool, Meta(description="Whether a moderator replaced it: profiles do not show it.")]


class OwnLimitsReply(Reply, frozen=True):
    """The limits that an operator has set for an account."""

    requests: Annotated[int | None, Meta(description="Requests a minute; null: as for all accounts.")]
    messages: Annotated[int | None, Meta(description="Messages a minute; null: as for all accounts.")]


class ModeratedPlayer(FoundPlayerReply, frozen=True):
    """All that moderators see of a player."""

    former_names: Annotated[tuple[ModeratedName, ...], Meta(description="Former names, the last one first.")]
    warnings: Annotated[tuple[WarningReply, ...], Meta(description="Warnings, the newest first.")]
    limits: Annotated[OwnLimitsReply, Meta(description="The limits of the account alone.")]
    tokens: Annotated[int, Meta(ge=0, description="Tokens in force.")]
    sessions: Annotated[int, Meta(ge=0, description="Sessions in force.")]
    passkeys: Annotated[int, Meta(ge=0, description="Passkeys.")]
    apps: Annotated[int, Meta(ge=0, description="Apps that the player lets in.")]
    acts: Annotated[ActsReply, Meta(description="The last acts that concern the player.")]


class RecoveryReply(Reply, frozen=True):
    """A link by which a person gets an account back. Only this reply has it."""

    path: Annotated[str, Meta(description="What follows the address of this site, such as `/recover#…`.")]
    expires_at: Moment


class PlayerActDone(Reply, frozen=True):
    """The player after an act."""

    player: Annotated[ModeratedPlayer, Meta(description="The player, as moderators see players.")]
    recovery: Annotated[RecoveryReply | None, Meta(description="The link that was made; null: none was.")]


class RecoverySecret(RequestBody, frozen=True):
    """The secret of a link."""

    secret: Annotated[str, Meta(min_length=1, max_length=200, description="What follows `/recover#` in the link.")]


class RecoveredReply(Reply, frozen=True):
    """The account, with a new token that has all scopes. Only this reply has it: store it."""

    id: PlayerId
    name: Annotated[str, Meta(description="The name of the player.")]
    token: Annotated[str, Meta(description="The token.")]
