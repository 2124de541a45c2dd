"""Signatures of Standard Webhooks: published vectors, both schemes, and what is refused."""

import base64

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from service.core.keys.key_file import open_keys, rotate_keys
from service.news.signatures import SignatureError, WebhookKeys, keys_of, signed_headers, verify

# RFC 8032 7.1, test 1
SEED = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
PUBLIC = bytes.fromhex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")


@pytest.mark.parametrize(
    ("secret", "id_", "timestamp", "body", "signature"),
    [
        (
            "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
            *("msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, b'{"test": 2432232314}'),
            "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        ),
        (
            "whsec_plJ3nmyCDGBKInavdOK15jsl",
            *("msg_loFOjxBNrRLzqYUf", 1731705121, b'{"event_type":"ping","data":{"success":true}}'),
            "v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=",
        ),
    ],
)
def test_the_published_vectors_of_v1(secret: str, id_: str, timestamp: int, body: bytes, signature: str) -> None:
    keys = WebhookKeys(base64.b64decode(secret.removeprefix("whsec_")), SEED)

    headers = signed_headers([keys], id_, timestamp, body)

    assert keys.shown_secret == secret
    assert headers["webhook-id"] == id_
    assert headers["webhook-timestamp"] == str(timestamp)
    assert headers["webhook-signature"].split(" ")[0] == signature
    verify(secret, headers, body, timestamp)


def test_v1a_is_ed25519_over_the_same_content() -> None:
    keys = WebhookKeys(bytes(32), SEED)
    headers = signed_headers([keys], "msg_1", 1000, b"{}")

    version, _, signature = headers["webhook-signature"].split(" ")[1].partition(",")

    assert version == "v1a"
    expected = Ed25519PrivateKey.from_private_bytes(SEED).sign(b"msg_1.1000.{}")
    assert base64.b64decode(signature) == expected
    assert keys.shown_public_key == "whpk_" + base64.b64encode(PUBLIC).decode()
    verify(keys.shown_public_key, headers, b"{}", 1000)


@pytest.mark.parametrize("is_public", [False, True])
def test_what_is_changed_late_or_signed_by_others_is_refused(is_public: bool) -> None:
    keys, others = WebhookKeys(bytes(32), SEED), WebhookKeys(bytes([1] * 32), bytes(32))
    secret = keys.shown_public_key if is_public else keys.shown_secret
    headers = signed_headers([keys], "msg_1", 1000, b"{}")
    verify(secret, headers, b"{}", 1300)
    for other in ("v9,x", "v1,?", "v1a,?"):
        verify(secret, {**headers, "webhook-signature": f"{other} {headers['webhook-signature']}"}, b"{}", 1000)

    for changed, body, now in (
        (headers, b"{ }", 1000),
        (headers, b"{}", 1301),
        (headers, b"{}", 699),
        ({**headers, "webhook-id": "msg_2"}, b"{}", 1000),
        ({**headers, "webhook-timestamp": "1001"}, b"{}", 1000),
        ({**headers, "webhook-timestamp": "x"}, b"{}", 1000),
        ({**headers, "webhook-timestamp": "9" * 400}, b"{}", 1000),
        ({**headers, "webhook-timestamp": "9" * 5000}, b"{}", 1000),
        ({**headers, "webhook-signature": "v1,AAAA v1a,AAAA"}, b"{}", 1000),
        ({**headers, "webhook-signature": "v1,? v1a,?"}, b"{}", 1000),
        ({"webhook-id": "msg_1"}, b"{}", 1000),
        (signed_headers([others], "msg_1", 1000, b"{}"), b"{}", 1000),
    ):
        with pytest.raises(SignatureError):
            verify(secret, changed, body, now)


def test_secrets_follow_from_the_key_file_and_outlive_a_rotation_of_its_key(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    path = tmp_path_factory.mktemp("keys") / "key"
    before = open_keys(path)
    mine = keys_of(before, "a", 1)
    assert len({mine, keys_of(before, "a", 2), keys_of(before, "b", 1)}) == 3

    for _ in range(2):
        rotated = rotate_keys(path)
        assert rotated.key_id != before.key_id
        assert keys_of(rotated, "a", 1) == mine

    other = open_keys(tmp_path_factory.mktemp("keys") / "key")
    assert keys_of(other, "a", 1) != mine
