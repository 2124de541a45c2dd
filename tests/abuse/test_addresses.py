"""From which address a request comes, behind trusted proxies and without."""

import pytest

from service.core.connections.addresses import Addresses
from service.core.connections.networks import networks_in
from service.core.settings import Settings, SettingsError

PROXIES = Addresses(networks_in("10.0.0.0/8, ::1"))


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("203.0.113.7", [], "203.0.113.7"),
        ("203.0.113.7", ["198.51.100.1"], "203.0.113.7"),
        ("10.0.0.1", ["198.51.100.1"], "198.51.100.1"),
        ("10.0.0.1", ["1.2.3.4, 198.51.100.1"], "198.51.100.1"),
        ("10.0.0.1", ["1.2.3.4, 198.51.100.1, 10.7.7.7"], "198.51.100.1"),
        ("10.0.0.1", ["1.2.3.4", "198.51.100.1"], "198.51.100.1"),
        ("::ffff:10.0.0.1", ["198.51.100.1"], "198.51.100.1"),
        ("::1", ["2001:db8:1:2:3:4:5:6"], "2001:db8:1:2::/64"),
        ("10.0.0.1", [], "10.0.0.1"),
        ("10.0.0.1", ["unknown"], "10.0.0.1"),
        ("10.0.0.1", ["10.0.0.2"], "10.0.0.1"),
        ("2001:db8:1:2:3:4:5:6", [], "2001:db8:1:2::/64"),
        ("fe80::1%eth0", [], "fe80::/64"),
    ],
)
def test_the_last_address_that_is_no_trusted_proxy_counts(peer: str, forwarded: list[str], client: str) -> None:
    headers = [(b"x-forwarded-for", value.encode()) for value in forwarded]

    assert PROXIES.client_of(peer, headers) == client


def test_the_connections_of_trusted_proxies_are_not_counted() -> None:
    assert PROXIES.key_of("10.1.2.3") is None
    assert PROXIES.key_of("203.0.113.7") == "203.0.113.7"


@pytest.mark.parametrize("text", ["proxy", "10.0.0.1/8", "10.0.0.1;10.0.0.2"])
def test_a_setting_that_names_no_network_is_refused(text: str) -> None:
    with pytest.raises(SettingsError, match="LUDOLOG_TRUSTED_PROXIES"):
        _ = Settings(trusted_proxies=text).proxies
