"""The files of deploy/: every command, option, setting and path that they name is there."""

import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml
from typer.main import get_command

from service.core.settings import VARIABLES, settings_from
from service.core.store.timeouts import SHUTDOWN_TIMEOUT
from service.operate.cli import MODULES, app
from service.people.api.auth import TIMELESS
from service.serving.listener import HEADERS_WITHIN
from tests.service.guide import DEPLOY, page, sections, shell_blocks, whole_guide

ROOT = Path(__file__).parents[2]
UNITS = sorted((DEPLOY / "systemd").iterdir())
FILES = [path for path in sorted(DEPLOY.rglob("*")) if path.is_file()]
GROUP: Any = get_command(app)
COMMANDS: dict[str, Any] = {name: GROUP.get_command(None, name) for name in MODULES}
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
CONTAINERFILE = (DEPLOY / "Containerfile").read_text()


def check_command(words: list[str]) -> None:
    """The words after `ludolog` are a command of ours, with options that it has."""
    command, *rest = COMMANDS[words[0]], *words[1:]
    # `ludolog people suspend`: a command of a group
    while rest and rest[0][0] != "-" and (below := getattr(command, "commands", None)) is not None:
        assert rest[0] in below, words
        command, *rest = below[rest[0]], *rest[1:]
    options = {"--help", *(option for parameter in command.params for option in parameter.opts)}
    assert not [word for word in rest if word.startswith("--") and word.split("=")[0] not in options], words


def commands_in(text: str) -> Iterator[list[str]]:
    for line in re.findall(r"(?:^|[\s`]|bin/)ludolog ([a-z]+[^`\n;&|)]*)", text, re.MULTILINE):
        yield shlex.split(line, comments=True)


def test_every_variable_that_a_file_names_is_a_setting() -> None:
    named = {name for path in FILES for name in re.findall(r"LUDOLOG_[A-Z_]+", path.read_text())}

    assert named - VARIABLES.keys() == {"LUDOLOG_TEST_POSTGRES", "LUDOLOG_SERVER"} & named
    assert len(named) > 8


def test_every_command_in_the_text_is_there() -> None:
    text = whole_guide()
    found = [words for block in shell_blocks(text) for words in commands_in(block)]
    found += list(commands_in(" ".join(re.findall(r"`ludolog [^`]+`", text)).replace("` `", "`\n`")))

    assert {words[0] for words in found} >= {"backup", "doctor", "site"}
    for words in found:
        check_command(words)


def test_a_backup_of_postgresql_is_private_and_not_committed() -> None:
    dumps = [line for block in shell_blocks(whole_guide()) for line in block.splitlines() if "pg_dump" in line]

    assert len(dumps) == 2
    assert [line for line in dumps if not line.startswith("(umask 077 && ")] == []
    assert "*.dump" in (ROOT / ".gitignore").read_text().splitlines()


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_a_unit_starts_a_command_under_settings_that_can_be_used(unit: Path) -> None:
    text = unit.read_text()
    (started,) = re.findall(r"^ExecStart=/opt/ludolog/bin/ludolog (.*)$", text, re.MULTILINE)
    check_command(started.split())
    given = dict(re.findall(r"^Environment=(\w+)=(.*)$", text, re.MULTILINE))
    url = given.pop("LUDOLOG_DATABASE_FILE", None)
    if url is not None:
        assert f"LoadCredential={Path(url).name}:" in text
    settings = settings_from({name: value.replace("%i", "8001") for name, value in given.items()})
    assert settings.port in {8000, 8001}
    # started again for as long as it takes, whatever the reason was
    assert "StartLimitIntervalSec=0" in text.partition("[Service]")[0].splitlines()
    assert "Restart=always" in text.splitlines()
    (stop,) = re.findall(r"^TimeoutStopSec=(\d+)$", text, re.MULTILINE)
    assert int(stop) > SHUTDOWN_TIMEOUT


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_takes_the_units(tmp_path: Path) -> None:
    for unit in UNITS:
        name = unit.name.replace("@", "@8001")
        # the program is looked for
        (tmp_path / name).write_text(unit.read_text().replace("/opt/ludolog/bin/ludolog", "/bin/true"))
    command = ["systemd-analyze", "verify", "--man=no", *(str(path) for path in tmp_path.iterdir())]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)

    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("way", ["sqlite", "postgresql"])
def test_an_upgrade_copies_the_units_and_reloads_them_before_it_restarts(way: str) -> None:
    installed, upgraded = (_first_steps(way, name) for name in ("Install", "Upgrade"))
    copies = [step for step in installed if step[0] == "cp"]
    (started,) = [step[3:] for step in installed if step[:3] == ["systemctl", "enable", "--now"]]
    restarted = [unit for step in upgraded if step[:2] == ["systemctl", "restart"] for unit in step[2:]]

    assert [step for step in upgraded if step[0] == "cp"] == copies
    assert all((ROOT / unit).is_file() for step in copies for unit in step[1:-1])
    # the worker first: that of 0.2.0 ends as soon as another process has migrated the tables
    assert restarted == sorted(started, key=lambda unit: unit != "ludolog-worker")
    reload, restart = ["systemctl", "daemon-reload"], ["systemctl", "restart", restarted[0]]
    assert upgraded.index(copies[-1]) < upgraded.index(reload) < upgraded.index(restart)


def test_an_upgrade_of_containers_loads_the_configuration_of_the_proxy() -> None:
    steps = _first_steps("containers", "Upgrade")
    proxies = [name for name, each in COMPOSE["services"].items() if "nginx.conf" in str(each.get("volumes"))]

    assert steps[-1] == ["docker", "compose", "restart", *proxies]


def _commands_of(page_name: str) -> Iterator[list[str]]:
    """Yield the words of each command on a page, without what follows a redirection."""
    for block in shell_blocks(page(page_name)):
        for line in block.splitlines():
            lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
            lexer.whitespace_split = True
            words: list[str] = []
            for word in lexer:
                if word not in {"(", ")", "&&", "<", ">"}:
                    words.append(word)
                elif words:
                    yield words
                    words = []
            if words:
                yield words


def test_the_commands_about_containers_name_services_files_and_users_that_are_there() -> None:
    services = COMPOSE["services"]
    image = dict(re.findall(r"\b(LUDOLOG_\w+)=(\S+)", CONTAINERFILE))
    database = services["postgres"]["environment"]
    all_commands = list(_commands_of("containers"))
    commands = [words for words in all_commands if words[:2] == ["docker", "compose"]]

    assert {words[2] for words in commands} == {"up", "restart", "exec", "run"}
    for words in commands:
        named = [word for word in words[3:] if word in services]
        assert len(named) == (words[2] != "up" or not words[-1].startswith("--")), words
        assert [word for word in words if word.startswith("--username=")] in (
            [],
            [f"--username={database['POSTGRES_USER']}"],
        )
        if "/data/" in words[-1]:
            assert image["LUDOLOG_KEY_FILE"] in words[-1]
    dump, restore = (next(words for words in commands if program in words) for program in ("pg_dump", "pg_restore"))
    assert dump[-1] == database["POSTGRES_DB"]
    assert f"--dbname={database['POSTGRES_DB']}" in restore
    run = [words for words in all_commands if words[:2] == ["podman", "run"]]
    assert len(run) == 2
    for words in run:
        check_command(words[words.index("ludolog") + 1 :])


def test_the_secrets_of_the_installation_are_those_that_the_composition_reads(tmp_path: Path) -> None:
    *made, up = shell_blocks(sections("containers")["Install"])[0].splitlines()
    assert up == "docker compose up --build --detach"
    subprocess.run(["bash", "-euc", "\n".join(made)], cwd=tmp_path, check=True, timeout=60)
    files = {name: tmp_path / secret["file"] for name, secret in COMPOSE["secrets"].items()}

    assert {path.name for path in (tmp_path / "secrets").iterdir()} == {path.name for path in files.values()}
    assert (tmp_path / "secrets").stat().st_mode & 0o777 == 0o700
    settings = settings_from({"LUDOLOG_DATABASE_FILE": str(files["database-url"])})
    url, database = urlsplit(settings.database), COMPOSE["services"]["postgres"]["environment"]
    assert (url.scheme, url.username, url.hostname, url.path) == (
        "postgresql", database["POSTGRES_USER"], "postgres", f"/{database['POSTGRES_DB']}",
    )  # fmt: skip
    assert url.password == files["postgres-password"].read_text().strip()
    assert database["POSTGRES_PASSWORD_FILE"] == "/run/secrets/postgres-password"
    # the file repeats the commands for those who read only it
    beginning = (DEPLOY / "compose.yaml").read_text().partition("name:")[0]
    assert [line for line in made if f"#   {line.partition('  #')[0]}" not in beginning] == []


def test_the_page_about_containers_has_the_numbers_of_the_files() -> None:
    text = re.sub(r"\s+", " ", page("containers"))
    conf = (DEPLOY / "nginx.conf").read_text()
    (rate,) = re.findall(r"rate=(\d+)r/s", conf)
    (burst,) = re.findall(r"limit_req zone=addresses burst=(\d+)", conf)
    (connections,) = re.findall(r"limit_conn connections (\d+);", conf)
    environment = COMPOSE["services"]["service-1"]["environment"]
    (network,) = COMPOSE["networks"]["default"]["ipam"]["config"]
    port, _, _ = COMPOSE["services"]["proxy"]["ports"][0].partition(":")
    (user,) = re.findall(r"^USER (\d+):\d+$", CONTAINERFILE, re.MULTILINE)
    said = [
        f"sets `LUDOLOG_RATE_LIMIT` to {int(environment['LUDOLOG_RATE_LIMIT']):,}",
        f"above {rate} requests per second (bursts of {burst}) or {connections} connections of an address",
        f"The site is at port {port}",
        f"`http://localhost:{port}`",
        f"if {network['subnet']} is in use",
        f"user {user} must own the folder",
        f"its own user ({user})",
        f"port {environment['LUDOLOG_WORKER_METRICS_PORT']} of the worker",
        "at port 8000 of each service",
    ]

    assert [part for part in said if part not in text] == []
    assert "LUDOLOG_PORT=8000" in CONTAINERFILE
    assert environment["LUDOLOG_OPERATOR_NETWORKS"] == network["subnet"]
    assert "COMMIT" in str(COMPOSE["services"]["service-1"]["build"]["args"])
    assert "For TLS" in conf[-300:]


def _first_steps(way: str, section: str) -> list[list[str]]:
    """Return the commands of the first block of a section, each as its words."""
    block = shell_blocks(sections(way)[section])[0]
    return [shlex.split(step, comments=True) for step in re.split(r"\n|&&", block.strip())]


SERVICES = [unit for unit in UNITS if "ludolog serve" in unit.read_text()]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
@pytest.mark.parametrize("unit", SERVICES, ids=lambda unit: unit.name)
def test_a_service_may_ask_the_kernel_about_the_clock_and_may_not_set_it(unit: Path) -> None:
    lines = unit.read_text().splitlines()
    filters = [line.partition("=")[2] for line in lines if line.startswith("SystemCallFilter=")]
    assert filters
    assert not any(each.startswith("~") for each in filters)
    allowed = _calls_of(" ".join(filters).split())

    assert allowed >= {"read", "clock_gettime", "adjtimex", "clock_adjtime"}
    assert not allowed & {"settimeofday", "clock_settime"}
    # it denies all calls of @clock, after the filters
    assert not [line for line in lines if line.startswith("ProtectClock=")]
    assert "CapabilityBoundingSet=" in lines


def _calls_of(names: list[str]) -> set[str]:
    """Return the system calls of a filter: names of calls, and of sets, which contain other sets."""
    found: set[str] = set()
    for name in names:
        if name.startswith("@"):
            command = ["systemd-analyze", "syscall-filter", "--no-pager", name]
            done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
            found |= _calls_of([line.strip() for line in done.stdout.splitlines()[1:] if "#" not in line])
        else:
            found.add(name)
    return found


def test_the_services_of_the_composition_fit_together() -> None:
    services, volumes, secrets = COMPOSE["services"], COMPOSE["volumes"], COMPOSE["secrets"]

    assert {name.rstrip("-12") for name in services} == {"postgres", "service", "worker", "proxy"}
    for name, service in services.items():
        assert service["read_only"] is True
        assert "healthcheck" in service, name
        for needed, how in service.get("depends_on", {}).items():
            assert how["condition"] == "service_healthy"
            assert not services[needed]["healthcheck"].get("disable")
        assert set(service.get("secrets", ())) <= secrets.keys()
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert source in volumes or (DEPLOY / source).is_file(), volume


def test_the_proxy_finds_the_services_wherever_they_have_started_again() -> None:
    services = COMPOSE["services"]
    (network,) = COMPOSE["networks"]["default"]["ipam"]["config"]
    known = dict(entry.split(":") for entry in services["proxy"]["extra_hosts"])

    assert known == {
        name: service["networks"]["default"]["ipv4_address"]
        for name, service in services.items()
        if "networks" in service
    }
    assert known.keys() == services["proxy"]["depends_on"].keys()
    for address in map(ip_address, known.values()):
        assert address in ip_network(network["subnet"])
        # nobody else is given it while the service is down
        assert address not in ip_network(network["ip_range"])


def test_every_image_is_built_once_or_has_the_name_of_a_registry() -> None:
    services = COMPOSE["services"].values()
    built = [service["image"] for service in services if "build" in service]
    (build,) = [service["build"] for service in services if "build" in service]

    # two builds of one name fail where images are made at the same time
    assert built == ["ludolog"]
    assert (DEPLOY / build["context"]).resolve() == ROOT
    assert (ROOT / build["dockerfile"]).is_file()
    # podman knows no other registry unless it is told of one
    fetched = {service["image"] for service in services} - set(built)
    fetched |= {name.split()[0] for name in re.findall(r"^FROM (.*)$", CONTAINERFILE, re.MULTILINE)}
    assert len(fetched) == 4
    assert all(name.startswith("docker.io/library/") for name in fetched)


@pytest.mark.parametrize("name", ["service-1", "service-2", "worker"])
def test_our_containers_run_commands_under_settings_that_can_be_used(name: str, tmp_path: Path) -> None:
    service = COMPOSE["services"][name]
    check_command(service["command"])
    if not service["healthcheck"].get("disable"):
        assert service["healthcheck"]["test"][:2] == ["CMD", "ludolog"]
        check_command(service["healthcheck"]["test"][2:])
    image = dict(re.findall(r"\b(LUDOLOG_\w+)=(\S+)", CONTAINERFILE))
    environment = {**image, **service["environment"]}
    file = Path(environment["LUDOLOG_DATABASE_FILE"])
    assert file.parent == Path("/run/secrets")
    assert file.name in service["secrets"]
    (tmp_path / "url").write_text("postgresql://ludolog:x@postgres/ludolog")
    settings = settings_from({**environment, "LUDOLOG_DATABASE_FILE": str(tmp_path / "url")})
    assert settings.database.startswith("postgresql://")
    assert settings.key_path.parent == Path("/data")
    assert int(service["stop_grace_period"].rstrip("s")) > SHUTDOWN_TIMEOUT


def test_the_image_is_built_of_what_is_there() -> None:
    for line in re.findall(r"^COPY (?!--from)(.*) \S+$", CONTAINERFILE, re.MULTILINE):
        assert all((ROOT / name).exists() for name in line.split())
    packages = re.search(r"packages = \[(.*)\]", (ROOT / "pyproject.toml").read_text())
    assert packages
    for package in re.findall(r'"(\w+)"', packages[1]):
        assert f"COPY {package} {package}" in CONTAINERFILE
    # nothing else of a checkout goes to the builder: a site may run there, with its keys and passwords
    ignored = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if not line.startswith("#")]
    copied = " ".join(re.findall(r"^COPY (?!--from)(.*) \S+$", CONTAINERFILE, re.MULTILINE)).split()
    assert ignored[0] == "*"
    assert sorted(line[1:] for line in ignored if line.startswith("!")) == sorted(set(copied))
    check_command(re.findall(r'CMD \["ludolog", "(\w+)"\]', CONTAINERFILE))
    check_command(re.findall(r'^CMD \["(\w+)"\]', CONTAINERFILE, re.MULTILINE))
    assert settings_from(dict(re.findall(r"\b(LUDOLOG_\w+)=(\S+)", CONTAINERFILE))).host == "0.0.0.0"
    (user,) = re.findall(r"^USER (\d+):\d+$", CONTAINERFILE, re.MULTILINE)
    assert int(user) > 0
    assert f"--uid {user} " in CONTAINERFILE


def test_the_proxy_knows_every_process_and_collects_no_stream() -> None:
    conf = (DEPLOY / "nginx.conf").read_text()

    assert set(re.findall(r"server (service-\d):8000", conf)) == {n for n in COMPOSE["services"] if "service" in n}
    assert "proxy_buffering off;" in conf
    # otherwise nginx sends requests on connections that the service closes at this moment
    (kept,) = re.findall(r"keepalive \d+;[^}]*keepalive_timeout (\d+)s;", conf)
    assert int(kept) * 1000 < HEADERS_WITHIN
    # the official image is stopped by a signal that waits for streams, and killed after ten seconds
    (patience,) = re.findall(r"worker_shutdown_timeout (\d+)s;", conf)
    assert int(patience) < 10
    assert "stop_grace_period" not in COMPOSE["services"]["proxy"]
    assert "/metrics" in TIMELESS
    assert re.search(r"location \^~ /metrics \{\s+return 404;", conf)
    assert f"listen {COMPOSE['services']['proxy']['ports'][0].split(':')[1]};" in conf
