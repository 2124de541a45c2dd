"""Requests and replies about players: signing up, tokens, invitations, limits."""

from typing import Annotated

from msgspec import Meta

from service.accounts.credentials import Scope
from service.http.messages import GameId, Label, Moment, PlayerId, PlayerName, Reply, RequestBody, TokenId, Version


class SignUp(RequestBody, frozen=True):
    """A new player."""

    name: Annotated[
        str, Meta(min_length=1, max_length=40, description="The name that others see; 1 to 40 characters, unique.")
    ]


class NewName(RequestBody, frozen=True):
    """Another name for your account."""

    name: Annotated[str, Meta(min_length=1, max_length=40, description="The new name; 1 to 40 characters, unique.")]


class Players(Reply, frozen=True):
    """Players by id."""

    items: Annotated[
        tuple["PlayerReply", ...],
        Meta(description="The players in the order of `ids`; unknown and erased ones are left out."),
    ]


class PlayerReply(Reply, frozen=True):
    """A player as others see one."""

    id: PlayerId
    name: PlayerName
    created_at: Moment


class SignedUp(PlayerReply, frozen=True):
    """A new player, with a token that is shown only now."""

    token: Annotated[str, Meta(description="Send it as `Authorization: Bearer …`. It is not shown again.")]


ExpiresAt = Annotated[
    str,
    Meta(
        description=(
            "Expiry time (RFC 3339, such as 2026-12-24T18:00:00Z). If left out, it expires with the token of the "
            "request, or never."
        ),
    ),
]
"""When something is to expire."""

Expires = Annotated[Moment | None, Meta(description="Expiry time (RFC 3339); null: never.")]
"""When something expires."""

Next = Annotated[str | None, Meta(description="The cursor of the next page; null on the last.")]


class NewToken(RequestBody, frozen=True):
    """A further token."""

    label: Label
    scopes: (
        Annotated[
            tuple[Scope, ...],
            Meta(
                min_length=1,
                description="What it may be used for; by default, all that the token may be used for by which you ask.",
            ),
        ]
        | None
    ) = None
    expires_at: ExpiresAt | None = None


class TokenReply(Reply, frozen=True):
    """A token without the token itself."""

    id: TokenId
    label: Label
    created_at: Moment
    scopes: Annotated[tuple[Scope, ...], Meta(description="What it may be used for.")]
    last_used_at: Annotated[Moment | None, Meta(description="When it was last used, as far as is known.")]
    expires_at: Expires


class TokenMade(TokenReply, frozen=True):
    """A further token, shown only now."""

    token: Annotated[str, Meta(description="The token. Send it as `Authorization: Bearer …`. It is not shown again.")]


class Tokens(Reply, frozen=True):
    """A page of your tokens, oldest first."""

    items: Annotated[tuple[TokenReply, ...], Meta(description="Your tokens, oldest first.")]
    next: Next


class NewSeatToken(RequestBody, frozen=True):
    """A token for one seat of one game: for a deputy, a guest, or a bot of yours."""

    label: Label
    expires_at: ExpiresAt | None = None


class SeatTokenReply(Reply, frozen=True):
    """A token for one seat of one game, without the token itself."""

    id: Annotated[str, Meta(description="By which it can be revoked; not the token itself.")]
    label: Label
    created_at: Moment
    last_used_at: Annotated[Moment | None, Meta(description="When it was last used, as far as is known.")]
    versions: Annotated[tuple[Version, ...], Meta(description="The versions of the decisions made by it.")]
    expires_at: Expires


class SeatTokenMade(SeatTokenReply, frozen=True):
    """A token for one seat, shown only now."""

    token: Annotated[str, Meta(description="Send it as `Authorization: Bearer …`. It is not shown again.")]


class SeatTokens(Reply, frozen=True):
    """The tokens for a seat that are in force, oldest first."""

    items: Annotated[tuple[SeatTokenReply, ...], Meta(description="The tokens, oldest first.")]
    next: Next


class NewInvitation(RequestBody, frozen=True):
    """An invitation to a game."""

    label: Label
    expires_at: ExpiresAt | None = None


class InvitationReply(Reply, frozen=True):
    """An invitation, without the invitation itself."""

    id: Annotated[str, Meta(description="By which it can be withdrawn; not the invitation itself.")]
    game: GameId
    label: Label
    created_at: Moment
    last_used_at: Annotated[Moment | None, Meta(description="When it was last used, as far as is known.")]
    expires_at: Expires


class InvitationMade(InvitationReply, frozen=True):
    """An invitation, shown only now."""

    invitation: Annotated[str, Meta(description="Send it as `Ludolog-Invitation`, beside a token of your own.")]


class Invitations(Reply, frozen=True):
    """The invitations to a game that are in force, oldest first."""

    items: Annotated[tuple[InvitationReply, ...], Meta(description="The invitations, oldest first.")]
    next: Next


class RequestLimit(Reply, frozen=True):
    """How many requests may be sent in a window, and are left in this one."""

    limit: Annotated[int, Meta(ge=0, description="Requests a window; 0: any number.")]
    left: Annotated[int, Meta(ge=0, description="Requests left in this window, where there is a limit.")]


class Cap(Reply, frozen=True):
    """How many of something an account may have, and has."""

    most: Annotated[int, Meta(ge=0, description="How many it may have; 0: any number.")]
    used: Annotated[int, Meta(ge=0, description="How many it has now.")]


class LimitsReply(Reply, frozen=True):
    """How many requests you may send, and how many of what an account may have."""

    limit: Annotated[int, Meta(ge=0, description="Requests a window; 0: as many as you like.")]
    left: Annotated[int, Meta(ge=0, description="Requests left in this window, where there is a limit.")]
    seconds: Annotated[int, Meta(ge=0, description="Seconds until the next window, where there is a limit.")]
    window: Annotated[int, Meta(description="Seconds of a window.")]
    account: Annotated[RequestLimit, Meta(description="Requests of all tokens of your account together.")]
    address: Annotated[RequestLimit, Meta(description="Requests from your address, with tokens and without.")]
    tokens: Annotated[Cap, Meta(description="Tokens in force, those for seats included.")]
    invitations: Annotated[Cap, Meta(description="Invitations in force, to all your games.")]
    open_games: Annotated[Cap, Meta(description="Games that have not started.")]
    guests: Annotated[Cap, Meta(description="Guests in games that are not over.")]
    uploads: Annotated[int, Meta(ge=1, description="Bundles that a token may upload at a time.")]
