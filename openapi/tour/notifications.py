"""The requests about pings and webhooks. Their receiver is a server on the loopback interface."""

import threading
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

from openapi.tour.visit import Visit, example_id

PING, WEBHOOK, DELIVERY, BROWSER = 80, 81, 82, 83

_SHOWN = "https://hooks.example.com"


def show(visit: Visit) -> None:
    """Create, test, change and delete a ping and a webhook."""
    with _receiver() as url:
        visit.collector.replaced[url] = _SHOWN
        _show_pings(visit, url)
        _show_browsers(visit, url)
        _show_webhooks(visit, url)
    _show_digest(visit)


def _show_pings(visit: Visit, url: str) -> None:
    body = {"url": f"{url}/ada", "format": "discord", "mention": "<@123>"}
    made = visit.ask_twice("makePing", "a channel of Discord", visit.ada, body=body)
    visit.collector.replaced[made["id"]] = example_id(PING)
    visit.ask("makePing", "another request", visit.ada, body={**body, "format": "text"}, headers=visit.keyed)
    visit.ask("makePing", "malformed", visit.ada, body={"format": "text"})
    visit.ask("makePing", "private address", visit.ada, body={**body, "url": "https://192.168.1.1/"})
    visit.ask("makePing", "only to read", visit.reader, body=body)
    visit.ask("pings", "one ping", visit.ada)
    visit.ask("pings", "only to read", visit.reader)
    tested = visit.ask_twice("testPing", "arrived", visit.ada, ping=made["id"])
    visit.collector.replaced[tested["id"]] = "ping_3bfqkxn2c5wz7dyt4gjmv6ha"
    visit.ask("testPing", "unknown", visit.ada, ping="x")
    visit.ask("pingDeliveries", "one test", visit.ada, ping=made["id"])
    visit.ask("pingDeliveries", "unknown", visit.ada, ping="x")
    changed = {**body, "delay": "PT10M"}
    visit.ask("changePing", "ten minutes", visit.ada, ping=made["id"], body=changed)
    visit.ask("changePing", "malformed", visit.ada, ping=made["id"], body={})
    visit.ask("changePing", "private address", visit.ada, ping=made["id"], body={**body, "url": "https://127.0.0.1/"})
    visit.ask("changePing", "unknown", visit.ada, ping="x", body=body)
    visit.ask_twice("deletePing", "deleted", visit.ada, ping=made["id"])
    visit.ask("deletePing", "again", visit.ada, ping=made["id"])


def _show_browsers(visit: Visit, url: str) -> None:
    """Subscribe a browser with the keys of RFC 8291 appendix A, test it and delete it."""
    point = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    keys = {"p256dh": point, "auth": "BTBZMqHH6r4Tts7J_aSIgg"}
    body = {"endpoint": f"{url}/push", "keys": keys, "label": "Firefox on my phone"}
    made = visit.ask_twice("subscribe", "a browser", visit.ada, body=body)
    visit.collector.replaced[made["id"]] = example_id(BROWSER)
    visit.ask("subscribe", "another request", visit.ada, body={**body, "label": "Other"}, headers=visit.keyed)
    visit.ask("subscribe", "malformed", visit.ada, body={"keys": keys})
    visit.ask("subscribe", "private address", visit.ada, body={**body, "endpoint": "https://192.168.1.1/"})
    visit.ask("subscribe", "only to read", visit.reader, body=body)
    shown = visit.collector.quietly("get", "/v1/me/push", visit.ada)
    visit.collector.replaced[shown["public_key"]] = "B" + "A" * 86
    visit.ask("pushes", "one browser", visit.ada)
    visit.ask("pushes", "only to read", visit.reader)
    path = {"push": made["id"]}
    tested = visit.ask_twice("testPush", "arrived", visit.ada, **path)
    visit.collector.replaced[tested["id"]] = "ping_5bfqkxn2c5wz7dyt4gjmv6ha"
    visit.ask("testPush", "unknown", visit.ada, push="x")
    visit.ask_twice("unsubscribe", "deleted", visit.ada, **path)
    visit.ask("unsubscribe", "again", visit.ada, **path)


def _show_digest(visit: Visit) -> None:
    """Ask for a daily e-mail, confirm its address, and end it."""
    body = {"address": "ada@example.org", "hour": 8, "time_zone": "Europe/Berlin"}
    visit.ask_twice("askDigest", "a new address", visit.ada, body=body)
    visit.ask("askDigest", "another request", visit.ada, body={**body, "hour": 9}, headers=visit.keyed)
    visit.ask("askDigest", "no such time zone", visit.ada, body={**body, "time_zone": "Mars/Olympus"})
    token = visit.collector.confirming(visit.ids["Ada"])
    visit.collector.replaced[token] = "1" * 64
    visit.ask("confirmDigest", "confirmed", body={"token": token})
    visit.ask("digest", "confirmed", visit.ada)
    visit.ask("digest", "only to read", visit.reader)
    visit.ask("askDigest", "malformed", visit.ada, body={})
    visit.ask("askDigest", "only to read", visit.reader, body=body)
    visit.ask_twice("endDigest", "ended", visit.ada)
    visit.ask("confirmDigest", "malformed", body={})
    visit.ask("confirmDigest", "wrong", body={"token": "0" * 64})
    visit.ask("endDigestByLink", "used before", unsubscription="0" * 64)


def _show_webhooks(visit: Visit, url: str) -> None:
    body = {"url": f"{url}/events", "types": ["game.ended", "result.published"], "games": "organised"}
    made = visit.ask_twice("makeWebhook", "games of a league", visit.ada, body=body)
    _replace(visit, made)
    visit.ask("makeWebhook", "another request", visit.ada, body={**body, "games": None}, headers=visit.keyed)
    visit.ask("makeWebhook", "malformed", visit.ada, body={"url": url})
    visit.ask("makeWebhook", "private address", visit.ada, body={**body, "url": "https://10.0.0.1/"})
    visit.ask("makeWebhook", "only to read", visit.reader, body=body)
    tested = _show_deliveries(visit, made)
    _show_end(visit, made, tested, body)


def _show_deliveries(visit: Visit, made: Any) -> Any:
    """Test a webhook, and send the test again; returns its delivery."""
    path = {"webhook": made["id"]}
    visit.ask("webhooks", "one webhook", visit.ada)
    visit.ask("webhook", "one", visit.ada, **path)
    visit.ask("webhook", "unknown", visit.ada, webhook="x")
    tested = visit.ask_twice("testWebhook", "arrived", visit.ada, **path)
    visit.collector.replaced[tested["id"]] = "msg_3bfqkxn2c5wz7dyt4gjmv6ha"
    visit.ask("testWebhook", "unknown", visit.ada, webhook="x")
    visit.ask("webhookDeliveries", "one test", visit.ada, **path)
    visit.ask("webhookDeliveries", "malformed", visit.ada, **path, query={"limit": 0})
    visit.ask_twice("redeliver", "one delivery", visit.ada, **path, body={"delivery": tested["id"]})
    visit.ask("redeliver", "another request", visit.ada, **path, body={"delivery": "x"}, headers=visit.keyed)
    visit.ask("redeliver", "a range", visit.ada, **path, body={"since": "2026-11-20T00:00:00Z"})
    visit.ask("redeliver", "neither", visit.ada, **path, body={})
    visit.ask("redeliver", "malformed", visit.ada, **path, body={"delivery": 7})
    visit.ask("redeliver", "unknown", visit.ada, **path, body={"delivery": "x"})
    return tested


def _show_end(visit: Visit, made: Any, tested: Any, body: Any) -> None:
    """Rotate the secret of a webhook, disable it and delete it."""
    path = {"webhook": made["id"]}
    rotated = visit.ask_twice("rotateSecret", "new keys", visit.ada, **path)
    _replace(visit, rotated)
    visit.ask("rotateSecret", "unknown", visit.ada, webhook="x")
    off = {**body, "enabled": False}
    visit.ask("changeWebhook", "disabled", visit.ada, **path, body=off)
    visit.ask("changeWebhook", "malformed", visit.ada, **path, body={})
    visit.ask("changeWebhook", "unknown", visit.ada, webhook="x", body=body)
    visit.ask("testWebhook", "disabled", visit.ada, **path)
    visit.ask("redeliver", "disabled", visit.ada, **path, body={"delivery": tested["id"]})
    visit.ask_twice("deleteWebhook", "deleted", visit.ada, **path)
    visit.ask("deleteWebhook", "again", visit.ada, **path)


def _replace(visit: Visit, made: Any) -> None:
    """Replace what differs from run to run, and what looks like a secret."""
    visit.collector.replaced[made["id"]] = example_id(WEBHOOK)
    visit.collector.replaced[made["secret"]] = "whsec_" + "A" * 43 + "="
    visit.collector.replaced[made["public_key"]] = "whpk_" + "A" * 43 + "="


class _Accepting(BaseHTTPRequestHandler):
    """Answers every POST with 204."""

    def do_POST(self) -> None:
        """Read the body, then accept it."""
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.send_response(204)
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name in the base class
        """Print nothing."""


@contextmanager
def _receiver() -> Generator[str]:
    """Run a receiver and return its address."""
    server = HTTPServer(("127.0.0.1", 0), _Accepting)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
