"""The links of e-mails: tokens that follow from the key file, so that the database has none of them."""

import hashlib
import hmac
from typing import Literal, TypeAlias

from service.core.keys.signing import Signer
from service.news.digest.rows import Digest

Purpose: TypeAlias = Literal["confirm", "unsubscribe"]

_ID = 32
"""Hexadecimal digits of an id."""


def token_of(signer: Signer, digest: Digest, purpose: Purpose) -> str:
    """Return the token of a link: the id of the e-mail, and a signature over it and the address."""
    return digest.id + _signature(signer, digest, purpose)


def id_in(token: str) -> str:
    """Return the id in a token, which is checked with `is_token_of`."""
    return token[:_ID]


def is_token_of(signer: Signer, digest: Digest, purpose: Purpose, token: str) -> bool:
    """Whether this is the token of an e-mail."""
    return hmac.compare_digest(token.encode(), token_of(signer, digest, purpose).encode())


def hashed_address(signer: Signer, address: str) -> str:
    """Return a keyed hash of an address, by which its confirmations are counted."""
    return hmac.digest(signer.derived("digest addresses"), address.lower().encode(), hashlib.sha256).hex()


def _signature(signer: Signer, digest: Digest, purpose: Purpose) -> str:
    content = f"{purpose} {digest.id} {digest.address}"
    return hmac.digest(signer.derived("digest links"), content.encode(), hashlib.sha256).hex()[:_ID]
