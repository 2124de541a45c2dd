"""The codecs of stored events: of the lobby, and of each released version of a title."""

from functools import cache

from domain.game.events import LOBBY_EVENTS
from domain.kernel.codec import Codec
from domain.rulesets import ruleset_of

LOBBY_CODEC = Codec(LOBBY_EVENTS)
"""Reads the first event of a game, which says under which ruleset the rest is read."""


@cache
def codec_of(name: str, version: int) -> Codec:
    """Return the codec of a released version of a title; raises UnknownRuleset."""
    ruleset = ruleset_of(name, version)
    return Codec((*LOBBY_EVENTS, *ruleset.events), ruleset.upcasts)
