"""The parameters that all streams share."""

from typing import Annotated

from litestar.params import HeaderParameter, QueryParameter

Ticket = Annotated[
    str | None,
    QueryParameter(
        description="A stream ticket instead of the header Authorization, for a browser's `EventSource`. POST "
        "/v1/me/stream-tickets creates one."
    ),
]

AfterCursor = Annotated[
    str | None,
    QueryParameter(
        description="The `cursor` of an earlier event: only later events are sent. By default the stream begins now."
    ),
]

LastCursor = Annotated[
    str | None,
    HeaderParameter(
        name="Last-Event-ID",
        required=False,
        description="The id of your last event, a cursor. Overrides `after`. An empty header counts as none.",
    ),
]

Follow = Annotated[bool, QueryParameter(description="Whether to wait for further events after the last one.")]

LastVersion = Annotated[
    str | None,
    HeaderParameter(
        name="Last-Event-ID",
        required=False,
        description="The version of your last event. Overrides `after`. An empty header counts as none.",
    ),
]

WithAwaiting = Annotated[
    bool | None,
    QueryParameter(
        description="Whether to send the open decisions after each batch of events; by default only as server-sent "
        "events."
    ),
]
