"""Requests and replies for clocks."""

from typing import Annotated, Literal

from msgspec import Meta

from domain.game.clocks.limits import LONGEST
from domain.game.game import Game
from domain.game.terms import Clock
from service.core.http.messages import Reply, RequestBody
from service.play.api.clocks.durations import duration_of

SHORTEST_ALLOWANCE = 10
"""The minimum allowance in seconds: less would turn a slow connection into a strike."""

_LONGEST_DAYS = LONGEST // 86_400

Duration = Annotated[
    str,
    Meta(
        max_length=60,
        description="An ISO 8601 duration of weeks, days, hours, minutes and whole seconds, such as `PT12H` or `P3D`.",
    ),
]
OnEmpty = Annotated[
    Literal["bot", "resign"],
    Meta(
        description="What becomes of a seat after too many strikes: with `bot` a bot plays until the player returns, "
        "with `resign` the seat resigns. A seat to which the player has not returned at the end counts as resigned."
    ),
]
Strikes = Annotated[
    int,
    Meta(ge=1, le=1000, description="The number of decisions by the clock after which the player loses the seat."),
]


class ClockRequest(RequestBody, frozen=True):
    """The clock of a new game. Fields change the preset; without a preset, `allowance` is needed."""

    preset: Annotated[str, Meta(min_length=1, description="The name of a preset: see `GET /v1/clocks`.")] | None = None
    allowance: (
        Annotated[
            Duration,
            Meta(
                description="The time for each decision that costs no bank: at least "
                f"{SHORTEST_ALLOWANCE} seconds (`{duration_of(SHORTEST_ALLOWANCE)}`), at most {_LONGEST_DAYS} days."
            ),
        ]
        | None
    ) = None
    bank: (
        Annotated[
            Duration,
            Meta(
                description="The time that a seat may use beyond the allowances; `PT0S` by default, at most "
                f"{_LONGEST_DAYS} days."
            ),
        ]
        | None
    ) = None
    on_empty: OnEmpty | None = None
    strikes: Strikes | None = None
    vacation: (
        Annotated[
            Duration,
            Meta(
                description="The time for which a seat may stop its clock in the game; `PT0S` by default, at most "
                f"{_LONGEST_DAYS} days."
            ),
        ]
        | None
    ) = None


class VacationRequest(RequestBody, frozen=True):
    """A vacation to take now."""

    duration: Annotated[Duration, Meta(description="The time for which the clock of the seat stops.")]


class ClockReply(Reply, frozen=True):
    """The clock of a game."""

    allowance: Annotated[str, Meta(description="The time for each decision that costs no bank, in ISO 8601.")]
    bank: Annotated[str, Meta(description="The bank of each seat at the start, in ISO 8601.")]
    on_empty: OnEmpty
    strikes: Strikes
    vacation: Annotated[str, Meta(description="The time for which a seat may stop its clock in the game, in ISO 8601.")]


class ClockPreset(ClockReply, frozen=True):
    """A preset: the clock, its name, and when to use it."""

    name: Annotated[str, Meta(description="The name of the preset.")]
    title: Annotated[str, Meta(description="The name for people.")]
    meaning: Annotated[str, Meta(description="When to use it.")]


class ClockPresets(Reply, frozen=True):
    """The presets of clocks."""

    items: Annotated[tuple[ClockPreset, ...], Meta(description="The presets, fastest first.")]
    public: Annotated[
        str | None,
        Meta(
            description="The preset of public games and tournaments that are opened without `clock`; null: they have "
            "none."
        ),
    ]


def clock_reply(clock: Clock) -> ClockReply:
    """Return the reply for a clock."""
    return ClockReply(
        duration_of(clock.allowance),
        duration_of(clock.bank),
        clock.on_empty,
        clock.strikes,
        duration_of(clock.vacation),
    )


def clock_of(game: Game) -> ClockReply | None:
    """Return the reply for the clock of a game; None for a game without one."""
    clock = game.opened.clock
    return clock_reply(clock) if isinstance(clock, Clock) else None
