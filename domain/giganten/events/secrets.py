"""The secret parts of events, which only some seats may see."""

from domain.giganten.fields import Draws, LicenceValues, TileValue
from domain.kernel.values import Value


class Drawn(Value, frozen=True):
    """Draws from hidden cards or tiles. Together with their outcome they would show what is hidden."""

    draws: Draws


class DealtLicences(Value, frozen=True):
    """The values of licences in the order of dealing, 1 or 2 each."""

    values: LicenceValues


class InspectedTile(Value, frozen=True):
    """The value of a tile."""

    value: TileValue
