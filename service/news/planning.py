"""Which deliveries follow from events: one for each webhook and ping that wants them."""

from collections import Counter
from collections.abc import Iterable, Sequence

from service.core.store.database import Cursor
from service.news.events import Event, game_url, new_id, payload_of
from service.news.messages import message_pings, names_of_games, names_of_topics
from service.news.queue.deliveries import (
    MOST_WAITING,
    NewDelivery,
    delete_older,
    drop,
    host_of,
    insert_delivery,
    number_waiting,
)
from service.news.queue.receivers import (
    EventType,
    PingTerms,
    Receiver,
    WebhookTerms,
    active_receivers,
    count_dropped,
    lock_receivers,
    public_receivers,
)
from service.news.sources import near
from service.news.texts import body_of, turn_text
from service.news.times import later


def planned(cursor: Cursor, events: Sequence[Event], now: str) -> list[NewDelivery]:
    """Return the deliveries of events."""
    concerned = {player for event in events for player in (*event.players, *event.organisers)}
    known = {each.id: each for each in active_receivers(cursor, concerned)}
    public: set[EventType] = {event.type for event in events if event.is_public and event.type != "message.written"}
    if public:
        known |= {each.id: each for each in public_receivers(cursor, public)}
    names = _names(cursor, events) if any(isinstance(each.terms, PingTerms) for each in known.values()) else {}
    found: list[NewDelivery] = []
    for event in events:
        for receiver in known.values():
            # what happened before it was enabled is in the feeds
            if event.at < receiver.active_since:
                continue
            found += _of_event(cursor, event, receiver, names, now)
    return found


def _of_event(
    cursor: Cursor, event: Event, receiver: Receiver, names: dict[str, str], now: str
) -> Iterable[NewDelivery]:
    """Return what a receiver is sent of an event."""
    match receiver.terms:
        case PingTerms() as terms if event.type == "message.written":
            if terms.messages and receiver.player in event.players:
                yield from message_pings(cursor, event, receiver, terms, names.get(event.subject, ""))
        case PingTerms() as terms:
            if event.decision is not None and receiver.player == event.player:
                yield _ping(event, receiver, terms, names.get(event.subject, ""))
        case WebhookTerms() as terms:
            why = event.concerns(receiver, terms.games)
            if why is not None and event.type in terms.types:
                yield _webhook(event, receiver, why, now)


def queue(cursor: Cursor, deliveries: Iterable[NewDelivery], now: str) -> int:
    """Queue deliveries; returns the number of new ones. If too many of a receiver wait, they are listed as failed."""
    new = list(deliveries)
    numbers = Counter(each.receiver for each in new)
    waiting = {receiver: number_waiting(cursor, receiver, now) for receiver in numbers}
    # before any of their deliveries, and in one order: the deletion of an account locks the same rows
    lock_receivers(cursor, [each for each in numbers if waiting[each] + numbers[each] > MOST_WAITING])
    queued = 0
    for each in new:
        if not insert_delivery(cursor, each, now):
            continue
        delete_older(cursor, each, now)
        if waiting[each.receiver] >= MOST_WAITING:
            drop(cursor, each.id)
            count_dropped(cursor, each.receiver)
        else:
            waiting[each.receiver] += each.next_at <= now
            queued += 1
    return queued


def _webhook(event: Event, receiver: Receiver, why: str, now: str) -> NewDelivery:
    what = f"{event.player} {event.due}" if event.type == "deadline.near" else f"{event.version} {event.seat}"
    return NewDelivery(
        id=new_id("msg"),
        receiver=receiver.id,
        once=f"{receiver.id} {event.type} {event.subject} {what}",
        host=host_of(receiver.url),
        type=event.type,
        body=payload_of(event, receiver, why).decode(),
        next_at=near(event) if event.due is not None else now,
        game=event.subject if event.round is None else None,
        about=event.player,
        due=event.due,
    )


def _ping(event: Event, receiver: Receiver, terms: PingTerms, name: str) -> NewDelivery:
    url = game_url(receiver.site, event.subject)
    body = body_of(terms, turn_text(terms, name, url), type=event.type, game=event.subject, url=url)
    return NewDelivery(
        id=new_id("ping"),
        receiver=receiver.id,
        once=f"{receiver.id} {event.subject} {event.decision}",
        host=host_of(receiver.url),
        type=event.type,
        body=body.decode(),
        next_at=later(event.at, terms.delay),
        game=event.subject,
        about=event.player,
        decision=event.decision,
    )


def _names(cursor: Cursor, events: Iterable[Event]) -> dict[str, str]:
    """Return the names of the games with new decisions, and of the topics of messages."""
    games = {event.subject for event in events if event.decision is not None}
    topics = {event.subject for event in events if event.type == "message.written"}
    return names_of_games(cursor, games) | names_of_topics(cursor, topics)
