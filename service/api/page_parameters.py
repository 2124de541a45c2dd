"""The query parameters of pages that many routes share."""

from typing import Annotated

from litestar.params import QueryParameter

After = Annotated[int, QueryParameter(ge=0, description="Only events with higher versions.")]
Cursor = Annotated[str | None, QueryParameter(description="`next` of the previous page.")]
Limit = Annotated[int, QueryParameter(ge=1, le=200, description="The maximum number of items.")]
LargeLimit = Annotated[int, QueryParameter(ge=1, le=1000, description="The maximum number of items.")]
Wait = Annotated[
    int, QueryParameter(ge=0, le=30, description="The maximum number of seconds to wait for the first event.")
]
