"""The commands of Siberia in words."""

from collections.abc import Mapping

from service.terminal.display.words import Sentence
from service.terminal.titles.siberia.board import RESOURCES

COMMANDS: Mapping[str, Sentence] = {
    "siberia.choose_sides": "turn the exchange tiles to {sides}",
    "siberia.place_token": "place {token:~} in {spot:~}",
    "siberia.take_back": "take back {token:~} from {spot:~}",
    "siberia.end_placing": "be done: all tokens stay where they lie",
    "siberia.pass": "pass for this round",
    "siberia.void_action": "use {column:~} for nothing",
    "siberia.place_resource": "with {token:~}, place {resource:~} in {area:~}",
    "siberia.play_joker": "play a manager as a joker into {column:~}",
    "siberia.use_logistics": "use logistics",
    "siberia.move_worker": "move a worker from {origin:~} to {to:~}",
    "siberia.end_logistics": "end logistics",
    "siberia.place_salesman": "send a salesman to {exchange:~} from {origin:~}",
    "siberia.place_worker": "put a worker at the start, from {origin:~}",
    "siberia.take_investment": "take the investment {tile:~}",
    "siberia.sell_cubes": "mine {resource:~} in {areas:~} and sell at {exchange:~}",
    "siberia.return_token": "return {token:~} from {column:~}",
}

_PEOPLE = ("logistics", "salesman", "worker", "investor")
THINGS = {f"{who}_{what}": f"{who}+{what}" for who in _PEOPLE for what in RESOURCES}
"""The names of the tokens."""
