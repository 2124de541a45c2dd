"""The table of deploy/limits.md: its rows, the numbers in them, and the test that shows each limit."""

import re
from collections.abc import Sequence
from typing import NamedTuple

import pytest

from service.apps.apps import MOST_DEVICES
from service.apps.consents import MOST_ATTEMPTS
from service.apps.values import DEVICE_LASTS, MOST_GRANTS
from service.blocks.blocks import MOST_BLOCKS
from service.core.connections.activity import RESET_WINDOW, RESETS
from service.core.connections.admission import HELD, MAX_CONCURRENT, MAX_OF_ADDRESS, MAX_QUEUED
from service.core.connections.limits import MOST, RESERVED
from service.core.connections.policy import FIRST_REQUEST_WITHIN, KEPT_ALIVE
from service.core.http.middleware.unread import REST_WITHIN
from service.core.http.request.bodies import MAX_BODY
from service.core.http.request.body_timeout import BODY_WITHIN, BUNDLE_WITHIN
from service.core.http.request.page_parameters import FILES, PAGES
from service.core.settings import Settings
from service.export.export import AT_ONCE as AT_ONCE_EXPORTS
from service.meeting.limits import IN_VAIN, MOST_OPEN, MOST_WAITING, NEW_PER_DAY, PER_HOUR
from service.meeting.limits import NEW_FOR as CHALLENGES_NEW_FOR
from service.meeting.pool import ALIVE, FORGOTTEN
from service.moderation.games import MOST_TEXTS
from service.moderation.recovery import VALID_FOR
from service.orders.orders import MOST_IN_FORCE, MOST_ORDERS
from service.people.former_names import CHANGES_WITHIN, DAY, MOST_CHANGES
from service.people.quotas.caps import SIGN_UP_WINDOW
from service.people.quotas.rate_limit import WINDOW
from service.people.sign_ups import AT_ONCE
from service.play.api.stream.connection import HEARTBEAT, WRITE_TIMEOUT
from service.play.turns import WAITING, WAITING_OF_ADDRESS
from service.proof.api.routes import MAX_BUNDLE
from service.proof.uploads.intake import IN_ALL, PER_ACCOUNT, PER_ADDRESS, PER_TOKEN
from service.reports.limits import WINDOW as REPORT_WINDOW
from service.serving.listener import HEADERS_WITHIN
from service.talk.limits import NEW_FOR
from service.talk.limits import WINDOW as MESSAGE_WINDOW
from service.talk.notes import MOST_NOTES, MOST_PLAYER_NOTES
from tests.service.guide import page
from tests.service.test_guide import is_test


class Limit(NamedTuple):
    """A row of the table: what it says about the limit, and the test that shows it."""

    says: Sequence[str]
    test: str


LIMITS = {
    "a connection on which no request begins": Limit(
        [f"{FIRST_REQUEST_WITHIN:g} s"],
        "abuse/test_idle_connections.py::test_a_connection_without_a_request_is_closed_within_the_limit",
    ),
    "the head of an HTTP/1.1 request": Limit(
        [f"{HEADERS_WITHIN // 1000} s"],
        "abuse/test_idle_connections.py::test_a_connection_stays_open_between_two_requests",
    ),
    "an HTTP/2 connection between two requests": Limit(
        [f"{KEPT_ALIVE:g} s"], "abuse/test_idle_connections.py::test_streams_and_long_polls_are_not_idle"
    ),
    "the body of a request": Limit(
        [f"{BODY_WITHIN:g} s", f"a bundle {BUNDLE_WITHIN:g} s", f"each next part of it {BODY_WITHIN:g} s"],
        "service/test_bodies.py::test_a_body_comes_in_time_or_is_given_up",
    ),
    "the rest of the body of a request that is refused": Limit(
        [f"{MAX_BODY // 1024} KiB", f"{REST_WITHIN:g} s"],
        "service/http/test_unread.py::test_the_refusal_of_a_body_that_is_not_read_closes_the_connection",
    ),
    "connections of a process": Limit(
        [f"less {RESERVED}", f"at most {MOST:,}"],
        "abuse/test_crowds.py::test_idle_connections_make_room_where_all_places_are_taken",
    ),
    "connections of an address": Limit(
        [f"{Settings().connections_per_address:,}", "at most half of all"],
        "abuse/test_crowds.py::test_three_thousand_idle_connections_of_one_address_are_closed",
    ),
    "GET, HEAD, verifications and previews in progress on one connection": Limit(
        [f"{MAX_CONCURRENT}"], "abuse/test_admission.py::test_one_connection_does_not_wait_for_another"
    ),
    "GET, HEAD, verifications and previews in progress of an address": Limit(
        [f"{MAX_OF_ADDRESS};", f"up to {MAX_QUEUED} wait"],
        "abuse/test_admission.py::test_an_address_of_which_many_requests_wait_is_refused",
    ),
    "requests that wait for slow computations": Limit(
        ["one computation at a time", f"{WAITING_OF_ADDRESS} requests of an address and {WAITING} in all"],
        "service/test_turns.py::test_an_address_has_so_many_requests_that_wait_and_no_more",
    ),
    "requests of an address that its client has reset": Limit(
        [f"{RESETS} in {RESET_WINDOW:g} s", f"begin {HELD:g} s later"],
        "abuse/test_admission.py::test_requests_of_an_address_that_resets_many_are_held_and_end_before_any_work",
    ),
    "requests whose client has disconnected": Limit(
        ["are cancelled", "other requests are carried out"],
        "abuse/test_admission.py::test_work_that_changes_something_goes_on_without_its_client",
    ),
    "requests of a token, an account, an address": Limit(
        [{60: "per minute and process"}[WINDOW]],
        "abuse/test_rate_limits.py::test_all_tokens_of_an_account_share_a_limit",
    ),
    "uploads to `/v1/verifications`": Limit(
        [
            f"{PER_TOKEN} at a time for a token",
            f"{PER_ACCOUNT} for an account",
            f"{PER_ADDRESS} for an address",
            f"{IN_ALL} in all",
            f"{MAX_BUNDLE >> 20} MiB each",
        ],
        "abuse/test_uploads.py::test_places_are_counted_for_tokens_accounts_addresses_and_all",
    ),
    "tokens, invitations, open games and guests of an account": Limit(
        ["for all processes together"], "abuse/test_caps.py::test_caps_hold_over_all_processes_of_a_database"
    ),
    "items of a page of a list": Limit(
        [", ".join(f"{largest:,}" for largest in sorted(PAGES)[:-1]), f"{max(PAGES):,}"],
        "service/test_positions.py::test_a_limit_above_the_largest_page_counts_as_the_largest_page",
    ),
    "a stream that sends nothing": Limit(
        [f"{HEARTBEAT:g} s"], "service/test_feed.py::test_a_quiet_stream_shows_signs_of_life"
    ),
    "a stream whose client reads nothing": Limit(
        [f"{WRITE_TIMEOUT:g} s"], "service/test_feed.py::test_connections_that_read_nothing_are_closed"
    ),
    "open streams of an account or an address": Limit(
        ["in each process"], "service/test_list_streams.py::test_streams_of_an_account_are_limited_and_counted"
    ),
    "sign-ups from an address": Limit(
        [{3600: "per hour"}[SIGN_UP_WINDOW]], "abuse/test_caps.py::test_from_an_address_so_many_players_sign_up"
    ),
    "changes of the name of an account": Limit(
        [f"{MOST_CHANGES} in {CHANGES_WITHIN // DAY} days"],
        "service/test_names.py::test_a_name_is_changed_at_most_twice_within_30_days",
    ),
    "exports of the data of an account": Limit(
        [f"{AT_ONCE_EXPORTS} in each process"], "service/export/test_export.py::test_who_may_export_and_how_often"
    ),
    "bundles of many games": Limit(
        [f"{FILES} in a reply"], "service/dumps/test_served.py::test_all_bundles_are_read_page_by_page"
    ),
    "a download of a dump whose client reads nothing": Limit(
        [f"{WRITE_TIMEOUT:g} s"], "service/dumps/test_served.py::test_a_download_whose_client_reads_nothing_ends"
    ),
    "sign-ups in progress": Limit(
        [f"{AT_ONCE} in each process"],
        "abuse/test_caps.py::test_a_sign_up_that_waits_for_others_times_out_before_them",
    ),
    "apps that a player has let in": Limit(
        [f"{MOST_GRANTS}, for all processes together"],
        "service/apps/test_grants.py::test_a_further_app_ends_the_one_that_was_unused_longest",
    ),
    "devices of an address that wait for a person": Limit(
        [f"{MOST_DEVICES}, for {DEVICE_LASTS // 60} minutes each"],
        "service/apps/test_devices.py::test_few_devices_of_an_address_wait_at_once",
    ),
    "codes of devices that a player mistypes": Limit(
        [f"{MOST_ATTEMPTS} per hour"],
        "service/apps/test_devices.py::test_a_person_mistypes_a_code_a_few_times",
    ),
    "messages of a player in a game or tournament, of an account": Limit(
        [{60: "per minute"}[MESSAGE_WINDOW], "for all processes together"],
        "service/talk/test_floods.py::test_an_account_writes_so_often_in_all_games_with_all_tokens",
    ),
    "requests and messages of an account for which an operator": Limit(
        ["0 messages"], "service/moderation/test_suspensions.py::test_limits_of_an_account_are_lowered_and_raised"
    ),
    "texts of a player that moderators see together": Limit(
        [f"{MOST_TEXTS}"], "service/moderation/test_games.py::test_a_removed_text_is_gone_and_the_log_says_so"
    ),
    "a link of recovery": Limit(
        [f"once within {VALID_FOR // 3600:.0f} h"],
        "service/moderation/test_suspensions.py::test_an_account_that_was_taken_comes_back_by_a_link",
    ),
    "messages from an address": Limit(
        [{60: "per minute in each process"}[WINDOW]],
        "service/talk/test_floods.py::test_an_address_writes_so_often",
    ),
    "messages of an account in its first": Limit(
        [f"{NEW_FOR // 3600} hours"], "service/talk/test_floods.py::test_a_new_account_pauses_between_two_messages"
    ),
    "reports of an account, from an address": Limit(
        [f"in {REPORT_WINDOW // 3600} hours", "for all processes together"],
        "service/reports/test_report_floods.py::test_an_account_and_a_network_report_so_often_a_day",
    ),
    "appeals": Limit(
        ["one against each act"],
        "service/reports/test_appeals.py::test_a_player_appeals_once_and_another_moderator_answers",
    ),
    "notes of a player": Limit(
        [f"{MOST_NOTES} about one game", f"{MOST_PLAYER_NOTES:,} about players"],
        "service/talk/test_notes.py::test_a_player_keeps_so_many_notes",
    ),
    "challenges and requests for a rematch of an account": Limit(
        [f"{PER_HOUR} per hour", f"{NEW_PER_DAY} in its first {CHALLENGES_NEW_FOR // 3600} hours"],
        "service/meeting/test_floods.py::test_an_older_account_asks_so_often_in_an_hour_and_has_so_many_open",
    ),
    "challenges to one player without a game": Limit(
        [f"{IN_VAIN} in 24 hours"], "service/meeting/test_floods.py::test_a_player_is_not_asked_again_and_again"
    ),
    "open challenges of an account, to a player": Limit(
        [f"{MOST_OPEN}, {MOST_WAITING}"], "service/meeting/test_floods.py::test_many_accounts_do_not_bury_one_player"
    ),
    "the place of a client that goes in a pool": Limit(
        [f"{ALIVE:g} s", f"{FORGOTTEN / 60:g} minutes"],
        "service/meeting/test_pools.py::test_a_client_that_goes_is_not_paired_and_one_that_comes_back_is",
    ),
    "players whom an account blocks": Limit(
        [f"{MOST_BLOCKS:,}"], "service/blocks/test_blocks.py::test_an_account_blocks_so_many_players"
    ),
    "standing orders of a seat": Limit(
        [f"{MOST_IN_FORCE} that stand", f"{MOST_ORDERS} in a game"],
        "service/orders/test_orders.py::test_orders_of_a_seat_are_limited",
    ),
}
"""The rows by their beginnings, in the order of the table."""

ROWS = re.findall(r"^\| (?!what |---)(.*?) \| (.*) \|$", page("limits"), re.MULTILINE)


def test_each_row_is_known() -> None:
    assert len(ROWS) == len(LIMITS)
    assert [name for (first, _), name in zip(ROWS, LIMITS, strict=True) if not first.startswith(name)] == []


@pytest.mark.parametrize("name", LIMITS)
def test_a_row_has_the_numbers_of_the_code_and_a_test(name: str) -> None:
    limit = LIMITS[name]
    (text,) = [f"{first} | {rest}" for (first, rest), known in zip(ROWS, LIMITS, strict=True) if known == name]

    assert [part for part in limit.says if part not in text] == []
    assert is_test(limit.test), limit.test
