"""The check of the published orders of a finished game against its log: pure functions that anybody can repeat."""

from collections.abc import Callable, Collection, Sequence
from functools import partial

import msgspec

from domain.game.fold import fold
from domain.game.game import Game
from domain.kernel.codec import canonical
from domain.ledger.records import Entry, read_event
from domain.ledger.signing import IsSignedBy
from service.orders.api.messages import MarkedDecision, MarkedDecisions, PublishedOrder
from service.orders.choosing import chosen
from service.orders.terms import Terms, commitment_of


def faults_of(
    entries: Sequence[Entry], marks: MarkedDecisions, is_signed_by: IsSignedBy, keys: Collection[str]
) -> list[str]:
    """Return what is wrong with the marks of a finished game, each fault with the version of the decision.

    `entries` are all entries with their secrets. `keys` are the public keys of the service, hex. The log itself is
    checked elsewhere. For each decision: its order is published, was signed by the service when the log had a head
    before the decision, has the signed hash, and chooses this command in the position before.
    """
    orders = {order.id: order for order in marks.orders}
    faults: list[str] = []
    game: Game | None = None
    at = 0
    for item in sorted(marks.items, key=lambda each: each.version):
        if not 1 < item.version <= len(entries):
            faults.append(f"{item.version}: the game has no such version")
            continue
        # the state before the decision; the seat decided on it
        game = fold(entries[at : item.version - 1], game)
        at = item.version - 1
        order = orders.get(item.order)
        if order is None or game is None:
            faults.append(f"{item.version}: its order is not published")
            continue
        checks = (
            ("the statement is not signed by this key", partial(_is_signed, order, is_signed_by, keys)),
            ("the order was not set at a head before it", partial(_is_before, entries, item, order)),
            ("the order has another hash", partial(_has_hash, order)),
            ("the order does not choose this command", partial(_is_chosen, entries, item, order, game)),
        )
        faults += [f"{item.version}: {what}" for what, is_right in checks if not _holds(is_right)]
    return faults


def _holds(is_right: Callable[[], bool]) -> bool:
    """Return whether a check passes. What is no hexadecimal number and no order of a game does not."""
    try:
        return is_right()
    except ValueError:
        return False


def _is_signed(order: PublishedOrder, is_signed_by: IsSignedBy, keys: Collection[str]) -> bool:
    signed = order.signed
    message = canonical(msgspec.to_builtins(signed.statement))
    return signed.public_key in keys and is_signed_by(
        bytes.fromhex(signed.public_key), message, bytes.fromhex(signed.signature)
    )


def _is_before(entries: Sequence[Entry], item: MarkedDecision, order: PublishedOrder) -> bool:
    statement = order.signed.statement
    return (
        (statement.game, statement.seat) == (entries[0].record.game, item.seat)
        and order.seat == item.seat
        and 0 < statement.version < item.version
        and entries[statement.version - 1].head == statement.head
    )


def _has_hash(order: PublishedOrder) -> bool:
    return commitment_of(_terms(order), bytes.fromhex(order.salt)) == order.signed.statement.order


def _is_chosen(entries: Sequence[Entry], item: MarkedDecision, order: PublishedOrder, game: Game) -> bool:
    entry = entries[item.version - 1]
    if entry.record.seat != item.seat:
        return False
    command = chosen(game, item.seat, _terms(order))
    return command is not None and command in game.ruleset.commands_of(read_event(entry, game.codec))


def _terms(order: PublishedOrder) -> Terms:
    return msgspec.convert(msgspec.to_builtins(order.terms), Terms)
