"""Clocks: the presets, the return to a seat, vacations."""

import msgspec
from litestar import Response, Router, get, post
from msgspec.structs import asdict

from domain.game.clock_decisions import return_to_seat, take_vacation
from domain.game.game import Game
from domain.ledger.times import micros
from projections.languages import ENGLISH
from projections.sentences.clocks import CLOCKS
from projections.sentences.messages import COMMON, Message, catalogue
from service.core.http.problems import problems
from service.core.http.request.languages import ACCEPT_LANGUAGE, CONTENT_LANGUAGE, Lang, language_of
from service.core.http.response.conditional import unchanging_bytes
from service.core.settings import Settings
from service.people.accounts import Accounts
from service.people.api.callers import token_of
from service.people.api.idempotency import IdempotencyKey, origin_of, replay_headers
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope
from service.play.api.access import Access
from service.play.api.clocks.durations import seconds_in
from service.play.api.clocks.messages import ClockPreset, ClockPresets, VacationRequest, clock_reply
from service.play.api.clocks.presets import PRESETS
from service.play.api.games.messages import GameReply
from service.play.api.games.replies import game_reply
from service.play.api.loading import Games
from service.play.loaded import Done
from service.play.play import Decision, Play

_PROBLEMS = (
    "bad-request", "token-needed", "scope-missing", "not-yours", "not-found", "game-not-running", "key-reused",
)  # fmt: skip


@get("/", summary="List presets of clocks", operation_id="clocks", responses=problems("bad-request"))
async def clocks(request: PlayerRequest, settings: Settings, lang: Lang = None) -> Response[ClockPresets]:
    """Return the clocks that a new game can name. `lang` or `Accept-Language` chooses the language of their texts."""
    public, language = settings.public_clock, language_of(request, lang) or ENGLISH
    return unchanging_bytes(
        request,
        f"clocks {public} {language}",
        lambda: msgspec.json.encode(_presets(public, language)),
        headers={"Vary": f"Accept-Encoding, {ACCEPT_LANGUAGE}", CONTENT_LANGUAGE: language},
    )


def _presets(public: str, language: str) -> ClockPresets:
    texts = catalogue(language, COMMON)
    return ClockPresets(
        tuple(
            ClockPreset(
                **asdict(clock_reply(clock)),
                name=name,
                title=texts.text(Message(CLOCKS[name].name)),
                meaning=texts.text(Message(CLOCKS[name].meaning)),
            )
            for name, clock in PRESETS.items()
        ),
        public if public in PRESETS else None,
    )


@post(
    "/{game:str}/seats/{seat:int}/returns",
    summary="Return to a seat",
    operation_id="returnToSeat",
    security=with_scope("games:play"),
    responses=problems(*_PROBLEMS, "not-possible"),
)
async def return_(
    request: PlayerRequest,
    play: Play,
    accounts: Accounts,
    access: Access,
    games: Games,
    game: str,
    seat: int,
    key: IdempotencyKey = None,
) -> Response[GameReply]:
    """Take your seat back from the bot to which the clock gave it.

    The bot still answers a decision for which the clock has run out. You keep your strikes, so that the next decision
    that you miss gives the seat to the bot again. If the bot still has it at the end, your seat counts as resigned.
    """
    loaded = await games.load_seen(request, game)
    find = access.seat_to_return(request, seat)

    def decision(state: Game, _: str) -> Decision:
        return seat, return_to_seat(state, find(state))

    origin = origin_of(token_of(request), key, {"return": game, "seat": seat})
    return _answer(accounts, await play.act_at(loaded, decision, origin))


@post(
    "/{game:str}/seats/{seat:int}/vacations",
    summary="Take a vacation",
    operation_id="takeVacation", security=with_scope("games:play"),
    responses=problems(
        *_PROBLEMS, "invalid-value", "not-possible", "game-paused",
    ),
)  # fmt: skip
async def vacation(
    request: PlayerRequest,
    play: Play,
    accounts: Accounts,
    access: Access,
    games: Games,
    game: str,
    seat: int,
    data: VacationRequest,
    key: IdempotencyKey = None,
) -> Response[GameReply]:
    """Stop the clock of your seat for a time, from now on, if the clock of the game allows vacation.

    A vacation cannot be ended or extended while it runs. You may decide during it.
    """
    loaded = await games.load_seen(request, game)
    find = access.own_numbered_seat(request, seat)
    seconds = seconds_in(data.duration, "duration", "invalid-value")

    def decision(state: Game, at: str) -> Decision:
        return seat, take_vacation(state, find(state), seconds, micros(at))

    origin = origin_of(token_of(request), key, {"vacation": game, "seat": seat, "duration": data.duration})
    return _answer(accounts, await play.act_at(loaded, decision, origin))


def _answer(accounts: Accounts, done: Done) -> Response[GameReply]:
    game = done.loaded.at(done.last)
    headers = {"Cache-Control": "no-store", **replay_headers(done.replayed)}
    return Response(game_reply(game, accounts), status_code=201, headers=headers)


presets_router = Router("/v1/clocks", route_handlers=[clocks], tags=["rulesets"])
router = Router("/v1/games", route_handlers=[return_, vacation], tags=["seats"])
