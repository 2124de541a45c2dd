"""Badges of players and tournaments. An unknown badge is an image with this message."""

from typing import Any

from litestar import Response, Router, get
from litestar.openapi.datastructures import ResponseSpec

from domain.rulesets import RULESETS
from domain.tournaments.formats.draw import rounds_of
from domain.tournaments.ranking import standings_of
from domain.tournaments.state import Tournament
from projections.formats import format_decimal
from projections.languages import ENGLISH
from projections.rows.ratings import SCALE
from service.core.http.problems import PROBLEM_JSON, ProblemError, problems
from service.core.http.request.languages import CONTENT_LANGUAGE, Lang, language_of
from service.core.http.request.player_ids import full_id
from service.core.http.request.queries import PASTED
from service.core.http.response.conditional import CONTENT_TYPE, digest_of, represented
from service.core.http.response.negotiation import weight_of
from service.core.http.response.responses import SVG
from service.lists.reading import ReadModels
from service.lists.tables.ratings import TITLE, ratings_of
from service.news.api.feeds.replies import PUBLIC
from service.news.feeds import texts
from service.news.feeds.badges import Badge, drawn
from service.news.feeds.texts import NameOf, people, phrase, title_named
from service.news.feeds.tournaments import winners_of
from service.people.accounts import Accounts
from service.people.api.request import PlayerRequest
from service.tournaments.api.access import load_public
from service.tournaments.api.names import names_tag
from service.tournaments.tournaments import Tournaments

SUFFIX = ".svg"

_HEADERS = {
    **PUBLIC,
    # for those who open the picture itself: it can do nothing
    "Content-Security-Policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "cross-origin",
}
_RESPONSES = {
    200: ResponseSpec(str, generate_examples=False, description="The badge as SVG.", media_type=SVG),
    **problems("bad-request", "not-found"),
}


@get(
    "/players/{player:str}/{picture:str}",
    summary="Read the badge of a player",
    operation_id="playerBadge",
    opt=PASTED,
    responses=_RESPONSES,
)
async def player_badge(
    request: PlayerRequest, accounts: Accounts, models: ReadModels, player: str, picture: str, lang: Lang = None
) -> Response[Any]:
    """Return a picture with the rating and the rated games of a player in a title: `giganten.svg`.

    If the player or the title is unknown, a request whose `Accept` names images and includes SVG gets a 404 picture.
    """
    language = language_of(request, lang) or ENGLISH
    player = full_id(player)
    title, known = _stem(picture), accounts.player(player)
    if title not in RULESETS or known is None:
        return _missing(request, language, "there is no such player or title: use /badge/players/{player}/giganten.svg")
    found = await models.read(("ratings",), lambda cursor: ratings_of(cursor, player))
    rated = next((each for each in found if each.ruleset == title and each.profile == TITLE), None)
    value = phrase(language, texts.UNRATED)
    if rated is not None:
        rating = format_decimal(rated.rating.ordinal / SCALE, language)
        value = phrase(language, texts.RATED, rating=rating, games=rated.games)
    badge = Badge(f"{known.name} \N{MIDDLE DOT} {title_named(title, language)}", value)
    return _shown(request, language, drawn(badge))


@get(
    "/tournaments/{picture:str}",
    summary="Read the badge of a tournament",
    operation_id="tournamentBadge",
    opt=PASTED,
    responses=_RESPONSES,
)
async def tournament_badge(
    request: PlayerRequest, accounts: Accounts, tournaments: Tournaments, picture: str, lang: Lang = None
) -> Response[Any]:
    """Return a picture with the state of a public tournament and its leader or winner: the id with `.svg`.

    If it is unknown, a request whose `Accept` names images and includes SVG gets a 404 picture.
    """
    language = language_of(request, lang) or ENGLISH
    try:
        loaded = await load_public(tournaments, _stem(picture))
    except ProblemError as error:
        return _missing(request, language, error.detail)
    found = loaded.tournament
    tag = f"{found.version}.badge.{language}.{names_tag(found, accounts)}"
    return _shown(
        request, language, loaded.shown(tag, lambda: drawn(_of_tournament(found, accounts.name_of, language)))
    )


def _of_tournament(found: Tournament, name_of: NameOf, language: str) -> Badge:
    """Return the badge of a tournament. The leader counts from the first closed round on."""
    name, rounds = found.terms.name, rounds_of(found)
    match found.status:
        case "registration":
            counts = {"players": len(found.active), "most": found.terms.max_players}
            return Badge(name, phrase(language, texts.OPEN, **counts))
        case "cancelled":
            return Badge(name, phrase(language, texts.OFF), "over")
        case "ended":
            winners = people(language, winners_of(found.places), name_of)
            value = phrase(language, texts.WINNER, names=winners) if winners else phrase(language, texts.OVER)
            return Badge(name, value, "over")
        case _:
            number = len(found.rounds)
            closed = max((held.number for held in found.rounds if held.closed_at is not None), default=0)
            if closed == 0:
                return Badge(name, phrase(language, texts.ROUND, round=number, rounds=rounds), "running")
            rows = standings_of(found, closed).rows
            leaders = people(language, [row.player for row in rows if (row.rank, row.division) == (1, 1)], name_of)
            value = phrase(language, texts.LEADER, round=number, rounds=rounds, names=leaders)
            return Badge(name, value, "running")


def _stem(picture: str) -> str:
    """Return the name of a picture without its suffix; empty if it has another one."""
    return picture.removesuffix(SUFFIX) if picture.endswith(SUFFIX) else ""


def _shown(request: PlayerRequest, language: str, body: bytes) -> Response[Any]:
    headers = {**_HEADERS, CONTENT_LANGUAGE: language, CONTENT_TYPE: SVG}
    return represented(request, digest_of(body), lambda: body, public=True, headers=headers)


def _missing(request: PlayerRequest, language: str, reason: str) -> Response[Any]:
    """Return a 404 picture to a client that asks for images and accepts SVG. Raises a 404 problem for others."""
    asks_for_images = "image/" in ",".join(request.headers.getall("accept", [])).lower()
    if not asks_for_images or not 0 < weight_of(request, SVG) >= weight_of(request, PROBLEM_JSON):
        raise ProblemError("not-found", reason)
    body = drawn(Badge("Ludolog", phrase(language, texts.UNKNOWN), "unknown"))
    kept = {"Cache-Control": "no-store", "Vary": f"Accept, {_HEADERS['Vary']}"}
    headers = {**_HEADERS, **kept, CONTENT_LANGUAGE: language}
    return Response(body, status_code=404, media_type=SVG, headers=headers)


router = Router("/badge", route_handlers=[player_badge, tournament_badge], tags=["feeds"])
