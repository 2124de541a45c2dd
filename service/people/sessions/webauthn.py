"""Verification of the answers of authenticators with the library `webauthn`, and the options for them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes, options_to_json_dict
from webauthn.helpers.cose import COSEAlgorithmIdentifier
from webauthn.helpers.structs import (
    AttestationConveyancePreference,
    AuthenticatorSelectionCriteria,
    CredentialDeviceType,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)
from webauthn.registration.verify_registration_response import VerifiedRegistration

from service.people.sessions.challenges import VALID_FOR, PasskeyRefusedError
from service.people.sessions.keys import KnownKey, SignedIn, Site
from service.people.tokens import Player

ALGORITHMS = [
    COSEAlgorithmIdentifier.ECDSA_SHA_256,
    COSEAlgorithmIdentifier.EDDSA,
    COSEAlgorithmIdentifier.RSASSA_PKCS1_v1_5_SHA_256,
]
"""ES256, Ed25519 and RS256: what the authenticators of all platforms have (WebAuthn 5.4)."""

_MILLISECONDS = int(VALID_FOR * 1000)

_NOT_VALID = (
    "the answer of the passkey is malformed, or not signed for this request and the address of this site. "
    "Try again; if it fails again, use another passkey or your token"
)

T = TypeVar("T")


def creation_options(site: Site, player: Player, challenge: bytes, known: Sequence[bytes]) -> dict[str, Any]:
    """Return the options (PublicKeyCredentialCreationOptionsJSON) of a new passkey. `known` are those that exist."""
    options = generate_registration_options(
        rp_id=site.domain,
        rp_name="Ludolog",
        user_id=player.id.encode(),
        user_name=player.name,
        user_display_name=player.name,
        challenge=challenge,
        timeout=_MILLISECONDS,
        attestation=AttestationConveyancePreference.NONE,
        authenticator_selection=AuthenticatorSelectionCriteria(
            # discoverable: the player signs in without a name
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=credential) for credential in known],
        supported_pub_key_algs=ALGORITHMS,
    )
    return options_to_json_dict(options)


def request_options(site: Site, challenge: bytes) -> dict[str, Any]:
    """Return the options (PublicKeyCredentialRequestOptionsJSON) to sign in with any passkey of the site."""
    options = generate_authentication_options(
        rp_id=site.domain,
        challenge=challenge,
        timeout=_MILLISECONDS,
        user_verification=UserVerificationRequirement.PREFERRED,
    )
    return options_to_json_dict(options)


def challenge_in(credential: Mapping[str, Any]) -> bytes:
    """Return the challenge that an authenticator has signed. Raises PasskeyRefusedError."""

    def read() -> bytes:
        client_data = msgspec.json.decode(base64url_to_bytes(credential["response"]["clientDataJSON"]))
        return base64url_to_bytes(client_data["challenge"])

    return _refusing(read)


def verified_registration(site: Site, credential: Mapping[str, Any], challenge: bytes) -> VerifiedRegistration:
    """Verify a new credential (WebAuthn 7.1). Raises PasskeyRefusedError."""
    return _refusing(
        lambda: verify_registration_response(
            credential=dict(credential),
            expected_challenge=challenge,
            expected_rp_id=site.domain,
            expected_origin=site.origin,
            supported_pub_key_algs=ALGORITHMS,
        )
    )


def verified_sign_in(site: Site, credential: Mapping[str, Any], challenge: bytes, known: KnownKey) -> SignedIn:
    """Verify a signature with a known key (WebAuthn 7.2). Raises PasskeyRefusedError.

    A counter that does not increase is a sign of a copy, no proof (7.2, step 22). A passkey that is eligible for backup
    has copies by design, and its counter stands still or returns to 0 when another program keeps it: it is accepted and
    reported. Otherwise the counter has to increase, or always be 0.
    """
    verified = _refusing(
        lambda: verify_authentication_response(
            credential=dict(credential),
            expected_challenge=challenge,
            expected_rp_id=site.domain,
            expected_origin=site.origin,
            credential_public_key=known.public_key,
            # compared below: the library refuses every counter that does not increase
            credential_current_sign_count=0,
        )
    )
    count = verified.new_sign_count
    is_uncounted = count <= known.sign_count and known.sign_count > 0
    if is_uncounted and verified.credential_device_type != CredentialDeviceType.MULTI_DEVICE:
        raise PasskeyRefusedError(
            "this passkey is bound to one device and its counter did not increase, so it may have been copied. Sign in "
            "with another passkey or with your token, then delete this passkey and register a new one"
        )
    return SignedIn(count, is_uncounted)


def _refusing(verify: Callable[[], T]) -> T:
    try:
        return verify()
    except Exception:  # noqa: BLE001 - parsers of CBOR, COSE and X.509 raise errors of many types for malformed bytes
        # the messages of the library are for programmers, and quote what was sent
        raise PasskeyRefusedError(_NOT_VALID) from None
