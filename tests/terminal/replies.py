"""A server that answers every request as a test wants."""

import json
import threading
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple


class Reply(NamedTuple):
    """A reply: its status, body and headers."""

    status: int = 200
    body: bytes = b"{}"
    headers: Mapping[str, str] = {}


def problem(status: int, detail: str, **headers: str) -> Reply:
    """Return the reply of a problem document. Underscores in names of headers stand for hyphens."""
    body: dict[str, Any] = {"status": status, "code": "unavailable", "detail": detail}
    return Reply(status, json.dumps(body).encode(), {name.replace("_", "-"): value for name, value in headers.items()})


@contextmanager
def answering(answer: Callable[[str], Reply]) -> Generator[tuple[str, list[str]]]:
    """Run a server that answers by the path of a request. Yield its address, and the paths so far."""
    paths: list[str] = []

    class Answering(BaseHTTPRequestHandler):
        def reply(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            paths.append(self.path)
            status, body, headers = answer(self.path)
            self.send_response(status)
            for name, value in {**headers, "Content-Length": str(len(body))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST = reply  # noqa: N815 - names of the base class

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - a name of the base class
            """Print nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Answering) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", paths
        finally:
            server.shutdown()
