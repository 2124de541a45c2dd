"""The body and the headers of an attempt."""

from domain.ledger.times import SECOND, micros
from service.core.keys.signing import Signer
from service.news.push.requests import push_request
from service.news.queue.choosing import Claimed
from service.news.queue.receivers import OLD_SECRET_VALID, PingTerms, PushTerms, Receiver
from service.news.signatures import WebhookKeys, keys_of, signed_headers
from service.news.texts import media_type_of
from service.news.times import seconds_between
from service.release import release

_AGENT = f"Ludolog/{release()}"


def request_of(claimed: Claimed, signer: Signer, now: str) -> tuple[bytes, dict[str, str]]:
    """Return the body of a delivery, and the headers of an attempt at a time. Webhooks are signed."""
    body, receiver = claimed.delivery.body.encode(), claimed.receiver
    if isinstance(receiver.terms, PushTerms):
        sent, headers = push_request(claimed, receiver.terms, signer, micros(now) // SECOND)
        return sent, {**headers, "User-Agent": _AGENT}
    if isinstance(receiver.terms, PingTerms):
        return body, {"Content-Type": media_type_of(receiver.terms), "User-Agent": _AGENT}
    keys = current_keys(receiver, signer, now)
    signed = signed_headers(keys, claimed.delivery.id, micros(now) // SECOND, body)
    return body, {"Content-Type": "application/json", "User-Agent": _AGENT, **signed}


def current_keys(receiver: Receiver, signer: Signer, now: str) -> list[WebhookKeys]:
    """Return the keys that sign for a webhook: the current ones, and for a day after a rotation the former ones too."""
    generations = [receiver.generation]
    if receiver.rotated_at is not None and seconds_between(receiver.rotated_at, now) < OLD_SECRET_VALID:
        generations.append(receiver.generation - 1)
    return [keys_of(signer, receiver.id, each) for each in generations]
