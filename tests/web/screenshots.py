"""Screenshots of every page, to look at: `python -m tests.web.screenshots FOLDER [PAGE …]`."""

import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from service.core.keys.opening import make_first_keys
from service.core.settings import Settings
from service.core.store.store import Store
from service.serving.demo import Prepared, prepared
from tests.replies import ok
from tests.service.server import Server, serving
from tests.service.tournaments.kit import Cup
from tests.web.browser import launched, opened, theme_options

WIDTHS = {360: 740, 768: 1024, 1440: 900}
THEMES = ("light", "dark")
LANGUAGES = ("de", "en")
SETTLED = 1_200
"""Milliseconds until a page has what it asks for."""
DESK = "desk"
"""The page of a tournament, as its organiser sees it."""
NOWHERE = "/nowhere"
"""An address without a page."""
LATE = 150
"""The version of a finished game at which the replay is shown."""


def tournament(server: Server) -> Cup:
    """Open a tournament whose first round is being played."""
    cup = Cup(server, name="Harbour Cup", pause=None)
    cup.publish_first()
    first = cup.playing(1)["tables"][0]
    cup.sit_down(first)
    cup.end(first)
    return cup


def pages(demo: Prepared, player: str, cup: str) -> Iterator[tuple[str, str]]:
    """Yield the name and address of each page."""
    yield from (("tournaments", "/tournaments"), ("tournament-new", "/tournaments/new"))
    yield from ((name, f"/tournaments/{cup}") for name in ("tournament", DESK))
    yield from (("lobby", "/"), ("new", "/new"), ("account", "/account"), ("profile", f"/players/{player}"))
    yield from (
        ("notifications", "/account/notifications"),
        ("results", "/results"),
        ("players", "/players?name=p"),
        ("verify", f"/verify?game={next(iter(demo.finished.values()))}"),
    )
    yield from (("about", "/about"), ("error", NOWHERE), ("sign-in", "/sign-in"), ("rules", "/rules/minos#5.1"))
    for title, game in demo.running.items():
        yield f"table-{title}", f"/games/{game}"
    for title, game in demo.finished.items():
        yield f"over-{title}", f"/games/{game}"
        yield f"replay-{title}", f"/games/{game}?at={LATE}"
        yield f"embed-{title}", f"/embed/games/{game}"
        yield f"embed-at-{title}", f"/embed/games/{game}?at={LATE}"
        yield f"leaderboard-{title}", f"/leaderboards/{title}"


def shoot(browser: Browser, server: Server, demo: Prepared, folder: Path, wanted: set[str]) -> None:
    """Write a picture of each page in each width, theme and language."""
    me = ok(server.client().get("/v1/me", headers={"Authorization": f"Bearer {demo.token}"})).json()
    cup = tournament(server)
    for name, address in pages(demo, me["id"], cup.id):
        if wanted and not any(re.match(each, name) for each in wanted):
            continue
        organiser = cup.owner.headers["Authorization"].removeprefix("Bearer ")
        token = organiser if name == DESK else demo.token
        for language in LANGUAGES:
            for theme in THEMES:
                for width, height in WIDTHS.items():
                    size = {"width": width, "height": height}
                    options = theme_options(theme, language)
                    terms: dict[str, Any] = {"viewport": size, "refused": [NOWHERE], **options}
                    with opened(browser, server.base, token=token, **terms) as page:
                        page.goto(address)
                        # streams stay open, so that the network is never idle
                        page.wait_for_timeout(SETTLED)
                        page.screenshot(path=folder / f"{name}-{width}-{theme}-{language}.png", full_page=name == DESK)


def main() -> None:
    """Start a service with the games of the demo, and write the pictures."""
    folder, *wanted = sys.argv[1:]
    Path(folder).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        database = Path(place) / "demo.db"
        settings = Settings(database=f"sqlite:///{database}")
        with Store(settings.database) as store:
            make_first_keys(store, settings)
            demo = prepared(store)
        with serving(database) as server:
            for browser in launched():
                shoot(browser, server, demo, Path(folder), set(wanted))


if __name__ == "__main__":
    main()
