"""A proxy between a browser and a service that closes connections inside the bodies of some responses."""

from collections.abc import Generator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import httpx

from tests.service.server import NO_TLS

PER_HOP = {"connection", "keep-alive", "transfer-encoding", "content-length"}
"""The headers that belong to one connection: the proxy sets its own."""


class Cutter(ThreadingHTTPServer):
    """Forwards requests to a service, and cuts the first response of a path that ends with `ends`."""

    daemon_threads = True

    def __init__(self, service: str) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.service = service
        self.base = f"http://127.0.0.1:{self.server_port}"
        self.ends: str | None = None
        self.keys: list[str | None] = []
        """The idempotency keys of the requests to paths that end with `ends`."""

    def cut(self, ends: str) -> None:
        """Cut the next response of a path that ends so."""
        self.ends, self.keys = ends, []

    def is_cut(self, path: str, key: str | None) -> bool:
        """Note a request, and return whether its response is cut."""
        if self.ends is None or not path.partition("?")[0].endswith(self.ends):
            return False
        self.keys.append(key)
        return len(self.keys) == 1


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def _forward(self) -> None:
        proxy = self.server
        assert isinstance(proxy, Cutter)
        length = int(self.headers.get("Content-Length", 0))
        sent = {name: value for name, value in self.headers.items() if name.lower() not in PER_HOP}
        is_cut = proxy.is_cut(self.path, self.headers.get("Idempotency-Key"))
        self.close_connection = True
        with httpx.stream(
            self.command,
            proxy.service + self.path,
            headers=sent,
            content=self.rfile.read(length) if length else None,
            # a stream of events ends with the browser
            timeout=None,
            # each client would read the certificates of the machine: a page asks for a hundred files
            verify=NO_TLS,
        ) as reply:
            self.send_response_only(reply.status_code)
            for name, value in reply.headers.multi_items():
                if name not in PER_HOP:
                    self.send_header(name, value)
            self.send_header("Connection", "close")
            if is_cut:
                body = b"".join(reply.iter_raw())
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body[: len(body) // 2])
                return
            self.end_headers()
            for part in reply.iter_raw():
                self.wfile.write(part)

    def do_GET(self) -> None:
        # a page that is left closes its connections
        with suppress(ConnectionError):
            self._forward()

    def do_POST(self) -> None:
        self.do_GET()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name of the parent
        """Write nothing."""


@contextmanager
def cutter(service: str) -> Generator[Cutter]:
    """Yield a running proxy."""
    with Cutter(service) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
