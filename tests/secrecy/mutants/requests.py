"""Leaks in what is refused: commands that break a rule, decisions that are closed, results before the end."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from domain.game.decide import NotPossible
from domain.giganten.state import Auctions
from service.core.http.problems import ProblemError
from service.play.loaded import Loaded
from service.play.play import Play
from service.play.requests import DecisionClosedError, VersionChangedError
from tests.planted import replacing, wrap
from tests.secrecy.mutants.scenes import GIGANTEN_MONEY, HANDS, HANDS_WATCHED, hidden_of, mutant


@mutant(HANDS)
@replacing("service.play.api.commands.routes.refused")
def hands_in_refusals(original: Any, loaded: Any, *given: Any) -> ProblemError:
    """A refusal says what everybody holds."""
    error = original(loaded, *given)
    return ProblemError(error.code, f"{error.detail}: {hidden_of(loaded.game)}", error.headers, **error.members)


@mutant(HANDS)
@replacing("service.play.api.commands.refusals.choices_of")
def alternatives_of_others(original: Any, game: Any, _seat: int, phrases: Any) -> Any:
    """A refusal lists what the others could do."""
    return tuple(
        found for other in range(game.opened.seats) for found in original(_with_turn(game, other), other, phrases)
    )


def _with_turn(game: Any, seat: int) -> Any:
    """Return the game as if it were up to this seat to pay a bid, which tells what it holds."""
    phase = Auctions(0, step="forfeiting", leader=seat, forfeit=max(1, game.state.players[seat].licence_cards - 1))
    return replace(game, state=replace(game.state, phase=phase))


def _command(patch: pytest.MonkeyPatch, kind: type[Exception], told: Callable[[Any], str]) -> None:
    """Add to an error of the use case what a viewer sees of the game."""
    command = Play.command

    async def changed(self: Play, loaded: Loaded, seat_in: Any, *given: Any, **named: Any) -> Any:
        try:
            return await command(self, loaded, seat_in, *given, **named)
        except kind as error:
            error.args = (f"{error}: {told((await self.load(loaded.game.id)).game)}",)
            raise

    patch.setattr(Play, "command", changed)


@mutant(HANDS)
def hands_in_closed_decisions(patch: pytest.MonkeyPatch) -> None:
    """The answer to a closed decision contains the holdings of all players."""
    _command(patch, DecisionClosedError, hidden_of)


@mutant(HANDS)
def hands_in_stale_versions(patch: pytest.MonkeyPatch) -> None:
    """The answer to a stale version contains the holdings of all players."""
    _command(patch, VersionChangedError, hidden_of)


@mutant(GIGANTEN_MONEY)
def money_in_the_refused_result(patch: pytest.MonkeyPatch) -> None:
    """Before the end, the result says what everybody has."""
    seen: list[Any] = []

    def load_seen(original: Any) -> Any:
        async def load(*given: Any) -> Any:
            seen[:] = [await original(*given)]
            return seen[0]

        return load

    def not_possible(code: str, reason: str) -> NotPossible:
        return NotPossible(code, f"{reason}: {[player.money for player in seen[0].game.state.players]}")

    wrap(patch, "service.play.api.loading.Games.load_seen", load_seen)
    patch.setattr("service.lists.api.games.results.NotPossible", not_possible)


@mutant(HANDS_WATCHED, path="/v1/games/{game}/view")
@replacing("service.play.api.commands.routes.version_of")
def seed_beyond_the_end(original: Any, loaded: Any, at: int | None) -> int:
    """The answer to a version beyond the end has a part of the seed in a header."""
    try:
        return original(loaded, at)
    except ProblemError as error:
        headers = {"Content-Range": f"versions */{int(loaded.game.opened.secret.seed[:6], 16)}"}
        raise ProblemError(error.code, error.detail, headers) from None
