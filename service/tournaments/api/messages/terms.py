"""The terms of a tournament in requests and replies."""

import datetime
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from domain.tournaments.terms import Preset, TieBreak
from service.core.http.messages import TIME, DataSetName, Digest, Moment, Reply, RequestBody, Title
from service.play.api.clocks.messages import ClockReply, ClockRequest
from service.play.api.games.term_messages import Grace, NoShowRule
from service.tournaments.api.messages.formats import AnyFormat

Name = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=80,
        pattern=r"^[^\u0000-\u001f\u007f]+$",
        description="The name of the tournament. The log keeps it for ever: do not name persons.",
    ),
]
FormatField = Annotated[AnyFormat, Meta(description="The format.")]
PresetField = Annotated[
    Preset,
    Meta(
        description="How tables are scored, and with which tie-breaks: `euro_league` 5, 3, 1, 0 by rank, `catan` and "
        "`wins` by wins, `score_share` by shares of the scores (rule 7.7)."
    ),
]
MaxPlayers = Annotated[int, Meta(ge=2, le=500, description="The maximum number of active players.")]
TieBreaks = Annotated[
    list[TieBreak], Meta(max_length=7, description="The tie-breaks in their order; null: those of the preset.")
]
Overlap = Annotated[
    bool, Meta(description="Whether a round starts at its time although games of earlier rounds still run.")
]
LateUntil = Annotated[int, Meta(ge=0, le=200, description="The last round for which players may still enter.")]
Fraction = Annotated[str, Meta(max_length=21, description="A fraction in lowest terms, such as `5`, `-1/2` or `7/3`.")]
SeatsVisibility = Annotated[
    Literal["public", "private"],
    Meta(description="Only organisers and players see a private tournament; its games are private too."),
]
Watching = Annotated[Literal["open", "none"], Meta(description="Who may watch the games: see `spectators` of a game.")]


class NewTournament(RequestBody, frozen=True, kw_only=True):
    """The terms of a tournament. They can be changed until the first round is published."""

    name: Name
    ruleset: Annotated[str, Meta(min_length=1, description="The title, such as `giganten`.")]
    profile: Annotated[str, Meta(min_length=1, description="A profile, which is a set of options.")] | None = None
    options: Annotated[
        dict[str, int | str | bool],
        Meta(
            description="The options by name. `first_player` is `seat_0` unless it is given, because only then seats "
            "differ and can be balanced."
        ),
    ] = {}  # noqa: RUF012 - each gets its own
    data_set: Annotated[str, Meta(min_length=1, description="The name of a data set.")] | None = None
    sizes: Annotated[
        list[int],
        Meta(
            max_length=4,
            description="The sizes that a table may have, the preferred one first. Empty: all sizes of the title from "
            "3 on, the largest first.",
        ),
    ] = []  # noqa: RUF012 - each gets its own
    format: FormatField
    preset: PresetField = "euro_league"
    max_players: MaxPlayers = 64
    scale: (
        Annotated[
            list[Fraction],
            Meta(
                min_length=2,
                max_length=5,
                description="The points of the ranks at a table of the preferred size, as fractions; `euro_league` "
                "only. Null: 5, 3, 1, 0.",
            ),
        ]
        | None
    ) = None
    tie_breaks: TieBreaks | None = None
    seat_values: (
        Annotated[
            dict[str, list[str]],
            Meta(
                description="The expected points of the seats by table size, as fractions. Absent: the published table "
                "of the title if `first_player` is `seat_0`. Null: all seats are equal."
            ),
        ]
        | UnsetType
        | None
    ) = UNSET
    check_in: Annotated[
        datetime.timedelta,
        Meta(description="How long before a round its check-in opens, such as `PT15M`; `PT0S`: there is no check-in."),
    ] = datetime.timedelta()
    starts: Annotated[
        list[Annotated[str, Meta(extra=TIME)]],
        Meta(max_length=200, description="The start times (RFC 3339) of the rounds, from the first one on."),
    ] = []  # noqa: RUF012 - each gets its own
    pause: (
        Annotated[
            datetime.timedelta,
            Meta(
                description="The time from the end of a round to the next one, or to the end of the tournament. Null: "
                "an organiser publishes rounds without a start time."
            ),
        ]
        | None
    ) = None
    overlap: Overlap = False
    late_until: LateUntil = 0
    registration_closes: (
        Annotated[str, Meta(description="The time (RFC 3339) at which registration closes automatically.", extra=TIME)]
        | None
    ) = None
    visibility: SeatsVisibility = "public"
    spectators: Watching = "open"
    clock: (
        Annotated[
            ClockRequest | None,
            Meta(
                description="The clock of the games; null: none. Without this field the games of a private tournament "
                "have none, and those of a public one have the preset that GET /v1/clocks names in `public`, so that "
                "an absent player does not stop them."
            ),
        ]
        | UnsetType
    ) = UNSET
    rated: Annotated[bool, Meta(description="`rated` of the games: see there.")] | None = None
    no_show: NoShowRule | None = None
    grace: Grace | None = None


class TournamentTerms(Reply, frozen=True, kw_only=True):
    """The terms of a tournament, with everything that the request left to the service."""

    name: Name
    ruleset: Title
    ruleset_version: Annotated[int, Meta(description="The version of the rules.")]
    data_set: DataSetName
    data_digest: Digest
    options: Annotated[dict[str, Any], Meta(description="The options of all games.")]
    sizes: Annotated[tuple[int, ...], Meta(description="The sizes that a table may have, the preferred one first.")]
    format: FormatField
    preset: PresetField
    max_players: MaxPlayers
    scale: Annotated[tuple[str, ...] | None, Meta(description="The points of the ranks; null: those of the preset.")]
    tie_breaks: Annotated[tuple[TieBreak, ...], Meta(description="The tie-breaks in their order.")]
    seat_values: Annotated[
        dict[str, tuple[str, ...]] | None,
        Meta(description="The expected points of the seats by table size, as fractions; null: all seats are equal."),
    ]
    check_in: Annotated[datetime.timedelta, Meta(description="How long before a round its check-in opens (ISO 8601).")]
    starts: Annotated[tuple[Moment, ...], Meta(description="The start times of the rounds.")]
    pause: Annotated[
        datetime.timedelta | None, Meta(description="The time between rounds (ISO 8601); null: an organiser decides.")
    ]
    overlap: Overlap
    late_until: LateUntil
    registration_closes: Annotated[Moment | None, Meta(description="When registration closes automatically; or null.")]
    visibility: SeatsVisibility
    spectators: Watching
    clock: Annotated[ClockReply | None, Meta(description="The clock of the games; null: they have none.")]
    rated: Annotated[bool | None, Meta(description="`rated` of the games.")]
    no_show: Annotated[
        Literal["wait", "bot", "cancel"] | None, Meta(description="`no_show` of the games; null: `wait`.")
    ]
    grace: Annotated[datetime.timedelta | None, Meta(description="`grace` of the games (ISO 8601); null: none.")]
