"""What can be set: each variable is read, shown, and stands in the tables of the documents."""

import re
from pathlib import Path
from typing import Literal, get_args, get_origin

import msgspec
import pytest

from domain.transparency.notes import COSIGNATURE, NoteKey
from service.core.settings import (
    VARIABLES,
    Limit,
    Settings,
    SettingsError,
    settings_from,
    shown_settings,
    unknown_variables,
)
from tests.service.guide import page
from tests.service.test_guide import is_test


def test_without_variables_everything_is_as_the_documents_say() -> None:
    assert settings_from({}) == Settings()
    assert all(value.endswith("(default)") for value in shown_settings(Settings()).values())


def test_an_empty_variable_is_one_that_is_not_set() -> None:
    assert settings_from(dict.fromkeys(VARIABLES, "")) == Settings()


def test_every_variable_is_a_setting_and_every_setting_a_variable() -> None:
    assert set(VARIABLES.values()) == set(Settings.__struct_fields__)


def test_the_table_of_settings_is_whole() -> None:
    shown = {name: row.partition(" | ")[0].strip("`") for name, row in rows().items()}
    default = {name: value.removesuffix(" (default)") for name, value in shown_settings(Settings()).items()}

    assert list(shown) == list(VARIABLES)
    for name, value in default.items():
        assert value == "not set" or shown[name] == value, name


def rows() -> dict[str, str]:
    """Return the meaning of each variable in the table of the guide, with its default."""
    return dict(re.findall(r"^\| `(LUDOLOG_\w+)` \| (.*) \|$", page("settings"), re.MULTILINE))


@pytest.mark.parametrize("name", VARIABLES)
def test_the_row_of_a_setting_names_the_values_that_it_can_have(name: str) -> None:
    kind, text = KINDS[VARIABLES[name]], rows()[name]
    values = ("off", "on") if kind is bool else get_args(kind) if get_origin(kind) is Literal else ()

    assert [value for value in values if f"`{value}`" not in text] == []
    is_limit = Limit in {kind, *get_args(kind)}
    # what a limit of None is follows from another one
    assert (is_limit and getattr(Settings(), VARIABLES[name]) is not None) == ("`0`: " in text and name not in NO_LIMIT)


NO_LIMIT = {"LUDOLOG_WORKER_METRICS_PORT"}
"""Settings whose 0 turns something off."""

KINDS = {field.name: field.type for field in msgspec.structs.fields(Settings)}

WITNESS, OTHER_WITNESS = (NoteKey(name, bytes(32), COSIGNATURE).vkey for name in ("w1.example", "w2.example"))
LOG_KEY = NoteKey("games.example/log", bytes(32)).vkey

SHOWN = {
    "LUDOLOG_DATABASE": "service/test_process.py::test_a_file_has_one_process_whatever_name_leads_to_it",
    "LUDOLOG_DATABASE_FILE": "service/test_settings.py::test_each_variable_is_read",
    "LUDOLOG_DATABASE_DIRECT": "faults/test_pooler.py::test_processes_behind_a_pooler_lose_nothing_and_lists_follow",
    "LUDOLOG_DATABASE_DIRECT_FILE": "service/test_settings.py::test_each_variable_is_read",
    "LUDOLOG_REPLICAS": "service/replicas/test_reads.py::test_lists_come_from_the_replica_and_the_primary_is_not_asked",
    "LUDOLOG_REPLICAS_FILE": "service/test_settings.py::test_each_variable_is_read",
    "LUDOLOG_HOST": "service/test_cli.py::test_the_demo_names_an_address_at_which_pages_sign_in",
    "LUDOLOG_PORT": "service/test_doctor_trials.py::test_a_port_that_another_program_has_is_wrong",
    "LUDOLOG_SHARED_PORT": "service/test_doctor.py::test_a_port_is_shared_only_by_processes_of_one_postgresql_database",
    "LUDOLOG_ORIGIN": (
        "service/test_sessions.py::test_a_host_that_is_not_loopback_has_no_sessions_without_a_configured_origin"
    ),
    "LUDOLOG_KEY_FILE": "service/test_start.py::test_a_database_with_games_is_not_served_without_its_key_file",
    "LUDOLOG_CHECKPOINT_INTERVAL": (
        "service/site_log/test_keeper.py::test_two_checkpoints_have_the_interval_between_them"
    ),
    "LUDOLOG_WITNESSES": (
        "service/witness/test_witnessed_sites.py::"
        "test_a_site_publishes_what_its_witnesses_cosign_and_one_that_is_down_delays_nothing"
    ),
    "LUDOLOG_PROJECTIONS": "service/test_settings.py::test_what_updates_the_tables_follows_from_the_database",
    "LUDOLOG_RATE_LIMIT": "service/test_limits.py::test_exactly_so_many_requests_pass_as_the_limit_says",
    "LUDOLOG_RATE_LIMIT_PER_ACCOUNT": (
        "abuse/test_rate_limits.py::test_by_default_an_account_and_an_address_may_ask_for_several_tokens"
    ),
    "LUDOLOG_RATE_LIMIT_PER_ADDRESS": (
        "abuse/test_rate_limits.py::test_by_default_an_account_and_an_address_may_ask_for_several_tokens"
    ),
    "LUDOLOG_TRUSTED_PROXIES": (
        "abuse/test_caps.py::test_without_trusted_proxies_nobody_says_from_where_a_request_comes"
    ),
    "LUDOLOG_CONNECTIONS": "service/test_doctor.py::test_too_few_connections_for_a_browser_are_a_warning",
    "LUDOLOG_CONNECTIONS_PER_ADDRESS": (
        "abuse/test_crowds.py::test_three_thousand_idle_connections_of_one_address_are_closed"
    ),
    "LUDOLOG_TOKENS": "abuse/test_caps.py::test_an_account_has_so_many_tokens",
    "LUDOLOG_INVITATIONS": "abuse/test_caps.py::test_an_account_gives_so_many_invitations",
    "LUDOLOG_OPEN_GAMES": "abuse/test_caps.py::test_an_account_has_so_many_games_that_have_not_started",
    "LUDOLOG_GUESTS": "abuse/test_caps.py::test_an_account_has_so_many_guests_in_games_that_are_not_over",
    "LUDOLOG_PUBLIC_CLOCK": ("service/test_public_clock.py::test_a_public_game_has_the_clock_of_the_server_by_default"),
    "LUDOLOG_STREAMS": "service/test_list_streams.py::test_streams_of_an_account_are_limited_and_counted",
    "LUDOLOG_SIGN_UPS": "abuse/test_caps.py::test_from_an_address_so_many_players_sign_up",
    "LUDOLOG_SIGN_UPS_PER_NETWORK": "abuse/test_caps.py::test_from_a_network_so_many_players_sign_up",
    "LUDOLOG_RESERVED_NAMES": (
        "service/switches/test_switches.py::test_names_are_reserved_for_players_new_names_and_guests"
    ),
    "LUDOLOG_EXPORTS": "service/export/test_export.py::test_who_may_export_and_how_often",
    "LUDOLOG_LAW_FOLDER": (
        "service/law/test_law.py::test_the_pages_of_the_operator_are_rendered_safely_in_their_languages"
    ),
    "LUDOLOG_ACCEPT_TERMS": "service/law/test_law.py::test_terms_are_accepted_at_sign_up_and_again_when_they_change",
    "LUDOLOG_ERASED_FILE": (
        "service/retention/test_retention.py::test_a_deleted_account_is_deleted_again_after_a_restore"
    ),
    "LUDOLOG_KEEP_MESSAGES": "service/retention/test_retention.py::test_what_is_old_is_deleted",
    "LUDOLOG_KEEP_ENDED_TOKENS": "service/retention/test_retention.py::test_what_is_old_is_deleted",
    "LUDOLOG_MESSAGES": "service/talk/test_floods.py::test_a_player_writes_so_often_in_a_game",
    "LUDOLOG_MESSAGES_PER_ACCOUNT": (
        "service/talk/test_floods.py::test_an_account_writes_so_often_in_all_games_with_all_tokens"
    ),
    "LUDOLOG_MESSAGES_PER_ADDRESS": "service/talk/test_floods.py::test_an_address_writes_so_often",
    "LUDOLOG_MESSAGES_PAUSE": "service/talk/test_floods.py::test_a_new_account_pauses_between_two_messages",
    "LUDOLOG_REPORTS": "service/reports/test_report_floods.py::test_an_account_and_a_network_report_so_often_a_day",
    "LUDOLOG_REPORTS_PER_ADDRESS": (
        "service/reports/test_report_floods.py::test_an_account_and_a_network_report_so_often_a_day"
    ),
    "LUDOLOG_REPORTS_KEPT": (
        "service/reports/test_report_floods.py::test_closed_reports_are_forgotten_after_the_retention"
    ),
    "LUDOLOG_TRACES_KEPT": "service/fair_play/test_reports.py::test_without_retention_there_are_no_traces",
    "LUDOLOG_GAME_MEMORY": (
        "service/test_loaded.py::"
        "test_a_cache_holds_as_many_bytes_as_its_capacity_and_drops_what_was_used_least_recently"
    ),
    "LUDOLOG_UPLOAD_MEMORY": "abuse/test_uploads.py::test_memory_is_shared_and_given_back",
    "LUDOLOG_UPLOAD_FOLDER": (
        "service/test_doctor.py::test_a_folder_for_uploads_that_cannot_be_used_is_refused_before_anything_listens"
    ),
    "LUDOLOG_DUMPS": "service/dumps/test_served.py::test_a_site_without_dumps_has_no_page_of_them",
    "LUDOLOG_DUMP_FOLDER": "service/dumps/test_served.py::test_one_process_of_several_writes_what_is_due",
    "LUDOLOG_DAILY_DUMPS": "service/dumps/test_served.py::test_so_many_dumps_are_kept",
    "LUDOLOG_MONTHLY_DUMPS": "service/dumps/test_served.py::test_so_many_dumps_are_kept",
    "LUDOLOG_LOG": "service/test_log_of_routes.py::test_lines_of_json_keep_format_level_and_masking_after_every_route",
    "LUDOLOG_LOG_LEVEL": "service/test_log_of_routes.py::test_a_level_of_warnings_holds_after_every_route",
    "LUDOLOG_ACCESS_LOG": (
        "service/test_log_of_routes.py::test_lines_of_json_keep_format_level_and_masking_after_every_route"
    ),
    "LUDOLOG_ACTS_LOG": "monitoring/test_acts.py::test_changes_and_sign_ins_are_lines_with_account_and_network",
    "LUDOLOG_TRACING": "monitoring/test_tracing.py::test_a_request_is_a_span_and_its_statements_are_spans_within_it",
    "LUDOLOG_SYSTEM_CLOCK": (
        "service/test_steady_clock.py::test_a_clock_that_may_be_wrong_after_a_boot_is_in_doubt_until_it_is_synchronised"
    ),
    "LUDOLOG_WEBHOOK_NETWORKS": (
        "notifications/test_outgoing.py::test_networks_of_the_operator_allow_any_port_only_there"
    ),
    "LUDOLOG_WEBHOOK_PORTS": "notifications/test_outgoing.py::test_networks_of_the_operator_allow_any_port_only_there",
    "LUDOLOG_SMTP_HOST": "notifications/digest/test_digest.py::test_without_a_server_there_are_no_e_mails",
    "LUDOLOG_SMTP_PORT": "service/test_doctor_notifications.py::test_the_server_for_e_mails_is_tried",
    "LUDOLOG_SMTP_TLS": "service/test_doctor_notifications.py::test_the_server_for_e_mails_is_tried",
    "LUDOLOG_SMTP_USER": "notifications/digest/test_failures.py::test_a_password_is_read_from_its_file",
    "LUDOLOG_SMTP_PASSWORD_FILE": "notifications/digest/test_failures.py::test_a_password_is_read_from_its_file",
    "LUDOLOG_SMTP_SENDER": "service/test_settings.py::test_e_mails_need_the_address_of_the_site",
    "LUDOLOG_OPERATOR_NETWORKS": "service/test_operator.py::test_everybody_else_sees_the_status_alone",
    "LUDOLOG_METRICS": ("service/test_operator.py::test_metrics_are_for_the_networks_of_the_operator_if_these_are_set"),
    "LUDOLOG_WORKER_METRICS_PORT": (
        "readmodels/test_watching.py::test_of_two_workers_with_one_port_the_second_stands_by_all_the_same"
    ),
    "LUDOLOG_BACKUPS": "monitoring/test_upkeep.py::test_the_age_of_a_backup_is_that_of_the_newest_file",
}
"""The test that shows what each setting does."""


def test_every_setting_has_a_test_of_its_effect() -> None:
    assert list(SHOWN) == list(VARIABLES)
    assert [name for name, test in SHOWN.items() if not is_test(test)] == []


def test_what_updates_the_tables_follows_from_the_database() -> None:
    shared = {"LUDOLOG_DATABASE": "postgresql://ada@host/games"}
    assert settings_from({}).keeps_projections
    assert not settings_from(shared).keeps_projections
    assert settings_from({**shared, "LUDOLOG_PROJECTIONS": "embedded"}).keeps_projections
    with pytest.raises(SettingsError, match="a SQLite file has one process"):
        _ = settings_from({"LUDOLOG_PROJECTIONS": "worker"}).keeps_projections


def test_each_variable_is_read(tmp_path: Path) -> None:
    file = tmp_path / "url"
    file.write_text("postgresql://ada:hidden@host/games\n")
    direct = tmp_path / "direct"
    direct.write_text("postgresql://ada:hidden@server/games\n")
    replicas = tmp_path / "replicas"
    replicas.write_text("postgresql://ada:hidden@one/games\npostgresql://ada:hidden@two,three/games\n")
    given = {
        "LUDOLOG_DATABASE_FILE": str(file),
        "LUDOLOG_DATABASE_DIRECT_FILE": str(direct),
        "LUDOLOG_REPLICAS_FILE": str(replicas),
        "LUDOLOG_HOST": "::1",
        "LUDOLOG_PORT": "81",
        "LUDOLOG_SHARED_PORT": "on",
        "LUDOLOG_ORIGIN": "https://ludolog.example",
        "LUDOLOG_KEY_FILE": "/key",
        "LUDOLOG_CHECKPOINT_INTERVAL": "33",
        "LUDOLOG_WITNESSES": f"{WITNESS} https://w1.example, {OTHER_WITNESS} https://w2.example/sub/",
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
        "LUDOLOG_SIGN_UPS_PER_NETWORK": "12",
        "LUDOLOG_RESERVED_NAMES": "Chef",
        "LUDOLOG_EXPORTS": "13",
        "LUDOLOG_LAW_FOLDER": "/law",
        "LUDOLOG_ACCEPT_TERMS": "on",
        "LUDOLOG_ERASED_FILE": "/erased",
        "LUDOLOG_KEEP_MESSAGES": "365",
        "LUDOLOG_KEEP_ENDED_TOKENS": "30",
        "LUDOLOG_MESSAGES": "14",
        "LUDOLOG_MESSAGES_PER_ACCOUNT": "15",
        "LUDOLOG_MESSAGES_PER_ADDRESS": "16",
        "LUDOLOG_MESSAGES_PAUSE": "17",
        "LUDOLOG_REPORTS": "18",
        "LUDOLOG_REPORTS_PER_ADDRESS": "19",
        "LUDOLOG_REPORTS_KEPT": "20",
        "LUDOLOG_TRACES_KEPT": "21",
        "LUDOLOG_GAME_MEMORY": "13",
        "LUDOLOG_UPLOAD_MEMORY": "10",
        "LUDOLOG_UPLOAD_FOLDER": "/uploads",
        "LUDOLOG_DUMPS": "off",
        "LUDOLOG_DUMP_FOLDER": "/dumps",
        "LUDOLOG_DAILY_DUMPS": "7",
        "LUDOLOG_MONTHLY_DUMPS": "12",
        "LUDOLOG_LOG": "json",
        "LUDOLOG_LOG_LEVEL": "error",
        "LUDOLOG_ACCESS_LOG": "on",
        "LUDOLOG_ACTS_LOG": "on",
        "LUDOLOG_TRACING": "on",
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
        "LUDOLOG_BACKUPS": "/backup",
    }
    settings = settings_from(given)
    shown = shown_settings(settings)

    assert [(key.vkey, url) for key, url in settings.log_witnesses] == [
        (WITNESS, "https://w1.example"),
        (OTHER_WITNESS, "https://w2.example/sub"),
    ]
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
        *(
            ("LUDOLOG_WITNESSES", given, "verifier keys of witnesses, each with a space and its URL")
            for given in ("https://w1.example", WITNESS, f"{WITNESS} w1.example", f"{LOG_KEY} https://w1.example")
        ),
        ("LUDOLOG_OPERATOR_NETWORKS", "10.0.0.1/8", "networks separated by commas, such as 10.1.0.0/16"),
        ("LUDOLOG_DATABASE_DIRECT", "postgresql://ada@host/games", "the URL of the same database through a pooler"),
        ("LUDOLOG_DATABASE_DIRECT_FILE", "/dev/null", "is empty"),
        ("LUDOLOG_REPLICAS", "postgresql://ada@host/games", "a SQLite file has no replicas"),
        ("LUDOLOG_REPLICAS_FILE", "/dev/null", "is empty"),
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


@pytest.mark.parametrize(
    "given",
    [
        "sqlite:///games.db",
        "postgresql://a:ge heim@host/games",
        "host=db password=geheim",
        "postgresql://a:geheim@host/games?geheim=1",
        "postgresql://a:ge%zzheim@host/games",
        "postgresql://a:ge%ffheim@host/games",
        "postgresql://a:geheim@host/games?port=a",
        "postgresql://a:geheim@host/games?port=65536",
        "postgresql://a:geheim@host/games?port=5432,5433",
        "postgresql://a:geheim@/games?host=one,two,three&port=5432,5433",
    ],
)
def test_replicas_are_urls_of_postgresql(given: str) -> None:
    shared = {"LUDOLOG_DATABASE": "postgresql://ada@host/games"}
    with pytest.raises(SettingsError, match="LUDOLOG_REPLICAS cannot be read") as caught:
        settings_from({**shared, "LUDOLOG_REPLICAS": f"postgresql://ada@other/games {given}"})
    assert "heim" not in str(caught.value)
    settings = settings_from({**shared, "LUDOLOG_REPLICAS": " postgresql://a:geheim@b/c  postgresql://a@d,e:5/c\n"})
    assert settings.replica_urls == ("postgresql://a:geheim@b/c", "postgresql://a@d,e:5/c")
    assert shown_settings(settings)["LUDOLOG_REPLICAS"] == "postgresql://a:***@b/c postgresql://a@d,e:5/c"
