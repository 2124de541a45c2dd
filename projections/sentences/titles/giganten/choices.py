"""The questions and choices of Giganten in words."""

from collections.abc import Mapping

from projections.sentences.forms import ABSENT, OTHER, Kind, Sentence, When
from projections.sentences.kinds import Counted, Number, SeatName
from projections.sentences.vocabulary import Choosing

_KINDS: Mapping[str, Kind] = {
    "to": Kind(),
    "opponent": SeatName(),
    "steps": Counted("{number} step", "{number} steps"),
    "ones": Number(),
    "twos": Number(),
}

_COMMANDS: Mapping[str, Sentence] = {
    "giganten.place_truck": "Place the truck on {square}",
    "giganten.take_action_card": "Take: {card}",
    "giganten.drive_truck": "Drive to {to}",
    "giganten.inspect_site": "Inspect the tile on {site}",
    "giganten.advance_train": "Advance the train by {spaces}",
    "giganten.end_movement": "End the movement",
    "giganten.shift_price": When(
        "direction",
        {1: "Raise the price of {company} by {steps}", -1: "Lower the price of {company} by {steps}"},
    ),
    "giganten.store_free_oil": "Store the free oil marker at {company}",
    "giganten.push_trains_back": "Push the opponents' trains back",
    "giganten.decline_special": "Do not use the special",
    "giganten.build_derrick": "Build a derrick on {site}",
    "giganten.decline_drilling": "Build no derrick",
    "giganten.ship_oil": When(
        "carrier",
        {
            "own": "Ship from {site} to {company} by your own train",
            "black": "Ship from {site} to {company} by the black train",
            "opponent": When(
                "opponent",
                {
                    ABSENT: "Ship from {site} to {company} by an opponent's train",
                    OTHER: "Ship from {site} to {company} by the train of {opponent}",
                },
            ),
        },
    ),
    "giganten.discard_oil": "Give up the oil from {site}",
    "giganten.bid": "Bid licences worth {value}",
    "giganten.pass_bid": "Pass",
    "giganten.pay_licences": "Pay licences: {ones} of value 1, {twos} of value 2",
    "giganten.forfeit_licences": "Give up licences: {ones} of value 1, {twos} of value 2",
    "giganten.sell_oil": When("markers", {0: "Sell no oil", OTHER: "Sell {markers}"}),
}

_QUESTIONS: Mapping[str, str] = {
    "2c.1": "{seat} takes an action card.",
    "4.1": "{seat} moves the truck and the train.",
    "4a.1": "{seat} places the truck.",
    "4d.1": "{seat} decides about the special of the card.",
    "5.1": "{seat} may build a derrick.",
    "6.2": "{seat} ships oil.",
    "7a.2": "{seat} may make the first bid, in licences.",
    "7a.4": "{seat} bids licences of a higher value, or passes.",
    "7a.7": "{seat} pays the bid with licences.",
    "7a.9": "{seat} chooses the licences that the bluff costs.",
    "7b.1": "{seat} sells oil.",
}

CHOOSING = Choosing(_COMMANDS, _KINDS, _QUESTIONS)
