"""Receives webhooks on the loopback interface, verifies their signatures and prints them."""

import time
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from service.news.outgoing.client import MOST_SENT
from service.news.signatures import ID, SignatureError, check_secret, verify


def receive_on(port: int, secret: str, report: Callable[[str], None]) -> None:
    """Serve until KeyboardInterrupt, and report each request in a line. Raises OSError and SignatureError."""
    check_secret(secret)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            """Answer 204 to a request that is signed with the secret, otherwise 401."""
            length = self.headers.get("Content-Length", "")
            if not length.isdecimal() or int(length) > MOST_SENT:
                self.close_connection = True
                self._answer(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, b"")
                return
            body = self.rfile.read(int(length))
            headers = {name.lower(): value for name, value in self.headers.items()}
            try:
                verify(secret, headers, body, time.time())
            except SignatureError as error:
                report(f"refused: {error}")
                self._answer(HTTPStatus.UNAUTHORIZED, str(error).encode())
                return
            report(f"verified {headers[ID]}: {body.decode('utf-8', 'replace')}")
            self._answer(HTTPStatus.NO_CONTENT, b"")

        def _answer(self, status: HTTPStatus, text: bytes) -> None:
            self.send_response(status)
            if status != HTTPStatus.NO_CONTENT:
                self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name in the base class
            """Print nothing: `report` does."""

    with ThreadingHTTPServer(("127.0.0.1", port), Handler) as server:
        report(f"receiving on http://127.0.0.1:{server.server_address[1]}/")
        server.serve_forever()
