"""Which seats of a game count for ratings, and whether its owner may rule on it."""

from msgspec import UNSET

from domain.game.events import REGISTERED, GameOpened
from domain.game.game import Game, Occupant, has_sat


def players_of(occupant: Occupant) -> tuple[str, ...]:
    """Return all players of a seat in order: those whom rulings replaced, and the last one."""
    return (*occupant.former, occupant.resigned or occupant.player)


def rated_as_opened(opened: GameOpened) -> bool | None:
    """Return whether a game was opened as a rated one; None: a public game is rated if its players have signed up.

    A game with take-back or with hints is not rated.
    """
    if opened.take_back is True or opened.hints is True:
        return False
    return None if opened.rated is UNSET else opened.rated


def rated_as_played(game: Game) -> bool | None:
    """Return whether an ended game counts for ratings; None: if registered players had all its seats.

    Rulings decide the ranks of a rated game only if it was opened as a rated one: its players knew of the owner's role.
    """
    is_rated = rated_as_opened(game.opened)
    is_ruled = game.is_adjudicated or any(seat and (seat.is_ruled_out or seat.former) for seat in game.occupants)
    return False if is_rated is None and is_ruled else is_rated


def can_be_rated(game: Game) -> bool:
    """Whether the result of a running or ended game may count for ratings.

    All players have signed up and are different. A game that was opened without `rated` has to be public.
    """
    opened = game.opened
    is_rated = rated_as_opened(opened)
    if is_rated is False or (is_rated is None and opened.visibility != "public"):
        return False
    players = [player for occupant in game.occupants if occupant for player in players_of(occupant)]
    return len(set(players)) == len(players) and all(player.startswith(REGISTERED) for player in players)


def is_neutral(game: Game) -> bool:
    """Whether the owner may rule on a game: the owner has never played in it, or it cannot count for ratings."""
    return not (has_sat(game, game.opened.owner) and can_be_rated(game))
