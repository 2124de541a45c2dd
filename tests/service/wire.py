"""A proxy of TCP connections that can break them in two ways: close them, or forward nothing and close nothing."""

import contextlib
import socket
from collections.abc import Generator
from threading import Event, Thread

_CHUNK = 65_536


class _Connection:
    """A connection of a client, and the one to the service."""

    def __init__(self, client: socket.socket, service: int) -> None:
        self._ends = (client, socket.create_connection(("127.0.0.1", service)))
        self._is_frozen = Event()
        for source, target in (self._ends, self._ends[::-1]):
            Thread(target=self._pump, args=(source, target), daemon=True).start()

    def _pump(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while part := source.recv(_CHUNK):
                if not self._is_frozen.is_set():
                    target.sendall(part)
            if not self._is_frozen.is_set():
                self.close()

    def freeze(self) -> None:
        """Forward nothing more, as a proxy does that has lost its state."""
        self._is_frozen.set()

    def close(self) -> None:
        """Close both ends."""
        for end in self._ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


class Wire:
    """Forwards connections to a service. New ones work by default, whatever has become of the others."""

    def __init__(self, service: int) -> None:
        """`service` is the port of the service."""
        self._service = service
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.base = f"http://127.0.0.1:{self.port}"
        self.connections: list[_Connection] = []
        """All connections so far."""
        self.freezes_new = False
        """Whether new connections are frozen, too."""
        Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                connection = _Connection(client, self._service)
                self.connections.append(connection)
                if self.freezes_new:
                    connection.freeze()

    def freeze(self) -> None:
        """Forward nothing more on the present connections, and close none."""
        for connection in self.connections:
            connection.freeze()

    def cut(self) -> None:
        """Close the present connections."""
        for connection in self.connections:
            connection.close()

    def close(self) -> None:
        """Close all, and accept no more."""
        self._listener.close()
        self.cut()


@contextlib.contextmanager
def wire_to(port: int) -> Generator[Wire]:
    """Yield a running proxy of the service on a port."""
    wire = Wire(port)
    try:
        yield wire
    finally:
        wire.close()
