"""Requests and replies for games and results."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from projections.views.clocks import SeatClockView
from service.core.http.messages import (
    DataSetName,
    Digest,
    GameId,
    Head,
    Moment,
    Reply,
    RequestBody,
    Spectators,
    Status,
    Title,
    Version,
    Visibility,
)
from service.play.api.clocks.messages import ClockReply, ClockRequest
from service.play.api.games.seat_messages import SeatInvitation, SeatReply
from service.play.api.games.term_messages import (
    GameName,
    Grace,
    Hints,
    MaxRating,
    MinCompletion,
    MinRating,
    NoShowRule,
    Rated,
    ReservedSeats,
    StartsAt,
    Substitutes,
    TermFields,
)
from service.play.certificates import Certificate, LogProofs
from service.play.scores import ScoredPlace

ScoreUnit = Annotated[str, Meta(description="The unit of the scores, such as `dollars`.")]
Owner = Annotated[
    str,
    Meta(
        description="The id of the player who opened the game; `service` for one that players have agreed on, or were "
        "paired for, and in which nobody rules."
    ),
]
ShownName = Annotated[
    str | None,
    Meta(description="The current name of the player; null for a bot, a deleted player, or an imported game."),
]
Clock = Annotated[ClockReply | None, Meta(description="The clock of the game; null for a game without one.")]
Profile = Annotated[str | None, Meta(description="The profile of the options; null for other options.")]
PausedUntil = Annotated[
    Moment | None, Meta(description="The time at which the pause of the game ends; null if it is not paused.")
]
Adjudicated = Annotated[
    bool, Meta(description="Whether the owner of the game ended it by a ruling that gave the ranks.")
]
Voided = Annotated[
    bool,
    Meta(description="Whether the operator of the site has voided the result, so that the game counts for no rating."),
]
Ending = Annotated[
    Literal["rules", "adjudicated", "others_left"] | None,
    Meta(
        description="Why the game has ended: by its rules, by a ruling of its owner, or because all players but one "
        "had left it; null for a game that has not ended."
    ),
]
OthersLeft = Annotated[
    Literal["end", "play_on"],
    Meta(
        description="What happens when one player is left in a game that at least two players started, because the "
        "others have resigned or lost their seats to bots. `end`: the game ends at once, and this player is first. "
        "`play_on`: bots play on."
    ),
]
OptionValues = Annotated[dict[str, Any], Meta(description="The options in the first event of the game.")]


class OpenGame(RequestBody, frozen=True):
    """A game to open. Omitted options have the values of the profile."""

    ruleset: Annotated[str, Meta(min_length=1, description="The title, such as `giganten`.")]
    seats: Annotated[int, Meta(ge=2, le=4, description="The number of seats.")]
    profile: (
        Annotated[str, Meta(min_length=1, description="The name of a profile, which is a set of options.")] | None
    ) = None
    options: Annotated[dict[str, int | str | bool], Meta(description="The options by name.")] = {}  # noqa: RUF012 - each gets its own
    data_set: Annotated[str, Meta(min_length=1, description="The name of a data set.")] | None = None
    visibility: Annotated[
        Literal["public", "private"],
        Meta(description="Only you, seated players and invited players can see a private game."),
    ] = "public"
    spectators: Annotated[
        Literal["open", "none"],
        Meta(description="With `none`, only you and the seated players see view and history until the game is over."),
    ] = "open"
    take_back: (
        Annotated[
            bool,
            Meta(
                description="Whether a seat may take back its last decision. By default true in games that are not "
                "rated: private games, games with bots, and games with hints."
            ),
        ]
        | None
    ) = None
    bots: Annotated[dict[str, str], Meta(description='Bots by seat, such as {"1": "careful"}.')] = {}  # noqa: RUF012 - each gets its own
    # UNSET and not None: a request without the field keeps the digest that its idempotency key was stored with
    clock: (
        Annotated[
            ClockRequest | None,
            Meta(
                description="The clock; null: none. Without this field a private game has none, and a public game has "
                "the preset that GET /v1/clocks names in `public`, so that an absent player does not stop it."
            ),
        ]
        | UnsetType
    ) = UNSET
    name: GameName | None = None
    tags: Annotated[
        list[str],
        Meta(
            max_length=10,
            description="Up to 10 different tags, by which lists can be filtered. Each has 1 to 32 lower-case letters, "
            "digits and hyphens.",
        ),
    ] = []  # noqa: RUF012 - each gets its own
    reserved: ReservedSeats = {}  # noqa: RUF012 - each gets its own
    rated: Rated | None = None
    starts_at: StartsAt | None = None
    no_show: NoShowRule | None = None
    grace: Grace | None = None
    substitutes: Substitutes = []  # noqa: RUF012 - each gets its own
    others_left: (
        Annotated[
            Literal["end", "play_on"],
            Meta(
                description="What happens when one player is left in a game that at least two players started, because "
                "the others have resigned or lost their seats to bots. `end`: the game ends at once, and this player "
                "is first; `play_on`: bots play on. By default `end`."
            ),
        ]
        | UnsetType
    ) = UNSET
    hints: Hints | None = None
    min_completion: MinCompletion | None = None
    min_rating: MinRating | None = None
    max_rating: MaxRating | None = None


class GameReply(TermFields, frozen=True):
    """The summary of a game."""

    id: GameId
    ruleset: Title
    ruleset_version: Annotated[int, Meta(description="The version of the rules of the game, from 1.")]
    data_set: DataSetName
    data_digest: Digest
    profile: Profile
    options: OptionValues
    status: Status
    visibility: Visibility
    spectators: Spectators
    owner: Owner
    owner_name: ShownName
    take_back: Annotated[bool, Meta(description="Whether a seat may take back its last decision.")]
    others_left: OthersLeft
    seats: Annotated[tuple[SeatReply, ...], Meta(description="The seats, from 0.")]
    version: Version
    head: Annotated[str, Meta(description="The head of the hash chain at this version: 64 hexadecimal digits.")]
    opened_at: Moment
    seed_commitment: Annotated[
        str,
        Meta(description="The commitment to the secret seed: 64 hexadecimal digits."),
    ]
    awaiting: Annotated[tuple[int, ...], Meta(description="The seats that must act.")]
    paused_until: PausedUntil
    adjudicated: Adjudicated
    ending: Ending
    foreign: Annotated[bool, Meta(description="Whether the game was imported from a file.")]
    clock: Clock
    clocks: Annotated[
        tuple[SeatClockView, ...] | None,
        Meta(description="The clocks by seat; null before the start and in a game without a clock."),
    ]
    voided: Voided
    invitations: (
        Annotated[
            tuple[SeatInvitation, ...],
            Meta(description="In the reply to the opening: the invitations to seats that were reserved for one."),
        ]
        | msgspec.UnsetType
    ) = msgspec.UNSET


class OpenGames(RequestBody, frozen=True):
    """Games to open together."""

    games: Annotated[list[OpenGame], Meta(min_length=1, max_length=200, description="The games, 200 at most.")]


class OpenedGames(Reply, frozen=True):
    """The new games."""

    items: Annotated[tuple[GameReply, ...], Meta(description="The games in the order of the request.")]


class GameRow(TermFields, frozen=True):
    """A game in a list."""

    id: GameId
    ruleset: Title
    profile: Profile
    data_set: DataSetName
    options: OptionValues
    status: Status
    visibility: Visibility
    owner: Owner
    owner_name: ShownName
    opened_at: Moment
    started_at: Annotated[Moment | None, Meta(description="The time of the start; null before the start.")]
    ended_at: Annotated[Moment | None, Meta(description="The time of the end or the cancellation; null before.")]
    players: Annotated[
        tuple[str | None, ...],
        Meta(description="The player ids of the seats, from seat 0: a player, `bot:<name>`, or null."),
    ]
    names: Annotated[
        tuple[str | None, ...],
        Meta(description="The names of `players` in the same order; null for a bot, a free seat or a deleted player."),
    ]
    paused_until: PausedUntil
    adjudicated: Adjudicated
    ending: Ending
    foreign: Annotated[bool, Meta(description="Whether the game was imported from a file.")]
    clock: Clock
    voided: Voided


class Games(Reply, frozen=True):
    """A page of games."""

    items: Annotated[tuple[GameRow, ...], Meta(description="The games of this page in the requested order.")]
    next: Annotated[str | None, Meta(description="The cursor of the next page; null on the last page.")]


class EndReason(Reply, frozen=True):
    """Why a game is over, or what decided between equal scores."""

    reason: Annotated[str, Meta(description="The name of the reason; its sentence is in `ends` of `words`.")]
    rule: Annotated[str, Meta(description="The number of the rule, such as `10.1`.")]


class Result(Reply, frozen=True):
    """The final ranking, best first."""

    game: GameId
    status: Annotated[Literal["ended", "abandoned"], Meta(description="`ended` if the game was played to its end.")]
    version: Version
    head: Head
    places: Annotated[
        tuple[ScoredPlace, ...],
        Meta(
            description="The ranking, best first, with resigned seats last unless the game was adjudicated; empty for "
            "an abandoned game."
        ),
    ]
    unit: ScoreUnit
    resigned: Annotated[
        tuple[int, ...],
        Meta(
            description="The seats of players that bots played to the end: the players resigned, did not return after "
            "the clock gave the seat to the bot, or lost it by a ruling."
        ),
    ]
    winners: Annotated[
        tuple[int, ...],
        Meta(description="The seats that won: those of rank 1, or none if every human player has resigned."),
    ]
    rated: Annotated[bool, Meta(description="Whether the game counts for ratings.")]
    adjudicated: Adjudicated
    ending: Ending
    reason: Annotated[
        EndReason | None,
        Meta(description="Why the rules have ended the game; null if it ended otherwise (`ending` says how)."),
    ]
    tie_break: Annotated[
        EndReason | None,
        Meta(description="What decided between the winner and a seat with the same score; null: nothing had to."),
    ]
    former: Annotated[
        tuple[tuple[str, ...], ...],
        Meta(description="By seat, from 0: the players whom rulings have replaced, in order."),
    ]
    certificate: Annotated[
        Certificate | None, Meta(description="The signed result, to be stored; null for an imported game.")
    ]
    log: Annotated[
        LogProofs | None,
        Meta(
            description="The proofs that the transparency log of the site has the opening and the end of the game; "
            "null for an imported game, and in the seconds until a checkpoint covers the end."
        ),
    ]
    voided: Voided
