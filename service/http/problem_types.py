"""Every problem that the service answers: status, title, what it means, and what to do about it.

From this table come the problem documents, the examples in the OpenAPI document, and the pages under /problems/.
"""

from collections.abc import Mapping

from domain.kernel.values import Value


class ProblemType(Value, frozen=True):
    """One type of problem, as its page tells it."""

    status: int
    title: str
    meaning: str = ""
    remedy: str = ""


PROBLEMS: Mapping[str, ProblemType] = {
    "bad-request": ProblemType(
        400,
        "The request cannot be read",
        "The body is not JSON, or a field, parameter or header is missing, unknown, repeated, or not of the kind that "
        "the document says.",
        "Look at `errors`: each names a field of the body by a JSON pointer, or a parameter or header by its name, and "
        "says what is wrong with it. Nothing has happened; correct the request and send it again.",
    ),
    "token-needed": ProblemType(
        401,
        "A valid token is needed",
        "The request carries no token where one is needed, or one that is unknown, revoked or expired.",
        "Send `Authorization: Bearer <token>`. A token comes from POST /v1/players, a further one from POST "
        "/v1/me/tokens. What is public needs none: leave the header out.",
    ),
    "scope-missing": ProblemType(
        403,
        "The token is not for this",
        "The token is valid, but it was made for other things: a token has scopes (`play`, `read`, `organise`), and "
        "some tokens are for one seat of one game only.",
        "Use a token with the scope that `detail` names. POST /v1/me/tokens makes one, by a token that has the scope.",
    ),
    "not-yours": ProblemType(
        403,
        "This is for somebody else to do",
        "You are known, but this may be done only by whoever opened the game, or by a player who sits in it.",
        "Use the token of the player who may do it, or take a seat first.",
    ),
    "not-found": ProblemType(
        404,
        "There is nothing here, or nothing that you may see",
        "What you asked for does not exist, or you may not see it: both answer alike, so that nothing can be learned "
        "from the difference.",
        "Check the path and the ids. For a private game, or for the view of a seat, send the token of a player who "
        "sits there.",
    ),
    "method-not-allowed": ProblemType(
        405,
        "This cannot be done here",
        "The path exists, but not with this method.",
        "The header `Allow` names the methods that the path has.",
    ),
    "body-late": ProblemType(
        408,
        "The body did not come",
        "The head of the request said that a body follows, and it did not come to its end in time. Nothing has "
        "happened.",
        "Send the request again, whole. Look whether Content-Length is the number of bytes that you send.",
    ),
    "refused": ProblemType(
        409,
        "The rules do not allow this",
        "You may decide now, but the rules of the title forbid this command: `rule` says which, `rule_url` where it "
        "can be read, `detail` why. The game has not changed.",
        "Send one of the commands in `legal` for the same decision; where one has a `range`, the field that it names "
        "may be any number of the range.",
    ),
    "decision-closed": ProblemType(
        409,
        "The decision is not open",
        "The decision that you named was answered already, perhaps by you from another device, or it is not your "
        "turn. Nothing has happened.",
        "`decision` is the id of the decision that is open for you, or null if none is. Read the decisions again "
        "before you answer; whether an earlier command was accepted says GET …/commands/{key}.",
    ),
    "not-started": ProblemType(
        409,
        "The game has not started",
        "At this version of the game the table was not laid out yet: that happens when the game starts.",
        "Wait until the status of the game is `running`, or ask for a later version.",
    ),
    "game-not-open": ProblemType(
        409,
        "This is possible before the start only",
        "Seats are taken and left, and a game is started or cancelled, while its status is `open`.",
        "Read the game: if it runs, play or watch; to leave a running game, give up your seat.",
    ),
    "game-not-running": ProblemType(
        409,
        "This is possible while the game runs only",
        "The game has not started yet, or it is over.",
        "Read the game: `status` says which. If it is over, the result is there.",
    ),
    "seat-taken": ProblemType(
        409,
        "The seat is taken",
        "Somebody else sits on this seat.",
        "Read the game, and take a seat whose `player` is null.",
    ),
    "seat-free": ProblemType(
        409,
        "Nobody sits there",
        "There is nobody who could leave this seat.",
        "Nothing needs to be done.",
    ),
    "seats-free": ProblemType(
        409,
        "Seats are still free",
        "A game starts when all its seats are taken.",
        "Wait for players, or put bots on the free seats with PUT …/seats/{seat}.",
    ),
    "already-seated": ProblemType(
        409,
        "You sit in this game already",
        "A player has one seat in a game.",
        "Play from the seat that you have, or leave it first.",
    ),
    "seat-not-yours": ProblemType(
        409,
        "The seat is not played by you",
        "The seat was given up, or somebody else plays it.",
        "Read the game: `seats` says who plays which seat.",
    ),
    "game-not-over": ProblemType(
        409,
        "The game is not over",
        "The result stands when the game has ended.",
        "Follow the game, and ask again when `is_over` is true in its events.",
    ),
    "token-limit": ProblemType(
        409,
        "The account has as many tokens as it may have",
        "Each account may have so many tokens in force, those for seats included: GET /v1/me/limits says how many. "
        "Tokens that were revoked or have expired do not count.",
        "Revoke a token that is not used any more: GET /v1/me/tokens lists them with their last use. Give new ones an "
        "`expires_at`.",
    ),
    "invitation-limit": ProblemType(
        409,
        "The account has given as many invitations as it may",
        "Each account may have so many invitations in force, to all its games together: GET /v1/me/limits says how "
        "many. Invitations that were withdrawn or have expired do not count.",
        "Withdraw an invitation that is not needed any more. One invitation may be used by any number of players.",
    ),
    "open-game-limit": ProblemType(
        409,
        "The account has as many open games as it may have",
        "Each account may have so many games that have not started: GET /v1/me/limits says how many.",
        "Start a game, or cancel one with DELETE /v1/games/{id}. GET /v1/me/games and GET /v1/games?status=open list "
        "them.",
    ),
    "guest-limit": ProblemType(
        409,
        "The account has as many guests as it may have",
        "Each account may have so many guests in games that are not over: GET /v1/me/limits says how many.",
        "Finish or cancel a game with guests, or let people sign up and invite them.",
    ),
    "version-changed": ProblemType(
        412,
        "The game has moved on",
        "You sent If-Match with a version, and the game has another one now. The command was not carried out.",
        "Read the view and the decisions again, then decide; or leave If-Match out: the id of the decision guards you "
        "against answering the wrong question.",
    ),
    "too-large": ProblemType(
        413,
        "The request is too large",
        "A body has 65,536 bytes (64 KiB) at the most.",
        "Send less. No command of any title comes near the limit.",
    ),
    "media-type": ProblemType(
        415,
        "This media type cannot be read",
        "Bodies are JSON in UTF-8, without a content coding, and no patches; a bundle to be verified is lines of JSON.",
        "Send the body with `Content-Type: application/json`, without `Content-Encoding`.",
    ),
    "beyond-the-end": ProblemType(
        416,
        "The game has no such version",
        "You asked for a version that lies behind the last event of the game, or before its first.",
        "The header Content-Range names the last version. To wait for what comes next, ask for events with `wait`.",
    ),
    "unknown-command": ProblemType(
        422,
        "There is no such command",
        "The `type` of the command is none that any title here has.",
        "The document lists the commands of each title; `choices` of an open decision holds whole ones to send.",
    ),
    "invalid-option": ProblemType(
        422,
        "An option or its value is unknown",
        "The title has no option or profile of this name, or the option does not take this value.",
        "GET /v1/rulesets/{name} lists the options of the title with their values, and its profiles.",
    ),
    "unknown-ruleset": ProblemType(
        422,
        "There is no such title",
        "No title of this name is played here.",
        "GET /v1/rulesets lists the titles.",
    ),
    "unknown-bot": ProblemType(
        422,
        "There is no such bot",
        "The title has no bot of this name.",
        "GET /v1/rulesets/{name} lists the bots of the title.",
    ),
    "seats": ProblemType(
        422,
        "The title is not for so many players",
        "Each title has its own numbers of players.",
        "GET /v1/rulesets/{name} says for how many players the title is: `seats`.",
    ),
    "data-set": ProblemType(
        422,
        "There is no such data set",
        "The title has no data set of this name.",
        "GET /v1/rulesets/{name} lists the data sets of the title; without one the default is used.",
    ),
    "no-such-seat": ProblemType(
        422,
        "There is no such seat",
        "Seats are numbered from 0 to one less than the number of players.",
        "Name a seat of the game.",
    ),
    "invalid-name": ProblemType(
        422,
        "The name cannot be used",
        "A name or label needs a visible character. It must not contain control, zero-width or bidirectional "
        "characters, or more than two combining marks in a row.",
        "Send another name or label. `detail` names the character.",
    ),
    "name-taken": ProblemType(
        409,
        "Another player has this name",
        "Names are unique. Two names count as the same if they differ only in case, in compatibility variants (NFKC), "
        "or in letters that look alike, such as a Latin and a Cyrillic letter.",
        "Send another name. PUT /v1/me/name changes the name of your account at any time.",
    ),
    "invalid-key": ProblemType(
        422,
        "The idempotency key cannot be used",
        "The key of a sign-up is as good as the token that it answers, so it has to be long and random.",
        "Make it of 32 random characters or more, or leave it out.",
    ),
    "key-reused": ProblemType(
        422,
        "The idempotency key was used for something else",
        "This Idempotency-Key came before with another request. Nothing has happened now.",
        "Use a new key for each new request, and the same key only to repeat the very same one.",
    ),
    "invalid-entropy": ProblemType(
        422,
        "The entropy cannot be used",
        "Entropy is 32 bytes as 64 hexadecimal digits, in lower case.",
        "Send 32 random bytes in this form, or leave the field out: then the server brings them.",
    ),
    "sign-up-limit": ProblemType(
        429,
        "Too many players have signed up from this address",
        "From each address so many players may sign up within an hour.",
        "Wait for as many seconds as Retry-After says. Who plays on behalf of others needs one account: guests and "
        "seat tokens are for them.",
    ),
    "too-many-uploads": ProblemType(
        429,
        "Too many uploads at a time",
        "The number of bundles that are uploaded at a time is limited for each token, each account and each address.",
        "Wait until an upload is answered, then send the next one. Nothing was verified now.",
    ),
    "too-many-requests": ProblemType(
        429,
        "There were too many requests",
        "Each token, and each address without one, may send so many requests a minute; so may all tokens of an account "
        "together, and each address with and without tokens: GET /v1/me/limits says how many.",
        "Wait for as many seconds as Retry-After says. Ask with `wait` or follow the stream instead of asking often.",
    ),
    "internal": ProblemType(
        500,
        "Something went wrong on our side",
        "The service made a mistake, which stands in its log.",
        "Repeat the request later, with the same Idempotency-Key: if it was carried out after all, it is not carried "
        "out again.",
    ),
    "data-set-missing": ProblemType(
        503,
        "The printed tables of this game are not here",
        "The game was opened with a data set whose file has been changed or taken away since. On other tables it would "
        "be another game: so it is neither shown nor played. Nothing of it is lost.",
        "Play other games, and tell whoever runs the service, who has to bring the old file back under its old name "
        "and start the service again; a changed one needs a name of its own. `detail` names both digests.",
    ),
    "unavailable": ProblemType(
        503,
        "The store cannot be reached",
        "The service runs, but cannot read or write its log now.",
        "Repeat the request later, with the same Idempotency-Key; Retry-After, where it is sent, says in how many "
        "seconds.",
    ),
}
"""Every code of a problem, with what there is to say about it."""


def page_of(code: str) -> str:
    """Return where a problem is explained: the `type` of its documents."""
    return f"/problems/{code}"


def example_of(code: str) -> dict[str, object]:
    """Return a problem document of a code, such as the service sends."""
    kind = PROBLEMS[code]
    return {"type": page_of(code), "title": kind.title, "status": kind.status, "detail": kind.title, "code": code}
