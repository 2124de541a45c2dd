"""The parameters that all streams share."""

from typing import Annotated

from litestar.params import HeaderParameter, QueryParameter

from domain.kernel.values import Value
from service.core.http.request.parameters import bad_parameter

Ticket = Annotated[
    str | None,
    QueryParameter(
        description="A stream ticket instead of the header Authorization, for a browser's `EventSource`. POST "
        "/v1/me/stream-tickets creates one."
    ),
]

PositionCursor = Annotated[
    str | None,
    QueryParameter(
        description="The `cursor` of an earlier event: only later events are sent. By default the stream begins now."
    ),
]

AfterCursor = Annotated[str | None, QueryParameter(description="The same as `cursor`, its name in release 0.2.0.")]

LastIdInQuery = Annotated[
    str | None,
    QueryParameter(
        name="lastEventId",
        description="The same as the header `Last-Event-ID`, for polyfills of `EventSource` that cannot send it. "
        "Overrides `cursor`, which the address of a reconnect may still have.",
    ),
]

LastCursor = Annotated[
    str | None,
    HeaderParameter(
        name="Last-Event-ID",
        required=False,
        description="The id of your last event, a cursor. Overrides `cursor`. An empty header counts as none.",
    ),
]

Follow = Annotated[bool, QueryParameter(description="Whether to wait for further events after the last one.")]

LastVersion = Annotated[
    str | None,
    HeaderParameter(
        name="Last-Event-ID",
        required=False,
        description="The version of your last event. Overrides `cursor`. An empty header counts as none.",
    ),
]

WithAwaiting = Annotated[
    bool | None,
    QueryParameter(
        description="Whether to send the open decisions after each batch of events; by default only as server-sent "
        "events."
    ),
]

WithTalk = Annotated[
    bool,
    QueryParameter(
        description="Whether to send messages, too, from now on: as server-sent events `talk` without an id, or as "
        "lines with the field `talk`."
    ),
]


WithOrders = Annotated[
    bool,
    QueryParameter(
        description="Whether to send the standing orders of your seat, too, when one acts, ends or is set, from now "
        "on: as server-sent events `order` without an id, or as lines with the field `order`."
    ),
]


class Start(Value, frozen=True):
    """The position after which a stream begins, and the parameter or header that has it."""

    cursor: str
    parameter: str


def start_asked(header: str | None, last_id: str | None, cursor: str | None, after: str | None) -> Start | None:
    """Return where a stream begins; None: at its default. Raises a 400 problem for two different positions."""
    if cursor is not None and after not in {None, cursor}:
        raise bad_parameter("after", "after is another name of cursor: give one of them")
    # a reconnect has the address of the first request, and the id of the last event besides
    given = (("Last-Event-ID", header), ("lastEventId", last_id), ("cursor", cursor), ("after", after))
    return next((Start(position, name) for name, position in given if position), None)
