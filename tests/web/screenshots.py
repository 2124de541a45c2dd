"""Screenshots of every page, to look at: `python -m tests.web.screenshots FOLDER [PAGE …]`."""

import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

import httpx
from playwright.sync_api import Browser, Page, expect

from service.core.keys.opening import make_first_keys
from service.core.settings import Settings
from service.core.store.store import Store
from service.serving.demo import Prepared, prepared
from tests.replies import ok
from tests.service.apps.kit import PLAY, asking
from tests.service.kit import holder, identity, started_game
from tests.service.moderation.kit import granted, with_role
from tests.service.server import Server, serving
from tests.service.tournaments.kit import Cup
from tests.web.browser import PHONE, launched, opened, theme_options
from tests.web.test_first_game import begun
from tests.web.test_profile import played
from tests.web.test_talk import table_of

WIDTHS = {360: 740, 768: 1024, 1440: 900}
THEMES = ("light", "dark")
LANGUAGES = ("de", "en", "it")
TITLES = ("giganten", "siberia", "minos")
SETTLED = 1_200
"""Milliseconds until a page has what it asks for."""
NOWHERE = "/nowhere"
"""An address without a page."""
NOT_ASKED = "/oauth/authorize"
"""Without the parameters of an app it is an error."""
LATE = 150
"""The version of a finished game at which the replay is shown."""
LAW = {
    "terms.md": "# Terms\n\nBe polite.\n",
    "terms.de.md": "# Nutzungsbedingungen\n\nSei höflich.\n",
    "terms.it.md": "# Condizioni\n\nSii gentile.\n",
    "privacy.md": "# Privacy\n\n| what | how long |\n|---|---|\n| names | until the account is deleted |\n",
    "imprint.md": "# Imprint\n\nThe chess club, harbour street 1.\n",
}
"""Documents of an operator."""


class Shown(NamedTuple):
    """A page: its name, its address, who looks, what is pressed first, and whether all of it is in the picture."""

    name: str
    address: str
    token: str | None = None
    press: Callable[[Page], None] | None = None
    is_whole: bool = True


def token(player: httpx.Client) -> str:
    return player.headers["Authorization"].removeprefix("Bearer ")


def tournament(server: Server) -> Cup:
    """Open a tournament whose first round is being played."""
    cup = Cup(server, name="Harbour Cup", pause=None)
    cup.publish_first()
    first = cup.playing(1)["tables"][0]
    cup.sit_down(first)
    cup.end(first)
    return cup


def pressing(selector: str) -> Callable[[Page], None]:
    """Return what presses the first control of a selector that can be seen, if it is not pressed already."""

    def press(page: Page) -> None:
        for found in page.locator(selector).locator("visible=true").all()[:1]:
            found.click()

    return press


def open_all(page: Page) -> None:
    """Open all that is folded."""
    page.locator("main details:not([open]) > summary").evaluate_all("all => all.forEach((each) => each.click())")


def of_visitors(demo: Prepared) -> Iterator[Shown]:
    """Yield the pages that need no account, as a visitor sees them."""
    yield from (Shown("visitor", "/"), Shown("about", "/about"), Shown("error", NOWHERE))
    yield from (Shown("sign-in", "/sign-in"), Shown("recover", "/recover#token=none"), Shown("email", "/email"))
    yield from (Shown("offline", "/offline"), Shown("transparency", "/transparency"), Shown("bots", "/bots"))
    yield from (Shown(f"law-{name}", f"/law/{name}") for name in ("terms", "privacy", "imprint"))
    yield from (Shown("rules", "/rules"), Shown("rules-tournaments", "/rules/tournaments", None, None, False))
    for title in TITLES:
        yield Shown(f"rules-{title}", f"/rules/{title}", is_whole=False)
    yield Shown("rules-at", "/rules/minos#5.1", is_whole=False)
    yield from (Shown("dumps", "/dumps"), Shown("problems", "/problems", is_whole=False), Shown("docs", "/docs"))
    yield from (Shown("docs-guide", "/docs/guide", is_whole=False), Shown("changelog", "/docs/changelog"))
    yield from (Shown("app-refused", NOT_ASKED), Shown("players-none", "/players?name=nobody+has+this+name"))
    yield from (Shown("embed-results", "/embed/results"), Shown("verify-none", "/verify"))
    for title, game in demo.finished.items():
        yield Shown(f"visitor-over-{title}", f"/games/{game}", is_whole=False)
        yield Shown(f"embed-{title}", f"/embed/games/{game}", is_whole=False)
        yield Shown(f"embed-at-{title}", f"/embed/games/{game}?at={LATE}", is_whole=False)
        yield Shown(f"embed-leaderboard-{title}", f"/embed/leaderboards/{title}")
    for title, game in demo.running.items():
        yield Shown(f"visitor-{title}", f"/games/{game}", is_whole=False)


def of_players(demo: Prepared, server: Server) -> Iterator[Shown]:
    """Yield the pages of a person who is signed in."""
    mine, ada, bea = demo.token, server.player("Ada"), server.player("Bea")
    newcomer = token(server.player("Newcomer"))
    yield from (Shown("newcomer", "/", newcomer), Shown("newcomer-account", "/account", newcomer))
    organiser = server.player("Organiser of ratings")
    for _ in range(3):
        played(organiser, [ada, bea], "minos", [1, 2])
    over = played(organiser, [ada, bea], "siberia", [2, 1])
    yield from (Shown("lobby", "/", mine), Shown("new", "/new", mine), Shown("account", "/account", mine))
    yield Shown("lobby-pool", "/", newcomer, pressing(".pool button"))
    yield Shown("new-all", "/new", mine, open_all)
    yield from (
        Shown("profile", f"/players/{identity(ada)}", mine),
        Shown("profile-own", f"/players/{identity(holder(server, mine))}", mine),
    )
    yield Shown("profile-record", f"/players/{identity(ada)}", token(bea), open_all)
    yield from (Shown("notifications", "/account/notifications", mine), Shown("token-new", "/account/tokens/new", mine))
    yield from (
        Shown("results", "/results", mine),
        Shown("results-search", "/results?ruleset=minos&since=2026-01-01", mine),
    )
    yield from (Shown("players", "/players?name=a", mine), Shown("tournaments", "/tournaments", mine))
    yield from (Shown("tournament-new", "/tournaments/new", mine), Shown("device", "/device", mine))
    yield Shown("tournament-new-all", "/tournaments/new", mine, open_all)
    yield Shown("app", f"{NOT_ASKED}?{urlencode(asking(scope=PLAY))}", mine)
    yield Shown("verify", f"/verify?game={next(iter(demo.finished.values()))}", mine)
    yield from (Shown(f"leaderboard-{title}", f"/leaderboards/{title}", token(ada)) for title in TITLES)
    yield Shown("rematch", f"/games/{over}", token(ada), is_whole=False)
    open_one = ok(ada.post("/v1/games", json={"ruleset": "minos", "seats": 3, "name": "Come in"})).json()["id"]
    yield Shown("game-open", f"/games/{open_one}", mine, is_whole=False)
    yield Shown("game-open-own", f"/games/{open_one}", token(ada), is_whole=False)
    talk = table_of(ada, bea)
    for text in ("Good luck, see https://example.org", "The same to you"):
        ok(bea.post(f"/v1/games/{talk}/messages", json={"text": text}), 201)
    yield Shown("talk", f"/games/{talk}", token(ada), pressing(".to-talk"), is_whole=False)
    with_hints = started_game(ada, ruleset="minos", hints=True)
    yield Shown("hints", f"/games/{with_hints}", token(ada), pressing(".take-hint"), is_whole=False)


def of_tables(demo: Prepared, server: Server, browser: Browser) -> Iterator[Shown]:
    """Yield the tables of each title: at an own turn, in a first game, at the end, in the replay."""
    learner = token(server.player("Learner"))
    for title, game in demo.running.items():
        yield Shown(f"table-{title}", f"/games/{game}", demo.token, is_whole=False)
        with opened(browser, server.base, token=learner, viewport=PHONE) as page:
            first = begun(page, title)
        yield Shown(f"first-{title}", f"/games/{first}?first=1", learner, is_whole=False)
    for title, game in demo.finished.items():
        yield Shown(f"over-{title}", f"/games/{game}", demo.token, is_whole=False)
        yield Shown(f"replay-{title}", f"/games/{game}?at={LATE}", demo.token, is_whole=False)


def of_the_desk(server: Server) -> Iterator[Shown]:
    """Yield the pages of those who moderate and operate, and reports on both sides."""
    operator = with_role(server, "operator")
    ada, bea = server.player("Ada Rossi"), server.player("Bea Bianchi")
    game = table_of(ada, bea)
    said = ok(ada.post(f"/v1/games/{game}/messages", json={"text": "you fool"}), 201).json()["id"]
    about = {"type": "message", "game": game, "message": said}
    ok(bea.post("/v1/reports", json={"about": about, "reason": "insult", "text": "In each game."}), 201)
    warning = {"type": "warn", "reason": "Be polite."}
    ok(operator.post(f"/v1/moderation/players/{identity(ada)}/acts", json=warning), 201)
    yield Shown("reports-own", "/account/reports", token(bea))
    yield Shown("reports-warned", "/account/reports", token(ada))
    yield Shown("warned", "/", token(ada))
    pages = ("", "/log", "/ratings", "/roles", "/site", "/fair-play", "/reports")
    yield from (Shown(f"desk{page.replace('/', '-')}", f"/desk{page}", token(operator)) for page in pages)
    yield Shown("desk-report", "/desk/reports", token(operator), pressing("li.case h3 button"))
    yield Shown("desk-refused", "/desk", token(bea))
    yield Shown("desk-player", f"/desk/players/{identity(ada)}", token(operator))
    yield Shown("desk-game", f"/desk/games/{game}", token(operator))
    lines = granted(server, "recover", identity(ada), "--reason", "lost the telephone")
    link = next(word for line in lines for word in line.split() if "/recover#" in word)
    yield Shown("recover-link", f"/recover#{link.partition('#')[2]}")


def of_tournaments(demo: Prepared, server: Server) -> Iterator[Shown]:
    """Yield the pages of a tournament, also as its organiser sees it."""
    cup = tournament(server)
    for name, address in (("", f"/tournaments/{cup.id}"), ("-desk", f"/desk/tournaments/{cup.id}")):
        yield Shown(f"tournament{name}", address, demo.token)
    yield Shown("tournament-organiser", f"/tournaments/{cup.id}", token(cup.owner))
    yield Shown("tournament-embed", f"/embed/tournaments/{cup.id}")


def pages(demo: Prepared, server: Server, browser: Browser) -> Iterator[Shown]:
    """Yield all pages."""
    yield from of_visitors(demo)
    yield from of_players(demo, server)
    yield from of_the_desk(server)
    yield from of_tournaments(demo, server)
    yield from of_tables(demo, server, browser)


def shoot(browser: Browser, server: Server, shown: list[Shown], folder: Path) -> None:
    """Write a picture of each page in each width, theme and language."""
    for language in LANGUAGES:
        for theme in THEMES:
            for width, height in WIDTHS.items():
                terms: dict[str, Any] = {
                    "viewport": {"width": width, "height": height},
                    "refused": [NOWHERE, NOT_ASKED],
                    **theme_options(theme, language),
                }
                for each in shown:
                    with opened(browser, server.base, token=each.token, **terms) as page:
                        page.goto(each.address)
                        # streams stay open, so that the network is never idle
                        page.wait_for_timeout(SETTLED)
                        if each.press:
                            each.press(page)
                            page.wait_for_timeout(SETTLED)
                        path = folder / f"{each.name}-{width}-{theme}-{language}.png"
                        page.screenshot(path=path, full_page=each.is_whole)


def main() -> None:
    """Start a service with the games of the demo, and write the pictures."""
    expect.set_options(timeout=60_000)
    folder, *wanted = sys.argv[1:]
    Path(folder).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, ExitStack() as stack:
        database, law = Path(place) / "demo.db", Path(place) / "law"
        law.mkdir()
        for name, text in LAW.items():
            (law / name).write_text(text)
        settings = Settings(database=f"sqlite:///{database}")
        with Store(settings.database) as store:
            make_first_keys(store, settings)
            demo = prepared(store)
        server = stack.enter_context(serving(database, LUDOLOG_LAW_FOLDER=str(law)))
        for browser in launched():
            every = pages(demo, server, browser)
            shown = [each for each in every if not wanted or any(re.match(name, each.name) for name in wanted)]
            shoot(browser, server, shown, Path(folder))


if __name__ == "__main__":
    main()
