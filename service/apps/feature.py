"""Apps of others, and what players allow them."""

from collections.abc import Mapping

from service.apps.api import consents, endpoints, grants
from service.apps.apps import Apps
from service.apps.consents import (
    ConsentRefusedError,
    Consents,
    RefusedRequestError,
    ScopeBeyondError,
    UnknownDeviceError,
)
from service.core.feature import Feature, Translation
from service.core.http.problems import ProblemError, problem_at
from service.core.parts import Parts
from service.core.store.store import Store
from service.people.accounts import Accounts
from service.people.personal import APPS

_PROBLEM_OF: Mapping[type[Exception], Translation] = {
    RefusedRequestError: lambda _, error: ProblemError("bad-request", str(error)),
    ConsentRefusedError: lambda _, error: problem_at("invalid-value", "consent", str(error)),
    ScopeBeyondError: lambda _, error: ProblemError(
        "scope-missing",
        f"this session lacks the scope {error} and cannot allow it: sign in with another token or passkey",
    ),
    UnknownDeviceError: lambda _, __: ProblemError(
        "not-found", "no device waits for this code: it is mistyped, expired, or decided about already"
    ),
}


def build(parts: Parts) -> None:
    """Build the use cases of apps."""
    database, accounts = parts.get(Store).database, parts.get(Accounts)
    parts.add(Apps(database, accounts))
    parts.add(Consents(database, accounts))


feature = Feature(
    "apps",
    routes=(consents.router, grants.router),
    pages=endpoints.routes,
    parts={"apps": Apps, "consents": Consents},
    problems=_PROBLEM_OF,
    personal=APPS,
    build=build,
)
