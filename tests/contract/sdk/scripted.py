"""A server that answers as a script says, and the scenarios that a client has to master."""

import hashlib
import json
import subprocess
import threading
from base64 import urlsafe_b64encode
from collections import defaultdict
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple
from uuid import UUID

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

GAME = "15f0aa45-e85e-4ad0-9a35-93467b0893c9"
TYPE = "Content-Type"
KEY = Ed25519PrivateKey.from_private_bytes(bytes(32))
PUBLIC = KEY.public_key().public_bytes_raw()
KEY_ID = hashlib.sha256(PUBLIC).hexdigest()[:16]


class Answer(NamedTuple):
    """One answer of a server: `missing` bytes at its end are not sent, and it stays silent if it `hangs`."""

    status: int
    body: bytes
    headers: Mapping[str, str] = {TYPE: "application/json"}
    missing: int = 0
    hangs: bool = False


class Asked(NamedTuple):
    """One request: its key, the event after which a stream goes on, and what the client has seen."""

    method: str
    path: str
    key: str | None
    after: str | None
    token: str | None
    position: str | None


class Scenario(NamedTuple):
    """What the server answers, one request after another, and what a client makes of it."""

    answers: Sequence[Answer]
    outcome: Any
    kept: int = 0
    """The receipts that the client keeps."""


def canonical(value: Any) -> bytes:
    """Return JSON in canonical form."""
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


def head_after(head: str, record: Any) -> str:
    """Return the next head of the chain."""
    return hashlib.sha256(bytes.fromhex(head) + canonical(record)).hexdigest()


START = hashlib.sha256(b"ludolog/chain/1" + UUID(GAME).bytes).hexdigest()
RECORDS: list[dict[str, Any]] = [
    {"game": GAME, "version": version, "type": "game.opened", "data": {}} for version in (1, 2, 3)
]
FIRST = head_after(START, RECORDS[0])
SECOND = head_after(FIRST, RECORDS[1])
HEADS = [FIRST, SECOND, head_after(SECOND, RECORDS[2])]
ENTRIES = [{"record": record, "head": head} for record, head in zip(RECORDS, HEADS, strict=True)]


def receipt(version: int = 1, **changes: Any) -> dict[str, Any]:
    """Return a receipt, signed; `changes` come after the signature."""
    signed = {"game": GAME, "version": version, "head": HEADS[version - 1], "at": "2026-01-01T00:00:00Z"}
    signed |= {"command": "mine", "decision": "0.1", "key_id": KEY_ID}
    return {**signed, "sender": "player:x", "signature": KEY.sign(canonical(signed)).hex(), **changes}


def accepted(*entries: Any, **of: Any) -> Answer:
    """Return the answer to a command."""
    reply = {"receipt": receipt(**of), "events": entries, "decisions": ["next"]}
    return Answer(201, json.dumps(reply).encode())


def page(number: int, position: str | None = None, next: str | None = None) -> Answer:  # noqa: A002 - of the API
    """Return a page of a list with one item, which says a position."""
    return at(Answer(200, json.dumps({"items": [{"id": number}], "next": next}).encode()), position)


def at(answer: Answer, position: str | None) -> Answer:
    """Return an answer that says a position."""
    return answer if position is None else answer._replace(headers={**answer.headers, "Ludolog-Position": position})


def problem(status: int, code: str, **headers: str) -> Answer:
    """Return a problem document. Underscores in names of headers stand for hyphens."""
    body = json.dumps({"status": status, "code": code, "detail": "because"}).encode()
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(status, body, {TYPE: "application/problem+json", **named})


def events(*numbers: int, end: str = "\n\n", **how: Any) -> Answer:
    """Return a stream with some of the entries, and what is at its end."""
    text = "retry: 2000\n\n: heartbeat\n\nevent: heartbeat\ndata: {}\n\nevent: heartbeat\ndata:\n\n"
    text += "\n\n".join(f"id: {number}\ndata: {json.dumps(ENTRIES[number - 1])}" for number in numbers)
    return Answer(200, f"{text}{end}".encode(), {TYPE: "text/event-stream"}, **how)


_WRONG = json.dumps({"record": RECORDS[1], "head": HEADS[2]})
REWRITTEN = Answer(200, f"id: 2\ndata: {_WRONG}\n\n".encode(), {TYPE: "text/event-stream"})
LOST = accepted()._replace(missing=10_000)
OVER = Answer(204, b"", {})
JWKS = {"keys": [{"kid": KEY_ID, "x": urlsafe_b64encode(PUBLIC).decode().rstrip("="), "kty": "OKP", "crv": "Ed25519"}]}
FORGED = "0" * 128
MADE = ["next"]
MANY = 99
"""More answers than a client waits for."""

SCENARIOS: dict[str, Scenario] = {
    "made": Scenario([accepted(ENTRIES[0])], MADE, 1),
    "lost": Scenario([LOST, accepted()._replace(missing=1), accepted()], MADE, 1),
    "no-length": Scenario([accepted()._replace(body=b'{"receipt":'), accepted()], MADE, 1),
    "busy": Scenario(
        [problem(503, "unavailable", Retry_After="0"), problem(429, "too-many-requests"), accepted()], MADE, 1
    ),
    "busy-for-long": Scenario(
        [problem(429, "too-many-requests", Retry_After="3600")],
        ["TooManyRequests", 429, "too-many-requests", "because"],
    ),
    "dead": Scenario([LOST] * MANY, ["NoAnswer"]),
    "refused": Scenario([problem(409, "refused")], ["Refused", 409, "refused", "because"]),
    "new-code": Scenario([problem(409, "of-a-later-release")], ["Problem", 409, "of-a-later-release", "because"]),
    "proxy": Scenario([Answer(404, b"<p>nothing", {TYPE: "text/html"})], ["Problem", 404, "", "<p>nothing"]),
    "proxy-json": Scenario([Answer(404, b'{"message": 1}')], ["Problem", 404, "", '{"message": 1}']),
    "forged": Scenario([accepted(signature=FORGED)], ["ReceiptError"]),
    "changed": Scenario([accepted(head=HEADS[1])], ["ReceiptError"]),
    "unknown-key": Scenario([accepted(key_id="0" * 16)], ["ReceiptError"]),
    "another-event": Scenario(
        [accepted({"record": {**RECORDS[0], "data": {"x": 1}}, "head": HEADS[0]})], ["ReceiptError"]
    ),
    "gap": Scenario([accepted(ENTRIES[0], {"record": RECORDS[1], "head": HEADS[2]}, version=2)], ["ReceiptError"]),
    "two-heads": Scenario([accepted({"record": RECORDS[1], "head": HEADS[2]}, version=2)], ["ReceiptError"]),
    "list": Scenario(
        [
            Answer(200, b'{"items": [{"id": 1}, {"id": 2}], "next": "x"}'),
            Answer(200, b'{"items": [{"id": 3}], "next": null}'),
        ],
        [1, 2, 3],
    ),
    "positions": Scenario(
        [
            *(
                page(1, "7.3", "x"),
                page(2, "5.4"),
                at(accepted(), "8.4"),
                page(3, "8.4"),
                accepted(version=2),
                page(4, "9.4"),
            ),
            *(at(events(1), "9.4"), OVER, page(5), page(6, "9.9"), page(7, "no position")),
            *(problem(503, "unavailable"), page(8)),
        ],
        [1, 2, 3, 4, 5, 6, 7, 8],
        2,
    ),
    "stream": Scenario([events(1, 2), events(3), OVER], ["1", "2", "3"]),
    "stream-cut": Scenario([events(1, 2, missing=5), events(2, 3), OVER], ["1", "2", "3"]),
    "stream-silent": Scenario([events(1, 2, hangs=True), events(3), OVER], ["1", "2", "3"]),
    "stream-busy": Scenario([problem(503, "unavailable"), events(1), OVER], ["1"]),
    "stream-refused": Scenario(
        [events(1), problem(416, "beyond-the-end")], ["BeyondTheEnd", 416, "beyond-the-end", "because"]
    ),
    "stream-rewritten": Scenario([events(1), REWRITTEN], ["ReceiptError"]),
    "stream-dead": Scenario([problem(502, "")] * MANY, ["Problem", 502, "", "because"]),
}


@contextmanager
def scripted() -> Generator[tuple[str, dict[str, list[Asked]]]]:
    """Run the server; yield its address, and the requests of each scenario."""
    asked: dict[str, list[Asked]] = defaultdict(list)
    ends = threading.Event()

    class Scripted(BaseHTTPRequestHandler):
        def reply(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            self.close_connection = True
            _, name, path = self.path.split("/", 2)
            if path.endswith("jwks.json"):
                self.send(Answer(200, json.dumps(JWKS).encode()))
                return
            answers = SCENARIOS[name].answers
            answer = answers[min(len(asked[name]), len(answers) - 1)]
            headers = (
                self.headers.get(each)
                for each in ("Idempotency-Key", "Last-Event-ID", "Authorization", "Ludolog-Position")
            )
            asked[name].append(Asked(self.command, path, *headers))
            self.send(answer)

        def send(self, answer: Answer) -> None:
            if answer.missing > len(answer.body):
                return
            self.send_response(answer.status)
            for header, value in answer.headers.items():
                self.send_header(header, value)
            if answer.missing or answer.headers.get(TYPE) != "text/event-stream":
                is_lengthless = answer.body == b'{"receipt":'
                if not is_lengthless:
                    self.send_header("Content-Length", str(len(answer.body)))
            self.end_headers()
            self.wfile.write(answer.body[: len(answer.body) - answer.missing])
            self.wfile.flush()
            if answer.hangs:
                ends.wait(20)

        do_GET = do_POST = reply  # noqa: N815 - names of the base class

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - a name of the base class
            """Print nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Scripted) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", asked
        finally:
            ends.set()
            server.shutdown()


def check_scenarios(program: Sequence[str]) -> None:
    """Let a program go through all scenarios, and assert what comes of each."""
    with scripted() as (base, asked):
        names = "\n".join(SCENARIOS)
        done = subprocess.run([*program, base], input=names, capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    found = {name: (outcome, kept) for name, outcome, kept in map(json.loads, done.stdout.splitlines())}

    assert found == {name: (scenario.outcome, scenario.kept) for name, scenario in SCENARIOS.items()}
    for name, scenario in SCENARIOS.items():
        requests = asked[name]
        if len(scenario.answers) < MANY:
            assert len(requests) == len(scenario.answers), name
        assert {each.token for each in requests} == {"Bearer secret"}, name
        if requests[0].method == "POST":
            assert {each.key for each in requests} == {"mine"}, name
    assert [each.after for each in asked["stream-cut"]] == [None, "1", "3"]
    assert [each.path.partition("?")[2] for each in asked["list"]] == ["status=open", "status=open&cursor=x"]
    # the larger of each number, until a change does not say it or an event comes; changes and streams say nothing
    assert [each.position for each in asked["positions"]] == [
        *(None, "7.3", None, "8.4", None, None),
        *(None, None, None, None, "9.9"),
        *("9.9", "9.9"),
    ]
