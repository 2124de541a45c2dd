"""Leaks beside the answers: the log of the process, metrics, lists."""

import logging
from typing import Any

import pytest
from msgspec.structs import replace
from prometheus_client.core import GaugeMetricFamily

from service.telemetry.metrics import _CurrentState  # pyright: ignore[reportPrivateUsage] - what is read when somebody asks
from tests.planted import replacing, wrap
from tests.secrecy.mutants.scenes import HANDS, HANDS_WATCHED, hidden_of, mutant


@mutant(HANDS)
def hidden_cards_in_the_log(patch: pytest.MonkeyPatch) -> None:
    """A line at info says what everybody holds."""
    log = logging.getLogger("service.api.play.routes")

    def changed(original: Any) -> Any:
        def version_of(loaded: Any, at: int | None) -> int:
            log.info("the table is looked at", extra={"table": hidden_of(loaded.game)})
            return original(loaded, at)

        return version_of

    wrap(patch, "service.api.play.routes.version_of", changed)


@mutant(HANDS_WATCHED, listed=True)
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


@mutant(HANDS_WATCHED, listed=True)
@replacing("service.readmodels.tables.lobby.lobby_row")
def hidden_cards_in_the_list_of_games(original: Any, followed: Any) -> Any:
    """The list of games has a summary of the table."""
    return replace(original(followed), owner=hidden_of(followed.game))


@mutant(HANDS, listed=True)
@replacing("service.readmodels.tables.seats.seat_rows")
def hidden_cards_in_the_list_of_own_games(original: Any, followed: Any) -> Any:
    """The list of own games has a summary of the table where the decision stands."""
    return [replace(row, decision=hidden_of(followed.game), since=row.opened_at) for row in original(followed)]
