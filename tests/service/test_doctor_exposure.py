"""`ludolog doctor` names what a public site lacks or opens too far, and the exit code follows from the verdicts."""

import json
import socket
import sqlite3
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from service.core.settings import VARIABLES, Limit, Settings, settings_from
from service.operate.doctor.environment import variables
from service.operate.doctor.exposure import UNLIMITED, exposed
from service.operate.doctor.installed import installed
from tests.service.forge import run_ludolog
from tests.service.server import free_port, serving
from tests.service.test_doctor_trials import doctor, wrong

SITE = {"LUDOLOG_ORIGIN": "https://ludolog.example", "LUDOLOG_TRUSTED_PROXIES": "127.0.0.1"}
OPEN = {"LUDOLOG_HOST": "0.0.0.0"}


def own_address() -> str | None:
    """Return an address of this machine that is not of its loopback interface."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            # no packet is sent
            asking.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return asking.getsockname()[0]


CASES: dict[str, tuple[dict[str, str], str | None]] = {
    "an open /metrics": ({**OPEN, "LUDOLOG_METRICS": "on"}, "LUDOLOG_METRICS"),
    "metrics for the operator": ({**OPEN, "LUDOLOG_METRICS": "on", "LUDOLOG_OPERATOR_NETWORKS": "10.0.0.0/8"}, None),
    "metrics on the loopback interface": ({"LUDOLOG_METRICS": "on"}, None),
    "no metrics": (OPEN, None),
    "webhooks to the loopback interface": (
        {**SITE, "LUDOLOG_WEBHOOK_NETWORKS": "127.0.0.0/8"},
        "LUDOLOG_WEBHOOK_NETWORKS",
    ),
    "webhooks everywhere": ({**SITE, "LUDOLOG_WEBHOOK_NETWORKS": "0.0.0.0/0"}, "LUDOLOG_WEBHOOK_NETWORKS"),
    "webhooks to ::1": ({**OPEN, "LUDOLOG_WEBHOOK_NETWORKS": "::/64"}, "LUDOLOG_WEBHOOK_NETWORKS"),
    "webhooks to the data of a cloud": (
        {**SITE, "LUDOLOG_WEBHOOK_NETWORKS": "169.254.169.254"},
        "LUDOLOG_WEBHOOK_NETWORKS",
    ),
    "webhooks to another network": ({**SITE, "LUDOLOG_WEBHOOK_NETWORKS": "203.0.113.0/24"}, None),
    "webhooks of a developer": ({"LUDOLOG_WEBHOOK_NETWORKS": "127.0.0.0/8"}, None),
    "no proxy in front of a process without TLS": (
        {**OPEN, "LUDOLOG_ORIGIN": "https://ludolog.example"},
        "LUDOLOG_TRUSTED_PROXIES",
    ),
    "no proxy in front of the loopback interface": (
        {"LUDOLOG_ORIGIN": "http://ludolog.example"},
        "LUDOLOG_TRUSTED_PROXIES",
    ),
    "a public port without a proxy": ({**OPEN, "LUDOLOG_ORIGIN": "http://ludolog.example:8000"}, None),
    "a local site": ({"LUDOLOG_ORIGIN": "http://localhost:8000"}, None),
    "a site behind its proxy": (SITE, None),
}


@pytest.mark.parametrize("name", CASES)
def test_what_a_public_site_lacks_or_opens_too_far(name: str) -> None:
    given, found = CASES[name]
    assert list(exposed(settings_from(given))) == ([] if found is None else [found])


@pytest.mark.parametrize("name", UNLIMITED)
def test_a_limit_of_a_public_site_that_is_off_is_a_note(name: str) -> None:
    (note,) = [each for each in variables(settings_from({**SITE, name: "0"})) if each.what == name]
    assert (note.verdict, note.found[:14]) == ("note", "0 (no limit): ")
    (alone,) = [each for each in variables(settings_from({name: "0"})) if each.what == name]
    assert (alone.verdict, alone.found) == ("ok", "0")


def test_every_limit_that_can_be_off_has_its_note() -> None:
    kinds = {field.name: field.type for field in msgspec.structs.fields(Settings)}
    limits = {name for name, field in VARIABLES.items() if Limit in {kinds[field], *get_args(kinds[field])}}
    # without a number of its own, the limit of connections follows from that of open files; to keep texts is no danger
    assert limits - {"LUDOLOG_CONNECTIONS", "LUDOLOG_KEEP_MESSAGES"} == UNLIMITED.keys()
    assert all(each.verdict != "note" for each in variables(settings_from(SITE)))


@pytest.mark.skipif(own_address() is None, reason="this machine has no other interface")
def test_a_network_of_webhooks_with_this_machine_is_named() -> None:
    address = own_address()
    found = exposed(settings_from({**SITE, "LUDOLOG_WEBHOOK_NETWORKS": f"{address}/32"}))
    assert f"this machine ({address})" in found["LUDOLOG_WEBHOOK_NETWORKS"]


def test_they_are_wrong_and_a_service_logs_them(tmp_path: Path) -> None:
    given = {"LUDOLOG_ORIGIN": "https://ludolog.example", "LUDOLOG_WEBHOOK_NETWORKS": "127.0.0.0/8"}
    found = doctor(LUDOLOG_DATABASE=f"sqlite:///{tmp_path}/games.db", **given)
    with serving(tmp_path / "games.db", {}, tmp_path / "log", **given):
        pass

    assert found["code"] == 1
    assert wrong(found).keys() == {"LUDOLOG_TRUSTED_PROXIES", "LUDOLOG_WEBHOOK_NETWORKS"}
    log = (tmp_path / "log").read_text()
    assert all(f"{name}: " in log for name in wrong(found))


def test_an_unknown_setting_is_wrong(tmp_path: Path) -> None:
    found = doctor(LUDOLOG_DATABASE=f"sqlite:///{tmp_path}/games.db", LUDOLOG_PROT="8000")
    assert (found["code"], list(wrong(found))) == (1, ["LUDOLOG_PROT"])


def test_an_old_sqlite_is_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 40, 1))
    monkeypatch.setattr(sqlite3, "sqlite_version", "3.40.1")
    (found,) = [each for each in installed() if each.what == "sqlite"]
    assert (found.verdict, found.found[:6]) == ("note", "3.40.1")


@pytest.mark.parametrize(("arguments", "code"), [((), 0), (("--strict",), 1)])
def test_warnings_change_the_exit_code_only_if_it_is_asked_for(
    tmp_path: Path, arguments: tuple[str, ...], code: int
) -> None:
    settings = {
        "LUDOLOG_DATABASE": f"sqlite:///{tmp_path}/games.db",
        "LUDOLOG_PORT": str(free_port()),
        "LUDOLOG_CONNECTIONS": "5",
    }
    done = run_ludolog("doctor", "--json", *arguments, environment=settings)
    verdicts = {finding["verdict"] for finding in json.loads(done.stdout)}
    assert done.returncode == code
    assert verdicts - {"note"} == {"ok", "warning"}
    without = {name: value for name, value in settings.items() if name != "LUDOLOG_CONNECTIONS"}
    assert run_ludolog("doctor", *arguments, environment=without).returncode == 0
