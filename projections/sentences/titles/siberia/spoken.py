"""What Siberia says to the player whom a sentence or a question is about."""

from collections.abc import Mapping

SPOKEN: Mapping[str, str] = {
    "{seat} is the first player.": "You are the first player.",
    "{seat} chooses the sides {sides} of the exchange tiles.": "You choose the sides {sides} of the exchange tiles.",
    "{seat} returns the token {token} from {column} to the bag.": (
        "You return the token {token} from {column} to the bag."
    ),
    "{seat} draws {count}.": "You draw {count}.",
    "{seat} draws {count}: {drawn}.": "You draw {count}: {drawn}.",
    "{seat} places a token face down and has {left} left.": "You place a token face down and have {left} left.",
    "{seat} places the token {token} in {spot} and has {left} left.": (
        "You place the token {token} in {spot} and have {left} left."
    ),
    "{seat} places a token face down or takes one back.": "You place a token face down or take one back.",
    "{seat} places the token {token} in {spot}.": "You place the token {token} in {spot}.",
    "{seat} takes the token {token} back from {spot}.": "You take the token {token} back from {spot}.",
    "{seat} has placed all tokens.": "You have placed all tokens.",
    "The turn of {seat} starts.": "Your turn starts.",
    "{seat} passes for this round.": "You pass for this round.",
    "{seat} uses {column} without effect.": "You use {column} without effect.",
    "{seat} finds {resource} in {area} with the token {token}.": (
        "You find {resource} in {area} with the token {token}."
    ),
    "The research of {seat} with the token {token} finds nothing.": (
        "Your research with the token {token} finds nothing."
    ),
    "{seat} plays a Manager token as a joker in {column}.": "You play a Manager token as a joker in {column}.",
    "{seat} uses Logistics and has {moves}.": "You use Logistics and have {moves}.",
    "{seat} moves a worker from {origin} to {to} with {moves}.": (
        "You move a worker from {origin} to {to} with {moves}."
    ),
    "{seat} ends Logistics with {unused} unused.": "You end Logistics with {unused} unused.",
    "{seat} places a salesman in {exchange}, from {origin}.": "You place a salesman in {exchange}, from {origin}.",
    "{seat} places a worker at the start, from {origin}.": "You place a worker at the start, from {origin}.",
    "{seat} takes the investment tile {tile}.": "You take the investment tile {tile}.",
    "{seat} mines {resource} in {areas}, sells it in {exchange} and gets {proceeds}.": (
        "You mine {resource} in {areas}, sell it in {exchange} and get {proceeds}."
    ),
    "{seat} chooses the sides of the exchange tiles.": "Choose the sides of the exchange tiles.",
    "{seat} places tokens.": "Place your tokens.",
    "{seat} takes an action or passes.": "Take an action, or pass.",
    "{seat} places a cube for Research.": "Place a cube for Research.",
    "{seat} moves workers.": "Move your workers.",
    "{seat} returns a token.": "Return a token.",
}
"""The texts to this player by the texts about the player of `seat`."""
