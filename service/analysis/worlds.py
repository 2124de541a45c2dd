"""Worlds that a seat cannot distinguish from the real table, if it knows the log so far and not only its view."""

from typing import Any

from msgspec.structs import replace

from domain.kernel.chance import Chance
from domain.kernel.ruleset import Ruleset
from domain.kernel.values import Seat
from service.bots.strong import worlds
from service.bots.strong.light import Light

IN_THE_LOG = ("money_public", "peek_memory")
"""Options that, if false, hide something in views alone.

The public log has all that is earned and paid. The history of a seat has all tiles that it has inspected.
"""


def resampled(rules: Ruleset[Any], light: Light, world: Any, seat: Seat, chance: Chance) -> Any:
    """Return a world with the money of all seats and the tiles that the seat has inspected; the rest is drawn again."""
    options = world.options
    shown = {name: True for name in IN_THE_LOG if name in options.__struct_fields__}
    # only to draw: under these options other commands are legal
    table = replace(world, options=replace(options, **shown))
    return replace(worlds.resampled(rules, light, table, seat, chance), options=options)
