"""What the document says in words that belong to no single route."""

from litestar.openapi.spec import Tag

INTRODUCTION = """\
Economic board games over HTTP: event-sourced, replayable, checkable by anybody.

**A game from beginning to end.** Sign up (`POST /v1/players`) and keep the token. Open a game (`POST /v1/games`), with
bots on the seats that nobody takes; take your own seat (`PUT /v1/games/{game}/seats/{seat}`); start it
(`POST /v1/games/{game}/start`). Then, until the game is over: read the open decisions
(`GET /v1/games/{game}/decisions`), choose one of the `choices` of your own decision, and send it with the id of the
decision (`POST /v1/games/{game}/commands`). While others decide, wait for events
(`GET /v1/games/{game}/events?after=N&wait=30`). At the end read the result.

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

**What may change.** Version 1 only grows: ignore fields, headers and types of events that you do not know.
"""

TAGS = [
    Tag("health", "Whether the service lives and is ready."),
    Tag("players", "Signing up, and tokens."),
    Tag("rulesets", "The titles: options, numbered rules, and the printed tables."),
    Tag("games", "Games before and beside play: open, list, seats, start, cancel, give up, result."),
    Tag("play", "Play: the view, the open decisions, the commands that answer them, and the history."),
]
