"""The proxy before the service: what it answers by itself is a problem document too."""

import contextlib
import json
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Generator
from pathlib import Path

import httpx
import pytest

from service.core.http.problem_types import PROBLEMS
from tests.replies import ok
from tests.service.guide import DEPLOY, page
from tests.service.server import free_port, serving

CONF = (DEPLOY / "nginx.conf").read_text()
READY_WITHIN = 10.0
SECRET = "0123456789abcdef" * 4

needs_nginx = pytest.mark.skipif(shutil.which("nginx") is None, reason="nginx is not installed")


@contextlib.contextmanager
def proxy(folder: Path, *ports: int, **changed: str) -> Generator[httpx.Client]:
    """Run nginx by the file of deploy/ before processes on these ports; settings may have other values."""
    own = free_port()
    conf = CONF.replace("listen 8080;", f"listen 127.0.0.1:{own};").replace("/tmp/", f"{folder}/")
    conf = conf.replace("access_log /dev/stdout", f"access_log {folder}/access.log")
    conf = conf.replace("error_log stderr", f"error_log {folder}/error.log")
    for number, port in enumerate(ports, 1):
        conf = conf.replace(f"service-{number}:8000", f"127.0.0.1:{port}")
    for name, value in changed.items():
        conf, count = re.subn(rf"{name}([ =])\w+", rf"{name}\g<1>{value}", conf)
        assert count
    file = folder / "nginx.conf"
    file.write_text(conf)
    # its workers are another user's
    folder.chmod(0o755)
    command = ["nginx", "-c", str(file), "-g", "daemon off;"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + READY_WITHIN
        while not _listens(own):
            assert process.poll() is None, "nginx ended at once"
            assert time.monotonic() < deadline
            time.sleep(0.02)
        with httpx.Client(base_url=f"http://127.0.0.1:{own}", timeout=20) as client:
            yield client
    finally:
        process.terminate()
        process.wait()


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def problem(reply: httpx.Response) -> tuple[int, str]:
    """Return status and code of a problem document of the proxy."""
    assert reply.headers["content-type"] == "application/problem+json", reply.text
    assert reply.headers["cache-control"] == "no-store"
    assert reply.headers["access-control-allow-origin"] == "*"
    assert "Retry-After" in reply.headers["access-control-expose-headers"]
    document = reply.json()
    assert document["request_id"] == reply.headers["x-request-id"]
    assert (document["status"], document["type"]) == (reply.status_code, f"/problems/{document['code']}")
    return reply.status_code, document["code"]


def test_the_documents_of_the_proxy_are_those_of_the_service() -> None:
    documents = [(int(status), json.loads(text)) for status, text in re.findall(r"return (\d+) '(.*)';", CONF)]

    assert {document["code"] for _, document in documents} >= {"unavailable", "too-large", "too-many-requests"}
    for status, document in documents:
        kind = PROBLEMS[document["code"]]
        assert (status, document["status"], document["title"]) == (kind.status, kind.status, kind.title)
        assert re.search(rf"error_page [\d =]+ (@|/proxy/){document['code']};", CONF)


@needs_nginx
def test_what_the_service_answers_passes_as_it_is(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db") as server, proxy(tmp_path, server.port, server.port) as client:
        through, direct = (ok(each.get("/v1/games/none"), 404) for each in (client, server.client()))
        assert (through.status_code, through.json()["code"]) == (404, "not-found")
        assert through.json()["detail"] == direct.json()["detail"]
        assert through.json().keys() == direct.json().keys()
        assert through.headers.get_list("x-request-id") == [through.json()["request_id"]]
        assert client.get("/v1/rulesets").status_code == 200
        # the service ignores slashes at the end of a path
        for path in ("/metrics", "/metrics/", "/metrics//"):
            assert problem(client.get(path)) == (404, "not-found"), path
        assert problem(client.post("/v1/verifications", content=bytes(9 << 20))) == (413, "too-large")
        assert problem(client.get("/v1/games?" + "x" * 40_000)) == (400, "bad-request")


@needs_nginx
def test_who_asks_too_often_is_told_so(tmp_path: Path) -> None:
    with (
        serving(tmp_path / "games.db") as server,
        proxy(tmp_path, server.port, server.port, burst="5", rate="1r") as client,
    ):
        answers = [client.get("/health/live") for _ in range(20)]
        refused = [answer for answer in answers if answer.status_code != 200]
        assert {problem(answer) for answer in refused} == {(429, "too-many-requests")}
        assert refused[0].headers["retry-after"] == "1"


@needs_nginx
def test_where_no_process_answers_it_is_503_and_says_when_to_come_again(tmp_path: Path) -> None:
    # one that is gone, and one that takes connections and says nothing
    with socket.create_server(("127.0.0.1", 0)) as silent:
        for ports in ((free_port(), free_port()), (silent.getsockname()[1],) * 2):
            with proxy(tmp_path, *ports, proxy_read_timeout="1s") as client:
                for sent in ("mine-1", 'no"t'):
                    answer = client.post("/v1/players", json={"name": "Ada"}, headers={"X-Request-ID": sent})
                    assert problem(answer) == (503, "unavailable")
                    assert int(answer.headers["retry-after"]) > 0
                    assert (answer.headers["x-request-id"] == sent) == (sent == "mine-1")


@needs_nginx
def test_no_secret_of_a_path_is_in_the_log(tmp_path: Path) -> None:
    paths = (f"/v1/digests/unsubscriptions/{SECRET}", f"/v1/games/ludolog_{SECRET}", "/v1/games/ludolog_cup", "/v1/me")
    with serving(tmp_path / "games.db") as server, proxy(tmp_path, server.port, server.port) as client:
        encoded = "/v1/digests/%75nsubscriptions/" + SECRET
        for path in (*paths, encoded):
            client.post(path, params={"token": SECRET})
    lines = (tmp_path / "access.log").read_text().splitlines()
    logged = [line.split()[2] for line in lines if line.split()[1] == "POST"]

    assert logged == [
        "/v1/digests/unsubscriptions/***", "/v1/games/ludolog_***", "/v1/games/ludolog_cup", "/v1/me",
        "/v1/digests/unsubscriptions/***",
    ]  # fmt: skip
    assert SECRET[:16] not in "".join(lines)


@needs_nginx
@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", f"/v1/digests/unsubscriptions/{SECRET}"),
        ("GET", f"/v1/me/calendar.ics?token=ludolog_calendar_{SECRET}"),
        ("GET", f"/v1/me/calendar.ics/?token=ludolog_calendar_{SECRET}"),
    ],
)
def test_no_secret_of_an_address_is_in_the_error_log(method: str, path: str, tmp_path: Path) -> None:
    with proxy(tmp_path, free_port(), free_port(), burst="5", rate="1r") as client:
        assert problem(client.get("/v1/me/pings")) == (503, "unavailable")
        answers = {problem(client.request(method, path)) for _ in range(20)}
    logged = (tmp_path / "error.log").read_text()

    # each of them is logged with the request line
    assert answers == {(503, "unavailable"), (429, "too-many-requests")}
    assert "/v1/me/pings" in logged
    assert SECRET not in logged


@needs_nginx
def test_nginx_starts_under_a_unit_with_the_documented_changes(tmp_path: Path) -> None:
    documented = "".join(re.findall(r"^```nginx\n(.*?)^```", page("proxy"), re.MULTILINE | re.DOTALL)).splitlines()
    conf = re.sub(r"service-\d:8000", "127.0.0.1:8001", CONF)
    for line in documented:
        # locations have lines of the same names, after these
        conf, count = re.subn(rf"^( *){line.split()[0]} .*;$", rf"\g<1>{line}", conf, count=1, flags=re.MULTILINE)
        assert count, line
    # at once: the path of the test may itself begin with /tmp/
    conf = re.sub(r"/run/|/var/log/nginx/|/tmp/", f"{tmp_path}/", conf)
    file = tmp_path / "nginx.conf"
    file.write_text(conf.replace("listen 8080;", f"listen 127.0.0.1:{free_port()};"))
    # a unit has the socket of the journal as its output: it has no path that can be opened
    output, journal = socket.socketpair()
    with output, journal:
        command = ["nginx", "-t", "-c", str(file)]
        done = subprocess.run(command, stdout=output.fileno(), stderr=subprocess.PIPE, text=True, check=False)

    assert done.returncode == 0, done.stderr
    # where the units of Debian, Fedora and nginx.org look for it
    assert "pid /run/nginx.pid;" in documented
