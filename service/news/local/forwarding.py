"""Sends events to a URL on this machine, signed as the service signs them."""

import time
from urllib.parse import urlsplit

import httpx

from service.news.outgoing.client import TIMEOUT
from service.news.signatures import keys_from_secret, signed_headers

_LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})


class LocalUrlError(ValueError):
    """A URL is not on this machine; the message says what to do."""


class Forwarder:
    """Sends events to a program."""

    def __init__(self, url: str, secret: str) -> None:
        """`secret` is `whsec_` and base64. Raises LocalUrlError and SignatureError."""
        try:
            parts = urlsplit(url)
            is_local = parts.scheme in {"http", "https"} and parts.hostname in _LOCAL
        except ValueError:
            is_local = False
        if not is_local:
            message = (
                f"events are only sent to this machine: use a URL such as http://localhost:3000/hook, not {url[:80]}"
            )
            raise LocalUrlError(message)
        self._url = url
        self._keys = keys_from_secret(secret)

    def send(self, delivery: str, body: bytes) -> str:
        """Send an event and return what came of it."""
        headers = signed_headers([self._keys], delivery, int(time.time()), body)
        try:
            reply = httpx.post(
                self._url,
                content=body,
                headers={"Content-Type": "application/json", **headers},
                timeout=TIMEOUT,
                # neither proxies nor certificates of the environment: the program is on this machine
                trust_env=False,
                verify=False,  # noqa: S501 - loopback only
            )
        except httpx.HTTPError as error:
            return f"failed: {type(error).__name__}"
        return str(reply.status_code)
