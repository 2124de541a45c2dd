"""What a route demands of its requester: a role, and for some acts a passkey."""

from service.core.http.game_problem_types import ProblemType
from service.core.http.problem_types import declare
from service.core.http.problems import ProblemError
from service.core.store.timeouts import with_timeout
from service.moderation.roles import Role, Roles
from service.people.api.callers import account_of, check_no_app
from service.people.api.request import PlayerRequest
from service.people.tokens import Token

ROLE_MISSING = declare(
    "role-missing",
    ProblemType(
        403,
        "Role missing",
        "Only operators of this site may do this, or moderators, as `detail` says.",
        "Ask an operator to grant you the role: at /desk, or with `ludolog people grant NAME moderator`.",
    ),
)

PASSKEY_MISSING = declare(
    "passkey-missing",
    ProblemType(
        403,
        "Session of a passkey needed",
        "This needs a session that was started with a passkey to which no token has led: a token that was copied must "
        "not give roles away, and registers passkeys, too. A passkey counts that was registered in the session of the "
        "sign-up, or before the command line granted the role, or in a session of such a passkey.",
        "Sign in with such a passkey, and repeat this on the pages of this site. If you have none, register one on the "
        "page of your account, and ask who runs the service to revoke your role and grant it again with `ludolog "
        "people`, which needs no passkey.",
    ),
)

DEMANDS = ("token-needed", "scope-missing", ROLE_MISSING)
"""The problems of a route that demands a role."""


def moderator_of(request: PlayerRequest, roles: Roles) -> Token:
    """Return the token of a moderator or operator.

    Raises a 401 problem without a token, and a 403 problem for another player, for the token of an app or a seat, and
    for one without the scope `account`.
    """
    return holder_of(request, roles, "moderator")


def operator_of(request: PlayerRequest, roles: Roles) -> Token:
    """Return the token of an operator. Raises the problems of `moderator_of`."""
    return holder_of(request, roles, "operator")


def holder_of(request: PlayerRequest, roles: Roles, role: Role) -> Token:
    """Return the token of a player who has a role. Raises the problems of `moderator_of`."""
    token = account_of(request, "account")
    check_no_app(token, "acts of moderators")
    if not roles.has(token.player, role):
        who = "an operator" if role == "operator" else "a moderator or an operator"
        raise ProblemError(ROLE_MISSING, f"you need the role of {who}: ask an operator of this site to grant it")
    return token


async def operator_with_passkey(request: PlayerRequest, roles: Roles) -> Token:
    """Return the session of an operator that a passkey has started. Raises the problems of `moderator_of`, too."""
    token = operator_of(request, roles)
    if not await with_timeout(roles.is_signed_in_with_passkey, token):
        message = (
            "sign in with a passkey that you registered when you signed up, or before the command line granted you the "
            "role, or use `ludolog people` at the command line"
        )
        raise ProblemError(PASSKEY_MISSING, message)
    return token
