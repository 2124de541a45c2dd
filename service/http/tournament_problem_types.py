"""The problem types of tournaments: the refusals of acts, each with its code in the rules of tournaments."""

from domain.tournaments.refusals import REFUSALS
from service.http.game_problem_types import ProblemType

_READ = "Read the tournament: `you_may` lists the acts that are possible for you now."

_TITLES: dict[str, tuple[int, str, str]] = {
    "not-an-organiser": (403, "Role required", "Ask the owner of the tournament to appoint you."),
    "own-result": (403, "Ruling about oneself", "Let another director rule, or appoint one."),
    "tournament-over": (409, "Tournament over", "No action is possible. Read the final ranking in `places`."),
    "tournament-running": (409, "Tournament running", _READ),
    "tournament-not-running": (409, "Tournament not running", _READ),
    "registration-closed": (409, "Registration closed", "Join the substitutes, or ask an organiser."),
    "registration-open": (409, "Registration open", "No action is needed."),
    "tournament-full": (409, "Tournament full", "Join the substitutes with `join_substitutes`."),
    "no-late-entry": (409, "No late entry", "Join the substitutes with `join_substitutes`."),
    "invalid-player": (422, "Player not signed up", "Use the id of a player who has signed up, not that of a guest."),
    "already-registered": (409, "Already registered", _READ),
    "not-registered": (409, "Not registered", "Register first, or check the id of the player."),
    "not-substitute": (409, "Not a substitute", "Join the substitutes with `join_substitutes`."),
    "check-in-closed": (409, "Check-in closed", "Read `check_in` of the tournament, and wait until check-in opens."),
    "check-in-open": (409, "Check-in open", "No action is needed."),
    "check-in-not-used": (409, "No check-in", "No action is needed: all players are paired."),
    "not-checked-in": (409, "Not checked in", "Check in with `check_in`."),
    "already-checked-in": (409, "Already checked in", "No action is needed."),
    "wrong-round": (409, "Wrong round", "Read in `detail` why the act is not possible for this round."),
    "round-unfinished": (409, "Round unfinished", "Wait for its results, or replace them by rulings."),
    "too-few-players": (409, "Too few players", "Wait until more players register or check in."),
    "invalid-edit": (422, "Invalid edit", "Read the draft again, and change the edit that `detail` names."),
    "not-published": (409, "Round not published", "Publish the round first."),
    "games-opened": (409, "Games open", "No action is needed."),
    "game-started": (409, "Game started", "Use `replace_result` or `void_table` instead."),
    "no-such-table": (422, "No such table", "Use the number of a table of the round."),
    "wrong-game": (409, "Wrong game", _READ),
    "result-taken": (409, "Result taken", "Use `replace_result` to let another result count."),
    "table-void": (409, "Table void", "Adjust points instead."),
    "not-at-table": (422, "Player not at the table", "Name a player of the table."),
    "invalid-result": (422, "Invalid result", "Name players of the table, each once, with ranks such as 1, 2, 2, 4."),
    "result-unchanged": (409, "Result unchanged", "No action is needed."),
    "invalid-points": (422, "Invalid points", "Give a fraction in lowest terms, such as `3/2`."),
    "invalid-reason": (422, "Invalid reason", "Give a reason of 1 to 500 characters. Do not name persons."),
    "invitation-open": (409, "Invitation open", "Wait for the player, or take it back with `decline_invitation`."),
    "invitation-declined": (409, "Invitation declined", "The player may still register."),
    "invitation-limit": (409, "Too many invitations", "Let players register themselves."),
    "not-invited": (409, "Not invited", _READ),
    "invalid-pair": (422, "Invalid pair", "Name two different players."),
    "pair-unchanged": (409, "Pair unchanged", "No action is needed."),
    "role-unchanged": (409, "Role unchanged", "No action is needed."),
    "owner-stays": (409, "Owner stays", "Appoint directors: they may do everything but cancel and appoint."),
    "hold-unchanged": (409, "Hold unchanged", "No action is needed."),
    "rounds-left": (409, "Rounds left", "Play them, or finish with `early` true."),
    "no-pairing": (409, "No pairing possible", "Allow a pair, or change the table sizes before the first round."),
}

TOURNAMENT_PROBLEMS: dict[str, ProblemType] = {
    code: ProblemType(status, title, REFUSALS[code], remedy) for code, (status, title, remedy) in _TITLES.items()
} | {
    "tournament-limit": ProblemType(
        409,
        "Too many tournaments or acts",
        "An account may have 20 tournaments that are not over, and a player 500 acts of his or her own in one.",
        "Finish or cancel a tournament, or ask an organiser to act for you.",
    ),
    "tournament-damaged": ProblemType(
        503,
        "Tournament damaged",
        "The stored events of this tournament are incomplete or changed, for example by a failing disk. Lists leave it "
        "out. Its games, and other tournaments, are not affected.",
        "Contact the operator of the service. The tournament continues when its events are restored from a backup.",
    ),
    "seed-secret": ProblemType(
        409,
        "Seed secret until the end",
        "The bundle with the seed exists only when the tournament is over.",
        "Leave `as` out: the public bundle has everything else, and its rounds can be checked.",
    ),
}
"""The problem types of tournaments. `invalid-terms`, which games have too, is among those of organisers."""

REFUSED = tuple(sorted([*_TITLES, "invalid-terms"]))
"""The codes of all refusals."""
