"""Leaks in what is accepted: take-backs, vacations, rulings, resignations, new tokens, and what follows from them."""

# what is planted goes by the names of things, not by their types
# pyright: reportUnknownLambdaType=false, reportUnknownMemberType=false
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false

from typing import Any

from msgspec.structs import replace

from projections.history import FULL
from service.play.play import Play
from tests.planted import replacing
from tests.secrecy.mutants.scenes import (
    GIGANTEN_MONEY,
    HANDS,
    HANDS_CLOCKED,
    HANDS_WATCHED,
    TOKENS,
    TOKENS_CLOCKED,
    mutant,
    part_of,
    sum_of,
)

_TAKEN_BACK = "game.decision_taken_back"


def _last_type(loaded: Any) -> str:
    return loaded.entries[-1].record.type


@mutant(TOKENS, "acts")
@replacing("service.play.api.commands.routes.accepted")
def replies_to_take_backs(original: Any, done: Any, *given: Any) -> Any:
    """The reply to a take-back has a receipt that follows from the table of all."""
    found = original(done, *given)
    if done.loaded.entries[done.first - 1].record.type != _TAKEN_BACK:
        return found
    return replace(found, receipt=replace(found.receipt, signature=str(sum_of(done.loaded.at(done.last)))))


@mutant(TOKENS, "acts")
@replacing("service.play.api.access.Access.viewer_of")
def views_after_take_backs(original: Any, access: Any, request: Any, game: Any, wanted: Any) -> Any:
    """After a take-back the view is in full."""
    found = original(access, request, game, wanted)
    if not request.url.path.endswith("/view"):
        return found
    return FULL if _last_type(part_of(request, Play).cached(game.id)) == _TAKEN_BACK else found


@mutant(GIGANTEN_MONEY, "acts")
@replacing("projections.replay.lines.scores_of")
def scores_after_take_backs(original: Any, game: Any, viewer: Any) -> Any:
    """Once a decision was taken back, the running scores contain the money of all."""
    return original(game, FULL if any(game.taken_back) else viewer)


@mutant(TOKENS, "acts")
@replacing("service.play.api.stream.game_reader.Reader._frame")
def streams_of_take_backs(original: Any, reader: Any, loaded: Any, after: int, last: int) -> bytes:
    """A stream that follows a game sends a comment with a take-back that follows from the table."""
    found = original(reader, loaded, after, last)
    is_taken_back = _last_type(loaded) == _TAKEN_BACK
    return b": %d\n\n%b" % (sum_of(loaded.game), found) if is_taken_back else found


@mutant(HANDS_CLOCKED, "acts")
@replacing("service.play.api.games.clocks.game_reply")
def replies_to_vacations(original: Any, game: Any, *given: Any) -> Any:
    """The reply to a vacation has a number that follows from the hands."""
    return replace(original(game, *given), seed_commitment=str(sum_of(game)))


@mutant(TOKENS_CLOCKED, "acts")
@replacing("service.play.texts.Texts.text")
def sentences_of_extended_clocks(original: Any, texts: Any, loaded: Any, version: int, viewer: Any) -> str:
    """The sentence of an extension of a clock says something about the table."""
    found = original(texts, loaded, version, viewer)
    is_extended = loaded.entries[version - 1].record.type == "game.clock_extended"
    return f"{found} {sum_of(loaded.at(version))}" if is_extended else found


@mutant(HANDS_WATCHED, "acts")
@replacing("service.play.api.rulings.routes.game_reply")
def replies_to_rulings(original: Any, game: Any, *given: Any) -> Any:
    """The reply to a ruling has a number that follows from the hands, while the game goes on."""
    found = original(game, *given)
    return found if game.is_over else replace(found, seed_commitment=str(sum_of(game)))


@mutant(TOKENS, "acts")
@replacing("service.play.api.commands.routes.decisions")
def decisions_of_paused_games(original: Any, game: Any, viewer: Any, phrases: Any) -> Any:
    """While a game is paused, its decisions have the choices of all."""
    return original(game, viewer if game.paused_until is None else FULL, phrases)


@mutant(HANDS, "acts")
@replacing("service.play.api.games.routes.game_reply")
def replies_to_resignations(original: Any, game: Any, *given: Any, **named: Any) -> Any:
    """The game in short follows from the hands once a player has resigned."""
    found = original(game, *given, **named)
    has_resigned = any(each is not None and each.resigned is not None for each in game.occupants)
    return replace(found, seed_commitment=str(sum_of(game))) if has_resigned else found


@mutant(HANDS_WATCHED, "acts")
@replacing("service.web.sharing.pictures.summary_of")
def pictures_after_offers(original: Any, loaded: Any, *given: Any) -> Any:
    """The picture of a game in which a ruling offers a seat follows from the hands."""
    found = original(loaded, *given)
    return replace(found, unit=str(sum_of(loaded.game))) if loaded.game.offers else found
