"""The bodies of requests and replies about pools."""

from typing import Annotated, Literal

from msgspec import Meta

from service.core.http.messages import Moment, Reply, RequestBody, Title
from service.meeting.api.messages import ChallengeReply

ClockName = Annotated[str, Meta(description="The name of a preset: see `GET /v1/clocks`.")]
PoolSeats = Annotated[int, Meta(description="How many players are paired: the fewest that the title allows.")]
InPool = Annotated[int, Meta(ge=0, description="How many players wait in this pool now.")]


class PoolReply(Reply, frozen=True):
    """A pool."""

    ruleset: Title
    clock: ClockName
    seats: PoolSeats
    waiting: InPool


class PoolsReply(Reply, frozen=True):
    """All pools."""

    items: Annotated[tuple[PoolReply, ...], Meta(description="One pool for each title and preset of clocks.")]


class JoinPool(RequestBody, frozen=True):
    """The pool to wait in."""

    ruleset: Annotated[str, Meta(min_length=1, description="The title, such as `giganten`.")]
    clock: Annotated[str, Meta(min_length=1, description="The name of a preset, such as `live`.")]


class PoolBot(RequestBody, frozen=True):
    """The bot to play with instead."""

    bot: Annotated[str, Meta(min_length=1, description="The name of a bot, such as `careful`.")]


class WaitingReply(Reply, frozen=True):
    """Your place in a pool."""

    state: Annotated[
        Literal["waiting", "paired"],
        Meta(description="`waiting`: send PUT every 5 seconds; `paired`: `challenge` has the players and the game."),
    ]
    ruleset: Title
    clock: ClockName
    seats: PoolSeats
    waiting: InPool
    since: Moment
    lapses_at: Annotated[Moment, Meta(description="When you can no longer be paired, unless you send PUT before.")]
    within: Annotated[
        float | None,
        Meta(
            description="By how much the skill (`mu` of a rating) of the others may differ from yours. It grows while "
            "you wait; null: by any amount."
        ),
    ]
    bots: Annotated[
        tuple[str, ...],
        Meta(description="The bots that you are offered instead, after a minute; empty before, and when paired."),
    ]
    challenge: Annotated[ChallengeReply | None, Meta(description="The pairing; null while you wait.")]


class OwnPool(Reply, frozen=True):
    """Your place, if you have one."""

    place: Annotated[WaitingReply | None, Meta(description="Your place; null: you wait in no pool.")]
