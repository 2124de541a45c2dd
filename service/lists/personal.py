"""What the tables of lists and results have of a person. All of it follows from logs."""

from service.core.personal import DERIVED, Own, Personal, Without

_FROM_GAMES = (
    *("lobby", "sitters", "invited", "tagged", "seats", "awaited_bots", "results", "result_seats", "result_tags"),
    *("due_games", "player_changes", "game_changes", "departures", "ends"),
    "completions",
)

_FROM_ACTS = ("withheld_games", "void_games", "void_periods", "recomputations")

PERSONAL: tuple[Personal, ...] = (
    Own(
        "ratings",
        "ratings",
        "your present ratings",
        ("ruleset", "profile", "mu", "sigma", "games", "wins"),
        order=("ruleset", "profile"),
        left_out={"player": "it is you", "ordinal": DERIVED, "provisional": DERIVED},
    ),
    Own(
        "rating_history",
        "rating_history",
        "your ratings after each rated game",
        ("game", "ruleset", "profile", "at", "mu", "sigma", "ranked", "weight"),
        order=("number", "profile"),
        left_out={"player": "it is you", "number": DERIVED},
    ),
    *(Without(table, "is computed from the logs of games, which are in the folder `games`") for table in _FROM_GAMES),
    *(Without(table, "what moderators have set aside; acts about you are in moderation.json") for table in _FROM_ACTS),
    Without("projections", "how far the tables follow the log"),
    Without("tracking", "how far the tables follow the log"),
    Without("ludolog_tracking", "how far the tables follow the log"),
)
