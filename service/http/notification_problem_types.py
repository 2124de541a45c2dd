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
