"""A receiver of pings and webhooks on the loopback interface, with and without TLS, and its certificates."""

import datetime
import ipaddress
import json
import socket
import ssl
import threading
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

MOST_READ = 65_536


class Answer(NamedTuple):
    """What a receiver answers."""

    status: int = 204
    body: bytes = b""
    headers: Mapping[str, str] = MappingProxyType({})


class Received(NamedTuple):
    """A request that has arrived."""

    path: str
    headers: Mapping[str, str]
    body: bytes


class Receiver:
    """A server that notes requests and answers them as its test wants."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.received: list[Received] = []
        self.answer: Callable[[Received], Answer] = lambda _: Answer()
        self._arrived = threading.Condition()

    def take(self, request: Received) -> Answer:
        """Note a request and return the answer."""
        with self._arrived:
            self.received.append(request)
            self._arrived.notify_all()
        return self.answer(request)

    def wait(self, number: int, timeout: float = 30) -> list[Received]:
        """Return the requests as soon as there is this number of them."""
        with self._arrived:
            assert self._arrived.wait_for(lambda: len(self.received) >= number, timeout), self.received
            return list(self.received)

    def url(self, path: str = "/hook", scheme: str = "http", host: str = "127.0.0.1") -> str:
        """Return a URL of the receiver."""
        return f"{scheme}://{host}:{self.port}{path}"


@contextmanager
def receiver(tls: ssl.SSLContext | None = None, host: str = "127.0.0.1") -> Generator[Receiver]:
    """Run a receiver."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            headers = {name.lower(): value for name, value in self.headers.items()}
            answer = found.take(Received(self.path, headers, body))
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(answer.body)))
            self.end_headers()
            self.wfile.write(answer.body)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name in the base class
            """Print nothing."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request: Any, client_address: Any) -> None:
            """Ignore connections that the client has closed."""

        def shutdown_request(self, request: Any) -> None:
            """Close a connection after the client. Before, unread bytes would discard an alert of TLS."""
            with suppress(OSError):
                request.shutdown(socket.SHUT_WR)
                while request.recv(MOST_READ):
                    pass
            self.close_request(request)

    server = Server((host, 0), Handler)
    found = Receiver(server.server_address[1])
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield found
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def said(found: Receiver) -> list[Any]:
    """Return the bodies that have arrived, which are JSON."""
    return [json.loads(each.body) for each in found.received]


class Certificates(NamedTuple):
    """A certificate authority of one test, and a certificate that it has signed."""

    authority: Path
    server: ssl.SSLContext

    @property
    def client(self) -> ssl.SSLContext:
        """The settings of a client that trusts the authority."""
        return ssl.create_default_context(cafile=str(self.authority))

    def requiring_a_client_certificate(self) -> "Certificates":
        """Let the server refuse clients without a certificate of the authority, and return this."""
        self.server.minimum_version = ssl.TLSVersion.TLSv1_3
        self.server.load_verify_locations(self.authority)
        self.server.verify_mode = ssl.CERT_REQUIRED
        return self


def certificates(folder: Path, *names: str) -> Certificates:
    """Make an authority, and a certificate for these names and addresses."""
    authority_key, key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    issuer = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "authority of a test")])
    now = datetime.datetime.now(datetime.UTC)

    def builder(subject: x509.Name, public: ec.EllipticCurvePublicKey) -> x509.CertificateBuilder:
        made = x509.CertificateBuilder().subject_name(subject).issuer_name(issuer).public_key(public)
        made = made.serial_number(x509.random_serial_number()).not_valid_before(now - datetime.timedelta(days=1))
        return made.not_valid_after(now + datetime.timedelta(days=1))

    identifier = x509.SubjectKeyIdentifier.from_public_key(authority_key.public_key())
    usage = x509.KeyUsage(
        digital_signature=True, key_cert_sign=True, crl_sign=True, content_commitment=False, key_encipherment=False,
        data_encipherment=False, key_agreement=False, encipher_only=False, decipher_only=False,
    )  # fmt: skip
    root = builder(issuer, authority_key.public_key())
    root = root.add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
    root = root.add_extension(identifier, critical=False).add_extension(usage, critical=True)
    general = [_general(name) for name in names]
    leaf = builder(x509.Name([]), key.public_key())
    leaf = leaf.add_extension(x509.SubjectAlternativeName(general), critical=True)
    issued_by = x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(identifier)
    leaf = leaf.add_extension(issued_by, critical=False)
    pem = serialization.Encoding.PEM
    (folder / "authority.pem").write_bytes(root.sign(authority_key, hashes.SHA256()).public_bytes(pem))
    (folder / "server.pem").write_bytes(
        leaf.sign(authority_key, hashes.SHA256()).public_bytes(pem)
        + key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(folder / "server.pem")
    return Certificates(folder / "authority.pem", server)


def _general(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)
