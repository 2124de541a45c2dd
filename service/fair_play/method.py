"""The method of the report: its thresholds, and what it finds. `deploy/fair-play.md` publishes both.

A finding is no proof. The same log, traces and period give the same report. A change of a threshold or of what is
counted raises `METHOD`.
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from domain.kernel.values import Value
from service.core.http.messages import Moment

METHOD = 1

MOST_GAMES = 5_000
"""Rated games that one report reads, the latest ones of the period."""

# pairs of players who win in turn, or one of whom lets the other win
PAIR_GAMES = 6
"""Rated games of a pair in which one of them won and the other did not."""
TURNS = 0.8
"""The share of consecutive ones of these games whose winner changes."""
ONE_SIDED = 0.9
"""The share of these games that one of them wins."""
GIVEN_UP = 0.5
"""The share of the lost games that the loser left early."""

# players who leave rated games early
EARLY = 10
"""A seat that resigns with fewer decisions than this resigns early."""
EARLY_GAMES = 3
EARLY_SHARE = 0.3
"""The share of the rated games of a player."""
GAINED = 0.5
"""The share of the games left early that one other player won."""

# regular times
TIMED = 60
"""Decisions with two or more choices, at which no other seat was asked."""
REGULAR = 0.15
"""The interquartile range of the times, divided by their median."""
QUICK = 0.7
"""Seconds within which nine of ten such decisions are made: too quick to read the question."""

# choices of a published bot
COMPARED = 100
"""Decisions of a player in a title with three or more choices that are compared."""
MOST_COMPARED = 400
PER_GAME = 25
"""Decisions of a seat in one game that are compared, evenly spread."""
ALIKE = 0.75
"""The share of them that the bot would have made, too."""


GameIds: TypeAlias = Annotated[tuple[str, ...], Meta(description="The ids of these games, in the order of their ends.")]


class Pair(Value, frozen=True):
    """Two players whose games with each other look agreed."""

    players: Annotated[tuple[str, str], Meta(description="The ids of the players, in order.")]
    kind: Annotated[
        Literal["in_turns", "one_sided"],
        Meta(description="`in_turns`: they win in turn; `one_sided`: one wins, and the other leaves early."),
    ]
    games: Annotated[int, Meta(description="Rated games in which one of them won and the other did not.")]
    wins: Annotated[tuple[int, int], Meta(description="How many of them each has won.")]
    changes: Annotated[int, Meta(description="How often the winner changed from one of these games to the next.")]
    left_early: Annotated[int, Meta(description="In how many of them the loser resigned early.")]
    of_all: Annotated[tuple[int, int], Meta(description="All rated games of each in the period.")]
    ids: GameIds


class Leaver(Value, frozen=True):
    """A player who resigns early in many rated games."""

    player: Annotated[str, Meta(description="The id of the player.")]
    games: Annotated[int, Meta(description="All rated games of the player in the period.")]
    early: Annotated[int, Meta(description="Those that the player left early.")]
    gained_by: Annotated[
        str | None, Meta(description="The id of who won most of them, if it is half or more; null: no one.")
    ]
    gained: Annotated[int, Meta(description="How many of them this player won.")]
    ids: GameIds


class Shared(Value, frozen=True):
    """Two accounts that were used from the same network, and played rated games with each other."""

    players: Annotated[tuple[str, str], Meta(description="The ids of the players, in order.")]
    days: Annotated[int, Meta(description="Days on which both acted from it.")]
    games: Annotated[int, Meta(description="Rated games with each other in the period.")]
    ids: GameIds


class Switched(Value, frozen=True):
    """Two accounts that were signed in one after the other in the same browser session."""

    players: Annotated[tuple[str, str], Meta(description="The ids of the players, in order.")]
    times: Annotated[int, Meta(description="How often.")]
    last_on: Annotated[str, Meta(description="The last day, in UTC.")]
    games: Annotated[int, Meta(description="Rated games with each other in the period.")]
    ids: GameIds


class Clockwork(Value, frozen=True):
    """A player whose decisions take nearly the same time, or hardly any."""

    player: Annotated[str, Meta(description="The id of the player.")]
    decisions: Annotated[int, Meta(description="The decisions that count.")]
    median: Annotated[float, Meta(description="The median of their times, in seconds.")]
    spread: Annotated[float, Meta(description="The interquartile range divided by the median.")]
    nine_of_ten: Annotated[float, Meta(description="The seconds within which nine of ten are made.")]


class Alike(Value, frozen=True):
    """A player whose choices are those of a published bot."""

    player: Annotated[str, Meta(description="The id of the player.")]
    ruleset: Annotated[str, Meta(description="The title.")]
    bot: Annotated[str, Meta(description="The name of the bot.")]
    decisions: Annotated[int, Meta(description="The decisions that count.")]
    same: Annotated[int, Meta(description="Those that the bot would have made, too.")]
    by_chance: Annotated[float, Meta(description="The share that a random choice would have in common with the bot.")]


class FairPlayReport(Value, frozen=True):
    """What the report finds, each list ordered by the strength of the finding, then by ids."""

    method: Annotated[int, Meta(description="The number of the method, which changes with a threshold.")]
    since: Moment
    until: Moment
    games: Annotated[int, Meta(description="Rated games of the period that it has read.")]
    pairs: Annotated[tuple[Pair, ...], Meta(description="Pairs whose games with each other look agreed.")]
    leavers: Annotated[tuple[Leaver, ...], Meta(description="Players who resign early in many rated games.")]
    shared: Annotated[tuple[Shared, ...], Meta(description="Accounts of one network that play with each other.")]
    switched: Annotated[tuple[Switched, ...], Meta(description="Accounts that followed one another in a browser.")]
    clockwork: Annotated[tuple[Clockwork, ...], Meta(description="Players with regular or very short times.")]
    alike: Annotated[tuple[Alike, ...], Meta(description="Players whose choices are those of a bot.")]

    @property
    def players(self) -> frozenset[str]:
        """All players whom it names."""
        pairs = [each for found in (self.pairs, self.shared, self.switched) for one in found for each in one.players]
        single = [each.player for found in (self.leavers, self.clockwork, self.alike) for each in found]
        gained = [each.gained_by for each in self.leavers if each.gained_by is not None]
        return frozenset((*pairs, *single, *gained))
