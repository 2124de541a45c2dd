"""Pictures of games for previews of links and embeds."""

import asyncio
from collections.abc import Iterable

from service.core.feature import Feature
from service.core.parts import Parts
from service.core.worker import Background, Started
from service.web.sharing.pictures import Pictures


def build(parts: Parts) -> None:
    """Build what makes pictures."""
    parts.add(Pictures())


def background(parts: Parts) -> Iterable[Background]:
    """End the process that makes pictures."""
    pictures = parts.get(Pictures)
    yield Started(stop=lambda: asyncio.to_thread(pictures.close))


feature = Feature("sharing", parts={"pictures": Pictures}, build=build, background=background)
