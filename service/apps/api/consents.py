"""What the pages /oauth/authorize and /device send: they ask a person about the request of an app."""

from litestar import Response, Router, post

from service.apps.api.forms import parameters_in
from service.apps.api.messages import (
    AppDecision,
    AppRequest,
    ConsentReply,
    Decided,
    DeviceDecision,
    DeviceRequest,
    consent_reply,
)
from service.apps.consents import Consents, Decision, asked_by
from service.core.http.problems import ProblemError, problems
from service.core.site_address import SiteAddress
from service.core.store.timeouts import with_timeout
from service.people.accounts import Accounts
from service.people.api.callers import account_of
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope
from service.people.tokens import Token

_NO_STORE = {"Cache-Control": "no-store"}
_PROBLEMS = ("bad-request", "token-needed", "scope-missing", "foreign-origin", "not-found")


@post(
    "/me/consents",
    summary="Ask for consent",
    operation_id="beginConsent",
    security=with_scope("account"),
    responses=problems(*_PROBLEMS, "too-many-requests"),
)
async def begin_consent(
    request: PlayerRequest, accounts: Accounts, consents: Consents, site: SiteAddress, data: AppRequest | DeviceRequest
) -> Response[ConsentReply]:
    """Return what an app or a device asks for, with the one-time value by which the person decides.

    For the pages of this site only: the request needs a session, and the `Origin` of the site. The value is valid for
    5 minutes, once, for this request and session. After 10 wrong user codes within an hour it returns 429.
    """
    session, issuer = _session_of(request, site)
    match data:
        case AppRequest():
            begun = consents.begin(asked_by(parameters_in(data.query), issuer), session)
        case DeviceRequest():
            begun = await with_timeout(consents.begin_device, data.user_code, session)
    name = accounts.name_of(session.player) or ""
    return Response(consent_reply(begun, session, name), headers=_NO_STORE)


@post(
    "/me/consents/decisions",
    summary="Allow or refuse an app",
    operation_id="decideConsent",
    security=with_scope("account"),
    responses=problems(*_PROBLEMS, "invalid-value"),
)
async def decide_consent(
    request: PlayerRequest, consents: Consents, site: SiteAddress, data: AppDecision | DeviceDecision
) -> Response[Decided]:
    """Store what the person has decided, and return where the browser goes: to the app, with its code or an error.

    For the pages of this site only, with the one-time value of `beginConsent`. A repetition with the same value has the
    same answer and no further effect. The access lasts as chosen, at most until what started the session expires, and
    ends with it.
    """
    session, issuer = _session_of(request, site)
    decision = Decision(data.consent, data.decision == "allow", data.duration)
    match data:
        case AppDecision():
            asked = asked_by(parameters_in(data.query), issuer)
            location = await with_timeout(consents.decide, asked, session, decision, issuer)
        case DeviceDecision():
            await with_timeout(consents.decide_device, data.user_code, session, decision)
            location = None
    return Response(Decided(location), headers=_NO_STORE)


def _session_of(request: PlayerRequest, site: SiteAddress) -> tuple[Token, str]:
    """Return the session of a page of this site, and the own origin. Raises a 401 or 403 problem."""
    session = account_of(request, "account")
    if not session.is_session:
        raise ProblemError("scope-missing", "a person decides on a page of this site, signed in by a session")
    return session, site.check_origin(request.scope)


router = Router("/v1", route_handlers=[begin_consent, decide_consent], tags=["apps"])
