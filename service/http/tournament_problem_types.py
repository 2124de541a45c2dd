"""The problem types of tournaments."""

from service.http.game_problem_types import ProblemType

TOURNAMENT_PROBLEMS: dict[str, ProblemType] = {
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
