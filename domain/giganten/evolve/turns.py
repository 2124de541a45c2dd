"""Which player comes next in phases 3, 4 and 6, and what the turn of that player begins with."""

from domain.giganten.state import Dealing, Movement, State, Transport, card_of
from domain.kernel.values import Seat


def movement_of(state: State, todo: tuple[Seat, ...]) -> Movement:
    """Return phase 4 for the first of these seats: the points of its card (4.2). A truck may have to enter (4a.1)."""
    if not todo:
        return Movement((), 0, "discard")
    player = state.players[todo[0]]
    points = card_of(state, player.card).points if player.card else 0
    return Movement(todo, points, "place" if player.truck is None else "move")


def transport_of(state: State, todo: tuple[Seat, ...]) -> Transport:
    """Return phase 6 for the first of these seats with derricks. Each of its derricks yields a marker (6.1)."""
    while todo and not state.players[todo[0]].derricks:
        todo = todo[1:]
    sites = tuple(derrick.site for derrick in state.players[todo[0]].derricks) if todo else ()
    return Transport(todo, sites)


def dealing_of(state: State, todo: tuple[Seat, ...]) -> Dealing:
    """Return phase 3 for the first of these seats: the licences of its card (3.1)."""
    card = state.players[todo[0]].card if todo else None
    return Dealing(todo, card_of(state, card).licences if card else 0)


def dealing_after(state: State, phase: Dealing, cards: int) -> Dealing:
    """Return phase 3 after the player in turn was dealt, or missed, that many licences (3.1, 3.4)."""
    left = phase.left - cards
    return Dealing(phase.todo, left) if left else dealing_of(state, phase.todo[1:])
