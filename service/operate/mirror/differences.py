"""Says how two entries of a log differ."""

from typing import Any

import msgspec

_SHOWN = 40


def difference(logged: bytes, stated: bytes) -> str:
    """Return the members in which the entry of a log and that of a bundle differ."""
    ours, theirs = (msgspec.json.decode(entry, type=dict[str, Any]) for entry in (logged, stated))
    names = sorted(name for name in {*ours, *theirs} if ours.get(name) != theirs.get(name))
    return ", ".join(
        f"{name} {_shown(ours.get(name))} in the log, {_shown(theirs.get(name))} in the bundle" for name in names
    )


def _shown(value: object) -> str:
    return str(value)[:_SHOWN]
