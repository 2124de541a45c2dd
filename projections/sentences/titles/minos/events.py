"""Sentences about the events of Minos."""

from collections.abc import Mapping
from typing import Any

from projections.sentences.forms import OTHER, Context, Kind, Sentence, Template, Use, When
from projections.sentences.kinds import Counted, Listed, Number, SeatName, Thing, Worded, joined, words
from projections.sentences.messages import Message


class DiceShown(Kind, frozen=True):
    """How many dice show each symbol."""

    def render(self, value: Any, context: Context) -> str:
        """Return the symbols with their numbers."""
        shown = [
            f"{number}\N{MULTIPLICATION SIGN} {context.things[symbol]}" for symbol, number in value.items() if number
        ]
        return joined(shown, context.catalogue)


class Combination(Kind, frozen=True):
    """The dice that are used together: those of a symbol, a Joker and a Star."""

    def render(self, value: Any, context: Context) -> str:
        """Return the symbols with their numbers."""
        return DiceShown().render(combined(value), context)


class Higher(Number, frozen=True):
    """The higher value of a duel: that of the winner (8.8)."""

    def render(self, value: Any, context: Context) -> str:
        """Return the value."""
        return super().render(max(value["attacker"], value["defender"]), context)


class Lower(Number, frozen=True):
    """The lower value of a duel, or the same as the higher one: that of the loser (8.8)."""

    def render(self, value: Any, context: Context) -> str:
        """Return the value."""
        return super().render(min(value["attacker"], value["defender"]), context)


def combined(used: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return how many dice of each symbol are used together."""
    return {used["symbol"]: used["dice"], "joker": int(used["joker"]), "star": int(used["star"])}


_TALENTS = Counted("{number} talent", "{number} talents")
_RINGS = Counted("{number} ring", "{number} rings")
_POINTS = Counted("{number} movement point", "{number} movement points")
_RIGHTS = Counted("{number} building right", "{number} building rights")
_GAINS = {"scales": _TALENTS, "arrow": _RINGS, "gull": _POINTS, "building": _RIGHTS}


def _object(**texts: str) -> Worded:
    """Return the kind of a thing that is made, with its article."""
    return Worded({value: Message(text, context="what is made") for value, text in texts.items()})


KINDS: Mapping[str, Kind] = {
    **{name: SeatName() for name in ("seat", "defender", "winner", "loser", "taken_from")},
    **{name: Thing() for name in ("field", "place", "origin", "to")},
    **{name: DiceShown() for name in ("dice", "rolled")},
    **{name: Number() for name in ("round", "value")},
    "fields": Listed(Thing()),
    "attackers": Counted("{number} piece", "{number} pieces"),
    "building": _object(port="a port", house="a house", warehouse="a warehouse", walls="walls"),
    "piece": _object(ship="a ship", soldier="a soldier"),
    "cost": _TALENTS,
    "talents": _TALENTS,
    "income": _TALENTS,
    "rings": _RINGS,
    "points": _POINTS,
    "reason": words(
        all_built="all fields are built on",
        last_standing="one player is left",
        idle="no player has built for several rounds",
    ),
}

_DUEL = {"higher": Use("", Higher()), "lower": Use("", Lower())}

_TURNS: Mapping[str, Sentence] = {
    "minos.fields_covered": "These fields are covered: {fields}.",
    "minos.first_player_drawn": "{seat} is the first player.",
    "minos.round_started": "Round {round} starts.",
    "minos.turn_started": "The turn of {seat} starts.",
    "minos.talents_shown": "{seat} shows {talents}.",
    "minos.talents_hidden": "{seat} hides the talents.",
    "minos.turn_ended": "The turn of {seat} ends.",
    "minos.dice_rolled": "{seat} rolls {dice}.",
    "minos.dice_rolled_again": "{seat} rolls {rolled} again and has {dice}.",
    "minos.dice_kept": "{seat} keeps the dice.",
    "minos.dice_used": When(
        "symbol",
        {
            symbol: Template(
                "{seat} uses {combination} and gets {gain}.",
                {"combination": Use("", Combination()), "gain": Use("gain", kind)},
            )
            for symbol, kind in _GAINS.items()
        },
    ),
    "minos.rings_bought": "{seat} buys {rings} for {cost}.",
    "minos.ship_moved": "{seat} sails from {origin} to {to}.",
    "minos.soldier_moved": "{seat} marches from {origin} to {to}.",
    "minos.soldier_carried": "{seat} carries a soldier by ship from {origin} to {to} for {points}.",
    "minos.play_ended": "Play is over: {reason}.",
}

_BUILDING: Mapping[str, Sentence] = {
    "minos.building_built": When(
        "soldier",
        {
            True: "{seat} builds {building} in {field} for {cost} and gets a soldier. The income is {income}.",
            False: "{seat} builds {building} in {field} for {cost}. The income is {income}.",
        },
    ),
    "minos.piece_recruited": "{seat} recruits {piece} in {field} for {cost}.",
    "minos.settlement_abandoned": "{seat} leaves the settlement in {field}. The income is {income}.",
    "minos.settlement_taken": When(
        "taken_from",
        {
            None: "{seat} takes the abandoned settlement in {field}. The income is {income}.",
            OTHER: "{seat} takes the settlement in {field} from {taken_from}. The income is {income}.",
        },
    ),
    "minos.free_soldier_placed": "{seat} places a free soldier in {field}.",
    "minos.free_soldier_declined": "{seat} declines the free soldier in {field}.",
}

_CONFLICTS: Mapping[str, Sentence] = {
    "minos.conflict_opened": "{seat} attacks {defender} at {place} with {attackers}.",
    "minos.conflict_dice_rolled": "{seat} rolls {dice}, worth {value}.",
    "minos.conflict_dice_rerolled": "{seat} pays a ring, rolls {rolled} again and has {dice}, worth {value}.",
    "minos.conflict_dice_stood": "{seat} stands at {value}.",
    "minos.duel_fought": Template("{winner} wins the duel, {higher} against {lower}. {loser} loses a piece.", _DUEL),
    "minos.attack_won": "{seat} wins the attack at {place}.",
    "minos.attack_repelled": "The attack of {seat} at {place} is repelled.",
    "minos.entry_barred": "{seat} wins at {place}, but other ships are there. The ship stays where it was.",
    "minos.player_eliminated": When(
        "rings",
        {
            0: "{seat} has no piece left and is out.",
            OTHER: Template(
                "{seat} has no piece left and is out. Rings that leave the game: {number}.",
                {"number": Use("rings", Number())},
            ),
        },
    ),
}

SENTENCES: Mapping[str, Sentence] = {**_TURNS, **_BUILDING, **_CONFLICTS}
