"""The bodies of requests and replies about challenges and rematches."""

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from service.core.http.messages import (
    UUID,
    DataSetName,
    GameId,
    Moment,
    PlayerId,
    Reply,
    RequestBody,
    SeatNumber,
    Spectators,
    Title,
    Visibility,
)
from service.play.api.clocks.messages import ClockRequest, Duration
from service.play.api.games.messages import Clock, OptionValues, OthersLeft, Profile, ShownName
from service.play.api.games.term_messages import Hints

MOST_PLAYERS = 3
"""Players who are challenged together."""

SHORTEST, LONGEST = 60, 14 * 24 * 3600
"""The shortest and the longest time in seconds for which a challenge waits for answers."""

WAITS_LIVE, WAITS = 600, 3 * 24 * 3600
"""The seconds for which a challenge waits by default: to a game whose players have to be present, and to another."""

ReasonName: TypeAlias = Annotated[
    Literal["not_now", "clock", "rules", "rating", "no"],
    Meta(
        description="Why a player declines. `not_now`: later perhaps; `clock`: another clock; `rules`: another title, "
        "other options or other players; `rating`: rated instead of unrated, or the reverse; `no`: without a reason."
    ),
]


class NewChallenge(RequestBody, frozen=True):
    """A challenge: who plays, and what. Omitted options have the values of the profile."""

    players: Annotated[
        list[Annotated[str, Meta(min_length=1, max_length=100)]],
        Meta(
            min_length=1,
            max_length=MOST_PLAYERS,
            description="Who is challenged: names or ids of players. All have to accept.",
        ),
    ]
    ruleset: Annotated[str, Meta(min_length=1, description="The title, such as `giganten`.")]
    bots: Annotated[
        list[str], Meta(max_length=2, description="The names of bots that play, too, such as `careful`.")
    ] = []  # noqa: RUF012 - each gets its own
    seat: Annotated[int, Meta(ge=0, le=3, description="Your seat; null: by lot.")] | None = None
    profile: (
        Annotated[str, Meta(min_length=1, description="The name of a profile, which is a set of options.")] | None
    ) = None
    options: Annotated[dict[str, int | str | bool], Meta(description="The options by name.")] = {}  # noqa: RUF012 - as above
    data_set: Annotated[str, Meta(min_length=1, description="The name of a data set.")] | None = None
    visibility: Annotated[
        Literal["public", "private"], Meta(description="Only the players can see a private game.")
    ] = "public"
    spectators: Annotated[
        Literal["open", "none"],
        Meta(description="With `none`, only the players see view and history until the game is over."),
    ] = "open"
    take_back: (
        Annotated[
            bool,
            Meta(description="Whether a seat may take back its last decision. By default not in a game that is rated."),
        ]
        | None
    ) = None
    clock: (
        Annotated[
            ClockRequest | None,
            Meta(
                description="The clock; null: none. Without this field a private game has none, and a public game has "
                "the preset that GET /v1/clocks names in `public`."
            ),
        ]
        | UnsetType
    ) = UNSET
    rated: (
        Annotated[
            bool,
            Meta(description="Whether the result is rated. By default a public game without bots is."),
        ]
        | None
    ) = None
    hints: Hints | None = None
    expires_in: (
        Annotated[
            Duration,
            Meta(
                description="For how long the challenge waits, from `PT1M` to `P14D`. By default `PT10M` if the clock "
                "allows an hour or less for a decision, otherwise `P3D`."
            ),
        ]
        | None
    ) = None


class ChallengedPlayer(Reply, frozen=True):
    """A player of a challenge."""

    player: PlayerId
    name: ShownName
    has_agreed: Annotated[bool, Meta(description="Whether the player has accepted, or has asked.")]


class ChallengeTerms(Reply, frozen=True):
    """What is played."""

    ruleset: Title
    seats: Annotated[int, Meta(description="The number of seats.")]
    bots: Annotated[tuple[str, ...], Meta(description="The names of the bots that play, too.")]
    profile: Profile
    options: OptionValues
    data_set: DataSetName
    visibility: Visibility
    spectators: Spectators
    take_back: Annotated[bool, Meta(description="Whether a seat may take back its last decision.")]
    hints: Annotated[bool, Meta(description="Whether a seat can take hints of the engine.")]
    rated: Annotated[bool, Meta(description="Whether the result can be rated.")]
    others_left: OthersLeft
    clock: Clock


class ChallengeReply(Reply, frozen=True):
    """A challenge, a rematch, or the pairing of a pool."""

    id: Annotated[str, Meta(description="The id of the challenge, a UUID.", extra=UUID)]
    kind: Annotated[
        Literal["challenge", "rematch", "pool"],
        Meta(
            description="`rematch`: the players of a game play again; `pool`: the service has paired players of a pool."
        ),
    ]
    state: Annotated[
        Literal["open", "accepted", "started", "declined", "cancelled", "expired", "failed"],
        Meta(
            description="`open`: answers are missing. `accepted`: all have accepted, and the game is about to start. "
            "`started`: `game` runs, or has run. `cancelled`: who asked took it back, or a player has left this site. "
            "`failed`: the game could not be opened."
        ),
    ]
    by: Annotated[str | None, Meta(description="The id of the player who asked; null for a pool and a deleted player.")]
    players: Annotated[tuple[ChallengedPlayer, ...], Meta(description="Who plays, the one who asked first.")]
    terms: Annotated[ChallengeTerms, Meta(description="What is played.")]
    seat: Annotated[int | None, Meta(description="The seat of the one who asked; null: by lot, or by the last game.")]
    before: Annotated[str | None, Meta(description="The game that was played before; null for no rematch.", extra=UUID)]
    game: Annotated[str | None, Meta(description="The id of the game; null before its start.", extra=UUID)]
    at: Moment
    expires_at: Moment
    ended_at: Annotated[
        Moment | None, Meta(description="When the game began, or the challenge ended without one; null before.")
    ]
    reason: Annotated[ReasonName | None, Meta(description="Why it was declined; null if it was not.")]
    declined_by: Annotated[str | None, Meta(description="The id of the player who declined; null if none did.")]


class Challenges(Reply, frozen=True):
    """A page of challenges."""

    items: Annotated[tuple[ChallengeReply, ...], Meta(description="The challenges, the last changed first.")]
    next: Annotated[str | None, Meta(description="The `cursor` of the next page; null: no more.")]


class ChallengeLine(Reply, frozen=True):
    """A challenge in a stream of lines."""

    challenge: Annotated[ChallengeReply, Meta(description="The challenge as it is now.")]


class Refusal(RequestBody, frozen=True):
    """Why you decline."""

    reason: ReasonName = "no"


class RematchSeat(Reply, frozen=True):
    """Who would have a seat."""

    seat: SeatNumber
    player: Annotated[str, Meta(description="The id of the player, or `bot:<name>`.")]
    name: ShownName


class RematchReply(Reply, frozen=True):
    """Whether the players of a game play again."""

    game: GameId
    may_ask: Annotated[bool, Meta(description="Whether you may ask for a rematch, or join it.")]
    seats: Annotated[
        tuple[RematchSeat, ...], Meta(description="Who would have which seat; empty if there can be no rematch.")
    ]
    challenge: Annotated[ChallengeReply | None, Meta(description="The rematch; null: nobody has asked.")]
