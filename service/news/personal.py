"""What the tables of notifications have of a person."""

from service.core.personal import INTERNAL, SECRET, Own, Personal, Without

OF_RECEIVER = "receiver IN (SELECT id FROM receivers WHERE player=?)"

PERSONAL: tuple[Personal, ...] = (
    Own(
        "receivers",
        "notifications",
        "your pings, webhooks and browsers with notifications; `terms` is JSON",
        (
            *("id", "kind", "url", "site", "terms", "rotated_at", "created_at", "active_since", "failing_since"),
            *("disabled_at", "disabled_because", "dropped", "expires_at", "made_with"),
        ),
        left_out={"player": "it is you", "generation": INTERNAL, "request_digest": INTERNAL},
    ),
    Own(
        "deliveries",
        "notifications_sent",
        "what was sent to them, or waits, as far as it is kept; `body` is the message",
        (
            *("id", "receiver", "host", "type", "game", "about", "decision", "due", "body", "created_at", "state"),
            *("attempts", "next_at", "attempted_at", "status", "error", "reply"),
        ),
        of=OF_RECEIVER,
        left_out={"once": INTERNAL, "claimed_until": INTERNAL},
    ),
    Own(
        "receiver_tests",
        "notification_tests",
        "when you tested a notification within the last minute",
        ("at",),
        order=("at",),
        left_out={"player": "it is you"},
    ),
    Own(
        "digests",
        "daily_email",
        "your daily e-mail: address, language and time",
        (
            *("address", "language", "time_zone", "hour", "site", "state", "requested_at", "next_at", "attempts"),
            *("sent_at", "failed_at", "expires_at", "made_with"),
        ),
        order=("id",),
        left_out={"player": "it is you", "id": SECRET, "claimed_until": INTERNAL},
    ),
    Own(
        "digests_with_messages",
        "daily_email_messages",
        "your id, if your daily e-mail names where messages are not read; else nothing",
        ("player",),
        order=("player",),
    ),
    Own(
        "digest_confirmations",
        "email_confirmations",
        "when you were sent an e-mail to confirm an address within the last day",
        ("at",),
        order=("at", "address"),
        left_out={"player": "it is you", "address": "a keyed digest, from which the address cannot be read"},
    ),
    Own(
        "calendar_links",
        "calendar_links",
        "your links to calendars",
        ("id", "label", "created_at", "expires_at", "last_used_at", "revoked_at", "made_with"),
        left_out={"player": "it is you", "hash": SECRET},
    ),
    Without("followed_places", "how far the service has read the log"),
)
