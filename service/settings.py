"""What can be set, from the environment."""

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Literal, TypeAlias, TypeVar, get_args

from domain.kernel.values import Value
from service.connections.networks import Network, ProxyError, networks_in
from service.store.errors import SettingsError
from service.store.url import is_postgres, shown, shown_path, sqlite_path

EMBEDDED, WORKER = "embedded", "worker"

_MOST = 999_999_999
"""The highest number that a limit can be set to."""

LogForm: TypeAlias = Literal["auto", "json", "console"]
LogLevel: TypeAlias = Literal["debug", "info", "warning", "error"]

VARIABLES: Mapping[str, str] = {
    "LUDOLOG_DATABASE": "database",
    "LUDOLOG_DATABASE_FILE": "database_file",
    "LUDOLOG_HOST": "host",
    "LUDOLOG_PORT": "port",
    "LUDOLOG_SHARED_PORT": "shared_port",
    "LUDOLOG_KEY_FILE": "key_file",
    "LUDOLOG_PROJECTIONS": "projections",
    "LUDOLOG_RATE_LIMIT": "rate_limit",
    "LUDOLOG_RATE_LIMIT_PER_ACCOUNT": "rate_limit_per_account",
    "LUDOLOG_RATE_LIMIT_PER_ADDRESS": "rate_limit_per_address",
    "LUDOLOG_TRUSTED_PROXIES": "trusted_proxies",
    "LUDOLOG_CONNECTIONS": "connections",
    "LUDOLOG_CONNECTIONS_PER_ADDRESS": "connections_per_address",
    "LUDOLOG_TOKENS": "tokens",
    "LUDOLOG_INVITATIONS": "invitations",
    "LUDOLOG_OPEN_GAMES": "open_games",
    "LUDOLOG_GUESTS": "guests",
    "LUDOLOG_SIGN_UPS": "sign_ups",
    "LUDOLOG_UPLOAD_MEMORY": "upload_memory",
    "LUDOLOG_UPLOAD_FOLDER": "upload_folder",
    "LUDOLOG_LOG": "log",
    "LUDOLOG_LOG_LEVEL": "log_level",
    "LUDOLOG_ACCESS_LOG": "access_log",
    "LUDOLOG_METRICS": "metrics",
    "LUDOLOG_WORKER_METRICS_PORT": "worker_metrics_port",
}
"""Every variable of the service, and the setting that it is."""

OF_CLIENTS = frozenset({"LUDOLOG_SERVER", "LUDOLOG_TOKEN", "LUDOLOG_TEST_POSTGRES", "LUDOLOG_FAILPOINT"})
"""Variables of the games in the terminal, and of the tests."""


class Settings(Value, frozen=True):
    """Where the log is kept, where the service listens, and what it tells of itself."""

    database: str = "sqlite:///ludolog.db"
    """A SQLite file (`sqlite:///FILE`) or a PostgreSQL database (`postgresql://…`)."""
    database_file: str | None = None
    """A file that holds the URL of the database, where its password has to be kept out of the environment."""
    host: str = "127.0.0.1"
    port: int = 8000
    shared_port: bool = False
    """Whether other processes of this site listen on the same port: the system spreads the connections."""
    rate_limit: int = 6000
    """Requests a minute that a token may send, or an address without one; 0: any number."""
    rate_limit_per_account: int | None = None
    """Requests a minute of all tokens of an account together; by default twice `rate_limit`."""
    rate_limit_per_address: int | None = None
    """Requests a minute of an address, with tokens and without; by default ten times `rate_limit`."""
    trusted_proxies: str | None = None
    """Addresses and networks of the reverse proxies whose X-Forwarded-For is believed, separated by commas."""
    connections: int = 0
    """Connections that may be open; 0: as many as the number of files that the process may open allows."""
    connections_per_address: int = 2000
    """Connections of one address that may be open; 0: any number."""
    tokens: int = 100
    """Tokens in force that an account may have; 0: any number. So with the next three."""
    invitations: int = 200
    open_games: int = 100
    """Games of an account that have not started."""
    guests: int = 100
    """Guests of an account in games that are not over."""
    sign_ups: int = 100
    """Players an hour who may sign up from one address; 0: any number."""
    upload_memory: int = 32
    """MiB of uploaded bundles that are held in memory, of all uploads together; the rest is in files."""
    upload_folder: str | None = None
    """Where these files are; by default in the system's folder for temporary files."""
    key_file: str | None = None
    """Where the signing keys are kept; by default beside the database."""
    projections: str | None = None
    """Who keeps the tables of lists and results: the service itself (`embedded`) or a `worker`; by default as the
    database allows.
    """
    log: LogForm = "auto"
    """The form of the log: lines of JSON, or lines for a person; `auto`: the latter on a terminal."""
    log_level: LogLevel = "info"
    access_log: bool = False
    """Whether each request has a line in the log."""
    metrics: bool = False
    """Whether `/metrics` is answered, to anybody who can reach the port."""
    worker_metrics_port: int = 0
    """The port at which `ludolog worker` answers `/metrics`; 0: at none."""

    @property
    def proxies(self) -> tuple[Network, ...]:
        """The networks of trusted proxies; raises SettingsError."""
        try:
            return networks_in(self.trusted_proxies or "")
        except ProxyError as error:
            message = (
                f"LUDOLOG_TRUSTED_PROXIES cannot be read ({error}): it has to be addresses or networks separated by "
                "commas, such as 127.0.0.1,10.0.0.0/8"
            )
            raise SettingsError(message) from None

    @property
    def keeps_projections(self) -> bool:
        """Whether the service itself keeps the tables of lists and results; raises SettingsError."""
        self.check_projections()
        return self.projections == EMBEDDED or not (self.projections or is_postgres(self.database))

    def check_projections(self) -> None:
        """Raise SettingsError where nobody, or somebody unknown, would keep the tables of lists and results."""
        if self.projections is not None and self.projections not in {EMBEDDED, WORKER}:
            message = f"LUDOLOG_PROJECTIONS is {self.projections[:40]!r}: it has to be {EMBEDDED} or {WORKER}"
            raise SettingsError(message)
        if self.projections == WORKER and not is_postgres(self.database):
            message = "a SQLite file has one process: leave LUDOLOG_PROJECTIONS out, or use a PostgreSQL database"
            raise SettingsError(message)

    @property
    def key_path(self) -> Path:
        """The file with the signing keys; raises SettingsError where a database that is no file leaves it open."""
        if self.key_file is None and is_postgres(self.database):
            message = (
                "set LUDOLOG_KEY_FILE to a file that all processes of this database share: it signs for all of them"
            )
            raise SettingsError(message)
        return Path(self.key_file or sqlite_path(self.database) + ".key")

    @property
    def shown_database(self) -> str:
        """The database without a password."""
        return shown(self.database)


def settings_from(environment: Mapping[str, str] = os.environ) -> Settings:
    """Return the settings of the LUDOLOG_ variables; raises SettingsError."""
    default = Settings()
    database_file = environment.get("LUDOLOG_DATABASE_FILE") or None
    found = Settings(
        database=_database(environment, database_file) or default.database,
        database_file=database_file,
        host=environment.get("LUDOLOG_HOST") or default.host,
        port=_number(environment, "LUDOLOG_PORT", default.port, 65535),
        shared_port=_switch(environment, "LUDOLOG_SHARED_PORT"),
        rate_limit=_number(environment, "LUDOLOG_RATE_LIMIT", default.rate_limit, _MOST),
        rate_limit_per_account=_number_or_none(environment, "LUDOLOG_RATE_LIMIT_PER_ACCOUNT"),
        rate_limit_per_address=_number_or_none(environment, "LUDOLOG_RATE_LIMIT_PER_ADDRESS"),
        trusted_proxies=environment.get("LUDOLOG_TRUSTED_PROXIES") or None,
        connections=_number(environment, "LUDOLOG_CONNECTIONS", default.connections, _MOST),
        connections_per_address=_number(
            environment, "LUDOLOG_CONNECTIONS_PER_ADDRESS", default.connections_per_address, _MOST
        ),
        tokens=_number(environment, "LUDOLOG_TOKENS", default.tokens, _MOST),
        invitations=_number(environment, "LUDOLOG_INVITATIONS", default.invitations, _MOST),
        open_games=_number(environment, "LUDOLOG_OPEN_GAMES", default.open_games, _MOST),
        guests=_number(environment, "LUDOLOG_GUESTS", default.guests, _MOST),
        sign_ups=_number(environment, "LUDOLOG_SIGN_UPS", default.sign_ups, _MOST),
        upload_memory=_number(environment, "LUDOLOG_UPLOAD_MEMORY", default.upload_memory, 65_536),
        upload_folder=environment.get("LUDOLOG_UPLOAD_FOLDER") or None,
        key_file=environment.get("LUDOLOG_KEY_FILE") or None,
        projections=environment.get("LUDOLOG_PROJECTIONS") or None,
        log=_one_of(environment, "LUDOLOG_LOG", get_args(LogForm), default.log),
        log_level=_one_of(environment, "LUDOLOG_LOG_LEVEL", get_args(LogLevel), default.log_level),
        access_log=_switch(environment, "LUDOLOG_ACCESS_LOG"),
        metrics=_switch(environment, "LUDOLOG_METRICS"),
        worker_metrics_port=_number(environment, "LUDOLOG_WORKER_METRICS_PORT", default.worker_metrics_port, 65535),
    )
    # read here, so that a mistake is told before anything starts
    _ = found.proxies
    return found


def unknown_variables(environment: Mapping[str, str] = os.environ) -> list[str]:
    """Return the variables that begin like ours and are none, as a misspelt one does."""
    known = VARIABLES.keys() | OF_CLIENTS
    return sorted(name for name in environment if name.startswith("LUDOLOG_") and name not in known)


def told(settings: Settings) -> dict[str, str]:
    """Return every variable with its value as a person may see it, and whether that is the default."""
    default = Settings()
    lines: dict[str, str] = {}
    for variable, field in VARIABLES.items():
        value = getattr(settings, field)
        words = settings.shown_database if field == "database" else _words(value)
        lines[variable] = f"{words} (default)" if value == getattr(default, field) else words
    return lines


def _words(value: object) -> str:
    if value is None:
        return "not set"
    return ("off", "on")[value] if isinstance(value, bool) else str(value)


def _database(environment: Mapping[str, str], file: str | None) -> str | None:
    given = environment.get("LUDOLOG_DATABASE") or None
    if file is None:
        return given
    if given is not None:
        message = "set one of LUDOLOG_DATABASE and LUDOLOG_DATABASE_FILE, not both"
        raise SettingsError(message)
    try:
        text = Path(file).read_text().strip()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text"
        message = (
            f"LUDOLOG_DATABASE_FILE {shown_path(file)} cannot be read ({reason}): it has to be a file that holds the "
            "URL of the database"
        )
        raise SettingsError(message) from None
    if not text:
        message = f"LUDOLOG_DATABASE_FILE {shown_path(file)} is empty: it has to hold the URL of the database"
        raise SettingsError(message)
    return text


def _switch(environment: Mapping[str, str], name: str) -> bool:
    return _one_of(environment, name, ("off", "on"), "off") == "on"


_Word = TypeVar("_Word", bound=str)


def _one_of(environment: Mapping[str, str], name: str, words: tuple[_Word, ...], default: _Word) -> _Word:
    text = environment.get(name) or default
    for word in words:
        if word == text:
            return word
    message = f"{name} is {text[:40]!r}: it has to be {' or '.join(words)}"
    raise SettingsError(message)


def _number(environment: Mapping[str, str], name: str, default: int, highest: int) -> int:
    text = environment.get(name) or None
    number = default if text is None else _whole_number(text)
    if number is None or number > highest:
        message = f"{name} is {(text or '')[:40]!r}: it has to be a number from 0 to {highest}"
        raise SettingsError(message)
    return number


def _whole_number(text: str) -> int | None:
    """Return the number that ASCII digits without leading zeros are; None for any other text."""
    return int(text) if re.fullmatch(r"0|[1-9][0-9]{0,8}", text) else None


def _number_or_none(environment: Mapping[str, str], name: str) -> int | None:
    return _number(environment, name, 0, _MOST) if environment.get(name) else None
