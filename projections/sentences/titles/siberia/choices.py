"""The questions and choices of Siberia in words."""

from collections.abc import Mapping

from projections.sentences.forms import Sentence
from projections.sentences.vocabulary import Choosing

_COMMANDS: Mapping[str, Sentence] = {
    "siberia.choose_sides": "Turn the exchange tiles to {sides}",
    "siberia.place_token": "Place {token} in {spot}",
    "siberia.take_back": "Take {token} back from {spot}",
    "siberia.end_placing": "Finish placing",
    "siberia.pass": "Pass for this round",
    "siberia.void_action": "Use {column} without effect",
    "siberia.place_resource": "Find {resource} in {area} with {token}",
    "siberia.play_joker": "Play a Manager as a joker in {column}",
    "siberia.use_logistics": "Use Logistics",
    "siberia.move_worker": "Move a worker from {origin} to {to}",
    "siberia.end_logistics": "End Logistics",
    "siberia.place_salesman": "Place a salesman in {exchange}, from {origin}",
    "siberia.place_worker": "Place a worker at the start, from {origin}",
    "siberia.take_investment": "Take the investment tile {tile}",
    "siberia.sell_cubes": "Sell {resource} in {exchange}, from {areas}",
    "siberia.return_token": "Return {token} from {column}",
}

_QUESTIONS: Mapping[str, str] = {
    "1.7": "{seat} chooses the sides of the exchange tiles.",
    "2.2": "{seat} places tokens.",
    "3.1": "{seat} takes an action or passes.",
    "4.1": "{seat} places a cube for Research.",
    "6.1": "{seat} moves workers.",
    "11.2": "{seat} returns a token.",
}

CHOOSING = Choosing(_COMMANDS, questions=_QUESTIONS)
