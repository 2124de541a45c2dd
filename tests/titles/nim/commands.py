"""What a player may ask for in Nim."""

from typing import Annotated

from msgspec import Meta

from domain.kernel.values import Command
from tests.titles.nim.events import Heap


class TakeObjects(Command, frozen=True, tag="nim.take_objects"):
    """Take objects from one heap (2.2, 2.3)."""

    heap: Heap
    number: Annotated[int, Meta(ge=1, description="How many objects to take.")]
