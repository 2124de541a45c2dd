"""The names of what a player of Siberia has, and of the fields of its view."""

from projections.sentences.vocabulary import named

_PLAYER = named(
    money="money",
    research="tokens for research",
    reserve="pawns in reserve",
    workers="workers",
    salesmen="salesmen",
    tokens="tokens",
    moves="moves left",
)

HOLDINGS = {**_PLAYER, **named(tiles="investment tiles")}

_BORDERS = {"": "neighbouring places", "start_": "areas next to the start"}
"""The places that an area, and the start, border on."""

FIELDS = {
    **_PLAYER,
    **named(**{f"{of}beside": name for of, name in _BORDERS.items()}),
    **named(
        start="start",
        areas="areas",
        exhausted="exhausted",
        exhausted_end="exhausted areas at the end",
        reserves="cubes in reserve",
        reserves_end="empty reserves at the end",
        sold="sold cubes",
        sides="sides of the exchange tiles",
        exchanges="exchanges",
        investments="open investment tiles",
        investments_left="investment tiles left",
        investments_undrawn="investment tiles not revealed",
        bag="tokens in the bag",
        bag_tokens="kinds of tokens in the bag",
        action="turn in progress",
        ending="reason for the end",
        idle_rounds="rounds without a cube",
        idle_rounds_end="rounds without a cube at the end",
        area="area",
        name="name",
        cubes="cubes",
        exchange="exchange",
        prices="prices",
        tile="investment tile",
        columns="columns",
        to_place="tokens to place",
        hand="drawn tokens",
        passed="has passed",
        token="token",  # noqa: S106 - a token of the game
        spot="spot",
        placed="placed tokens",
        step="current step",
        moved="workers that have moved",
    ),
}
