"""A page says to a service with replicas what it has seen, and forgets it when it learns of something newer."""

from collections.abc import Iterator
from typing import NamedTuple, cast

import pytest
from playwright.sync_api import Browser, Page, Request

from tests.service.kit import open_game
from tests.service.replicas import site as replicas
from tests.service.replicas.site import POSITION, Site
from tests.service.server import Server
from tests.waiting import until
from tests.web.browser import opened

API = """
    const {name} = performance.getEntriesByType('resource').find(({name}) => name.endsWith('/core/api.js'));
    const {get, send} = await import(name);
"""
"""The module of the page that sends its requests."""


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Two processes, a primary and a replica."""
    with replicas.site(tmp_path_factory.mktemp("site")) as made:
        yield made


class Read(NamedTuple):
    """A request of a page: its path, and what it says that the page has seen."""

    path: str
    seen: str | None


def reads_of(page: Page) -> list[Read]:
    """Return a list to which the reads of a page from the API are added."""
    found: list[Read] = []

    def note(request: Request) -> None:
        path = request.url.removeprefix(request.frame.url.rstrip("/"))
        if request.resource_type == "fetch" and request.method == "GET":
            found.append(Read(path, request.headers.get(POSITION.lower())))

    page.on("request", note)
    return found


def numbers(position: str | None) -> tuple[int, int]:
    """Return both numbers of a position."""
    assert position is not None
    log, accounts = map(int, position.split("."))
    return log, accounts


def asked(page: Page, calls: str) -> object:
    """Return what calls of the functions of the page return."""
    return page.evaluate(f"async () => {{ {API} {calls} }}")


def test_a_page_says_what_it_has_seen_until_an_event_tells_of_more(browser: Browser, pair: Site) -> None:
    server = pair.servers[0]
    player = server.player()
    token = player.headers["Authorization"].removeprefix("Bearer ")
    with opened(browser, server.base, token=token) as page:
        reads = reads_of(page)
        page.goto("/")
        page.wait_for_load_state("load")

        def says_what_it_has_seen() -> str | None:
            asked(page, "await get('/v1/results');")
            return reads[-1].seen

        # the events with which the streams begin make it forget
        before = until(says_what_it_has_seen)
        made = asked(page, "return (await send('POST', '/v1/games', {ruleset: 'giganten', seats: 3})).id;")
        # tables that lag by more than a second answer all the same
        own = "return (await get('/v1/games?owner=me')).items.map(({id}) => id);"
        assert until(lambda: made in cast("list[str]", asked(page, own)))
        assert numbers(until(says_what_it_has_seen))[0] > numbers(before)[0]

        def at_rest() -> int:
            # events of the page come while it is asked for something
            known = len(reads)
            page.wait_for_timeout(500)
            return known if known == len(reads) else 0

        # the page reads for the events of the own game, too
        number = until(at_rest)
        open_game(pair.servers[1].player("Bob"))

        def reads_again() -> list[Read]:
            page.wait_for_timeout(50)
            # what is needed without connection asks who is signed in, seconds after the page
            return [each for each in reads[number:] if each.path != "/v1/sessions/current"]

        assert until(reads_again)[0].seen is None


def test_a_page_of_a_service_without_replicas_says_nothing(browser: Browser, site: Server) -> None:
    with opened(browser, site.base) as page:
        reads = reads_of(page)
        page.goto("/")
        page.wait_for_load_state("load")
        asked(page, "await get('/v1/results'); await get('/v1/games?status=open');")
        assert reads
        assert {each.seen for each in reads} == {None}
