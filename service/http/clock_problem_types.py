"""The problem types of clocks."""

from service.http.game_problem_types import ProblemType

CLOCK_PROBLEMS: dict[str, ProblemType] = {
    "invalid-clock": ProblemType(
        422,
        "Invalid clock",
        "The clock of the new game, or a duration, is invalid. `detail` names the field and its bounds.",
        "Send ISO 8601 durations such as PT12H or P3D, with an allowance of PT10S or more, or a preset: GET /v1/clocks "
        "lists the presets.",
    ),
    "no-clock": ProblemType(
        409,
        "Game without a clock",
        "The game was opened without a clock.",
        "No action is needed: no decision has to be made by a certain time.",
    ),
    "no-vacation-left": ProblemType(
        409,
        "No vacation left",
        "The seat has less vacation left than the request asks for, or the game allows none.",
        "Read `vacation` of your seat in `clocks` of the game, and ask for less.",
    ),
    "vacation-running": ProblemType(
        409,
        "Vacation running",
        "The seat is on vacation already.",
        "Wait until `away_until` of your seat in `clocks` of the game.",
    ),
    "seat-not-left": ProblemType(
        409,
        "No seat to return to",
        "The clock has not given this seat to a bot: you have it, or you have resigned from it.",
        "Read the game: you may return to a seat whose `may_return` is true.",
    ),
    "game-paused": ProblemType(
        409,
        "Game paused",
        "The owner has paused the game. No decision is accepted until it continues, and all clocks are stopped.",
        "Wait until `paused_until` of the game, or until its owner resumes it.",
    ),
}
