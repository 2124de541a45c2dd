"""A way to a PostgreSQL server on which an answer gets lost."""

import contextlib
import socket
import threading
from collections.abc import Generator
from urllib.parse import urlencode

from psycopg.conninfo import conninfo_to_dict

COMMITTED = b"C\x00\x00\x00\x0bCOMMIT\x00"
"""How the server says that a transaction is durable (PostgreSQL protocol 3.0, CommandComplete)."""


class Lossy:
    """Passes everything on, until an acknowledgement of a commit is to be lost."""

    def __init__(self, server: str) -> None:
        given = conninfo_to_dict(server)
        self._host, self._port = str(given["host"]), int(given.get("port") or 5432)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.lose = 0
        """How many acknowledgements are to be lost from now on."""
        self.lost = 0
        """How many were lost."""
        query = urlencode({"sslmode": "disable", "gssencmode": "disable"})
        own = self._listener.getsockname()[1]
        self.url = f"postgresql://{given.get('user', 'postgres')}@127.0.0.1:{own}/{given['dbname']}?{query}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = self._connect()
                threading.Thread(target=self._pass, args=(client, server), daemon=True).start()
                threading.Thread(target=self._pass_back, args=(server, client), daemon=True).start()

    def _connect(self) -> socket.socket:
        if self._host.startswith("/"):
            server = socket.socket(socket.AF_UNIX)
            server.connect(f"{self._host}/.s.PGSQL.{self._port}")
            return server
        return socket.create_connection((self._host, self._port))

    def _pass(self, source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                sink.sendall(data)
        _hang_up(source, sink)

    def _pass_back(self, server: socket.socket, client: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := server.recv(65536):
                if self.lose and COMMITTED in data:
                    self.lose -= 1
                    self.lost += 1
                    break
                client.sendall(data)
        _hang_up(server, client)

    def close(self) -> None:
        """Take no more connections."""
        self._listener.close()


def _hang_up(*ends: socket.socket) -> None:
    for end in ends:
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        end.close()


@contextlib.contextmanager
def lossy(server: str) -> Generator[Lossy]:
    """Return a way to the server of this URL that lasts until the block ends."""
    way = Lossy(server)
    try:
        yield way
    finally:
        way.close()
