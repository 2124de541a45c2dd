"""Creates stream tickets. `service/people/api/credentials.py` checks them."""

from typing import Annotated

from litestar import Response, Router, post
from msgspec import Meta

from service.core.http.messages import Moment, Reply, RequestBody
from service.core.http.problems import FieldError, ProblemError, problems
from service.core.store.timeouts import with_timeout
from service.people.api.callers import token_of
from service.people.api.idempotency import IdempotencyKey, replay_headers
from service.people.api.request import PlayerRequest
from service.people.tickets import STREAM_PATH, Ticket, Tickets
from service.play.api.access import Access

Path = Annotated[
    str,
    Meta(
        max_length=80,
        pattern=f"^{STREAM_PATH.pattern}$",
        description="The path of the stream without a query, such as `/v1/me/stream`.",
    ),
]


class NewTicket(RequestBody, frozen=True):
    """A stream ticket to create."""

    path: Path


class TicketMade(Reply, frozen=True):
    """A new stream ticket, which is shown only once."""

    ticket: Annotated[str, Meta(description="The ticket. Append it to the path as `?ticket=…`. It works once.")]
    path: Annotated[str, Meta(description="The path of the stream that it opens.")]
    expires_at: Annotated[Moment, Meta(description="The time from which the ticket is invalid.")]


@post(
    "/me/stream-tickets",
    summary="Create a stream ticket",
    operation_id="makeStreamTicket",
    responses=problems("bad-request", "token-needed", "key-reused"),
)
async def make_ticket(
    request: PlayerRequest, tickets: Tickets, access: Access, data: NewTicket, key: IdempotencyKey = None
) -> Response[TicketMade]:
    """Create a ticket that opens one stream once, for clients that cannot send headers.

    A browser's `EventSource` cannot send `Authorization`. It opens the stream with `?ticket=` within a minute. A
    GET request uses the ticket up even if it is refused, such as for an invalid `cursor`: create another one. The
    stream ends when the token of this request is revoked or expires. A `Ludolog-Invitation` of this request holds for
    the stream, too.

    A reconnect needs a new ticket: open a new `EventSource` with `cursor` set to the id of the last event. A ticket
    opens only the path that it was created for.
    """
    token = token_of(request)
    if not STREAM_PATH.fullmatch(data.path):
        reason = "the path is not that of a stream: send one such as /v1/me/stream or /v1/games/{id}/stream"
        raise ProblemError("bad-request", reason, errors=(FieldError("/path", reason),))
    invitation = access.invitation_of(request)
    ticket = Ticket(token.id, data.path, invitation and invitation.id)
    made = await with_timeout(tickets.create, ticket, key)
    return Response(
        TicketMade(made.secret, data.path, made.expires_at),
        headers={"Cache-Control": "no-store", **replay_headers(made.replayed)},
    )


router = Router("/v1", route_handlers=[make_ticket], tags=["streams"])
