"""What the tables of government have of a person."""

from service.core.personal import SECRET, Own, Personal, Without

_YOU = {"player": "it is you"}

PERSONAL: tuple[Personal, ...] = (
    Own(
        "player_roles",
        "roles",
        "your roles at this site",
        ("role", "since"),
        order=("role",),
        left_out={**_YOU, "granted_by": "another person, who granted the role"},
    ),
    Own(
        "suspensions",
        "suspension",
        "the suspension of your account, if there is one",
        ("kind", "since", "until", "reason"),
        order=("player",),
        left_out=_YOU,
    ),
    Own(
        "player_warnings", "warnings", "what you were warned of", ("id", "at", "reason", "confirmed_at"), left_out=_YOU
    ),
    Own(
        "account_limits",
        "own_limits",
        "limits that an operator has set for your account",
        ("requests", "messages"),
        order=("player",),
        left_out=_YOU,
    ),
    Own(
        "recoveries",
        "recovery",
        "until when a link is valid by which you get your account back",
        ("expires_at",),
        order=("player",),
        left_out={**_YOU, "digest": SECRET},
    ),
    Own(
        "moderation_log",
        "moderation",
        "what operators and moderators did about you, and what you did as one",
        ("number", "at", "action", "kind", "about", "reason", "until", "details"),
        order=("number",),
        of="(player=? OR actor=?)",
        left_out={"player": "it is you, or whom you acted about", "actor": "it is you, or a moderator"},
    ),
    Without("moderation_names", "the names in the log of moderation, which are deleted with the accounts"),
)
