"""Replies of the scoreboard: results, leaderboards and ratings."""

from typing import Annotated

from msgspec import Meta

from service.api.accounts.messages import PlayerReply
from service.api.games.messages import GameRow, OptionValues, Owner, Profile, ScoreUnit, ShownName
from service.http.messages import DataSetName, GameId, Moment, PlayerId, Reply, SeatNumber, Title, Version

RowCursor = Annotated[str, Meta(description="Send it as `cursor` to go on after this row, at any later time.")]
Name = Annotated[str | None, Meta(description="What the player is called now; null for a bot and for who was erased.")]
Skill = Annotated[float, Meta(description="The estimated skill, to a millionth.")]
Uncertainty = Annotated[float, Meta(description="How uncertain the skill is, to a millionth.")]
Ordinal = Annotated[
    float, Meta(description="mu - 3 sigma: what the skill is at least, most probably. Ranks are by it.")
]
Provisional = Annotated[bool, Meta(description="Whether it comes from too few games to tell much.")]
Games = Annotated[int, Meta(ge=1, description="Rated games of the player in this title.")]
Wins = Annotated[int, Meta(ge=0, description="How many of them the player won; a shared first rank counts.")]
Rank = Annotated[int, Meta(ge=1, description="The rank, from 1; equals share one.")]
FinalRank = Annotated[
    int, Meta(ge=1, description="The rank, from 1; equals share one. Resigned seats share the last, at best 2.")
]
Next = Annotated[str | None, Meta(description="The cursor of the following page; null on the last one.")]


class OwnGame(GameRow, frozen=True):
    """A game in which you play, and whether it is your turn."""

    seat: SeatNumber
    awaiting: Annotated[bool, Meta(description="Whether it is your turn.")]
    decision: Annotated[
        str | None, Meta(description="The id of the decision that you are asked; null while you are not.")
    ]
    since: Annotated[Moment | None, Meta(description="Since when you are asked it; null while you are not.")]


class OwnGames(Reply, frozen=True):
    """A page of your games, newest first."""

    items: Annotated[tuple[OwnGame, ...], Meta(description="The games of this page, newest first.")]
    next: Next


class FinishedSeat(Reply, frozen=True):
    """How a seat finished."""

    seat: SeatNumber
    player: Annotated[str, Meta(description="Who sat there from the start: a player's id, or `bot:` and a name.")]
    name: Name
    rank: FinalRank
    score: Annotated[int, Meta(description="The score in the unit of the title.")]
    resigned: Annotated[bool, Meta(description="Whether the player gave the seat up.")]
    bot: Annotated[str | None, Meta(description="The bot that played the seat at the end, if one did.")]
    won: Annotated[bool, Meta(description="Whether the seat has won: rank 1, unless every human player has resigned.")]


class FinishedGame(Reply, frozen=True):
    """How a public game has ended."""

    cursor: RowCursor
    game: GameId
    ruleset: Title
    ruleset_version: Annotated[int, Meta(description="The version of the rules under which it was played, from 1.")]
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
    seats: Annotated[tuple[FinishedSeat, ...], Meta(description="The seats, best first; resigned seats are last.")]
    rated: Annotated[bool, Meta(description="Whether the game counts for the ratings of its players.")]


class Results(Reply, frozen=True):
    """A page of results, oldest first."""

    items: Annotated[tuple[FinishedGame, ...], Meta(description="The results of this page, oldest first.")]
    next: Next


class RankedPlayer(Reply, frozen=True):
    """A line of a leaderboard."""

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
    profile: Annotated[str | None, Meta(description="The profile whose games count; null: the games of all profiles.")]
    rating: Ordinal
    mu: Skill
    sigma: Uncertainty
    games: Games
    wins: Wins
    provisional: Provisional


class PlayerProfile(PlayerReply, frozen=True):
    """A player as others see one, with the ratings."""

    ratings: Annotated[
        tuple[RatingReply, ...], Meta(description="The ratings, a title each; none without rated games.")
    ]
    profile_ratings: Annotated[
        tuple[RatingReply, ...], Meta(description="The ratings in single profiles; none without rated games.")
    ]


class RatedGame(Reply, frozen=True):
    """What a game has made of a player's rating."""

    cursor: RowCursor
    ruleset: Title
    game: GameId
    ended_at: Moment
    rank: Annotated[int, Meta(ge=1, description="The rank that counted: who gave up is last, equals share one.")]
    rating: Ordinal
    mu: Skill
    sigma: Uncertainty


class RatingHistory(Reply, frozen=True):
    """A page of a player's rated games, oldest first."""

    items: Annotated[tuple[RatedGame, ...], Meta(description="The games of this page, oldest first.")]
    next: Next


class RatingModel(Reply, frozen=True):
    """How ratings are computed: everything that is needed to compute them again from the results."""

    model: Annotated[str, Meta(description="The model.")]
    mu: Annotated[float, Meta(description="The skill with which a player begins.")]
    sigma: Annotated[float, Meta(description="The uncertainty with which a player begins.")]
    beta: Annotated[float, Meta(description="How much chance there is in a game.")]
    tau: Annotated[float, Meta(description="By how much a skill may change between two games.")]
    kappa: Annotated[float, Meta(description="The least factor of a variance after a game.")]
    rating: Annotated[str, Meta(description="What is ranked by.")]
    resolution: Annotated[float, Meta(description="To what mu and sigma are rounded after each game.")]
    provisional_below: Annotated[int, Meta(description="A rating of fewer games is provisional.")]
    rated: Annotated[str, Meta(description="Which games count, and how, in words.")]
