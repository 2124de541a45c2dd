"""Who sends a request: its token and its address."""

from service.core.connections.addresses import ADDRESS
from service.core.http.problems import CHALLENGE, ProblemError
from service.people.api.needed_tokens import missing_token
from service.people.api.request import PlayerRequest
from service.people.credentials import Scope
from service.people.tokens import Token


def token_of(request: PlayerRequest, scope: Scope | None = None) -> Token:
    """Return the token of the request. Raises a 401 problem without a token, 403 if the token lacks the scope."""
    token = request.user
    if token is None:
        raise missing_token()
    if scope is not None and not token.allows(scope):
        detail = f"this token lacks the scope {scope}: it has {', '.join(token.scopes)}"
        needed = {"WWW-Authenticate": f'{CHALLENGE}, error="insufficient_scope", scope="{scope}"'}
        raise ProblemError("scope-missing", detail, needed)
    return token


def account_of(request: PlayerRequest, scope: Scope | None = None) -> Token:
    """Return the token of the request. Raises a 401 problem without one, 403 for a seat token or a missing scope."""
    token = token_of(request, scope)
    if token.game is not None:
        raise ProblemError("scope-missing", "this token is for one seat of one game")
    return token


def check_no_app(token: Token, what: str) -> None:
    """Raise a 403 problem for the token of an app: what it makes must not let anyone act for the player (decision 069).

    `what` names what it cannot make, such as `tokens`.
    """
    if token.grant is not None:
        raise ProblemError("scope-missing", f"the token of an app makes no {what}: the player makes them at this site")


def address_of(request: PlayerRequest) -> str:
    """Return the client address that rate limits count."""
    return request.scope[ADDRESS]  # type: ignore[literal-required] - set by AuthMiddleware


def check_not_expired(request: PlayerRequest) -> None:
    """Raise a 401 problem if the token has expired since the request began."""
    if request.user is not None and request.user.is_expired():
        raise ProblemError("token-needed", "the token has expired while the request waited")
