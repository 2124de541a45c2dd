"""The identification of the service at push services: a signed token (VAPID, RFC 8292)."""

from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

from domain.kernel.values import Value
from service.core.keys.base64url import encoded
from service.core.keys.signing import Signer
from service.news.push.encryption import uncompressed

VALID = 12 * 3600
"""Seconds for which a token is valid. RFC 8292 allows 24 hours; clocks differ."""

_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of P-256."""

_HALF = 32


class VapidKey(Value, frozen=True):
    """The key pair that identifies the service."""

    private: ec.EllipticCurvePrivateKey

    @property
    def public(self) -> str:
        """The public key as browsers want it (`applicationServerKey`): an uncompressed point in base64url."""
        return encoded(uncompressed(self.private.public_key()))


def vapid_key(signer: Signer) -> VapidKey:
    """Return the key of the service. It follows from the key file and stays when the signing key is rotated."""
    number = int.from_bytes(signer.derived("web push vapid")) % (_ORDER - 1) + 1
    return VapidKey(ec.derive_private_key(number, ec.SECP256R1()))


def authorization(key: VapidKey, endpoint: str, subject: str, now: int) -> str:
    """Return the header Authorization for a request to an endpoint.

    `subject` is a `mailto:` or `https:` URI of the operator: Apple refuses others. `now` is a Unix time in seconds.
    """
    claims = {"aud": origin_of_url(endpoint), "exp": now + VALID, "sub": subject}
    signed = f"{_part({'typ': 'JWT', 'alg': 'ES256'})}.{_part(claims)}"
    r, s = decode_dss_signature(key.private.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    # RFC 7518 3.4
    token = f"{signed}.{encoded(r.to_bytes(_HALF) + s.to_bytes(_HALF))}"
    return f"vapid t={token}, k={key.public}"


def origin_of_url(endpoint: str) -> str:
    """Return the origin of a URL as push services compare it: in lower case, without a default port (RFC 6454 6.2)."""
    parts = urlsplit(endpoint)
    host = parts.hostname or ""
    shown = f"[{host}]" if ":" in host else host
    is_default = parts.port is None or (parts.scheme, parts.port) in {("https", 443), ("http", 80)}
    return f"{parts.scheme}://{shown}" if is_default else f"{parts.scheme}://{shown}:{parts.port}"


def _part(value: object) -> str:
    return encoded(msgspec.json.encode(value))
