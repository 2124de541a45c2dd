"""The problems of reached quotas, of past expiry times and of tokens that start no session."""

from collections.abc import Mapping

from service.core.feature import Translation
from service.core.http.problems import INVALID_TOKEN, ProblemError, field_problem, problem_at
from service.people.quotas.caps import Capped, CapReachedError
from service.people.quotas.open_streams import TooManyStreamsError
from service.people.rows import NameTakenError
from service.people.sessions.challenges import PasskeyRefusedError
from service.people.tokens import GuestErasedError, PastExpiryError, TokenRevokedError

_CAPS: Mapping[Capped, tuple[str, str]] = {
    "tokens": ("token-limit", "you have {most} tokens in force, as many as an account may have: revoke one first"),
    "invitations": (
        "invitation-limit",
        "an account may have {most} invitations in force, and these would be more: withdraw some first",
    ),
    "open_games": (
        "open-game-limit",
        "an account may have {most} games that have not started, and these would be more: start or cancel some first",
    ),
    "guests": (
        "guest-limit",
        "you have {most} guests in games that are not over, as many as an account may have: end a game first",
    ),
    "passkeys": ("limit-reached", "an account may have {most} passkeys: delete one first"),
    "pings": ("limit-reached", "a player may have {most} pings: delete one first"),
    "webhooks": ("limit-reached", "a player may have {most} webhooks: delete one first"),
    "browsers": ("limit-reached", "a player may have {most} browsers with notifications: delete one first"),
    "confirmations": (
        "too-many-requests",
        "{most} e-mails were sent to confirm this address, or addresses of yours, within a day: try again later",
    ),
    "tests": ("too-many-requests", "{most} tests were sent within a minute: try again later"),
    "analyses": ("too-many-requests", "you wait for {most} analyses by the engine: ask again when one is done"),
    "deep_analyses": (
        "too-many-requests",
        "you wait for {most} analysis at the level deep: ask again when it is done, or ask for the level quick",
    ),
    "name_changes": ("too-many-requests", "you have changed your name {most} times within 30 days: try again later"),
    "devices": (
        "too-many-requests",
        "{most} devices of your address wait for a person to allow them: use one of their codes, or try again later",
    ),
    "user_codes": ("too-many-requests", "you have typed {most} wrong codes within an hour: try again later"),
    "exports": ("too-many-requests", "an account may ask for {most} exports within a day: try again later"),
    "sign_ups_of_network": (
        "sign-up-limit",
        "new players from your network have reached the limit of {most} within an hour: try again later",
    ),
    "sign_ups": (
        "sign-up-limit",
        "new players from your address have reached the limit of {most} within an hour: try again later",
    ),
}
"""Code and detail of the problem of each cap."""


def cap_reached(error: CapReachedError) -> ProblemError:
    """Return the problem of an account or address that has reached a cap."""
    code, words = _CAPS[error.what]
    headers = {} if error.seconds is None else {"Retry-After": str(error.seconds)}
    return ProblemError(code, words.format(most=error.most), headers)


def past_expiry(error: PastExpiryError) -> ProblemError:
    """Return the problem of a new token whose expiry time is past."""
    return field_problem("bad-request", "expires_at", f"{error} is past: name a later time")


def invalid_token() -> ProblemError:
    """Return the problem of a token with which no session starts, or that was revoked during the request."""
    detail = "the token is unknown, revoked or expired: check that it is complete"
    return ProblemError("token-needed", detail, INVALID_TOKEN)


PROBLEM_OF: Mapping[type[Exception], Translation] = {
    NameTakenError: lambda _, error: ProblemError("name-taken", str(error)),
    PasskeyRefusedError: lambda _, error: problem_at("passkey-refused", "credential", str(error)),
    TokenRevokedError: lambda _, __: invalid_token(),
    GuestErasedError: lambda _, __: ProblemError("not-found", "the guest of this seat has deleted the name"),
    CapReachedError: lambda _, error: cap_reached(error),
    TooManyStreamsError: lambda _, error: ProblemError(
        "too-many-streams",
        f"{error.most} streams are open for your account or address, the maximum: close one first",
        {"Retry-After": "1"},
    ),
    PastExpiryError: lambda _, error: past_expiry(error),
}
"""The problem of each exception."""
