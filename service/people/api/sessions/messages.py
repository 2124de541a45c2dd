"""Requests and replies of passkeys and sessions."""

from typing import Annotated, TypeAlias

from msgspec import Meta

from service.core.http.messages import UUID, GameId, Label, Moment, Reply, RequestBody
from service.people.api.messages import ENDS_WITH, AcceptedTerms, Expires, InvitationCode, PlayerReply
from service.people.api.sessions.devices import UNNAMED
from service.people.api.sessions.webauthn import (
    CreationOptions,
    NewCredential,
    RequestOptions,
    SignedCredential,
)
from service.people.credentials import ScopeName

PasskeyId = Annotated[str, Meta(description="The id of the passkey, used to delete it.", extra=UUID)]
ChallengeExpires = Annotated[Moment, Meta(description="The time from which the challenge is invalid.")]


class PasskeyOptions(Reply, frozen=True):
    """The options of a new passkey."""

    options: Annotated[CreationOptions, Meta(description="The options of `navigator.credentials.create`.")]
    expires_at: ChallengeExpires


class NewPasskey(RequestBody, frozen=True):
    """A passkey to register."""

    label: Label
    credential: Annotated[NewCredential, Meta(description="The new credential, from the browser.")]


class PasskeyReply(Reply, frozen=True):
    """A passkey."""

    id: PasskeyId
    label: Label
    created_at: Moment
    scopes: Annotated[tuple[ScopeName, ...], Meta(description="The scopes of the sessions that it starts.")]
    last_used_at: Annotated[Moment | None, Meta(description="The time of the last sign-in; null if there was none.")]
    expires_at: Expires
    uncounted_at: Annotated[
        Moment | None,
        Meta(
            description="The last time when it signed in though its counter of signatures did not increase; null if "
            "there was none. That is normal after a change of the program that keeps it. If you made no such change, "
            "another person may have a copy: delete it."
        ),
    ]
    ends_with: Annotated[str | None, Meta(description=ENDS_WITH, extra=UUID)]


class PasskeyList(Reply, frozen=True):
    """Your passkeys, oldest first."""

    items: Annotated[tuple[PasskeyReply, ...], Meta(description="Your passkeys, oldest first.")]


class SignInOptions(Reply, frozen=True):
    """The options to sign in with a passkey."""

    options: Annotated[RequestOptions, Meta(description="The options of `navigator.credentials.get`.")]
    expires_at: ChallengeExpires


class SignIn(RequestBody, frozen=True, tag_field="type"):
    """The base of every sign-in."""

    label: Annotated[
        Label,
        Meta(
            description="The name of the device in the list of tokens. `Browser` stands for the browser and the system "
            "that `User-Agent` names."
        ),
    ] = UNNAMED


class PasskeySignIn(SignIn, frozen=True, tag="passkey", kw_only=True):
    """Sign in with a passkey."""

    credential: Annotated[SignedCredential, Meta(description="The signature, from the browser.")]


class TokenSignIn(SignIn, frozen=True, tag="token", kw_only=True):
    """Sign in with a token, or a seat token. The session may do what the token may do, and ends with it."""

    token: Annotated[str, Meta(min_length=1, max_length=100, description="The token. No cookie contains it.")]


class SignUpSignIn(SignIn, frozen=True, tag="sign_up", kw_only=True):
    """Create a player, and sign in."""

    name: Annotated[
        str,
        Meta(min_length=1, max_length=40, description="The unique name that other players see, 1 to 40 characters."),
    ]
    invitation: InvitationCode | None = None
    terms: AcceptedTerms | None = None


AnySignIn: TypeAlias = PasskeySignIn | TokenSignIn | SignUpSignIn


class SessionReply(Reply, frozen=True):
    """A session. Its secret is in the cookie only."""

    id: Annotated[str, Meta(description="The id of the session in the list of tokens, used to revoke it.", extra=UUID)]
    label: Label
    player: Annotated[PlayerReply, Meta(description="The player who is signed in.")]
    scopes: Annotated[tuple[ScopeName, ...], Meta(description="The scopes of the session.")]
    game: Annotated[GameId | None, Meta(description="The only game of a session of a seat token; otherwise null.")]
    seat: Annotated[int | None, Meta(description="The only seat of a session of a seat token; otherwise null.")]
    created_at: Moment
    expires_at: Annotated[Moment, Meta(description="The time at which it ends if it is not used before.")]
    ends_at: Annotated[Moment, Meta(description="The time at which it ends in any case.")]


class SignedIn(SessionReply, frozen=True):
    """A new session."""

    token: Annotated[
        str | None,
        Meta(
            description="After a sign-up, the first token of the player, the way back without a passkey. It is not "
            "shown again. Otherwise null."
        ),
    ]


class CurrentSession(Reply, frozen=True):
    """The session of the cookie."""

    session: Annotated[SessionReply | None, Meta(description="The session; null without one.")]
