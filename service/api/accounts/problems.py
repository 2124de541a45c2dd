"""The problem documents of those who have reached a cap, or ask for a token that would have expired."""

from collections.abc import Mapping
from typing import Any

from litestar import Request, Response

from service.accounts.quotas.caps import Capped, CapReachedError
from service.accounts.tokens import PastExpiryError
from service.http.problems import FieldError, ProblemError, problem_response

_CAPS: Mapping[Capped, tuple[str, str]] = {
    "tokens": ("token-limit", "you have {most} tokens in force, as many as an account may have: revoke one first"),
    "invitations": (
        "invitation-limit",
        "you have given {most} invitations that are in force, as many as an account may: withdraw one first",
    ),
    "open_games": (
        "open-game-limit",
        "you have {most} games that have not started, as many as an account may have: start or cancel one first",
    ),
    "guests": (
        "guest-limit",
        "you have {most} guests in games that are not over, as many as an account may have: end a game first",
    ),
    "sign_ups": ("sign-up-limit", "{most} players have signed up from your address within an hour: try again later"),
}
"""The code of each cap, and what is said to whoever has reached it."""


def on_cap(request: Request[Any, Any, Any], error: CapReachedError) -> Response[bytes]:
    """Answer whoever has reached a cap."""
    code, words = _CAPS[error.what]
    headers = {} if error.seconds is None else {"Retry-After": str(error.seconds)}
    return problem_response(request, ProblemError(code, words.format(most=error.most), headers))


def on_past_expiry(request: Request[Any, Any, Any], error: PastExpiryError) -> Response[bytes]:
    """Answer whoever asks for a token that would have expired already."""
    reason = f"{error} is past: name a later time"
    fault = FieldError("/expires_at", reason)
    return problem_response(request, ProblemError("bad-request", f"`expires_at`: {reason}", errors=(fault,)))
