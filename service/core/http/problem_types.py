"""All problem types of the API: status, title, meaning and remedy.

The problem documents, the examples of the OpenAPI document and the pages under /problems/ use this table.
"""

from service.core.http.game_problem_types import GAME_PROBLEMS, ProblemType

_REQUEST_PROBLEMS: dict[str, ProblemType] = {
    "bad-request": ProblemType(
        400,
        "Invalid request",
        "The body is not JSON, or a field, parameter or header is missing, unknown, repeated or of the wrong type.",
        "Correct the request and send it again. Each item of `errors` names a field of the body by a JSON pointer, or "
        "a parameter or header by its name. The request had no effect.",
    ),
    "token-needed": ProblemType(
        401,
        "Valid token required",
        "The request has no token although one is required, or its token is unknown, revoked or expired.",
        "Send `Authorization: Bearer <token>`. POST /v1/players returns a first token, POST /v1/me/tokens further "
        "ones. To read public resources, omit the header.",
    ),
    "scope-missing": ProblemType(
        403,
        "Insufficient scope",
        "The token is valid, but it lacks the scope of this operation, such as `games:play`, or it is limited "
        "to one seat, game or tournament.",
        "Use a token with the scope that `detail` names. POST /v1/me/tokens creates one; an app asks the player again.",
    ),
    "foreign-origin": ProblemType(
        403,
        "Page of another origin",
        "Requests that start a session, register a passkey, or change something with the cookie of a session, are "
        "only accepted from the pages of this site: a page of another site could send them without the knowledge of "
        "the player. The header `Origin` has to be the origin of this site; without it, `Sec-Fetch-Site` has to be "
        "`same-origin`. A browser sets both.",
        "Send a token in `Authorization` instead of the cookie. Sign in, and register passkeys, on the pages of this "
        "site: those of the origin in `detail`, which the operator sets as LUDOLOG_ORIGIN. A proxy in front of the "
        "service has to pass on these headers.",
    ),
    "not-yours": ProblemType(
        403,
        "Not permitted for this player",
        "Only the owner of the game, or a player with a seat in it, may do this; in a tournament, an organiser with a "
        "certain role.",
        "Use the token of a permitted player, or take a seat first. The owner of a tournament appoints organisers.",
    ),
    "not-found": ProblemType(
        404,
        "Not found",
        "The resource does not exist, or you may not see it. Both cases have the same response, so that it reveals "
        "nothing.",
        "Check the path and the ids. For a private game, or for the view of a seat, send the token of a player with "
        "that seat.",
    ),
    "method-not-allowed": ProblemType(
        405,
        "Method not allowed",
        "The path exists, but it does not support this method.",
        "Use one of the methods in the `Allow` header.",
    ),
    "body-late": ProblemType(
        408,
        "Request body timeout",
        "The body of the request did not arrive in time. The request had no effect.",
        "Send the whole request again. Check that Content-Length is the number of bytes in the body.",
    ),
    "token-limit": ProblemType(
        409,
        "Token limit reached",
        "The account has the maximum number of valid tokens, including seat tokens. GET /v1/me/limits returns the "
        "limit. Revoked and expired tokens do not count.",
        "Revoke tokens that you no longer use: GET /v1/me/tokens lists them with their last use. Create new tokens "
        "with `expires_at`.",
    ),
    "invitation-limit": ProblemType(
        409,
        "Invitation limit reached",
        "The account has the maximum number of valid invitations to all its games. GET /v1/me/limits returns the "
        "limit. Withdrawn and expired invitations do not count.",
        "Withdraw invitations that you no longer need. Any number of players can use one invitation.",
    ),
    "open-game-limit": ProblemType(
        409,
        "Open game limit reached",
        "The account has the maximum number of games that have not started. GET /v1/me/limits returns the limit.",
        "Start a game, or cancel one with DELETE /v1/games/{id}. GET /v1/me/games and GET /v1/games?status=open list "
        "them.",
    ),
    "guest-limit": ProblemType(
        409,
        "Guest limit reached",
        "The account has the maximum number of guests in games that are not over. GET /v1/me/limits returns the limit.",
        "Finish or cancel a game with guests, or ask players to sign up and invite them.",
    ),
    "limit-reached": ProblemType(
        409,
        "Limit reached",
        "The account, game or tournament has the maximum number of these, such as passkeys, pings, webhooks, calendar "
        "links, tournaments that are not over, or rulings. `detail` names the limit.",
        "Delete, revoke or end one that you no longer need.",
    ),
    "passkeys-unavailable": ProblemType(
        409,
        "Passkeys unavailable at this address",
        "A passkey belongs to a domain name. Browsers accept none for an IP address.",
        "Open the site under its name, such as http://localhost:8000 instead of http://127.0.0.1:8000, or sign in with "
        "a token.",
    ),
    "cursor-expired": ProblemType(
        410,
        "Cursor expired",
        "The events after this cursor are no longer complete: old events of streams are deleted.",
        "Open the stream without a cursor, wait for its event `ready`, and read the list: GET /v1/me/games or GET "
        "/v1/games.",
    ),
    "too-large": ProblemType(
        413,
        "Request too large",
        "The body is larger than 65,536 bytes (64 KiB).",
        "Send a smaller body. Every command of every title is far below the limit.",
    ),
    "media-type": ProblemType(
        415,
        "Unsupported media type",
        "Bodies must be JSON in UTF-8 without a content coding. Patch formats are not supported. A bundle must be "
        "newline-delimited JSON.",
        "Send the body with `Content-Type: application/json`, without `Content-Encoding`.",
    ),
    "invalid-name": ProblemType(
        422,
        "Invalid name",
        "A name or label needs a visible character. It must not contain control, zero-width or bidirectional "
        "characters, or more than two combining marks in a row.",
        "Send another name or label. `detail` names the invalid character.",
    ),
    "invalid-value": ProblemType(
        422,
        "Invalid value",
        "A field has the right type, but its value is not allowed, contradicts another field, or does not fit the "
        "title: of a clock, a ruling, the terms of a game or tournament, a receiver, or a time. The request had no "
        "effect.",
        "Correct the field that `errors` names, as `detail` says, and send the request again.",
    ),
    "name-taken": ProblemType(
        409,
        "Name taken",
        "Another player has this name. Two names are the same if they differ only in case, in compatibility variants "
        "(NFKC), or in letters that look alike, such as a Latin and a Cyrillic letter.",
        "Send another name. PUT /v1/me/name changes the name of your account at any time.",
    ),
    "passkey-refused": ProblemType(
        422,
        "Passkey not accepted",
        "The challenge is expired, used or for another purpose or player; the answer of the authenticator is for "
        "another site or has an invalid signature or counter; or the passkey is unknown, or registered already.",
        "Request new options and ask the authenticator again. If the passkey was deleted, use another one, or sign in "
        "with a token.",
    ),
    "invalid-key": ProblemType(
        422,
        "Invalid idempotency key",
        "The idempotency key of a sign-up is as secret as the token that it returns, and that of a sign-in as the "
        "session, so it must be long and random.",
        "Use at least 32 random characters, or omit the key.",
    ),
    "key-reused": ProblemType(
        422,
        "Idempotency key reused",
        "An earlier, different request had this Idempotency-Key. This request had no effect.",
        "Use a new key for each new request, and the same key only to retry the same request.",
    ),
    "maintenance": ProblemType(
        503,
        "Maintenance",
        "The operator has put the site into maintenance: everything can be read, and nothing changes. Clocks do not "
        "run out.",
        "Retry after the number of seconds in Retry-After. GET /v1/site returns the reason and the probable end.",
    ),
    "sign-ups-closed": ProblemType(
        403,
        "Sign-up closed",
        "The operator has closed sign-up: no one can make an account at the moment.",
        "Sign in with an account that you have, or ask the operator. GET /v1/site returns `sign_ups`.",
    ),
    "sign-up-code-needed": ProblemType(
        403,
        "Code needed to sign up",
        "At this site, players sign up by invitation: with a code that an operator makes. Yours is missing, mistyped, "
        "used or expired.",
        "Send the code as `invitation`. Ask the operator for one.",
    ),
    "terms-not-accepted": ProblemType(
        403,
        "Terms not accepted",
        "Whoever plays at this site accepts its terms, and accepts them again when they change.",
        "Read the page that `detail` names, and accept its version: with `terms` to sign up, otherwise with "
        "PUT /v1/me/terms.",
    ),
    "sign-up-limit": ProblemType(
        429,
        "Sign-up limit of this address reached",
        "The numbers of sign-ups within an hour from one address, and from one network, are limited.",
        "Retry after the number of seconds in Retry-After. To play on behalf of others, use guests and seat tokens of "
        "one account.",
    ),
    "too-many-streams": ProblemType(
        429,
        "Too many open streams",
        "The number of open streams is limited for each account, and for each address without a token.",
        "Close streams that you no longer read. GET /v1/me/stream covers all games of an account.",
    ),
    "too-many-uploads": ProblemType(
        429,
        "Too many concurrent uploads",
        "The number of concurrent uploads is limited for each token, account and address. The bundle was not verified.",
        "Wait for the response to an upload before you send the next one.",
    ),
    "too-many-requests": ProblemType(
        429,
        "Too many requests",
        "The number of requests per minute is limited for each token, for all tokens of an account together, and for "
        "each address. GET /v1/me/limits returns the limits. Tests of receivers, e-mails with confirmations, and "
        "analyses that an account waits for have limits of their own, which `detail` names.",
        "Retry after the number of seconds in Retry-After; without it, when an analysis is done. Use `wait` or the "
        "stream instead of polling.",
    ),
    "internal": ProblemType(
        500,
        "Internal error",
        "The service failed to process the request. Its log has the details.",
        "Retry later with the same Idempotency-Key: a request that was executed is not executed again.",
    ),
    "format-not-supported": ProblemType(
        501,
        "Format not supported",
        "The format that `format` names is not one in which this resource exists. oEmbed 1.0 requires this status.",
        "Omit `format`, or send `format=json`.",
    ),
    "unavailable": ProblemType(
        503,
        "Service unavailable",
        "The service cannot read or write its database at the moment, or too many analyses by the engine wait.",
        "Retry later with the same Idempotency-Key, after the number of seconds in Retry-After if it is present.",
    ),
}
"""The problem types of requests and accounts."""

PROBLEMS: dict[str, ProblemType] = dict(
    sorted(
        (_REQUEST_PROBLEMS | GAME_PROBLEMS).items(),
        key=lambda problem: problem[1].status,
    )
)
"""All problem types by code, in the order of their statuses."""


def declare(code: str, kind: ProblemType) -> str:
    """Add the problem type of a feature and return its code. Raises AssertionError if there is one with this code.

    A feature declares its types where it defines its routes, before they name them.
    """
    assert code not in PROBLEMS, f"there is a problem type {code}"
    PROBLEMS[code] = kind
    return code


def page_of(code: str) -> str:
    """Return the path of the page of a problem type, which is the `type` of its documents."""
    return f"/problems/{code}"


def example_of(code: str) -> dict[str, object]:
    """Return an example of a problem document."""
    kind = PROBLEMS[code]
    return {"type": page_of(code), "title": kind.title, "status": kind.status, "detail": kind.title, "code": code}
