"""When the certificate ends that browsers get from the site: asked for as they do, so that a proxy counts as it is."""

import socket
import ssl
import time
from urllib.parse import urlsplit

CONNECT_WITHIN = 5.0
"""Seconds for the connection, and for the handshake."""

HTTPS_PORT = 443


class Certificate:
    """The certificate of an origin, such as `https://ludolog.example`."""

    def __init__(self, origin: str) -> None:
        parts = urlsplit(origin)
        self.host = parts.hostname or ""
        self._port = parts.port or HTTPS_PORT
        self._ends: float | None = None

    @property
    def seconds_left(self) -> float | None:
        """The seconds until the certificate ends, below 0 after its end; None: it was never read."""
        return None if self._ends is None else self._ends - time.time()

    def read(self) -> None:
        """Read the certificate. Raises OSError, also for a failed handshake, and ValueError for a malformed one."""
        # a service without https starts without it
        from cryptography import x509  # noqa: PLC0415

        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        # one that has ended or is wrong is read, too: nothing else is sent or received
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        with (
            socket.create_connection((self.host, self._port), CONNECT_WITHIN) as raw,
            context.wrap_socket(raw, server_hostname=self.host) as connection,
        ):
            encoded = connection.getpeercert(binary_form=True)
        assert encoded is not None, "a server of TLS has a certificate"
        self._ends = x509.load_der_x509_certificate(encoded).not_valid_after_utc.timestamp()
