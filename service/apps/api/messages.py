"""Requests and replies of consents and grants."""

from typing import Annotated, Literal

from msgspec import Meta

from service.apps.consents import Begun, missing_scopes
from service.apps.redirects import shown_host
from service.apps.values import Duration, Grant
from service.core.http.messages import UUID, Moment, PlayerId, PlayerName, Reply, RequestBody
from service.people.credentials import Scope, ScopeName
from service.people.tokens import Token

Client = Annotated[str, Meta(description="The `client_id` of the app: a name or address of its choice.")]
Host = Annotated[
    str | None,
    Meta(
        description="The host of the redirect URI, or its private scheme, to which the app gets its answers; null for "
        "a device."
    ),
]
RedirectUri = Annotated[str | None, Meta(description="The redirect URI; null for a device.")]
AppScopes = Annotated[tuple[ScopeName, ...], Meta(description="What the app may do.")]

OnlyGame = Annotated[str | None, Meta(description="The only game to which the app is limited, its id; null: none.")]
OnlyTournament = Annotated[
    str | None,
    Meta(description="The only tournament to which, with its games, the app is limited, its id; null: none."),
]

Query = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=8000,
        description="The query of the address of the page /oauth/authorize, with the parameters of RFC 6749 4.1.1.",
    ),
]
UserCode = Annotated[str, Meta(min_length=1, max_length=20, description="The code that the device shows.")]
Value = Annotated[
    str, Meta(min_length=1, max_length=200, pattern="^[A-Za-z0-9_-]+$", description="The one-time value of a consent.")
]


class AppRequest(RequestBody, frozen=True, tag="app"):
    """The request of an app that sent the person to the page /oauth/authorize."""

    query: Query


class DeviceRequest(RequestBody, frozen=True, tag="device"):
    """The request of a device, by the code that it shows."""

    user_code: UserCode


class AppDecision(RequestBody, frozen=True, tag="app"):
    """What the person has decided about the request of an app."""

    query: Query
    consent: Value
    decision: Annotated[Literal["allow", "deny"], Meta(description="What the person has decided.")]
    duration: Annotated[Duration, Meta(description="For how long: an hour, 30 days or 365 days.")] = "hour"


class DeviceDecision(RequestBody, frozen=True, tag="device"):
    """What the person has decided about the request of a device."""

    user_code: UserCode
    consent: Value
    decision: Annotated[Literal["allow", "deny"], Meta(description="What the person has decided.")]
    duration: Annotated[Duration, Meta(description="For how long: an hour, 30 days or 365 days.")] = "hour"


class ConsentReply(Reply, frozen=True):
    """What an app asks for, and the one-time value with which the person decides."""

    client: Client
    host: Host
    redirect_uri: RedirectUri
    scopes: AppScopes
    missing: Annotated[
        tuple[Scope, ...], Meta(description="Those of `scopes` that the session lacks: it cannot allow the request.")
    ]
    game: OnlyGame
    tournament: OnlyTournament
    durations: Annotated[tuple[Duration, ...], Meta(description="The durations between which the person chooses.")]
    consent: Value
    expires_at: Annotated[Moment, Meta(description="When the one-time value expires.")]
    player: PlayerId
    name: Annotated[PlayerName, Meta(description="The name of the player who decides.")]


class Decided(Reply, frozen=True):
    """Where the person goes after the decision."""

    location: Annotated[
        str | None, Meta(description="The redirect URI with the answer for the app; null for a device, which polls.")
    ]


class GrantReply(Reply, frozen=True):
    """What you allow to an app."""

    id: Annotated[str, Meta(description="The id of the grant, used to revoke it.", extra=UUID)]
    client: Client
    host: Host
    redirect_uri: RedirectUri
    scopes: AppScopes
    game: OnlyGame
    tournament: OnlyTournament
    created_at: Moment
    last_used_at: Annotated[Moment | None, Meta(description="The time of the last known use.")]
    expires_at: Annotated[Moment, Meta(description="When the grant and its tokens expire.")]
    ends_with: Annotated[
        str | None,
        Meta(description="The id of the token or passkey that started the session which allowed it; null: none."),
    ]


class Grants(Reply, frozen=True):
    """The apps that you allow something, oldest first."""

    items: Annotated[tuple[GrantReply, ...], Meta(description="Your grants, oldest first, at most 100.")]


def consent_reply(begun: Begun, session: Token, name: str) -> ConsentReply:
    """Return the reply of a consent that begins."""
    asked = begun.asked
    return ConsentReply(
        client=asked.client,
        host=asked.host,
        redirect_uri=asked.redirect_uri,
        scopes=asked.scopes,
        missing=missing_scopes(asked, session),
        game=asked.game,
        tournament=asked.tournament,
        durations=("hour", "month", "year"),
        consent=begun.value,
        expires_at=begun.expires_at,
        player=session.player,
        name=name,
    )


def grant_reply(grant: Grant) -> GrantReply:
    """Return the reply of a grant."""
    return GrantReply(
        id=grant.id,
        client=grant.client,
        host=None if grant.redirect_uri is None else shown_host(grant.redirect_uri),
        redirect_uri=grant.redirect_uri,
        scopes=grant.scopes,
        game=grant.game,
        tournament=grant.tournament,
        created_at=grant.created_at,
        last_used_at=grant.last_used_at,
        expires_at=grant.expires_at,
        ends_with=grant.ends_with,
    )
