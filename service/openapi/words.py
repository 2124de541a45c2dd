"""Texts of the OpenAPI document that belong to no single route."""

from litestar.openapi.spec import Tag

INTRODUCTION = """\
Economic board games over HTTP: event-sourced, replayable and verifiable.

The [guide](/docs/guide) teaches the API to authors of clients, and the [changelog](/docs/changelog) lists what has
changed; [the index](/v1) names all documents. Streams and webhooks are also in [asyncapi.json](/asyncapi.json). There
are libraries for [Python](/docs/python) and [TypeScript](/docs/typescript).

**A complete game.** Sign up (`POST /v1/players`) and store the token. Open a game (`POST /v1/games`), with bots on some
seats if you like; take your seat (`PUT /v1/games/{game}/seats/{seat}`); start the game
(`POST /v1/games/{game}/start`). Repeat until the game is over: read the open decisions
(`GET /v1/games/{game}/decisions`), choose one of the `choices` of your decision, and send it with the id of the
decision (`POST /v1/games/{game}/commands`). While other seats decide, wait for events
(`GET /v1/games/{game}/events?after=N&wait=30`), or follow the stream (`GET /v1/games/{game}/stream`). At the end, read
the result.

**Versions.** The version of a game is the number of its events. It only increases, and the state at a version never
changes. The decisions and the events are available at every version, the view at each one from the start of the game.

**Viewers.** A viewer is `public`, a seat, or `full` once the game is over. With the token of a seated player you see
what the seat sees. Resources that you may not see return 404, like resources that do not exist.

**Idempotency.** Every operation that lists `Idempotency-Key` among its parameters accepts a key of your choice. If a
response is lost, send the same request with the same key: it is executed once, and the repeated response is marked
`Idempotency-Replayed: true`. The other POST, PUT and DELETE operations need no key, and do not use it. Previews, drafts
and verifications only compute, and each request for the options of a passkey, or for consent to an app, starts a new
attempt. The engine, links of e-mails, the sign-out, a repeated decision about an app, notes, the removal and the
settings of talk, marks of what was read, a case that is taken or put back, and answers to challenges, rematches and
pools do nothing the second time. A key that contains a token is refused everywhere. A command names the decision that
it answers, so a late command cannot answer another decision.

**Browsers.** Pages of this site sign in with `POST /v1/sessions`, by a passkey or a token. The session is in an
HttpOnly cookie, which replaces the token in all operations: no script has to store it. The service accepts the cookie
only from its own origin. Pages of other origins send tokens; `POST /v1/me/stream-tickets` opens streams.

**Conditional requests.** Resend the `ETag` of a response as `If-None-Match`: the response is 304 without a body if
nothing has changed.

**Languages.** With `lang`, or `Accept-Language` where it counts, events, questions and choices have a `text` for people
in English, German or Italian. `/v1/rulesets/{name}/words` has the names of pieces, places, phases, options, rules,
effects, and fields of views. Rule books, rulings and the reasons of refused commands are in these languages, too. All
ids stay the same in every language.

**Errors** are problem documents (RFC 9457, `application/problem+json`). Programs use `code`; `type` is the path of a
page that explains the problem and its remedy. List of all problems: [/problems/](/problems/). A missing badge may also
be a picture. The server itself answers what is no valid HTTP/1.1, without a body, and closes the connection: 400, 414
(a target of more than 65,534 bytes), 431 (more than 100 header fields, or 400 kB of them). So may a proxy.

**Strict requests.** Numbers must be JSON numbers (`3` or `3.0`, not `"3"`), keys must not repeat within an object, and
query parameters must be known, not empty and given once; feeds, badges, calendars, `jwks` and `board` ignore unknown
ones. Bodies must be JSON in UTF-8 (bundles: lines of JSON) without
`Content-Encoding`; operations without a request body ignore one of this media type. Times use RFC 3339. Each item of
`errors` of a problem has a JSON `pointer` into the body. If a parameter or header is wrong, `parameter` has its name,
and `pointer` is `/` and the name.

**Compatibility.** Version 1 is only extended: ignore unknown fields, headers and event types.
"""

TAGS = [
    Tag("health", "Liveness and readiness of the service."),
    Tag("players", "Players, accounts and tokens."),
    Tag("sessions", "Sign-in of browsers: passkeys, and sessions in a cookie."),
    Tag("apps", "Apps of others: consent of a person, and what you allow to apps (OAuth 2.1, /oauth/token)."),
    Tag("rulesets", "Titles: options, numbered rules, rulings and printed tables."),
    Tag("games", "Games: open, list, start, cancel, resign, result."),
    Tag("seats", "Seats: take and leave them, seat tokens, invitations."),
    Tag("rulings", "Rulings of the owner of a game."),
    Tag("play", "Play: view, open decisions, commands and history."),
    Tag("orders", "Standing orders: decisions of a seat in advance, which the service carries out."),
    Tag("talk", "Messages at games and tournaments, private notes, and absences."),
    Tag("reports", "Reports about messages, names and play; acts of moderators about you, and appeals."),
    Tag("moderation", "Roles, acts of operators and moderators, and their log."),
    Tag("meeting", "Challenges of players by name, rematches, and pools that pair by rating."),
    Tag("blocks", "Players whom you have blocked, and the wishes that organisers see."),
    Tag("notifications", "Pings when it is your turn, signed webhooks for events, and their deliveries."),
    Tag("streams", "Streams of your own games, of the list of games and of results; tickets for streams."),
    Tag("tournaments", "Tournaments: terms, acts of players and organisers, rounds, standings, proof."),
    Tag("feeds", "Atom and JSON feeds, calendars and badges: for feed readers, calendar programs and other sites."),
    Tag("embeds", "What other sites show: oEmbed, embeds, pictures, and their script."),
    Tag("scoreboard", "Results, leaderboards and ratings."),
    Tag("proof", "Proof: bundles, their verification, and the signing keys."),
]
