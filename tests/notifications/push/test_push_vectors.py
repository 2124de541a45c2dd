"""The examples of RFC 8291 (encryption) and RFC 8292 (identification)."""

import json
from pathlib import Path

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec

from service.core.keys.base64url import decoded, encoded
from service.core.keys.key_file import open_keys
from service.news.push.encryption import MOST_TEXT, BrowserKeys, SubscriptionError, encrypt, uncompressed
from service.news.push.vapid import VapidKey, authorization, vapid_key
from tests.notifications.push.browsers import PushBrowser, claims_in

TEXT = b"When I grow up, I want to be a watermelon"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
SENDER_PUBLIC = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
BROWSER = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
BROWSER_PUBLIC = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
SALT, AUTH = "DGv6ra1nlYgDCS1FRnbzlw", "BTBZMqHH6r4Tts7J_aSIgg"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
    "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)

VAPID = (
    "vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3"
    "NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmys"
    "azNjjvW2L9OkSSHzvoD1oA, k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs"
)
"""The header of RFC 8292 2.4."""


def private(text: str) -> ec.EllipticCurvePrivateKey:
    """Return the private key of 32 bytes in base64url."""
    return ec.derive_private_key(int.from_bytes(decoded(text)), ec.SECP256R1())


def test_the_example_of_rfc_8291_is_encrypted_byte_for_byte() -> None:
    own = private(SENDER)
    assert encoded(uncompressed(own.public_key())) == SENDER_PUBLIC
    keys = BrowserKeys(decoded(BROWSER_PUBLIC), decoded(AUTH))
    assert encoded(encrypt(TEXT, keys, own, decoded(SALT))) == BODY


def test_the_browser_of_the_tests_decrypts_the_example_and_what_is_new() -> None:
    browser = PushBrowser(private(BROWSER), decoded(AUTH))
    assert encoded(browser.public) == BROWSER_PUBLIC
    assert browser.decrypt(decoded(BODY)) == TEXT
    keys = BrowserKeys(browser.public, browser.auth)
    first, second = (encrypt(b"x" * MOST_TEXT, keys) for _ in range(2))
    assert browser.decrypt(first) == browser.decrypt(second) == b"x" * MOST_TEXT
    assert first[:86] != second[:86]
    with pytest.raises(ValueError, match="at most"):
        encrypt(b"x" * (MOST_TEXT + 1), keys)


def test_the_example_of_rfc_8292_is_verified_and_ours_has_its_form() -> None:
    claims, key = claims_in({"authorization": VAPID})
    assert claims == {"aud": "https://push.example.net", "exp": 1453523768, "sub": "mailto:push@example.com"}
    assert key.startswith("BA1Hxzyi")
    with pytest.raises(InvalidSignature):
        claims_in({"authorization": VAPID.replace("J9.eyJ", "J9.eyK", 1)})

    ours = VapidKey(private(SENDER))
    header = authorization(ours, "https://push.example.net/p/1?x=2", "mailto:push@example.com", 1453523768 - 12 * 3600)

    assert claims_in({"authorization": header}) == (claims, SENDER_PUBLIC)
    assert header.split(".")[:2] == VAPID.split(".")[:2]


@pytest.mark.parametrize(
    ("endpoint", "origin"),
    [
        ("https://Push.example.net:443/p", "https://push.example.net"),
        ("https://push.example.net:8443/p", "https://push.example.net:8443"),
        ("https://[2606:4700::1]/p", "https://[2606:4700::1]"),
    ],
)
def test_a_token_is_for_the_origin_of_the_endpoint(endpoint: str, origin: str) -> None:
    header = authorization(VapidKey(private(SENDER)), endpoint, "mailto:push@example.com", 0)
    assert claims_in({"authorization": header})[0]["aud"] == origin


def test_the_key_follows_from_the_key_file_and_survives_a_rotation(tmp_path: Path) -> None:
    signer = open_keys(tmp_path / "keys")
    first = vapid_key(signer).public
    assert len(decoded(first)) == 65
    assert vapid_key(open_keys(tmp_path / "keys")).public == first
    assert vapid_key(open_keys(tmp_path / "other")).public != first
    assert first not in json.dumps((tmp_path / "keys").read_text())


@pytest.mark.parametrize(
    ("public", "auth"),
    [
        (b"\x04" + b"\1" * 64, b"a" * 16),
        (b"\x04" + b"\1" * 63, b"a" * 16),
        (decoded(BROWSER_PUBLIC), b"a" * 15),
        (b"", b""),
    ],
)
def test_keys_that_cannot_be_used_are_refused(public: bytes, auth: bytes) -> None:
    with pytest.raises(SubscriptionError):
        BrowserKeys(public, auth).check()
