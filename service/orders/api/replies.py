"""Builders of the replies about standing orders."""

from typing import Any

import msgspec

from service.core.http.messages import reply_from
from service.core.http.problems import ProblemError, field_problem
from service.orders.api.messages import (
    MarkedDecision,
    MarkedDecisions,
    NewOrderBody,
    OrderAct,
    OrderEnd,
    OrderReply,
    OrderTerms,
    PublishedOrder,
    SignedOrder,
)
from service.orders.choosing import acts_of
from service.orders.terms import Order, Terms
from service.play.loaded import Loaded


def terms_in(data: NewOrderBody, title: str) -> Terms:
    """Return the content of an order. Questions may have the title in front, as decisions have it."""
    terms = msgspec.convert(msgspec.to_builtins(_whole(data)), Terms)
    return msgspec.structs.replace(terms, questions=tuple(each.removeprefix(f"{title}/") for each in terms.questions))


def _whole(data: NewOrderBody) -> dict[str, Any]:
    return {name: getattr(data, name) for name in data.__struct_fields__}


def order_reply(order: Order, loaded: Loaded) -> OrderReply:
    """Return an order as its seat sees it."""
    end = order.end
    return reply_from(
        OrderReply,
        order,
        terms=_terms(order),
        acts=tuple(
            OrderAct(entry.record.version, loaded.decided_at[entry.record.version], entry.record.at)
            for entry in acts_of(loaded, order.id)
        ),
        end=None if end is None else OrderEnd(end.reason, end.version, end.place, order.ended_at or order.set_at),
        signed=_signed(order),
    )


def marked(loaded: Loaded, orders: dict[str, Order]) -> MarkedDecisions:
    """Return the decisions that orders have made, once the game is over."""
    if not loaded.game.is_over:
        return MarkedDecisions(is_over=False, items=(), orders=())
    items: list[MarkedDecision] = []
    for entry in loaded.entries:
        record, origin = entry.record, entry.origin
        if origin is not None and origin.order is not None and record.seat is not None:
            decision = loaded.decided_at[record.version]
            items.append(MarkedDecision(record.version, decision, record.seat, "order", origin.order))
    published = (orders[name] for name in dict.fromkeys(item.order for item in items) if name in orders)
    return MarkedDecisions(
        is_over=True,
        items=tuple(items),
        orders=tuple(
            reply_from(PublishedOrder, order, terms=_terms(order), signed=_signed(order)) for order in published
        ),
    )


def _terms(order: Order) -> OrderTerms:
    return msgspec.convert(msgspec.to_builtins(order.terms), OrderTerms)


def _signed(order: Order) -> SignedOrder:
    return msgspec.json.decode(order.statement, type=SignedOrder)


def missing() -> ProblemError:
    """Return the problem of an order that the seat does not have."""
    return ProblemError("not-found", "your seat has no such order")


def bad_field(field: str, reason: str) -> ProblemError:
    """Return the problem of a field of an order."""
    return field_problem("invalid-value", field, reason)
