"""Sentences about the events of Giganten."""

from collections.abc import Mapping

from projections.sentences.forms import ABSENT, EMPTY, OTHER, Kind, Sentence, Template, Use, When
from projections.sentences.kinds import (
    Amount,
    Counted,
    Fields,
    Last,
    Listed,
    Number,
    SeatName,
    Signed,
    Thing,
    Worded,
    words,
)
from projections.sentences.titles.giganten.names import PHASE_NUMBERS

_SPACES = Counted("{number} space", "{number} spaces")
_POINTS = Counted("{number} movement point", "{number} movement points")
_LICENCES = Counted("{number} licence", "{number} licences")
_MARKERS = Counted("{number} oil marker", "{number} oil markers")
_DOLLARS = Amount("${amount}")

KINDS: Mapping[str, Kind] = {
    **{name: SeatName() for name in ("seat", "first_player")},
    **dict.fromkeys(("amount", "cost", "to_bank", "price", "proceeds", "refund"), _DOLLARS),
    **{name: Number() for name in ("round", "to", "space", "attempt", "bid", "value")},
    **{name: Signed() for name in ("steps", "actual_steps")},
    **{name: Thing() for name in ("company", "card")},
    **{name: Kind() for name in ("square", "site", "phase")},
    "spaces": _SPACES,
    "cards": _LICENCES,
    "markers": _MARKERS,
    "points": _POINTS,
    "points_lost": _POINTS,
    "values": Listed(Number()),
    "bidders": Listed(SeatName()),
    "way": Last(Kind()),
    "ones": Counted("{number} licence of value 1", "{number} licences of value 1"),
    "twos": Counted("{number} licence of value 2", "{number} licences of value 2"),
    "trains": Listed(Fields("{seat} to space {space}")),
    "payments": Listed(Fields("{amount} to {seat}")),
    "colour": words(red="red", blue="blue"),
    "deck": words(red="red action cards", beige="beige action cards", licences="licences"),
}

_DIE = {"number": Use("steps", Number())}
_DISCARDS = {"number": Use("cards", Counted("{number} card", "{number} cards"))}
_PHASE = {"name": Use("phase", Worded(PHASE_NUMBERS))}
_BY_OPPONENT = "{seat} ships oil from {site} to {company} by an opponent's train"

_CARDS: Mapping[str, Sentence] = {
    "giganten.first_player_drawn": "{seat} is the first player.",
    "giganten.round_started": "Round {round} starts. {first_player} is the first player.",
    "giganten.phase_started": Template("Phase {phase} starts: {name}.", _PHASE),
    "giganten.price_rolled": When(
        "actual_steps",
        {
            0: Template("The die for {company} shows {colour} {number}. The price stays at {price}.", _DIE),
            ABSENT: Template("The die for {company} shows {colour} {number}. The price is now {price}.", _DIE),
            OTHER: Template(
                "The die for {company} shows {colour} {number}. The price moves by {actual_steps} to {price}.", _DIE
            ),
        },
    ),
    "giganten.red_card_revealed": "The {card} is revealed.",
    "giganten.black_train_advanced": "The black train advances by {spaces} to space {to}.",
    "giganten.beige_card_revealed": "The {card} is revealed.",
    "giganten.deck_reshuffled": Template("The discarded {deck} are reshuffled: {number}.", _DISCARDS),
    "giganten.action_card_taken": "{seat} takes the {card}.",
    "giganten.action_card_left": "No player takes the {card}. It is discarded.",
    "giganten.licences_dealt": When(
        "values", {ABSENT: "{seat} is dealt {cards}.", OTHER: "{seat} is dealt {cards}, of value {values}."}
    ),
    "giganten.licences_short": "The licences have run out. {seat} goes without {cards}.",
    "giganten.action_card_discarded": "{seat} discards the {card}.",
}

_MOVEMENT: Mapping[str, Sentence] = {
    "giganten.truck_placed": "{seat} places the truck on {square}.",
    "giganten.truck_driven": "{seat} drives the truck to {way} for {points}.",
    "giganten.site_inspected": When(
        "value",
        {
            ABSENT: "{seat} inspects the tile on {site}.",
            OTHER: Template("{seat} inspects the tile on {site}: {markers}.", {"markers": Use("value", _MARKERS)}),
        },
    ),
    "giganten.draws_sealed": "These draws stay secret until the end of the game.",
    "giganten.train_advanced": "{seat} advances the train by {spaces} to space {to} for {points}.",
    "giganten.movement_ended": When(
        "points_lost",
        {0: "{seat} ends the movement.", OTHER: "{seat} ends the movement and loses {points_lost}."},
    ),
    "giganten.price_shifted": When(
        "actual_steps",
        {
            0: "{seat} leaves the price of {company} at {price}.",
            ABSENT: "{seat} moves the price of {company} by {steps} to {price}.",
            OTHER: "{seat} moves the price of {company} by {actual_steps} to {price}.",
        },
    ),
    "giganten.free_oil_stored": "{seat} puts a free oil marker into the depot at {company}.",
    "giganten.trains_pushed_back": "{seat} pushes the opponents' trains back by {spaces}: {trains}.",
    "giganten.special_declined": "{seat} does not use the special.",
}

_OIL: Mapping[str, Sentence] = {
    "giganten.derrick_built": "{seat} builds a derrick on {site} for {cost} and finds {markers}.",
    "giganten.drilling_declined": "{seat} builds no derrick.",
    "giganten.oil_shipped": When(
        "carrier",
        {
            "own": "{seat} ships oil from {site} to {company} by the own train.",
            "black": When(
                "payments",
                {
                    EMPTY: "{seat} ships oil from {site} to {company} by the black train for {to_bank}.",
                    OTHER: "{seat} ships oil from {site} to {company} by the black train for {to_bank} and {payments}.",
                },
            ),
            "opponent": When(
                "to_bank",
                {
                    0: f"{_BY_OPPONENT} and pays {{payments}}.",
                    OTHER: f"{_BY_OPPONENT} and pays {{to_bank}} to the bank and {{payments}}.",
                },
            ),
        },
    ),
    "giganten.oil_discarded": When(
        "reason",
        {
            "waived": "{seat} does not ship the oil from {site}. The marker is lost.",
            "no_train": "No train reaches the derrick of {seat} on {site}. The marker is lost.",
            "no_money": "{seat} cannot pay the transport from {site}. The marker is lost.",
        },
    ),
    "giganten.derrick_exhausted": "The derrick of {seat} on {site} is exhausted and goes back.",
    "giganten.excess_returned": "{seat} returns {markers} from the depot at {company} for {refund}.",
}

_AUCTIONS: Mapping[str, Sentence] = {
    "giganten.auction_opened": When(
        "attempt",
        {
            1: "The auction for {company} starts. These players may bid: {bidders}.",
            OTHER: "The auction for {company} is repeated, attempt {attempt}. These players may bid: {bidders}.",
        },
    ),
    "giganten.bid_placed": "{seat} bids licences worth {value} for {company}.",
    "giganten.bid_passed": "{seat} passes in the auction for {company}.",
    "giganten.auction_won": "{seat} wins the auction for {company} with a bid of licences worth {bid}.",
    "giganten.bluff_called": "{seat} cannot pay the bid of licences worth {bid} for {company} and loses {cards}.",
    "giganten.licences_forfeited": When(
        "ones",
        {
            0: "{seat} loses {twos}.",
            OTHER: When("twos", {0: "{seat} loses {ones}.", OTHER: "{seat} loses {ones} and {twos}."}),
        },
    ),
    "giganten.licences_paid": When(
        "ones",
        {
            0: "{seat} pays {twos} for {company}.",
            OTHER: When(
                "twos",
                {0: "{seat} pays {ones} for {company}.", OTHER: "{seat} pays {ones} and {twos} for {company}."},
            ),
        },
    ),
    "giganten.auction_failed": "No player sells oil to {company} in this round.",
    "giganten.oil_sold": When(
        "markers",
        {
            0: "{seat} sells no oil to {company}.",
            OTHER: "{seat} sells {markers} to {company} at {price} each and gets {proceeds}.",
        },
    ),
    "giganten.price_inflated": "The price of {company} moves by {steps} to {price}.",
}

SENTENCES: Mapping[str, Sentence] = {**_CARDS, **_MOVEMENT, **_OIL, **_AUCTIONS}
