"""The requests of a browser: passkeys and sessions. What differs from run to run is replaced."""

from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from openapi.authenticator import Passkey, base64url
from openapi.tour import apps, moderation
from openapi.tour.visit import Visit, example_id

ORIGIN = "https://ludolog.example"
PAGE = {"Origin": ORIGIN}
FOREIGN = {"Origin": "https://elsewhere.example"}

PASSKEY, SESSION, CREDENTIAL = 70, 71, bytes(range(16))


def show(visit: Visit) -> None:
    """Register a passkey, sign in with it and with a token, and sign out."""
    passkey = Passkey(CREDENTIAL, Ed25519PrivateKey.from_private_bytes(bytes(range(32))))
    made = _show_passkeys(visit, passkey)
    _show_sessions(visit, passkey)
    visit.ask("deletePasskey", "more than it may", visit.reader, passkey=made["id"])
    visit.ask_twice("deletePasskey", "deleted", visit.ada, passkey=made["id"])
    visit.ask("deletePasskey", "another request", visit.ada, passkey="x", headers=visit.keyed)
    visit.ask("deletePasskey", "again", visit.ada, passkey=made["id"])


def _show_passkeys(visit: Visit, passkey: Passkey) -> Any:
    visit.ask("beginPasskey", "of another site", visit.ada, headers=FOREIGN)
    begun = visit.ask("beginPasskey", "a new passkey", visit.ada, headers=PAGE)
    credential = _known(visit, passkey.create(_options(visit, begun), ORIGIN))
    body = {"label": "Phone", "credential": credential}
    made = visit.ask_twice("makePasskey", "registered", visit.ada, body=body, headers=PAGE)
    visit.collector.replaced[made["id"]] = example_id(PASSKEY)
    visit.ask("makePasskey", "another request", visit.ada, body={**body, "label": "Tablet"}, headers=visit.keyed)
    visit.ask("makePasskey", "used challenge", visit.ada, body=body, headers=PAGE)
    visit.ask("makePasskey", "unprintable label", visit.ada, body={**body, "label": "a\u200bb"}, headers=PAGE)
    visit.ask("makePasskey", "malformed", visit.ada, body={"label": "Phone"}, headers=PAGE)
    visit.ask("makePasskey", "of another site", visit.ada, body=body, headers=FOREIGN)
    visit.ask("passkeys", "one passkey", visit.ada)
    return made


def _show_sessions(visit: Visit, passkey: Passkey) -> None:
    visit.ask("beginSignIn", "of another site", headers=FOREIGN)
    begun = visit.ask("beginSignIn", "any passkey", headers=PAGE)
    signed = _known(visit, passkey.get(_options(visit, begun), ORIGIN))
    body = {"type": "passkey", "label": "Firefox", "credential": signed}
    made = visit.ask("signIn", "with a passkey", body=body, headers=PAGE)
    visit.collector.replaced[made["id"]] = example_id(SESSION)
    moderation.show_roles(visit, {**visit.collector.cookie, **PAGE})
    visit.ask("signIn", "used challenge", body=body, headers=PAGE)
    visit.ask("signIn", "of another site", body=body, headers=FOREIGN)
    visit.ask("signIn", "unknown token", body={"type": "token", "token": "ludolog_unknown"}, headers=PAGE)
    visit.ask("signIn", "malformed", body={"type": "token"}, headers=PAGE)
    weak = {**PAGE, "Idempotency-Key": "1"}
    visit.ask("signIn", "weak key", body={"type": "sign_up", "name": "Ada"}, headers=weak)
    visit.ask("signIn", "no name", body={"type": "sign_up", "name": " "}, headers=PAGE)
    visit.ask("signIn", "taken", body={"type": "sign_up", "name": "Ada"}, headers=PAGE)
    signed_up = visit.ask_twice("signIn", "signs up", body={"type": "sign_up", "name": "Fay"}, headers=PAGE)
    visit.collector.replaced[signed_up["id"]] = example_id(SESSION + 1)
    visit.ask("signIn", "another request", body={"type": "sign_up", "name": "Eve"}, headers=visit.keyed)
    visit.ask("currentSession", "without a session")
    visit.ask("currentSession", "signed in", headers=visit.collector.cookie)
    apps.show(visit, PAGE, FOREIGN)
    visit.ask("signOut", "of another site", headers={**visit.collector.cookie, **FOREIGN})
    visit.ask("signOut", "signed out", headers={**visit.collector.cookie, **PAGE})
    visit.ask("signOut", "a token", visit.ada)


def _options(visit: Visit, begun: Any) -> Any:
    """Return the options of a reply. The example has a fixed challenge."""
    options = begun["options"]
    visit.collector.replaced[options["challenge"]] = base64url(bytes(56))
    return options


def _known(visit: Visit, credential: dict[str, Any]) -> dict[str, Any]:
    """Return the answer of an authenticator. The example has fixed signed data."""
    response = credential["response"]
    visit.collector.replaced[response["clientDataJSON"]] = base64url(b'{"type":"webauthn.get"}')
    if "signature" in response:
        visit.collector.replaced[response["signature"]] = base64url(bytes(64))
    return credential
