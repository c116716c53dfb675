//! List of the cases about webhooks, notifications, instances, access and retention.

cases! { system_cases
    create_webhook {
        webhooks::webhook_is_read_back_unchanged
    }
    webhooks {
        webhooks::webhooks_are_ordered_by_id
    }
    change_webhook {
        webhooks::change_of_outdated_webhook_version_is_a_conflict
        webhooks::resumed_webhook_is_due_immediately
    }
    rotate_webhook_secret {
        webhooks::rotated_secret_is_stored_with_the_new_one
    }
    remove_deliveries {
        webhooks::removal_of_deliveries_leaves_other_webhooks_unchanged
    }
    remove_webhook {
        webhooks::removed_webhook_has_no_deliveries
    }
    queue_deliveries {
        webhooks::deliveries_of_a_sequence_wait_for_each_other
        webhooks::deliveries_without_the_lease_are_not_queued
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
        webhooks::recorded_attempts_release_waiting_deliveries
        webhooks::recovered_receiver_gets_all_deliveries_at_once
        webhooks::only_active_webhook_is_paused_automatically
    }
    reset_future_timestamps {
        webhooks::clock_set_back_delays_no_delivery
    }
    waiting_deliveries {
        webhooks::waiting_deliveries_are_counted
    }
    queue_delivery {
        webhooks::queued_message_is_due_immediately
    }
    store_delivery {
        webhooks::stored_delivery_contains_its_attempt
    }
    deliveries {
        webhooks::deliveries_are_listed_newest_first
    }
    delivery {
        webhooks::delivery_is_found_under_its_webhook_only
    }
    attempts {
        webhooks::attempts_are_listed_in_order
    }
    resend {
        webhooks::resent_delivery_keeps_id_and_order
    }
    deliveries_since {
        webhooks::deliveries_to_resend_contain_each_event_once
    }
    sweep_deliveries {
        webhooks::swept_deliveries_no_longer_block_others
    }
    notification_rules {
        notifications::notification_rule_is_read_back_unchanged
    }
    create_notification_rule {
        notifications::rule_above_the_limit_is_a_conflict
    }
    change_notification_rule {
        notifications::change_of_outdated_rule_version_is_a_conflict
    }
    remove_notification_rule {
        notifications::messages_of_removed_rule_remain
    }
    candidates_in_error {
        notifications::candidates_in_error_have_the_start_of_the_error
    }
    orders_not_handed_over {
        notifications::unconfirmed_orders_are_listed_if_transfers_are_enabled
    }
    excluded_in_error {
        notifications::candidates_that_were_not_in_error_ended_no_error
    }
    never_handed_over {
        notifications::never_transferred_orders_are_distinguished
    }
    last_received {
        notifications::last_received_is_the_time_of_the_last_candidate
    }
    runs_failed_since {
        notifications::failed_runs_require_write_scope_for_all_organisations
    }
    last_messages {
        notifications::message_is_created_once_per_cause_and_hour
    }
    commit_notifications {
        notifications::message_of_outdated_rule_version_is_not_created
        notifications::messages_without_the_lease_are_rejected
    }
    due_sendings {
        notifications::attempt_far_in_the_future_is_due
    }
    begin_sending {
        notifications::attempt_is_claimed_by_one_instance
    }
    record_mail_attempt {
        notifications::mail_attempt_outcome_is_stored
    }
    unsent_notifications {
        notifications::unsent_deliveries_are_counted
    }
    notifications {
        notifications::messages_are_listed_newest_first
    }
    sweep_notifications {
        notifications::old_messages_are_swept
    }
    schedules {
        schedules::schedule_is_active_unless_disabled
    }
    save_process_settings {
        schedules::settings_of_a_schedule_leave_its_state
        schedules::settings_are_written_atomically
        orders::order_settings_of_others_stay
    }
    record_schedule_state {
        schedules::schedule_state_leaves_settings_unchanged
        schedules::schedule_state_without_the_lease_is_rejected
    }
    adopt_run {
        runs::another_instance_continues_a_run
    }
    orphaned_run {
        runs::abandoned_run_with_work_is_orphaned
    }
    take_lease {
        schedules::lease_belongs_to_one_live_instance
    }
    heartbeat_intervals {
        instances::heartbeat_timeout_spans_three_heartbeats
    }
    begin_instance {
        instances::each_instance_has_its_own_row
    }
    record_heartbeat {
        instances::heartbeat_never_moves_back
    }
    end_instance {
        instances::ended_instance_sends_no_heartbeat
    }
    instances {
        instances::live_instances_are_listed
    }
    silent_instances {
        instances::instance_without_recent_heartbeat_is_silent
    }
    end_sessions {
        instances::unknown_sessions_end_no_instance
    }
    lease {
        instances::lease_of_ended_instance_is_free
    }
    remove_dead_instances {
        instances::instance_without_heartbeat_is_removed
    }
    count_sign_in_failure {
        users::wrong_passwords_are_counted_for_a_limited_time
    }
    sign_in_failures {
        users::wrong_passwords_are_counted_across_stores
    }
    sweep_sign_in_failures {
        users::wrong_passwords_are_forgotten
    }
    now {
        store::time_of_claims_is_the_same_for_all_processes
    }
    time {
        store::database_time_is_monotonic
    }
    master_data_stamp {
        schedules::changes_of_master_data_raise_the_stamp
    }
    store_request {
        requests::request_without_candidate_is_swept
    }
    request_of_candidate {
        requests::request_of_a_candidate_is_found
        requests::requests_of_other_callers_are_not_found
    }
    find_requests {
        requests::every_condition_on_requests_narrows
        requests::people_find_imports_with_rows_of_their_organisations
        requests::header_search_is_limited_to_own_candidates
        traps::nul_in_a_search_finds_no_other_record
    }
    request {
        requests::request_is_read_back_by_its_id
        requests::request_id_of_any_form_is_stored_and_found
    }
    stored_response {
        requests::response_is_found_under_its_key_only
    }
    store_response {
        requests::second_stored_response_of_a_key_is_rejected
    }
    replace_response {
        requests::replaced_response_is_stored_under_its_key
    }
    store_rejected_rows {
        rejected_rows::second_rejection_updates_the_entry
        rejected_rows::dismissed_entry_opens_only_with_other_content
    }
    rejected_rows {
        rejected_rows::every_condition_on_rejected_rows_narrows
        rejected_rows::pages_of_rejected_rows_follow_each_other
        rejected_rows::rejected_rows_of_other_organisations_are_not_found
    }
    rejected_row {
        rejected_rows::rejected_row_is_read_back_unchanged
    }
    rejected_row_groups {
        rejected_rows::rejected_rows_are_grouped_by_cause_and_source
    }
    count_rejected_rows {
        rejected_rows::rejected_rows_are_counted_by_status
    }
    open_rejected_rows {
        rejected_rows::open_rejected_rows_last_since_their_first_rejection
    }
    decide_rejected_rows {
        rejected_rows::decisions_change_only_rows_that_allow_them
    }
    sweep_rejected_rows {
        rejected_rows::sweep_removes_old_and_surplus_rejected_rows
    }
    sweep_requests {
        requests::sweep_removes_old_responses_and_requests_without_candidates
    }
    create_token {
        tokens::token_is_read_back_unchanged
        tokens::duplicate_public_id_is_a_conflict
    }
    token_by_public_id {
        tokens::unknown_public_id_finds_no_token
    }
    token {
        tokens::token_is_found_by_id
    }
    tokens {
        tokens::tokens_are_listed_in_order
    }
    revoke_token {
        tokens::revoked_token_is_not_revoked_again
    }
    touch_tokens {
        tokens::last_use_never_moves_back
    }
    create_user {
        users::user_is_read_back_unchanged
        users::names_of_users_differ_by_more_than_case
    }
    user_by_name {
        users::user_name_ignores_case_and_is_not_a_pattern
    }
    user {
        users::user_is_found_by_id
    }
    users {
        users::users_are_listed_in_order
    }
    set_user_password {
        users::new_password_replaces_only_the_password_of_its_user
        sessions::new_password_ends_sessions_of_the_user
    }
    set_user_disabled {
        users::disabled_user_can_be_enabled_again
        sessions::disabled_user_has_no_sessions
    }
    set_user_rights {
        users::new_rights_replace_only_those_of_their_user
        sessions::new_rights_end_sessions_of_the_user
    }
    remove_user {
        users::removed_user_is_no_longer_listed
        sessions::removed_user_has_no_sessions
        saved_views::views_of_a_removed_user_are_removed
    }
    saved_views {
        saved_views::own_and_shared_views_are_read_back
    }
    create_saved_view {
        saved_views::duplicate_view_name_or_too_many_views_is_a_conflict
    }
    change_saved_view {
        saved_views::change_of_outdated_view_version_is_a_conflict
    }
    remove_saved_view {
        saved_views::removed_view_is_no_longer_a_default
    }
    set_default_view {
        saved_views::default_view_of_a_user_is_stored
    }
    import_draft {
        import_drafts::import_draft_is_read_back_unchanged
    }
    import_drafts {
        import_drafts::import_drafts_are_listed_newest_first_within_the_scope
    }
    create_import_draft {
        import_drafts::too_many_import_drafts_are_a_conflict
        import_drafts::file_of_a_draft_outlives_its_claim
    }
    change_import_draft {
        import_drafts::change_of_outdated_or_working_draft_is_a_conflict
        import_drafts::change_discards_checked_rows_on_request
        import_drafts::too_many_edited_cells_are_a_conflict
    }
    edited_cells {
        import_drafts::edited_cells_are_set_replaced_and_restored
    }
    checked_rows {
        import_drafts::checked_rows_are_paged_by_result
    }
    checked_row_counts {
        import_drafts::checked_rows_are_counted_by_result
    }
    remove_import_draft {
        import_drafts::removed_draft_releases_its_file
        import_drafts::file_of_an_attachment_outlives_its_draft
    }
    remove_expired_import_drafts {
        import_drafts::expired_drafts_are_removed_in_batches
    }
    begin_import_job {
        import_jobs::second_job_of_a_draft_is_a_conflict
    }
    record_import_progress {
        import_jobs::progress_replaces_results_of_rows
        import_jobs::ended_job_writes_nothing_more
    }
    stop_import_job {
        import_jobs::stopped_import_job_does_not_continue
    }
    adopt_import_job {
        import_jobs::import_job_of_a_lost_instance_is_adopted_once
        import_jobs::oldest_abandoned_import_job_is_adopted_first
    }
    import_mappings {
        import_jobs::import_mappings_are_listed_by_name
    }
    save_import_mapping {
        import_jobs::import_mapping_with_the_same_name_is_replaced
    }
    remove_import_mapping {
        import_jobs::import_mapping_is_removed_within_the_scope
    }
    create_session {
        sessions::session_is_read_back_with_its_user
        sessions::oldest_of_too_many_sessions_ends
        sessions::changed_password_hash_creates_no_session
    }
    session {
        sessions::unknown_hash_finds_no_session
    }
    touch_sessions {
        sessions::use_of_a_session_extends_it
    }
    end_session {
        sessions::ended_session_does_not_end_again
    }
    sweep_sessions {
        sessions::sweep_removes_expired_sessions
    }
    change_counter {
        tokens::changes_of_tokens_and_reference_raise_the_counter
    }
    commit_stamp {
        store::stamp_changes_with_every_commit
    }
    create_partitions {
        store::partitions_can_be_created_repeatedly
    }
    database_bytes {
        store::database_has_a_size
    }
    check_identity {
        store::identity_of_the_same_database_is_stable
    }
    is_quiet {
        store::fresh_database_is_not_quiet
    }
    activate {
        store::activated_database_is_not_quiet
    }
    check_writable {
        store::fresh_store_is_writable
    }
    storage_use {
        attachments::stored_bytes_of_attachments_are_counted_by_organisation
        requests::stored_bytes_of_rejected_requests_are_counted_until_swept
    }
    statistics {
        store::loads_and_commits_are_counted
    }
    headers_named {
        attachments::header_id_is_listed_once_per_organisation
    }
    attachment {
        attachments::attachment_is_read_back_unchanged
    }
    attachments_of {
        attachments::attachments_are_read_by_header_in_upload_order
        attachments::attachments_of_an_order_are_separate
        identities::attachments_belong_to_a_system
    }
    attachment_with {
        attachments::attachment_is_found_by_content_and_header
    }
    commit_attachment {
        attachments::duplicate_attachment_content_is_a_conflict
        attachments::attachment_without_claimed_file_is_a_conflict
    }
    mark_for_removal {
        attachments::only_unreferenced_contents_are_doomed
    }
    claim_content {
        attachments::doomed_file_can_be_claimed_once_it_is_removed
    }
    delete_marks {
        attachments::only_doomed_contents_are_forgotten
    }
}
