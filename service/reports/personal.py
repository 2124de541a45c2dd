"""What the tables of reports and appeals have of a person."""

from service.core.personal import INTERNAL, Own, Personal, Without

_MODERATOR = "a moderator"

PERSONAL: tuple[Personal, ...] = (
    Own(
        "reports",
        "reports",
        "what you have reported to the moderators. What others reported is theirs",
        ("id", "case_id", "at", "reason", "text"),
        of="reporter=?",
        left_out={"reporter": "it is you"},
    ),
    Own(
        "report_cases",
        "report_answers",
        "what your reports are about, by `case_id`, and the answers to them",
        (
            *("id", "type", "game", "tournament", "message", "version", "player", "named", "state", "opened_at"),
            *("answer", "answered_at"),
        ),
        of="id IN (SELECT case_id FROM reports WHERE reporter=?)",
        left_out={
            "evidence": "what another person wrote",
            "number": INTERNAL,
            "subject": INTERNAL,
            "taken_by": _MODERATOR,
            "taken_at": "when a moderator began to look at it",
            "answered_by": _MODERATOR,
            "is_erased": INTERNAL,
        },
    ),
    Own(
        "appeals",
        "appeals",
        "your appeals against acts in moderation.json, by their numbers, and the answers to them",
        ("act", "at", "text", "state", "answer", "answered_at"),
        order=("act",),
        left_out={"player": "it is you", "answered_by": _MODERATOR},
    ),
    Own(
        "report_marks",
        "answers_read",
        "up to when you have read answers to reports and appeals, and acts about you",
        ("read_at",),
        order=("player",),
        left_out={"player": "it is you"},
    ),
    Without("report_acts", "which acts followed from which reports; acts about you are in moderation.json"),
    Without("report_sources", "keyed digests of addresses, deleted after a day; they name no account"),
    Without("acts_told", "up to which act the service has told players of acts"),
)
