"""The names of what a player of Giganten has, and of the fields of its view."""

from collections.abc import Mapping

from projections.sentences.messages import Message
from projections.sentences.vocabulary import named

HOLDINGS = named(
    money="money",
    licences="licences",
    licence_value="licence value",
    derricks="derricks",
    oil_hudson="oil at Hudson",
    oil_jet="oil at Jet",
    oil_standard="oil at Standard",
    train="space of the train",
    points="movement points",
)

_FIELDS = named(
    prices="prices",
    black_train="black train",
    black_train_end="last space of the black train",
    supply="oil markers in the supply",
    sites="sites",
    open_cards="open action cards",
    red_deck="red action cards",
    beige_deck="beige action cards",
    licence_deck="deck of licences",
    movement="movement in progress",
    transport="transport in progress",
    auction="auction in progress",
    licence_cards="licences in the hand",
    licences="licences",
    truck="square of the truck",
    train="space of the train",
    derricks="derricks",
    derricks_left="derricks left",
    depots="oil in depots",
    card="action card",
    train_rank="rank of the train",
    id="id",
    red="red card",
    points="movement points",
    black_steps="steps of the black train",
    price="price change",
    oil="free oil markers",
    back="spaces that trains go back",
    site="site",
    markers="oil markers",
    ones="licences of value 1",
    twos="licences of value 2",
    square="square",
    kind="derricks printed on the site",
    status="state of the site",
    owner="owner",
    value="value of the tile",
    left="left in the deck",
    discards="discards",
    step="current step",
    inspected="inspected sites",
    company="company",
    attempt="attempt",
    bid="highest bid",
    leader="highest bidder",
    live="still bidding",
    bluffers="have bluffed",
    forfeit="licences to give up",
)

# the rules in Italian have a word of their own for a round
FIELDS: Mapping[str, Message] = {**_FIELDS, "round": Message("round", context="in Giganten")}
