"""Sentences about the events of Siberia."""

from collections.abc import Mapping

from projections.sentences.forms import ABSENT, EMPTY, OTHER, Kind, Sentence, Template, Use, When
from projections.sentences.kinds import Amount, Clauses, Counted, Fields, Listed, Number, SeatName, Thing, Worded, words
from projections.sentences.titles.siberia.names import PHASE_NUMBERS

_TOKENS = Counted("{number} token", "{number} tokens")
_MOVES = Counted("{number} move", "{number} moves")
_DOLLARS = Amount("${amount}")
_ENDING = words(
    areas="enough areas are exhausted",
    reserves="enough reserves are empty",
    standstill="no cube was placed or sold for too many rounds",
)

KINDS: Mapping[str, Kind] = {
    **{name: SeatName() for name in ("seat", "first_player")},
    **{name: Thing() for name in ("area", "column", "token", "resource", "tile", "spot", "origin", "to", "exchange")},
    **dict.fromkeys(("moves", "unused"), _MOVES),
    **dict.fromkeys(("price", "proceeds"), _DOLLARS),
    **{name: Number() for name in ("round", "number", "left")},
    **{name: Listed(Thing()) for name in ("resources", "areas")},
    "sides": Kind(),
    "count": _TOKENS,
    "workers": Counted("{number} worker", "{number} workers"),
    "tokens": Listed(Fields("{token} in {spot}")),
    "placements": Clauses(Fields(When("tokens", {EMPTY: "{seat}: no token", OTHER: "{seat}: {tokens}"}))),
    "sent_home": Listed(Fields("{workers} of {seat}")),
    "reason": _ENDING,
    "phase": Worded(PHASE_NUMBERS),
}

_ROUNDS: Mapping[str, Sentence] = {
    "siberia.first_player_drawn": "{seat} is the first player.",
    "siberia.area_seeded": "{resources} are laid on {area}.",
    "siberia.sides_chosen": When(
        "seat",
        {
            None: "The exchange tiles show the sides {sides}.",
            OTHER: "{seat} chooses the sides {sides} of the exchange tiles.",
        },
    ),
    "siberia.investment_revealed": "The investment tile {tile} is revealed.",
    "siberia.round_started": "Round {round} starts. {first_player} is the first player.",
    "siberia.phase_started": "This part of the round starts: {phase}.",
    "siberia.end_triggered": "The end of the game has come: {reason}.",
    "siberia.token_returned": "{seat} returns the token {token} from {column} to the bag.",
    "siberia.play_ended": "Play is over: {reason}.",
}

_PLACING: Mapping[str, Sentence] = {
    "siberia.tokens_drawn": When(
        "tokens",
        {
            ABSENT: "{seat} draws {count}.",
            OTHER: Template("{seat} draws {count}: {drawn}.", {"drawn": Use("tokens", Listed(Thing()))}),
        },
    ),
    "siberia.drawing_ended": "All players have drawn their tokens.",
    "siberia.token_placed": When(
        "token",
        {
            ABSENT: "{seat} places a token face down and has {left} left.",
            OTHER: "{seat} places the token {token} in {spot} and has {left} left.",
        },
    ),
    "siberia.placing_changed": When(
        "taken_back",
        {
            ABSENT: "{seat} places a token face down or takes one back.",
            False: "{seat} places the token {token} in {spot}.",
            True: "{seat} takes the token {token} back from {spot}.",
        },
    ),
    "siberia.placing_ended": "{seat} has placed all tokens.",
    "siberia.placements_revealed": "All tokens are revealed. {placements}.",
}

_ACTIONS: Mapping[str, Sentence] = {
    "siberia.turn_started": "The turn of {seat} starts.",
    "siberia.round_passed": "{seat} passes for this round.",
    "siberia.action_voided": "{seat} uses {column} without effect.",
    "siberia.resource_placed": "{seat} finds {resource} in {area} with the token {token}.",
    "siberia.research_failed": "The research of {seat} with the token {token} finds nothing.",
    "siberia.joker_played": "{seat} plays a Manager token as a joker in {column}.",
    "siberia.logistics_started": "{seat} uses Logistics and has {moves}.",
    "siberia.worker_moved": "{seat} moves a worker from {origin} to {to} with {moves}.",
    "siberia.logistics_ended": "{seat} ends Logistics with {unused} unused.",
    "siberia.salesman_placed": "{seat} places a salesman in {exchange}, from {origin}.",
    "siberia.worker_placed": "{seat} places a worker at the start, from {origin}.",
    "siberia.investment_taken": "{seat} takes the investment tile {tile}.",
    "siberia.cubes_sold": "{seat} mines {resource} in {areas}, sells it in {exchange} and gets {proceeds}.",
    "siberia.area_exhausted": When(
        "sent_home",
        {
            EMPTY: "{area} is exhausted, as area {number}.",
            OTHER: "{area} is exhausted, as area {number}. These workers return: {sent_home}.",
        },
    ),
}

SENTENCES: Mapping[str, Sentence] = {**_ROUNDS, **_PLACING, **_ACTIONS}
