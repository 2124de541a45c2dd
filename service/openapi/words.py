"""Texts of the OpenAPI document that belong to no single route."""

from collections.abc import Mapping

from litestar.openapi.spec import Tag

INTRODUCTION = """\
Economic board games over HTTP: event-sourced, replayable and verifiable.

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
and verifications only compute, and each request for the options of a passkey starts a new attempt. The engine, links of
e-mails and the sign-out do nothing the second time. A key that contains a token is refused everywhere. A command names
the decision that it answers, so a late command cannot answer another decision.

**Browsers.** Pages of this site sign in with `POST /v1/sessions`, by a passkey or a token. The session is in an
HttpOnly cookie, which replaces the token in all operations: no script has to store it. The service accepts the cookie
only from its own origin. Pages of other origins send tokens; `POST /v1/me/stream-tickets` opens streams.

**Conditional requests.** Resend the `ETag` of a response as `If-None-Match`: the response is 304 without a body if
nothing has changed.

**Languages.** With `lang`, or `Accept-Language` where it counts, events, questions and choices have a `text` for people
in English, German or Italian. `/v1/rulesets/{name}/words` has the names of pieces, places, phases, options, rules,
effects, and fields of views. All ids stay the same in every language.

**Errors** are problem documents (RFC 9457, `application/problem+json`). Programs use `code`; `type` is the path of a
page that explains the problem and its remedy. List of all problems: [/problems/](/problems/). A missing badge may also
be a picture. The server itself answers what is no valid HTTP/1.1, without a body, and closes the connection: 400, 414
(a target of more than 65,534 bytes), 431 (more than 100 header fields, or 400 kB of them). So may a proxy.

**Strict requests.** Numbers must be JSON numbers (`3` or `3.0`, not `"3"`), keys must not repeat within an object, and
query parameters must be known, not empty and given once. Bodies must be JSON in UTF-8 (bundles: lines of JSON) without
`Content-Encoding`; operations without a request body ignore one of this media type. Times use RFC 3339. Each item of
`errors` of a problem has a JSON `pointer` into the body. If a parameter or header is wrong, `parameter` has its name,
and `pointer` is `/` and the name.

**Compatibility.** Version 1 is only extended: ignore unknown fields, headers and event types.
"""

TAGS = [
    Tag("health", "Liveness and readiness of the service."),
    Tag("players", "Players, accounts and tokens."),
    Tag("sessions", "Sign-in of browsers: passkeys, and sessions in a cookie."),
    Tag("rulesets", "Titles: options, numbered rules, rulings and printed tables."),
    Tag("games", "Games: open, list, start, cancel, resign, result."),
    Tag("seats", "Seats: take and leave them, seat tokens, invitations."),
    Tag("rulings", "Rulings of the owner of a game."),
    Tag("play", "Play: view, open decisions, commands and history."),
    Tag("notifications", "Pings when it is your turn, signed webhooks for events, and their deliveries."),
    Tag("streams", "Streams of your own games, of the list of games and of results; tickets for streams."),
    Tag("tournaments", "Tournaments: terms, acts of players and organisers, rounds, standings, proof."),
    Tag("feeds", "Atom and JSON feeds, calendars and badges: for feed readers, calendar programs and other sites."),
    Tag("scoreboard", "Results, leaderboards and ratings."),
    Tag("proof", "Proof: bundles, their verification, and the signing keys."),
]

OPERATIONS: Mapping[str, str] = {
    "live": "Returns 200 while the process runs. Does not access the database.",
    "ready": "Returns 200 if games can be played. Accesses the database.",
    "signUp": (
        "Store the token: no other request returns it. With an `Idempotency-Key`, a repeated request returns the same "
        "token."
    ),
    "player": "The profile is public. `owner` and `seats` of a game contain player ids.",
    "me": "Use this operation to check a token.",
    "erase": (
        "Deletion is permanent, and no other player gets your id. You are removed from the leaderboards at once. Games "
        "and results keep your id without a name. You resign from running games first. The response has no body."
    ),
    "tokens": "The list has ids, labels and creation times, but not the tokens themselves.",
    "makeToken": "Create one token for each device or program, so that you can revoke each token separately.",
    "revokeToken": (
        "Requests with the token return 401 from now on. The list of tokens has the id. The calendar links, pings, "
        "webhooks, browsers and daily e-mail that it made end, too."
    ),
    "beginPasskey": (
        "Pass `options` through `PublicKeyCredential.parseCreationOptionsFromJSON` to `navigator.credentials.create`."
    ),
    "makePasskey": "`credential` is what `toJSON()` of the new credential returns. Register one for each device.",
    "passkeys": "A passkey of which no device has a copy any more can be deleted.",
    "deletePasskey": (
        "The passkey no longer signs in. The response has no body. The calendar links, pings, webhooks, browsers and "
        "daily e-mail that its sessions made end, too."
    ),
    "pings": "A ping is shown with its URL, which can contain a credential of yours.",
    "makePing": "On Discord create a webhook of a channel and give its URL; send a test before you rely on it.",
    "changePing": "Enabling a ping that was disabled forgets its failures.",
    "deletePing": "Nothing more is sent. The response has no body.",
    "testPush": (
        "The response is 200 even if the test failed: read `state`, `status` and `error`. A browser whose subscription "
        "has ended is deleted with its deliveries, so that a repetition with the key returns 404; `detail` says that "
        "the test was sent."
    ),
    "testPing": "The response is 200 even if the test failed: read `state`, `status` and `error`.",
    "pingDeliveries": "Decisions that were answered before their ping are not listed.",
    "webhooks": "`waiting` and `failing_since` show whether your receiver keeps up.",
    "makeWebhook": (
        "Verify the signature with a library of Standard Webhooks in your language. Events can arrive more than once "
        "and out of order: ignore a `webhook-id` that you know. `ludolog webhooks listen` needs no public address."
    ),
    "webhook": "`public_key` verifies `v1a` signatures, so that your receiver needs no secret.",
    "changeWebhook": "Enabling a webhook that was disabled forgets its failures; what happened before is in the feeds.",
    "deleteWebhook": "Nothing more is sent. The response has no body.",
    "testWebhook": "The response is 200 even if the test failed: read `state`, `status` and `error`.",
    "rotateSecret": "Configure the new secret within 24 hours: until then both are good.",
    "webhookDeliveries": "`body` is what was sent; the signature of each attempt differs.",
    "redeliver": "A delivery that waits already is not queued twice.",
    "beginSignIn": (
        "Pass `options` through `PublicKeyCredential.parseRequestOptionsFromJSON` to `navigator.credentials.get`. The "
        "authenticator offers its passkeys of this site, so that no name is needed."
    ),
    "signIn": (
        "A session is listed in GET /v1/me/tokens, as `session`, and can be revoked there. It ends after 30 days "
        "without use, after 180 days in any case, and with the passkey or token that started it. An `Idempotency-Key` "
        "is as secret as the session: use at least 32 random characters."
    ),
    "signOut": "Other devices stay signed in. The response has no body.",
    "rulesets": "Start here to see which titles are available: names, numbers of players, options, defaults and bots.",
    "ruleset": "Each option lists its values, the default first, and the numbers of the rules that it changes.",
    "botLadder": "A deal is played up to once with each rotation of the seats. Games have the default options.",
    "rules": "The complete rule book in Markdown. Refusals and decisions cite these numbers.",
    "rule": "`rule_url` in decisions and refusals is the path of this operation. `rulings` lists the cited rulings.",
    "rulings": (
        "The sources of the rules leave points open or contradict each other; a ruling decides such a point. The words "
        "of a source stay in its language; `lang` or `Accept-Language` chooses that of the other texts."
    ),
    "ruling": "`rulings` of a rule has the paths of this operation.",
    "dataSet": (
        "All data printed on the board and the cards, for clients that draw or compute. It never changes: every game "
        "that uses it has its digest."
    ),
    "board": (
        "The ids of the elements are the anchors of choices, such as `place:creta` or `square:B7`. Each place has its "
        "`data-kind`, `data-name` and centre (`data-x`, `data-y`, in the units of `viewBox`). Draw `pieces` into "
        "the group `board-pieces` and legal targets into `board-targets`, which are empty. A group `section:…` has in "
        "`data-box` the part of the picture that it fills. Colours are custom properties: set `--board-sea`, for "
        "example, or `data-theme` on the root. A data set without a layout is drawn as a plan."
    ),
    "openGame": (
        "Bots can take seats at once. Players take their seats with PUT, and so does the owner. Omitted options have "
        "the values of the profile."
    ),
    "games": "For the next page, use `next` or the header `Link`.",
    "game": (
        "The response is small and has an ETag: poll it to see whether the game has changed. `awaiting` lists the "
        "seats that must act."
    ),
    "abandonGame": "Only the owner can cancel a game, and only before its start. The response has no body.",
    "takeSeat": (
        "`entropy` is your contribution to the random numbers of the game: with your own 32 random bytes, no one can "
        "predict the draws. The body is optional."
    ),
    "leaveSeat": "To leave a running game, use POST …/resignations. The response has no body.",
    "startGame": "Only the owner can start a game. It advances to the first choice of a player.",
    "resign": (
        "A resignation is permanent. A bot plays the seat to the end, unless one player is left of those who started "
        "the game: then it ends at once, and this player is first (`others_left`). The seat is ranked last, whatever "
        "the score of the bot, unless the game is adjudicated. If every human player has resigned, nobody wins, and "
        "the game is not rated."
    ),
    "result": (
        "The amounts of `parts` add up to the score, and the amounts of the `events` of a part to the part. An event "
        "belongs to every part that it changed, of any seat. A seat that the clock gave to a bot counts as resigned if "
        "the bot still has it at the end, and so does one that a ruling gave up. If a seat is resigned, `places` "
        "differs from the "
        "places in `game.ended`: the event has the ranks by the rules, whereas here resigned seats share the last "
        "rank, which is 2 at best. The ranks of an adjudicated game stand as given."
    ),
    "view": (
        "The view contains everything that the viewer may know. Its schema depends on the title, given by `type`. "
        "Without `as`, the viewer is your seat, or the public. The response has an ETag. With `pieces=true`, it also "
        "has what stands on the board, so that a client draws a table with one request."
    ),
    "pieces": (
        "A client can draw any title without code of its own: put each piece at the centre of its `place` in the "
        "picture `board_url` (`data-x`, `data-y`) plus `offset`, with a side of `size`. Draw `seat` as a colour, "
        "`kind` as a symbol or a letter, and `text` on it. `closed` places are not in play. With `pieces=true`, `view` "
        "and `views` have the same in their member `pieces`."
    ),
    "decisions": (
        "Your own decision lists every legal command. A client that sends one of them with the id of the decision "
        "plays legally without knowing the rules. With a language, `text` says the question, and each choice in a few "
        "words. `cost`, `effect` and `anchors` of a choice help to show it, and a preview says what follows."
    ),
    "command": (
        "A command answers one decision. `decision` prevents an answer to a decision that is no longer open, and "
        "`If-Match` additionally any change of the game. Send an `Idempotency-Key` with every command, and repeat the "
        "same request until you have a response: it is executed once. The response has the events that followed, as "
        "you see them, and your next decision."
    ),
    "preview": (
        "The request is that of `command`, without an `Idempotency-Key`. What is hidden from your seat has no "
        "influence on the response: you could work it out yourself. The events have no version, head, seal or salt, "
        "because they are not stored."
    ),
    "commandByKey": "Use this operation if the response to a command was lost and you no longer have its body.",
    "events": (
        "Returns the whole history, or the events after a version: continue with `after` = `next`. With `wait`, the "
        "response is sent at the first new event, or without events after this number of seconds (long polling). Only "
        "viewers who know a secret get `secret` and `salt` of its event. With a language, each event has a `text`; "
        "lines (NDJSON) have it only with `lang`, because browsers always send `Accept-Language`."
    ),
    "analysis": (
        "`words` of the title has the names of measures, kinds, amounts and outcomes. The analysis of a game does not "
        "change, so that it may be cached."
    ),
    "engineAnalysis": "With 202 it waits or runs: ask again after the seconds in Retry-After.",
    "bundle": (
        "Download it when the game is over, and verify it offline with `ludolog verify`, or with "
        "[verify.mjs](/docs/verify.mjs), which runs in Node.js and in browsers. [SPEC.md](/docs/SPEC.md) specifies the "
        "format."
    ),
    "verification": (
        "The replay of a long game takes a moment; the result is cached. [SPEC.md](/docs/SPEC.md) specifies the "
        "checks, and [verify.mjs](/docs/verify.mjs) runs them on your own machine."
    ),
    "verify": "For bundles that you cannot verify with a program of your own.",
    "jwks": "Keys rarely change. Store them with the receipts and bundles that they signed.",
    "gamesOfPlayer": "The same list as `games` with `player`. `owner` and `seats` of a game contain player ids.",
    "limits": (
        "This request counts towards the limits. Every response to a counted request has the same values in the "
        "headers RateLimit-Policy and RateLimit. Not counted are health checks, preflights, and some requests that "
        "are answered with 503, or with 429 because too many of your address wait."
    ),
    "openGames": (
        "All games are opened in one transaction. For a tournament, reserve the seats, and give the games `tags`, "
        "`starts_at` and a rule for players who do not come: then the service starts them."
    ),
    "makeRuling": (
        "The ruling is an event of the game, with its reason and the id of the owner. `replace_player` offers a seat "
        "to a player who has never had a seat in the game. The player accepts with `takeSeat`, which gives "
        "the seat with its secrets to the player, or declines with `leaveSeat`. In ratings the seat counts for no "
        "player. "
        "`give_up_seat` lets a bot play on, and the seat ranks last. The ranks of `adjudicate` stand as given. A pause "
        "stops all clocks for at most 30 days. A game has at most 200 rulings and 90 days of pauses."
    ),
    "organisedGames": "Shows free seats, the players who must act, and what the service does next and when.",
    "ownGames": "Shows where it is your turn, and since when. For notifications, use GET /v1/me/stream.",
    "results": (
        "For scoreboard sites: store the `cursor` of the last row, and continue from it at any later time. Private "
        "games that were not opened as rated ones, and imported games, are excluded. `resigned` includes seats that "
        "the clock gave to a bot and to which the player did not return. In CSV, a text that a spreadsheet "
        "would evaluate as a formula starts with an apostrophe; JSON is exact."
    ),
    "leaderboard": (
        "Ranks may change between two pages, so a player may appear twice or not at all. To copy a leaderboard, "
        "request one page (`limit` up to 1000), or follow `results` and read the ratings of their players."
    ),
    "ratingModel": "With these parameters and the results, anyone can recompute all ratings exactly.",
    "ratingsOfPlayer": "The last row of a title has the current rating.",
    "makeSeatToken": "The token plays this seat of this game only, and you can revoke it separately.",
    "seatTokens": "`versions` lists the decisions made with each token.",
    "revokeSeatToken": "Requests with the token return 401 from now on. Decisions made with it remain.",
    "invite": (
        "Give the invitation to players who should play or watch a private game. They send it as the header "
        "`Ludolog-Invitation` together with their own token."
    ),
    "invitations": "The list does not contain the invitations themselves.",
    "withdrawInvitation": "The response has no body.",
    "ownStream": (
        "The event `ready` comes when all earlier events were sent and the lists are up to date; its cursor continues "
        "the stream after a reconnect. Open the stream, wait for `ready`, then read GET /v1/me/games: nothing is lost "
        "in between. The events of the last 500,000 positions of the log are stored."
    ),
    "gamesStream": (
        "Open the stream, wait for `ready`, then read GET /v1/games?status=open: nothing is lost in between. Private "
        "games are sent to their owner, players and invited players only."
    ),
    "resultsStream": "A result is sent once the list of results has it, usually within a second.",
    "makeStreamTicket": (
        "A reconnect needs a new ticket: open a new `EventSource` with `after` set to the id of the last event. A "
        "ticket opens only the path that it was created for."
    ),
    "words": (
        "Without `lang` and `Accept-Language` the words are English. `places` has the names of the places of all data "
        "sets, `holdings` those in `effect` of choices, and `fields` those of the fields of views, so that a client "
        "needs no words of its own. A title without translations has English words in every language."
    ),
    "stream": (
        "After each batch, and once at the beginning, the stream sends the open decisions, with the choices of your "
        "own seat (`Awaiting`): as a server-sent event `awaiting` without an id, or with `awaiting=true` as a line "
        "with the field `awaiting`. A client that follows the stream does not need to poll. After the last event of "
        "a game the stream sends its signed head, and ends: as a server-sent event `statement` with the id of the last "
        "version, or as a line without `record`. With `follow=false` it ends after the current last event. Reconnect "
        "with `Last-Event-ID`, as browsers do: no event is lost or repeated. A reconnect after the end returns 204."
    ),
}
"""What the description of an operation adds to the docstring of its route."""
