"""The use case of standing orders: set, list, cancel, and carry out."""

import logging
import secrets
from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

import msgspec

from domain.game.decide import must_be_running
from domain.game.game import Game, decision_id, seat_of
from domain.kernel.codec import canonical
from domain.kernel.values import Seat, Value
from service.core.keys.signing import Signer
from service.core.store.database import Cursor
from service.core.store.outage import STORE_ERRORS
from service.core.store.recorder import Origin
from service.core.store.store import Store
from service.core.store.timeouts import with_timeout
from service.orders.choosing import end_of, first_answer, holds, round_of, view_of
from service.orders.delays import acts_at
from service.orders.rows import (
    ORDERS_LOCK,
    Waiting,
    acted_orders,
    changes_after,
    claim_order,
    end_order,
    erase_orders,
    forget_looked,
    in_force,
    insert_order,
    last_change,
    lock_orders,
    order_of,
    orders_of,
    over_games,
    set_looked,
    touch_order,
    waiting_seats,
)
from service.orders.terms import SALT_BYTES, End, EndReason, Order, Terms, commitment_of
from service.people.accounts import Accounts
from service.people.request_keys import KeyedRequest, id_of_request, is_repeated
from service.people.rows import lock_account
from service.people.tokens import Token
from service.play.cache import UnknownGameError, UnreadableGameError
from service.play.loaded import Loaded
from service.play.play import Play
from service.play.requests import Answer, DecisionClosedError, VersionChangedError

_log = logging.getLogger(__name__)

OrderChange: TypeAlias = Literal["acted", "ended"]
"""What a player is told of an order: it has decided, or it has ended by itself."""

Telling: TypeAlias = Callable[[Cursor, OrderChange, Order, int, str], None]
"""Tells the player of an order, in the transaction that changes it, at a version of the game and a time."""

TOLD: frozenset[EndReason] = frozenset({"round", "condition", "event", "seat", "token"})
"""The ends of which a player is told. The others follow from what the player has done or knows."""

MOST_IN_FORCE = 20
"""Orders of a seat that stand at a time."""

MOST_ORDERS = 500
"""Orders that a player sets in a game, so that the table cannot grow without end."""

MOST_WAITING = 2000
"""Seats whose orders are looked at in one step."""


SUSPENDED_AGAIN = 10_000_000
"""Microseconds after which it is looked again whether the suspension of a player has ended."""


class TooManyOrdersError(Exception):
    """A seat has the maximum number of orders."""


class OrderOverError(Exception):
    """What would end an order holds already."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(reason)
        self.field = field


class Set(Value, frozen=True):
    """A stored order. `is_replayed`: an earlier request with the same idempotency key stored it."""

    order: Order
    is_replayed: bool


class NewOrder(Value, frozen=True):
    """An order to store, and who sets it."""

    id: str
    """It is made with the idempotency key of the request."""
    seat: Seat
    player: str
    token: Token
    """The token of the request."""
    terms: Terms


class Orders:
    """The standing orders of all games. The log says what they did, the database everything else."""

    def __init__(self, store: Store, accounts: Accounts, play: Play, signer: Signer) -> None:
        self._database = store.database
        self._accounts = accounts
        self._play = play
        self._signer = signer
        self.changed: list[Callable[[], None]] = []
        """Called in the event loop after this process has changed an order."""
        self.telling: list[Telling] = []
        """Called when an order has decided, or has ended by itself."""
        # in the transaction that deletes the account
        accounts.erasing_locks.append(ORDERS_LOCK)
        accounts.erasing.append(erase_orders)

    def notify(self) -> None:
        """Report a change. Call it in the event loop."""
        for listener in self.changed:
            listener()

    async def set(self, loaded: Loaded, new: NewOrder, keyed: KeyedRequest | None) -> Set:
        """Store an order, from now on.

        Raises NotPossible, OrderOverError, TooManyOrdersError, KeyReusedError and TokenRevokedError.
        """
        made = await with_timeout(self._stored, loaded.game, new, keyed)
        self.notify()
        return made

    def _stored(self, game: Game, new: NewOrder, keyed: KeyedRequest | None) -> Set:
        with self._database.writing() as cursor:
            is_replayed = is_repeated(cursor, keyed)
            new = msgspec.structs.replace(new, id=id_of_request(cursor, keyed, "order"))
            if is_replayed and (earlier := order_of(cursor, new.id)) is not None:
                return Set(earlier, is_replayed=True)
            must_be_running(game)
            order = self._made(game, new)
            lock_account(cursor, new.player, new.token.id)
            lock_orders(cursor)
            own = orders_of(cursor, game.id, new.seat, new.player, in_force=False)
            if sum(each.end is None for each in own) >= MOST_IN_FORCE:
                message = f"you have {MOST_IN_FORCE} orders in this game: cancel one first"
                raise TooManyOrdersError(message)
            if len(own) >= MOST_ORDERS:
                message = f"you have set {MOST_ORDERS} orders in this game, the maximum"
                raise TooManyOrdersError(message)
            return Set(insert_order(cursor, order), is_replayed=False)

    def _made(self, game: Game, new: NewOrder) -> Order:
        view, terms = view_of(game, new.seat), new.terms
        for place, condition in enumerate(terms.until):
            if holds(condition, view):
                raise OrderOverError(f"until/{place}", "this holds already, so that the order would end at once")
        if terms.lasts == "round" and round_of(game) is None:
            raise OrderOverError("lasts", "this title has no rounds: an order lasts for the `game`")
        salt = secrets.token_bytes(SALT_BYTES)
        statement = {
            "at": game.tip.at,
            "game": game.id,
            "head": game.tip.head,
            "order": commitment_of(terms, salt),
            "seat": new.seat,
            "version": game.version,
        }
        return Order(
            id=new.id,
            game=game.id,
            seat=new.seat,
            player=new.player,
            set_at=self._play.now(),
            version=game.version,
            round=round_of(game),
            terms=terms,
            salt=salt.hex(),
            checked=game.version,
            changed=0,
            statement=canonical(msgspec.to_builtins(self._signer.sign(statement))).decode(),
            made_with=new.token.ends_with,
            expires_at=new.token.creates_until,
        )

    async def of_seat(self, loaded: Loaded, seat: Seat, player: str) -> list[Order]:
        """Return the orders of a player at a seat, oldest first. Those that have ended by now are ended."""
        found = await with_timeout(self._of_seat, loaded.game.id, seat, player)
        ends = {order.id: end for order in found if order.end is None and (end := end_of(loaded, order)) is not None}
        if ends:
            await self._end(ends)
            found = await with_timeout(self._of_seat, loaded.game.id, seat, player)
        return found

    def _of_seat(self, game: str, seat: Seat, player: str | None) -> list[Order]:
        with self._database.reading() as cursor:
            return orders_of(cursor, game, seat, player, in_force=False)

    async def cancel(self, order: Order, token: str, keyed: KeyedRequest | None) -> None:
        """End an order. One that has ended stays as it is. Raises TokenRevokedError and KeyReusedError."""
        loaded = await self._play.load(order.game)

        def cancelled() -> None:
            with self._database.writing() as cursor:
                if is_repeated(cursor, keyed):
                    return
                lock_account(cursor, order.player, token)
                lock_orders(cursor)
                end_order(cursor, order.id, End("cancelled", loaded.game.version), self._play.now())

        await with_timeout(cancelled)
        self.notify()

    async def _end(self, ends: dict[str, End]) -> None:
        now = self._play.now()

        def ended() -> None:
            with self._database.writing() as cursor:
                lock_orders(cursor)
                for name, end in ends.items():
                    order = order_of(cursor, name)
                    if end_order(cursor, name, end, now) and order is not None and end.reason in TOLD:
                        self._tell(cursor, "ended", order, end.version)

        await with_timeout(ended)
        self.notify()

    def _tell(self, cursor: Cursor, change: OrderChange, order: Order, version: int) -> None:
        now = self._play.now()
        for each in self.telling:
            each(cursor, change, order, version, now)

    async def acted(self, game: str) -> dict[str, Order]:
        """Return the orders of a game that have acted, by id."""

        def read() -> dict[str, Order]:
            with self._database.reading() as cursor:
                return acted_orders(cursor, game)

        return await with_timeout(read)

    async def waiting(self) -> Sequence[Waiting]:
        """Return the seats whose orders have to be looked at now."""

        def read() -> list[Waiting]:
            with self._database.reading() as cursor:
                return waiting_seats(cursor, self._database.keys_table, MOST_WAITING)

        return await with_timeout(read)

    async def end_over(self) -> list[str]:
        """End the orders of games that are over. Return the games in which some could not be ended.

        Raises the errors of the store.
        """

        def read() -> list[str]:
            with self._database.reading() as cursor:
                return over_games(cursor, MOST_WAITING)

        def standing(game: str) -> list[Order]:
            with self._database.reading() as cursor:
                return in_force(cursor, game)

        failed = list[str]()
        for game in await with_timeout(read):
            try:
                loaded = await self._play.load(game)
                orders = await with_timeout(standing, game)
                ends = {order.id: end for order in orders if (end := end_of(loaded, order)) is not None}
                if ends:
                    await self._end(ends)
            except STORE_ERRORS:
                raise
            except (UnknownGameError, UnreadableGameError):
                # it is logged
                failed.append(game)
            except Exception:  # noqa: BLE001 - one game must not stop the orders of the others
                _log.exception("the orders of game %s, which is over, cannot be ended", game)
                failed.append(game)
        return failed

    async def last_change(self) -> int:
        """Return the number of the last change."""

        def read() -> int:
            with self._database.reading() as cursor:
                return last_change(cursor)

        return await with_timeout(read)

    async def changes(self, after: int, limit: int) -> tuple[list[Order], int]:
        """Return the orders that changed after a number, in the order of the changes, and the last change's number."""

        def read() -> tuple[list[Order], int]:
            with self._database.reading() as cursor:
                return changes_after(cursor, after, limit), last_change(cursor)

        return await with_timeout(read)

    async def forget(self, game: str) -> None:
        """Look at the orders of a game again."""

        def forgotten() -> None:
            with self._database.writing() as cursor:
                forget_looked(cursor, game)

        await with_timeout(forgotten)

    async def attend(self, waiting: Waiting) -> int | None:
        """Look at the orders of a seat: end those that have ended, and carry out the first that answers its question.

        Return the time in microseconds at which an order acts, if that is later. The log accepts one answer to each
        decision, so two processes do not answer twice. The orders of a suspended player wait until the suspension ends.
        Raises the errors of the store and of `Play.load`.
        """
        loaded = await self._play.load(waiting.game)
        game, seat = loaded.game, waiting.seat
        found = [order for order in await with_timeout(self._of_seat, game.id, seat, None) if order.end is None]
        ends = {order.id: end for order in found if (end := end_of(loaded, order)) is not None}
        if ends:
            await self._end(ends)
        standing = [order for order in found if order.id not in ends]
        if not standing:
            return None
        if seat not in game.questions or decision_id(game, seat) != waiting.decision:
            # the table of seats lags behind the log, or this process does
            return None
        acting = [order for order in standing if not self._accounts.is_suspended(order.player)]
        if not acting:
            return self._play.micros() + SUSPENDED_AGAIN
        answer = first_answer(loaded, seat, acting)
        if answer is None:
            await with_timeout(self._looked, [order.id for order in acting], game.version)
            return None
        order, command = answer
        # counted from the last record: an order that can answer only now must not answer at once
        due = acts_at(game, seat, waiting.decision, max(waiting.since, order.set_at, game.tip.at))
        if due > self._play.micros():
            return due
        if await with_timeout(self._claimed, order.id):
            await self._carry_out(loaded, order, Answer(waiting.decision, command, frozenset({game.version})))
        return None

    async def _carry_out(self, loaded: Loaded, order: Order, answer: Answer) -> None:
        def seat_in(game: Game) -> Seat:
            if seat_of(game, order.player) != order.seat:
                raise DecisionClosedError(answer.decision or "", None)
            return order.seat

        try:
            done = await self._play.command(loaded, seat_in, answer, Origin(order.player, order=order.id))
        except (DecisionClosedError, VersionChangedError):
            # the player or another process has answered, or something has happened: the next step looks again
            return
        await with_timeout(self._touched, order, done.first)
        end = end_of(done.loaded, order)
        if end is not None:
            await self._end({order.id: end})
            return
        self.notify()

    def _looked(self, orders: Sequence[str], version: int) -> None:
        with self._database.writing() as cursor:
            for order in orders:
                set_looked(cursor, order, version)

    def _claimed(self, order: str) -> bool:
        with self._database.writing() as cursor:
            lock_orders(cursor)
            return claim_order(cursor, order)

    def _touched(self, order: Order, version: int) -> None:
        with self._database.writing() as cursor:
            lock_orders(cursor)
            touch_order(cursor, order.id)
            self._tell(cursor, "acted", order, version)
