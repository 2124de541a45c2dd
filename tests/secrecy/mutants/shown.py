"""Leaks in what is shown of games elsewhere: previews of links, embeds, streams of accounts, notifications, orders."""

# what is planted goes by the names of things, not by their types
# pyright: reportUnknownLambdaType=false, reportUnknownMemberType=false
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false

import zlib
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from tests.secrecy.mutants.scenes import HANDS, HANDS_WATCHED, hidden_of, mutant, wrap


def _sum(game: Any) -> int:
    return zlib.crc32(hidden_of(game).encode())


def _told_in(patch: pytest.MonkeyPatch, module: str, text: str) -> None:
    """Add something hidden to a text about a game."""
    games: list[Any] = []

    def noted(original: Any) -> Any:
        def summary_of(loaded: Any, *given: Any) -> Any:
            games[:] = [loaded.game]
            return original(loaded, *given)

        return summary_of

    wrap(patch, f"{module}.summary_of", noted)
    wrap(patch, f"{module}.{text}", lambda original: lambda *given: f"{original(*given)} {_sum(games[-1])}")


@mutant(HANDS_WATCHED)
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
def order_of_choices_from_hidden_state(patch: pytest.MonkeyPatch) -> None:
    """The choices stand in an order that follows from the hands."""

    def changed(original: Any) -> Any:
        def decisions(game: Any, *given: Any) -> Any:
            turned = 1 if _sum(game) % 2 else -1
            found = original(game, *given)
            return tuple(
                each if each.choices is UNSET else replace(each, choices=each.choices[::turned]) for each in found
            )

        return decisions

    wrap(patch, "service.api.play.routes.decisions", changed)


@mutant(HANDS_WATCHED)
def number_of_messages_from_hidden_state(patch: pytest.MonkeyPatch) -> None:
    """A stream sends more comments, the more is hidden."""

    def changed(original: Any) -> Any:
        def frame(loaded: Any, *given: Any, **named: Any) -> bytes:
            return original(loaded, *given, **named) + b": \n\n" * (_sum(loaded.game) % 7)

        return frame

    wrap(patch, "service.api.stream.game_reader.frame_of", changed)


@mutant(HANDS, listed=True)
def hidden_state_in_the_stream_of_an_account(patch: pytest.MonkeyPatch) -> None:
    """The decision that a player is notified of follows from the hands of all; so do pings and webhooks."""

    def changed(original: Any) -> Any:
        def numbered(part: Any) -> Iterator[Any]:
            for position, number, change in original(part):
                is_asked = getattr(change, "kind", "") == "asked"
                told = {"decision": f"{change.decision}.{_sum(part.after.game)}"} if is_asked else {}
                yield position, number, replace(change, **told)

        return numbered

    wrap(patch, "service.readmodels.tables.activity._numbered", changed)


def webhooks_of_the_real_table(patch: pytest.MonkeyPatch) -> None:
    """What is queued for receivers follows from the hands of all."""
    hidden_state_in_the_stream_of_an_account(patch)


def ids_of_games_from_the_seed(patch: pytest.MonkeyPatch) -> None:
    """What is queued once is named by the seed."""
    wrap(
        patch,
        "service.readmodels.tables.activity._numbered",
        lambda original: (
            lambda part: (
                (
                    position,
                    number,
                    replace(change, version=change.version + int(part.after.game.opened.secret.seed[:2], 16)),
                )
                for position, number, change in original(part)
            )
        ),
    )


PAYLOAD_MUTANTS = (webhooks_of_the_real_table, ids_of_games_from_the_seed)
