"""Who sees the versions and internals of a service, and which build it says that it is."""

import subprocess
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

import pytest
from prometheus_client import generate_latest

from service.core.settings import Settings
from service.lists.process_metrics import process_registry
from service.operate.doctor.address import service_at
from service.release import build, commit_of, release
from tests.replies import ok
from tests.service.forge import run_ludolog
from tests.service.kit import problem
from tests.service.server import Server, serving
from tests.service.test_metrics import told, values
from tests.waiting import until

ROOT = Path(__file__).parents[2]
STRANGER, COLLECTOR = {"X-Forwarded-For": "203.0.113.9"}, {"X-Forwarded-For": "10.1.2.3"}
CHECKS = ("/health/live", "/health/ready")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A service behind a proxy on this machine, with a network from which its metrics are collected."""
    settings = {
        "LUDOLOG_TRUSTED_PROXIES": "127.0.0.1",
        "LUDOLOG_OPERATOR_NETWORKS": "10.1.0.0/16",
        "LUDOLOG_METRICS": "on",
    }
    with serving(tmp_path_factory.mktemp("operator") / "games.db", **settings) as server:
        yield server


@pytest.mark.parametrize("path", CHECKS)
@pytest.mark.parametrize("headers", [COLLECTOR, {"X-Forwarded-For": "127.0.0.2"}])
def test_the_operator_sees_versions_and_internals(site: Server, path: str, headers: dict[str, str]) -> None:
    reply = site.client().get(path, headers=headers)
    assert reply.status_code == 200
    assert reply.json()["version"] == build()
    assert {"store", "sqlite", "streams", "lag", "clock_jump", "clock_doubt", "due_work"} <= reply.json().keys()


@pytest.mark.parametrize("path", CHECKS)
def test_everybody_else_sees_the_status_alone(site: Server, path: str) -> None:
    reply = site.client().get(path, headers=STRANGER)
    assert (reply.status_code, reply.json()) == (200, {"status": "ok"})


def test_metrics_are_for_the_networks_of_the_operator_if_these_are_set(site: Server) -> None:
    assert problem(site.client().get("/metrics", headers=STRANGER)) == (404, "not-found")
    assert site.client().get("/metrics", headers=COLLECTOR).status_code == 200


@pytest.mark.parametrize("headers", [{}, {"X-Forwarded-For": "unknown"}, {"X-Forwarded-For": "127.0.0.1"}])
def test_a_trusted_proxy_on_this_machine_that_names_no_client_is_not_the_operator(
    site: Server, headers: dict[str, str]
) -> None:
    for path in CHECKS:
        reply = site.client().get(path, headers=headers)
        assert (reply.status_code, reply.json()) == (200, {"status": "ok"})
    assert problem(site.client().get("/metrics", headers=headers)) == (404, "not-found")


def test_a_network_of_the_operator_that_is_set_counts_also_if_it_is_that_of_a_proxy(tmp_path: Path) -> None:
    settings = {"LUDOLOG_TRUSTED_PROXIES": "127.0.0.1", "LUDOLOG_OPERATOR_NETWORKS": "127.0.0.1"}
    with serving(tmp_path / "games.db", **settings, LUDOLOG_METRICS="on") as server:
        assert ok(server.client().get("/health/live")).json()["version"] == build()
        assert server.client().get("/metrics").status_code == 200
        assert problem(server.client().get("/metrics", headers=STRANGER)) == (404, "not-found")


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded"])
def test_what_an_unknown_proxy_forwards_is_not_from_the_operator(server: Server, header: str) -> None:
    for path in CHECKS:
        reply = server.client().get(path, headers={header: "127.0.0.1"})
        assert (reply.status_code, reply.json()) == (200, {"status": "ok"})


def test_the_reason_of_a_failed_check_is_for_the_operator(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with serving(file, LUDOLOG_TRUSTED_PROXIES="127.0.0.1") as server:
        client = server.client()
        file.unlink()
        # the file is looked at once a second
        until(lambda: client.get("/health/ready").status_code == 503)
        own = client.get("/health/ready", headers={"X-Forwarded-For": "127.0.0.2"})
        other = client.get("/health/ready", headers=STRANGER)
    assert own.status_code == 503, own.text
    assert "was deleted" in own.json()["detail"]
    assert (other.status_code, other.json()["detail"]) == (503, "the service cannot serve now")


def test_the_doctor_knows_a_service_that_does_not_show_its_version(
    site: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def live(_settings: Settings, path: str) -> dict[str, str]:
        asked.append(path)
        return ok(site.client().get(f"/health/{path}", headers=STRANGER)).json()

    # the package has a function of the same name
    monkeypatch.setattr(import_module("service.operate.doctor.address"), "_asked", live)
    assert service_at(Settings()) == "of a version that it does not show"
    assert asked == ["live"]


def head() -> str:
    return subprocess.check_output(["git", "rev-parse", "HEAD"], cwd=ROOT, text=True).strip()


def test_the_build_names_the_release_and_the_commit(site: Server) -> None:
    assert build() == f"{version('ludolog')}+g{head()[:8]}"
    assert run_ludolog("--version").stdout == f"ludolog {build()}\n"
    assert build() in site.client().get("/about").text
    collector = site.client()
    collector.headers.update(COLLECTOR)
    info = told(collector)
    labels = (("commit", head()[:8]), ("version", build()))
    assert info["ludolog_build_info", labels] == 1


def test_a_document_does_not_change_with_each_commit(site: Server) -> None:
    commit = head()[:8]
    for path in ("/openapi.json", "/v1/rulesets", "/v1/games"):
        reply = site.client().get(path)
        assert reply.status_code == 200
        assert commit not in reply.text
        assert commit not in str(reply.headers)


def test_a_commit_is_found_however_git_keeps_it(tmp_path: Path) -> None:
    def git(*arguments: str, at: Path = tmp_path) -> str:
        named = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
        return subprocess.check_output(
            ["git", *named, *arguments], cwd=at, text=True, stderr=subprocess.DEVNULL
        ).strip()

    git("init")
    (tmp_path / "pyproject.toml").touch()
    assert commit_of(tmp_path) is None
    git("add", ".")
    git("commit", "--message=first")
    first = git("rev-parse", "HEAD")
    assert commit_of(tmp_path) == first
    git("worktree", "add", "-b", "other", str(tmp_path / "tree"))
    assert commit_of(tmp_path / "tree") == first
    git("pack-refs", "--all")
    assert commit_of(tmp_path) == commit_of(tmp_path / "tree") == first
    git("checkout", "--detach")
    assert commit_of(tmp_path) == first
    # an installed package below somebody's repository
    assert commit_of(tmp_path / "tree" / "none") is None
    assert release() == version("ludolog")


def test_a_worker_names_its_build() -> None:

    found = values(generate_latest(process_registry()).decode())
    assert [name for name, _ in found if name == "ludolog_build_info"] == ["ludolog_build_info"]
