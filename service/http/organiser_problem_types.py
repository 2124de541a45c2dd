"""The problem types of organisers: reserved seats, rated games and rulings."""

from service.http.game_problem_types import ProblemType

ORGANISER_PROBLEMS: dict[str, ProblemType] = {
    "seat-reserved": ProblemType(
        409,
        "Seat reserved",
        "The seat is reserved for another player, or for the holder of an invitation to this seat.",
        "Take a seat whose `reserved` is null. If you have an invitation to the seat, send it as `Ludolog-Invitation`. "
        "Substitutes can take reserved seats that are still free at `starts_at`.",
    ),
    "rated-game": ProblemType(
        409,
        "Rated game",
        "The game was opened as a rated one: only players who have signed up may play, without bots and guests.",
        "Take the seat with your own token. For a game with bots or guests, open one with `rated` false.",
    ),
    "game-not-paused": ProblemType(
        409,
        "Game not paused",
        "The game is not paused, so it cannot be resumed.",
        "No action is needed.",
    ),
    "no-clock": ProblemType(
        409,
        "Game without a clock",
        "The game was opened without a clock.",
        "Read `clock` of the game. A clock can only be given when a game is opened.",
    ),
    "owner-plays": ProblemType(
        409,
        "Owner plays in the game",
        "The owner of the game has, or had, a seat in it. Such an owner neither replaces players nor adjudicates, and "
        "makes no ruling at all if the result counts for ratings.",
        "Open games that you want to rule on without taking a seat. If you play, `rated` false allows other rulings. "
        "In a tournament, appoint a director who does not play at the table: `replace_result` and `void_table` end it.",
    ),
    "replacement": ProblemType(
        409,
        "Player cannot replace another",
        "The new player is not signed up, or has, or had, a seat in the game and knows its secrets.",
        "Name a player who has signed up and never had a seat in this game, or give the seat to a bot.",
    ),
    "ruling-limit": ProblemType(
        409,
        "Too many rulings",
        "The game has the maximum of 200 rulings, or its pauses together would be longer than 90 days.",
        "Resume a paused game with `resume`, or end the game with `adjudicate`: both are always possible.",
    ),
    "invalid-terms": ProblemType(
        422,
        "Invalid terms",
        "The terms of the new game or tournament are malformed, contradict one another, or do not fit the title.",
        "Correct the field that `detail` names. Nothing was opened.",
    ),
    "unknown-player": ProblemType(
        422,
        "Unknown player",
        "No player has this id.",
        "Use the `id` of a player who has signed up. GET /v1/players/{player} reads one.",
    ),
    "ranks": ProblemType(
        422,
        "Invalid ranks",
        "The ranks are no ranking of the seats of the game.",
        "Give one rank for each seat, from 1. Equal seats share a rank, and the next rank counts them: 1, 2, 2, 4.",
    ),
    "reason": ProblemType(
        422,
        "Invalid reason",
        "Each ruling has a reason, which all viewers of the game can read for ever.",
        "Give a reason of 1 to 500 characters. Do not name persons.",
    ),
    "duration": ProblemType(
        422,
        "Invalid duration",
        "The duration or end is not a positive whole number of seconds, or it is longer than allowed.",
        "Give a duration (ISO 8601) such as PT30M, or an end in the future: at most 30 days.",
    ),
}
