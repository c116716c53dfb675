//! Cases of what the order desk works with: master data, candidates, orders, runs.

cases! { orders_cases
    reserve_ids {
        store::ids_are_never_handed_out_twice
        racing::ids_of_several_stores_are_never_the_same
    }
    reference {
        store::reference_holds_the_common_records
        store::reference_is_kept_until_it_changes
        store::reference_changes_of_another_store_are_seen
    }
    upsert_masterdata {
        store::masterdata_is_readable_after_it_was_written
        store::faulty_masterdata_writes_nothing
        masterdata::masterdata_again_writes_nothing
        masterdata::masterdata_keeps_lists_and_exact_numbers
        masterdata::masterdata_leaves_absent_members_as_they_are
        masterdata::masterdata_is_written_for_the_callers_organisations_only
        masterdata::a_default_can_pass_to_another_record
        masterdata::records_name_others_that_come_later
        masterdata::an_upsert_tells_what_became_of_each_record
        masterdata::an_upsert_keeps_its_call_with_the_answer
        masterdata::addresses_are_linked_to_postal_codes_that_come_later
        external_references::references_are_replaced_as_a_whole_and_shown_with_the_code_of_the_system
        external_references::reference_of_two_records_is_rejected
        external_references::nested_records_are_found_by_their_references
    }
    deactivate_masterdata {
        masterdata::a_record_is_taken_out_of_use
    }
    undo_masterdata {
        masterdata_undo::master_data_change_is_undone
        masterdata_undo::a_record_that_is_removed_leaves_its_history
        masterdata_undo::master_data_change_in_use_is_not_undone
        masterdata_undo::records_of_others_are_not_undone
    }
    masterdata {
        masterdata::a_record_is_read_with_what_is_nested_in_it
        masterdata::records_of_others_are_not_shown
    }
    find_masterdata {
        masterdata::lists_of_master_data_are_narrowed_and_walked
        masterdata::nested_records_are_shown_up_to_a_limit_and_listed_beyond
        masterdata::a_search_finds_the_first_of_many_and_of_few
    }
    masterdata_history {
        masterdata::a_history_goes_back_to_the_beginning
        masterdata::imports_stand_in_the_history
    }
    load_import_context {
        context::an_empty_batch_loads_only_the_reference
        external_references::referenced_records_are_loaded_for_rows_with_systems
        external_references::reference_that_exists_is_a_conflict
        external_references::candidates_come_with_the_ids_of_their_systems
        context::partners_are_found_by_every_key
        context::a_partner_comes_once_however_often_it_is_found
        context::locations_come_by_key_by_default_or_as_the_first_active
        context::contacts_come_by_external_id_or_folded_name
        context::products_come_with_their_conversions
        context::prices_come_with_their_scales_ascending
        context::postal_codes_come_by_country_and_code
        context::identities_come_by_header_and_line_together
        context::used_references_come_with_their_headers
        context::a_header_has_the_day_of_its_first_candidate
        context::codes_compare_exactly
        context::keys_are_never_patterns_or_code
        context::organisations_see_their_own_and_shared_records_only
        context::statements_do_not_depend_on_the_size_of_the_batch
    }
    commit_import {
        commit::everything_written_comes_back_as_it_was
        commit::exact_numbers_keep_every_digit
        commit::texts_of_all_languages_come_back
        commit::a_conflict_leaves_nothing_behind
        commit::changes_raise_the_version
        commit::committed_data_survives_reopening
        commit::a_failing_plan_leaves_its_neighbours_alone
        commit::one_of_many_equal_plans_is_committed
        commit::ten_thousand_rows_are_one_commit
        traps::two_headers_are_stored_per_reference
        traps::a_zero_at_the_end_of_a_decimal_is_not_kept
        conflicts::duplicate_identity_is_a_conflict
        conflicts::identity_is_unique_per_organisation_and_source
        conflicts::equal_keys_of_new_records
        conflicts::equal_keys_in_other_organisations_are_no_conflict
        conflicts::equal_prices
        conflicts::a_version_that_has_passed
        conflicts::an_expectation_that_no_longer_holds
        conflicts::another_generation_of_the_reference
        conflicts::an_answer_under_the_same_key
    }
    commit_imports {
        commit::imports_in_a_row_are_written_all_or_none
        racing::new_partners_in_opposite_orders_do_not_deadlock
        racing::counters_are_right_after_concurrent_imports
        traps::equal_notes_of_two_plans_are_stored_once
    }
    run_read {
        commit::reads_of_a_transaction_see_one_snapshot
    }
    run_list {
        commit::list_sees_what_was_written_before
    }
    run_write {
        commit::exclusive_import_reads_current_data_and_its_own_writes
        commit::write_may_write_nothing
        commit::failed_write_is_undone_and_can_be_repeated
        commit::ids_of_exclusive_writes_are_never_handed_out_twice
        commit::exclusive_imports_of_all_stores_have_no_conflicts
        corrections::exclusive_corrections_of_all_stores_have_no_conflicts
        orders::exclusive_order_is_planned_from_current_data
        chunks::exclusive_chunk_is_planned_from_current_data
    }
    candidates {
        candidates::candidates_come_by_id_with_what_they_name
        candidates::candidates_of_others_are_not_there
    }
    candidates_by_reference {
        candidates::a_header_comes_whole_and_a_line_alone
        candidates::a_header_is_found_in_every_readable_organisation
    }
    commit_correction {
        corrections::a_correction_comes_back_with_its_history
        corrections::a_correction_of_a_version_that_has_passed_is_a_conflict
        corrections::a_correction_by_what_has_changed_is_a_conflict
    }
    load_correction {
        corrections::a_correction_sees_what_it_covers_and_what_it_names
        corrections::a_trial_sees_the_candidates_of_its_organisations
    }
    commit_edit {
        corrections::a_chunk_of_an_edit_is_written_with_its_results
        corrections::a_chunk_of_an_edit_is_written_whole_or_not_at_all
        corrections::an_edit_ends_where_it_was_stopped
        undoing::run_is_undone_in_one_chunk
        undoing::candidate_changed_after_loading_is_not_undone
    }
    comment {
        corrections::a_comment_is_told_of_what_it_is_about_and_changes_nothing
        corrections::comment_beyond_the_limit_is_not_written
    }
    count_comments {
        corrections::comments_are_counted_for_those_who_may_read_them
    }
    candidate_history {
        corrections::history_is_read_in_ranges_from_both_ends
        corrections::import_problems_are_readable_after_correction
        corrections::corrections_are_for_who_may_write_the_candidates
    }
    find_candidates {
        find::every_filter_narrows
        find::filters_tell_what_became_of_candidates
        find::filters_tell_who_waits_and_whose_candidates_are
        find::searching_finds_beginnings_without_case
        find::searching_takes_every_sign_literally
        find::every_sort_orders_by_value_then_id
        find::windows_walk_through_a_list_both_ways
        find::cursors_are_stable_while_rows_come_in
        find::offsets_skip_rows
        find::totals_count_what_matches
        find::lists_show_readable_organisations_only
        traps::a_nul_finds_no_candidate
        traps::earliest_instants_match_everything
        traps::an_empty_database_answers_with_nothing
    }
    update_search {
        search::any_part_of_partner_product_and_reference_is_found
        search::documents_follow_their_records
        search::orders_are_found_by_any_part
        search::look_ups_find_any_part
        search::units_are_found_as_they_are_shown
        search::candidates_are_found_by_the_unit_that_the_list_shows
        search::only_records_of_visible_organisations_are_found
        search::many_matches_are_compared_one_by_one
        search::documents_are_made_by_several_processes
    }
    refold_keys {
        keys::keys_of_this_version_stay
    }
    search_position {
        search::position_follows_the_documents
    }
    find_headers {
        headers::headers_stand_where_their_first_candidate_does
        headers::windows_walk_through_headers_both_ways
        headers::a_header_is_summed_up
    }
    count_candidates {
        figures::counts_say_what_there_is_after_every_change
        figures::counts_are_of_readable_organisations
        changes::whatever_is_called_the_counters_equal_a_recount
    }
    intake {
        figures::figures_tell_what_came_in_and_what_waits
    }
    day {
        figures::a_day_is_told_by_age_by_orders_and_by_source
        figures::a_queue_is_what_somebody_looks_after
    }
    problem_groups {
        figures::problems_are_grouped_by_their_cause
        figures::groups_beyond_a_page_are_skipped_to
        causes::causes_are_counted_as_they_come
    }
    sweep_causes {
        causes::old_causes_are_swept
    }
    load_order_context {
        orders::an_order_context_holds_what_the_keys_name
    }
    create_order {
        orders::numbers_count_from_one_for_each_organisation_and_type
        orders::a_failed_order_draws_no_number
        orders::the_answer_of_an_order_knows_its_number
        racing::orders_that_are_made_at_the_same_time_have_numbers_of_their_own
    }
    order {
        orders::an_order_comes_back_as_it_was_written
        orders::an_order_is_read_by_who_may
    }
    order_history {
        orders::an_order_knows_who_made_it_of_what
        orders::an_order_knows_who_voided_it_and_why
    }
    find_orders {
        orders::every_filter_narrows_the_list
        orders::the_list_goes_on_behind_an_order
    }
    orders_of_candidates {
        orders::candidates_know_the_order_they_are_in
    }
    orders_to_hand_over {
        orders::orders_are_handed_over_by_who_may_write_them
    }
    hand_over {
        orders::an_order_that_was_handed_over_says_so
        orders::unconfirmed_orders_are_listed
    }
    void_order {
        orders::voiding_frees_the_candidates_and_keeps_the_rest
        orders::changed_order_is_not_voided
    }
    order_settings {
        orders::order_settings_are_replaced_whole
    }
    gather {
        chunks::due_are_headers_with_new_candidates
        chunks::candidate_held_for_a_clerk_is_not_due
        chunks::candidate_held_for_manual_release_is_open_and_not_due
        chunks::selected_is_what_the_selection_names
        chunks::selection_of_a_line_is_widened_to_its_incoming_order
        chunks::incoming_order_with_an_excluded_line_is_left_out_whole
    }
    load_chunk {
        chunks::a_chunk_comes_with_what_its_plan_must_know
        chunks::the_state_of_a_header_is_of_all_that_came_in
        chunks::a_single_post_is_no_bulk
        chunks::a_flat_id_belongs_to_its_buyer_and_reference
        chunks::headers_are_told_apart_to_the_letter
        chunks::a_rejected_line_is_awaited_until_it_comes_in
        chunks::a_rejected_line_holds_the_headers_that_it_may_belong_to
        chunks::a_chunk_comes_with_the_prices_of_its_products
    }
    commit_chunk {
        chunks::orders_take_their_candidates
        chunks::a_changed_candidate_fails_its_order_alone
        chunks::a_candidate_is_never_in_two_orders
        chunks::changed_master_data_is_a_conflict
        chunks::an_order_that_cannot_be_written_harms_no_other
        chunks::candidates_that_stay_say_why
        chunks::a_validation_is_written_over_what_it_looked_at
        changes::whatever_can_happen_is_written_as_it_says
    }
    create_run {
        runs::a_run_comes_back_as_it_was
        undoing::a_run_is_undone_once_unless_that_is_cut_short
    }
    resume_run {
        runs::a_run_goes_on_until_it_is_stopped
    }
    finish_run {
        runs::a_run_ends_once
        runs::a_scheduled_run_that_did_nothing_is_not_kept
    }
    run {
        runs::a_run_is_seen_by_who_may_write_all_it_takes
    }
    runs {
        runs::runs_are_listed_newest_first
    }
    active_runs {
        runs::active_runs_have_not_ended_or_just_ended
    }
    stop_run {
        runs::a_stopped_run_is_told
    }
    fail_dead_runs {
        runs::runs_of_dead_instances_are_given_up
        runs::run_taken_over_rejects_writes
    }
    run_results {
        runs::results_are_paged_by_candidate
    }
    read_events {
        outbox::an_import_is_told_in_one_row_for_each_organisation
        outbox::rolled_back_events_are_not_published
        outbox::an_order_is_told_with_its_candidates_until_it_is_voided
        outbox::an_order_that_was_not_made_is_not_told
        outbox::files_runs_and_master_data_are_told
        outbox::the_feed_is_read_in_parts
    }
    oldest_unplaced_event {
        outbox::oldest_entry_without_position_is_found
    }
    feed_backlog {
        outbox::backlog_counts_commits_behind_a_reader
    }
    place_events {
        outbox::places_are_given_once_and_go_on
        outbox::no_event_appears_before_a_read_cursor
    }
    named_candidates {
        outbox::candidates_are_called_as_their_senders_call_them
    }
    named_orders {
        outbox::orders_are_called_as_their_senders_call_them
    }
    named_requests {
        outbox::a_request_of_nobody_is_told_to_who_sent_it
    }
    sweep_events {
        outbox::the_beginning_is_swept_and_nothing_behind_it
    }
}
