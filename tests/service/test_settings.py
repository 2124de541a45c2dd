"""What can be set: each variable is read, shown, and stands in the tables of the documents."""

import re
from pathlib import Path

import pytest

from service.settings import VARIABLES, Settings, SettingsError, settings_from, shown_settings, unknown_variables

ROOT = Path(__file__).parents[2]


def test_without_variables_everything_is_as_the_documents_say() -> None:
    assert settings_from({}) == Settings()
    assert all(value.endswith("(default)") for value in shown_settings(Settings()).values())


def test_an_empty_variable_is_one_that_is_not_set() -> None:
    assert settings_from(dict.fromkeys(VARIABLES, "")) == Settings()


def test_every_variable_is_a_setting_and_every_setting_a_variable() -> None:
    assert set(VARIABLES.values()) == set(Settings.__struct_fields__)


@pytest.mark.parametrize("document", ["deploy/README.md"])
def test_the_table_of_settings_is_whole(document: str) -> None:
    rows = re.findall(r"^\| `(LUDOLOG_\w+)` \| (.*?) \|", (ROOT / document).read_text(), re.MULTILINE)
    shown = {name: default.strip("`") for name, default in rows}
    default = {name: value.removesuffix(" (default)") for name, value in shown_settings(Settings()).items()}

    assert list(shown) == list(VARIABLES)
    for name, value in default.items():
        assert value == "not set" or shown[name] == value, name


def test_each_variable_is_read(tmp_path: Path) -> None:
    file = tmp_path / "url"
    file.write_text("postgresql://ada:hidden@host/games\n")
    direct = tmp_path / "direct"
    direct.write_text("postgresql://ada:hidden@server/games\n")
    given = {
        "LUDOLOG_DATABASE_FILE": str(file),
        "LUDOLOG_DATABASE_DIRECT_FILE": str(direct),
        "LUDOLOG_HOST": "::1",
        "LUDOLOG_PORT": "81",
        "LUDOLOG_SHARED_PORT": "on",
        "LUDOLOG_ORIGIN": "https://ludolog.example",
        "LUDOLOG_KEY_FILE": "/key",
        "LUDOLOG_PROJECTIONS": "worker",
        "LUDOLOG_RATE_LIMIT": "0",
        "LUDOLOG_RATE_LIMIT_PER_ACCOUNT": "1",
        "LUDOLOG_RATE_LIMIT_PER_ADDRESS": "2",
        "LUDOLOG_TRUSTED_PROXIES": "127.0.0.1,fd00::/8",
        "LUDOLOG_CONNECTIONS": "3",
        "LUDOLOG_CONNECTIONS_PER_ADDRESS": "4",
        "LUDOLOG_TOKENS": "5",
        "LUDOLOG_INVITATIONS": "6",
        "LUDOLOG_OPEN_GAMES": "7",
        "LUDOLOG_GUESTS": "8",
        "LUDOLOG_PUBLIC_CLOCK": "slow",
        "LUDOLOG_STREAMS": "11",
        "LUDOLOG_SIGN_UPS": "9",
        "LUDOLOG_GAME_MEMORY": "13",
        "LUDOLOG_UPLOAD_MEMORY": "10",
        "LUDOLOG_UPLOAD_FOLDER": "/uploads",
        "LUDOLOG_LOG": "json",
        "LUDOLOG_LOG_LEVEL": "error",
        "LUDOLOG_ACCESS_LOG": "on",
        "LUDOLOG_SYSTEM_CLOCK": "trusted",
        "LUDOLOG_WEBHOOK_NETWORKS": "10.0.0.0/8",
        "LUDOLOG_WEBHOOK_PORTS": "443,8443",
        "LUDOLOG_SMTP_HOST": "mail.example",
        "LUDOLOG_SMTP_PORT": "465",
        "LUDOLOG_SMTP_TLS": "tls",
        "LUDOLOG_SMTP_USER": "games",
        "LUDOLOG_SMTP_PASSWORD_FILE": "/run/password",
        "LUDOLOG_SMTP_SENDER": "games@ludolog.example",
        "LUDOLOG_OPERATOR_NETWORKS": "10.1.0.0/16",
        "LUDOLOG_METRICS": "on",
        "LUDOLOG_WORKER_METRICS_PORT": "82",
    }
    settings = settings_from(given)
    shown = shown_settings(settings)

    assert settings.database == "postgresql://ada:hidden@host/games"
    assert settings.direct_url == "postgresql://ada:hidden@server/games"
    assert not [value for value in shown.values() if value.endswith("(default)")]
    assert "hidden" not in str(shown)
    assert settings_from({"LUDOLOG_DATABASE": "sqlite:///x.db"}).database == "sqlite:///x.db"


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        *(
            ("LUDOLOG_PORT", given, "a number from 1 to 65535$")
            for given in ("http", "0", "65536", "-1", "+1", "080", "1.0", "1e3", "null", " 1", "\uff10")
        ),
        ("LUDOLOG_SMTP_PORT", "0", "a number from 1 to 65535$"),
        ("LUDOLOG_WORKER_METRICS_PORT", "65536", "a number from 0 to 65535$"),
        ("LUDOLOG_RATE_LIMIT_PER_ACCOUNT", "null", "a number from 0 to 999999999$"),
        ("LUDOLOG_GAME_MEMORY", "0", "a number from 1 to 65536$"),
        ("LUDOLOG_UPLOAD_MEMORY", "65537", "a number from 0 to 65536$"),
        *(
            ("LUDOLOG_ORIGIN", given, "a scheme, a host and perhaps a port")
            for given in ("ludolog.example", "https://ludolog.example/", "ftp://x", "https://a b", "https://x:999999")
        ),
        ("LUDOLOG_WEBHOOK_NETWORKS", "10.0.0.1/8", "networks separated by commas, such as 10.1.0.0/16"),
        ("LUDOLOG_OPERATOR_NETWORKS", "10.0.0.1/8", "networks separated by commas, such as 10.1.0.0/16"),
        ("LUDOLOG_DATABASE_DIRECT", "postgresql://ada@host/games", "the URL of the same database through a pooler"),
        ("LUDOLOG_DATABASE_DIRECT_FILE", "/dev/null", "is empty"),
        ("LUDOLOG_SMTP_HOST", "mail.example", "the sender of e-mails"),
        ("LUDOLOG_SMTP_USER", "games", "LUDOLOG_SMTP_PASSWORD_FILE"),
        ("LUDOLOG_WEBHOOK_PORTS", "0", "ports separated by commas, such as 443"),
        ("LUDOLOG_WEBHOOK_PORTS", "443,https", "ports separated by commas, such as 443"),
        ("LUDOLOG_LOG", "xml", "auto or json or console"),
        ("LUDOLOG_LOG_LEVEL", "loud", "debug or info"),
        ("LUDOLOG_SYSTEM_CLOCK", "wrong", "checked or trusted"),
        ("LUDOLOG_METRICS", "yes", "off or on"),
        ("LUDOLOG_METRICS", "true", "off or on"),
        ("LUDOLOG_DATABASE_FILE", "/nowhere/at/all", "cannot be read"),
        ("LUDOLOG_DATABASE_FILE", "/dev/null", "is empty"),
    ],
)
def test_what_cannot_be_used_is_told_by_its_name(name: str, value: str, told: str) -> None:
    with pytest.raises(SettingsError, match=told) as caught:
        settings_from({name: value})
    assert name in str(caught.value)


@pytest.mark.parametrize(
    "given",
    [
        "postgresql://ada:geheim@host/games",
        "postgresql://ada:ge#hei:m@[::1]:5/games?sslmode=require&sslpassword=geheim",
        "postgresql://ada@host/games?passw%6frd=geheim",
        # what follows is no URL, though libpq takes some of it for one
        "host=db user=ludolog password=geheim dbname=l",
        "postgres:/u:geheim@h/db",
        "postgresql://app:geheim/x@/ludo?host=/run",
        "postgresql://app:geheim/x",
        "postgresql://u:x@geheim@h/db",
        "postgresql://h:5432?password=x@geheim",
        "postgresql://h/db?password=x@geheim",
        "postgresql://u@h/db?sslmode=require;password=geheim",
        "postgresql://u@h/db?host=x%26password=geheim",
        "postgresql://u@h/db?user=me:geheim",
        "postgresql://h/?dbname=postgresql://u:geheim%40h/x",
        "geheim",
    ],
)
def test_no_password_is_shown_in_whatever_form_it_comes(given: str, tmp_path: Path) -> None:
    settings = Settings(database=given)
    assert "geheim" not in str(shown_settings(settings))
    file = tmp_path / "url"
    file.write_text(given)
    assert "geheim" not in str(shown_settings(settings_from({"LUDOLOG_DATABASE_FILE": str(file)})))
    with pytest.raises(SettingsError) as caught:
        settings_from({"LUDOLOG_DATABASE_FILE": given + ("@" if given == "geheim" else "")})
    assert "geheim" not in str(caught.value)
    if "sslpassword" in given:
        assert settings.shown_database == "postgresql://ada:***@[::1]:5/games?sslmode=require&sslpassword=***"


@pytest.mark.parametrize(
    "given", ["postgresql://ludolog@/ludolog?host=FIRST,SECOND&port=5432,5432", "postgres://ludolog@one,two:4/games"]
)
def test_a_url_without_a_password_is_shown_as_it_is(given: str) -> None:
    assert Settings(database=given).shown_database == given


def test_e_mails_need_the_address_of_the_site() -> None:
    given = {"LUDOLOG_SMTP_HOST": "mail.example", "LUDOLOG_SMTP_SENDER": "games@ludolog.example"}
    with pytest.raises(SettingsError, match="set LUDOLOG_ORIGIN to the address of the site"):
        settings_from(given)
    assert settings_from({**given, "LUDOLOG_ORIGIN": "https://ludolog.example"}).smtp_host == "mail.example"


def test_two_databases_are_one_too_many() -> None:
    with pytest.raises(SettingsError, match="not both"):
        settings_from({"LUDOLOG_DATABASE": "sqlite:///x.db", "LUDOLOG_DATABASE_FILE": "/x"})


def test_a_misspelt_variable_is_found() -> None:
    environment = {"LUDOLOG_DATABSE": "x", "LUDOLOG_TOKEN": "x", "LUDOLOG_PORT": "1", "HOME": "/"}

    assert unknown_variables(environment) == ["LUDOLOG_DATABSE"]


def test_a_representation_of_the_settings_has_no_password() -> None:
    shown = repr(Settings(database="postgresql://ludolog:hidden-word@localhost/games"))

    assert "hidden-word" not in shown
    assert "localhost/games" in shown
