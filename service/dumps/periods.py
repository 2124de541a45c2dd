"""The periods of dumps: days and months of UTC."""

import datetime
import re
from typing import Literal, Self, TypeAlias

from domain.kernel.values import Value

Kind: TypeAlias = Literal["daily", "monthly"]

_NAME = re.compile(r"(\d{4})-(\d\d)(?:-(\d\d))?", re.ASCII)
_MIDNIGHT = "T00:00:00.000000Z"


class Period(Value, frozen=True):
    """A day or a month, by its name: `2026-11-27` or `2026-11`."""

    name: str
    since: str
    """The timestamp with which it begins."""
    until: str
    """The timestamp of the first moment after it."""

    @property
    def kind(self) -> Kind:
        """Whether the dump of this period is a daily or a monthly one."""
        return "daily" if len(self.name) == len("2026-11-27") else "monthly"

    @classmethod
    def named(cls, name: str) -> Self | None:
        """Return the period of a name; None for a name of none."""
        found = _NAME.fullmatch(name)
        if found is None:
            return None
        year, month, day = (int(part or 1) for part in found.groups())
        try:
            first = datetime.date(year, month, day)
            # 28 days and 4 are more than a month, and less than two
            after = (
                first + datetime.timedelta(days=1) if found[3] else (first.replace(day=28) + _FOUR_DAYS).replace(day=1)
            )
        except (ValueError, OverflowError):
            return None
        return cls(name, f"{first.isoformat()}{_MIDNIGHT}", f"{after.isoformat()}{_MIDNIGHT}")

    @classmethod
    def of(cls, kind: Kind, time: str) -> Self:
        """Return the period that contains a timestamp."""
        period = cls.named(time[: len("2026-11-27" if kind == "daily" else "2026-11")])
        assert period is not None, f"{time} is no timestamp"
        return period


_FOUR_DAYS = datetime.timedelta(days=4)
