"""Requests and replies of pings and webhooks."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from service.core.http.messages import TIME, UUID, GameId, Label, Moment, Reply, RequestBody
from service.lists.api.scoreboard.messages import PlayerProfile
from service.news.outgoing.targets import MOST_CHARACTERS
from service.news.queue.receivers import EventType, Form, Whose
from service.play.api.clocks.messages import Duration

Ending = Annotated[
    Moment | None,
    Meta(
        description="When this expires: with the token that made or last changed it, or with what started its session; "
        "null: never."
    ),
]
ReceiverId = Annotated[str, Meta(description="The id of the ping, webhook or browser.", extra=UUID)]
Url = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=MOST_CHARACTERS,
        description="The `https` URL to which requests are sent. Its host must have public addresses only.",
    ),
]
Enabled = Annotated[bool, Meta(description="Whether anything is sent. `true` enables one that was disabled.")]
Format = Annotated[
    Form,
    Meta(
        description="The body: `discord` has the text as `content`, `slack` as `text`, `json` as `text` with `game` "
        "and `url`; `text` is plain text, for example for ntfy."
    ),
]
Mention = Annotated[
    str,
    Meta(
        max_length=60,
        pattern=r"^[^\u0000-\u001f\u007f]*$",
        description="What the text begins with, such as `<@123>` to mention yourself on Discord.",
    ),
]
WithMessages = Annotated[
    bool,
    Meta(
        description="Whether it also says that something was written at one of your tables or tournaments, and was not "
        "read during `delay`. It never has the text, and comes once until you read."
    ),
]
WithChallenges = Annotated[
    bool,
    Meta(
        description="Whether it also says that a challenge or a rematch waits for your answer (after `delay`, at most "
        "a minute), was accepted or declined, or that a pool has found players for you."
    ),
]
WithOrders = Annotated[
    bool,
    Meta(
        description="Whether it also says that a standing order of yours has decided, or has ended by itself. It does "
        "not say what the order is."
    ),
]
Types = Annotated[
    list[EventType],
    Meta(
        min_length=1,
        max_length=20,
        description="The types of events. `decision.opened`: a decision of yours is open; `deadline.near`: a quarter "
        "of the time for a decision is left, at most 12 hours; `game.started`; `game.ended`; `game.cancelled`: "
        "before its start; `result.published`; `seat.abandoned`: a bot plays a seat instead of its player; "
        "`round.paired`: the tables of a round of a tournament are published; `round.ended`: they all have results.",
    ),
]
Games = Annotated[
    Whose | None,
    Meta(
        description="Only events of games and tournaments in which you play (`own`) or that you organise "
        "(`organised`); null: both, the results of all public games and the rounds of all public tournaments."
    ),
]


class NewPing(RequestBody, frozen=True):
    """A ping: a message when it is your turn."""

    url: Url
    format: Format
    mention: Mention = ""
    delay: Annotated[Duration, Meta(description="How long a decision is open before its ping; at most `P7D`.")] = "PT3M"
    messages: WithMessages = False
    challenges: WithChallenges = False
    orders: WithOrders = False
    enabled: Enabled = True


class SubscriptionKeys(RequestBody, frozen=True):
    """The keys of a subscription, as the browser gives them."""

    p256dh: Annotated[str, Meta(max_length=100, description="The public key of the browser in base64url.")]
    auth: Annotated[str, Meta(max_length=40, description="The authentication secret in base64url.")]


class NewPush(RequestBody, frozen=True):
    """A subscription, as `PushSubscription.toJSON()` gives it, and a name for the browser."""

    endpoint: Url
    keys: Annotated[SubscriptionKeys, Meta(description="The keys with which messages are encrypted (RFC 8291).")]
    expirationTime: Annotated[float | None, Meta(description="Ignored.")] = None  # noqa: N815 - the name in the Push API
    label: Label = "Browser"
    delay: Annotated[Duration, Meta(description="How long a decision is open before its notification.")] = "PT3M"
    messages: WithMessages = False
    challenges: WithChallenges = False
    orders: WithOrders = False


class NewWebhook(RequestBody, frozen=True):
    """A webhook: signed requests for events."""

    url: Url
    types: Types
    games: Games = None
    label: Label = "Webhook"
    enabled: Enabled = True


class Disabling(Reply, frozen=True):
    """Since when, and why, nothing is sent."""

    at: Moment
    because: Annotated[
        Literal["owner", "gone", "failing"],
        Meta(
            description="`owner`: you disabled it; `gone`: the receiver answered 410; `failing`: for five days, all "
            "requests failed."
        ),
    ]


class ReceiverReply(Reply, frozen=True):
    """What pings and webhooks have in common."""

    id: ReceiverId
    url: Url
    enabled: Enabled
    disabled: Annotated[Disabling | None, Meta(description="Why it is disabled; null: it is enabled.")]
    failing_since: Annotated[Moment | None, Meta(description="The first failure since the last success, or null.")]
    created_at: Moment
    expires_at: Ending


class PingReply(ReceiverReply, frozen=True):
    """A ping."""

    format: Format
    mention: Mention
    delay: Annotated[str, Meta(description="How long a decision is open before its ping, in ISO 8601.")]
    messages: WithMessages
    challenges: WithChallenges
    orders: WithOrders
    language: Annotated[str, Meta(description="The language of its text, from Accept-Language of the last change.")]


class Pings(Reply, frozen=True):
    """Your pings, oldest first."""

    items: Annotated[tuple[PingReply, ...], Meta(description="Your pings, oldest first.")]


class PushReply(Reply, frozen=True):
    """A browser that shows notifications."""

    id: ReceiverId
    endpoint: Annotated[str, Meta(description="The URL of the push service for this browser.")]
    label: Label
    delay: Annotated[str, Meta(description="How long a decision is open before its notification, in ISO 8601.")]
    messages: WithMessages
    challenges: WithChallenges
    orders: WithOrders
    language: Annotated[str, Meta(description="The language of the texts, from Accept-Language.")]
    failing_since: Annotated[Moment | None, Meta(description="The first failure since the last success, or null.")]
    created_at: Moment
    expires_at: Ending


class PushReplies(Reply, frozen=True):
    """Your browsers, and the key with which a browser subscribes."""

    public_key: Annotated[str, Meta(description="The `applicationServerKey` (VAPID, RFC 8292) in base64url.")]
    items: Annotated[tuple[PushReply, ...], Meta(description="Your browsers, oldest first.")]


class WebhookReply(ReceiverReply, frozen=True):
    """A webhook."""

    label: Label
    types: Types
    games: Games
    public_key: Annotated[str, Meta(description="The Ed25519 key of `v1a` signatures: `whpk_` and 32 bytes in base64.")]
    rotated_at: Annotated[
        Moment | None, Meta(description="The last rotation of the secret. The former one signs for 24 hours after it.")
    ]
    waiting: Annotated[
        int,
        Meta(
            description="Listed deliveries with the state `waiting`, of 1,000 at most. An event of a later time, such "
            "as `deadline.near`, is listed after the first attempt."
        ),
    ]
    dropped: Annotated[
        int,
        Meta(
            description="Deliveries that failed at once because 1,000 others waited: send them again, or read the "
            "feeds, which do not have all types."
        ),
    ]


class Webhooks(Reply, frozen=True):
    """Your webhooks, oldest first."""

    items: Annotated[tuple[WebhookReply, ...], Meta(description="Your webhooks, oldest first.")]


class WebhookMade(WebhookReply, frozen=True):
    """A new webhook, or one with a new secret."""

    secret: Annotated[str, Meta(description="The secret of `v1` signatures: `whsec_` and base64. It is shown once.")]


class DeliveryReply(Reply, frozen=True):
    """A delivery, with its last attempt."""

    id: Annotated[str, Meta(description="The id, also in the header `webhook-id`. It is the same in every attempt.")]
    type: Annotated[
        str,
        Meta(
            description="The type of the event; `message.written` of a ping about messages; `challenge.received`, "
            "`challenge.accepted`, `challenge.declined`, `rematch.asked` and `pool.paired` about challenges; "
            "`order.acted` and `order.ended` about standing orders; `test` and `webhook.disabled` are about no game."
        ),
    ]
    game: GameId | None
    state: Annotated[
        Literal["waiting", "delivered", "failed"],
        Meta(description="`waiting`: an attempt follows; `delivered`: answered 2xx; `failed`: no attempt follows."),
    ]
    created_at: Moment
    attempts: Annotated[int, Meta(description="The number of attempts.")]
    attempted_at: Annotated[Moment | None, Meta(description="The time of the last attempt, or null.")]
    next_at: Annotated[Moment | None, Meta(description="The time of the next attempt, or null.")]
    status: Annotated[int | None, Meta(description="The status of the last reply, or null.")]
    error: Annotated[
        str | None,
        Meta(
            description="Why the last attempt had no reply, or null. It begins with `refused`, `connect`, `tls`, "
            "`timeout`, `http`, `disabled` or `dropped`."
        ),
    ]
    reply: Annotated[str | None, Meta(description="The start of the last reply, at most 2 kB, or null.")]
    body: Annotated[Any, Meta(description="The body that is sent: JSON, or a text for a ping with `format` `text`.")]


class Deliveries(Reply, frozen=True):
    """Deliveries, newest first."""

    items: Annotated[tuple[DeliveryReply, ...], Meta(description="Deliveries, newest first.")]
    next: Annotated[str | None, Meta(description="The cursor of the next page; null on the last one.")]


class RedeliveryRequest(RequestBody, frozen=True):
    """What to send again: one delivery by its id, or those of a range of time."""

    delivery: Annotated[str, Meta(max_length=80, description="The id of a delivery.")] | None = None
    since: Annotated[str, Meta(max_length=40, description="The start of the range (RFC 3339).", extra=TIME)] | None = (
        None
    )
    until: (
        Annotated[
            str, Meta(max_length=40, description="The end of the range, not included; by default now.", extra=TIME)
        ]
        | None
    ) = None
    only: Annotated[
        Literal["failed", "all"], Meta(description="In a range: `failed` for failed deliveries, or `all`.")
    ] = "failed"


class RedeliveryReply(Reply, frozen=True):
    """What is sent again."""

    queued: Annotated[int, Meta(description="Deliveries that were queued again, with the same ids.")]
    complete: Annotated[bool, Meta(description="Whether these are all; otherwise ask again later: 1,000 wait.")]


class Notice(Reply, frozen=True):
    """A ping or webhook that the service has disabled."""

    kind: Annotated[Literal["ping", "webhook"], Meta(description="A ping or a webhook.")]
    id: ReceiverId
    disabled: Annotated[Disabling, Meta(description="Since when, and why, nothing is sent.")]


class OwnProfile(PlayerProfile, frozen=True):
    """Your profile, with what needs your attention."""

    notices: Annotated[
        tuple[Notice, ...],
        Meta(description="Your pings and webhooks that were disabled because they failed; empty for seat tokens."),
    ]


def decoded_body(text: str) -> Any:
    """Return the body of a delivery as JSON, or as text."""
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text
