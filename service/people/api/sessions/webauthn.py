"""The JSON forms of WebAuthn level 3, as `parseCreationOptionsFromJSON` and `toJSON` of browsers have them."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from service.core.http.messages import Reply

Base64Url = Annotated[str, Meta(max_length=16_384, pattern="^[A-Za-z0-9_-]+$", description="Bytes in base64url.")]
CredentialId = Annotated[
    str, Meta(max_length=1_400, pattern="^[A-Za-z0-9_-]+$", description="The id of the credential, in base64url.")
]
PublicKey = Annotated[Literal["public-key"], Meta(description="The type of the credential.")]


class RelyingParty(Reply, frozen=True):
    """The site to which the passkey belongs."""

    id: Annotated[str, Meta(description="The domain of the site.")]
    name: Annotated[str, Meta(description="The name of the site.")]


class User(Reply, frozen=True, rename="camel"):
    """The player to whom the passkey belongs."""

    id: Annotated[str, Meta(description="The id of the player, in base64url.")]
    name: Annotated[str, Meta(description="The name of the player.")]
    display_name: Annotated[str, Meta(description="The name of the player.")]


class Algorithm(Reply, frozen=True):
    """An accepted signature algorithm."""

    type: PublicKey
    alg: Annotated[int, Meta(description="The number of the algorithm (RFC 9053).")]


class Descriptor(Reply, frozen=True):
    """A credential."""

    id: CredentialId
    type: PublicKey


class Selection(Reply, frozen=True, rename="camel"):
    """What the authenticator has to offer."""

    resident_key: Annotated[str, Meta(description="`required`: it stores the passkey, so that no name is needed.")]
    require_resident_key: Annotated[bool, Meta(description="The same for older browsers.")]
    user_verification: Annotated[str, Meta(description="`preferred`: it verifies the person if it can.")]


class CreationOptions(Reply, frozen=True, rename="camel"):
    """The options of `navigator.credentials.create` (PublicKeyCredentialCreationOptionsJSON)."""

    rp: Annotated[RelyingParty, Meta(description="The site.")]
    user: Annotated[User, Meta(description="The player.")]
    challenge: Annotated[str, Meta(description="The challenge that the authenticator signs, in base64url.")]
    pub_key_cred_params: Annotated[tuple[Algorithm, ...], Meta(description="The accepted algorithms.")]
    timeout: Annotated[int, Meta(description="The time for the person to react, in milliseconds.")]
    exclude_credentials: Annotated[tuple[Descriptor, ...], Meta(description="The passkeys that exist already.")]
    authenticator_selection: Annotated[Selection, Meta(description="What the authenticator has to offer.")]
    attestation: Annotated[str, Meta(description="`none`: the model of the authenticator is not of interest.")]


class RequestOptions(Reply, frozen=True, rename="camel"):
    """The options of `navigator.credentials.get` (PublicKeyCredentialRequestOptionsJSON)."""

    challenge: Annotated[str, Meta(description="The challenge that the authenticator signs, in base64url.")]
    timeout: Annotated[int, Meta(description="The time for the person to react, in milliseconds.")]
    rp_id: Annotated[str, Meta(description="The domain of the site.")]
    allow_credentials: Annotated[tuple[Descriptor, ...], Meta(description="Empty: any passkey of the site.")]
    user_verification: Annotated[str, Meta(description="`preferred`: the authenticator verifies the person if it can.")]


class _FromBrowser(msgspec.Struct, frozen=True, rename="camel"):
    """The base of what browsers make. They may add fields, which are ignored."""


class Attestation(_FromBrowser, frozen=True):
    """The answer of an authenticator with a new credential. Further fields are ignored."""

    client_data: Base64Url = msgspec.field(name="clientDataJSON")
    attestation_object: Base64Url


class NewCredential(_FromBrowser, frozen=True):
    """A new credential, as `credential.toJSON()` returns it (RegistrationResponseJSON). Further fields are ignored."""

    id: CredentialId
    raw_id: CredentialId
    type: PublicKey
    response: Annotated[Attestation, Meta(description="The answer of the authenticator.")]


class Assertion(_FromBrowser, frozen=True):
    """The answer of an authenticator with a signature. Further fields are ignored."""

    client_data: Base64Url = msgspec.field(name="clientDataJSON")
    authenticator_data: Base64Url
    signature: Base64Url
    user_handle: Annotated[str, Meta(max_length=100, description="The id of the player, in base64url.")] | None = None


class SignedCredential(_FromBrowser, frozen=True):
    """A signature, as `credential.toJSON()` returns it (AuthenticationResponseJSON). Further fields are ignored."""

    id: CredentialId
    raw_id: CredentialId
    type: PublicKey
    response: Annotated[Assertion, Meta(description="The answer of the authenticator.")]
