"""Private notes about games and players, and absences."""

import datetime

from litestar import Response, Router, get, put

from domain.game.game import has_sat, seat_of
from service.core.http.json_text import quoted
from service.core.http.problems import ProblemError, field_problem, problems
from service.core.http.request.times import time_in
from service.core.http.response.responses import PrivateResponse
from service.core.store.timeouts import with_timeout
from service.core.store.times import timestamp_of
from service.people.accounts import Accounts
from service.people.api.callers import account_of, token_of
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope
from service.people.credentials import Scope
from service.people.tokens import GUEST, Token
from service.play.api.access import Access
from service.play.api.loading import Games
from service.play.loaded import Loaded
from service.play.play import Play
from service.talk.api.messages import (
    MAX_NOTE,
    Absence,
    GameNote,
    GameNotes,
    NewAbsence,
    NewGameNote,
    NewPlayerNote,
    PlayerNote,
)
from service.talk.api.texts import lines_in
from service.talk.notes import Notes, UnknownPlayerError
from service.talk.rows import Note

LONGEST = datetime.timedelta(days=366)
"""For how long a player may be away."""

NOTING = ("bad-request", "token-needed", "scope-missing", "not-yours", "not-found")


def _writer(request: PlayerRequest, access: Access, loaded: Loaded, scope: Scope) -> Token:
    """Return the token of a player of a game. A deputy reads no notes of the player."""
    token = token_of(request, scope)
    player = access.player_in(request, loaded.game)
    is_deputy = token.game is not None and not token.player.startswith(GUEST)
    if player is None or is_deputy or not has_sat(loaded.game, player):
        raise ProblemError("not-yours", "players keep notes about their own games")
    return token


@get(
    "/games/{game:str}/notes",
    summary="Read your notes about a game",
    operation_id="gameNotes",
    security=with_scope("games:read"),
    responses=problems(*NOTING),
)
async def game_notes(
    request: PlayerRequest, access: Access, games: Games, notes: Notes, game: str
) -> Response[GameNotes]:
    """Return your notes about a game of yours. No one else can read them, also not after the end."""
    token = _writer(request, access, await games.load_seen(request, game), "games:read")
    found = await with_timeout(notes.of_game, token.player, game)
    return PrivateResponse(GameNotes(tuple(GameNote(each.version, each.seat, each.text, each.at) for each in found)))


@put(
    "/games/{game:str}/notes",
    summary="Write a note about a game",
    operation_id="writeGameNote",
    security=with_scope("games:play"),
    responses=problems(*NOTING, "beyond-the-end", "invalid-value", "limit-reached"),
)
async def write_game_note(
    request: PlayerRequest,
    play: Play,
    access: Access,
    games: Games,
    notes: Notes,
    game: str,
    data: NewGameNote,
) -> Response[GameNotes]:
    """Keep a note about a version of a game of yours, in the place of an earlier one. An empty text deletes it."""
    loaded = await games.load_seen(request, game)
    token = _writer(request, access, loaded, "games:play")
    last = loaded.game.version
    if data.version > last:
        headers = {"Content-Range": f"versions */{last}"}
        raise ProblemError("beyond-the-end", f"the game has the versions 1 to {last}", headers)
    text = lines_in(data.text, "text", MAX_NOTE)
    note = Note(data.version, seat_of(loaded.game, token.player), text, play.now())
    await with_timeout(notes.put, token.player, game, note, token.id)
    found = await with_timeout(notes.of_game, token.player, game)
    return PrivateResponse(GameNotes(tuple(GameNote(each.version, each.seat, each.text, each.at) for each in found)))


@get(
    "/players/{player:str}/note",
    summary="Read your note about a player",
    operation_id="playerNote",
    security=with_scope("games:read"),
    responses=problems("token-needed", "scope-missing", "not-found"),
)
async def read_player_note(
    request: PlayerRequest, accounts: Accounts, notes: Notes, player: str
) -> Response[PlayerNote]:
    """Return your note about a player. No one else can read it. It is deleted with either account."""
    token = account_of(request, "games:read")
    _check_known(accounts, player)
    text, at = await with_timeout(notes.about, token.player, player) or ("", None)
    return PrivateResponse(PlayerNote(player, text, at))


@put(
    "/players/{player:str}/note",
    summary="Write a note about a player",
    operation_id="writePlayerNote",
    security=with_scope("games:play"),
    responses=problems("bad-request", "token-needed", "scope-missing", "not-found", "invalid-value", "limit-reached"),
)
async def write_player_note(
    request: PlayerRequest, play: Play, accounts: Accounts, notes: Notes, player: str, data: NewPlayerNote
) -> Response[PlayerNote]:
    """Keep a note about a player for yourself. An empty text deletes it."""
    token = account_of(request, "games:play")
    _check_known(accounts, player)
    text, at = lines_in(data.text, "text", MAX_NOTE), play.now()
    try:
        await with_timeout(notes.put_about, token.player, player, text, at, token.id)
    except UnknownPlayerError:
        raise _unknown(player) from None
    return PrivateResponse(PlayerNote(player, text, at if text else None))


def _check_known(accounts: Accounts, player: str) -> None:
    if accounts.player(player) is None:
        raise _unknown(player)


def _unknown(player: str) -> ProblemError:
    return ProblemError("not-found", f"there is no player with the id {quoted(player)}")


@put(
    "/me/away",
    summary="Say until when you are away",
    operation_id="setAway",
    security=with_scope("games:play"),
    responses=problems("bad-request", "token-needed", "scope-missing", "invalid-value"),
)
async def set_away(request: PlayerRequest, play: Play, notes: Notes, data: NewAbsence) -> Response[Absence]:
    """Show at your tables and on your profile until when you are away; `null` ends it. Clocks run on.

    For a game with clocks, take a vacation instead, if its terms allow one.
    """
    token = account_of(request, "games:play")
    until = None
    if data.until is not None:
        until, now = time_in(data.until, "until", "invalid-value"), play.now()
        latest = timestamp_of(datetime.datetime.fromisoformat(now) + LONGEST)
        if not now < until <= latest:
            raise field_problem("invalid-value", "until", "name a later time, within the next year")
    await with_timeout(notes.set_absence, token.player, until, token.id)
    return PrivateResponse(Absence(until))


router = Router(
    "/v1",
    route_handlers=[game_notes, write_game_note, read_player_note, write_player_note, set_away],
    tags=["talk"],
)
