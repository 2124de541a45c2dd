"""The files of deploy/cluster: `fill` writes what the programs of a node take, and the guide names what is there."""

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from service.core.settings import settings_from
from tests.cluster.nodes import CLUSTER, program
from tests.service.guide import shell_blocks
from tests.service.test_deploy import check_command, commands_in

README = (CLUSTER / "README.md").read_text()
COMPOSE: dict[str, Any] = yaml.safe_load((CLUSTER / "compose.yaml").read_text())


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files of the node `b`, by the description that the guide makes."""
    folder = tmp_path_factory.mktemp("filled")
    (making,) = [line for line in README.splitlines() if "nodes.env.example > nodes.env" in line]
    shutil.copy(CLUSTER / "nodes.env.example", folder)
    subprocess.run(["bash", "-euc", making.strip()], cwd=folder, check=True)
    assert (folder / "nodes.env").stat().st_mode & 0o777 == 0o600
    fill(folder / "nodes.env", folder)
    return folder


def fill(description: Path, folder: Path) -> None:
    environment = {**os.environ, "NODES": str(description)}
    subprocess.run([str(CLUSTER / "fill"), "b", str(folder)], env=environment, check=True, capture_output=True)


def test_every_name_is_filled_in(filled: Path) -> None:
    files = [path for path in (filled / "etc").rglob("*") if path.is_file()]

    assert len(files) == 1 + len([path for path in (CLUSTER / "etc").rglob("*") if path.is_file()])
    assert [path for path in files if re.search(r"@[A-Z0-9_]+@", path.read_text())] == []


def test_passwords_are_not_for_everybody(filled: Path) -> None:
    (password,) = re.findall(r"^SERVICE_PASSWORD=(\w{48})$", (filled / "nodes.env").read_text(), re.MULTILINE)
    secret = [path for path in filled.rglob("*") if path.is_file() and password in path.read_text()]

    assert {path.name for path in secret} == {"nodes.env", "database-url", "post_bootstrap"}
    assert [path for path in secret if path.stat().st_mode & 0o007] == []
    for name in ("patroni/config.yml", "pgbackrest.conf"):
        assert (filled / "etc" / name).stat().st_mode & 0o777 == 0o640


def test_a_description_with_a_gap_is_refused_by_name(tmp_path: Path) -> None:
    environment = {**os.environ, "NODES": str(CLUSTER / "nodes.env.example")}
    done = subprocess.run(
        [str(CLUSTER / "fill"), "a", str(tmp_path)], env=environment, check=False, capture_output=True, text=True
    )

    assert (done.returncode, done.stderr) == (2, "fill: SUPERUSER_PASSWORD is empty in nodes.env\n")
    assert list(tmp_path.iterdir()) == []


def test_the_service_takes_the_url_of_the_three_nodes(filled: Path) -> None:
    settings = settings_from({"LUDOLOG_DATABASE_FILE": str(filled / "etc/ludolog/database-url")})

    assert "host=10.0.0.1,10.0.0.2,10.0.0.3" in settings.database
    dropped = (filled / "etc/systemd/system/ludolog@.service.d/cluster.conf").read_text()
    given = dict(re.findall(r"^Environment=(\w+)=(.*)$", dropped, re.MULTILINE))
    settings = settings_from(given)
    assert settings.origin == "https://ludolog.example"
    # the files that the units write
    assert (settings.backups, settings.erased_file) == ("%S/ludolog-backup/latest", "%S/ludolog/erased.txt")
    assert f"ExecStartPre=/usr/bin/touch {settings.erased_file}\n" in dropped
    seen = (filled / "etc/systemd/system/ludolog-backup-seen.service").read_text()
    assert "StateDirectory=ludolog-backup\nStateDirectoryMode=0755\n" in seen
    assert str(settings.backups) in seen


def test_postgres_lets_other_machines_in_for_one_database_each(filled: Path) -> None:
    lines = yaml.safe_load((filled / "etc/patroni/config.yml").read_text())["postgresql"]["pg_hba"]

    assert [line.split()[1:3] for line in lines if "10.0.0.0/24" in line] == [
        ["replication", "replicator"],
        ["postgres", "rewinder"],
        ["ludolog", "ludolog"],
    ]


def test_fill_leaves_the_rights_of_folders_that_are_there(tmp_path: Path, filled: Path) -> None:
    tls = tmp_path / "etc/nginx/tls"
    tls.mkdir(parents=True)
    for folder, mode in ((tls, 0o700), (tls.parent, 0o750)):
        folder.chmod(mode)
    fill(filled / "nodes.env", tmp_path)

    modes = {str(path.relative_to(tmp_path)): path.stat().st_mode & 0o777 for path in tmp_path.rglob("*")}
    assert (modes["etc/nginx/tls"], modes["etc/nginx"]) == (0o700, 0o750)
    # what it makes is as packages make it
    assert (modes["etc/patroni"], modes["etc/systemd/system/etcd.service.d"]) == (0o755, 0o755)


@pytest.mark.parametrize("is_link", [False, True])
def test_the_drill_restores_into_no_folder_of_somebody_else(tmp_path: Path, is_link: bool) -> None:
    folder, elsewhere = tmp_path / "drill", tmp_path / "elsewhere"
    if is_link:
        folder.symlink_to(elsewhere)
    else:
        folder.mkdir()
    environment = {**os.environ, "FOLDER": str(folder)}
    done = subprocess.run([str(CLUSTER / "drill")], env=environment, check=False, capture_output=True, text=True)

    assert done.returncode == 2
    assert f"drill: {folder} has to be a new folder" in done.stderr
    assert not elsewhere.exists()
    assert is_link or list(folder.iterdir()) == []


def test_the_timeouts_of_patroni_follow_its_rule(filled: Path) -> None:
    dynamic = yaml.safe_load((filled / "etc/patroni/config.yml").read_text())["bootstrap"]["dcs"]

    assert dynamic["loop_wait"] + 2 * dynamic["retry_timeout"] <= dynamic["ttl"]
    said = ", ".join(f"{name}: {dynamic[name]}" for name in ("ttl", "loop_wait", "retry_timeout"))
    assert f"`{said}`" in README
    assert (dynamic["synchronous_mode"], dynamic["failsafe_mode"]) == (True, True)


def test_patroni_does_not_use_version_3_of_the_api_of_etcd(filled: Path) -> None:
    """Version 3.0.2 overwrites the key of another leader by it."""
    configuration = yaml.safe_load((filled / "etc/patroni/config.yml").read_text())

    assert "etcd3" not in configuration
    assert configuration["etcd"]["hosts"].count(":2379") == 3
    assert "ETCD_ENABLE_V2=true" in (filled / "etc/default/etcd").read_text().splitlines()


@pytest.mark.skipif(program("haproxy") is None, reason="haproxy is not installed")
def test_haproxy_takes_its_file(filled: Path) -> None:
    haproxy = program("haproxy")
    assert haproxy is not None
    done = subprocess.run(
        [haproxy, "-c", "-f", str(filled / "etc/haproxy/haproxy.cfg")], check=False, capture_output=True, text=True
    )

    assert (done.returncode, "Configuration file is valid" in done.stdout) == (0, True), done.stderr


def test_the_proxy_uses_the_service_processes_of_all_nodes(filled: Path) -> None:
    servers = re.findall(r"^ *server (\S+) max_fails", (filled / "etc/nginx/nginx.conf").read_text(), re.MULTILINE)

    assert servers == ["10.0.0.1:8001", "10.0.0.2:8001", "10.0.0.3:8001"]


def test_the_commands_of_the_guide_are_there() -> None:
    for block in shell_blocks(README.replace("\n   ", "\n")):
        for words in commands_in(block):
            check_command(words)
    for unit in set(re.findall(r"ludolog-backup\S+\.timer", README)):
        assert (CLUSTER / "etc/systemd/system" / unit).is_file()


def test_the_containers_fit_together(tmp_path: Path) -> None:
    services = COMPOSE["services"]
    beginning = (CLUSTER / "compose.yaml").read_text().partition("name:")[0]

    assert {name.rpartition("-")[0] or name for name in services} == {"etcd", "patroni", "service", "worker", "proxy"}
    addresses = [services[f"etcd-{node}"]["networks"]["default"]["ipv4_address"] for node in "abc"]
    description = (CLUSTER / "nodes.env.containers").read_text()
    assert [f"ADDRESS{number}={address}" in description for number, address in enumerate(addresses, 1)] == [True] * 3
    for node in "abc":
        assert services[f"patroni-{node}"]["network_mode"] == f"service:etcd-{node}"
    (making,) = re.findall(r"^#   (.*nodes\.env\.containers > nodes\.env\))$", beginning, re.MULTILINE)
    shutil.copy(CLUSTER / "nodes.env.containers", tmp_path)
    subprocess.run(["bash", "-euc", making], cwd=tmp_path, check=True)
    made = tmp_path / "nodes.env"
    assert made.stat().st_mode & 0o777 == 0o600
    assert len(set(re.findall(r"_PASSWORD=(\w{48})$", made.read_text(), re.MULTILINE))) == 6
    # the folder keeps everybody else of the machine out
    assert "mkdir -m 700 nodes && for node in a b c; do ./fill $node nodes/$node; done" in beginning
    assert COMPOSE["secrets"]["database-url"]["file"] == "nodes/database-url"
