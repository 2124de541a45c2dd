"""The refusals of acts in a tournament. Each has a code that does not change."""

from collections.abc import Mapping

REFUSALS: Mapping[str, str] = {
    "invalid-terms": "The terms do not agree with one another or with the title.",
    "not-an-organiser": "The act needs a role in the tournament that the author does not have.",
    "own-result": "An organiser who plays does not rule on a table or on points of his or her own.",
    "tournament-over": "The tournament has finished or was cancelled.",
    "tournament-running": "The act is possible before the first round is published only.",
    "tournament-not-running": "The act is possible after the first round is published only.",
    "registration-closed": "The tournament takes no registrations now.",
    "registration-open": "Registration is open already.",
    "tournament-full": "The tournament has its maximum number of players.",
    "no-late-entry": "The last round for late entries has been published.",
    "invalid-player": "Only a player who has signed up can take part.",
    "already-registered": "The player is in the tournament already.",
    "not-registered": "The player is not in the tournament, or has left it.",
    "not-substitute": "The player is not on the list of substitutes.",
    "check-in-closed": "Check-in for this round is not open.",
    "check-in-open": "Check-in for this round is open already.",
    "check-in-not-used": "The tournament has no check-in.",
    "not-checked-in": "The player has not checked in for this round.",
    "already-checked-in": "The player has checked in for this round.",
    "wrong-round": "The act concerns another round than the one that is possible now.",
    "round-unfinished": "A round that has to be closed first is still being played.",
    "too-few-players": "Fewer players are present than a table needs.",
    "invalid-edit": "An edit of the pairing does not fit it.",
    "not-published": "The round has not been published.",
    "games-opened": "The games of the round are open already.",
    "game-started": "A game of the tables concerned has started.",
    "no-such-table": "The round has no such table.",
    "wrong-game": "The tournament does not wait for a result of this game.",
    "result-taken": "The result of this game has been taken.",
    "table-void": "The table has been voided.",
    "not-at-table": "The player has no place at this table.",
    "invalid-result": "The result does not name every place of the table once.",
    "result-unchanged": "A ruling has given the table these places already.",
    "invalid-points": "The points are not a fraction within the limits.",
    "invalid-reason": "The reason is missing or too long.",
    "invitation-open": "The player has an open invitation.",
    "invitation-declined": "The player has declined an invitation.",
    "invitation-limit": "The tournament has the maximum number of invitations.",
    "not-invited": "The player has no open invitation.",
    "invalid-pair": "A pair consists of two different players.",
    "pair-unchanged": "The pair is forbidden, or allowed, already.",
    "role-unchanged": "The player has this role already, or has none.",
    "owner-stays": "The role of the owner cannot be given or taken away.",
    "hold-unchanged": "The tournament is on hold, or is not.",
    "rounds-left": "Rounds are left to play.",
    "no-pairing": "The forbidden pairs, or the number of players, allow no pairing.",
}
"""The codes of all refusals, with their meaning."""

RULES: Mapping[str, str] = {
    "invalid-terms": "1.2",
    "not-an-organiser": "1.3",
    "role-unchanged": "1.3",
    "owner-stays": "1.3",
    "tournament-running": "1.4",
    "hold-unchanged": "1.5",
    "tournament-full": "2.1",
    "invalid-player": "2.1",
    "already-registered": "2.1",
    "registration-closed": "2.2",
    "registration-open": "2.2",
    "no-late-entry": "2.3",
    "not-registered": "2.4",
    "not-substitute": "2.6",
    "invalid-pair": "2.8",
    "pair-unchanged": "2.8",
    "no-pairing": "2.8",
    "invitation-open": "2.9",
    "invitation-declined": "2.9",
    "invitation-limit": "2.9",
    "not-invited": "2.9",
    "check-in-closed": "3.1",
    "check-in-open": "3.1",
    "check-in-not-used": "3.1",
    "not-checked-in": "3.2",
    "already-checked-in": "3.2",
    "too-few-players": "4.1",
    "not-published": "4.1",
    "tournament-not-running": "4.1",
    "wrong-round": "4.2",
    "round-unfinished": "4.2",
    "invalid-edit": "4.3",
    "no-such-table": "4.4",
    "game-started": "4.5",
    "games-opened": "6.1",
    "wrong-game": "6.2",
    "result-taken": "6.2",
    "tournament-over": "8.1",
    "rounds-left": "8.1",
    "own-result": "9.1",
    "invalid-reason": "9.1",
    "invalid-points": "9.4",
    "not-at-table": "9.7",
    "invalid-result": "9.8",
    "result-unchanged": "9.8",
    "table-void": "9.9",
}
"""The number of the rule behind each code."""


class Refused(Exception):
    """A tournament refuses an act; carries a stable code and the reason, which says what to do.

    `field` is the field of the act or of the terms that has to change, such as `format/rounds`; None if several
    may be wrong.
    """

    def __init__(self, code: str, reason: str, field: str | None = None) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
        self.field = field
