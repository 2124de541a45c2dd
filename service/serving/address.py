"""The address on which a service listens."""

import contextlib
import socket


def bind_error(host: str, port: int, error: OSError) -> str:
    """Return the text of an error of listening on an address."""
    return f"cannot listen on {host} port {port} ({error.strerror})"


def bind(host: str, port: int, *, shared: bool = False) -> socket.socket:
    """Return a socket that is bound to this address. Raises OSError for a foreign address or a port in use.

    Several processes can listen on a shared port if each of them sets `shared`.
    """
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    with contextlib.ExitStack() as stack:
        found = stack.enter_context(socket.socket(family, kind, protocol))
        # connections of a process that has just ended must not block the address
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if shared:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        found.bind(address)
        stack.pop_all()
    return found
