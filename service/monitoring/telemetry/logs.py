"""The log of a process: JSON lines or readable lines from all libraries, without secrets."""

import logging
import sys
from typing import TextIO

import msgspec
import structlog
from litestar.types import HTTPScope
from structlog.typing import EventDict, Processor, WrappedLogger

from service.core.http.headers import REQUEST_ID, without_secrets
from service.core.http.middleware.methods import HEAD_ASKED
from service.core.http.middleware.request_id import route_of
from service.core.settings import Settings
from service.core.store.outage import report_pool_message

_access = logging.getLogger("service.access")


def configure_logs(settings: Settings, stream: TextIO | None = None) -> None:
    """Send the log of this process to the standard error, or another stream, in the configured format."""
    out = stream or sys.stderr
    is_json = settings.log == "json" or (settings.log == "auto" and not out.isatty())
    before: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
        _with_request_id,
        # only the text of tracebacks, since values of variables could be secrets
        structlog.processors.format_exc_info,
        structlog.stdlib.ProcessorFormatter.remove_processors_meta,
        _without_secrets,
    ]
    after: list[Processor] = (
        [structlog.processors.EventRenamer("message"), structlog.processors.JSONRenderer(serializer=_json)]
        if is_json
        else [structlog.dev.ConsoleRenderer(colors=out.isatty(), timestamp_key="time", pad_event_to=0)]
    )
    handler = logging.StreamHandler(out)
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(processors=[*before, *after]))
    logging.basicConfig(level=settings.log_level.upper(), handlers=[handler], force=True)
    # the event store library shows only errors; below warnings the pool logs every use
    for name in ("psycopg", "psycopg.pool"):
        logging.getLogger(name).setLevel(logging.WARNING)
    # its warnings are about rollbacks on lost connections: the error that lost the connection is reported anyway
    logging.getLogger("psycopg.transaction").setLevel(logging.ERROR)
    logging.getLogger("psycopg.pool").addFilter(report_pool_message)
    logging.getLogger("_granian").addFilter(_is_news)
    logging.captureWarnings(capture=True)


def log_request(scope: HTTPScope, status: int, answered: float, ended: float) -> None:
    """Log a request without its query, headers, body and address."""
    _access.info(
        "request",
        extra={
            "method": "HEAD" if HEAD_ASKED in scope else scope["method"],
            "path": scope["path"],
            "route": route_of(scope),
            "status": status,
            "ms": round(answered * 1000, 1),
            "ended_ms": round(ended * 1000, 1),
        },
    )


def _is_news(record: logging.LogRecord) -> bool:
    """Filter out the warning of the server about embedded use, which is intended and tested."""
    return record.getMessage() != "Embedded server is experimental!"


def _with_request_id(_logger: WrappedLogger, _method: str, line: EventDict) -> EventDict:
    request_id = REQUEST_ID.get()
    if request_id is not None:
        line["request_id"] = request_id
    return line


def _without_secrets(_logger: WrappedLogger, _method: str, line: EventDict) -> EventDict:
    # a client may send a token in the wrong place, such as a path
    return {name: without_secrets(value) if isinstance(value, str) else value for name, value in line.items()}


def _json(line: EventDict, **_: object) -> str:
    return msgspec.json.encode(line, enc_hook=str).decode()
