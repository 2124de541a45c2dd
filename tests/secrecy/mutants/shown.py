"""Leaks in what is shown of games elsewhere: previews of links, embeds, streams of accounts, notifications, orders."""

# what is planted goes by the names of things, not by their types
# pyright: reportUnknownLambdaType=false, reportUnknownMemberType=false
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from tests.planted import replacing, wrap
from tests.secrecy.mutants.scenes import HANDS, HANDS_WATCHED, mutant, sum_of


def _told_in(patch: pytest.MonkeyPatch, module: str, text: str) -> None:
    """Add something hidden to a text about a game."""
    games: list[Any] = []

    def noted(original: Any) -> Any:
        def summary_of(loaded: Any, *given: Any) -> Any:
            games[:] = [loaded.game]
            return original(loaded, *given)

        return summary_of

    wrap(patch, f"{module}.summary_of", noted)
    wrap(patch, f"{module}.{text}", lambda original: lambda *given: f"{original(*given)} {sum_of(games[-1])}")


@mutant(HANDS_WATCHED, path="/games/{game}")
def open_graph_of_the_whole_table(patch: pytest.MonkeyPatch) -> None:
    """The description of a page, for previews of links, follows from the hands."""
    _told_in(patch, "service.web.sharing.links", "game_status")


@mutant(HANDS_WATCHED)
def embeds_of_the_whole_table(patch: pytest.MonkeyPatch) -> None:
    """The title of an embed follows from the hands."""
    _told_in(patch, "service.web.sharing.embeds", "game_title")


@mutant(HANDS_WATCHED)
def oembed_of_the_whole_table(patch: pytest.MonkeyPatch) -> None:
    """The title in an oEmbed reply follows from the hands."""
    _told_in(patch, "service.web.sharing.oembed", "game_title")


@mutant(HANDS)
@replacing("service.play.api.commands.routes.decisions")
def order_of_choices_from_hidden_state(original: Any, game: Any, *given: Any) -> Any:
    """The choices stand in an order that follows from the hands."""
    turned = 1 if sum_of(game) % 2 else -1
    found = original(game, *given)
    return tuple(each if each.choices is UNSET else replace(each, choices=each.choices[::turned]) for each in found)


@mutant(HANDS_WATCHED)
@replacing("service.play.api.stream.game_reader.frame_of")
def number_of_messages_from_hidden_state(original: Any, loaded: Any, *given: Any, **named: Any) -> bytes:
    """A stream sends more comments, the more is hidden."""
    return original(loaded, *given, **named) + b": \n\n" * (sum_of(loaded.game) % 7)


@mutant(HANDS, "lists")
@replacing("service.lists.tables.activity._numbered")
def hidden_state_in_the_stream_of_an_account(original: Any, part: Any) -> Iterator[Any]:
    """The decision that a player is notified of follows from the hands of all; so do pings and webhooks."""
    for position, number, change in original(part):
        is_asked = getattr(change, "kind", "") == "asked"
        leaked = {"decision": f"{change.decision}.{sum_of(part.after.game)}"} if is_asked else {}
        yield position, number, replace(change, **leaked)


def webhooks_of_the_real_table(patch: pytest.MonkeyPatch) -> None:
    """What is queued for receivers follows from the hands of all."""
    hidden_state_in_the_stream_of_an_account(patch)


@replacing("service.lists.tables.activity._numbered")
def ids_of_games_from_the_seed(original: Any, part: Any) -> Iterator[Any]:
    """What is queued once is named by the seed."""
    number_of_seed = int(part.after.game.opened.secret.seed[:2], 16)
    for position, number, change in original(part):
        yield position, number, replace(change, version=change.version + number_of_seed)


PAYLOAD_MUTANTS = (webhooks_of_the_real_table, ids_of_games_from_the_seed)
