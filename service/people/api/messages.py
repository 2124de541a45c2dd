"""Requests and replies for players, tokens, invitations and limits."""

from typing import Annotated, Literal

from msgspec import Meta

from service.core.http.messages import (
    TIME,
    UUID,
    GameId,
    Label,
    Moment,
    PlayerId,
    PlayerName,
    Reply,
    RequestBody,
    TokenId,
    Version,
)
from service.people.credentials import ScopeName

InvitationCode = Annotated[
    str,
    Meta(max_length=80, description="A code of an operator, if the site asks for one (`sign_ups` of `siteState`)."),
]
AcceptedTerms = Annotated[
    str,
    Meta(
        max_length=64,
        description="The version of the terms that the person has read and accepts, if the site asks for it.",
    ),
]


class SignUp(RequestBody, frozen=True):
    """A new player."""

    name: Annotated[
        str,
        Meta(min_length=1, max_length=40, description="The unique name that other players see, 1 to 40 characters."),
    ]
    invitation: InvitationCode | None = None
    terms: AcceptedTerms | None = None


class NewName(RequestBody, frozen=True):
    """A new name of your account."""

    name: Annotated[str, Meta(min_length=1, max_length=40, description="The new unique name, 1 to 40 characters.")]


class Erasure(RequestBody, frozen=True):
    """The confirmation that an account is to be deleted."""

    confirm: Annotated[str, Meta(max_length=200, description="The name of the account that is deleted.")]


class Players(Reply, frozen=True):
    """Players by id or by name."""

    items: Annotated[
        tuple["PlayerReply", ...],
        Meta(description="The players in the order of `ids`, or by name, without unknown and deleted ones."),
    ]
    next: "Next" = None


class PlayerReply(Reply, frozen=True):
    """The public data of a player."""

    id: PlayerId
    name: PlayerName
    created_at: Moment


class SignedUp(PlayerReply, frozen=True):
    """A new player with the first token, which is shown only once."""

    token: Annotated[str, Meta(description="The token. Send it as `Authorization: Bearer …`. It is not shown again.")]


ExpiresAt = Annotated[
    str,
    Meta(
        description=(
            "The expiry time (RFC 3339, such as 2026-12-24T18:00:00Z); by default that of the token of the request, "
            "or none."
        ),
        extra=TIME,
    ),
]
"""The expiry time in a request."""

Expires = Annotated[Moment | None, Meta(description="The expiry time (RFC 3339); null if it does not expire.")]
"""The expiry time in a reply."""

TokenKind = Annotated[
    Literal["token", "session"],
    Meta(description="`session`: a browser that is signed in, whose secret is a cookie."),
]

ENDS_WITH = "The id of the token or passkey that made it, and with which it ends; null: it ends with none."

Next = Annotated[str | None, Meta(description="The cursor of the next page; null on the last page.")]


class NewToken(RequestBody, frozen=True):
    """A token to create."""

    label: Label
    scopes: (
        Annotated[
            tuple[ScopeName, ...],
            Meta(
                min_length=1,
                description="The scopes of the token; by default those of the token of the request.",
            ),
        ]
        | None
    ) = None
    expires_at: ExpiresAt | None = None


class TokenReply(Reply, frozen=True):
    """A token without its secret."""

    id: TokenId
    label: Label
    created_at: Moment
    scopes: Annotated[tuple[ScopeName, ...], Meta(description="The scopes of the token.")]
    last_used_at: Annotated[Moment | None, Meta(description="The time of the last known use.")]
    expires_at: Expires
    kind: TokenKind
    ends_with: Annotated[str | None, Meta(description=ENDS_WITH, extra=UUID)]
    current: Annotated[bool, Meta(description="Whether it is the token or session of this request.")]


class TokenMade(TokenReply, frozen=True):
    """A new token, which is shown only once."""

    token: Annotated[str, Meta(description="The token. Send it as `Authorization: Bearer …`. It is not shown again.")]


class Tokens(Reply, frozen=True):
    """A page of your tokens, oldest first."""

    items: Annotated[tuple[TokenReply, ...], Meta(description="Your tokens, oldest first.")]
    next: Next


class NewSeatToken(RequestBody, frozen=True):
    """A token to create for one seat of a game: for a deputy, a guest, or a bot of your own."""

    label: Label
    expires_at: ExpiresAt | None = None


class SeatTokenReply(Reply, frozen=True):
    """A token for one seat of a game, without its secret."""

    id: Annotated[
        str, Meta(description="The id of the token, used to revoke it. It is not the token itself.", extra=UUID)
    ]
    label: Label
    created_at: Moment
    last_used_at: Annotated[Moment | None, Meta(description="The time of the last known use.")]
    versions: Annotated[tuple[Version, ...], Meta(description="The versions of the decisions made with the token.")]
    expires_at: Expires
    kind: TokenKind


class SeatTokenMade(SeatTokenReply, frozen=True):
    """A new token for one seat, which is shown only once."""

    token: Annotated[str, Meta(description="The token. Send it as `Authorization: Bearer …`. It is not shown again.")]


class SeatTokens(Reply, frozen=True):
    """A page of the valid tokens and sessions for a seat, oldest first."""

    items: Annotated[tuple[SeatTokenReply, ...], Meta(description="The tokens and sessions, oldest first.")]
    next: Next


class NewInvitation(RequestBody, frozen=True):
    """An invitation to create."""

    label: Label
    expires_at: ExpiresAt | None = None
    seat: Annotated[
        int | None, Meta(description="A seat that is reserved for `invitation`; by default any other seat.")
    ] = None


class InvitationReply(Reply, frozen=True):
    """An invitation to a game, without its secret."""

    id: Annotated[
        str,
        Meta(description="The id of the invitation, used to withdraw it. It is not the invitation itself.", extra=UUID),
    ]
    game: GameId
    seat: Annotated[
        int | None,
        Meta(description="The reserved seat that the invitation is for; null for seats without reservation."),
    ]
    label: Label
    created_at: Moment
    last_used_at: Annotated[Moment | None, Meta(description="The time of the last known use.")]
    expires_at: Expires


class InvitationMade(InvitationReply, frozen=True):
    """A new invitation, which is shown only once."""

    invitation: Annotated[
        str, Meta(description="The invitation. Send it as `Ludolog-Invitation` together with your own token.")
    ]


class Invitations(Reply, frozen=True):
    """A page of the valid invitations to a game, oldest first."""

    items: Annotated[tuple[InvitationReply, ...], Meta(description="The invitations, oldest first.")]
    next: Next


class RequestLimit(Reply, frozen=True):
    """The maximum number of requests per window, and the remaining ones."""

    limit: Annotated[int, Meta(ge=0, description="The maximum number of requests per window; 0 if unlimited.")]
    left: Annotated[int, Meta(ge=0, description="The remaining requests of this window, if limited.")]


class Cap(Reply, frozen=True):
    """The maximum and current number of something that an account has."""

    most: Annotated[int, Meta(ge=0, description="The maximum; 0 if unlimited.")]
    used: Annotated[int, Meta(ge=0, description="The current number.")]


class LimitsReply(Reply, frozen=True):
    """The request limits, and the caps of your account."""

    limit: Annotated[
        int, Meta(ge=0, description="The maximum number of requests of the token per window; 0 if unlimited.")
    ]
    left: Annotated[int, Meta(ge=0, description="The remaining requests of this window, if limited.")]
    seconds: Annotated[int, Meta(ge=0, description="The seconds until the next window, if limited.")]
    window: Annotated[int, Meta(description="The length of a window in seconds.")]
    account: Annotated[RequestLimit, Meta(description="The limit for all tokens of your account together.")]
    address: Annotated[RequestLimit, Meta(description="The limit for your address, with and without tokens.")]
    tokens: Annotated[Cap, Meta(description="Valid tokens, including seat tokens.")]
    invitations: Annotated[Cap, Meta(description="Valid invitations to all your games.")]
    open_games: Annotated[Cap, Meta(description="Games that have not started.")]
    guests: Annotated[Cap, Meta(description="Guests in games that are not over.")]
    tournaments: Annotated[Cap, Meta(description="Your tournaments that are not over.")]
    uploads: Annotated[int, Meta(ge=1, description="The maximum number of concurrent uploads of a token.")]
