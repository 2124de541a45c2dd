"""What the cursor of each list contains. A cursor is opaque to clients, so the document does not say it."""

from collections.abc import Mapping

CURSORS: Mapping[str, str] = {
    **dict.fromkeys(
        (
            "games",
            "gamesOfPlayer",
            "ownGames",
            "organisedGames",
            "tokens",
            "seatTokens",
            "invitations",
            "webhookDeliveries",
            "tournaments",
            "ownTournaments",
            "signUpCodes",
            "blocks",
            "challenges",
            "moderatedPlayers",
            "ownReports",
        ),
        "time-cursor",
    ),
    **dict.fromkeys(("messages", "results", "ratingsOfPlayer", "rounds", "tournamentMessages"), "number-cursor"),
    **dict.fromkeys(("appeals", "bundles", "moderationActs", "reportCases"), "number-cursor"),
    **dict.fromkeys(("resultsAtom", "resultsJsonFeed", "tournamentAtom", "tournamentJsonFeed"), "number-cursor"),
    **dict.fromkeys(("playerAtom", "playerJsonFeed"), "number-and-time-cursor"),
    "leaderboard": "rank-cursor",
    "players": "name-cursor",
}
"""The form of the cursor by the id of the operation. A list refuses the cursors of other forms."""

STREAM_CURSORS: Mapping[str, str] = {
    **dict.fromkeys(("ownStream", "gamesStream"), "place-cursor"),
    "resultsStream": "number-cursor",
}
"""The form of `cursor`, `after`, `lastEventId` and `Last-Event-ID` by the id of the operation of a stream."""
