"""The names of the options, profiles and data sets of Minos, and what profiles and data sets are."""

from collections.abc import Mapping

from projections.sentences.messages import Message
from projections.sentences.vocabulary import Described, named

OPTIONS: Mapping[str, Message] = named(
    star_on_scales="Star on Scales",
    joker_scope="Jokers and Stars",
    end_when="End of the game",
    closed_fields="Covered fields",
    advanced_transport="Soldiers on ships",
    covered_passable="Crossing of covered fields",
    money_public="Open talents",
    two_player_ships="Ships of two players",
    two_player_talents="Talents of two players",
    abandoned_bonus="Soldier for an abandoned field",
    first_player="First player",
    idle_limit="End without buildings",
    after_defeat="After a lost attack",
    ring_purchase="Purchase of rings",
    fish="The fish",
    carried_between="Ways of carried soldiers",
)

PROFILES: Mapping[str, Described] = {
    "goblins": Described(
        "Usual rules", "The rules of the booklet, as La Tana dei Goblin has published them in Italian."
    ),
    "advanced": Described("Advanced rules", "The usual rules, and ships carry soldiers."),
    "short": Described("Short game", "The usual rules on a smaller board: eight fields are covered."),
}

DATA_SETS: Mapping[str, Described] = {
    "reconstruction-1": Described(
        "First reconstruction",
        "The edition of Ravensburger, 1992, without its board: fields and sea spaces are reconstructed.",
    ),
}
