"""Replies about what the results say of players."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from service.core.http.messages import GameId, Moment, PlayerId, Reply, Title
from service.lists.api.scoreboard.messages import Name

Met = Annotated[int, Meta(ge=0, description="The games in which both had a seat at the end.")]
Wins = Annotated[int, Meta(ge=0, description="Those in which `player` has the better rank.")]
Losses = Annotated[int, Meta(ge=0, description="Those in which `opponent` has the better rank.")]
Draws = Annotated[int, Meta(ge=0, description="Those in which both have the same rank.")]
Day = Annotated[
    str,
    Meta(
        pattern=r"^\d{4}-\d\d-\d\d$",
        description="A day in UTC, such as `2026-11-20`.",
        extra_json_schema={"format": "date"},
    ),
]


class LastMeeting(Reply, frozen=True):
    """A game of two players."""

    game: GameId
    ruleset: Title
    ended_at: Moment


class MeetingsInTitle(Reply, frozen=True):
    """The games of two players in a title."""

    ruleset: Title
    games: Met
    wins: Wins
    losses: Losses
    draws: Draws
    last: Annotated[LastMeeting, Meta(description="The game that ended last.")]


class HeadToHead(Reply, frozen=True):
    """The results of a player against another one, in all and by title."""

    player: PlayerId
    name: Name
    opponent: PlayerId
    opponent_name: Name
    games: Met
    wins: Wins
    losses: Losses
    draws: Draws
    last: Annotated[LastMeeting | None, Meta(description="The game that ended last; null without a game.")]
    titles: Annotated[tuple[MeetingsInTitle, ...], Meta(description="The same by title, without those without games.")]
    results: Annotated[
        str, Meta(description="The path of the list of these games, newest first: `results` with both players.")
    ]


class ActiveDay(Reply, frozen=True):
    """The games of a player that ended on a day."""

    day: Day
    games: Annotated[int, Meta(ge=1, description="The games that ended on this day.")]
    wins: Annotated[int, Meta(ge=0, description="The won ones, including shared first ranks.")]
    titles: Annotated[Mapping[str, int], Meta(description="The games by title.")]


class PlayerActivity(Reply, frozen=True):
    """The activity of a player by day."""

    player: PlayerId
    since: Annotated[Day, Meta(description="The first day.")]
    until: Annotated[Day, Meta(description="The last day.")]
    days: Annotated[tuple[ActiveDay, ...], Meta(description="The days with games, oldest first.")]


class RecordAtTables(Reply, frozen=True):
    """The games of a player in a title with one number of seats."""

    ruleset: Title
    seats: Annotated[int, Meta(ge=1, description="The number of seats.")]
    games: Annotated[int, Meta(ge=1, description="The games in which the player had a seat at the end.")]
    wins: Annotated[int, Meta(ge=0, description="The won ones, including shared first ranks.")]


class RecordAgainst(Reply, frozen=True):
    """The games of a player against another player or a bot."""

    opponent: Annotated[str, Meta(description="The id of the player, or `bot:<name>`.")]
    name: Name
    games: Met
    wins: Wins
    losses: Losses
    draws: Draws


class PlayerRecord(Reply, frozen=True):
    """What a player has played and won, and against whom."""

    player: PlayerId
    name: Name
    games: Annotated[int, Meta(ge=0, description="The games in which the player had a seat at the end.")]
    wins: Annotated[int, Meta(ge=0, description="The won ones, including shared first ranks.")]
    tables: Annotated[tuple[RecordAtTables, ...], Meta(description="The games by title and number of seats.")]
    opponents: Annotated[
        tuple[RecordAgainst, ...],
        Meta(max_length=20, description="Those against whom the player has played most often, 20 at most."),
    ]
