"""The terms of a tournament: what is played, in which format, how it is scored, and when."""

from typing import Any, Literal, TypeAlias

from msgspec import UNSET, UnsetType

from domain.game.events import Spectators, Visibility
from domain.game.terms import Clock, NoShow
from domain.kernel.values import Value

Role: TypeAlias = Literal["owner", "director", "helper"]
Preset: TypeAlias = Literal["euro_league", "catan", "wins", "score_share"]
TieBreak: TypeAlias = Literal["wins", "score", "score_share", "opposition", "head_to_head", "seat_luck", "lot"]


class Swiss(Value, frozen=True, tag="swiss", tag_field="kind", forbid_unknown_fields=True):
    """Rounds in which players of similar points meet, without repeated opponents while they are avoidable."""

    rounds: int
    power_last: bool = False
    """Whether the last round is paired strictly by rank: the first players at one table, and so on."""


class Schedule(Value, frozen=True, tag="schedule", tag_field="kind", forbid_unknown_fields=True):
    """Rounds that are all drawn with the first one; points do not matter for the tables."""

    rounds: int


class Heats(Value, frozen=True, tag="heats", tag_field="kind", forbid_unknown_fields=True):
    """Preliminary rounds, then knock-out rounds: the winner of each table advances, up to one final table."""

    rounds: int
    knockouts: int = 2
    """The number of knock-out rounds; 2 means semi-finals and a final."""


class League(Value, frozen=True, tag="league", tag_field="kind", forbid_unknown_fields=True):
    """Divisions that play among themselves. After each season the first players move up and the last move down."""

    rounds: int
    """The rounds of a season."""
    divisions: int = 1
    moving: int = 0
    """The number of players who move between two divisions after a season."""
    seasons: int = 1


Format: TypeAlias = Swiss | Schedule | Heats | League


class Terms(Value, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The terms of a tournament. Durations are in seconds. A field that is not set is absent in the record."""

    name: str
    ruleset: str
    ruleset_version: int
    data_set: str
    data_digest: str
    options: dict[str, Any]
    sizes: tuple[int, ...]
    """The sizes that a table may have; the first one is preferred."""
    format: Format
    preset: Preset = "euro_league"
    max_players: int = 64
    scale: tuple[str, ...] | UnsetType = UNSET
    """The points of the ranks at a table of the preferred size, as fractions; `euro_league` only."""
    tie_breaks: tuple[TieBreak, ...] | UnsetType = UNSET
    """The tie-breaks in their order. Absent: those of the preset."""
    seat_values: dict[str, tuple[str, ...]] | UnsetType = UNSET
    """The expected points of the seats as fractions, by the size of the table. Absent: all seats are equal."""
    check_in: int = 0
    """How long before the start of a round check-in opens; 0: the tournament has no check-in."""
    starts: tuple[str, ...] = ()
    """The start times of the rounds, from the first round on."""
    pause: int | UnsetType = UNSET
    """The time from the end of a round to the start of the next one, or to the end of the tournament.

    Absent: a round without a start time is published, and the tournament finished, by an organiser.
    """
    overlap: bool = False
    """Whether a round starts at its time although games of earlier rounds still run."""
    late_until: int = 0
    """The last round for which players may still enter."""
    registration_closes: str | UnsetType = UNSET
    visibility: Visibility = "public"
    spectators: Spectators = "open"
    clock: Clock | UnsetType = UNSET
    rated: bool | UnsetType = UNSET
    no_show: NoShow | UnsetType = UNSET
    grace: int | UnsetType = UNSET
