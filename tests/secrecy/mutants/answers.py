"""Leaks in answers: tags, headers, lengths, statuses, and the replies to requests for a game."""

import zlib
from collections.abc import Callable
from typing import Any

import pytest
from litestar import Response
from msgspec.structs import replace

from projections.history import FULL
from service.http.problems import ProblemError
from tests.secrecy.mutants.scenes import HANDS, HANDS_WATCHED, TOKENS, hidden_of, mutant, wrap


def _sum(game: Any) -> int:
    return zlib.crc32(hidden_of(game).encode())


def _conditional(patch: pytest.MonkeyPatch, change: Callable[[Any, dict[str, Any]], None]) -> None:
    """Change what the answers with a view or decisions are made of: the tag, and what else is given by name."""

    def changed(original: Any) -> Any:
        def conditional(request: Any, loaded: Any, tag: str, make: Any, **given: Any) -> Any:
            given["tag"] = tag
            change(loaded.game, given)
            return original(request, loaded, given.pop("tag"), make, **given)

        return conditional

    wrap(patch, "service.api.play.routes.conditional", changed)


@mutant(HANDS)
def etag_from_hidden_state(patch: pytest.MonkeyPatch) -> None:
    """The ETag is a digest of the whole table."""
    _conditional(patch, lambda game, given: given.update(tag=f"{given['tag']}.{_sum(game)}"))


@mutant(HANDS)
def header_from_hidden_state(patch: pytest.MonkeyPatch) -> None:
    """A header tells how the table is sharded."""
    _conditional(patch, lambda game, given: given.update(headers={"X-Shard": str(_sum(game) % 997)}))


@mutant(HANDS)
def half_the_seed_in_a_header(patch: pytest.MonkeyPatch) -> None:
    """A header holds half of the seed."""
    _conditional(patch, lambda game, given: given.update(headers={"X-Trace": game.opened.secret.seed[:32]}))


@mutant(HANDS_WATCHED)
def length_from_hidden_state(patch: pytest.MonkeyPatch) -> None:
    """The length of the history is padded by what is hidden."""

    def changed(original: Any) -> Any:
        def represented(request: Any, tag: str, make: Any, **given: Any) -> Any:
            game = given["kept"].__self__.game
            return original(request, tag, lambda: make() + b" " * (_sum(game) % 97), **given)

        return represented

    wrap(patch, "service.api.history.routes.represented", changed)


@mutant(HANDS)
def file_name_from_hidden_state(patch: pytest.MonkeyPatch) -> None:
    """The name of the bundle's file has a number of its own."""

    def changed(original: Any) -> Any:
        def represented(request: Any, tag: str, make: Any, **given: Any) -> Any:
            if "kept" in given:
                number = _sum(given["kept"].__self__.game) % 997
                given["headers"] = {"Content-Disposition": f'attachment; filename="{number}.jsonl"'}
            return original(request, tag, make, **given)

        return represented

    wrap(patch, "service.api.proof.routes.represented", changed)


@mutant(HANDS)
def status_from_hidden_state(patch: pytest.MonkeyPatch) -> None:
    """Whether there is a new view follows from what is hidden."""

    def changed(original: Any) -> Any:
        def conditional(request: Any, loaded: Any, *given: Any, **named: Any) -> Any:
            is_news = _sum(loaded.game) % 3
            return original(request, loaded, *given, **named) if is_news else Response(None, status_code=304)

        return conditional

    wrap(patch, "service.api.play.routes.conditional", changed)


@mutant(HANDS)
def error_from_hidden_state(patch: pytest.MonkeyPatch) -> None:
    """Some hidden hands cannot be answered for."""

    def changed(original: Any) -> Any:
        def decisions(game: Any, *given: Any) -> Any:
            if _sum(game) % 3 == 0:
                raise ProblemError("unavailable", "try again")
            return original(game, *given)

        return decisions

    wrap(patch, "service.api.play.routes.decisions", changed)


@mutant(HANDS_WATCHED)
def seed_as_commitment(patch: pytest.MonkeyPatch) -> None:
    """A game in short has the seed where its commitment is to stand."""

    def changed(original: Any) -> Any:
        def reply(game: Any, *given: Any, **named: Any) -> Any:
            return replace(original(game, *given, **named), seed_commitment=game.opened.secret.seed)

        return reply

    wrap(patch, "service.api.games.routes.game_reply", changed)


@mutant(TOKENS)
def view_at_a_version_as_full(patch: pytest.MonkeyPatch) -> None:
    """The table as it was is shown in full."""

    def changed(original: Any) -> Any:
        def viewer_of(request: Any, game: Any, wanted: Any) -> Any:
            found = original(request, game, wanted)
            return FULL if "at" in request.query_params and request.url.path.endswith("/view") else found

        return viewer_of

    wrap(patch, "service.api.play.routes.viewer_of", changed)


@mutant(TOKENS)
def decisions_at_a_version_with_all_choices(patch: pytest.MonkeyPatch) -> None:
    """The decisions of a past version show what everybody could choose."""
    asked: list[bool] = []

    def version_of(original: Any) -> Any:
        def noted(loaded: Any, at: Any) -> Any:
            asked[:] = [at is not None]
            return original(loaded, at)

        return noted

    def decisions(original: Any) -> Any:
        def shown(game: Any, viewer: Any, phrases: Any) -> Any:
            found = original(game, viewer, phrases)
            if asked != [True]:
                return found
            # each as the one sees it who is asked
            return tuple(
                each for reply in found for each in original(game, reply.seat, phrases) if each.seat == reply.seat
            )

        return shown

    wrap(patch, "service.api.play.routes.version_of", version_of)
    wrap(patch, "service.api.play.routes.decisions", decisions)


@mutant(TOKENS)
def number_of_choices_of_others(patch: pytest.MonkeyPatch) -> None:
    """Decisions of others tell how many choices there are."""

    def changed(original: Any) -> Any:
        def decisions(game: Any, *given: Any) -> Any:
            found = original(game, *given)
            return tuple(
                replace(reply, rule=f"{reply.rule}/{len(game.ruleset.legal_commands(game.state, reply.seat))}")
                for reply in found
            )

        return decisions

    wrap(patch, "service.api.play.routes.decisions", changed)
