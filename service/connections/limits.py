"""How many connections a process holds, in total and for each address: always fewer than it may have descriptors."""

import resource

from domain.kernel.values import Value

MOST = 20_000
"""Connections that are served at a time at the most, whatever the system allows."""

RESERVED = 128
"""Descriptors kept for the database, the log, uploads and whatever else the process opens."""


class ConnectionLimits(Value, frozen=True):
    """How many connections may be open."""

    total: int
    per_address: int
    """Of one address that is no trusted proxy; 0: any number."""

    @property
    def room(self) -> int:
        """How many places are kept free for new connections, by closing idle ones."""
        return max(1, self.total // 10)


def limits_of(connections: int, per_address: int, descriptors: int | None = None) -> ConnectionLimits:
    """Return the configured limits (0: none), capped by the file descriptors that this process may open."""
    own = resource.getrlimit(resource.RLIMIT_NOFILE)[0] if descriptors is None else descriptors
    most = MOST if own == resource.RLIM_INFINITY else min(MOST, max(own - RESERVED, own // 2, 1))
    total = min(connections or most, most)
    # one address alone never takes all places
    return ConnectionLimits(total, min(per_address, max(1, total // 2)) if per_address else 0)
