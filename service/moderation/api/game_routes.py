"""The routes of acts about games, tournaments, texts and rating periods."""

from typing import Annotated

from litestar import Response, Router, delete, get, post
from litestar.params import PathParameter

from service.core.http.messages import reply_from
from service.core.http.problems import ProblemError, problems
from service.core.http.request.cursors import cursor_of, paged
from service.core.http.request.player_ids import full_id
from service.core.http.request.times import time_in
from service.core.http.response.responses import PrivateResponse
from service.core.store.timeouts import with_timeout
from service.moderation.api.demands import DEMANDS, holder_of, moderator_of, operator_of
from service.moderation.api.game_messages import (
    GameActRequest,
    ModeratedGame,
    ModeratedTournament,
    NewVoidPeriod,
    TextReply,
    TextsReply,
    VoidPeriodReply,
    VoidPeriods,
)
from service.moderation.api.messages import ActsReply, ReasonRequest
from service.moderation.api.role_routes import PlayerInPath, act_reply, reason_in
from service.moderation.games import OF_OPERATORS, GameActs
from service.moderation.log import About, ActQuery, ModerationLog
from service.moderation.recomputing import Recomputing
from service.moderation.roles import Roles
from service.people.api.idempotency import no_content
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope
from service.play.api.titles import ruleset_in
from service.play.loaded import Loaded
from service.play.play import Play
from service.tournaments.tournaments import Tournaments

SHOWN_ACTS = 50

_ACTING = ("bad-request", *DEMANDS, "foreign-origin", "not-found", "not-possible", "invalid-value")


@get(
    "/games/{game:str}",
    summary="Read a game as a moderator",
    operation_id="moderatedGame",
    security=with_scope("account"),
    responses=problems(*DEMANDS, "not-found"),
)
async def moderated_game(
    request: PlayerRequest,
    roles: Roles,
    play: Play,
    game_acts: GameActs,
    moderation_log: ModerationLog,
    game: str,
) -> Response[ModeratedGame]:
    """Return what moderators have decided about a game, also about a private one. It shows nothing of the board."""
    moderator_of(request, roles)
    return PrivateResponse(await _game_reply(game_acts, moderation_log, await play.load(game)))


@post(
    "/games/{game:str}/acts",
    summary="Act about a game as a moderator",
    operation_id="actAboutGame",
    security=with_scope("account"),
    responses=problems(*_ACTING),
)
async def act_about_game(
    request: PlayerRequest,
    roles: Roles,
    play: Play,
    game_acts: GameActs,
    moderation_log: ModerationLog,
    game: str,
    data: GameActRequest,
) -> Response[ModeratedGame]:
    """Close a game that has not started, withhold a game from public view, or void its result. Return what holds now.

    A withheld game is answered 451 to all but its players, its owner and operators, and is absent from lists, feeds,
    embeds and streams. Its log is unchanged: who has the bundle can still verify it. After a result was voided, the
    ratings are computed again from the first game on, which takes seconds to minutes; the old ones are read meanwhile.
    """
    by = holder_of(request, roles, "operator" if data.type in OF_OPERATORS else "moderator")
    loaded = await play.load(game)
    await game_acts.act(loaded, data.type, reason_in(data.reason), by)
    return PrivateResponse(await _game_reply(game_acts, moderation_log, await play.load(game)), status_code=201)


async def _game_reply(game_acts: GameActs, log: ModerationLog, loaded: Loaded) -> ModeratedGame:
    game = loaded.game
    state = await with_timeout(game_acts.state, game.id)
    return ModeratedGame(
        game.id,
        game.opened.ruleset,
        game.status,
        game.opened.owner,
        state.is_withheld,
        state.is_void,
        await _acts(log, "game", game.id),
    )


async def _acts(log: ModerationLog, kind: About, about: str) -> ActsReply:
    found = await with_timeout(log.acts, ActQuery(limit=SHOWN_ACTS + 1, kind=kind, about=about))
    page, following = paged(found, SHOWN_ACTS, lambda act: cursor_of(act.number))
    return ActsReply(tuple(act_reply(each) for each in page), following)


@get(
    "/tournaments/{tournament:str}",
    summary="Read a tournament as a moderator",
    operation_id="moderatedTournament",
    security=with_scope("account"),
    responses=problems(*DEMANDS, "not-found"),
)
async def moderated_tournament(
    request: PlayerRequest, roles: Roles, tournaments: Tournaments, moderation_log: ModerationLog, tournament: str
) -> Response[ModeratedTournament]:
    """Return what moderators have done about a tournament, also about a private one, and why."""
    moderator_of(request, roles)
    found = (await tournaments.load(tournament)).tournament
    acts = await _acts(moderation_log, "tournament", found.id)
    owner, terms = found.opened.owner, found.terms
    return PrivateResponse(ModeratedTournament(found.id, terms.name, terms.ruleset, found.status, owner, acts))


@post(
    "/tournaments/{tournament:str}/closings",
    summary="Close a tournament as a moderator",
    operation_id="closeTournament",
    security=with_scope("account"),
    responses=problems(*_ACTING),
)
async def close_tournament(
    request: PlayerRequest,
    roles: Roles,
    tournaments: Tournaments,
    game_acts: GameActs,
    moderation_log: ModerationLog,
    tournament: str,
    data: ReasonRequest,
) -> Response[ActsReply]:
    """Cancel a tournament that is not over. Its running games go on. Return the acts about it.

    The log of the tournament says that the operator of the site has closed it, and not why.
    """
    by = moderator_of(request, roles)
    loaded = await tournaments.load(tournament)
    await game_acts.close_tournament(loaded, reason_in(data.reason), by)
    return PrivateResponse(await _acts(moderation_log, "tournament", tournament), status_code=201)


@get(
    "/players/{player:str}/messages",
    summary="List the messages of a player as a moderator",
    operation_id="messagesOfPlayer",
    security=with_scope("account"),
    responses=problems(*DEMANDS),
)
async def messages_of_player(
    request: PlayerRequest, roles: Roles, game_acts: GameActs, player: PlayerInPath
) -> Response[TextsReply]:
    """Return what a player has written last at games and tournaments, also at private ones. Moderators may read it."""
    moderator_of(request, roles)
    found = await with_timeout(game_acts.texts, full_id(player))
    return PrivateResponse(TextsReply(tuple(reply_from(TextReply, each) for each in found)))


@post(
    "/messages/{message:str}/removals",
    summary="Remove a text as a moderator",
    operation_id="removeText",
    security=with_scope("account"),
    responses=problems(*_ACTING),
    status_code=204,
)
async def remove_text(
    request: PlayerRequest,
    roles: Roles,
    play: Play,
    game_acts: GameActs,
    message: Annotated[str, PathParameter(description="The id of a message at a game or tournament.")],
    data: ReasonRequest,
) -> Response[None]:
    """Delete the text of a message. Its place stays, and the log of moderation says that it was removed.

    The text itself is in no log: quote it nowhere. The response has no body.
    """
    by = moderator_of(request, roles)
    if not await with_timeout(game_acts.remove_message, message, reason_in(data.reason), play.now(), by):
        raise ProblemError("not-found", "there is no such message, or its text is gone already")
    game_acts.removed()
    return no_content(replayed=False)


@get(
    "/periods",
    summary="List void rating periods",
    operation_id="voidPeriods",
    security=with_scope("account"),
    responses=problems(*DEMANDS),
)
async def periods(
    request: PlayerRequest, roles: Roles, game_acts: GameActs, recomputing: Recomputing
) -> Response[VoidPeriods]:
    """Return the times whose games count for no rating, and whether the ratings are being computed again."""
    moderator_of(request, roles)
    return PrivateResponse(await _periods_reply(game_acts, recomputing))


async def _periods_reply(game_acts: GameActs, recomputing: Recomputing) -> VoidPeriods:
    found = await with_timeout(game_acts.periods)
    items = tuple(reply_from(VoidPeriodReply, each) for each in found)
    return VoidPeriods(items, await with_timeout(recomputing.is_due))


@post(
    "/periods",
    summary="Void a rating period",
    operation_id="voidPeriod",
    security=with_scope("account"),
    responses=problems("bad-request", *DEMANDS, "foreign-origin", "unknown-ruleset", "not-possible", "invalid-value"),
)
async def void_period(
    request: PlayerRequest, roles: Roles, game_acts: GameActs, recomputing: Recomputing, data: NewVoidPeriod
) -> Response[VoidPeriods]:
    """Let the games that ended within a time count for no rating. Operators only. Return all such periods.

    The ratings are computed again from the first game on, as if these games had not been rated.
    """
    by = operator_of(request, roles)
    since, until = (time_in(getattr(data, name), name, "bad-request") for name in ("since", "until"))
    ruleset = None if data.ruleset is None else ruleset_in(data.ruleset).name
    await with_timeout(game_acts.void_period, since, until, ruleset, reason_in(data.reason), by)
    game_acts.wake()
    return PrivateResponse(await _periods_reply(game_acts, recomputing), status_code=201)


@delete(
    "/periods/{period:str}",
    summary="Restore a rating period",
    operation_id="restorePeriod",
    security=with_scope("account"),
    responses=problems("bad-request", *DEMANDS, "foreign-origin", "not-found", "invalid-value"),
    status_code=200,
)
async def restore_period(
    request: PlayerRequest,
    roles: Roles,
    game_acts: GameActs,
    recomputing: Recomputing,
    period: Annotated[str, PathParameter(description="The id of the period.")],
    data: ReasonRequest,
) -> Response[VoidPeriods]:
    """Let the games of a period count again. Operators only. Return the periods that are left."""
    by = operator_of(request, roles)
    if not await with_timeout(game_acts.restore_period, period, reason_in(data.reason), by):
        raise ProblemError("not-found", "there is no such period: GET /v1/moderation/periods lists them")
    game_acts.wake()
    return PrivateResponse(await _periods_reply(game_acts, recomputing))


router = Router(
    "/v1/moderation",
    route_handlers=[
        moderated_game, act_about_game, moderated_tournament, close_tournament, messages_of_player, remove_text,
        periods, void_period, restore_period,
    ],
    tags=["moderation"],
)  # fmt: skip
