"""The URL of a database: how it is parsed, and how it is shown without anything that may be a password."""

import re
from urllib.parse import unquote

from service.core.store.errors import SettingsError

LAST_PORT = 65_535

HIDDEN = "(not shown, because it may contain a password)"
"""Shown instead of a text that is no database URL."""

_SQLITE = "sqlite:///"

_HOST = r"(?:\[[0-9A-Za-z:.%]*\]|[^\[\]:/?#@,\s]*)(?::\d*)?"
_POSTGRES = re.compile(
    r"(?P<scheme>postgres(?:ql)?)://(?:(?P<user>[^:/?#@\s]*)(?P<password>:[^/?@]*)?@)?"
    rf"(?P<rest>{_HOST}(?:,{_HOST})*(?:/[^/?#@\s]*)?)(?:\?(?P<query>[^@\s]*))?"
)
_SECOND = re.compile(r";|%26|%3b|://|%3a%2f%2f", re.IGNORECASE)
"""Separators that may start another parameter or URL within the value of one."""

_PORT = re.compile(r":(\d+)(?=[,/]|$)")
_PLAIN = re.compile(r"[\w./,+~%-]*")
_SHOWN = {
    "application_name", "connect_timeout", "dbname", "host", "hostaddr", "load_balance_hosts", "options", "passfile",
    "port", "service", "sslcert", "sslkey", "sslmode", "sslrootcert", "target_session_attrs", "user",
}  # fmt: skip


def is_readable(database: str) -> bool:
    """Return whether a text is an unambiguous PostgreSQL URL.

    libpq accepts more: after an unescaped character in a password it reads the rest as host or port, and quotes it in
    its errors.
    """
    return _parts(database) is not None


def shown(database: str) -> str:
    """Return a database URL without its password; a placeholder for any other text."""
    if database.startswith("sqlite:///"):
        return database
    found = _parts(database)
    if found is None:
        return HIDDEN
    user = "" if found["user"] is None else f"{found['user']}{':***' if found['password'] else ''}@"
    query = "" if found["query"] is None else "?" + "&".join(map(_shown_parameter, found["query"].split("&")))
    return f"{found['scheme']}://{user}{found['rest']}{query}"


def _parts(database: str) -> re.Match[str] | None:
    found = _POSTGRES.fullmatch(database)
    if found is None or _SECOND.search(found["query"] or ""):
        return None
    # without a host, a password after the user name looks like a port
    return found if all(int(port) <= LAST_PORT for port in _PORT.findall(found["rest"])) else None


def shown_path(path: str) -> str:
    """Return a path, or a placeholder if it looks like something else."""
    return HIDDEN if re.search(r"[:=@\s]", path) else path


def _shown_parameter(parameter: str) -> str:
    key, _, value = parameter.partition("=")
    if unquote(key) in _SHOWN and _PLAIN.fullmatch(value):
        return parameter
    return f"{key}=***" if "password" in unquote(key) else "***"


def is_postgres(database: str) -> bool:
    """Return whether a URL names a PostgreSQL database."""
    return database.startswith(("postgresql://", "postgres://"))


def is_database(database: str) -> bool:
    """Return whether a URL names a SQLite file or a PostgreSQL database."""
    return is_postgres(database) or (database.startswith(_SQLITE) and database != _SQLITE)


def sqlite_path(database: str) -> str:
    """Return the path of a `sqlite:///` URL; raises SettingsError for any other URL."""
    if is_database(database) and not is_postgres(database):
        return database.removeprefix(_SQLITE)
    message = (
        f"the database {shown(database)} cannot be used: it has to be sqlite:///FILE "
        "(sqlite:////FILE from the root) or postgresql://USER@HOST/NAME"
    )
    raise SettingsError(message)
