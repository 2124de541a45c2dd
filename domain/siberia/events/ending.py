"""Rules 11.2 and 13: the end of a round and of the game."""

from domain.kernel.values import Event
from domain.siberia.events.fields import Ending
from domain.siberia.options import Column, Seat, Token


class EndTriggered(Event, frozen=True, tag="siberia.end_triggered"):
    """The end of the game has come: areas exhausted, reserves empty, or a standstill (13.1, 13.2, 13.6)."""

    reason: Ending


class TokenReturned(Event, frozen=True, tag="siberia.token_returned"):
    """At the end of the round a seat returned a token beyond those that may be kept (11.2)."""

    seat: Seat
    token: Token
    column: Column


class PlayEnded(Event, frozen=True, tag="siberia.play_ended"):
    """No more actions are taken, and money is counted (13.3)."""

    reason: Ending
