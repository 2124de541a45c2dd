"""A new route does not escape the comparison of worlds."""

import asyncio

from tests.secrecy.sites import site
from tests.secrecy.surfaces import COVERED

WITHOUT_GAMES = frozenset(
    {
        # they show games by their ids and results; what is secret in them: tests/service/tournaments/test_secrecy.py
        "/v1/tournaments",
        "/v1/tournaments/rounds",
        "/v1/me/tournaments",
        "/v1/tournaments/{tournament}",
        "/v1/tournaments/{tournament}/acts",
        "/v1/tournaments/{tournament}/bundle",
        "/v1/tournaments/{tournament}/calendar.ics",
        "/v1/tournaments/{tournament}/feed.atom",
        "/v1/tournaments/{tournament}/feed.json",
        "/badge/tournaments/{picture}",
        "/embed/tournaments/{tournament}",
        "/v1/tournaments/{tournament}/events",
        "/v1/tournaments/{tournament}/pairings.csv",
        "/v1/tournaments/{tournament}/results.csv",
        "/v1/tournaments/{tournament}/rounds/{round_number}",
        "/v1/tournaments/{tournament}/standings",
        "/v1/tournaments/{tournament}/rounds/{round_number}/drafts",
        *("/", "/docs", "/docs/SPEC.md", "/docs/assets/{name}", "/docs/verify.mjs", "/favicon.ico", "/openapi.json"),
        *("/docs/bot.mjs", "/docs/bot.py"),
        *("/health/live", "/health/ready", "/problems", "/problems/{code}", "/v1/openapi.json"),
        *("/v1/me", "/v1/me/limits", "/v1/me/name", "/v1/me/stream-tickets", "/v1/me/tokens", "/v1/me/tokens/{token}"),
        *("/v1/me/calendar-links", "/v1/me/calendar-links/{link}"),
        *("/v1/me/passkeys", "/v1/me/passkeys/registrations", "/v1/me/passkeys/{passkey}"),
        # payloads are compared in tests/secrecy/test_payloads.py
        *("/v1/me/pings", "/v1/me/pings/{ping}", "/v1/me/pings/{ping}/deliveries", "/v1/me/pings/{ping}/tests"),
        *("/v1/webhooks", "/v1/webhooks/{webhook}", "/v1/webhooks/{webhook}/deliveries"),
        *("/v1/me/digest", "/v1/digests/confirmations", "/v1/digests/unsubscriptions/{unsubscription}"),
        *("/v1/me/push", "/v1/me/push/{push}", "/v1/me/push/{push}/tests"),
        *("/v1/webhooks/{webhook}/redeliveries", "/v1/webhooks/{webhook}/rotations", "/v1/webhooks/{webhook}/tests"),
        *("/v1/sessions", "/v1/sessions/challenges", "/v1/sessions/current"),
        "/v1/games/bulk",
        # pages are frames: their modules ask the routes below /v1
        *("/about", "/account", "/account/notifications", "/bots", "/bots/values.json", "/email", "/new"),
        "/assets/{release}/{path}",
        "/leaderboards/{name}",
        *("/embed/leaderboards/{name}", "/embed/results", "/ludolog.js"),
        *("/players/{player}", "/results", "/sign-in", "/verify"),
        *("/icons/{name}", "/manifest.webmanifest", "/push-worker.js"),
        *("/tournaments", "/tournaments/new", "/tournaments/{tournament}"),
        *("/rules", "/rules/{name}", "/rules/{name}/{number}", "/rules/tournaments", "/players"),
        *("/v1/clocks", "/v1/players", "/v1/players/{player}", "/v1/ratings", "/v1/rulesets", "/v1/verifications"),
        "/.well-known/jwks.json",
    }
)
"""Routes that tell of no running game."""


def test_every_route_is_compared_or_tells_of_no_game() -> None:
    async def routes() -> set[str]:
        async with site() as running:
            return {route.path_format for route in running.app.routes}

    found = asyncio.run(routes())

    unknown = {path for path in found - COVERED - WITHOUT_GAMES if not path.startswith("/v1/rulesets/")}
    assert not unknown, f"compare these in tests/secrecy/surfaces.py: {sorted(unknown)}"
    assert not COVERED - found
