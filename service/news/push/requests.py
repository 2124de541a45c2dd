"""The request by which a push service gets a message for a browser."""

import hashlib

from service.core.keys.base64url import decoded, encoded
from service.core.keys.signing import Signer
from service.news.push.encryption import BrowserKeys, encrypt
from service.news.push.vapid import authorization, vapid_key
from service.news.queue.choosing import Claimed
from service.news.queue.receivers import PushTerms

TTL = 24 * 3600
"""Seconds for which a push service keeps a message for a browser that is switched off."""

_TOPIC_BYTES = 24
"""A topic has at most 32 characters (RFC 8030 5.4)."""


def push_request(claimed: Claimed, terms: PushTerms, signer: Signer, now: int) -> tuple[bytes, dict[str, str]]:
    """Return the body and the headers of an attempt at a Unix time in seconds.

    A message about a game replaces an earlier one that the browser has not fetched.
    """
    delivery, receiver = claimed.delivery, claimed.receiver
    keys = BrowserKeys(decoded(terms.public_key), decoded(terms.auth))
    topic = hashlib.sha256((delivery.game or delivery.type).encode()).digest()[:_TOPIC_BYTES]
    headers = {
        "Authorization": authorization(vapid_key(signer), receiver.url, subject_of(receiver.site), now),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(TTL),
        "Urgency": "normal",
        "Topic": encoded(topic),
    }
    return encrypt(delivery.body.encode(), keys), headers


def subject_of(site: str) -> str:
    """Return the contact of the operator: the address of the site. Only a site for tests has none with `https:`."""
    return site if site.startswith("https://") else "mailto:operator@localhost.localdomain"
