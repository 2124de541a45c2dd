"""Which operations need a token: they answer 401 without one, before parameters and body are read."""

from typing import Any

from litestar.handlers import HTTPRouteHandler

from service.core.http.problems import ProblemError

OPEN_CHANGES = frozenset({"signUp", "beginSignIn", "signIn", "signOut", "confirmDigest", "endDigestByLink", "recover"})
"""Operations that change data and need no token."""

OWN_READS = frozenset(
    {
        "me", "limits", "tokens", "passkeys", "ownGames", "organisedGames", "commandByKey", "seatTokens", "invitations",
        "ownStream", "pings", "pingDeliveries", "pushes", "digest", "webhooks", "webhook", "webhookDeliveries",
        "roles", "moderationActs", "moderatedPlayers", "moderatedPlayer", "ownStanding",
        "moderatedGame", "moderatedTournament", "messagesOfPlayer", "voidPeriods",
        "ownTournaments", "calendarLinks", "grants", "exportMe", "signUpCodes", "gameNotes", "playerNote",
        "challenges", "readChallenge", "rematch", "ownPool", "blocks", "readBlock", "orders", "wishesInTournament",
        "ownReports", "ownActs", "reportCases", "reportCase", "appeals", "fairPlayReports", "fairPlayReport",
    }
)  # fmt: skip
"""Operations that only read but need a token, because they return data of the player."""


def needs_token(operation: str, method: str) -> bool:
    """Return whether an operation needs a token. `method` is that of HTTP, in any case."""
    return operation in OWN_READS if method.upper() == "GET" else operation not in OPEN_CHANGES


def is_token_missing(scope: Any) -> bool:
    """Return whether a request without a token is for an operation that needs one. Pages are no operations."""
    handler = scope.get("route_handler")
    operation = handler.operation_id if isinstance(handler, HTTPRouteHandler) else None
    return isinstance(operation, str) and needs_token(operation, scope["method"])


def missing_token() -> ProblemError:
    """Return the problem of a request without a token."""
    return ProblemError("token-needed", "send Authorization: Bearer with your token; POST /v1/players gives one")
