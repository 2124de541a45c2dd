"""What the tables of challenges, rematches and pools have of a person."""

from service.core.personal import INTERNAL, Own, Personal, Without

PERSONAL: tuple[Personal, ...] = (
    Own(
        "meetings",
        "challenges",
        "challenges, rematches and pairings of pools that you asked for, or that asked you; `terms` is JSON",
        (
            *("id", "kind", "before_game", "asked_by", "at", "expires_at", "state", "reason", "ended_by", "ended_at"),
            *("terms", "wish", "seating"),
        ),
        of="id IN (SELECT meeting FROM meeting_players WHERE player=?)",
        left_out={"owner": "the log of the game has it", "changed": INTERNAL, "changed_at": INTERNAL},
    ),
    Own(
        "meeting_players",
        "challenged_players",
        "the players of these challenges, and whether they have agreed",
        ("meeting", "number", "player", "has_agreed"),
        order=("meeting", "player"),
        of="meeting IN (SELECT meeting FROM meeting_players WHERE player=?)",
    ),
    Own(
        "pool_entries",
        "pool",
        "the pool in which you wait for opponents",
        ("ruleset", "clock", "since", "seen_at", "meeting"),
        order=("player",),
        left_out={"player": "it is you", "skill": "is computed from your ratings, which are in ratings.json"},
    ),
    Own(
        "refused_requests",
        "refused_challenges",
        "when you asked players of whom one does not want to play with you, or you not with the player",
        ("at",),
        order=("at",),
        left_out={"player": "it is you"},
    ),
    Without("meeting_changes", "the number of the last change"),
)
