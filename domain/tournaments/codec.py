"""The codec of the events of tournaments."""

from domain.kernel.codec import Codec
from domain.tournaments.events import TOURNAMENT_EVENTS

TOURNAMENT_CODEC = Codec(TOURNAMENT_EVENTS)
