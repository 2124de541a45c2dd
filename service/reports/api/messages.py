"""The bodies of requests and replies about reports, appeals and their numbers."""

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from service.core.http.messages import TIME, UUID, Moment, Reply, RequestBody
from service.moderation.api.messages import Reason as LogReason

MAX_TEXT = 1000
"""Characters of a report, an answer and an appeal."""

SubjectName: TypeAlias = Annotated[
    Literal["message", "name", "play"],
    Meta(description="`message`: a text; `name`: of a player, game or tournament; `play`: how a player plays a game."),
]
StateName: TypeAlias = Annotated[
    Literal["open", "taken", "answered", "dismissed"],
    Meta(
        description="`open`: it waits; `taken`: a moderator looks at it; `answered`: a moderator agreed and has acted; "
        "`dismissed`: nothing follows."
    ),
]
ReasonName: TypeAlias = Annotated[
    Literal[
        "insult",
        "threat",
        "spam",
        "private_data",
        "impersonation",
        "illegal",
        "stalling",
        "losing_on_purpose",
        "collusion",
        "computer_help",
        "several_accounts",
        "other",
    ],
    Meta(
        description="What is wrong. Messages: `insult`, `threat`, `spam`, `private_data`, `illegal`; names also "
        "`impersonation`; play: `stalling`, `losing_on_purpose`, `collusion`, `computer_help`, `several_accounts`; "
        "all: `other`, which needs a `text`."
    ),
]
CaseId = Annotated[str, Meta(description="The id of the case, a UUID.", extra=UUID)]
Said = Annotated[
    str, Meta(max_length=MAX_TEXT, description="In your own words, as plain text without control characters.")
]
Answered = Annotated[
    str,
    Meta(min_length=1, max_length=MAX_TEXT, description="The answer, as plain text without control characters."),
]


class SubjectBody(RequestBody, frozen=True, tag_field="type"):
    """The base of what can be reported."""


class MessageSubject(SubjectBody, frozen=True, tag="message"):
    """A message at a game or at a tournament, which you can read. Name one of the two."""

    message: Annotated[str, Meta(description="The id of the message.")]
    game: Annotated[str, Meta(description="The id of its game.")] | UnsetType = UNSET
    tournament: Annotated[str, Meta(description="The id of its tournament.")] | UnsetType = UNSET


class NameSubject(SubjectBody, frozen=True, tag="name"):
    """The name of a player, of a game or of a tournament. Name one of the three."""

    player: Annotated[str, Meta(description="The id of the player.")] | UnsetType = UNSET
    game: Annotated[str, Meta(description="The id of the game.")] | UnsetType = UNSET
    tournament: Annotated[str, Meta(description="The id of the tournament.")] | UnsetType = UNSET


class PlaySubject(SubjectBody, frozen=True, tag="play"):
    """The play of somebody in a game that you may watch."""

    game: Annotated[str, Meta(description="The id of the game.")]
    player: Annotated[str, Meta(description="The id of the player, who has or had a seat in it.")]


class NewReportBody(RequestBody, frozen=True):
    """A report."""

    about: Annotated[MessageSubject | NameSubject | PlaySubject, Meta(description="What you report.")]
    reason: ReasonName
    text: Said = ""


class ReportReply(Reply, frozen=True):
    """A report of yours."""

    id: Annotated[str, Meta(description="The id of the report, a UUID.", extra=UUID)]
    at: Moment
    type: SubjectName
    game: Annotated[str | None, Meta(description="The id of the game that it is about; null: none.", extra=UUID)]
    tournament: Annotated[
        str | None, Meta(description="The id of the tournament that it is about; null: none.", extra=UUID)
    ]
    player: Annotated[str | None, Meta(description="The id of who is reported; null after the account was deleted.")]
    named: Annotated[str | None, Meta(description="The name of the reported player at the first report.")]
    reported: Annotated[
        str | None, Meta(description="The reported text or name; null for play, and after an account was deleted.")
    ]
    reason: ReasonName
    text: Annotated[str | None, Meta(description="What you wrote.")]
    state: StateName
    answer: Annotated[str | None, Meta(description="The answer of the moderator; null: there is none.")]
    answered_at: Annotated[Moment | None, Meta(description="When it was closed; null: it is not.")]


class OwnReports(Reply, frozen=True):
    """A page of your reports."""

    items: Annotated[tuple[ReportReply, ...], Meta(description="Your reports, newest first.")]
    next: Annotated[str | None, Meta(description="The `cursor` of the next page, with older ones; null: no more.")]
    unread: Annotated[int, Meta(ge=0, description="How many answers you have not read.")]


class NewReadMark(RequestBody, frozen=True):
    """Up to when you have read answers to reports, acts about you, and answers to appeals."""

    read_at: Annotated[str, Meta(description="A time (RFC 3339), such as that of the last answer.", extra=TIME)]


class ReadMark(Reply, frozen=True):
    """Up to when you have read."""

    read_at: Moment


class NewAppeal(RequestBody, frozen=True):
    """An appeal."""

    text: Answered


class AppealReply(Reply, frozen=True):
    """Your appeal against an act."""

    act: Annotated[int, Meta(ge=1, description="The number of the act.")]
    at: Moment
    text: Annotated[str | None, Meta(description="What you wrote.")]
    state: Annotated[
        Literal["open", "granted", "refused", "withdrawn"],
        Meta(description="`open`: it waits; `granted`, `refused`: a moderator has answered."),
    ]
    answer: Annotated[str | None, Meta(description="The answer; null: there is none.")]
    answered_at: Annotated[Moment | None, Meta(description="When it was answered; null: it was not.")]


class AgainstReply(Reply, frozen=True):
    """An act of a moderator that concerns you."""

    number: Annotated[int, Meta(ge=1, description="The number of the act, which an appeal names.")]
    at: Moment
    action: Annotated[str, Meta(description="What was done, such as `player.warned`. More actions may be added.")]
    kind: Annotated[str, Meta(description="The kind of what it is about, such as `player` or `message`.")]
    about: Annotated[str, Meta(description="The id of what it is about.")]
    reason: Annotated[str, Meta(description="Why, in the words of the moderator.")]
    until: Annotated[Moment | None, Meta(description="Until when it holds; null: without an end, or not lasting.")]
    appeal: Annotated[AppealReply | None, Meta(description="Your appeal; null: you may appeal once.")]


class OwnActs(Reply, frozen=True):
    """What moderators have done that concerns you."""

    items: Annotated[tuple[AgainstReply, ...], Meta(description="The latest 200 acts, newest first.")]
    unread: Annotated[int, Meta(ge=0, description="How many acts and answers to appeals you have not read.")]


class ModerationNews(Reply, frozen=True):
    """What moderators have decided that concerns you, while your stream is open. The lists have the words."""

    type: Annotated[
        Literal["report.answered", "act.done", "appeal.answered"],
        Meta(description="A report of yours was answered, something was done about you, or an appeal was answered."),
    ]
    at: Moment
    report: Annotated[
        str | None,
        Meta(description="The id of your report, as in GET /v1/me/reports; null: it is none.", extra=UUID),
    ]
    act: Annotated[
        int | None,
        Meta(description="The number of the act that was done or appealed against, in GET /v1/me/acts."),
    ]


class ModerationLine(Reply, frozen=True):
    """What moderators have decided, in a stream of lines."""

    moderation: Annotated[ModerationNews, Meta(description="What is decided.")]


class CaseReply(Reply, frozen=True):
    """A case in the queue: one subject, with all reports about it."""

    id: CaseId
    type: SubjectName
    state: StateName
    opened_at: Moment
    reports: Annotated[int, Meta(ge=0, description="How many players have reported it.")]
    game: Annotated[str | None, Meta(description="The id of the game that it is about; null: none.", extra=UUID)]
    version: Annotated[int | None, Meta(description="Of play: the version of the game when it was first reported.")]
    tournament: Annotated[
        str | None, Meta(description="The id of the tournament that it is about; null: none.", extra=UUID)
    ]
    message: Annotated[str | None, Meta(description="The id of the message; null: it is not about one.", extra=UUID)]
    player: Annotated[str | None, Meta(description="The id of who is reported; null: the account was deleted.")]
    account: Annotated[
        str | None, Meta(description="The account that answers for the player: of a guest, that of the host.")
    ]
    name: Annotated[str | None, Meta(description="The current name of the reported player.")]
    named: Annotated[str | None, Meta(description="The name at the first report.")]
    evidence: Annotated[
        str | None,
        Meta(description="The text or name as it was at the first report, even if it was removed since."),
    ]
    taken_by: Annotated[str | None, Meta(description="The id of the moderator who looks at it; null: no one.")]
    taken_by_name: Annotated[str | None, Meta(description="The name of this moderator.")]
    taken_at: Annotated[Moment | None, Meta(description="Since when.")]
    answer: Annotated[str | None, Meta(description="The answer to who reported it.")]
    answered_by: Annotated[str | None, Meta(description="The id of the moderator who answered.")]
    answered_at: Annotated[Moment | None, Meta(description="When it was closed.")]
    is_erased: Annotated[bool, Meta(description="Whether it was closed because the reported account was deleted.")]


class Cases(Reply, frozen=True):
    """A page of the queue."""

    items: Annotated[
        tuple[CaseReply, ...], Meta(description="Cases that wait, the oldest first; closed ones, the newest first.")
    ]
    next: Annotated[str | None, Meta(description="The `cursor` of the next page; null: no more.")]


class ReportInCase(Reply, frozen=True):
    """The report of one player about a case."""

    id: Annotated[str, Meta(description="The id of the report, a UUID.", extra=UUID)]
    at: Moment
    reporter: Annotated[str | None, Meta(description="The id of the reporter; null: the account was deleted.")]
    name: Annotated[str | None, Meta(description="The current name of the reporter.")]
    reason: ReasonName
    text: Annotated[str | None, Meta(description="What the reporter wrote.")]


class WholeCase(Reply, frozen=True):
    """A case with its reports, what followed, and other cases about the same player."""

    case: Annotated[CaseReply, Meta(description="The case.")]
    reports: Annotated[tuple[ReportInCase, ...], Meta(description="The first 100 reports, the oldest first.")]
    acts: Annotated[tuple[int, ...], Meta(description="The numbers of the acts of moderation that followed.")]
    earlier: Annotated[
        tuple[CaseReply, ...], Meta(description="The latest 100 other cases about the player, newest first.")
    ]


class TakeCaseRequest(RequestBody, frozen=True):
    """How a case is taken."""

    takes_over: Annotated[bool, Meta(description="Whether to take it from another moderator.")] = False


MOST_ACTS = 2**53 - 1
"""The largest number of an act: the greatest that all clients can read and write."""

ActNumbers = Annotated[
    tuple[Annotated[int, Meta(ge=1, le=MOST_ACTS)], ...],
    Meta(max_length=20, description="The numbers of the acts of moderation that followed, from the log."),
]


class NewAnswer(RequestBody, frozen=True):
    """The answer to a case."""

    state: Annotated[
        Literal["answered", "dismissed"],
        Meta(description="`answered`: the reports were right; `dismissed`: nothing follows."),
    ]
    text: Answered
    reason: LogReason
    acts: ActNumbers = ()


class NewAppealAnswer(RequestBody, frozen=True):
    """The answer to an appeal. It undoes nothing by itself: lift the act first, and name what you did in `acts`."""

    outcome: Annotated[Literal["granted", "refused"], Meta(description="Whether the appeal is right.")]
    text: Answered
    reason: LogReason
    acts: ActNumbers = ()


class ContestedReply(Reply, frozen=True):
    """An appeal, with the act that it is against."""

    act: Annotated[int, Meta(ge=1, description="The number of the act in the log of moderation.")]
    action: Annotated[str, Meta(description="What was done, such as `player.warned`.")]
    done_at: Annotated[Moment, Meta(description="When it was done.")]
    by: Annotated[str | None, Meta(description="The id of who did it; null: the command line of the operator.")]
    by_name: Annotated[str | None, Meta(description="The current name of this moderator.")]
    reason: Annotated[str, Meta(description="Why it was done.")]
    until: Annotated[Moment | None, Meta(description="Until when it holds.")]
    player: Annotated[str | None, Meta(description="The id of who appeals; null: the account was deleted.")]
    name: Annotated[str | None, Meta(description="The current name of this player.")]
    at: Moment
    text: Annotated[str | None, Meta(description="What the player wrote.")]
    state: Annotated[
        Literal["open", "granted", "refused", "withdrawn"],
        Meta(description="`withdrawn`: the account was deleted before an answer."),
    ]
    answer: Annotated[str | None, Meta(description="The answer; null: there is none.")]
    answered_by: Annotated[str | None, Meta(description="The id of the moderator who answered.")]
    answered_at: Annotated[Moment | None, Meta(description="When it was answered.")]


class ContestedPage(Reply, frozen=True):
    """A page of appeals."""

    items: Annotated[tuple[ContestedReply, ...], Meta(description="The appeals, in the order of their acts.")]
    next: Annotated[str | None, Meta(description="The `cursor` of the next page; null: no more.")]


Month = Annotated[str, Meta(description="A month in UTC, such as 2026-11.")]
Count = Annotated[int, Meta(ge=1, description="How many.")]


class ReportsInMonth(Reply, frozen=True):
    """Reports that were made in a month."""

    month: Month
    type: SubjectName
    state: StateName
    number: Count


class ActsInMonth(Reply, frozen=True):
    """Acts of moderators in a month."""

    month: Month
    action: Annotated[str, Meta(description="What was done, such as `player.suspended`.")]
    number: Count


class AppealsInMonth(Reply, frozen=True):
    """Appeals that were made in a month."""

    month: Month
    state: Annotated[
        Literal["open", "granted", "refused", "withdrawn"], Meta(description="What came of them until now.")
    ]
    number: Count


class Transparency(Reply, frozen=True):
    """Moderation in numbers, without names."""

    reports: Annotated[tuple[ReportsInMonth, ...], Meta(description="By month, kind and present state.")]
    acts: Annotated[tuple[ActsInMonth, ...], Meta(description="By month and action.")]
    appeals: Annotated[tuple[AppealsInMonth, ...], Meta(description="By month and present state.")]
