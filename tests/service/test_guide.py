"""The claims of the pages of deploy/, each with the test that shows it: it stands there, and the test exists."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tests.service.guide import whole_guide

TESTS = Path(__file__).parents[1]

CLAIMS = {
    # the beginning
    "shows all settings without passwords": "service/test_doctor.py::test_no_command_tells_a_password",
    "It changes nothing.": "service/test_doctor.py::test_the_doctor_changes_nothing_in_a_file_or_beside_it",
    "It then tries the steps of `serve`": (
        "service/test_doctor_trials.py::test_each_trial_passes_before_the_first_start_and_leaves_nothing"
    ),
    "0; with `--strict` 1": (
        "service/test_doctor_exposure.py::test_warnings_change_the_exit_code_only_if_it_is_asked_for"
    ),
    "an unknown variable that begins with `LUDOLOG_`": (
        "service/test_doctor_exposure.py::test_an_unknown_setting_is_wrong"
    ),
    "an SMTP server that cannot be used": "service/test_doctor_notifications.py::test_the_server_for_e_mails_is_tried",
    "webhook networks that reach the loopback interface": (
        "service/test_doctor_exposure.py::test_what_a_public_site_lacks_or_opens_too_far"
    ),
    "It names limits that are off on a public site": (
        "service/test_doctor_exposure.py::test_a_limit_of_a_public_site_that_is_off_is_a_note"
    ),
    "logs the last three as warnings and starts": (
        "service/test_doctor_exposure.py::test_they_are_wrong_and_a_service_logs_them"
    ),
    # SQLite
    "A second one is refused, whichever path or link it uses": (
        "service/test_process.py::test_a_file_has_one_process_whatever_name_leads_to_it"
    ),
    "the key file and every backup have mode 0600": (
        "service/test_file_safety.py::test_all_files_of_a_database_are_private_whatever_they_were"
    ),
    "The service migrates the database at its start": (
        "store/test_migrations.py::test_a_file_of_the_release_before_is_brought_up_to_date"
    ),
    "a release refuses the database of a later one": (
        "store/test_migrations.py::test_a_database_of_a_later_release_is_refused"
    ),
    "The copy is of one moment": "store/test_backup.py::test_a_backup_is_of_one_moment",
    "runs the doctor as the user of the unit": "service/test_restore_chapter.py::test_the_commands_for_a_sqlite_file",
    "Put the same file back and the service continues": (
        "service/test_file_safety.py::test_a_service_whose_file_is_moved_away_says_so_and_goes_on_when_it_is_back"
    ),
    "notes SQLite before 3.51.3": "service/test_doctor_exposure.py::test_an_old_sqlite_is_a_note",
    "are in `ludolog.db-wal`": (
        "service/test_file_safety.py::test_a_copy_of_a_running_service_without_its_write_ahead_log_is_recognised"
    ),
    # ludolog site
    "A process that ends is restarted": "service/test_site.py::test_games_go_on_while_each_part_is_killed",
    "other commands find the running site": "service/test_restore_chapter.py::test_the_commands_for_a_site",
    "If the restore of the database fails, both stay unchanged": (
        "service/test_site_restore.py::test_a_restore_that_fails_leaves_the_database_in_place"
    ),
    "checks the settings, programs, folder and processes": (
        "service/test_site_backups.py::test_the_doctor_of_a_site_runs_the_programs_that_a_backup_needs"
    ),
    "PostgreSQL under other processes": (
        "faults/test_postgres.py::test_a_crash_of_the_database_loses_nothing_and_refuses_nothing"
    ),
    # containers
    "its own user (10001) and a health check": "service/test_deploy.py::test_the_image_is_built_of_what_is_there",
    "`compose.yaml` runs PostgreSQL, two service processes, the worker": (
        "service/test_deploy.py::test_the_services_of_the_composition_fit_together"
    ),
    "The services have fixed addresses": (
        "service/test_deploy.py::test_the_proxy_finds_the_services_wherever_they_have_started_again"
    ),
    # PostgreSQL under systemd
    "Both are restarted without a limit": (
        "service/test_deploy.py::test_a_unit_starts_a_command_under_settings_that_can_be_used"
    ),
    "A second worker is a standby": (
        "readmodels/test_commands.py::test_a_worker_follows_and_takes_over_from_one_that_was_killed"
    ),
    "Restart the worker first": "store/test_upgrade.py::test_the_worker_is_upgraded_before_the_services",
    "finds tables of a later release logs one line and stands still": (
        "readmodels/test_later_release.py::test_a_worker_stands_still_with_one_line"
    ),
    "the next start of a process deletes the texts": (
        "service/retention/test_retention.py"
        "::test_what_0_2_0_leaves_of_an_account_in_a_rolling_upgrade_is_deleted_at_the_next_start"
    ),
    "Service processes of the previous release continue": ("store/test_earlier_statements.py::test_they_are_accepted"),
    "waits for the end of a `pg_dump`": (
        "store/test_limits.py::test_tables_that_somebody_reads_for_long_are_exchanged_when_that_is_over"
    ),
    # the time
    "commands in games with clocks are answered 503": (
        "service/test_steady_clock.py::test_games_with_clocks_wait_while_the_time_is_in_doubt"
    ),
    "If a sandbox denies them, the reason of the doubt says so": (
        "service/test_denied_clock.py::test_the_doubt_and_the_doctor_say_that_the_kernel_may_not_be_asked"
    ),
    # monitoring
    "Versions, lags, reasons and the parts in `damaged` are shown only to the networks of the operator": (
        "service/test_operator.py::test_everybody_else_sees_the_status_alone"
    ),
    "and 404 at `/metrics`": (
        "service/test_operator.py::test_metrics_are_for_the_networks_of_the_operator_if_these_are_set"
    ),
    "Every reply has `X-Request-ID`": "service/test_tracing.py::test_every_answer_bears_the_id_of_its_request",
    "They contain no token, invitation, seed or hidden value": (
        "service/test_logs.py::test_no_secret_stands_in_what_a_server_puts_out"
    ),
    "each process logs one line a minute, and one": (
        "service/test_outage.py::test_a_line_a_minute_and_one_when_it_is_over"
    ),
    "`ludolog_build_info` | 1, with the labels": (
        "service/test_operator.py::test_the_build_names_the_release_and_the_commit"
    ),
    "`ludolog_worker_missing` | 1 if two checks": (
        "readmodels/test_watching.py::test_only_a_worker_that_is_missed_twice_is_missing"
    ),
    "0: it is a standby, or the database does not answer": (
        "faults/test_frozen_primary.py::test_a_worker_whose_database_hangs_does_not_say_that_it_follows"
    ),
    # damage
    "delete the row (`DELETE FROM checked_heads WHERE id = 'ID'`), and the next check stores a new head": (
        "integrity/test_damage.py::test_a_stored_head_that_proves_nothing_takes_no_game_away"
    ),
    # signing keys
    "The service refuses to serve a database with games without its key file": (
        "service/test_start.py::test_a_database_with_games_is_not_served_without_its_key_file"
    ),
    "the service keeps its keys and logs an error": (
        "service/test_key_file.py::test_a_file_that_is_spoilt_meanwhile_changes_nothing"
    ),
    "With an older copy of the right file the service starts": (
        "service/test_doctor_keys.py::test_a_service_with_an_older_key_file_warns_and_publishes_the_noted_keys"
    ),
    "a running service signs with it within a second": (
        "service/test_key_file.py::test_a_running_service_takes_a_new_key_up_and_keeps_the_old_ones_published"
    ),
    # the proxy
    "cannot open the standard output of a unit": (
        "service/test_proxy.py::test_nginx_starts_under_a_unit_with_the_documented_changes"
    ),
    "Any process can answer any request": "service/test_processes.py::test_a_game_is_played_through_any_process",
    "It must not publish `/metrics`": (
        "service/test_deploy.py::test_the_proxy_knows_every_process_and_collects_no_stream"
    ),
    "so `nginx.conf` logs no errors of these two": (
        "service/test_proxy.py::test_no_secret_of_an_address_is_in_the_error_log"
    ),
    "503 with `Retry-After` if no process answers": (
        "service/test_proxy.py::test_where_no_process_answers_it_is_503_and_says_when_to_come_again"
    ),
    # a standby
    "no acknowledged command is lost if the first one fails": (
        "faults/test_failover.py::test_players_carry_on_with_the_standby"
    ),
    "`ludolog doctor` reports the waiting commits": (
        "service/test_doctor.py::test_processes_start_while_commits_wait_for_a_standby_that_is_gone"
    ),
    "If the first one hangs without closing its connections": (
        "faults/test_frozen_primary.py::test_a_lone_worker_and_the_service_go_on_with_the_standby_of_a_frozen_primary"
    ),
    # capacity
    "In session mode nothing else is needed": (
        "faults/test_pooler.py::test_processes_behind_a_pooler_lose_nothing_and_lists_follow"
    ),
    "refuse such a pooler": (
        "faults/test_pooler.py::test_a_pooler_in_transaction_mode_without_a_direct_url_is_refused"
    ),
    "warns if they are missing": "faults/test_pooler.py::test_limits_that_a_pooler_drops_are_a_warning",
    "The server cancels a statement of the service after 10 s": (
        "store/test_limits.py::test_every_connection_has_limits_and_the_url_may_set_others"
    ),
}
"""A part of a sentence or of a row of a table of the guide, and the test that shows it."""


@cache
def names_in(file: str) -> set[str]:
    tree = ast.parse((TESTS / file).read_text())
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def is_test(name: str) -> bool:
    """Whether a test exists, by its file and its function, such as `service/test_x.py::test_y`."""
    file, _, function = name.partition("::")
    return function in names_in(file)


@pytest.mark.parametrize("claim", CLAIMS)
def test_a_claim_of_the_guide_has_its_test(claim: str) -> None:
    # wrapped lines, and the indentation of lists
    text = re.sub(r"\s+", " ", whole_guide())
    assert claim in text, "the guide does not say this: change the table, and the test if it shows something else now"
    assert is_test(CLAIMS[claim])
