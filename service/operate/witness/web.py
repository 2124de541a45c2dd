"""What a witness answers over HTTP: submissions (C2SP tlog-witness), its state, and metrics."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Any

from domain.kernel.codec import canonical
from domain.transparency.checkpoints import parse_checkpoint
from domain.transparency.log_proofs import MAX_HASHES
from domain.transparency.notes import MAX_NOTE_BYTES, parse_note
from domain.transparency.witness import RefusedError
from service.operate.witness.following import Follower
from service.operate.witness.witness import Witness

MOST_BODY = MAX_NOTE_BYTES + 64 * (MAX_HASHES + 1)
"""The largest submission, in bytes: a line has at most 64."""

BODY_WITHIN = 10.0
"""The timeout in seconds for a submission."""

TEXT = "text/plain; charset=utf-8"
SIZE = "text/x.tlog.size"
JSON = "application/json"
METRICS = "text/plain; version=0.0.4; charset=utf-8"

_OK, _NOT_FOUND, _NO_METHOD, _LATE, _LARGE, _FAILED = 200, 404, 405, 408, 413, 500

_log = logging.getLogger(__name__)


class Web:
    """An ASGI application."""

    def __init__(self, witness: Witness, followers: Sequence[Follower], doubted: Callable[[], None]) -> None:
        """`doubted` is called when a log submits a checkpoint that does not continue the last one."""
        self._witness = witness
        self._followers = followers
        self._doubted = doubted

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            return
        status, kind, body = await self._answer(scope, receive)
        headers = [
            (b"content-type", kind.encode()),
            (b"content-length", str(len(body)).encode()),
            (b"cache-control", b"no-store"),
            (b"x-content-type-options", b"nosniff"),
        ]
        if status == _NO_METHOD:
            headers.append((b"allow", b"POST" if scope["path"] == "/add-checkpoint" else b"GET, HEAD"))
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})

    async def _answer(self, scope: Any, receive: Any) -> tuple[int, str, bytes]:
        path, method = scope["path"], scope["method"]
        if path == "/add-checkpoint":
            return await self._added(receive) if method == "POST" else _told(_NO_METHOD, "submit with POST")
        pages = {"/status": (JSON, self._status), "/metrics": (METRICS, self._metrics), "/vkey": (TEXT, self._vkey)}
        if path not in pages:
            return _told(_NOT_FOUND, "a witness has /add-checkpoint, /status, /metrics and /vkey")
        if method not in {"GET", "HEAD"}:
            return _told(_NO_METHOD, "read it with GET")
        kind, page = pages[path]
        return _OK, kind, page()

    async def _added(self, receive: Any) -> tuple[int, str, bytes]:
        try:
            async with asyncio.timeout(BODY_WITHIN):
                body = await _body(receive)
        except TimeoutError:
            return _told(_LATE, "the submission did not arrive in time")
        if body is None:
            return _told(_LARGE, f"a submission has at most {MOST_BODY} bytes")
        try:
            lines = await asyncio.to_thread(self._witness.add, body)
        except RefusedError as refused:
            if refused.forked is not None or refused.status == 422:  # noqa: PLR2004 - no consistent proof
                self._doubted()
            if refused.size is not None:
                return refused.status, SIZE, f"{refused.size}\n".encode()
            return _told(refused.status, str(refused))
        except OSError as error:
            _log.error("the state cannot be stored, and nothing is cosigned: %s", error)
            return _told(_FAILED, "the witness cannot store its state")
        return _OK, TEXT, lines.encode()

    def _vkey(self) -> bytes:
        return f"{self._witness.state.public_key.vkey}\n".encode()

    def _status(self) -> bytes:
        state = self._witness.state
        logs = [
            {"at": seen.at, "checkpoint": seen.checkpoint, "origin": origin, "size": _size(seen.checkpoint)}
            for origin, seen in sorted(state.logs.items())
        ]
        sites = [
            {"problem": each.followed.problem, "read_at": each.followed.at and int(each.followed.at), "site": each.site}
            for each in self._followers
        ]
        alarms = [
            {
                "acknowledged_at": each.acknowledged_at, "at": each.at, "before": each.before, "kind": each.kind,
                "now": each.now, "origin": each.log, "reason": each.reason,
            }
            for each in state.alarms
        ]  # fmt: skip
        doubts = [{"at": each.at, "now": each.now, "origin": each.log, "reason": each.reason} for each in state.doubts]
        status = "alarm" if state.open_alarms else "doubt" if doubts else "ok"
        found = {
            "alarms": alarms, "doubts": doubts, "logs": logs, "sites": sites, "status": status,
            "vkey": state.public_key.vkey,
        }  # fmt: skip
        return canonical(found) + b"\n"

    def _metrics(self) -> bytes:
        state = self._witness.state
        kinds = [alarm.kind for alarm in state.open_alarms]
        lines = [
            "# HELP ludolog_witness_alarms Contradictions of logs that nobody has acknowledged.",
            "# TYPE ludolog_witness_alarms gauge",
            f"ludolog_witness_alarms {kinds.count('contradiction')}",
            "# HELP ludolog_witness_misbehaviours Alarms about sites that do not serve what their logs have signed.",
            "# TYPE ludolog_witness_misbehaviours gauge",
            f"ludolog_witness_misbehaviours {kinds.count('misbehaviour')}",
            "# HELP ludolog_witness_doubts Signed checkpoints that were submitted without a proof.",
            "# TYPE ludolog_witness_doubts gauge",
            f"ludolog_witness_doubts {len(state.doubts)}",
            "# HELP ludolog_witness_size Entries of the last cosigned checkpoint of a log.",
            "# TYPE ludolog_witness_size gauge",
            *(
                f'ludolog_witness_size{{log="{_escaped(origin)}"}} {_size(seen.checkpoint)}'
                for origin, seen in sorted(state.logs.items())
            ),
            "# HELP ludolog_witness_cosigned_timestamp_seconds When the last checkpoint of a log was cosigned.",
            "# TYPE ludolog_witness_cosigned_timestamp_seconds gauge",
            *(
                f'ludolog_witness_cosigned_timestamp_seconds{{log="{_escaped(origin)}"}} {seen.at}'
                for origin, seen in sorted(state.logs.items())
            ),
            "# HELP ludolog_witness_site_readable 1 if the last poll has read the log of the site.",
            "# TYPE ludolog_witness_site_readable gauge",
            *(
                f'ludolog_witness_site_readable{{site="{_escaped(each.site)}"}} {int(each.is_readable)}'
                for each in self._followers
            ),
        ]
        return "".join(f"{line}\n" for line in lines).encode()


async def _body(receive: Any) -> bytes | None:
    """Return the body of a request; None: it is too large."""
    body = b""
    while True:
        message = await receive()
        body += message.get("body", b"")
        if len(body) > MOST_BODY:
            return None
        if message["type"] != "http.request" or not message.get("more_body"):
            return body


def _told(status: int, text: str) -> tuple[int, str, bytes]:
    return status, TEXT, f"{text}\n".encode()


def _size(note: str) -> int:
    return parse_checkpoint(parse_note(note).text).size


def _escaped(label: str) -> str:
    return label.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
