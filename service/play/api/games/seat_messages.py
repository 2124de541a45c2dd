"""Requests and replies for the seats of games."""

from typing import Annotated, Literal

from msgspec import Meta

from service.core.http.messages import UUID, Reply, RequestBody, SeatNumber


class SeatRequest(RequestBody, frozen=True):
    """Who takes a seat: you, with or without your own entropy, a bot, or a guest."""

    entropy: (
        Annotated[
            str, Meta(pattern="^[0-9a-f]{64}$", description="32 random bytes as 64 hexadecimal digits in lower case.")
        ]
        | None
    ) = None
    bot: Annotated[str, Meta(min_length=1, description="The name of a bot. Only the owner may seat a bot.")] | None = (
        None
    )
    guest: (
        Annotated[
            str,
            Meta(
                min_length=1,
                max_length=40,
                description="The name of a guest without an account. Only the owner may seat a guest.",
            ),
        ]
        | None
    ) = None
    despite_blocks: Annotated[
        bool,
        Meta(description="Take the seat also if you have blocked a player of the game. By default you are warned."),
    ] = False


class SeatReply(Reply, frozen=True):
    """A seat and its player."""

    seat: SeatNumber
    player: Annotated[
        str | None,
        Meta(
            description="The id of the player, or `bot:<name>`; null if the seat is free. The id of a guest begins "
            "with `guest:`; the owner of the game creates the tokens of the guest, and can see the secrets of the seat."
        ),
    ]
    name: Annotated[str | None, Meta(description="The name of the player; null for a bot or a free seat.")]
    entropy: Annotated[
        str | None,
        Meta(description="The entropy of the seat: 32 bytes, 64 hexadecimal digits; null while it is free."),
    ]
    entropy_from: Annotated[
        Literal["player", "server"] | None, Meta(description="The source of the entropy; null while the seat is free.")
    ]
    resigned: Annotated[
        bool,
        Meta(
            description="Whether a bot plays the seat of a player: of one who has resigned, or who has lost the seat "
            "to the clock or by a ruling."
        ),
    ]
    reserved: Annotated[
        str | None,
        Meta(description="For whom the seat is reserved: a player id or `invitation`; null if it is not reserved."),
    ]
    former: Annotated[
        tuple[str, ...], Meta(description="The players of the seat whom rulings have replaced, in order.")
    ]
    may_return: Annotated[
        bool, Meta(description="Whether the player may return: the game runs, and the clock gave the seat to the bot.")
    ]
    declined: Annotated[
        bool,
        Meta(
            description="Whether the player for whom the seat was reserved has declined it: the owner invites another "
            "player, or seats a bot or a guest."
        ),
    ]
    offered: Annotated[str | None, Meta(description="The id of the player who is offered the seat; null for none.")]
    resigned_player: Annotated[
        str | None, Meta(description="The id of the player whose seat the bot plays; null for none.")
    ]
    resigned_name: Annotated[
        str | None, Meta(description="The name of the player whose seat the bot plays; null for none.")
    ]


class SeatInvitation(Reply, frozen=True):
    """The invitation to a reserved seat, which is shown only to who opens the game. It is valid once."""

    seat: SeatNumber
    id: Annotated[str, Meta(description="The id of the invitation, used to withdraw it.", extra=UUID)]
    invitation: Annotated[
        str, Meta(description="The invitation. Its holder sends it as `Ludolog-Invitation` with the own token.")
    ]
