"""Neither a new route, nor a new parameter, language or media type, escapes the comparison of worlds."""

import asyncio
import random
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from litestar import Request

from tests.secrecy.acting import acts_of, take_back_of
from tests.secrecy.addresses import (
    DOCUMENT,
    PAGES,
    REFUSED,
    SLOW,
    Address,
    Turn,
    UnknownParameterError,
    addresses,
    addresses_in_turn,
    ask_of,
    operations,
    parameters_of,
    place_of,
)
from tests.secrecy.asking import Ask
from tests.secrecy.sites import site
from tests.secrecy.surfaces import COVERED, Asker, askers, command_of, previews, refused
from tests.secrecy.test_mutants import SCENES
from tests.secrecy.test_worlds import FURTHER, GAMES, PARTS, game_of

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
        "/v1/tournaments/{tournament}/messages",
        "/v1/tournaments/{tournament}/messages/{message}",
        "/v1/tournaments/{tournament}/talk",
        "/v1/tournaments/{tournament}/talk/mine",
        "/v1/tournaments/{tournament}/pairings.csv",
        "/v1/tournaments/{tournament}/results.csv",
        "/v1/tournaments/{tournament}/rounds/{round_number}",
        "/v1/tournaments/{tournament}/standings",
        "/v1/tournaments/{tournament}/rounds/{round_number}/drafts",
        *("/", "/docs", "/docs/SPEC.md", "/docs/assets/{name}", "/docs/verify.mjs", "/favicon.ico", "/openapi.json"),
        *("/docs/bot.mjs", "/docs/bot.py", "/asyncapi.json", "/openapi.yaml", "/v1"),
        *(f"/docs/tournaments/{name}.md" for name in ("PAIRING", "RECORDS", "RULES")),
        *("/docs/app.html", "/docs/bot.mjs", "/docs/bot.py"),
        *(
            "/docs/analysis",
            "/docs/bots",
            "/docs/changelog",
            "/docs/dumps",
            "/docs/engine",
            "/docs/guide",
            "/docs/python",
        ),
        *("/docs/sdk/{name}", "/docs/sdk/typescript/{name}", "/docs/typescript"),
        *("/health/live", "/health/ready", "/problems", "/problems/{code}", "/v1/openapi.json"),
        *("/v1/me", "/v1/me/limits", "/v1/me/name", "/v1/me/stream-tickets", "/v1/me/tokens", "/v1/me/tokens/{token}"),
        *("/v1/me/calendar-links", "/v1/me/calendar-links/{link}"),
        *("/v1/me/away", "/v1/players/{player}/note"),
        # reports name messages and names; tests/service/reports say who reads them
        *("/v1/reports", "/v1/me/reports", "/v1/me/reports/mark", "/v1/me/acts", "/v1/me/acts/{act}/appeals"),
        *("/v1/moderation/reports", "/v1/moderation/reports/{case}", "/v1/moderation/reports/{case}/taker"),
        *("/v1/moderation/reports/{case}/answers", "/v1/moderation/appeals", "/v1/moderation/appeals/{act}/answers"),
        # the places of games in the log of the site, which are those of their openings and ends
        *("/v1/games/{game}/log", "/v1/games/{game}/log-proof", "/log/checkpoint", "/log/tile/{name}", "/log/vkey"),
        # of games that have ended
        *("/v1/moderation/fair-play-reports", "/v1/moderation/fair-play-reports/{report}", "/desk/fair-play"),
        *("/transparency", "/v1/transparency"),
        *("/v1/moderation/acts", "/v1/moderation/roles", "/v1/moderation/roles/{player}/{role}"),
        *("/v1/moderation/players", "/v1/moderation/players/{player}", "/v1/moderation/players/{player}/acts"),
        # they say nothing of a game but its status and owner, and this to moderators only
        *(
            "/v1/moderation/games/{game}",
            "/v1/moderation/games/{game}/acts",
            "/v1/moderation/players/{player}/messages",
        ),
        *("/v1/moderation/tournaments/{tournament}", "/v1/moderation/tournaments/{tournament}/closings"),
        "/v1/moderation/messages/{message}/removals",
        *("/v1/moderation/periods", "/v1/moderation/periods/{period}"),
        *("/v1/me/standing", "/v1/me/warnings/{warning}/confirmations", "/v1/recoveries"),
        *("/desk", "/desk/games/{game}", "/desk/log", "/desk/players/{player}", "/desk/ratings", "/desk/roles"),
        *("/desk/site", "/desk/tournaments/{tournament}", "/recover"),
        # it has the bundles of games for the seat of the person: tests/service/export
        "/v1/me/export",
        *("/v1/law", "/v1/me/terms", "/law/{name}"),
        *("/v1/site", "/v1/site/codes", "/v1/site/codes/{code}"),
        # they have the ids of games that begin, and terms
        *("/v1/challenges", "/v1/challenges/{challenge}", "/v1/challenges/{challenge}/acceptances"),
        *("/v1/challenges/{challenge}/refusals", "/v1/me/pools", "/v1/me/pools/bots", "/v1/pools"),
        # numbers of those who watch public games
        "/v1/presence",
        *("/v1/me/blocks", "/v1/me/blocks/{player}", "/v1/tournaments/{tournament}/wishes"),
        *("/v1/me/passkeys", "/v1/me/passkeys/registrations", "/v1/me/passkeys/{passkey}"),
        # payloads are compared in tests/secrecy/test_payloads.py
        *("/v1/me/pings", "/v1/me/pings/{ping}", "/v1/me/pings/{ping}/deliveries", "/v1/me/pings/{ping}/tests"),
        *("/v1/webhooks", "/v1/webhooks/{webhook}", "/v1/webhooks/{webhook}/deliveries"),
        *("/v1/me/digest", "/v1/digests/confirmations", "/v1/digests/unsubscriptions/{unsubscription}"),
        *("/v1/me/push", "/v1/me/push/{push}", "/v1/me/push/{push}/tests"),
        *("/v1/webhooks/{webhook}/redeliveries", "/v1/webhooks/{webhook}/rotations", "/v1/webhooks/{webhook}/tests"),
        *("/v1/me/consents", "/v1/me/consents/decisions", "/v1/me/grants", "/v1/me/grants/{grant}"),
        *("/oauth/device", "/oauth/introspect", "/oauth/revoke", "/oauth/token"),
        *("/.well-known/oauth-authorization-server", "/.well-known/oauth-protected-resource"),
        *("/v1/sessions", "/v1/sessions/challenges", "/v1/sessions/current"),
        "/v1/games/bulk",
        # of public games that are over: tests/service/dumps
        *("/v1/games/bundles", "/dumps", "/dumps/index.json", "/dumps/{period}/{name}"),
        # pages are frames: their modules ask the routes below /v1
        *(
            "/about",
            "/account",
            "/account/notifications",
            "/account/reports",
            "/account/tokens/new",
            "/bots",
            "/bots/values.json",
            "/desk/reports",
            "/device",
            "/email",
            "/new",
            "/oauth/authorize",
        ),
        "/assets/{release}/{path}",
        "/leaderboards/{name}",
        *("/embed/boards/{name}/map.svg", "/embed/leaderboards/{name}", "/embed/results", "/ludolog.js"),
        *("/players/{player}", "/results", "/sign-in", "/verify"),
        *("/icons/{name}", "/manifest.webmanifest", "/offline", "/push-worker.js"),
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


SUCCESS = frozenset({200, 204})

NEVER_OK = frozenset({"/v1/games/{game}/result", "/v1/games/{game}/analysis", "/v1/games/{game}/analysis/{level}"})
"""What is refused until the end of a game."""


def test_every_address_is_asked_and_answered() -> None:
    """All combinations of a parameter, a language and a media type: each is answered to somebody, not only refused."""
    played = game_of("giganten", 0)
    version = played.moves[len(played.moves) // 2].before.version
    place = place_of(played, version, random.Random(0))._replace(other=0)
    statuses: dict[Address, set[int]] = {}

    async def ask_all() -> None:
        async with site() as running:
            await running.feed(played.entries, version)
            for address in addresses_in_turn(COVERED, place, Turn(0)):
                for asker in (askers(3, 0)[0], askers(3, None)[1]):
                    found = statuses.setdefault(address, set())
                    if not found & SUCCESS:
                        found.update([(await running.ask(each))[0].status for each in _asks(address, asker)])

    def _asks(address: Address, asker: Asker) -> Iterator[Ask]:
        return ask_of(address, place, asker.headers, asker.name)

    asyncio.run(ask_all())

    refusals = {address for address, found in statuses.items() if not found & SUCCESS}
    allowed = {each for each in refusals if (each.parameter, each.value) in REFUSED or each.path in NEVER_OK}
    assert refusals == allowed
    assert len(statuses) > 400


def test_all_addresses_are_asked_in_the_scenes_and_the_slow_ones_in_the_games_too() -> None:
    place = place_of(game_of("giganten", 0), 300, random.Random(0))
    scenes = [Turn(turn, len(SCENES)) for turn in range(len(SCENES))]
    turns = [*scenes, *(Turn(FURTHER + turn, PARTS) for turn in range(3 * GAMES))]

    found = {address for turn in turns for address in addresses_in_turn(COVERED, place, turn)}

    assert len(SCENES) >= FURTHER
    assert {*addresses_in_turn(COVERED, place)} - found == set()
    assert {each for turn in scenes for each in addresses_in_turn(COVERED, place, turn)} >= {
        *addresses_in_turn(COVERED - SLOW, place)
    }


def test_a_parameter_that_no_test_asks_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    place = place_of(game_of("giganten", 0), 300, random.Random(0))
    (view,) = (each for each in operations() if each.path == "/v1/games/{game}/view")
    (known, *_) = view.parameters
    new = view._replace(parameters=(*view.parameters, known._replace(name="zoom")))

    with pytest.raises(UnknownParameterError, match="zoom"):
        list(addresses(new, place))


def test_every_parameter_that_a_page_reads_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages are not in the document: what they read of the query and of cookies is observed."""
    read: dict[str, set[str]] = {path: set() for path in PAGES}
    original = Request.query_params.fget
    assert original is not None

    def query_params(request: Request[Any, Any, Any]) -> Any:
        scope: Any = request.scope
        found, template = original(request), scope.get("path_template", "")
        return _Noted(found, read[template]) if template in read else found

    monkeypatch.setattr(Request, "query_params", property(query_params))
    played = game_of("giganten", 0)
    place = place_of(played, 300, random.Random(0))

    async def ask_all() -> None:
        async with site() as running:
            await running.feed(played.entries, 300)
            for address in addresses_in_turn(PAGES.keys(), place):
                if address.path != "/embed/games/{game}/picture.png" or not address.language:
                    for each in ask_of(address, place, {}, "anybody"):
                        await running.ask(each)

    asyncio.run(ask_all())

    assert {path: names - {*PAGES[path]} for path, names in read.items()} == {path: set[str]() for path in PAGES}
    assert read["/oembed"] >= {"url", "maxwidth", "lang"}


class _Noted(dict[str, str]):
    """The parameters of a query; notes those that are read."""

    def __init__(self, found: Any, read: set[str]) -> None:
        super().__init__(found)
        self._read = read

    def get(self, name: str, default: Any = None) -> Any:
        self._read.add(name)
        return super().get(name, default)

    def __getitem__(self, name: str) -> str:
        self._read.add(name)
        return super().__getitem__(name)

    def __contains__(self, name: object) -> bool:
        self._read.add(str(name))
        return super().__contains__(name)


def test_every_operation_that_changes_a_game_is_asked_in_all_languages() -> None:
    """In the usual course of a game: what is refused, what is accepted, and previews."""
    document: Any = msgspec.json.decode(DOCUMENT.read_bytes())
    wanted: set[tuple[str, str, str]] = set()
    for path, found in document["paths"].items():
        for method, told in found.items():
            if path in COVERED and method in {"post", "put", "delete"}:
                names = {parameter.name for parameter in parameters_of(document, told)}
                tags = ("", "lang=en", "lang=de", "lang=it") if "lang" in names else ("",)
                wanted |= {(method.upper(), path, tag) for tag in tags}

    asked = {(each.method, _template(each.path), each.query) for each in _writes()}

    # a game is opened before there is anything to compare
    assert wanted - asked == {("POST", "/v1/games", "")}


def _template(path: str) -> str:
    """Return the route of a path about a game."""
    form = re.sub(r"/games/[0-9a-f-]{36}", "/games/{game}", path)
    form = re.sub(r"/seats/\d+", "/seats/{seat}", form)
    form = re.sub(r"(/tokens)/\w+$", r"\1/{token}", form)
    form = re.sub(r"(/analysis)/\w+$", r"\1/{level}", form)
    form = re.sub(r"(/messages)/\w+$", r"\1/{message}", form)
    form = re.sub(r"(/orders)/unknown$", r"\1/{order}", form)
    return re.sub(r"(/invitations)/\w+$", r"\1/{invitation_id}", form)


def _writes() -> Iterator[Ask]:
    played = game_of("siberia", 0)
    rng = random.Random(0)
    for move in played.moves[100:200:20]:
        game = move.before
        for asker in (askers(2, None)[1], askers(2, 0)[0]):
            yield from refused(played, (game, game), asker, rng)
            yield from previews(played, game, asker, rng)
            yield command_of(move, asker)
        yield take_back_of(move, "").ask()
        yield from (act.ask() for act in acts_of(move.seat, 2))
