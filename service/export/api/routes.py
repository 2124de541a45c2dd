"""The route of the export."""

from litestar import Response, Router, get
from litestar.openapi.datastructures import ResponseSpec

from service.core.http.middleware.methods import HEAD_ASKED
from service.core.http.problems import problems
from service.core.http.response.responses import RawResponse
from service.export.api.sending import SentWhileMade
from service.export.export import Export
from service.people.api.callers import account_of, check_no_app
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope

ZIP = "application/zip"


@get(
    "/me/export",
    summary="Export your data",
    operation_id="exportMe",
    security=with_scope("account"),
    responses={
        200: ResponseSpec(bytes, generate_examples=False, description="A zip file.", media_type=ZIP),
        **problems("token-needed", "scope-missing", "too-many-requests"),
    },
)
async def export_me(request: PlayerRequest, export: Export) -> Response[bytes]:
    """Return everything that the service stores about you, as a zip file: JSON, the logs of your games, and a README.

    The file is sent while it is made; with thousands of games it takes minutes. It has no Content-Length: it is
    complete if the connection ends regularly. The service stores no copy. One export of an account is made at a time,
    and the operator limits those of a day. An app cannot ask for it.

    This is the copy of your data of GDPR 15 and 20.
    """
    token = account_of(request, "account")
    check_no_app(token, "exports")
    name = f"ludolog-{token.player.partition(':')[2]}.zip"
    headers = {
        "Content-Type": ZIP,
        "Content-Disposition": f'attachment; filename="{name}"',
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
    }
    if HEAD_ASKED in request.scope:
        return RawResponse(200, headers, None)
    return SentWhileMade(await export.begin(token), headers)


router = Router("/v1", route_handlers=[export_me], tags=["players"])
