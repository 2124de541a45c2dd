"""The routes of the documents of the operator."""

from litestar import Response, Router, get, put

from service.core.http.problems import problem_at, problems
from service.core.http.response.responses import PrivateResponse
from service.core.store.timeouts import with_timeout
from service.law.api.messages import Acceptance, LawDocument, LawDocuments
from service.law.law import Law, VersionUnknownError, words_of
from service.people.api.callers import account_of
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope


@get("/law", summary="List imprint, privacy and terms", operation_id="law", responses=problems("token-needed"))
async def law_documents(request: PlayerRequest, law: Law) -> Response[LawDocuments]:
    """Return the documents of the operator with their versions, and whether you have accepted the terms.

    Each document is a page: `/law/terms`. Their words, also about age and consent, are the operator's own.
    """
    return PrivateResponse(_documents(request, law))


def _documents(request: PlayerRequest, law: Law) -> LawDocuments:
    items = tuple(
        LawDocument(name, each.version, law.since[name], each.languages, f"/law/{name}")
        for name, each in law.documents.items()
    )
    accepted = None if request.user is None else law.has_accepted(request.user.player)
    return LawDocuments(items, law.asked, accepted)


@put(
    "/me/terms",
    summary="Accept the terms",
    operation_id="acceptTerms",
    security=with_scope("account"),
    responses=problems("bad-request", "token-needed", "scope-missing", "invalid-value"),
)
async def accept_terms(request: PlayerRequest, law: Law, data: Acceptance) -> Response[LawDocuments]:
    """Accept the version of the terms that is in force.

    At a site that asks for it, other changes get 403 `terms-not-accepted` until then.
    """
    token = account_of(request, "account")
    try:
        await with_timeout(law.accept, token.player, data.version, token.id)
    except VersionUnknownError:
        words = "this site asks for no acceptance" if law.asked is None else words_of(law.asked)
        raise problem_at("invalid-value", "version", words) from None
    return PrivateResponse(_documents(request, law))


router = Router("/v1", route_handlers=[law_documents, accept_terms], tags=["players"])
