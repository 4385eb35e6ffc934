"""What the server promises, and which tests hold it to that.  Each test that is named here exists.

Durable and exactly once
    tests/games/test_restart.py, tests/games/test_mailbox.py
Everybody gets every version, in order, after any cut; nobody before it is durable
    tests/live/test_rooms.py::test_everybody_gets_everything_in_order_however_quick
    tests/web/test_socket.py::test_versions_come_in_order_after_a_cut
Two games that differ only in what X may not see are byte-equal for X
    tests/conformance/test_blindness.py::test_a_secret_answer_is_seen_by_nobody_else_until_it_is_shown
    tests/conformance/test_blindness.py::test_a_secret_die_is_seen_by_nobody_else
    tests/conformance/test_blindness.py::test_what_a_clan_leans_to_is_seen_by_nobody
    tests/systems/kensei/test_sealed.py::test_sealed_answers_make_no_difference_to_others
    tests/web/test_blind.py, tests/web/test_same_screen.py, tests/web/test_delay.py
    tests/attacks/test_hidden.py::test_a_secret_answer_is_in_no_byte_for_others
    tests/attacks/test_hidden.py::test_a_secret_die_is_in_no_byte_for_others
    tests/attacks/test_twins.py::test_kensei_which_unit_hides_a_character_and_what_he_is_told_cannot_be_counted
    tests/attacks/test_twins.py::test_a_clock_does_not_count_what_is_answered_in_secret
    tests/attacks/test_secrets.py::test_every_secret_is_tried
    Pages, API, pictures, previews, refusals, and the number and order of messages: all that tells of a prompt's time.
Dice that can be checked
    tests/games/test_vault.py
An exception inside a rule changes nothing and is kept as a case
    tests/web/test_wrong.py::test_crash_in_a_rule_is_a_case_and_the_game_goes_on
Every route and message is checked for who
    tests/web/test_permissions.py::test_every_route_of_the_server_is_in_the_table_and_no_other
    tests/web/test_permissions.py::test_each_may_do_what_the_table_says
    tests/web/test_permissions.py::test_a_message_reaches_whom_the_table_says
    tests/attacks/test_watchers.py::test_an_umpire_elsewhere_and_a_watcher_change_nothing_here
    tests/attacks/test_watchers.py::test_no_message_of_a_socket_changes_a_game
... for what and when
    tests/web/test_wrong.py::test_malformed_bodies
    tests/web/test_wrong.py::test_stale_versions_and_questions_are_409
    tests/web/test_schema.py::test_whatever_is_sent_the_answer_is_one_that_is_documented
    tests/attacks/test_mutants.py::test_mutated_answers_and_previews
    tests/attacks/test_mutants.py::test_mutated_bodies_of_the_api
    tests/attacks/test_mutants.py::test_mutated_rosters_tables_and_set_ups
    tests/attacks/test_mutants.py::test_mutated_forms
    tests/attacks/test_mutants.py::test_mutated_addresses
    tests/attacks/test_frames.py::test_frames_that_no_browser_sends
    tests/attacks/test_frames.py::test_handshakes_that_no_browser_sends
... and how much
    tests/attacks/test_costs.py::test_no_question_of_a_battle_holds_the_loop
    tests/attacks/test_costs.py::test_no_address_holds_the_loop
    tests/attacks/test_room.py::test_a_guest_an_account_and_a_network_have_so_many_tables
    tests/attacks/test_room.py::test_a_table_is_laid_with_so_many_bytes
    tests/attacks/test_room.py::test_a_network_sends_so_much_in_a_day_whoever_it_says_it_is
    tests/web/test_pace.py::test_too_many_changes_are_refused_in_words_and_looking_is_not
    tests/web/test_wrong.py::test_bodies_beyond_the_limit_are_413
    tests/web/test_socket.py::test_chatter_and_large_messages_are_cut
    tests/attacks/test_bombs.py::test_paths_of_thousands_of_corners
    tests/attacks/test_bombs.py::test_rosters_and_tables_of_thousands
    tests/attacks/test_bombs.py::test_bodies_that_are_more_than_they_seem
    tests/attacks/test_bombs.py::test_forms_that_are_more_than_they_seem
    tests/attacks/test_bombs.py::test_imports_that_are_bombs
Origin is checked, no state is changed by GET
    tests/attacks/test_sites.py::test_no_route_that_changes_is_open_to_other_sites
    tests/attacks/test_sites.py::test_no_socket_is_open_to_other_sites
    tests/attacks/test_sites.py::test_no_get_changes_anything
Cookies; what was stolen, planted or guessed
    tests/web/test_account.py::test_a_table_that_is_open_elsewhere_closes_with_its_session
    tests/attacks/test_cookies.py::test_a_stolen_cookie_is_dead_at_once
    tests/attacks/test_cookies.py::test_a_planted_cookie_is_not_the_one_that_is_signed_in
    tests/attacks/test_cookies.py::test_forged_cookies_are_nobodys
    tests/attacks/test_cookies.py::test_a_cookie_is_for_this_host_alone_and_for_tls_where_tls_is
    tests/attacks/test_cookies.py::test_the_link_of_a_seat_is_dead_once_it_was_used
    tests/accounts/test_people.py::test_nothing_that_opens_a_door_is_stored_as_it_is
    tests/attacks/test_guessing.py::test_a_name_or_an_address_that_is_known_is_answered_as_one_that_is_not
    tests/attacks/test_guessing.py::test_as_much_work_is_done_for_nobody_as_for_somebody
    tests/attacks/test_guessing.py::test_a_password_is_tried_ten_times_however_the_name_is_written
    tests/attacks/test_guessing.py::test_a_network_tries_thirty_times_even_all_at_once
    tests/attacks/test_guessing.py::test_strangers_who_guess_do_not_shut_out_the_right_one
    tests/attacks/test_guessing.py::test_guesses_from_everywhere_are_slow_and_a_known_browser_never_waits_for_them
    tests/attacks/test_guessing.py::test_two_networks_that_never_rest_do_not_shut_out_who_comes_from_a_third
    tests/attacks/test_guessing.py::test_the_first_tries_of_a_network_are_three_even_all_at_once_and_those_of_a_block_are_one_network_s
    tests/attacks/test_guessing.py::test_a_link_in_a_letter_never_leads_where_the_asker_says
    tests/attacks/test_guessing.py::test_keys_are_not_guessed
What people write is shown and never lives; CSP without inline
    tests/web/test_pages.py::test_every_response_carries_the_security_headers
    tests/web/test_pages.py::test_pages_hold_no_inline_script_or_style
    tests/attacks/test_script.py::test_nothing_that_was_written_comes_alive
    tests/attacks/test_script.py::test_what_is_asked_for_is_not_said_back_alive
    tests/attacks/test_script_browser.py::test_a_browser_finds_nothing_alive
No link is fetched; webhooks reach public addresses only
    tests/notices/test_guard.py::test_an_address_is_refused_for_a_reason
    tests/notices/test_guard.py::test_a_redirect_is_not_followed_and_a_long_answer_not_read
    tests/attacks/test_ways_out.py::test_no_spelling_of_an_inner_address_is_kept_or_called
    tests/attacks/test_ways_out.py::test_a_name_that_leads_inside_later_is_not_called
    tests/attacks/test_ways_out.py::test_no_link_that_somebody_writes_is_fetched
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HELD = re.findall(r"(tests/[\w/]+\.py)(?:::(\w+))?", __doc__ or "")
ATTACKS = [path for path in Path(__file__).parent.glob("test_*.py") if path.name != Path(__file__).name]


@pytest.mark.parametrize(("file", "name"), HELD, ids=[f"{file}::{name}" for file, name in HELD])
def test_what_holds_a_promise_is_there(file: str, name: str) -> None:
    text = (ROOT / file).read_text()
    assert re.search(rf"^(async )?def {name}\(" if name else r"^(async )?def test_", text, re.MULTILINE)


def test_every_attack_holds_a_promise() -> None:
    assert {path.name for path in ATTACKS} <= {Path(file).name for file, _ in HELD}
