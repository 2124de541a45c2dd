"""Requests and replies of the daily e-mail."""

from typing import Annotated, Literal

from msgspec import Meta

from service.core.http.messages import Moment, Reply, RequestBody
from service.news.api.messages import Ending

Address = Annotated[str, Meta(min_length=3, max_length=254, description="The e-mail address.")]
Hour = Annotated[int, Meta(ge=0, le=23, description="The local hour at which it is sent.")]
Zone = Annotated[str, Meta(min_length=1, max_length=60, description="The time zone, such as `Europe/Berlin` (IANA).")]


WithUnread = Annotated[
    bool, Meta(description="Whether it also names your tables and tournaments with messages that you have not read.")
]


class NewDigest(RequestBody, frozen=True):
    """A daily e-mail."""

    address: Address
    hour: Hour
    time_zone: Zone
    messages: WithUnread = False


class DigestReply(Reply, frozen=True):
    """Your daily e-mail, if you have one."""

    available: Annotated[bool, Meta(description="Whether this server sends e-mails.")]
    state: Annotated[
        Literal["off", "unconfirmed", "confirmed"],
        Meta(description="`unconfirmed`: the link in the first e-mail was not used yet; it is valid for a day."),
    ] = "off"
    address: Annotated[str | None, Meta(description="The address, or null.")] = None
    hour: Annotated[int | None, Meta(description="The local hour, or null.")] = None
    time_zone: Annotated[str | None, Meta(description="The time zone, or null.")] = None
    language: Annotated[str | None, Meta(description="The language of the texts, from Accept-Language.")] = None
    messages: WithUnread = False
    next_at: Annotated[Moment | None, Meta(description="When the next e-mail is due if something waits; or null.")] = (
        None
    )
    sent_at: Annotated[Moment | None, Meta(description="When the last e-mail was accepted, or null.")] = None
    failed_at: Annotated[Moment | None, Meta(description="The last failure since the last success, or null.")] = None
    expires_at: Ending = None


class Confirmation(RequestBody, frozen=True):
    """The token of the link in the first e-mail."""

    token: Annotated[str, Meta(max_length=100, description="The text after `confirm=` in the link.")]
