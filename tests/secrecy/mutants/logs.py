"""Leaks beside the answers: the log of the process, metrics, lists."""

import logging
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace
from prometheus_client.core import GaugeMetricFamily

from service.monitoring.telemetry.metrics import (
    Metrics,
    _CurrentState,  # pyright: ignore[reportPrivateUsage] - what is read when somebody asks
)
from tests.planted import Plant, replacing, wrap
from tests.secrecy.mutants.scenes import HANDS, HANDS_WATCHED, hidden_of, mutant, part_of, sum_of


@mutant(HANDS)
def hidden_cards_in_the_log(patch: pytest.MonkeyPatch) -> None:
    """A line at info says what everybody holds."""
    log = logging.getLogger("service.play.api.commands.routes")

    def changed(original: Any) -> Any:
        def version_of(loaded: Any, at: int | None) -> int:
            log.info("the table is looked at", extra={"table": hidden_of(loaded.game)})
            return original(loaded, at)

        return version_of

    wrap(patch, "service.play.api.commands.routes.version_of", changed)


@mutant(HANDS_WATCHED, "lists")
def hidden_cards_in_the_metrics(patch: pytest.MonkeyPatch) -> None:
    """A metric counts the licences of value 1 in all hands."""
    collect = _CurrentState.collect

    def changed(self: Any) -> Any:
        yield from collect(self)
        cache: Any = self._play._cache  # noqa: SLF001 - a leak has no manners
        states = [loaded.game.state for loaded in cache._loaded.values() if loaded.game.state]  # noqa: SLF001
        ones = sum(player.ones for state in states for player in state.players)
        yield GaugeMetricFamily("ludolog_ones", "Licences of value 1 in all hands.", value=ones)

    patch.setattr(_CurrentState, "collect", changed)


@mutant(HANDS_WATCHED, "lists")
@replacing("service.lists.tables.lobby.lobby_row")
def hidden_cards_in_the_list_of_games(original: Any, followed: Any) -> Any:
    """The list of games has a summary of the table."""
    return replace(original(followed), owner=hidden_of(followed.game))


@mutant(HANDS, "lists")
@replacing("service.lists.tables.seats.seat_rows")
def hidden_cards_in_the_list_of_own_games(original: Any, followed: Any) -> Any:
    """The list of own games has a summary of the table where the decision stands."""
    return [replace(row, decision=hidden_of(followed.game), since=row.opened_at) for row in original(followed)]


@mutant(HANDS)
@replacing("service.play.api.commands.routes.version_of")
def hidden_cards_in_the_log_at_debug(original: Any, loaded: Any, at: int | None) -> int:
    """A line at debug says what everybody holds."""
    logging.getLogger("service.play.api.commands.routes").debug("looked at %s", hidden_of(loaded.game))
    return original(loaded, at)


@mutant(HANDS, "lists")
@replacing("service.lists.tables.seats.seat_rows")
def hidden_cards_in_the_log_of_a_background_task(original: Any, followed: Any) -> Any:
    """The task that keeps the tables logs what everybody holds, at debug."""
    logging.getLogger("service.lists").debug("a game has moved", extra={"table": hidden_of(followed.game)})
    return original(followed)


def _observed(observe: Callable[[Any, int], None]) -> Plant:
    """Return a plant that observes something hidden with each view; it gets the metrics and a number."""

    @replacing("service.play.api.commands.routes.conditional")
    def conditional(original: Any, request: Any, loaded: Any, *given: Any, **named: Any) -> Any:
        observe(part_of(request, Metrics), sum_of(loaded.game))
        return original(request, loaded, *given, **named)

    return conditional


@mutant(HANDS, "metrics")
def hidden_numbers_in_a_histogram(patch: pytest.MonkeyPatch) -> None:
    """A histogram of sizes observes a number that follows from the hands."""
    _observed(lambda metrics, hidden: metrics._groups.observe(hidden % 500))(patch)  # noqa: SLF001 - a leak has no manners


@mutant(HANDS, "metrics")
def hidden_numbers_in_a_histogram_of_durations(patch: pytest.MonkeyPatch) -> None:
    """A histogram of durations observes milliseconds that follow from the hands."""
    _observed(lambda metrics, hidden: metrics._lateness.observe(hidden % 500 / 1000))(patch)  # noqa: SLF001 - as above


@mutant(HANDS, "metrics")
def hidden_numbers_in_a_label(patch: pytest.MonkeyPatch) -> None:
    """A request counts under a status that follows from the hands."""

    def observe(metrics: Any, hidden: int) -> None:
        metrics._requests.labels("GET", "none", str(200 + hidden % 300)).observe(0)  # noqa: SLF001 - as above

    _observed(observe)(patch)


@mutant(HANDS, "metrics")
def as_often_as_hidden(patch: pytest.MonkeyPatch) -> None:
    """A histogram counts a view as often as follows from the hands."""

    def observe(metrics: Any, hidden: int) -> None:
        for _ in range(hidden % 50):
            metrics._commits.observe(0)  # noqa: SLF001 - as above

    _observed(observe)(patch)
