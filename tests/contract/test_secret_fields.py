"""Replies are made of stored values by the names of fields, so the name of a stored secret in a schema is reviewed."""

from collections.abc import Mapping

from service.openapi.walk import parts
from tests.contract.validation import Document

STORED = {"hash", "secret", "public_key"}
"""The names under which the service stores digests, secrets and the keys of passkeys and browsers."""

REVIEWED: Mapping[str, str] = {
    "Certificate.public_key": "the key with which the service signs is public",
    "Closing.public_key": "the key with which the service signs is public",
    "ForeseenEvent.secret": "a preview has it only for a seat that would know it",
    "PushReplies.public_key": "a browser needs the key of the service (VAPID) to subscribe",
    "ReplayEvent.secret": "a replay has it only for a viewer who knows it",
    "RecoverySecret.secret": "who has the link of an operator sends it once; no reply has it",
    "SeenEvent.secret": "an event has it only for a viewer who knows it",
    "SignedOrder.public_key": "the key with which the service signs is public",
    "WebhookMade.public_key": "a receiver verifies signatures of the service with it",
    "WebhookMade.secret": "a new secret is shown once to the player whose webhook it is",
    "WebhookReply.public_key": "a receiver verifies signatures of the service with it",
}
"""The fields that may have such a name, as schema.field, with the reason."""


def test_no_field_has_the_name_of_a_stored_secret_without_a_reason(document: Document) -> None:
    components = document["components"]
    named = {**components["schemas"], "responses": components["responses"], "paths": document["paths"]}

    found = {
        f"{name}.{field}"
        for name, schema in named.items()
        for part in parts(schema)
        for field in STORED & part.get("properties", {}).keys()
    }

    assert found == REVIEWED.keys()
