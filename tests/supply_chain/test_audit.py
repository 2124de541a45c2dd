"""`.ci/audit` fails for a known vulnerability and goes on without a connection."""

import json
import os
import subprocess
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, ClassVar

import pytest

from tests.service.server import free_port
from tests.supply_chain.exports import ROOT

KNOWN: dict[str, Any] = {"id": "OSV-2026-1", "modified": "2026-01-01T00:00:00Z", "summary": "A planted vulnerability"}


class Osv(BaseHTTPRequestHandler):
    """The two requests of the OSV API that an audit makes."""

    vulnerable: ClassVar[str] = ""
    """The name of the package that has a vulnerability."""

    def do_POST(self) -> None:
        """Answer `POST /v1/querybatch`: the ids of vulnerabilities by package."""
        queries = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["queries"]
        short = {"id": KNOWN["id"], "modified": KNOWN["modified"]}
        hits = [query["package"]["name"] == self.vulnerable for query in queries]
        self._reply({"results": [{"vulns": [short]} if hit else {} for hit in hits]})

    def do_GET(self) -> None:
        """Answer `GET /v1/vulns/{id}`."""
        self._reply(KNOWN)

    def _reply(self, document: Any) -> None:
        body = json.dumps(document).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Print nothing."""


@pytest.fixture
def osv() -> Iterator[str]:
    """Yield the URL of a database of vulnerabilities."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Osv)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def audited(url: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    command = [ROOT / ".ci" / "audit", "--service-url", url]
    return subprocess.run(command, env={**os.environ, **variables}, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(("vulnerable", "status"), [("", 0), ("litestar", 1)])
def test_a_known_vulnerability_fails(osv: str, monkeypatch: pytest.MonkeyPatch, vulnerable: str, status: int) -> None:
    monkeypatch.setattr(Osv, "vulnerable", vulnerable)
    result = audited(osv)
    assert result.returncode == status, result.stdout
    assert ("A planted vulnerability" in result.stdout) == bool(vulnerable)


def test_without_a_connection_the_audit_is_skipped() -> None:
    # one attempt shows as much as four with seconds between them
    result = audited(f"http://127.0.0.1:{free_port()}/", UV_HTTP_RETRIES="0")
    assert (result.returncode, "audit skipped" in result.stdout) == (0, True), result.stdout
