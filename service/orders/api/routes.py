"""Standing orders of a seat: set, list and cancel them; and what they have decided, after the end."""

from typing import Annotated

import msgspec
from litestar import Response, Router, delete, get, post
from litestar.params import PathParameter

from domain.game.decide import must_be_running
from domain.kernel.values import Seat
from service.core.http.problems import problems
from service.core.http.response.responses import PrivateResponse
from service.orders.api.messages import MarkedDecisions, NewOrderBody, OrderReply, OrdersReply
from service.orders.api.replies import marked, missing, order_reply, terms_in
from service.orders.checking import check_terms
from service.orders.orders import NewOrder, Orders
from service.orders.terms import Order
from service.people.api.callers import token_of
from service.people.api.idempotency import IdempotencyKey, keyed_of, no_content, replay_headers
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope
from service.play.api.access import Access
from service.play.api.loading import Games
from service.play.loaded import Loaded

OrderId = Annotated[str, PathParameter(description="The id of the order, a UUID.")]

LISTING = ("bad-request", "token-needed", "scope-missing", "not-yours", "not-found")
SETTING = (*LISTING, "invalid-value", "limit-reached", "game-not-running", "key-reused")


@get(
    "/{game:str}/orders",
    summary="List your standing orders",
    operation_id="orders",
    security=with_scope("games:play"),
    responses=problems(*LISTING),
)
async def list_orders(
    request: PlayerRequest, standing_orders: Orders, access: Access, games: Games, game: str
) -> Response[OrdersReply]:
    """Return the orders that you have set for your seat in this game: what each has decided, and why one has ended.

    Nobody else can see them. Those that have decided something are public once the game is over.
    """
    loaded = await games.load_seen(request, game)
    seat = access.own_seat(request)(loaded.game)
    found = await _own(request, standing_orders, loaded, seat)
    return PrivateResponse(OrdersReply(tuple(order_reply(each, loaded) for each in found)))


@post(
    "/{game:str}/orders",
    summary="Set a standing order",
    operation_id="setOrder",
    security=with_scope("games:play"),
    responses=problems(*SETTING),
)
async def set_order(
    request: PlayerRequest,
    standing_orders: Orders,
    access: Access,
    games: Games,
    game: str,
    data: NewOrderBody,
    key: IdempotencyKey = None,
) -> Response[OrderReply]:
    """Decide in advance: when your seat is asked, the service sends the first of your commands that is legal then.

    The oldest order that answers a question decides it. It acts 20 to 300 seconds after the question, or within a
    twentieth of the time that the clock leaves you if that is shorter; the time follows from the secret of the game and
    the id of the decision, and can be checked after the end. Until then you may answer yourself. A question that you
    have taken back is yours to answer.

    The decision is a decision of yours like any other, and nobody sees that an order made it before the end. Then
    `orderDecisions` publishes the orders that have decided something. The reply has a signed commitment to the order.
    """
    loaded = await games.load_seen(request, game)
    token = token_of(request, "games:play")
    seat = access.own_seat(request)(loaded.game)
    keyed = keyed_of(request, token, key, msgspec.to_builtins(data))
    terms = terms_in(data, loaded.game.opened.ruleset)
    must_be_running(loaded.game)
    check_terms(loaded.game, seat, terms)
    made = await standing_orders.set(loaded, NewOrder("", seat, token.player, token, terms), keyed)
    headers = {"Cache-Control": "no-store", **replay_headers(made.is_replayed)}
    return Response(order_reply(made.order, loaded), headers=headers, status_code=201)


@delete(
    "/{game:str}/orders/{order:str}",
    summary="Cancel a standing order",
    operation_id="cancelOrder",
    security=with_scope("games:play"),
    responses=problems(*LISTING, "key-reused"),
)
async def cancel_order(
    request: PlayerRequest,
    standing_orders: Orders,
    access: Access,
    games: Games,
    game: str,
    order: OrderId,
    key: IdempotencyKey = None,
) -> Response[None]:
    """End an order of yours. What it has decided stays. An order that has ended stays as it is.

    A decision that is being stored at this moment is not withdrawn. The response has no body.
    """
    loaded = await games.load_seen(request, game)
    token = token_of(request, "games:play")
    seat = access.own_seat(request)(loaded.game)
    found = next((each for each in await _own(request, standing_orders, loaded, seat) if each.id == order), None)
    if found is None:
        raise missing()
    await standing_orders.cancel(found, token.id, keyed_of(request, token, key))
    return no_content(replayed=False)


@get(
    "/{game:str}/orders/decisions",
    summary="List the decisions of standing orders",
    operation_id="orderDecisions",
    responses=problems("bad-request", "token-needed", "not-found"),
)
async def order_decisions(
    request: PlayerRequest, standing_orders: Orders, games: Games, game: str
) -> Response[MarkedDecisions]:
    """Return which decisions of a finished game were made by standing orders, with these orders and their commitments.

    Before the end the lists are empty, whatever orders there are. With the bundle everybody can check: the statement
    about an order is signed, its head is in the log before the decision, the hash fits the order, and the command is
    the one that the order chooses on the table before. `ludolog verify-orders` does this.
    """
    loaded = await games.load_watched(request, game)
    found = await standing_orders.acted(game) if loaded.game.is_over else {}
    return PrivateResponse(marked(loaded, found))


async def _own(request: PlayerRequest, orders: Orders, loaded: Loaded, seat: Seat) -> list[Order]:
    return await orders.of_seat(loaded, seat, token_of(request, "games:play").player)


router = Router("/v1/games", route_handlers=[list_orders, set_order, cancel_order, order_decisions], tags=["orders"])
