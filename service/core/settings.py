"""The settings of the service: each is an environment variable `LUDOLOG_` and the name of the field in capitals."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias, get_args

import msgspec
from msgspec import Meta
from msgspec.inspect import IntType, Type, UnionType, type_info

from domain.kernel.values import Value
from domain.transparency.notes import COSIGNATURE, NoteError, NoteKey, key_from
from service.core.connections.networks import Network, ProxyError, networks_in
from service.core.connections.origins import OriginError, parsed_origin
from service.core.store.errors import SettingsError
from service.core.store.url import LAST_PORT, is_postgres, is_readable, shown, shown_path, sqlite_path

EMBEDDED, WORKER = "embedded", "worker"
LOOPBACK = "127.0.0.0/8,::1"

Switch: TypeAlias = Literal["off", "on"]
LogForm: TypeAlias = Literal["auto", "json", "console"]
LogLevel: TypeAlias = Literal["debug", "info", "warning", "error"]
SmtpTls: TypeAlias = Literal["starttls", "tls", "none"]
PublicClock: TypeAlias = Literal["none", "live", "evening", "correspondence", "slow"]
Clock: TypeAlias = Literal["checked", "trusted"]
Port: TypeAlias = Annotated[int, Meta(ge=1, le=LAST_PORT)]
PortOrNone: TypeAlias = Annotated[int, Meta(ge=0, le=LAST_PORT)]
Limit: TypeAlias = Annotated[int, Meta(ge=0, le=999_999_999)]
Days: TypeAlias = Annotated[int, Meta(ge=1, le=36_500)]
Retention: TypeAlias = Annotated[int, Meta(ge=0, le=36_500)]
Kept: TypeAlias = Annotated[int, Meta(ge=0, le=9_999)]
Seconds: TypeAlias = Annotated[int, Meta(ge=1, le=60)]
Mebibytes: TypeAlias = Annotated[int, Meta(ge=0, le=65_536)]
CacheMebibytes: TypeAlias = Annotated[int, Meta(ge=1, le=65_536)]

OTHER_VARIABLES = frozenset(
    {"LUDOLOG_SERVER", "LUDOLOG_TOKEN", "LUDOLOG_WEBHOOK_SECRET", "LUDOLOG_TEST_POSTGRES", "LUDOLOG_FAILPOINT"}
)
"""Variables of the terminal client and of the tests."""


class Settings(Value, frozen=True):
    """The settings of a process, in the order of the table in `deploy/settings.md`."""

    database: str = "sqlite:///ludolog.db"
    """The URL of a SQLite file (`sqlite:///FILE`) or of a PostgreSQL database (`postgresql://…`)."""
    database_file: str | None = None
    """A file that contains the URL of the database, to keep its password out of the environment."""
    database_direct: str | None = None
    """The URL of the same database without the pooler to which `database` leads, if that is in transaction mode."""
    database_direct_file: str | None = None
    """A file that contains this URL."""
    replicas: str | None = None
    """URLs of streaming replicas of the database, separated by spaces."""
    replicas_file: str | None = None
    """A file that contains these URLs."""
    host: str = "127.0.0.1"
    port: Port = 8000
    shared_port: bool = False
    """Whether several processes listen on the port; the system distributes the connections."""
    origin: str | None = None
    """The address of the site in browsers, such as `https://ludolog.example`. Passkeys and cookies of sessions belong
    to it. Default: the Host of a request on the loopback interface.
    """
    key_file: str | None = None
    """The file of the signing keys. Default: in the folder of the SQLite file."""
    checkpoint_interval: Seconds = 5
    """The least number of seconds between two checkpoints of the transparency log."""
    witnesses: str | None = None
    """The witnesses of the transparency log, separated by commas: verifier key, space, URL."""
    projections: str | None = None
    """Who updates the tables of lists and results: the service (`embedded`) or a `worker`. Default: `embedded` on
    SQLite, `worker` on PostgreSQL.
    """
    rate_limit: Limit = 6000
    """Requests per minute of a token, or of an address without token. Here and below, 0 means unlimited."""
    rate_limit_per_account: Limit | None = None
    """Requests per minute of all tokens of an account. Default: twice `rate_limit`."""
    rate_limit_per_address: Limit | None = None
    """Requests per minute of an address, with and without token. Default: ten times `rate_limit`."""
    trusted_proxies: str | None = None
    """Addresses and networks of reverse proxies whose X-Forwarded-For is trusted, separated by commas."""
    connections: Limit = 0
    """Open connections. 0: derived from the number of files that the process may open."""
    connections_per_address: Limit = 2000
    """Open connections of one address."""
    tokens: Limit = 100
    """Valid tokens of an account."""
    invitations: Limit = 1600
    """Valid invitations of an account."""
    open_games: Limit = 400
    """Games of an account that have not started."""
    guests: Limit = 100
    """Guests of an account in games that are not over."""
    public_clock: PublicClock = "correspondence"
    """The clock of public games and tournaments that are opened without `clock`: the name of a preset, or `none`."""
    streams: Limit = 2000
    """Open streams of an account, or of an address without token, in each process."""
    sign_ups: Limit = 100
    """Sign-ups per hour from one address."""
    sign_ups_per_network: Limit = 300
    """Sign-ups per hour from one network: the first 24 bits of an IPv4 address, 48 of an IPv6 address."""
    reserved_names: str | None = None
    """Further names that no player may take, separated by commas."""
    exports: Limit = 10
    """Exports of the data of an account within a day."""
    law_folder: str | None = None
    """The folder with the operator's `imprint.md`, `privacy.md` and `terms.md`; languages as in `terms.de.md`."""
    accept_terms: bool = False
    """Whether players have to accept the terms, and each new version of them."""
    erased_file: str | None = None
    """A file with the ids of accounts that were deleted, and are deleted again if a restored backup has them."""
    keep_messages: Limit = 0
    """Days after which the texts of messages are deleted. 0: they are kept until the author deletes them."""
    keep_ended_tokens: Limit = 90
    """Days after which labels and last uses of tokens and sessions that have ended are deleted."""
    messages: Limit = 20
    """Messages of a player per minute in a game or tournament."""
    messages_per_account: Limit = 60
    """Messages of an account per minute in all games and tournaments."""
    messages_per_address: Limit = 120
    """Messages per minute from an address, in each process."""
    messages_pause: Limit = 10
    """Seconds between two messages of an account in its first day."""
    reports: Limit = 20
    """Reports of an account in 24 hours."""
    reports_per_address: Limit = 60
    """Reports from an address in 24 hours."""
    reports_kept: Days = 180
    """Days for which a closed report, with its evidence, is kept."""
    traces_kept: Retention = 30
    """Days for which the database keeps from which networks accounts acted, as keyed digests."""
    game_memory: CacheMebibytes = 256
    """MiB of games and of their representations that are held in memory. Other games are read when they are needed."""
    upload_memory: Mebibytes = 32
    """MiB of all uploaded bundles that are held in memory. The rest is held in files."""
    upload_folder: str | None = None
    """The folder of these files. Default: the system's folder for temporary files."""
    dumps: bool = True
    """Whether dumps of finished public games are written and served."""
    dump_folder: str | None = None
    """The folder of the dumps, which all processes share. Default: next to the SQLite file, with `.dumps` at the end of
    its name; on PostgreSQL there are no dumps without it.
    """
    daily_dumps: Kept = 31
    """Dumps of days that are kept, the latest ones. 0: all."""
    monthly_dumps: Kept = 0
    """Dumps of months that are kept, the latest ones. 0: all."""
    log: LogForm = "auto"
    """The format of the log. `auto`: `console` on a terminal, otherwise `json`."""
    log_level: LogLevel = "info"
    access_log: bool = False
    """Whether each request is logged."""
    acts_log: bool = False
    """Whether each change and sign-in is logged with its account and a digest of its network (deploy/privacy.md)."""
    tracing: bool = False
    """Whether requests and statements are traced with OpenTelemetry, which has settings of its own (`OTEL_…`)."""
    system_clock: Clock = "checked"
    """`trusted`: the system clock is right at boot, even if it is not synchronised (decision 031)."""
    webhook_networks: str | None = None
    """Networks that are not public to which pings and webhooks may be sent, separated by commas."""
    webhook_ports: str = "443"
    """The ports of public addresses to which pings and webhooks may be sent, separated by commas."""
    smtp_host: str | None = None
    """The server that accepts e-mails for a daily digest. Default: there are no e-mails. It requires `origin`."""
    smtp_port: Port = 587
    smtp_tls: SmtpTls = "starttls"
    smtp_user: str | None = None
    smtp_password_file: str | None = None
    smtp_sender: str | None = None
    """The sender of e-mails, such as `Ludolog <games@ludolog.example>`. Required with `smtp_host`."""
    operator_networks: str | None = None
    """Networks, separated by commas, whose clients see the versions and internals in health checks, and `/metrics`.

    Default: health checks show them on the loopback interface, which always counts, and `/metrics` is open.
    """
    metrics: bool = False
    """Whether `/metrics` is served: to the networks of the operator if these are set, otherwise to every client."""
    worker_metrics_port: PortOrNone = 0
    """The port on which `ludolog worker` serves `/metrics`. 0: none."""
    backups: str | None = None
    """The folder of the backups, or a file that each successful backup touches. Its age is a metric."""

    def __repr__(self) -> str:
        """Return a text without the password that the URL of the database may contain."""
        return f"Settings(database={self.shown_database!r})"

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
    def allowed_targets(self) -> tuple[tuple[Network, ...], frozenset[int]]:
        """The networks and ports to which pings and webhooks may be sent; raises SettingsError."""
        try:
            networks = networks_in(self.webhook_networks or "")
        except ProxyError as error:
            allowed = f"networks separated by commas, such as 10.1.0.0/16 ({error})"
            raise SettingsError(_refusal("webhook_networks", self.webhook_networks or "", allowed)) from None
        ports = [part.strip() for part in self.webhook_ports.split(",")]
        if not all(port.isdecimal() and 0 < int(port) <= LAST_PORT for port in ports):
            raise SettingsError(_refusal("webhook_ports", self.webhook_ports, "ports separated by commas, such as 443"))
        return networks, frozenset(map(int, ports))

    @property
    def log_witnesses(self) -> tuple[tuple[NoteKey, str], ...]:
        """The keys and URLs of the witnesses of the transparency log; raises SettingsError."""
        allowed = (
            "verifier keys of witnesses, each with a space and its URL after it, separated by commas, such as "
            "w1.example+3d1a2b4c+BAr3… https://w1.example"
        )
        found: dict[NoteKey, str] = {}
        for each in filter(None, map(str.strip, (self.witnesses or "").split(","))):
            vkey, _, url = each.partition(" ")
            try:
                key = key_from(vkey)
            except NoteError:
                raise SettingsError(_refusal("witnesses", each, allowed)) from None
            if key.algorithm != COSIGNATURE or not url.strip().startswith(("https://", "http://")):
                raise SettingsError(_refusal("witnesses", each, allowed))
            found[key] = url.strip().rstrip("/")
        return tuple(found.items())

    @property
    def operators(self) -> tuple[Network, ...]:
        """The networks of the operator, with the loopback interface; raises SettingsError."""
        return (*networks_in(LOOPBACK), *self.named_operators)

    @property
    def named_operators(self) -> tuple[Network, ...]:
        """The networks of the operator that are set; raises SettingsError."""
        try:
            return networks_in(self.operator_networks or "")
        except ProxyError as error:
            allowed = f"networks separated by commas, such as 10.1.0.0/16 ({error})"
            raise SettingsError(_refusal("operator_networks", self.operator_networks or "", allowed)) from None

    def check_mail(self) -> None:
        """Raise SettingsError unless e-mail is configured completely, or not at all."""
        if self.smtp_host is not None and "@" not in (self.smtp_sender or ""):
            allowed = "the sender of e-mails, such as games@ludolog.example, if LUDOLOG_SMTP_HOST is set"
            raise SettingsError(_refusal("smtp_sender", self.smtp_sender or "", allowed))
        if self.smtp_host is not None and self.origin is None:
            # otherwise the Host of a request would choose the links
            message = (
                "set LUDOLOG_ORIGIN to the address of the site, such as https://ludolog.example, if LUDOLOG_SMTP_HOST "
                "is set: the links in e-mails lead there"
            )
            raise SettingsError(message)
        if self.smtp_user is not None and self.smtp_password_file is None:
            message = "set LUDOLOG_SMTP_PASSWORD_FILE to the file with the password of LUDOLOG_SMTP_USER"
            raise SettingsError(message)

    @property
    def site_origin(self) -> str | None:
        """The origin of the site as browsers write it (RFC 6454 6.2); raises SettingsError."""
        try:
            return None if self.origin is None else parsed_origin(self.origin)
        except OriginError:
            allowed = "a scheme, a host and perhaps a port, such as https://ludolog.example or http://localhost:8000"
            raise SettingsError(_refusal("origin", self.origin or "", allowed)) from None

    @property
    def keeps_projections(self) -> bool:
        """Whether the service itself updates the tables of lists and results; raises SettingsError."""
        self.check_projections()
        return self.projections == EMBEDDED or not (self.projections or is_postgres(self.database))

    def check_projections(self) -> None:
        """Raise SettingsError unless `projections` is known and possible with the database."""
        if self.projections not in {None, EMBEDDED, WORKER}:
            raise SettingsError(_refusal("projections", str(self.projections), f"{EMBEDDED} or {WORKER}"))
        if self.projections == WORKER and not is_postgres(self.database):
            message = "a SQLite file has one process: leave LUDOLOG_PROJECTIONS out, or use a PostgreSQL database"
            raise SettingsError(message)

    def check_direct(self) -> None:
        """Raise SettingsError if the URL without a pooler names no PostgreSQL database, or `database` does not."""
        if self.is_pooled and not (is_postgres(self.direct_url) and is_postgres(self.database)):
            message = (
                "LUDOLOG_DATABASE_DIRECT has to be postgresql://USER@HOST/NAME, and LUDOLOG_DATABASE the URL of the "
                "same database through a pooler; leave LUDOLOG_DATABASE_DIRECT out without a pooler"
            )
            raise SettingsError(message)

    @property
    def replica_urls(self) -> tuple[str, ...]:
        """The URLs of the streaming replicas; raises SettingsError."""
        urls = tuple(dict.fromkeys((self.replicas or "").split()))
        if urls and not is_postgres(self.database):
            message = "a SQLite file has no replicas: leave LUDOLOG_REPLICAS out, or use a PostgreSQL database"
            raise SettingsError(message)
        if not all(is_postgres(url) and is_readable(url) and _is_accepted(url) for url in urls):
            # without libpq's own message, which may quote a part of the password
            message = (
                "LUDOLOG_REPLICAS cannot be read: it has to be postgresql://USER@HOST/NAME, one URL for each streaming "
                "replica, separated by spaces, with %XX for each character of a password that is neither a letter nor "
                "a digit, and with parameters and ports that PostgreSQL knows"
            )
            raise SettingsError(message)
        return urls

    def check_shared_port(self) -> None:
        """Raise SettingsError if processes could share a port, but not the database."""
        if self.shared_port and not is_postgres(self.database):
            # a service of another file could listen on the port too, and would get a part of the requests
            message = "a SQLite file has one process: leave LUDOLOG_SHARED_PORT out, or use a PostgreSQL database"
            raise SettingsError(message)

    @property
    def key_path(self) -> Path:
        """The file of the signing keys; raises SettingsError if it is not set and the database is PostgreSQL."""
        if self.key_file is None and is_postgres(self.database):
            message = (
                "set LUDOLOG_KEY_FILE to a file that all processes of this database share: it signs for all of them"
            )
            raise SettingsError(message)
        return Path(self.key_file or sqlite_path(self.database) + ".key")

    @property
    def dump_path(self) -> Path | None:
        """The folder of the dumps; None: there are none."""
        if not self.dumps or (self.dump_folder is None and is_postgres(self.database)):
            return None
        return Path(self.dump_folder or sqlite_path(self.database) + ".dumps")

    @property
    def is_pooled(self) -> bool:
        """Whether the URL of the database leads to a pooler in transaction mode."""
        return self.database_direct is not None

    @property
    def direct_url(self) -> str:
        """The URL of the database for LISTEN, session locks and migrations: without a pooler in transaction mode."""
        return self.database_direct or self.database

    @property
    def shown_database(self) -> str:
        """The URL of the database without a password."""
        return shown(self.database)


VARIABLES: Mapping[str, str] = {f"LUDOLOG_{field.upper()}": field for field in Settings.__struct_fields__}
"""The environment variables, and the field of each."""

_TYPES: Mapping[str, Any] = {field.name: field.type for field in msgspec.structs.fields(Settings)}


def settings_from(environment: Mapping[str, str] = os.environ) -> Settings:
    """Return the settings of the environment; raises SettingsError. An empty variable counts as not set."""
    given = {field: text for variable, field in VARIABLES.items() if (text := environment.get(variable))}
    for field in ("database", "database_direct", "replicas"):
        if (file := given.get(f"{field}_file")) is None:
            continue
        variable = f"LUDOLOG_{field.upper()}"
        if field in given:
            message = f"set one of {variable} and {variable}_FILE, not both"
            raise SettingsError(message)
        given[field] = _url_in(file, f"{variable}_FILE")
    settings = msgspec.convert({field: _parsed(field, text) for field, text in given.items()}, Settings)
    # parsed for its errors: they are reported before anything starts
    settings.check_mail()
    settings.check_direct()
    _ = settings.proxies, settings.site_origin, settings.allowed_targets, settings.operators, settings.log_witnesses
    _ = settings.replica_urls
    return settings


def unknown_variables(environment: Mapping[str, str] = os.environ) -> list[str]:
    """Return the variables with our prefix that are no setting, such as misspelt ones."""
    known = VARIABLES.keys() | OTHER_VARIABLES
    return sorted(name for name in environment if name.startswith("LUDOLOG_") and name not in known)


def shown_settings(settings: Settings) -> dict[str, str]:
    """Return the value of every variable without passwords, marked if it is the default."""
    default = Settings()
    lines: dict[str, str] = {}
    for variable, field in VARIABLES.items():
        value = getattr(settings, field)
        is_url = field in {"database", "database_direct"} and isinstance(value, str)
        text = shown(value) if is_url else _shown(value)
        if field == "replicas" and isinstance(value, str):
            text = " ".join(map(shown, value.split()))
        lines[variable] = f"{text} (default)" if value == getattr(default, field) else text
    return lines


def _is_accepted(url: str) -> bool:
    """Return whether libpq accepts a PostgreSQL URL."""
    # only where there is one: the verifiers have settings, and no database
    from service.core.store.postgres_connection import is_accepted  # noqa: PLC0415

    return is_accepted(url)


def _shown(value: object) -> str:
    if value is None:
        return "not set"
    return ("off", "on")[value] if isinstance(value, bool) else str(value)


def _url_in(file: str, variable: str) -> str:
    """Return the URL in the file of a variable; raises SettingsError."""
    try:
        text = Path(file).read_text().strip()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        message = (
            f"{variable} {shown_path(file)} cannot be read ({reason}): it has to be a file that holds the "
            "URL of the database"
        )
        raise SettingsError(message) from None
    if not text:
        message = f"{variable} {shown_path(file)} is empty: it has to hold the URL of the database"
        raise SettingsError(message)
    return text


def _parsed(field: str, text: str) -> object:
    """Return the value of a variable by the type of its field; raises SettingsError."""
    kind = _TYPES[field]
    # msgspec reads 1e3 and null as numbers too
    is_odd = isinstance(_information(kind), IntType) and not text.isdecimal()
    try:
        value: object = msgspec.convert("" if is_odd else text, Switch if kind is bool else kind, strict=False)
    except msgspec.ValidationError:
        raise SettingsError(_refusal(field, text, _allowed(kind))) from None
    return value == "on" if kind is bool else value


def _allowed(kind: Any) -> str:
    """Return in words which values a type allows."""
    found = _information(kind)
    if isinstance(found, IntType):
        return f"a number from {found.ge} to {found.le}"
    return " or ".join(get_args(Switch if kind is bool else kind))


def _information(kind: Any) -> Type:
    found = type_info(kind)
    return found.types[0] if isinstance(found, UnionType) else found


def _refusal(field: str, text: str, allowed: str) -> str:
    return f"LUDOLOG_{field.upper()} is {text[:40]!r}: it has to be {allowed}"
