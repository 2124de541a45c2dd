"""The presets of clocks."""

from collections.abc import Mapping

from msgspec import UNSET, UnsetType

from domain.game.terms import Clock

_MINUTE, _HOUR, _DAY = 60, 3_600, 86_400

PRESETS: Mapping[str, Clock] = {
    "live": Clock(2 * _MINUTE, 20 * _MINUTE, "bot", 3),
    "evening": Clock(5 * _MINUTE, 60 * _MINUTE, "bot", 3),
    "correspondence": Clock(12 * _HOUR, 3 * _DAY, "bot", 3, 14 * _DAY),
    "slow": Clock(3 * _DAY, 7 * _DAY, "bot", 3, 28 * _DAY),
}
"""The clocks, by name. `projections/sentences/clocks.py` says when to use them."""


def public_default(name: str) -> Clock | UnsetType:
    """Return the clock of a preset in the settings; UNSET for `none`."""
    return PRESETS.get(name, UNSET)
