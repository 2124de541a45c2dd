"""Permissions: one row for each operation, with the status for every kind of caller."""

from collections.abc import Mapping

WHO = (
    *("nobody", "revoked", "expired", "foreign", "stranger", "elsewhere", "outsider", "invited", "reader", "deputy"),
    *("guest", "neighbour", "player", "owner", "page", "director", "passer", "watcher", "shut_out"),
    *("anybody", "namesake"),
)
"""The callers, in the order of the columns.

About a private game of its `owner`, with `neighbour`, `player` and `guest` on seats 0 to 2. Operations on a seat name
seat 1, that of `player`; those on an account or a tournament the asker's own, or the owner's private one:

* `nobody`, without credentials; `revoked` and `expired` tokens; `foreign`, a page of another
  origin with the owner's cookie;
* `stranger`, who has signed up; `elsewhere`, who plays another game, and `outsider`, with a token for that seat;
* `invited`, a stranger with an invitation; `reader`, the player's token for reading; `deputy`, a token for seat 1;
  `guest`, who has no account;
* `page`, the owner's cookie on a page of the service; `director`, a co-organiser of the owner's tournament.

About a public game with the same seats: `passer`, without credentials, and `watcher`, a spectator. About one without
spectators: `shut_out`, signed up. About an imported game: `anybody`, and `namesake`, with the id of the player who has
opened it elsewhere.
"""

OPEN_TO_ALL = "200 401 401 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200"
SEEN = "404 401 401 404 404 404 404 200 200 200 200 200 200 200 200 404 200 200 404 200 200"
"""Operations that show a game: to its players, its owner and invited players; to spectators."""

OF_CUP = "404 401 401 404 404 404 404 404 200 404 404 200 200 200 200 200 200 200 200 200 200"
"""Operations that show a tournament: to its organisers and players, but not to a token for a seat."""

OF_PUBLIC_CUP = "404 401 401 404 404 404 404 404 404 404 404 404 404 404 404 404 200 200 200 200 200"
"""Operations of public tournaments only."""

GOVERNED = "401 401 401 401 403 403 403 403 403 403 403 403 403 403 403 403 401 403 403 401 403"
GOVERNS = "401 401 401 403 403 403 403 403 403 403 403 403 403 403 403 403 401 403 403 401 403"
"""Operations of operators and moderators, that read and that act. With roles: tests/service/moderation."""

TABLE: Mapping[str, str] = dict.fromkeys(
    (
        # keep in the order of the alphabet
        "activityOfPlayer",
        "board",
        "botLadder",
        "clocks",
        "currentSession",
        "dataSet",
        "games",
        "gamesOfPlayer",
        "gamesStream",
        "headToHead",
        "index",
        "jwks",
        "leaderboard",
        "live",
        "ownCalendar",
        "player",
        "playerAtom",
        "playerBadge",
        "playerJsonFeed",
        "players",
        "ratingModel",
        "ratingsOfPlayer",
        "ready",
        "results",
        "resultsAtom",
        "resultsJsonFeed",
        "resultsStream",
        "rounds",
        "rule",
        "rules",
        "ruleset",
        "rulesets",
        "ruling",
        "rulings",
        "tournaments",
        "transparency",
        "words",
    ),
    OPEN_TO_ALL,
) | {
    # operation:            nob rev exp for str els out inv rea dep gue nei pla own pag dir pas wat shu any nam
    "abandonGame":         "401 401 401 403 404 404 404 403 403 403 403 403 403 204 204 404 401 403 403 401 403",
    "actInTournament":     "401 401 401 403 404 404 404 404 403 404 404 403 403 201 201 201 401 403 403 401 403",
    "analysis":            "404 401 401 404 404 404 404 409 409 409 409 409 409 409 409 404 409 409 404 200 200",
    "askDigest":           "401 401 401 403 409 409 403 409 403 403 403 409 409 409 409 409 401 409 409 401 409",
    "askEngine":           "401 401 401 403 404 404 403 409 403 403 403 409 409 409 409 404 401 409 404 401 202",
    "beginConsent":        "401 401 401 403 403 403 403 403 403 403 403 403 403 403 201 403 401 403 403 401 403",
    "beginPasskey":        "401 401 401 403 201 201 403 201 403 403 403 201 201 201 201 201 401 201 201 401 201",
    "beginSignIn":         "201 401 401 403 201 201 201 201 201 201 201 201 201 201 201 201 201 201 201 201 201",
    "bundle":              SEEN,
    "calendarLinks":       "401 401 401 401 200 200 403 200 200 403 403 200 200 200 200 200 401 200 200 401 200",
    "changeName":          "401 401 401 403 200 200 403 200 403 403 403 200 200 200 200 200 401 200 200 401 200",
    "changePing":          "401 401 401 403 404 404 403 404 403 403 403 404 404 404 404 404 401 404 404 401 404",
    "changeWebhook":       "401 401 401 403 404 404 403 404 403 403 403 404 404 404 404 404 401 404 404 401 404",
    "command":             "401 401 401 403 404 404 404 403 403 201 409 409 201 403 403 404 401 403 403 401 403",
    "commandByKey":        "401 401 401 401 404 404 404 404 404 404 404 404 404 404 404 404 401 404 404 401 404",
    "confirmDigest":       "404 401 401 403 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404",
    "decideConsent":       "401 401 401 403 403 403 403 403 403 403 403 403 403 403 404 403 401 403 403 401 403",
    "decisions":           SEEN,
    "deletePasskey":       "401 401 401 403 404 404 403 404 403 403 403 404 404 404 404 404 401 404 404 401 404",
    "deletePing":          "401 401 401 403 404 404 403 404 403 403 403 404 404 404 404 404 401 404 404 401 404",
    "deleteWebhook":       "401 401 401 403 404 404 403 404 403 403 403 404 404 404 404 404 401 404 404 401 404",
    "digest":              "401 401 401 401 200 200 403 200 403 403 403 200 200 200 200 200 401 200 200 401 200",
    "draftRound":          "401 401 401 403 404 404 404 404 403 404 404 403 403 409 409 409 401 403 403 401 403",
    "endDigest":           "401 401 401 403 204 204 403 204 403 403 403 204 204 204 204 204 401 204 204 401 204",
    "endDigestByLink":     "204 401 401 403 204 204 204 204 204 204 204 204 204 204 204 204 204 204 204 204 204",
    "engineAnalysis":      "404 401 401 404 404 404 404 409 409 409 409 409 409 409 409 404 409 409 404 404 404",
    "erase":               "401 401 401 403 204 204 403 204 403 403 204 204 204 204 204 204 401 204 204 401 204",
    "events":              SEEN,
    "exportMe":            "401 401 401 401 200 200 403 200 403 403 403 200 200 200 200 200 401 200 200 401 200",
    "game":                "404 401 401 404 404 404 404 200 200 200 200 200 200 200 200 404 200 200 200 200 200",
    "gameNotes":               "404 401 401 404 404 404 404 403 200 403 200 200 200 403 403 404 401 403 403 401 403",
    "grants":              "401 401 401 401 200 200 403 200 403 403 403 200 200 200 200 200 401 200 200 401 200",
    "invitations":         "401 401 401 401 404 404 404 403 403 403 403 403 403 200 200 404 401 403 403 401 403",
    "invite":              "401 401 401 403 404 404 404 403 403 403 403 403 403 201 201 404 401 403 403 401 403",
    "leaveSeat":           "401 401 401 403 404 404 404 403 403 403 403 403 204 204 204 404 401 403 403 401 403",
    "limits":              "401 401 401 401 200 200 200 200 200 200 200 200 200 200 200 200 401 200 200 401 200",
    "makeCalendarLink":    "401 401 401 403 201 201 403 201 201 403 403 201 201 201 201 201 401 201 201 401 201",
    "makePasskey":         "401 401 401 403 422 422 403 422 403 403 403 422 422 422 422 422 401 422 422 401 422",
    "makePing":            "401 401 401 403 201 201 403 201 403 403 403 201 201 201 201 201 401 201 201 401 201",
    "makeRuling":          "401 401 401 403 404 404 404 403 403 403 403 403 403 201 201 404 401 403 403 401 403",
    "makeSeatToken":       "401 401 401 403 404 404 404 403 403 403 403 403 201 403 403 404 401 403 403 401 403",
    "makeStreamTicket":    "401 401 401 403 201 201 201 201 201 201 201 201 201 201 201 201 401 201 201 401 201",
    "makeToken":           "401 401 401 403 201 201 403 201 403 403 403 201 201 201 201 201 401 201 201 401 201",
    "makeWebhook":         "401 401 401 403 201 201 403 201 403 403 403 201 201 201 201 201 401 201 201 401 201",
    "markTalk":            "401 401 401 403 404 404 404 200 403 200 200 200 200 200 200 404 401 200 404 401 403",
    "markTournamentTalk":  "401 401 401 403 404 404 404 404 403 404 404 200 200 200 200 200 401 200 200 401 200",
    "me":                  "401 401 401 401 200 200 200 200 200 200 200 200 200 200 200 200 401 200 200 401 200",
    "messages":            SEEN,
    "openGame":            "401 401 401 403 201 201 403 201 403 403 403 201 201 201 201 201 401 201 201 401 201",
    "openGames":           "401 401 401 403 201 201 403 201 403 403 403 201 201 201 201 201 401 201 201 401 201",
    "openTournament":      "401 401 401 403 201 201 403 201 403 403 403 201 201 201 201 201 401 201 201 401 201",
    "organisedGames":      "401 401 401 401 200 200 403 200 200 403 403 200 200 200 200 200 401 200 200 401 200",
    "ownGames":            "401 401 401 401 200 200 200 200 200 200 200 200 200 200 200 200 401 200 200 401 200",
    "ownStream":           "401 401 401 401 200 200 200 200 200 200 200 200 200 200 200 200 401 200 200 401 200",
    "ownTournaments":      "401 401 401 401 200 200 403 200 200 403 403 200 200 200 200 200 401 200 200 401 200",
    "passkeys":            "401 401 401 401 200 200 403 200 403 403 403 200 200 200 200 200 401 200 200 401 200",
    "pieces":              SEEN,
    "pingDeliveries":      "401 401 401 401 404 404 403 404 403 403 403 404 404 404 404 404 401 404 404 401 404",
    "pings":               "401 401 401 401 200 200 403 200 403 403 403 200 200 200 200 200 401 200 200 401 200",
    "playerNote":          "401 401 401 401 200 200 403 200 200 403 403 200 200 200 200 200 401 200 200 401 200",
    "preview":             "401 401 401 403 404 404 404 403 403 200 409 409 200 403 403 404 401 403 403 401 403",
    "pushes":              "401 401 401 401 200 200 403 200 403 403 403 200 200 200 200 200 401 200 200 401 200",
    "redeliver":           "401 401 401 403 404 404 403 404 403 403 403 404 404 404 404 404 401 404 404 401 404",
    "removeMessage":       "401 401 401 403 404 404 404 404 403 404 404 404 404 404 404 404 401 404 404 401 404",
    "removeTournamentMessage": "401 401 401 403 404 404 404 404 403 404 404 404 404 404 404 404 401 404 404 401 404",
    "resign":              "401 401 401 403 404 404 404 403 403 403 201 201 201 403 403 404 401 403 403 401 403",
    "result":              "404 401 401 404 404 404 404 409 409 409 409 409 409 409 409 404 409 409 409 200 200",
    "returnToSeat":        "401 401 401 403 404 404 404 403 403 409 403 403 409 403 403 404 401 403 403 401 403",
    "revokeCalendarLink":  "401 401 401 403 404 404 403 404 404 403 403 404 404 404 404 404 401 404 404 401 404",
    "revokeGrant":         "401 401 401 403 404 404 403 404 403 403 403 404 404 404 404 404 401 404 404 401 404",
    "revokeSeatToken":     "401 401 401 403 404 404 404 403 403 403 403 403 404 403 403 404 401 403 403 401 403",
    "revokeToken":         "401 401 401 403 404 404 403 404 403 403 403 404 404 404 404 404 401 404 404 401 404",
    "rotateSecret":        "401 401 401 403 404 404 403 404 403 403 403 404 404 404 404 404 401 404 404 401 404",
    "seatTokens":          "401 401 401 401 404 404 404 403 403 403 403 403 200 403 403 404 401 403 403 401 403",
    "setAway":             "401 401 401 403 200 200 403 200 403 403 403 200 200 200 200 200 401 200 200 401 200",
    "setTalk":             "401 401 401 403 404 404 404 403 403 403 200 200 200 200 200 404 401 403 404 401 403",
    "setTournamentTalk":   "401 401 401 403 404 404 404 404 403 404 404 403 403 200 200 200 401 403 403 401 403",
    "signIn":              "201 401 401 403 201 201 201 201 201 201 201 201 201 201 201 201 201 201 201 201 201",
    "signOut":             "204 401 401 403 404 404 404 404 404 404 404 404 404 404 204 404 204 404 404 204 404",
    "signUp":              "201 401 401 403 201 201 201 201 201 201 201 201 201 201 201 201 201 201 201 201 201",
    "startGame":           "401 401 401 403 404 404 404 403 403 403 403 403 403 409 409 404 401 403 403 401 403",
    "stream":              SEEN,
    "subscribe":           "401 401 401 403 201 201 403 201 403 403 403 201 201 201 201 201 401 201 201 401 201",
    "takeBack":            "401 401 401 403 404 404 404 403 403 409 409 409 409 403 403 404 401 403 403 401 403",
    "takeSeat":            "401 401 401 403 404 404 404 200 403 403 403 409 409 200 200 404 401 200 200 401 409",
    "takeVacation":        "401 401 401 403 404 404 404 403 403 201 403 403 201 403 403 404 401 403 403 401 403",
    "talk":                SEEN,
    "testPing":            "401 401 401 403 404 404 403 404 403 403 403 404 404 404 404 404 401 404 404 401 404",
    "testPush":            "401 401 401 403 404 404 403 404 403 403 403 404 404 404 404 404 401 404 404 401 404",
    "testWebhook":         "401 401 401 403 404 404 403 404 403 403 403 404 404 404 404 404 401 404 404 401 404",
    "tokens":              "401 401 401 401 200 200 403 200 403 403 403 200 200 200 200 200 401 200 200 401 200",
    "tournament":          OF_CUP,
    "tournamentAtom":      OF_PUBLIC_CUP,
    "tournamentBadge":     OF_PUBLIC_CUP,
    "tournamentBundle":    OF_CUP,
    "tournamentCalendar":  OF_PUBLIC_CUP,
    "tournamentEvents":    OF_CUP,
    "tournamentJsonFeed":  OF_PUBLIC_CUP,
    "tournamentMessages":  OF_CUP,
    "tournamentPairings":  OF_CUP,
    "tournamentResults":   OF_CUP,
    "tournamentRound":     OF_CUP,
    "tournamentStandings": OF_CUP,
    "tournamentTalk":      OF_CUP,
    "turn":                "401 401 401 403 404 404 404 403 403 201 409 409 201 403 403 404 401 403 403 401 403",
    "unsubscribe":         "401 401 401 403 404 404 403 404 403 403 403 404 404 404 404 404 401 404 404 401 404",
    "verification":        SEEN,
    "verify":              "401 401 401 403 200 200 200 200 200 200 200 200 200 200 200 200 401 200 200 401 200",
    "view":                SEEN,
    "views":               SEEN,
    "webhook":             "401 401 401 401 404 404 403 404 403 403 403 404 404 404 404 404 401 404 404 401 404",
    "webhookDeliveries":   "401 401 401 401 404 404 403 404 403 403 403 404 404 404 404 404 401 404 404 401 404",
    "webhooks":            "401 401 401 401 200 200 403 200 403 403 403 200 200 200 200 200 401 200 200 401 200",
    "withdrawInvitation":  "401 401 401 403 404 404 404 403 403 403 403 403 403 404 404 404 401 403 403 401 403",
    "writeGameNote":       "401 401 401 403 404 404 404 403 403 403 200 200 200 403 403 404 401 403 403 401 403",
    "writeMessage":        "401 401 401 403 404 404 404 201 403 201 201 201 201 201 201 404 401 201 404 401 403",
    "writePlayerNote":     "401 401 401 403 200 200 403 200 403 403 403 200 200 200 200 200 401 200 200 401 200",
    "writeTournamentMessage": "401 401 401 403 404 404 404 404 403 404 404 201 201 201 201 201 401 201 201 401 201",
    **dict.fromkeys(("moderationActs", "roles", "moderatedPlayers", "moderatedPlayer", "moderatedGame"), GOVERNED),
    **dict.fromkeys(("messagesOfPlayer", "voidPeriods"), GOVERNED),
    **dict.fromkeys(("grantRole", "revokeRole", "actAboutPlayer", "actAboutGame", "closeTournament"), GOVERNS),
    **dict.fromkeys(("removeText", "voidPeriod", "restorePeriod"), GOVERNS),
    "confirmWarning":      "401 401 401 403 404 404 403 404 403 403 403 404 404 404 404 404 401 404 404 401 404",
    "ownStanding":         "401 401 401 401 200 200 200 200 200 200 200 200 200 200 200 200 401 200 200 401 200",
    "recover":             "409 401 401 403 409 409 409 409 409 409 409 409 409 409 409 409 409 409 409 409 409",
    **dict.fromkeys(("moderationActs", "roles"), GOVERNED),
    **dict.fromkeys(("grantRole", "revokeRole"), GOVERNS),
    **dict.fromkeys(("appeals", "reportCase", "reportCases"), GOVERNED),
    **dict.fromkeys(("answerAppeal", "answerReport", "releaseReport", "takeReport"), GOVERNS),
    "appeal":              "401 401 401 403 404 404 403 404 403 403 403 404 404 404 404 404 401 404 404 401 404",
    "makeReport":          "401 401 401 403 404 404 403 404 403 403 403 404 404 404 404 404 401 404 404 401 404",
    "markReports":         "401 401 401 403 200 200 403 200 403 403 403 200 200 200 200 200 401 200 200 401 200",
    "ownActs":             "401 401 401 401 200 200 403 200 200 403 403 200 200 200 200 200 401 200 200 401 200",
    "ownReports":          "401 401 401 401 200 200 403 200 200 403 403 200 200 200 200 200 401 200 200 401 200",
}  # fmt: skip
