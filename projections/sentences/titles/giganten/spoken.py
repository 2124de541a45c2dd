"""What Giganten says to the player whom a sentence or a question is about."""

from collections.abc import Mapping

SPOKEN: Mapping[str, str] = {
    "{seat} is the first player.": "You are the first player.",
    "{seat} takes the {card}.": "You take the {card}.",
    "{seat} is dealt {cards}.": "You are dealt {cards}.",
    "{seat} is dealt {cards}, of value {values}.": "You are dealt {cards}, of value {values}.",
    "The licences have run out. {seat} goes without {cards}.": "The licences have run out. You go without {cards}.",
    "{seat} discards the {card}.": "You discard the {card}.",
    "{seat} places the truck on {square}.": "You place your truck on {square}.",
    "{seat} drives the truck to {way} for {points}.": "You drive your truck to {way} for {points}.",
    "{seat} inspects the tile on {site}.": "You inspect the tile on {site}.",
    "{seat} inspects the tile on {site}: {markers}.": "You inspect the tile on {site}: {markers}.",
    "{seat} advances the train by {spaces} to space {to} for {points}.": (
        "You advance your train by {spaces} to space {to} for {points}."
    ),
    "{seat} ends the movement.": "You end your movement.",
    "{seat} ends the movement and loses {points_lost}.": "You end your movement and lose {points_lost}.",
    "{seat} leaves the price of {company} at {price}.": "You leave the price of {company} at {price}.",
    "{seat} moves the price of {company} by {steps} to {price}.": (
        "You move the price of {company} by {steps} to {price}."
    ),
    "{seat} moves the price of {company} by {actual_steps} to {price}.": (
        "You move the price of {company} by {actual_steps} to {price}."
    ),
    "{seat} puts a free oil marker into the depot at {company}.": (
        "You put a free oil marker into your depot at {company}."
    ),
    "{seat} pushes the opponents' trains back by {spaces}: {trains}.": (
        "You push the opponents' trains back by {spaces}: {trains}."
    ),
    "{seat} does not use the special.": "You do not use the special.",
    "{seat} builds a derrick on {site} for {cost} and finds {markers}.": (
        "You build a derrick on {site} for {cost} and find {markers}."
    ),
    "{seat} builds no derrick.": "You build no derrick.",
    "{seat} ships oil from {site} to {company} by the own train.": (
        "You ship oil from {site} to {company} by your own train."
    ),
    "{seat} ships oil from {site} to {company} by the black train for {to_bank}.": (
        "You ship oil from {site} to {company} by the black train for {to_bank}."
    ),
    "{seat} ships oil from {site} to {company} by the black train for {to_bank} and {payments}.": (
        "You ship oil from {site} to {company} by the black train for {to_bank} and {payments}."
    ),
    "{seat} ships oil from {site} to {company} by an opponent's train and pays {payments}.": (
        "You ship oil from {site} to {company} by an opponent's train and pay {payments}."
    ),
    "{seat} ships oil from {site} to {company} by an opponent's train and pays {to_bank} to the bank and {payments}.": (
        "You ship oil from {site} to {company} by an opponent's train and pay {to_bank} to the bank and {payments}."
    ),
    "{seat} does not ship the oil from {site}. The marker is lost.": (
        "You do not ship the oil from {site}. The marker is lost."
    ),
    "No train reaches the derrick of {seat} on {site}. The marker is lost.": (
        "No train reaches your derrick on {site}. The marker is lost."
    ),
    "{seat} cannot pay the transport from {site}. The marker is lost.": (
        "You cannot pay the transport from {site}. The marker is lost."
    ),
    "The derrick of {seat} on {site} is exhausted and goes back.": (
        "Your derrick on {site} is exhausted and goes back to you."
    ),
    "{seat} returns {markers} from the depot at {company} for {refund}.": (
        "You return {markers} from your depot at {company} for {refund}."
    ),
    "{seat} bids licences worth {value} for {company}.": "You bid licences worth {value} for {company}.",
    "{seat} passes in the auction for {company}.": "You pass in the auction for {company}.",
    "{seat} wins the auction for {company} with a bid of licences worth {bid}.": (
        "You win the auction for {company} with a bid of licences worth {bid}."
    ),
    "{seat} cannot pay the bid of licences worth {bid} for {company} and loses {cards}.": (
        "You cannot pay the bid of licences worth {bid} for {company} and lose {cards}."
    ),
    "{seat} loses {twos}.": "You lose {twos}.",
    "{seat} loses {ones}.": "You lose {ones}.",
    "{seat} loses {ones} and {twos}.": "You lose {ones} and {twos}.",
    "{seat} pays {twos} for {company}.": "You pay {twos} for {company}.",
    "{seat} pays {ones} for {company}.": "You pay {ones} for {company}.",
    "{seat} pays {ones} and {twos} for {company}.": "You pay {ones} and {twos} for {company}.",
    "{seat} sells no oil to {company}.": "You sell no oil to {company}.",
    "{seat} sells {markers} to {company} at {price} each and gets {proceeds}.": (
        "You sell {markers} to {company} at {price} each and get {proceeds}."
    ),
    "{seat} takes an action card.": "Take an action card.",
    "{seat} moves the truck and the train.": "Move your truck and your train.",
    "{seat} places the truck.": "Place your truck.",
    "{seat} decides about the special of the card.": "Use the special of your card, or leave it.",
    "{seat} may build a derrick.": "Build a derrick, or do without.",
    "{seat} ships oil.": "Ship your oil.",
    "{seat} may make the first bid, in licences.": "Make the first bid, in licences, or pass.",
    "{seat} bids licences of a higher value, or passes.": "Bid licences of a higher value, or pass.",
    "{seat} pays the bid with licences.": "Pay your bid with licences.",
    "{seat} chooses the licences that the bluff costs.": "Choose the licences that your bluff costs.",
    "{seat} sells oil.": "Sell oil.",
}
"""The texts to this player by the texts about the player of `seat`."""
