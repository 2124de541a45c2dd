"""The bodies of requests and replies about the state of the site."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from service.core.http.messages import UUID, Moment, PlayerId, Reply, RequestBody

MAX_REASON, MAX_NOTICE = 200, 500
"""Characters of the reason of a maintenance, and of a notice."""

MAX_DAYS = 365
"""Days for which a code may be valid."""

SignUpMode = Annotated[
    Literal["open", "invitation", "closed"],
    Meta(description="Who may sign up: everyone, holders of a code, or no one."),
]
Language = Annotated[str, Meta(pattern="^[a-z]{2,8}$")]
NoticeText = Annotated[str, Meta(min_length=1, max_length=MAX_NOTICE, description="The text.")]


class MaintenanceReply(Reply, frozen=True):
    """A maintenance: everything can be read, changes get 503 `maintenance`, and no clock runs out."""

    reason: Annotated[str, Meta(description="Why.")]
    since: Annotated[Moment, Meta(description="Since when.")]
    until: Annotated[Moment | None, Meta(description="When it will probably end; null: unknown.")]


class NoticeReply(Reply, frozen=True):
    """A notice to all, which every page shows."""

    text: Annotated[str, Meta(description="The text, in the language of the request if there is one.")]
    until: Annotated[Moment, Meta(description="Until when it is shown.")]


class SiteReply(Reply, frozen=True):
    """The state of the site."""

    sign_ups: SignUpMode
    maintenance: Annotated[MaintenanceReply | None, Meta(description="The maintenance; null: there is none.")]
    notice: Annotated[NoticeReply | None, Meta(description="The notice to all; null: there is none.")]


class NewMaintenance(RequestBody, frozen=True):
    """A maintenance that begins now."""

    reason: Annotated[str, Meta(min_length=1, max_length=MAX_REASON, description="Why; all players see it.")]
    until: Annotated[Moment | None, Meta(description="When it will probably end.")] = None


class NewNotice(RequestBody, frozen=True):
    """A notice that is shown from now on."""

    text: NoticeText
    until: Annotated[Moment, Meta(description="Until when it is shown.")]
    texts: Annotated[
        Mapping[Language, NoticeText], Meta(max_length=10, description="The text in other languages, by their tags.")
    ] = {}


class SiteChange(RequestBody, frozen=True):
    """What is switched. Fields that are left out stay as they are."""

    reason: Annotated[
        str, Meta(min_length=1, max_length=MAX_REASON, description="Why, in a line for the log of moderation.")
    ]
    sign_ups: SignUpMode | UnsetType = UNSET
    maintenance: Annotated[
        NewMaintenance | UnsetType | None, Meta(description="A maintenance that begins; null: it ends.")
    ] = UNSET
    notice: Annotated[NewNotice | UnsetType | None, Meta(description="A notice to all; null: it ends.")] = UNSET


class NewCode(RequestBody, frozen=True):
    """A code to sign up with."""

    label: Annotated[str, Meta(max_length=80, description="For whom or what, for the list of operators.")] = ""
    days: Annotated[int, Meta(ge=1, le=MAX_DAYS, description="For how many days it is valid.")] = 14


class CodeReply(Reply, frozen=True):
    """A code to sign up with, without its secret."""

    id: Annotated[str, Meta(description="The id of the code, a UUID, by which it is withdrawn.", extra=UUID)]
    label: Annotated[str, Meta(description="For whom or what.")]
    created_at: Moment
    created_by: Annotated[PlayerId | None, Meta(description="The operator; null: the command line.")]
    expires_at: Moment
    used_at: Annotated[Moment | None, Meta(description="When a person signed up with it; null: not yet.")]
    player: Annotated[PlayerId | None, Meta(description="Who signed up with it; null: no one, or a deleted account.")]


class MadeCode(CodeReply, frozen=True, kw_only=True):
    """A new code."""

    code: Annotated[str, Meta(description="The code. No other request returns it.")]


class CodesReply(Reply, frozen=True):
    """A page of codes."""

    items: Annotated[tuple[CodeReply, ...], Meta(description="The codes, newest first.")]
    next: Annotated[str | None, Meta(description="The `cursor` of the next page; null: no more.")]
