"""The terms of a game in requests and replies: name, reserved seats, rating and start."""

import datetime
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta

from projections.rows.terms import ShownTerms
from service.core.http.messages import TIME, Moment, Reply

NoShow: TypeAlias = Literal["wait", "bot", "cancel"]

GameName = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=80,
        pattern=r"^[^\u0000-\u001f\u007f]+$",
        description="The name of the game, such as that of a round. The log keeps it for ever: do not name persons.",
    ),
]
ReservedSeats = Annotated[
    dict[str, str],
    Meta(
        description="Reserved seats by number: the id of the player who may take the seat, or `invitation`. The reply "
        "then has a single-use invitation for this seat. A reserved player can see a private game."
    ),
]
Rated = Annotated[
    bool,
    Meta(
        description="`true`: only players who have signed up may play, without bots at the start, and the result is "
        "public and rated even if the game is private. `false`: never rated. Absent: a public game is rated if players "
        "who have signed up have all seats at the start. It is not rated with take-backs or hints, or if a ruling "
        "adjudicates it, replaces a player or gives up a seat."
    ),
]
Substitutes = Annotated[
    list[str],
    Meta(max_length=50, description="The ids of players who may take reserved seats that are free at `starts_at`."),
]
StartsAt = Annotated[
    str,
    Meta(
        description="The time (RFC 3339) at which the service starts the game. Reserved seats that are free then are "
        "released to the substitutes.",
        extra=TIME,
    ),
]
NoShowRule = Annotated[
    NoShow,
    Meta(
        description="What happens `grace` after `starts_at` while seats are free. `wait`: the game starts when all "
        "seats are taken. `bot`: careful bots take the seats, and the game is not rated. `cancel`: the game is "
        "cancelled. By default `wait`."
    ),
]
Grace = Annotated[
    datetime.timedelta,
    Meta(
        description="The time after `starts_at` until `no_show` applies, such as `PT10M` (ISO 8601 with days, hours, "
        "minutes and seconds): at most 7 days, by default none."
    ),
]
Hints = Annotated[
    bool,
    Meta(
        description="Whether a seat can take hints of the engine (`takeHint`): all see that it took one. Such a game "
        "is never rated, and `rated` `true` is refused. By default false."
    ),
]

MinCompletion = Annotated[
    int,
    Meta(
        ge=1,
        le=100,
        description="Only players who have finished at least this percentage of the games that they started may take a "
        "seat that is not reserved: see `completion` of a player. A player without such games may.",
    ),
]
MinRating = Annotated[
    int,
    Meta(
        ge=-100,
        le=100,
        description="Only players whose rating in the title is at least this may take a seat that is not reserved. A "
        "player without rated games has 0.",
    ),
]
MaxRating = Annotated[int, Meta(ge=-100, le=100, description="The same, for the highest rating.")]


class TermFields(Reply, frozen=True):
    """The terms of a game in a reply."""

    name: Annotated[str | None, Meta(description="The name that the opener gave the game; null without one.")]
    tags: Annotated[tuple[str, ...], Meta(description="The tags of the game.")]
    rated: Annotated[
        bool | None,
        Meta(
            description="Whether the game was opened as a rated one; false also with take-backs or hints; null: a "
            "public game is rated if players who have signed up have all seats at the start, unless a ruling "
            "adjudicates it, replaces a player or gives up a seat."
        ),
    ]
    reserved: Annotated[
        tuple[str | None, ...],
        Meta(
            description="For whom the seats are reserved, from seat 0: a player id, `invitation`, or null. Empty if no "
            "seat is reserved. A seat that its player has declined is reserved for an invitation."
        ),
    ]
    substitutes: Annotated[
        tuple[str, ...], Meta(description="The players who may take reserved seats that are free at `starts_at`.")
    ]
    starts_at: Annotated[
        Moment | None, Meta(description="The time at which the service starts the game; null without one.")
    ]
    no_show: Annotated[
        NoShow | None,
        Meta(description="What happens `grace` after `starts_at` while seats are free; null without `starts_at`."),
    ]
    grace: Annotated[
        datetime.timedelta | None,
        Meta(description="The time after `starts_at` until `no_show` applies (ISO 8601); null without `starts_at`."),
    ]
    hints: Annotated[
        bool,
        Meta(description="Whether a seat can take hints of the engine (`takeHint`). Such a game is never rated."),
    ]
    min_completion: Annotated[
        int | None,
        Meta(description="The percentage of finished games that a seat needs that is not reserved; null: any."),
    ]
    min_rating: Annotated[
        int | None, Meta(description="The lowest rating that such a seat needs; null: any. Without games it is 0.")
    ]
    max_rating: Annotated[int | None, Meta(description="The highest rating that such a seat allows; null: any.")]


def term_fields(terms: ShownTerms) -> dict[str, Any]:
    """Return the fields of `TermFields`."""
    fields = {name: getattr(terms, name) for name in TermFields.__struct_fields__ if name != "grace"}
    grace = None if terms.grace is None else datetime.timedelta(seconds=terms.grace)
    return {**fields, "grace": grace}
