//! Cases of what goes on around candidates and orders: who is notified, who works on the database, who may come in, what is
//! kept.

cases! { system_cases
    create_webhook {
        webhooks::a_webhook_comes_back_as_it_was
    }
    webhooks {
        webhooks::webhooks_come_in_order
    }
    change_webhook {
        webhooks::a_webhook_is_changed_in_the_version_that_was_read
        webhooks::resumed_webhook_is_due_immediately
    }
    rotate_webhook_secret {
        webhooks::a_secret_is_kept_beside_the_next
    }
    remove_deliveries {
        webhooks::removing_deliveries_leaves_those_of_others
    }
    remove_webhook {
        webhooks::a_webhook_goes_with_all_that_was_sent
    }
    queue_deliveries {
        webhooks::deliveries_of_a_sequence_wait_for_each_other
        webhooks::who_has_lost_the_lease_writes_nothing
        webhooks::events_selected_by_old_settings_are_a_conflict
    }
    claim_deliveries {
        webhooks::claim_after_change_returns_new_state
        webhooks::claim_without_lease_is_taken_over
    }
    due_deliveries {
        webhooks::delivery_in_progress_is_not_due
    }
    record_attempts {
        webhooks::attempts_are_kept_and_let_others_go
        webhooks::a_receiver_that_is_there_again_gets_all_at_once
        webhooks::a_webhook_is_paused_by_itself_if_it_is_active
    }
    reset_future_timestamps {
        webhooks::a_clock_that_was_set_back_holds_nothing_up
    }
    waiting_deliveries {
        webhooks::waiting_deliveries_are_counted
    }
    queue_delivery {
        webhooks::a_message_of_nobody_is_queued
    }
    store_delivery {
        webhooks::a_test_is_kept_with_what_came_of_it
    }
    deliveries {
        webhooks::deliveries_are_listed_newest_first
    }
    delivery {
        webhooks::a_delivery_belongs_to_its_webhook
    }
    attempts {
        webhooks::attempts_come_in_their_order
    }
    resend {
        webhooks::resent_delivery_keeps_id_and_order
    }
    deliveries_since {
        webhooks::deliveries_to_resend_contain_each_event_once
    }
    sweep_deliveries {
        webhooks::old_deliveries_are_swept_and_hold_up_nothing
    }
    notification_rules {
        notifications::a_rule_comes_back_as_it_was
    }
    create_notification_rule {
        notifications::there_are_only_so_many_rules
    }
    change_notification_rule {
        notifications::a_rule_is_changed_in_the_version_that_was_read
    }
    remove_notification_rule {
        notifications::a_rule_is_removed_once_and_its_messages_stay
    }
    candidates_in_error {
        notifications::candidates_are_in_error_since_they_became_so
    }
    orders_not_handed_over {
        notifications::orders_wait_where_somebody_is_to_have_them
    }
    excluded_in_error {
        notifications::candidates_that_were_not_in_error_ended_no_error
    }
    never_handed_over {
        notifications::orders_that_were_handed_over_are_told_apart
    }
    last_received {
        notifications::a_data_source_was_heard_last_when_its_last_candidate_came
    }
    runs_failed_since {
        notifications::failed_runs_are_told_to_who_may_write_all_they_take
    }
    last_messages {
        notifications::a_message_is_made_once_for_its_cause_and_hour
    }
    commit_notifications {
        notifications::no_message_is_made_of_a_rule_that_is_another_by_now
        notifications::messages_without_the_lease_are_rejected
    }
    due_sendings {
        notifications::attempt_far_in_the_future_is_due
    }
    begin_sending {
        notifications::an_attempt_is_begun_by_one_alone
    }
    record_mail_attempt {
        notifications::mail_attempt_outcome_is_stored
    }
    notifications {
        notifications::messages_are_listed_newest_first
    }
    sweep_notifications {
        notifications::old_messages_are_swept
    }
    schedules {
        schedules::a_schedule_is_active_unless_it_was_switched_off
    }
    save_process_settings {
        schedules::settings_of_a_schedule_leave_its_state
        schedules::settings_are_written_whole_or_not_at_all
        orders::order_settings_of_others_stay
    }
    record_schedule_state {
        schedules::the_state_of_a_schedule_leaves_its_settings
        schedules::schedule_state_without_the_lease_is_rejected
    }
    adopt_run {
        runs::another_instance_goes_on_with_a_run
    }
    take_lease {
        schedules::lease_belongs_to_one_live_instance
    }
    heartbeat_intervals {
        instances::some_signs_may_be_late
    }
    begin_instance {
        instances::each_has_a_row_of_its_own
    }
    record_heartbeat {
        instances::a_sign_moves_only_forward
    }
    end_instance {
        instances::ended_instance_sends_no_heartbeat
    }
    instances {
        instances::live_instances_are_listed
    }
    remove_dead_instances {
        instances::instance_without_heartbeat_is_removed
    }
    count_sign_in_failure {
        users::wrong_passwords_count_for_a_time
    }
    sign_in_failures {
        users::wrong_passwords_are_counted_over_all
    }
    sweep_sign_in_failures {
        users::wrong_passwords_are_forgotten
    }
    now {
        store::time_of_claims_is_the_same_for_all_processes
    }
    time {
        store::time_goes_forward_where_a_database_tells_it
    }
    master_data_stamp {
        schedules::changes_of_master_data_raise_the_stamp
    }
    store_request {
        requests::a_kept_request_has_no_candidate
    }
    request_of_candidate {
        requests::a_candidate_knows_its_request
        requests::requests_of_others_are_not_there
    }
    find_requests {
        requests::every_condition_on_requests_narrows
        requests::people_find_imports_with_rows_of_their_organisations
        requests::a_header_is_found_by_people_where_its_candidates_are_theirs
        traps::a_nul_finds_nothing_else
    }
    request {
        requests::a_request_comes_back_by_its_id
        requests::the_id_of_answers_comes_back_and_is_found_whatever_it_is
    }
    stored_response {
        requests::an_answer_comes_back_under_its_key_only
    }
    store_response {
        requests::an_answer_kept_by_itself_is_the_first_of_its_key
    }
    replace_response {
        requests::a_later_answer_stands_under_the_key_of_the_first
    }
    sweep_requests {
        requests::sweeping_takes_old_answers_and_requests_without_candidates
    }
    create_token {
        tokens::a_token_comes_back_as_it_was
        tokens::a_public_id_belongs_to_one_token
    }
    token_by_public_id {
        tokens::an_unknown_public_id_is_none
    }
    token {
        tokens::a_token_is_found_by_its_id
    }
    tokens {
        tokens::tokens_are_listed_in_order
    }
    revoke_token {
        tokens::a_token_is_revoked_once
    }
    touch_tokens {
        tokens::the_last_use_never_moves_back
    }
    create_user {
        users::a_user_comes_back_as_it_was
        users::names_of_users_differ_by_more_than_case
    }
    user_by_name {
        users::a_user_is_found_without_case_and_never_by_a_pattern
    }
    user {
        users::a_user_is_found_by_their_id
    }
    users {
        users::users_are_listed_in_order
    }
    set_user_password {
        users::a_new_password_replaces_the_old_one_of_that_user
        sessions::a_new_password_ends_the_sessions_of_that_user
    }
    set_user_disabled {
        users::a_user_is_disabled_and_enabled_again
        sessions::a_disabled_user_has_no_session_and_gets_none
    }
    saved_views {
        saved_views::views_come_back_as_they_were_with_those_that_others_share
    }
    create_saved_view {
        saved_views::a_user_has_only_so_many_views_and_one_of_a_name
    }
    change_saved_view {
        saved_views::a_view_is_changed_in_the_version_that_was_read
    }
    remove_saved_view {
        saved_views::a_view_is_removed_once_and_nobody_begins_with_it
    }
    set_default_view {
        saved_views::a_user_begins_with_one_view
    }
    create_session {
        sessions::a_session_comes_back_with_its_user
        sessions::the_oldest_of_too_many_sessions_ends
        sessions::a_password_that_has_changed_makes_no_session
    }
    session {
        sessions::an_unknown_hash_is_no_session
    }
    touch_sessions {
        sessions::the_use_of_a_session_moves_its_end
    }
    end_session {
        sessions::a_session_ends_once
    }
    sweep_sessions {
        sessions::sweeping_takes_sessions_that_have_expired
    }
    change_counter {
        tokens::changes_of_tokens_and_reference_raise_the_counter
    }
    commit_stamp {
        store::the_stamp_changes_with_every_commit
    }
    make_room {
        store::room_is_made_as_often_as_one_likes
    }
    database_bytes {
        store::database_has_a_size
    }
    check_identity {
        store::identity_of_the_same_place_stays
    }
    is_quiet {
        store::fresh_database_is_not_quiet
    }
    activate {
        store::activated_database_is_not_quiet
    }
    check_writable {
        store::a_fresh_store_is_writable
    }
    storage_use {
        attachments::stored_bytes_of_attachments_are_counted_by_organisation
        requests::stored_bytes_of_refused_requests_are_counted_until_they_are_swept
    }
    statistics {
        store::loads_and_commits_are_counted
    }
    headers_named {
        attachments::a_header_is_named_once_in_each_organisation
    }
    attachment {
        attachments::an_attachment_comes_back_as_it_was
    }
    attachments_of {
        attachments::attachments_come_by_header_in_the_order_of_their_coming
        identities::attachments_belong_to_a_system
        attachments::an_order_has_its_own_attachments
    }
    attachment_with {
        attachments::attachment_is_found_by_content_and_header
    }
    commit_attachment {
        attachments::duplicate_attachment_content_is_a_conflict
        attachments::an_attachment_needs_its_file_and_keeps_its_answer
    }
    doom_contents {
        attachments::only_what_nothing_names_is_doomed
    }
    claim_content {
        attachments::a_doomed_file_can_be_claimed_once_it_is_gone
    }
    forget_contents {
        attachments::only_doomed_contents_are_forgotten
    }
}
