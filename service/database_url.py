"""The URL of a database, as far as a person may see it: what could be a password is never shown."""

import re
from urllib.parse import unquote

HIDDEN = "(not shown, for it may hold a password)"
"""What stands in the place of a text that is no URL of a database."""

_HOST = r"(?:\[[0-9A-Fa-f:.%]*\]|[^\[\]:/?#@,\s]*)(?::\d*)?"
_POSTGRES = re.compile(
    r"(?P<scheme>postgres(?:ql)?)://(?:(?P<user>[^:/?#@\s]*)(?P<password>:[^/?@]*)?@)?"
    rf"(?P<rest>{_HOST}(?:,{_HOST})*(?:/[^/?#@\s]*)?)(?:\?(?P<query>[^@\s]*))?"
)
_SHOWN = {
    "application_name", "connect_timeout", "dbname", "host", "hostaddr", "load_balance_hosts", "options", "passfile",
    "port", "service", "sslcert", "sslkey", "sslmode", "sslrootcert", "target_session_attrs", "user",
}  # fmt: skip


def is_readable(database: str) -> bool:
    """Whether a text is a PostgreSQL URL of which each part is what it looks like.

    libpq takes more: it reads what follows a character that is not escaped in a password as a host or a port, and
    quotes that in its errors.
    """
    return _POSTGRES.fullmatch(database) is not None


def shown(database: str) -> str:
    """Return the URL of a database without a password; of a text that is none, nothing."""
    if database.startswith("sqlite:///"):
        return database
    found = _POSTGRES.fullmatch(database)
    if found is None:
        return HIDDEN
    user = "" if found["user"] is None else f"{found['user']}{':***' if found['password'] else ''}@"
    query = "" if found["query"] is None else "?" + "&".join(map(_shown_parameter, found["query"].split("&")))
    return f"{found['scheme']}://{user}{found['rest']}{query}"


def shown_path(path: str) -> str:
    """Return the path of a file, unless it looks like something else that was put into its place."""
    return HIDDEN if re.search(r"[:=@\s]", path) else path


def _shown_parameter(parameter: str) -> str:
    key, _, _ = parameter.partition("=")
    if unquote(key) in _SHOWN:
        return parameter
    return f"{key}=***" if "password" in unquote(key) else "***"
