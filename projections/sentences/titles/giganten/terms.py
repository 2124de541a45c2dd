"""The names of the options, profiles and data sets of Giganten, and what profiles and data sets are."""

from collections.abc import Mapping

from projections.sentences.messages import Message
from projections.sentences.vocabulary import Described, named

OPTIONS: Mapping[str, Message] = named(
    licence_ones="Licences of value 1",
    licence_twos="Licences of value 2",
    price_special="Price special",
    specials_optional="Declining specials",
    foreign_transport="Transport by foreign trains",
    score_depot_oil="Oil in depots at the end",
    bluff_pick="Licences of a bluffer",
    bluffer_rejoins="Bids of a bluffer",
    min_opening_bid="Lowest first bid",
    train_start="Start of the trains",
    black_steps="Steps of the black train",
    three_player_last="Third train of three",
    inflation="Inflation variant",
    oil_supply="Supply of oil",
    truck_entry="Entry of the trucks",
    first_player="First player",
    money_public="Open money",
    peek_memory="Memory of inspected tiles",
    winner_tie="Tie in money",
    opponent_train="Trains of opponents",
    own_transport="Oil at the own train",
    special_minimum="Smallest price special",
    licence_tie="Tie of trains",
    actual_price_steps="Record of price steps",
)

PROFILES: Mapping[str, Described] = {
    "standard": Described("Usual rules", "The usual rules: specials may be declined, and oil may be discarded."),
    "goblins-2006": Described(
        "Italian rules, 2006",
        "The rules as La Tana dei Goblin published them: no special is declined, and oil that the own train "
        "reaches is shipped.",
    ),
    "giochirari-2001": Described(
        "Italian rules, 2001",
        "The rules as Giochi Rari read them: a price special moves a price by exactly its number, and there are "
        "60 licences.",
    ),
    "kurz": Described(
        "German short rules",
        "The German short rules: oil in depots does not count at the end, and bluffers pick what they lose.",
    ),
}

DATA_SETS: Mapping[str, Described] = {
    "kosmos-1999": Described(
        "KOSMOS 1999", "The map and the cards of the German edition of 1999; one drilling site is reconstructed."
    ),
}
