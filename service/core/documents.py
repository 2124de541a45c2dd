"""What takes long to build, is the same for all clients and is built once: the documents of the API, and boards."""

import asyncio
from collections.abc import Callable, Mapping

from projections.boards import board_svg
from service.core.single_flight import SingleFlight

BUILT = 64
"""The number of documents that are kept."""


class Documents:
    """Documents that are built on first use, once, however many clients ask for one at first."""

    def __init__(self, made: Mapping[str, Callable[[], bytes]]) -> None:
        self._made = made
        self._built: SingleFlight[str, bytes] = SingleFlight(BUILT)

    async def of_api(self, name: str) -> bytes:
        """Return a document of the API by its name, such as `openapi.json`. It takes seconds to build."""
        return await self._built.get(name, lambda: asyncio.to_thread(self._made[name]))

    async def board(self, title: str, data_set: str) -> bytes:
        """Return the board of a data set as SVG. A board without a layout takes a noticeable time to draw."""
        return await self._built.get(f"board {title}/{data_set}", lambda: asyncio.to_thread(board_svg, title, data_set))
