"""The problem types of pings, webhooks and calendar links."""

from service.http.game_problem_types import ProblemType

NOTIFICATION_PROBLEMS: dict[str, ProblemType] = {
    "invalid-receiver": ProblemType(
        422,
        "Invalid ping or webhook",
        "The URL, or the delay of a ping, is not allowed. Requests are sent to public addresses over HTTPS only.",
        "Use an https URL with a public host name, on port 443. `detail` says what is wrong with yours.",
    ),
    "invalid-range": ProblemType(
        422,
        "Invalid range of deliveries",
        "A redelivery names one delivery, or a range of time whose bounds are times with an offset.",
        "Send `delivery` alone, or `since` and perhaps `until`, such as 2026-11-20T12:00:00Z.",
    ),
    "receiver-disabled": ProblemType(
        409,
        "Ping or webhook disabled",
        "The ping or webhook is disabled, so that nothing is sent to it.",
        "Correct the receiver, then enable it: change it with `enabled` true.",
    ),
    "ping-limit": ProblemType(
        409,
        "Ping limit reached",
        "The player has the maximum number of pings.",
        "Change or delete one of them: GET /v1/me/pings lists them.",
    ),
    "push-limit": ProblemType(
        409,
        "Browser limit reached",
        "The player has the maximum number of browsers that show notifications.",
        "Delete one of them: GET /v1/me/push lists them.",
    ),
    "invalid-digest": ProblemType(
        422,
        "Invalid daily e-mail",
        "The address or the time zone is malformed.",
        "Send an address such as ada@example.org, and a time zone such as Europe/Berlin. `detail` says what is wrong.",
    ),
    "no-mail": ProblemType(
        409,
        "No e-mail on this server",
        "The operator of this server has not configured e-mail.",
        "Use pings, notifications of a browser, or webhooks.",
    ),
    "wrong-link": ProblemType(
        404,
        "Unknown link of an e-mail",
        "The link is not one of ours, or is no longer valid.",
        "Enter the address again on the page of notifications, and use the link within a day.",
    ),
    "confirmation-limit": ProblemType(
        429,
        "Confirmation limit reached",
        "Too many e-mails with confirmations were sent for this player or to this address.",
        "Wait as long as Retry-After says. Look for the earlier e-mails, also among the spam.",
    ),
    "webhook-limit": ProblemType(
        409,
        "Webhook limit reached",
        "The player has the maximum number of webhooks.",
        "Change or delete one of them: GET /v1/webhooks lists them.",
    ),
    "calendar-limit": ProblemType(
        409,
        "Calendar link limit reached",
        "The player has the maximum number of calendar links in force.",
        "Revoke one of them: GET /v1/me/calendar-links lists them with their last use.",
    ),
    "test-limit": ProblemType(
        429,
        "Too many tests",
        "The player has sent too many tests of pings and webhooks within a minute.",
        "Wait for the seconds in `Retry-After`.",
    ),
}
