"""The limits of connections, in total and per address, below the limit of file descriptors."""

import resource

from domain.kernel.values import Value

MOST = 20_000
"""The maximum number of connections, even if the system allows more."""

RESERVED = 128
"""The number of descriptors reserved for the database, logs, uploads and other files."""

OF_A_BROWSER = 6
"""The number of connections that browsers open to a site over HTTP/1.1."""


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


def scarce(connections: int, per_address: int, *, is_behind_proxy: bool) -> dict[str, str]:
    """Return the configured limits that are too low for a browser, by variable, with the advice.

    An address has at most half of all connections. Behind a proxy, its limit concerns direct clients only.
    """
    found: dict[str, str] = {}
    if 0 < connections < 2 * OF_A_BROWSER:
        found["LUDOLOG_CONNECTIONS"] = _advice(
            connections, 2 * OF_A_BROWSER, ", and an address has half of all at most"
        )
    if 0 < per_address < OF_A_BROWSER and not is_behind_proxy:
        found["LUDOLOG_CONNECTIONS_PER_ADDRESS"] = _advice(per_address, OF_A_BROWSER, "")
    return found


def _advice(value: int, least: int, more: str) -> str:
    return f"{value} is too low: a browser opens {OF_A_BROWSER} connections{more}. Set it to {least} or more, or to 0"
