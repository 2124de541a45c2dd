"""The pages. Each is a frame that its module fills from the public API.

So a page contains nothing personal, except what `first/given.py` puts into the lobby and the tables of one's own.
"""

from typing import Any
from urllib.parse import quote

from litestar import Response, get

from service.core.http.request.player_ids import full_id
from service.core.site_address import SiteAddress
from service.core.store.storage_watch import StorageWatch
from service.law.law import Law
from service.people.accounts import Accounts
from service.people.api.request import PlayerRequest
from service.play.api.loading import Games
from service.play.log_poller import LogPoller
from service.switches.switches import Switches
from service.web import apps, desk, reports, rules, tournaments
from service.web.about import about
from service.web.assets import asset
from service.web.bots import bot_ladder, bot_values
from service.web.first.given import given_to_lobby, given_to_table
from service.web.first.stage import stage_of
from service.web.law import law_page
from service.web.modules import parts_of
from service.web.pages import page_language, render, render_own
from service.web.push import routes as push
from service.web.sharing import embeds, oembed, pictures, script, thumbnails
from service.web.sharing.links import feeds_of, game_share, leaderboard_share, public_game, results_share
from service.web.titles import check_title, titles_of


@get("/", include_in_schema=False)
async def lobby(request: PlayerRequest, storage: StorageWatch) -> Response[Any]:
    """Return the lobby: open games, own games, running and finished games."""
    # the page of a player lacks what explains the site to visitors
    is_signed_in = request.user is not None
    context = {"json": "/v1/games", "titles": titles_of(page_language(request)), "signed_in": is_signed_in}
    given = await given_to_lobby(request, storage)
    return (render if given is None else render_own)(request, "lobby.html", {**context, "given": given})


@get("/new", include_in_schema=False)
async def new_game(request: PlayerRequest) -> Response[Any]:
    """Return the form that opens a game."""
    return render(request, "new.html", {"json": "/v1/rulesets"})


@get("/games/{game:str}", include_in_schema=False)
async def table(
    request: PlayerRequest,
    accounts: Accounts,
    storage: StorageWatch,
    log_poller: LogPoller | None,
    site: SiteAddress,
    games: Games,
    game: str,
) -> Response[Any]:
    """Return the table of a game: to play, to watch, and with `at` to replay.

    Every visitor gets the same page, except that a person who plays there finds in it what the table asks at first.
    """
    loaded = await public_game(storage, log_poller, games, game)
    share = loaded and game_share(request, accounts, site, loaded)
    first = loaded and await stage_of(request, accounts, loaded)
    given = await given_to_table(request, storage, game)
    is_past, is_own = "at" in request.query_params, given is not None
    parts = parts_of(share and share.game, is_past=is_past, is_own=is_own)
    context = {"json": f"/v1/games/{game}", "game": game, "share": share, "parts": parts, "first": first}
    return (render if given is None else render_own)(request, "table.html", {**context, "given": given})


@get("/players", include_in_schema=False)
async def players(request: PlayerRequest) -> Response[Any]:
    """Return the search for players by name."""
    return render(request, "players.html", {"json": None})


@get("/players/{player:str}", include_in_schema=False)
async def profile(request: PlayerRequest, player: str) -> Response[Any]:
    """Return the profile of a player: games, ratings over time."""
    player = full_id(player)
    path = f"/v1/players/{quote(player, safe=':')}"
    # only the id: a page has no names, which their players may delete
    return render(request, "profile.html", {"json": path, "player": player, "feeds": feeds_of(path, "Ludolog")})


@get("/leaderboards/{name:str}", include_in_schema=False)
async def leaderboard(request: PlayerRequest, site: SiteAddress, name: str) -> Response[Any]:
    """Return the leaderboard of a title."""
    check_title(name)
    titles, share = titles_of(page_language(request)), leaderboard_share(request, site, name)
    context = {"json": f"/v1/leaderboards/{name}", "title": name, "titles": titles, "share": share}
    return render(request, "leaderboard.html", context)


@get("/sign-in", include_in_schema=False)
async def sign_in(request: PlayerRequest, switches: Switches, law: Law) -> Response[Any]:
    """Return the page to sign in and to sign up."""
    context = {"json": "/v1/me", "sign_ups": switches.sign_ups, "terms": law.asked}
    return render(request, "sign_in.html", context)


@get("/account", include_in_schema=False)
async def account(request: PlayerRequest) -> Response[Any]:
    """Return the page of one's own account: name, passkeys, devices, tokens."""
    return render(request, "account.html", {"json": "/v1/me"})


@get("/account/tokens/new", include_in_schema=False)
async def new_token(request: PlayerRequest) -> Response[Any]:
    """Return the form for a token of one's own, which a link can fill in: `scopes`, `description`, `expires`."""
    return render(request, "new_token.html", {"json": "/v1/me"})


@get("/account/notifications", include_in_schema=False)
async def notifications(request: PlayerRequest) -> Response[Any]:
    """Return the page of one's own pings and webhooks."""
    return render(request, "notifications.html", {"json": "/v1/me/pings"})


@get("/email", include_in_schema=False)
async def email(request: PlayerRequest) -> Response[Any]:
    """Return the page to which the links of e-mails lead: confirm an address, or unsubscribe."""
    return render(request, "email.html", {"json": None})


@get("/verify", include_in_schema=False)
async def verify(request: PlayerRequest) -> Response[Any]:
    """Return the page that verifies a bundle in the browser."""
    return render(request, "verify.html", {"json": None})


@get("/results", include_in_schema=False)
async def results(request: PlayerRequest, site: SiteAddress) -> Response[Any]:
    """Return the list of results, with filters."""
    return render(request, "results.html", {"json": "/v1/results", "share": results_share(request, site)})


_PAGES = (
    *(lobby, new_game, table, players, profile, leaderboard, results, sign_in, account, email, verify),
    *(new_token, notifications),
    about,
    law_page,
    bot_ladder,
    bot_values,
)

_SHARING = (*embeds.routes, *oembed.routes, *pictures.routes, *thumbnails.routes, *script.routes)

_SUBJECTS = (
    *apps.routes,
    *desk.routes,
    *reports.routes,
    *rules.routes,
    *tournaments.routes,
)

routes = (asset, *_PAGES, *_SUBJECTS, *push.routes, *_SHARING)
