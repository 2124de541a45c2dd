"""The limits of connections, in total and per address, below the limit of file descriptors."""

import resource

from domain.kernel.values import Value

MOST = 20_000
"""The maximum number of connections, even if the system allows more."""

RESERVED = 128
"""The number of descriptors reserved for the database, logs, uploads and other files."""


class ConnectionLimits(Value, frozen=True):
    """The limits of open connections."""

    total: int
    per_address: int
    """The limit for each address that is not a trusted proxy; 0 for no limit."""

    @property
    def room(self) -> int:
        """The number of places that are kept free for new connections by closing idle ones."""
        return max(1, self.total // 10)


def limits_of(connections: int, per_address: int, descriptors: int | None = None) -> ConnectionLimits:
    """Return the configured limits (0 for none), capped by the limit of file descriptors."""
    own = resource.getrlimit(resource.RLIMIT_NOFILE)[0] if descriptors is None else descriptors
    most = MOST if own == resource.RLIM_INFINITY else min(MOST, max(own - RESERVED, own // 2, 1))
    total = min(connections or most, most)
    # a single address must not take all places
    return ConnectionLimits(total, min(per_address, max(1, total // 2)) if per_address else 0)
