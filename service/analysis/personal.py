"""What the tables of the engine have of a person."""

from service.core.personal import INTERNAL, Own, Personal, Without

PERSONAL: tuple[Personal, ...] = (
    Own(
        "engine_jobs",
        "analyses",
        "the analyses that you have asked for",
        ("game", "level", "asked_at", "state", "done", "total"),
        order=("game", "level"),
        left_out={
            "player": "it is you",
            "holder": INTERNAL,
            "valid_until": INTERNAL,
            "document": "is computed from the log of the game, which is in the folder `games`",
        },
    ),
    Without("engine_parts", "is computed from the logs of games"),
)
