"""Messages about links to a calendar."""

from typing import Annotated

from msgspec import Meta

from service.core.http.messages import UUID, Label, Moment, Reply, RequestBody

LinkId = Annotated[str, Meta(description="The id of the link, used to revoke it.", extra=UUID)]


class NewCalendarLink(RequestBody, frozen=True):
    """A calendar link to create."""

    label: Label


class CalendarLinkReply(Reply, frozen=True):
    """A calendar link without its secret."""

    id: LinkId
    label: Label
    created_at: Moment
    expires_at: Annotated[
        Moment | None, Meta(description="The time from which it is invalid; null: it does not expire.")
    ]
    last_used_at: Annotated[Moment | None, Meta(description="The last use, to the hour; null: not used yet.")]


class CalendarLinkMade(CalendarLinkReply, frozen=True, kw_only=True):
    """A new calendar link, whose address is shown only once."""

    url: Annotated[str, Meta(description="The address to subscribe to. It is a secret that reads your calendar only.")]


class CalendarLinkList(Reply, frozen=True):
    """The calendar links in force."""

    items: Annotated[tuple[CalendarLinkReply, ...], Meta(description="The links, oldest first.")]
