"""Replies for results, leaderboards and ratings."""

from typing import Annotated

from msgspec import Meta

from service.core.http.messages import (
    DataSetName,
    GameId,
    Moment,
    PlayerId,
    PlayerName,
    Reply,
    SeatNumber,
    Title,
    Version,
)
from service.people.api.messages import PlayerReply
from service.play.api.games.messages import (
    Adjudicated,
    Ending,
    GameRow,
    OptionValues,
    Owner,
    Profile,
    ScoreUnit,
    ShownName,
    Voided,
)

RowCursor = Annotated[
    str, Meta(description="The cursor of this row. Send it as `cursor` to continue after this row at any later time.")
]
Name = Annotated[str | None, Meta(description="The current name of the player; null for a bot or a deleted player.")]
Skill = Annotated[float, Meta(description="The estimated skill, to a millionth.")]
Uncertainty = Annotated[float, Meta(description="The uncertainty of the skill, to a millionth.")]
Ordinal = Annotated[float, Meta(description="mu - 3 sigma: a lower bound of the skill, by which players are ranked.")]
Provisional = Annotated[
    bool, Meta(description="Whether the rating is uncertain: it is based on few games, or sigma is large.")
]
Games = Annotated[int, Meta(ge=1, description="The rated games of the player in this title.")]
Wins = Annotated[int, Meta(ge=0, description="The won games, including shared first ranks.")]
Rank = Annotated[
    int,
    Meta(
        ge=1,
        description="The rank, from 1. Equal players share a rank. In a list of provisional players: the place in it.",
    ),
]
FinalRank = Annotated[
    int,
    Meta(
        ge=1,
        description="The rank, from 1. Equal seats share a rank. Resigned seats share the last rank, at best 2, unless "
        "the game was adjudicated.",
    ),
]
Next = Annotated[str | None, Meta(description="The cursor of the next page; null on the last page.")]


class OwnGame(GameRow, frozen=True):
    """A game in which you have a seat or in which a seat waits for you, and whether it is your turn."""

    invited: Annotated[
        bool,
        Meta(
            description="Whether `seat` waits for you: it is reserved for you, released to you as a substitute or "
            "offered by a ruling."
        ),
    ]
    seat: SeatNumber
    awaiting: Annotated[bool, Meta(description="Whether it is your turn.")]
    decision: Annotated[str | None, Meta(description="The id of your open decision; null if there is none.")]
    since: Annotated[
        Moment | None, Meta(description="The time since which the decision is open; null if there is none.")
    ]
    due: Annotated[Moment | None, Meta(description="The time at which your clock runs out; null while it is stopped.")]
    may_return: Annotated[
        bool,
        Meta(
            description="Whether a bot plays your seat until you return, because your clock ran out too often; false "
            "once the game is over."
        ),
    ]


class OwnGames(Reply, frozen=True):
    """A page of your games, newest first."""

    items: Annotated[tuple[OwnGame, ...], Meta(description="The games of this page, newest first.")]
    next: Next


class AwaitedSeat(Reply, frozen=True):
    """A seat that must act."""

    seat: SeatNumber
    player: Annotated[str, Meta(description="The id of the player.")]
    name: Name
    decision: Annotated[str, Meta(description="The id of the open decision.")]
    since: Annotated[Moment, Meta(description="The time since which the decision is open.")]
    due: Annotated[Moment | None, Meta(description="The time at which the clock runs out; null without a clock.")]


class OrganisedGame(GameRow, frozen=True):
    """A game that you opened, and what it waits for."""

    missing: Annotated[int, Meta(ge=0, description="The number of free seats.")]
    awaited: Annotated[
        tuple[AwaitedSeat, ...], Meta(description="The players who must act, by seat. Seats of bots are left out.")
    ]
    due: Annotated[
        Moment | None,
        Meta(
            description="The time of the next automatic step of the service: release of seats, no-show rule, "
            "start, end of a pause, or a clock that runs out; null if there is none."
        ),
    ]


class OrganisedGames(Reply, frozen=True):
    """A page of the games that you opened, newest first."""

    items: Annotated[tuple[OrganisedGame, ...], Meta(description="The games of this page, newest first.")]
    next: Next


class FinishedSeat(Reply, frozen=True):
    """The result of a seat."""

    seat: SeatNumber
    player: Annotated[
        str,
        Meta(
            description="The last player of the seat, also if a bot plays on: a player id; `bot:<name>` for a bot from "
            "the start."
        ),
    ]
    name: Name
    rank: FinalRank
    score: Annotated[int, Meta(description="The score in the unit of the title.")]
    resigned: Annotated[
        bool,
        Meta(
            description="Whether a bot played the seat of the player to the end: the player resigned, did not return "
            "after the clock gave the seat to the bot, or lost it by a ruling."
        ),
    ]
    bot: Annotated[str | None, Meta(description="The bot that played the seat at the end; null if there was none.")]
    won: Annotated[bool, Meta(description="Whether the seat won: rank 1, unless every human player has resigned.")]
    former: Annotated[
        tuple[str, ...], Meta(description="The players of the seat whom rulings have replaced, in order.")
    ]


class FinishedGame(Reply, frozen=True):
    """The result of a public game, or of a private rated one."""

    cursor: RowCursor
    game: GameId
    ruleset: Title
    ruleset_version: Annotated[int, Meta(description="The version of the rules of the game, from 1.")]
    version: Version
    ended_at: Moment
    profile: Profile
    data_set: DataSetName
    options: OptionValues
    owner: Owner
    owner_name: ShownName
    opened_at: Moment
    started_at: Moment
    unit: ScoreUnit
    seats: Annotated[
        tuple[FinishedSeat, ...],
        Meta(description="The seats, best first; resigned seats are last, unless the game was adjudicated."),
    ]
    rated: Annotated[bool, Meta(description="Whether the game counts for ratings.")]
    adjudicated: Adjudicated
    ending: Ending
    voided: Voided


class Results(Reply, frozen=True):
    """A page of results, oldest first."""

    items: Annotated[tuple[FinishedGame, ...], Meta(description="The results of this page, oldest first.")]
    next: Next


class RankedPlayer(Reply, frozen=True):
    """A row of a leaderboard."""

    rank: Rank
    player: PlayerId
    name: Name
    rating: Ordinal
    mu: Skill
    sigma: Uncertainty
    games: Games
    wins: Wins
    provisional: Provisional


class Leaderboard(Reply, frozen=True):
    """A page of a leaderboard, best first."""

    items: Annotated[tuple[RankedPlayer, ...], Meta(description="The players of this page, best first.")]
    next: Next


class RatingReply(Reply, frozen=True):
    """A player's rating in a title, or in one profile of it."""

    ruleset: Title
    profile: Annotated[
        str | None, Meta(description="The profile whose games count; null for the games of all profiles.")
    ]
    rating: Ordinal
    mu: Skill
    sigma: Uncertainty
    games: Games
    wins: Wins
    provisional: Provisional


class FormerNameReply(Reply, frozen=True):
    """A name that the player gave up for another one."""

    name: PlayerName
    until: Annotated[Moment, Meta(description="When the player gave it up.")]


class CompletionReply(Reply, frozen=True):
    """How many of the last games that a player started with others the player has finished."""

    started: Annotated[
        int,
        Meta(
            ge=0,
            le=100,
            description="The last games of the player that have ended, at most 100: those of `results` with two people "
            "or more.",
        ),
    ]
    finished: Annotated[
        int,
        Meta(
            ge=0,
            le=100,
            description="Those that the player finished: neither the clock nor a ruling gave the seat up without a "
            "return, and no other player got it. A game that the player resigned counts as finished.",
        ),
    ]
    percent: Annotated[
        Annotated[int, Meta(ge=0, le=100)] | None,
        Meta(description="The percentage of finished games, rounded down; null: the player has none yet."),
    ]


class PlayerProfile(PlayerReply, frozen=True):
    """The public data of a player with the ratings."""

    former_names: Annotated[
        tuple[FormerNameReply, ...],
        Meta(description="The names that the player gave up within 90 days, the last one first."),
    ]

    ratings: Annotated[tuple[RatingReply, ...], Meta(description="The ratings by title; empty without rated games.")]
    profile_ratings: Annotated[
        tuple[RatingReply, ...], Meta(description="The ratings by profile; empty without rated games.")
    ]
    away_until: Annotated[
        Moment | None, Meta(description="The time until which the player is away; null: the player has not said so.")
    ]
    completion: Annotated[CompletionReply, Meta(description="The completion rate.")]


class RatedGame(Reply, frozen=True):
    """A rated game and the rating of the player after it."""

    cursor: RowCursor
    ruleset: Title
    game: Annotated[GameId, Meta(description="The id of the game; the nil UUID (only zeros) if the game is withheld.")]
    ended_at: Moment
    rank: Annotated[
        int,
        Meta(
            ge=1,
            description="The rank that counts: resigned players are last, unless the game was adjudicated, and equal "
            "players share a rank.",
        ),
    ]
    rating: Ordinal
    mu: Skill
    sigma: Uncertainty
    weight: Annotated[
        float, Meta(ge=0, le=1, description="The share of the change that counts, to a millionth; see `ratingModel`.")
    ]
    withheld: Annotated[
        bool, Meta(description="Whether a court order or the operator has removed the game from public view.")
    ]


class RatingHistory(Reply, frozen=True):
    """A page of a player's rated games, oldest first."""

    items: Annotated[tuple[RatedGame, ...], Meta(description="The games of this page, oldest first.")]
    next: Next


class RatingModel(Reply, frozen=True):
    """The rating model with all parameters needed to recompute the ratings from the results."""

    model: Annotated[str, Meta(description="The name of the model.")]
    mu: Annotated[float, Meta(description="The initial skill.")]
    sigma: Annotated[float, Meta(description="The initial uncertainty.")]
    beta: Annotated[float, Meta(description="The amount of chance in a game.")]
    tau: Annotated[float, Meta(description="The change of skill between two games.")]
    kappa: Annotated[float, Meta(description="The lower bound of the factor of a variance.")]
    rating: Annotated[str, Meta(description="The formula of the rating.")]
    resolution: Annotated[float, Meta(description="The resolution to which mu and sigma are rounded after each game.")]
    provisional_below: Annotated[int, Meta(description="A rating based on fewer games is provisional.")]
    rated: Annotated[str, Meta(description="The games that count, and how.")]
    provisional_above: Annotated[float, Meta(description="A rating with a larger sigma is provisional.")]
    weight: Annotated[
        str, Meta(description="The formula of the weight of a game of players who have met shortly before.")
    ]
    weight_hours: Annotated[int, Meta(description="The hours within which earlier games lower the weight.")]
