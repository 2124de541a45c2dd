"""Leaks in answers: tags, headers, lengths, statuses, and the replies to requests for a game."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from projections.history import FULL
from service.core.http.problems import ProblemError
from tests.planted import replacing, wrap
from tests.secrecy.mutants.scenes import HANDS, HANDS_WATCHED, LAST_TO_PLACE, TOKENS, mutant, sum_of


def _conditional(patch: pytest.MonkeyPatch, change: Callable[[Any, dict[str, Any]], None]) -> None:
    """Change what the answers with a view or decisions are made of: the tag, and what else is given by name."""

    def changed(original: Any) -> Any:
        def conditional(request: Any, loaded: Any, tag: str, make: Any, **given: Any) -> Any:
            given["tag"] = tag
            change(loaded.game, given)
            return original(request, loaded, given.pop("tag"), make, **given)

        return conditional

    wrap(patch, "service.play.api.commands.routes.conditional", changed)


@mutant(HANDS)
def etag_from_hidden_state(patch: pytest.MonkeyPatch) -> None:
    """The ETag is a digest of the whole table."""
    _conditional(patch, lambda game, given: given.update(tag=f"{given['tag']}.{sum_of(game)}"))


@mutant(HANDS)
def header_from_hidden_state(patch: pytest.MonkeyPatch) -> None:
    """A header tells how the table is sharded."""
    _conditional(patch, lambda game, given: given.update(headers={"X-Shard": str(sum_of(game) % 997)}))


@mutant(HANDS)
def half_the_seed_in_a_header(patch: pytest.MonkeyPatch) -> None:
    """A header holds half of the seed."""
    _conditional(patch, lambda game, given: given.update(headers={"X-Trace": game.opened.secret.seed[:32]}))


@mutant(HANDS_WATCHED)
@replacing("service.play.api.events.routes._Page.encoded")
def length_from_hidden_state(original: Any, page: Any) -> bytes:
    """The length of the history is padded by what is hidden."""
    return original(page) + b" " * (sum_of(page.loaded.game) % 97)


@mutant(HANDS)
@replacing("service.proof.api.routes.represented")
def file_name_from_hidden_state(original: Any, request: Any, tag: str, make: Any, **given: Any) -> Any:
    """The name of the bundle's file has a number of its own."""
    if "kept" in given:
        number = sum_of(given["kept"].__self__.game) % 997
        given["headers"] = {"Content-Disposition": f'attachment; filename="{number}.jsonl"'}
    return original(request, tag, make, **given)


@mutant(HANDS)
@replacing("service.play.api.commands.routes.conditional")
def status_from_hidden_state(original: Any, request: Any, loaded: Any, *given: Any, **named: Any) -> Any:
    """The status of a view follows from what is hidden."""
    if sum_of(loaded.game) % 3 == 0:
        raise ProblemError("not-found", "there is no such view")
    return original(request, loaded, *given, **named)


@mutant(HANDS)
@replacing("service.play.api.commands.routes.decisions")
def error_from_hidden_state(original: Any, game: Any, *given: Any) -> Any:
    """Some hidden hands cannot be answered for."""
    if sum_of(game) % 3 == 0:
        raise ProblemError("unavailable", "try again")
    return original(game, *given)


@mutant(HANDS_WATCHED)
@replacing("service.play.api.games.routes.game_reply")
def seed_as_commitment(original: Any, game: Any, *given: Any, **named: Any) -> Any:
    """A game in short has the seed where its commitment is to stand."""
    return replace(original(game, *given, **named), seed_commitment=game.opened.secret.seed)


@mutant(TOKENS, path="/v1/games/{game}/view")
@replacing("service.play.api.access.Access.viewer_of")
def view_at_a_version_as_full(original: Any, access: Any, request: Any, game: Any, wanted: Any) -> Any:
    """The table as it was is shown in full."""
    found = original(access, request, game, wanted)
    return FULL if "at" in request.query_params and request.url.path.endswith("/view") else found


@mutant(LAST_TO_PLACE, path="/v1/games/{game}/decisions")
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

    wrap(patch, "service.play.api.commands.routes.version_of", version_of)
    wrap(patch, "service.play.api.commands.routes.decisions", decisions)


@mutant(TOKENS)
@replacing("service.play.api.commands.routes.decisions")
def number_of_choices_of_others(original: Any, game: Any, *given: Any) -> Any:
    """Decisions of others tell how many choices there are."""
    found = original(game, *given)
    return tuple(
        replace(reply, rule=f"{reply.rule}/{len(game.ruleset.legal_commands(game.state, reply.seat))}")
        for reply in found
    )
