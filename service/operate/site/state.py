"""The state of a site in its folder, by which commands find the site."""

import contextlib
import os
import socket
from collections.abc import Mapping
from pathlib import Path

import msgspec

FILE, SOCKET = "site.json", "supervisor.sock"
DEFAULT = Path("site")
"""The default folder of a site."""

DATABASES = ("LUDOLOG_DATABASE", "LUDOLOG_DATABASE_FILE")


class SiteState(msgspec.Struct, frozen=True):
    """The settings of the last start of a site."""

    release: str
    host: str
    port: int
    processes: int
    database_file: str
    key_file: str
    has_postgres: bool
    """Whether the site runs a PostgreSQL server of its own."""
    direct_file: str | None = None
    """The file with the URL of the database without the pooler to which `database_file` leads; None: no pooler."""

    @property
    def address(self) -> str:
        """The address at which a program on the same machine reaches the site."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)  # noqa: S104 - a client, not a listener
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}"

    @property
    def environment(self) -> dict[str, str]:
        """The environment variables with which another process uses the site."""
        direct = {} if self.direct_file is None else {"LUDOLOG_DATABASE_DIRECT_FILE": self.direct_file}
        return direct | {
            "LUDOLOG_DATABASE_FILE": self.database_file,
            "LUDOLOG_KEY_FILE": self.key_file,
            "LUDOLOG_HOST": self.host,
            "LUDOLOG_PORT": str(self.port),
        }


def write_state(folder: Path, state: SiteState) -> None:
    """Write the state of a site to a file that only its owner can read."""
    made = folder / f"{FILE}.new"
    made.unlink(missing_ok=True)
    with os.fdopen(os.open(made, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
        file.write(msgspec.json.format(msgspec.json.encode(state), indent=2) + b"\n")
    made.replace(folder / FILE)


def read_state(folder: Path) -> SiteState | None:
    """Return the state of the site in a folder; None if there is none."""
    try:
        return msgspec.json.decode((folder / FILE).read_bytes(), type=SiteState)
    except (OSError, msgspec.DecodeError):
        return None


def is_running(folder: Path) -> bool:
    """Return whether the supervisor of a site is running."""
    with socket.socket(socket.AF_UNIX) as supervisor, contextlib.suppress(OSError):
        supervisor.connect(str(folder.resolve() / SOCKET))
        return True
    return False


def found_here() -> tuple[Path, SiteState] | None:
    """Return the folder and the state of the site that runs in the current folder, or in its folder `site`."""
    for folder in (Path(), DEFAULT):
        state = read_state(folder)
        if state is not None and is_running(folder):
            return folder.resolve(), state
    return None


def with_site(environment: Mapping[str, str]) -> Mapping[str, str]:
    """Return the environment, with the variables of the site that runs here unless a database is set."""
    if any(environment.get(name) for name in DATABASES):
        return environment
    found = found_here()
    if found is None:
        return environment
    return found[1].environment | {name: value for name, value in environment.items() if value}
