"""What the document says in words that belong to no single route."""

from collections.abc import Mapping

from litestar.openapi.spec import Tag

INTRODUCTION = """\
Economic board games over HTTP: event-sourced, replayable, checkable by anybody.

**A game from beginning to end.** Sign up (`POST /v1/players`) and keep the token. Open a game (`POST /v1/games`), with
bots on the seats that nobody takes; take your own seat (`PUT /v1/games/{game}/seats/{seat}`); start it
(`POST /v1/games/{game}/start`). Then, until the game is over: read the open decisions
(`GET /v1/games/{game}/decisions`), choose one of the `choices` of your own decision, and send it with the id of the
decision (`POST /v1/games/{game}/commands`). While others decide, wait for events
(`GET /v1/games/{game}/events?after=N&wait=30`), or follow the stream (`GET /v1/games/{game}/stream`). At the end
read the result.

**Versions.** The version of a game is the number of its events; it only grows, and what was seen at a version stays as
it was. A view, the decisions and the events can be asked for at any version.

**Who sees what.** A viewer is `public`, a seat, or `full` once the game is over. With the token of a player who sits in
the game you see what the seat sees. What you may not see answers like what does not exist: 404.

**Safe repetition.** Every POST takes an `Idempotency-Key` that you make. After a lost answer send the same request with
the same key: it is not carried out twice, and the answer is the same, marked `Idempotency-Replayed: true`. A command
names the decision that it answers, so a late one cannot answer the wrong question.

**Saving requests.** Answers with an `ETag` can be asked for again with `If-None-Match`: 304 without a body if nothing
has changed.

**Errors** are problem documents (RFC 9457, `application/problem+json`): decide by `code`; `type` is the path of a page
that says what the problem means and what to do. All of them: [/problems/](/problems/).

**Strict requests.** A number is written as a number (`3`, not `"3"` or `3.0`), a key stands once in its object, and a
query has known parameters only, each once. Bodies are JSON in UTF-8 without `Content-Encoding`. Times are those of RFC
3339. In a 400 problem each of `errors` has a JSON pointer into the body, or the name of the parameter or header.

**What may change.** Version 1 only grows: ignore fields, headers and types of events that you do not know.
"""

TAGS = [
    Tag("health", "Whether the service lives and is ready."),
    Tag("players", "Signing up, and tokens."),
    Tag("rulesets", "The titles: options, numbered rules, and the printed tables."),
    Tag("games", "Games before and beside play: open, list, seats, start, cancel, give up, result."),
    Tag("seats", "Who sits in a game: taking and leaving seats, tokens for a seat, invitations."),
    Tag("play", "Play: the view, the open decisions, the commands that answer them, and the history."),
    Tag("scoreboard", "Results, leaderboards and ratings, for sites that show them."),
    Tag("proof", "Proof: the files by which anybody can check a game, and the keys that sign."),
]

OPERATIONS: Mapping[str, str] = {
    "live": "Asks nothing of the store: 200 says that the process runs.",
    "ready": "Asks the store too: 200 says that games can be played now.",
    "signUp": (
        "Nothing else can give you the token again: keep it. With an `Idempotency-Key` a sign-up whose answer was "
        "lost can be repeated, and answers the same token."
    ),
    "player": "Public: what others see of a player. Ids stand in `owner` and `seats` of a game.",
    "me": "A way to find out whether a token is valid, and whose it is.",
    "erase": (
        "It cannot be taken back, and nobody can sign up as you again. You leave the leaderboards at once; in games "
        "and results there is your id, without a name. Games in which you play are given up first. The answer has no "
        "body."
    ),
    "tokens": "A token itself is never shown again, only its id, its label, and when it was made.",
    "makeToken": "One for each device or program, so that each can be revoked without the others.",
    "revokeToken": (
        "Requests that carry the token are refused with 401 from now on. The id stands in the list of tokens."
    ),
    "rulesets": "Begin here to learn what can be played: names, numbers of players, options and their defaults, bots.",
    "ruleset": "The options say which values they take, the default first, and which numbered rules they change.",
    "rules": "The whole book, in Markdown. Refusals and decisions cite rules by these numbers.",
    "rule": "The path of a `rule_url`, as it stands in decisions and refusals.",
    "dataSet": (
        "Everything that is printed on the board and the cards, for clients that draw it or compute with it. It "
        "never changes: its digest stands in every game that is played with it."
    ),
    "openGame": (
        "Bots can be put on seats at once; a player takes a seat with PUT, the owner too. Options that are not "
        "named are those of the profile."
    ),
    "games": "A page at a time: follow `next`, or the header `Link`. `player` may be an id from `me`.",
    "game": (
        "Small, and with an ETag: the thing to ask for to see whether a game has moved on. `awaiting` names the "
        "seats that have to act."
    ),
    "abandonGame": "Only the owner can, and only before the start. The answer has no body.",
    "takeSeat": (
        "`entropy` is your part of the chance of the game: bring 32 random bytes, and nobody can have known the "
        "draws before. The body may be left out."
    ),
    "leaveSeat": "A running game is not left but given up: POST …/resignations. The answer has no body.",
    "startGame": "Only the owner can. Set-up and everything up to the first choice of a player happen at once.",
    "resign": (
        "It cannot be taken back. The seat is last in the result, whatever score the bot reaches. When every human "
        "player has resigned, nobody wins, and the game is not rated."
    ),
    "result": (
        "There is one once the game is over; `parts` add up to the score, each with its rule, and the `events` of a "
        "part add up to the part. An event belongs to every part whose amount it changed, of any seat: a train that "
        "passes another also changes what the derricks of the other's owner are worth. `places` differ from those of "
        "`game.ended` if somebody has resigned: the event has the ranks of the rules, here resigned seats share the "
        "last rank, which is 2 at best."
    ),
    "view": (
        "Everything that the viewer may know, and nothing else; told apart by `type`, one for each title. Without "
        "`as` you look from your own seat, or as the public. The answer carries an ETag."
    ),
    "decisions": (
        "Your own decision holds every command that would be accepted now: a client that sends one of them, with "
        "the id of the decision, plays legally without knowing a rule."
    ),
    "command": (
        "One decision, one command. `decision` guards against answering a question that is not open any more; "
        "`If-Match` besides against any change of the game. Send an `Idempotency-Key` with every command and "
        "repeat the very same request until you have an answer: it is carried out once. The answer holds the "
        "events that followed, as you see them, and what you are asked next."
    ),
    "commandByKey": "For when the answer to a command was lost and its body is no longer at hand.",
    "events": (
        "The whole history, or what came after a version that you have: follow with `after` = `next`. With `wait` "
        "the answer comes as soon as there is an event, or empty after so many seconds (long poll). Events that "
        "are secret to others carry `secret` and `salt` only for who knows them."
    ),
    "bundle": (
        "Take it when the game is over, and check it offline with `ludolog verify`, or with "
        "[verify.mjs](/docs/verify.mjs), which needs nothing but Node.js or a browser. [SPEC.md](/docs/SPEC.md) "
        "specifies its format."
    ),
    "verification": (
        "Replaying a long game takes a moment; what was found is remembered. [SPEC.md](/docs/SPEC.md) specifies the "
        "checks; [verify.mjs](/docs/verify.mjs) makes them on a machine of your own."
    ),
    "verify": "For whoever has a bundle and no program of their own to check it.",
    "jwks": "Small and rarely changed: keep the keys beside the receipts and bundles that they have signed.",
    "gamesOfPlayer": (
        "The same list as `games` with `player`; the ids of players stand in `owner` and `seats` of a game."
    ),
    "limits": (
        "Asking this counts as a request too. Every answer says the same in its headers RateLimit-Policy and RateLimit."
    ),
    "ownGames": (
        "What a client shows first: where it is your turn, and for how long. To be told at once, follow the streams of "
        "the games."
    ),
    "results": (
        "For a site of scoreboards: keep the `cursor` of the last row, ask with it every now and then. Private games "
        "are never in it, nor games that came here as files. In CSV, a name that a spreadsheet would take for a "
        "formula begins with an apostrophe; JSON is exact."
    ),
    "leaderboard": (
        "The places between two pages may change while you read; a player may then be seen twice or not. Who shows a "
        "board elsewhere takes it whole in one page (`limit` up to 1000; JSON, lines of JSON or CSV), or follows the "
        "feed of results, of which nothing is missed, and reads the ratings of the players in it."
    ),
    "ratingModel": "With it and the results anybody can compute the ratings again, to the last digit.",
    "ratingsOfPlayer": "The last row of a title holds the rating of today.",
    "makeSeatToken": (
        "Give it to a program or a person instead of your own token: it plays this seat of this game, and can be "
        "revoked alone."
    ),
    "seatTokens": "`versions` are the decisions that were made by each, so that you can see who played for you.",
    "revokeSeatToken": "Who holds it is refused with 401 from now on; what was decided by it stands.",
    "invite": (
        "Hand the invitation to whoever is to play or to watch a private game; it is sent as the header "
        "`Ludolog-Invitation`, beside a token of their own."
    ),
    "invitations": "The invitations themselves are never shown again.",
    "withdrawInvitation": "The answer has no body.",
    "stream": (
        "With `follow=false` what there is by now is sent, and the stream ends. After a break go on with "
        "`Last-Event-ID`, as browsers do by themselves: nothing is left out and nothing comes twice."
    ),
}
"""What is said of an operation beyond its summary and the docstring of its route."""
