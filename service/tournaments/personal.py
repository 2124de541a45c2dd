"""What the tables of tournaments have of a person."""

from service.core.personal import Own, Personal, Without

PERSONAL: tuple[Personal, ...] = (
    Own(
        "tournament_people",
        "tournaments",
        "your roles in tournaments; their logs are in the folder `tournaments`",
        ("tournament", "role"),
        order=("tournament", "role"),
        left_out={"player": "it is you"},
    ),
    Without("tournament_events", "the logs of tournaments, which are in the folder `tournaments`"),
    Without("tournaments", "is computed from the logs of tournaments"),
    Without("tournament_games", "is computed from the logs of tournaments"),
    Without("tournament_rounds", "is computed from the logs of tournaments"),
    Without("tournament_claims", "which process pairs a round"),
)
