"""The client for URLs of users: which addresses it refuses, and that it connects to the address that it has checked."""

import asyncio
import ipaddress
import socket
from collections.abc import Sequence
from pathlib import Path

import pytest

from service.core.connections.networks import networks_in
from service.news.outgoing.client import MOST_SENT, OutgoingClient, Resolve
from service.news.outgoing.exchange import MOST_KEPT
from service.news.outgoing.outcome import Outcome
from service.news.outgoing.targets import Policy, TargetError, target_of
from tests.notifications.receiver import Answer, certificates, receiver

PUBLIC, PUBLIC_V6 = "93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"

REFUSED = (
    "0.0.0.0", "0.1.2.3", "10.1.2.3", "100.64.0.1", "100.127.255.254", "127.0.0.1", "127.9.9.9", "169.254.169.254",
    "172.16.0.1", "172.31.255.254", "192.0.0.8", "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1",
    "198.19.255.254", "198.51.100.7", "203.0.113.9", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255",
    "::", "::1", "::127.0.0.1", f"::{PUBLIC}", "::ffff:127.0.0.1", f"::ffff:{PUBLIC}", "::ffff:0:127.0.0.1",
    "64:ff9b::7f00:1", f"64:ff9b::{PUBLIC}", "64:ff9b:1::7f00:1", "64:ff9b:1:ffff::1", "100::1", "2001::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001:2::1", "2001:10::1", "2001:20::1", "2001:db8::1", "2002:7f00:1::1",
    "2002:5db8:d70e::1", "3fff::1", "5f00::1", "fc00::1", "fd12:3456::1", "fe80::1", "fec0::1", "ff02::1", "4000::1",
)  # fmt: skip
"""An address of every range that the service must not reach."""


def answering(*addresses: str) -> Resolve:
    """Return a resolver with a fixed answer."""

    async def resolve(_host: str, _port: int) -> Sequence[str]:
        return addresses

    return resolve


def post(client: OutgoingClient, url: str, body: bytes = b"{}") -> Outcome:
    """Send a request."""

    async def sent() -> Outcome:
        try:
            return await client.post(url, body, {"Content-Type": "application/json"})
        finally:
            client.close()

    return asyncio.run(sent())


def bracketed(address: str) -> str:
    """Return an address as the host of a URL."""
    return f"[{address}]" if ":" in address else address


@pytest.mark.parametrize("address", REFUSED)
def test_an_address_that_is_not_public_is_refused(address: str) -> None:
    with pytest.raises(TargetError, match="not public"):
        target_of(f"https://{bracketed(address)}/", Policy())

    alone = post(OutgoingClient(Policy(), answering(address)), "https://hooks.example.com/")
    mixed = [
        post(OutgoingClient(Policy(), answering(*those)), "https://hooks.example.com/")
        for those in ((PUBLIC, address), (address, PUBLIC_V6), (PUBLIC, PUBLIC_V6, address))
    ]

    expected = "refused: hooks.example.com has no address, or one that is not public"
    assert {each.error for each in (alone, *mixed)} == {expected}


@pytest.mark.parametrize("address", [PUBLIC, PUBLIC_V6, "1.1.1.1", "2a00:1450:4001:80b::200e"])
def test_a_public_address_is_allowed(address: str) -> None:
    async def found() -> list[str]:
        client = OutgoingClient(Policy(), answering(address))
        target = target_of("https://hooks.example.com/", client.policy)
        return [str(each) for each in await client.addresses(target)]

    assert target_of(f"https://{bracketed(address)}/x?y=z", Policy()).path == "/x?y=z"
    assert asyncio.run(found()) == [str(ipaddress.ip_address(address))]


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("http://hooks.example.com/", "https"),
        ("ftp://hooks.example.com/", "https"),
        ("//hooks.example.com/", "https"),
        ("https:///x", "name"),
        ("https://user@hooks.example.com/", "user name"),
        ("https://user:word@hooks.example.com/", "user name"),
        ("https://hooks.example.com:22/", "port 22"),
        ("https://hooks.example.com:8443/", "port 8443"),
        ("https://hooks.example.com:0/", "port 0"),
        ("https://hooks.example.com:99999/", "malformed"),
        ("https://hooks.example.com:x/", "malformed"),
        ("https://2130706433/", "four decimal"),
        ("https://017700000001/", "four decimal"),
        ("https://0x7f000001/", "four decimal"),
        ("https://0177.0.0.1/", "four decimal"),
        ("https://0x7f.0.0.1/", "four decimal"),
        ("https://127.1/", "four decimal"),
        ("https://127.0.1/", "four decimal"),
        ("https://example.0x7f/", "four decimal"),
        ("https://127.0.0.1./", "name in ASCII"),
        ("https://[fe80::1%25eth0]/", "malformed|plain IP|name in ASCII"),
        ("https://[fe80::1%eth0]/", "malformed|plain IP|name in ASCII"),
        (f"https://[{PUBLIC_V6}%25eth0]/", "malformed|plain IP|name in ASCII"),
        ("https://[::1/", "malformed"),
        ("https://[v1.x]/", "malformed|name in ASCII"),
        ("https://localhost/", "full name"),
        ("https://ho_oks..example.com/", "name in ASCII"),
        ("https://-hooks.example.com/", "name in ASCII"),
        ("https://hooks.example.com\\@127.0.0.1/", "backslashes"),
        ("https://hooks.example.com/a b", "spaces"),
        ("https://hooks.example.com/\n", "spaces"),
        ("https://hooks.example.com/#x", "fragment"),
        ("https://h\N{LATIN SMALL LETTER O WITH DIAERESIS}oks.example.com/", "ASCII"),
        ("https://\N{FULLWIDTH DIGIT ONE}27.0.0.1/", "ASCII"),
        (f"https://hooks.example.com/{'x' * 2000}", "2000"),
    ],
)
def test_a_url_that_could_mislead_is_refused(url: str, reason: str) -> None:
    with pytest.raises(TargetError, match=reason):
        target_of(url, Policy())

    outcome = post(OutgoingClient(Policy(), answering(PUBLIC)), url)

    assert outcome.error is not None
    assert outcome.error.startswith("refused: ")


def test_a_name_without_an_address_is_refused_like_one_of_a_private_network() -> None:
    async def unknown(_host: str, _port: int) -> Sequence[str]:
        raise socket.gaierror(socket.EAI_NONAME, "unknown")

    outcomes = [
        post(OutgoingClient(Policy(), resolve), "https://db.internal.example/")
        for resolve in (unknown, answering("10.0.0.5"), answering(), answering("fe80::1%eth0"), answering("x"))
    ]

    assert {each.error for each in outcomes} == {
        "refused: db.internal.example has no address, or one that is not public"
    }


def test_the_connection_goes_to_the_checked_address_with_the_certificate_of_the_name(tmp_path: Path) -> None:
    known = certificates(tmp_path, "hooks.example.com")
    policy = Policy(networks_in("127.0.0.0/8"))
    with receiver(known.server) as found:
        url = found.url("/a/b?c=d", "https", "hooks.example.com")
        outcome = post(OutgoingClient(policy, answering("127.0.0.1"), known.client), url, b'{"a":1}')
        other = found.url(scheme="https", host="other.example.com")
        wrong_name = post(OutgoingClient(policy, answering("127.0.0.1"), known.client), other)
        unknown_authority = post(OutgoingClient(policy, answering("127.0.0.1")), url)

    assert outcome == Outcome(204)
    (arrived,) = found.received
    assert (arrived.path, arrived.body) == ("/a/b?c=d", b'{"a":1}')
    assert arrived.headers["host"] == f"hooks.example.com:{found.port}"
    assert wrong_name.error is not None
    assert wrong_name.error.startswith("tls: the certificate is not accepted (Hostname mismatch")
    assert unknown_authority.error is not None
    assert unknown_authority.error.startswith("tls: the certificate is not accepted")


def test_a_name_that_resolves_differently_after_the_check_is_not_followed(tmp_path: Path) -> None:
    """DNS rebinding: the connection uses the addresses of the check; nothing resolves the name again."""
    known = certificates(tmp_path, "hooks.example.com")
    answers = [["127.0.0.1"], ["127.0.0.2"]]
    policy = Policy(networks_in("127.0.0.1/32"))

    async def rebinding(_host: str, _port: int) -> Sequence[str]:
        return answers.pop(0)

    with receiver(known.server) as found:
        url = found.url(scheme="https", host="hooks.example.com")
        first = post(OutgoingClient(policy, rebinding, known.client), url)
        second = post(OutgoingClient(policy, rebinding, known.client), url)

    assert first.status == 204
    assert second.error == "refused: hooks.example.com has no address, or one that is not public"
    assert len(found.received) == 1


def test_the_next_address_is_tried_if_one_does_not_accept() -> None:
    policy = Policy(networks_in("127.0.0.0/8"))
    with receiver(host="127.0.0.1") as found:
        url = found.url(host="hooks.example.com")
        outcome = post(OutgoingClient(policy, answering("127.0.0.9", "127.0.0.1")), url)

    assert outcome.status == 204


def test_a_redirect_is_not_followed() -> None:
    policy = Policy(networks_in("127.0.0.0/8"))
    with receiver() as found:
        found.answer = lambda _: Answer(302, b"", {"Location": "http://169.254.169.254/latest/meta-data"})
        outcome = post(OutgoingClient(policy), found.url())

    assert (outcome.status, outcome.is_success, len(found.received)) == (302, False, 1)


def test_proxies_of_the_environment_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    with receiver() as found:
        outcome = post(OutgoingClient(Policy(networks_in("127.0.0.0/8"))), found.url())

    assert outcome.status == 204


def test_only_the_start_of_a_reply_is_kept() -> None:
    with receiver() as found:
        found.answer = lambda _: Answer(500, b"\x00\xff" + b"x" * 200_000, {"Retry-After": "120"})
        outcome = post(OutgoingClient(Policy(networks_in("127.0.0.0/8"))), found.url())

    assert outcome.status == 500
    assert outcome.retry_after == 120
    assert outcome.reply == "\N{REPLACEMENT CHARACTER}" * 2 + "x" * (MOST_KEPT - 2)


def test_a_body_that_is_too_large_is_not_sent() -> None:
    with receiver() as found:
        outcome = post(OutgoingClient(Policy(networks_in("127.0.0.0/8"))), found.url(), b"x" * (MOST_SENT + 1))

    assert outcome.error == f"refused: the body has more than {MOST_SENT} bytes"
    assert not found.received


def test_a_receiver_that_does_not_answer_is_given_up() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        outcome = post(OutgoingClient(Policy(networks_in("127.0.0.0/8")), timeout=0.2), url)

    assert outcome.error == "timeout: no complete reply within 0.2 seconds"


def test_a_closed_port_and_a_malformed_reply_are_errors() -> None:
    policy = Policy(networks_in("127.0.0.0/8"))
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    closed = post(OutgoingClient(policy), f"http://127.0.0.1:{port}/")
    with receiver() as found:
        plain = post(OutgoingClient(policy), found.url(scheme="https"))

    assert closed.error == "connect: the host does not accept connections on this port"
    assert plain.error is not None
    assert plain.error.startswith("tls: the handshake failed")


def test_a_server_that_breaks_off_after_the_handshake_is_an_error_of_tls(tmp_path: Path) -> None:
    """With TLS 1.3 the client has finished its handshake when the server refuses it for the lack of a certificate."""
    known = certificates(tmp_path, "127.0.0.1").requiring_a_client_certificate()
    with receiver(known.server) as found:
        outcome = post(OutgoingClient(Policy(networks_in("127.0.0.0/8")), tls=known.client), found.url(scheme="https"))

    assert outcome.error is not None
    assert outcome.error.startswith("tls: the connection broke off (")
    assert not found.received


def test_certificates_of_the_operator_that_cannot_be_read_are_an_error_of_tls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "none.pem"
    file.write_text("no certificate")
    monkeypatch.setenv("SSL_CERT_FILE", f"{file}")
    outcome = post(OutgoingClient(Policy(networks_in("127.0.0.0/8"))), "https://127.0.0.1:9/")

    assert outcome.error is not None
    assert outcome.error.startswith("tls: the certificates of SSL_CERT_FILE or SSL_CERT_DIR cannot be read (")


def test_networks_of_the_operator_allow_any_port_only_there() -> None:
    policy = Policy(networks_in("10.0.0.0/8,fd00::/8"), frozenset({443, 8443}))

    assert target_of("http://10.1.2.3:9000/", policy).port == 9000
    assert target_of("https://[fd00::1]:22/", policy).authority == "[fd00::1]:22"
    assert target_of(f"https://{PUBLIC}:8443/", policy).port == 8443
    for url in ("http://192.168.1.1/", f"http://{PUBLIC}/", f"https://{PUBLIC}:22/", "https://[fe80::1]/"):
        with pytest.raises(TargetError):
            target_of(url, policy)
    outcome = post(OutgoingClient(policy, answering("10.0.0.1", PUBLIC)), "http://hooks.example.com/")
    assert outcome.error == "refused: hooks.example.com has no address, or one that is not public"
