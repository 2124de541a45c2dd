"""The address on which a service listens."""

import contextlib
import socket


def in_vain(host: str, port: int, error: OSError) -> str:
    """Return in words what became of listening on an address."""
    return f"cannot listen on {host} port {port} ({error.strerror})"


def bound(host: str, port: int, *, shared: bool = False) -> socket.socket:
    """Return a socket of this address; raises OSError where it is none of this machine, or in use.

    A shared port can be listened on by several processes, each of which says so.
    """
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    with contextlib.ExitStack() as stack:
        found = stack.enter_context(socket.socket(family, kind, protocol))
        # connections of a process that has just ended must not keep the address from the next one
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if shared:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        found.bind(address)
        stack.pop_all()
    return found
