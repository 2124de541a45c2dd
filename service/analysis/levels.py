"""The levels of the engine: how much it searches. A budget is a number of steps, the same on every machine."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from domain.kernel.values import Value
from service.bots.strong.light import weights_of


class Level(Value, frozen=True, kw_only=True):
    """What a level spends. Seconds are nominal, like those of the strong bots, and stand for steps."""

    candidates: int
    """The commands that are searched in addition to the chosen one: those with the best scores of the light policy."""
    screen: float
    """Seconds for a decision to choose the candidate that the chosen command is compared with."""
    measure: float
    """Seconds for a decision to compare the two in new worlds."""
    confirm: float
    """Seconds to compare the two again in new worlds, if the choice seems to be a mistake."""
    rounds: int
    """How many rounds further than to the end of the round the last comparison plays."""
    point: float
    """Seconds for a point of the winning chance over time."""
    fewest: int = 3
    """The minimum number of worlds of a comparison."""
    fewest_alone: int = 3
    """The minimum number of worlds for the chance of the chosen command alone."""
    fewest_confirming: int = 16
    """The minimum number of worlds of the last comparison."""
    is_frugal: bool = False
    """Whether the screening keeps to its budget where playouts are long, and ends when no candidate is ahead."""
    exact: int | None = None
    """The standard error in millionths at which the last comparison ends before its budget; None: at none."""


LEVELS: Mapping[str, Level] = {
    "glance": Level(
        candidates=2,
        screen=0.01,
        measure=0.01,
        confirm=0.1,
        rounds=1,
        point=0.02,
        fewest=2,
        fewest_alone=1,
        fewest_confirming=4,
        is_frugal=True,
        exact=40_000,
    ),
    "quick": Level(
        candidates=4,
        screen=0.02,
        measure=0.02,
        confirm=0.2,
        rounds=1,
        point=0.03,
        fewest=2,
        fewest_alone=1,
        fewest_confirming=5,
        is_frugal=True,
        exact=25_000,
    ),
    "deep": Level(candidates=11, screen=0.4, measure=0.3, confirm=4.0, rounds=2, point=0.5),
}


class Budget(Value, frozen=True):
    """A level in the steps of a title: decisions of playouts."""

    candidates: Annotated[int, Meta(description="The commands that are searched in addition to the chosen one.")]
    screen: Annotated[int, Meta(description="Steps to choose the candidate that the chosen command is compared with.")]
    measure: Annotated[int, Meta(description="Steps to compare both in new worlds.")]
    confirm: Annotated[int, Meta(description="Steps to compare both again, if the choice seems to cost much.")]
    rounds: Annotated[int, Meta(description="The rounds that this last comparison plays further.")]
    point: Annotated[int, Meta(description="Steps for a point of the winning chance over time.")]


def budget_of(title: str, level: str) -> Budget:
    """Return what a level spends in a title."""
    found, each = LEVELS[level], weights_of(title).steps_per_second
    return Budget(
        found.candidates,
        round(found.screen * each),
        round(found.measure * each),
        round(found.confirm * each),
        found.rounds,
        round(found.point * each),
    )
