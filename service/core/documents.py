"""What takes long to build, is the same for all clients and is built once: the document of the API, and boards."""

import asyncio
from collections.abc import Callable

from projections.boards import board_svg
from service.core.single_flight import SingleFlight

BUILT = 64
"""The number of documents that are kept."""


class Documents:
    """Documents that are built on first use, once, however many clients ask for one at first."""

    def __init__(self, openapi_document: Callable[[], bytes]) -> None:
        self._openapi_document = openapi_document
        self._built: SingleFlight[str, bytes] = SingleFlight(BUILT)

    async def openapi(self) -> bytes:
        """Return the OpenAPI document. It takes seconds to build."""
        return await self._built.get("openapi.json", lambda: asyncio.to_thread(self._openapi_document))

    async def board(self, title: str, data_set: str) -> bytes:
        """Return the board of a data set as SVG. A board without a layout takes a noticeable time to draw."""
        return await self._built.get(f"board {title}/{data_set}", lambda: asyncio.to_thread(board_svg, title, data_set))
