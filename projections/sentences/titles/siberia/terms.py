"""The names of the options, profiles and data sets of Siberia, and what profiles and data sets are."""

from collections.abc import Mapping

from projections.sentences.messages import Message
from projections.sentences.vocabulary import Described, named

OPTIONS: Mapping[str, Message] = named(
    exchange_sides="Sides of the exchange tiles",
    exchange_list="List of the sides",
    end_when="End of the game",
    exhausted_stop="Stops on exhausted areas",
    void_actions="Actions without effect",
    mine_all="Mining of all cubes",
    worker_from_salesman="From salesman to worker",
    exchange_slots="Room at an exchange",
    first_player="First player",
    money_public="Open money",
    winner_tie="Tie in money",
    take_back="Taking back tokens",
    standstill="End at a standstill",
)

PROFILES: Mapping[str, Described] = {
    "booklet": Described("Usual rules", "The rules as the booklet of the game has them."),
}

DATA_SETS: Mapping[str, Described] = {
    "reconstruction-1": Described(
        "First reconstruction",
        "The edition of dlp games, 2011, without its map: names and borders of the areas are reconstructed.",
    ),
}
