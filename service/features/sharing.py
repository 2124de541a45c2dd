"""Pictures of games for previews of links and embeds."""

import asyncio
from collections.abc import Iterable

from service.feature import Feature
from service.parts import Parts
from service.web.sharing.pictures import Pictures
from service.worker import Background, Started


def build(parts: Parts) -> None:
    """Build what makes pictures."""
    parts.add(Pictures())


def background(parts: Parts) -> Iterable[Background]:
    """End the process that makes pictures."""
    pictures = parts.get(Pictures)
    yield Started(stop=lambda: asyncio.to_thread(pictures.close))


feature = Feature("sharing", parts={"pictures": Pictures}, build=build, background=background)
