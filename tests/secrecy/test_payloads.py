"""No payload of a webhook and no text of a ping depends on what its player may not know."""

import asyncio
import contextlib
from typing import Any

import pytest
from msgspec.structs import replace

from domain.rulesets import RULESETS
from service.notifications.queue.receivers import EVENT_TYPES, PingTerms, Receiver, WebhookTerms, insert_receiver
from service.services import services_of
from tests.secrecy.comparing import Leak
from tests.secrecy.sites import Site, people, site
from tests.secrecy.test_worlds import game_of, worlds_of
from tests.secrecy.worlds import World, worlds_at_hand

NUMBERS = 2
"""Games of each title."""

PARTS = 4
"""Parts of a game after which notifications are queued."""


@pytest.mark.parametrize("number", range(NUMBERS))
@pytest.mark.parametrize("title", RULESETS)
def test_no_payload_depends_on_what_its_player_may_not_know(title: str, number: int) -> None:
    compare_payloads(title, number)


def compare_payloads(title: str, number: int) -> None:
    """Compare what is queued for everybody in a game; raises Leak."""
    played = game_of(title, number)
    worlds = worlds_of(played)

    with worlds_at_hand([*worlds.values()]):
        found = {viewer: asyncio.run(_both(world, viewer)) for viewer, world in worlds.items()}

    for viewer, (real, other) in found.items():
        if real != other:
            message = f"what is queued for {viewer} depends on hidden state"
            raise Leak(message)
        assert real
    assert max(len(real) for real, _ in found.values()) > 2


async def _both(world: World, viewer: int | None) -> list[list[Any]]:
    """Return what is queued for a viewer in both worlds."""
    async with contextlib.AsyncExitStack() as stack:
        found: list[list[Any]] = []
        for entries in (world.played.entries, world.entries):
            running = await stack.enter_async_context(site())
            _receive(running, "owner" if viewer is None else f"seat {viewer}")
            queued: list[Any] = []
            # while the game goes on as well: at its end nothing is hidden that could show, and later deliveries replace
            # what waits for its time
            for part in range(1, PARTS + 1):
                await running.feed(entries, len(entries) * part // PARTS)
                await services_of(running.app).notifications.follower.step()
                queued += _queued(running)
            found.append(queued)
        return found


def _receive(running: Site, name: str) -> None:
    """Give a person a webhook for everything, and a ping."""
    player = people().ids[name]
    hook = Receiver("hook", player, "https://hooks.example.com/", "", WebhookTerms(EVENT_TYPES, "all"), "", "")
    ping = replace(hook, id="ping", terms=PingTerms("json", "en", delay=0))
    with running.play.store.database.writing() as cursor:
        for each in (hook, ping):
            insert_receiver(cursor, each)


def _queued(running: Site) -> list[Any]:
    with running.play.store.database.reading() as cursor:
        rows = cursor.all(
            "SELECT receiver, type, once, body, next_at, about, decision, due FROM deliveries ORDER BY once"
        )
        return [tuple(dict(row).values()) for row in rows]
