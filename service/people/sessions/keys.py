"""What is known of passkeys, apart from the library that verifies them."""

from domain.kernel.values import Value


class Site(Value, frozen=True):
    """The site to which passkeys belong: the origin of its pages, and its domain, the id of the relying party."""

    origin: str
    domain: str


class KnownKey(Value, frozen=True):
    """The public key of a stored passkey, and how often its authenticator says that it has signed."""

    public_key: bytes
    sign_count: int


class SignedIn(Value, frozen=True):
    """A verified signature."""

    sign_count: int
    is_uncounted: bool
    """Whether the counter of a passkey that may be synchronised did not increase."""
