"""The presets of clocks."""

from collections.abc import Mapping

from msgspec import UNSET, UnsetType

from domain.game.terms import Clock

_MINUTE, _HOUR, _DAY = 60, 3_600, 86_400

PRESETS: Mapping[str, tuple[str, Clock]] = {
    "live": ("All players are present.", Clock(2 * _MINUTE, 20 * _MINUTE, "bot", 3)),
    "evening": (
        "All players are present and may take time to think.",
        Clock(5 * _MINUTE, 60 * _MINUTE, "bot", 3),
    ),
    "correspondence": ("Players look in twice a day.", Clock(12 * _HOUR, 3 * _DAY, "bot", 3, 14 * _DAY)),
    "slow": ("Players look in every few days.", Clock(3 * _DAY, 7 * _DAY, "bot", 3, 28 * _DAY)),
}
"""By name: when to use it, and the clock."""


def public_default(name: str) -> Clock | UnsetType:
    """Return the clock of a preset in the settings; UNSET for `none`."""
    return PRESETS[name][1] if name in PRESETS else UNSET
