"""Which requests come from the operator, who sees the versions and internals of the service."""

import ipaddress
from functools import lru_cache

from service.core.connections.addresses import Addresses
from service.core.connections.networks import Network
from service.core.settings import Settings
from service.people.api.request import PlayerRequest

_FORWARDED = ("x-forwarded-for", "forwarded")


class Operators:
    """The networks of the operator."""

    def __init__(self, settings: Settings, addresses: Addresses) -> None:
        self._addresses = addresses
        self._networks = settings.operators
        self._named = settings.named_operators
        self.are_named = settings.operator_networks is not None
        """Whether the settings name the networks."""

    def include(self, request: PlayerRequest) -> bool:
        """Return whether the client of a request is in a network of the operator.

        A request that another program has forwarded counts only if that program is a trusted proxy: otherwise all
        clients of a proxy on this machine would have its address. For the same reason, a trusted proxy that names no
        client does not count because it is on this machine, but only if the setting of the networks names it.
        """
        if request.client is None:
            return False
        peer = request.client.host
        is_proxy = self._addresses.key_of(peer) is None
        if not is_proxy and any(name in request.headers for name in _FORWARDED):
            return False
        client = self._addresses.named_by(peer, request.scope["headers"])
        if is_proxy and client is None:
            return _is_within(peer, self._named)
        return _is_within(client or peer, self._networks)


@lru_cache(1024)
def _is_within(address: str, networks: tuple[Network, ...]) -> bool:
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(parsed, ipaddress.IPv6Address) and parsed.ipv4_mapped is not None:
        parsed = parsed.ipv4_mapped
    return any(parsed in network for network in networks)
