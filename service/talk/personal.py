"""What the tables of talk have of a person."""

from service.core.personal import INTERNAL, Own, Personal, Without

PERSONAL: tuple[Personal, ...] = (
    Own(
        "talk_messages",
        "messages",
        "what you wrote at games and tournaments. The text of a removed message is not kept",
        ("id", "topic", "room", "at", "seat", "text", "level", "removed_at"),
        left_out={"player": "it is you", "account": "it is you", "place": INTERNAL, "changed": INTERNAL},
    ),
    Own(
        "talk_marks",
        "talk_settings",
        "where you have turned talk off for yourself, and up to when you have read it",
        ("topic", "muted", "read_at"),
        order=("topic",),
        left_out={"player": "it is you"},
    ),
    Own(
        "game_notes",
        "game_notes",
        "your private notes about games",
        ("game", "version", "seat", "text", "at"),
        order=("game", "version"),
        left_out={"player": "it is you"},
    ),
    Own(
        "player_notes",
        "player_notes",
        "your private notes about players. What others noted about you is theirs",
        ("about", "text", "at"),
        order=("about",),
        left_out={"player": "it is you"},
    ),
    Own(
        "absences",
        "absence",
        "until when you are away",
        ("until",),
        order=("player",),
        left_out={"player": "it is you"},
    ),
    Without("talk_levels", "who may write at a game; who set it is a message"),
)
