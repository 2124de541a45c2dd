"""Pings and webhooks of players, and their rows."""

from collections.abc import Collection, Iterable
from typing import Literal, TypeAlias, get_args

import msgspec

from domain.kernel.values import Value
from service.core.store.database import Cursor, Row
from service.core.store.lock_order import Stage
from service.core.store.times import timestamp_now
from service.people.rows import IN_FORCE, MAKER_IN_FORCE

EventType: TypeAlias = Literal[
    "decision.opened", "deadline.near", "game.started", "game.ended", "game.cancelled", "result.published",
    "seat.abandoned", "round.paired", "round.ended",
]  # fmt: skip
"""The types of events that a webhook can receive."""

EVENT_TYPES: tuple[EventType, ...] = get_args(EventType)

PUBLIC_TYPES: frozenset[EventType] = frozenset({"result.published", "round.paired", "round.ended"})
"""The types that a webhook for everything also receives of public games and tournaments of others."""

Kind: TypeAlias = Literal["ping", "webhook", "push"]
Form: TypeAlias = Literal["discord", "slack", "text", "json"]
Whose: TypeAlias = Literal["own", "organised"]
Disabled: TypeAlias = Literal["owner", "gone", "failing"]

OLD_SECRET_VALID = 24 * 3600
"""Seconds for which the secret before a rotation still signs."""


class PingTerms(Value, frozen=True):
    """What a ping looks like and when it is sent."""

    form: Form
    language: str
    mention: str = ""
    """What the text begins with, such as `<@123>`."""
    delay: int = 180
    """Seconds for which a decision has to be open before its ping, and a message not read."""
    messages: bool = False
    """Whether to send a ping for messages, too."""
    challenges: bool = False
    """Whether to send a ping for challenges, rematches and pairings, too."""
    orders: bool = False
    """Whether to send a ping when a standing order has decided or ended, too."""


class PushTerms(PingTerms, frozen=True, kw_only=True):
    """A ping that a browser shows: its keys, and how the person names it. The format is JSON, for the own module."""

    public_key: str
    """The public key in base64url (RFC 8291)."""
    auth: str
    """The authentication secret in base64url (RFC 8291)."""
    label: str


class WebhookTerms(Value, frozen=True):
    """Which events a webhook receives."""

    types: tuple[EventType, ...]
    label: str
    games: Whose | None = None
    """Only events of games and tournaments of the player, or of those that the player organises; None: both, and all
    that are public of the types in PUBLIC_TYPES."""


class Receiver(Value, frozen=True):
    """A ping, a webhook, or a browser that shows pings, of a player."""

    id: str
    player: str
    url: str
    site: str
    """The address of this service in the links that are sent."""
    terms: PingTerms | WebhookTerms
    created_at: str
    active_since: str
    """The time of its creation, or since it was enabled again. Earlier events are not sent."""
    generation: int = 1
    """The number of the secret; a rotation increases it."""
    rotated_at: str | None = None
    failing_since: str | None = None
    """The time of the first failure since the last success."""
    disabled_at: str | None = None
    disabled_because: Disabled | None = None
    dropped: int = 0
    """Events that were not queued because too many waited."""
    expires_at: str | None = None
    """The expiry time of the token that made it or changed it last; None: no expiry."""
    made_with: str | None = None
    """The id of the token or passkey with which it ends; None: it ends with none."""
    request_digest: str | None = None
    """The digest of the request that made it; None without an idempotency key, and for rows of earlier releases."""

    @property
    def kind(self) -> Kind:
        """Whether this is a ping, a webhook, or a browser."""
        if isinstance(self.terms, PushTerms):
            return "push"
        return "ping" if isinstance(self.terms, PingTerms) else "webhook"


_COLUMNS = (
    "id, kind, player, url, site, terms, generation, rotated_at, created_at, active_since, failing_since, "
    "disabled_at, disabled_because, dropped, expires_at, made_with, request_digest"
)


def insert_receiver(cursor: Cursor, new: Receiver) -> None:
    """Insert a new ping or webhook."""
    terms = msgspec.json.encode(new.terms).decode()
    cursor.execute(
        f"INSERT INTO receivers ({_COLUMNS}) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",  # noqa: S608 - a constant
        (
            *(new.id, new.kind, new.player, new.url, new.site, terms, new.generation, new.rotated_at),
            *(new.created_at, new.active_since, new.failing_since, new.disabled_at, new.disabled_because, new.dropped),
            *(new.expires_at, new.made_with, new.request_digest),
        ),
    )


def update_receiver(cursor: Cursor, changed: Receiver) -> None:
    """Store what can change of a ping or webhook."""
    cursor.execute(
        "UPDATE receivers SET url=?, site=?, terms=?, generation=?, rotated_at=?, active_since=?, failing_since=?, "
        "disabled_at=?, disabled_because=?, dropped=?, expires_at=?, made_with=? WHERE id=?",
        (
            *(changed.url, changed.site, msgspec.json.encode(changed.terms).decode(), changed.generation),
            *(
                changed.rotated_at,
                changed.active_since,
                changed.failing_since,
                changed.disabled_at,
                changed.disabled_because,
            ),
            *(changed.dropped, changed.expires_at, changed.made_with, changed.id),
        ),
    )


def lock_receivers(cursor: Cursor, receivers: Iterable[str]) -> None:
    """Lock the rows of receivers. A transaction does it before it changes several of their deliveries."""
    cursor.lock_rows(Stage.RECEIVERS, "receivers", receivers)


def delete_receiver(cursor: Cursor, receiver: str) -> None:
    """Delete a ping or webhook with its deliveries."""
    lock_receivers(cursor, [receiver])
    cursor.execute("DELETE FROM deliveries WHERE receiver=?", (receiver,))
    cursor.execute("DELETE FROM receivers WHERE id=?", (receiver,))


def delete_ended_receivers(cursor: Cursor) -> None:
    """Delete the receivers that have expired, or whose maker was revoked, with their deliveries.

    Their rows are locked first, so that one that is kept by a change in the meantime stays.
    """
    statement = f"SELECT id FROM receivers WHERE NOT {IN_FORCE} ORDER BY id{cursor.for_update}"  # noqa: S608 - constants
    for row in list(cursor.all(statement, (timestamp_now(),))):
        delete_receiver(cursor, row["id"])


def receivers_of(cursor: Cursor, player: str, kind: Kind) -> list[Receiver]:
    """Return the receivers of a player and kind that have not ended, oldest first."""
    found = f"SELECT * FROM receivers WHERE player=? AND kind=? AND {IN_FORCE} ORDER BY created_at, id"  # noqa: S608 - a constant
    return [_read(row) for row in cursor.all(found, (player, kind, timestamp_now()))]


def receiver_in_force(cursor: Cursor, receiver: str) -> Receiver | None:
    """Return a receiver by its id; None also if it has ended."""
    statement = f"SELECT * FROM receivers WHERE id=? AND {IN_FORCE}"  # noqa: S608 - a constant
    row = cursor.one(statement, (receiver, timestamp_now()))
    return None if row is None else _read(row)


def receiver_of(cursor: Cursor, receiver: str, *, for_update: bool = False) -> Receiver | None:
    """Return a receiver by its id, also an ended one; `for_update` locks its row for the transaction."""
    if for_update:
        lock_receivers(cursor, [receiver])
    row = cursor.one("SELECT * FROM receivers WHERE id=?", (receiver,))
    return None if row is None else _read(row)


def active_receivers(cursor: Cursor, players: Iterable[str]) -> list[Receiver]:
    """Return the receivers of players that are neither disabled nor ended."""
    statement = f"SELECT * FROM receivers WHERE disabled_at IS NULL AND {MAKER_IN_FORCE} AND player IN"  # noqa: S608 - a constant
    found = map(_read, cursor.among(statement, players))
    now = timestamp_now()  # `among` takes no further parameters
    in_force = [each for each in found if each.expires_at is None or each.expires_at > now]
    return sorted(in_force, key=lambda each: (each.created_at, each.id))


def public_receivers(cursor: Cursor, types: Collection[EventType]) -> list[Receiver]:
    """Return the webhooks that receive public events of one of these types."""
    statement = f"SELECT * FROM receivers WHERE disabled_at IS NULL AND kind='webhook' AND {IN_FORCE}"  # noqa: S608 - a constant
    found = cursor.all(statement, (timestamp_now(),))
    return [
        each
        for each in map(_read, found)
        if isinstance(each.terms, WebhookTerms)
        and each.terms.games is None
        and not set(types).isdisjoint(each.terms.types)
    ]


def has_receivers(cursor: Cursor) -> bool:
    """Whether there is any ping or webhook that is not disabled."""
    return cursor.one("SELECT 1 AS found FROM receivers WHERE disabled_at IS NULL LIMIT 1") is not None


def count_dropped(cursor: Cursor, receiver: str) -> None:
    """Count an event that was not queued. The transaction holds the lock of the receiver."""
    cursor.execute("UPDATE receivers SET dropped = dropped + 1 WHERE id=?", (receiver,))


_TERMS: dict[Kind, type[PingTerms | WebhookTerms]] = {"ping": PingTerms, "webhook": WebhookTerms, "push": PushTerms}


def receivers_of_browser(cursor: Cursor, url: str) -> list[str]:
    """Return the ids of the subscriptions of a browser, of whichever player."""
    return [row["id"] for row in cursor.all("SELECT id FROM receivers WHERE kind='push' AND url=? ORDER BY id", (url,))]


def forget_browser(cursor: Cursor, url: str) -> None:
    """Delete the subscription of a browser, of whichever player: another player may use the browser now."""
    for each in receivers_of_browser(cursor, url):
        delete_receiver(cursor, each)


def _read(row: Row) -> Receiver:
    values = dict(row)
    kind = values.pop("kind")
    values["terms"] = msgspec.json.decode(values["terms"], type=_TERMS[kind])
    return Receiver(**values)
