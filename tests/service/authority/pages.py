"""What is in no document: pages, embeds, pictures. Each row says with what status everybody is answered."""

from collections.abc import Mapping

from tests.service.authority.asked import VALUES
from tests.service.authority.people import ABOUT, PERSON, People

WHO_LOOKS = ("nobody", "revoked", "stranger", "invited", "player", "owner", "page", "passer", "shut_out", "anybody")

OPEN = "200 401 200 200 200 200 200 200 200 200"
SHOWN = "404 401 404 404 404 404 404 200 200 200"
"""What is for everybody, and therefore shows nothing of a private game, not even to its players."""

ABSENT = "404 401 404 404 404 404 404 404 404 404"
"""Files by unknown names."""

PAGES: Mapping[str, str] = {
    **dict.fromkeys(
        (
            *(
                "/",
                "/about",
                "/desk",
                "/desk/log",
                "/desk/ratings",
                "/desk/roles",
                "/desk/site",
                "/recover",
                "/account",
                "/account/notifications",
                "/account/reports",
                "/account/tokens/new",
                "/desk/fair-play",
                "/desk/reports",
                "/device",
                "/email",
                "/new",
                "/offline",
                "/results",
                "/sign-in",
                "/transparency",
                "/verify",
            ),
            *(
                "/bots",
                "/bots/values.json",
                "/dumps",
                "/dumps/index.json",
                "/manifest.webmanifest",
                "/players",
                "/push-worker.js",
                "/rules/tournaments",
            ),
            *(
                "/docs",
                "/docs/SPEC.md",
                "/docs/tournaments/PAIRING.md",
                "/docs/tournaments/RECORDS.md",
                "/docs/tournaments/RULES.md",
                "/docs/analysis",
                "/docs/app.html",
                "/docs/bot.mjs",
                "/docs/bot.py",
                "/docs/bots",
                "/docs/changelog",
                "/docs/dumps",
                "/docs/engine",
                "/docs/guide",
                "/docs/python",
                "/docs/typescript",
                "/docs/verify.mjs",
                "/favicon.ico",
                "/ludolog.js",
                "/openapi.json",
                "/openapi.yaml",
                "/asyncapi.json",
            ),
            # the pieces of a game that some may not see are none, as of one that does not exist
            *("/embed/boards/{name}/map.svg", "/embed/games/{game}/pieces.svg"),
            *("/embed/leaderboards/{name}", "/embed/results", "/leaderboards/{name}", "/players/{player}"),
            # the pages of games and tournaments are empty frames, whatever they are about
            *("/games/{game}", "/tournaments/{tournament}"),
            *("/desk/games/{game}", "/desk/players/{player}", "/desk/tournaments/{tournament}"),
            *("/problems", "/problems/{code}", "/rules", "/rules/{name}"),
            *("/tournaments", "/tournaments/new"),
        ),
        OPEN,
    ),
    **dict.fromkeys(
        (
            *("/embed/games/{game}", "/embed/games/{game}/picture.png", "/embed/games/{game}/picture.svg", "/oembed"),
            "/embed/tournaments/{tournament}",
        ),
        SHOWN,
    ),
    **dict.fromkeys(("/assets/{release}/{path}", "/docs/assets/{name}", "/icons/{name}"), ABSENT),
    **dict.fromkeys(("/docs/sdk/{name}", "/docs/sdk/typescript/{name}"), ABSENT),
    "/dumps/{period}/{name}": ABSENT,
    # this operator has no documents
    "/law/{name}": ABSENT,
    "/rules/{name}/{number}": OPEN.replace("200", "302"),
    # without the parameters of an app it is an error, for everybody
    "/oauth/authorize": OPEN.replace("200", "400"),
    # the log of games, which is the same for everybody
    **dict.fromkeys(("/log/checkpoint", "/log/vkey"), OPEN),
    "/log/tile/{name}": ABSENT,
    # forms only; whom they answer what: tests/service/apps
    **dict.fromkeys(("/oauth/device", "/oauth/introspect", "/oauth/revoke", "/oauth/token"), "405 " * 9 + "405"),
    **dict.fromkeys(("/.well-known/oauth-authorization-server", "/.well-known/oauth-protected-resource"), OPEN),
    # it is off by default
    "/metrics": ABSENT.replace("401", "404"),
}

_OTHERS = {"release": "unknown", "path": "unknown.js", "period": "2026-11-27"}


def looks(people: People, page: str) -> dict[str, int]:
    """Return the status with which everybody is answered a page."""
    found: dict[str, int] = {}
    for who in WHO_LOOKS:
        table = people.table(ABOUT.get(who, "private"), running=True)
        client = table.clients[PERSON.get(who, who)]
        query = {"url": f"{people.server.base}/games/{table.game}"} if page == "/oembed" else {}
        of_table = {"game": table.game, "tournament": table.cup, "player": people.id_of("player")}
        found[who] = client.get(page.format(**{**VALUES, **_OTHERS}, **of_table), params=query).status_code
    return found
