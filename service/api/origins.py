"""The address of the site, as the request has it."""

import re

from service.api.request import PlayerRequest

_HOST = re.compile(r"(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?", re.ASCII)
"""A host name or address with an optional port that can be pasted into a shell."""

_PLACEHOLDER = "https://ludolog.example"


def site_of(request: PlayerRequest) -> str:
    """Return the address of the site for links: the configured one, or the one by which the request was sent.

    A host that a shell could misread is replaced by a placeholder.
    `X-Forwarded-Proto` is read only from a trusted proxy.
    """
    if request.services.origin is not None:
        return request.services.origin
    host = request.headers.get("host", "")
    if not _HOST.fullmatch(host):
        return _PLACEHOLDER
    addresses = request.services.addresses
    is_proxy = request.client is not None and addresses.key_of(request.client.host) is None
    is_secure = is_proxy and request.headers.get("x-forwarded-proto") == "https"
    return f"{'https' if is_secure else request.url.scheme}://{host}"
