"""A site with TLS on the loopback interface, whose certificate ends when a test wants."""

import contextlib
import datetime
import socket
import ssl
import threading
from collections.abc import Callable, Generator
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

HOST = "localhost"


def certificate(folder: Path, days: float) -> Path:
    """Write a key and a certificate of its own that ends after so many days into a file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=100))
        .not_valid_after(now + datetime.timedelta(days=days))
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file = folder / "certificate.pem"
    file.write_bytes(private + made.public_bytes(serialization.Encoding.PEM))
    return file


@contextlib.contextmanager
def tls_site(folder: Path, days: float) -> Generator[tuple[str, Callable[[float], None]]]:
    """Serve handshakes until the block ends; returns the origin, and what exchanges the certificate."""
    contexts = [_context(folder, days)]
    with socket.create_server(("127.0.0.1", 0)) as server:
        stopping = threading.Event()
        thread = threading.Thread(target=_serve, args=(server, contexts, stopping))
        thread.start()
        try:
            yield f"https://{HOST}:{server.getsockname()[1]}", lambda days: contexts.append(_context(folder, days))
        finally:
            stopping.set()
            thread.join()


def _context(folder: Path, days: float) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate(folder, days))
    return context


def _serve(server: socket.socket, contexts: list[ssl.SSLContext], stopping: threading.Event) -> None:
    server.settimeout(0.1)
    while not stopping.is_set():
        with contextlib.suppress(OSError):
            raw, _ = server.accept()
            with raw, contexts[-1].wrap_socket(raw, server_side=True):
                pass
