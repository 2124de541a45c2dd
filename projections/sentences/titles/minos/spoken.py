"""What Minos says to the player whom a sentence or a question is about."""

from collections.abc import Mapping

SPOKEN: Mapping[str, str] = {
    "{seat} is the first player.": "You are the first player.",
    "The turn of {seat} starts.": "Your turn starts.",
    "{seat} shows {talents}.": "You show {talents}.",
    "{seat} hides the talents.": "You hide your talents.",
    "The turn of {seat} ends.": "Your turn ends.",
    "{seat} rolls {dice}.": "You roll {dice}.",
    "{seat} rolls {rolled} again and has {dice}.": "You roll {rolled} again and have {dice}.",
    "{seat} keeps the dice.": "You keep the dice.",
    "{seat} uses {combination} and gets {gain}.": "You use {combination} and get {gain}.",
    "{seat} buys {rings} for {cost}.": "You buy {rings} for {cost}.",
    "{seat} sails from {origin} to {to}.": "You sail from {origin} to {to}.",
    "{seat} marches from {origin} to {to}.": "You march from {origin} to {to}.",
    "{seat} carries a soldier by ship from {origin} to {to} for {points}.": (
        "You carry a soldier by ship from {origin} to {to} for {points}."
    ),
    "{seat} builds {building} in {field} for {cost} and gets a soldier. The income is {income}.": (
        "You build {building} in {field} for {cost} and get a soldier. Your income is {income}."
    ),
    "{seat} builds {building} in {field} for {cost}. The income is {income}.": (
        "You build {building} in {field} for {cost}. Your income is {income}."
    ),
    "{seat} recruits {piece} in {field} for {cost}.": "You recruit {piece} in {field} for {cost}.",
    "{seat} leaves the settlement in {field}. The income is {income}.": (
        "You leave the settlement in {field}. Your income is {income}."
    ),
    "{seat} takes the abandoned settlement in {field}. The income is {income}.": (
        "You take the abandoned settlement in {field}. Your income is {income}."
    ),
    "{seat} takes the settlement in {field} from {taken_from}. The income is {income}.": (
        "You take the settlement in {field} from {taken_from}. Your income is {income}."
    ),
    "{seat} places a free soldier in {field}.": "You place a free soldier in {field}.",
    "{seat} declines the free soldier in {field}.": "You decline the free soldier in {field}.",
    "{seat} attacks {defender} at {place} with {attackers}.": "You attack {defender} at {place} with {attackers}.",
    "{seat} rolls {dice}, worth {value}.": "You roll {dice}, worth {value}.",
    "{seat} pays a ring, rolls {rolled} again and has {dice}, worth {value}.": (
        "You pay a ring, roll {rolled} again and have {dice}, worth {value}."
    ),
    "{seat} stands at {value}.": "You stand at {value}.",
    "{seat} wins the attack at {place}.": "You win the attack at {place}.",
    "The attack of {seat} at {place} is repelled.": "Your attack at {place} is repelled.",
    "{seat} wins at {place}, but other ships are there. The ship stays where it was.": (
        "You win at {place}, but other ships are there. Your ship stays where it was."
    ),
    "{seat} has no piece left and is out.": "You have no piece left and are out.",
    "{seat} has no piece left and is out. Rings that leave the game: {number}.": (
        "You have no piece left and are out. Rings that leave the game: {number}."
    ),
    "{seat} shows or hides the talents.": "Show your talents, or hide them.",
    "{seat} rolls again or keeps the dice.": "Roll again, or keep your dice.",
    "{seat} takes an action or ends the turn.": "Take an action, or end your turn.",
    "{seat} may pay a ring to roll dice again.": "Pay a ring to roll dice again, or leave them as they are.",
    "{seat} may place a free soldier.": "Place a free soldier, or decline it.",
}
"""The texts to this player by the texts about the player of `seat`."""
