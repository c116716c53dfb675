//! List of the cases about master data, candidates, orders and runs.

cases! { orders_cases
    reserve_ids {
        store::ids_are_never_handed_out_twice
        racing::ids_of_several_stores_are_distinct
    }
    reference {
        store::reference_holds_the_common_records
        store::reference_data_is_cached_until_changed
        store::reference_changes_of_another_store_are_seen
    }
    upsert_masterdata {
        store::masterdata_is_readable_after_it_was_written
        store::faulty_masterdata_writes_nothing
        masterdata::repeated_masterdata_writes_nothing
        masterdata::masterdata_stores_lists_and_exact_numbers
        masterdata::absent_masterdata_members_stay_unchanged
        masterdata::masterdata_is_written_for_the_callers_organisations_only
        masterdata::default_can_move_to_another_record
        masterdata::record_can_reference_a_later_one
        masterdata::upsert_returns_the_outcome_of_each_record
        masterdata::upsert_stores_its_request_with_the_response
        masterdata::addresses_are_linked_to_later_postal_codes
        external_references::references_are_replaced_as_a_whole_and_shown_with_the_code_of_the_system
        external_references::reference_of_two_records_is_rejected
        external_references::nested_records_are_found_by_their_references
        product_keys::gtins_have_14_digits_and_are_replaced_as_a_whole
        product_keys::gtin_belongs_to_one_active_product
        product_keys::number_of_a_partner_maps_to_one_product
        cross_references::cross_references_are_identified_by_value_and_source
        cross_references::cross_reference_needs_the_target_of_its_kind
    }
    deactivate_masterdata {
        masterdata::deactivated_record_is_inactive
    }
    undo_masterdata {
        masterdata_undo::master_data_change_is_undone
        masterdata_undo::history_of_removed_record_remains
        masterdata_undo::master_data_change_in_use_is_not_undone
        masterdata_undo::records_of_other_organisations_are_not_undone
        cross_references::created_cross_reference_is_removed_by_undo
    }
    masterdata {
        masterdata::record_is_read_with_nested_records
        masterdata::records_of_other_organisations_are_hidden
    }
    find_masterdata {
        masterdata::lists_of_master_data_are_narrowed_and_walked
        masterdata::nested_records_are_shown_up_to_a_limit_and_listed_beyond
        masterdata::search_returns_first_page_and_total
        cross_references::cross_references_are_listed_by_value_kind_and_target
    }
    masterdata_history {
        masterdata::history_is_read_back_to_the_first_change
        masterdata::import_is_in_the_history
    }
    load_import_context {
        rejected_rows::open_rejected_rows_are_loaded_by_their_headers
        context::empty_batch_loads_only_reference_data
        external_references::referenced_records_are_loaded_for_rows_with_systems
        external_references::reference_that_exists_is_a_conflict
        cross_references::cross_references_are_loaded_with_their_targets
        cross_references::inactive_targets_of_cross_references_are_loaded
        cross_references::uses_of_cross_references_are_counted
        external_references::candidates_are_read_with_ids_of_their_systems
        product_keys::products_are_loaded_by_gtin
        product_keys::numbers_of_loaded_partners_are_loaded
        context::partners_are_found_by_every_key
        context::partner_found_by_several_keys_is_loaded_once
        context::locations_are_loaded_by_key_default_or_first_active
        context::contacts_are_loaded_by_external_id_or_folded_name
        context::products_are_loaded_with_conversions
        context::prices_are_loaded_with_ascending_scales
        context::postal_codes_are_loaded_by_country_and_code
        context::identities_are_loaded_by_header_and_line
        identities::known_rows_are_loaded_with_systems
        context::used_references_are_loaded_with_headers
        context::header_has_the_day_of_its_first_candidate
        context::codes_compare_exactly
        context::keys_are_never_patterns_or_code
        context::only_own_and_shared_records_are_loaded
        context::statements_do_not_depend_on_the_size_of_the_batch
    }
    commit_import {
        rejected_rows::import_writes_and_closes_rejected_rows
        commit::written_records_are_read_back_unchanged
        commit::decimals_are_stored_with_every_digit
        commit::unicode_texts_are_read_back_unchanged
        commit::conflicting_import_writes_nothing
        identities::rows_with_equal_ids_that_meet_are_a_conflict
        commit::changes_raise_the_version
        commit::committed_data_survives_reopening
        commit::failing_plan_leaves_concurrent_plans_unaffected
        commit::one_of_many_equal_plans_is_committed
        commit::ten_thousand_rows_are_one_commit
        traps::two_headers_are_stored_per_reference
        traps::trailing_zero_of_a_decimal_is_not_stored
        conflicts::duplicate_identity_is_a_conflict
        conflicts::identity_is_unique_per_organisation_and_source
        conflicts::equal_keys_of_new_records_are_a_conflict
        conflicts::equal_keys_in_other_organisations_are_no_conflict
        conflicts::equal_new_prices_are_a_conflict
        conflicts::outdated_version_is_a_conflict
        conflicts::outdated_expectation_is_a_conflict
        conflicts::outdated_reference_generation_is_a_conflict
        conflicts::second_response_under_a_key_is_rejected
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
    run_priority_read {
        commit::priority_read_sees_committed_data
    }
    run_list {
        commit::list_contains_previous_writes
    }
    run_write {
        commit::exclusive_import_reads_current_data_and_its_own_writes
        commit::write_without_changes_is_committed
        commit::failed_write_is_undone_and_can_be_repeated
        commit::ids_of_exclusive_writes_are_never_handed_out_twice
        commit::exclusive_imports_of_all_stores_have_no_conflicts
        corrections::exclusive_corrections_of_all_stores_have_no_conflicts
        orders::exclusive_order_is_planned_from_current_data
        chunks::exclusive_chunk_is_planned_from_current_data
    }
    candidates {
        candidates::candidates_are_read_by_id_with_related_records
        candidates::candidates_of_other_organisations_are_not_found
    }
    candidates_by_reference {
        candidates::header_reference_returns_all_lines
        candidates::header_reference_finds_all_readable_organisations
        identities::reference_names_rows_by_source_or_system
    }
    commit_correction {
        corrections::correction_is_read_back_with_its_history
        corrections::correction_of_outdated_version_is_a_conflict
        corrections::correction_with_outdated_records_is_a_conflict
    }
    load_correction {
        corrections::correction_loads_covered_and_referenced_records
        corrections::dry_run_reads_candidates_of_its_organisations
    }
    waiting_candidates {
        unresolved::candidates_wait_until_their_records_are_known
        unresolved::candidates_without_buyer_precede_all_partners
    }
    missing_records {
        unresolved::numbers_of_missing_records_follow_their_lines
        unresolved::missing_records_are_sorted_and_filtered
        unresolved::missing_records_are_open_since_their_oldest_line
    }
    recently_ordered {
        unresolved::products_of_the_last_orders_are_suggested
    }
    mapping_target {
        mappings::targets_are_found_by_kind_and_id
    }
    buyers_of_missing {
        mappings::buyers_of_missing_records_are_known
    }
    lines_being_mapped {
        mappings::lines_of_unfinished_mappings_are_known
    }
    remember_value {
        mappings::value_maps_to_one_record
    }
    forget_value {
        mappings::only_the_run_that_remembered_a_value_forgets_it
    }
    candidates_waiting_for {
        unresolved::candidates_are_found_by_keys_of_changed_records
    }
    commit_resolution {
        unresolved::outdated_resolution_is_a_conflict
    }
    commit_edit {
        corrections::edit_chunk_is_written_with_its_results
        corrections::conflicting_edit_chunk_writes_nothing
        corrections::stopped_edit_writes_no_further_chunk
        undoing::run_is_undone_in_one_chunk
        undoing::candidate_changed_after_loading_is_not_undone
    }
    comment {
        corrections::comment_leaves_version_and_status_unchanged
        corrections::comment_beyond_the_limit_is_not_written
    }
    count_comments {
        corrections::comments_are_counted_within_the_scope
    }
    candidate_history {
        corrections::history_is_read_in_ranges_from_both_ends
        corrections::import_problems_are_readable_after_correction
        corrections::corrections_require_write_scope
    }
    find_candidates {
        find::every_filter_narrows
        find::candidates_are_filtered_by_outcome
        find::candidates_are_filtered_by_hold_and_assignee
        find::search_finds_beginnings_regardless_of_case
        find::search_matches_special_characters_literally
        find::every_sort_orders_by_value_then_id
        find::windows_walk_through_a_list_both_ways
        find::cursor_is_stable_while_rows_are_inserted
        find::offsets_skip_rows
        find::totals_count_matching_rows
        find::lists_show_readable_organisations_only
        traps::nul_in_a_search_finds_no_candidate
        traps::earliest_instants_match_everything
        traps::empty_database_returns_empty_results
    }
    update_search {
        search::any_part_of_partner_product_and_reference_is_found
        search::documents_follow_their_records
        search::orders_are_found_by_any_part
        search::look_ups_find_any_part
        search::units_are_found_by_displayed_name
        search::candidates_are_found_by_the_unit_that_the_list_shows
        search::only_records_of_visible_organisations_are_found
        search::many_matches_are_compared_one_by_one
        search::documents_can_be_built_by_several_processes
    }
    refold_keys {
        keys::keys_of_this_version_are_not_recomputed
    }
    restart_refold {
        keys::restarted_recomputation_processes_another_batch
    }
    next_refold_step {
        keys::live_instance_of_this_version_delays_no_recomputation
    }
    has_search_backlog {
        search::committed_record_without_document_is_backlog
    }
    search_position {
        search::position_follows_the_documents
    }
    find_headers {
        headers::headers_are_ordered_by_first_candidate
        headers::windows_walk_through_headers_both_ways
        headers::header_summary_contains_totals_of_its_lines
        identities::incoming_orders_are_separate_per_system
    }
    count_candidates {
        figures::counts_equal_a_recount_after_every_change
        figures::counts_are_of_readable_organisations
        changes::counters_equal_a_recount_after_any_calls
    }
    intake {
        figures::figures_count_received_and_waiting_candidates
    }
    day {
        figures::day_is_counted_by_age_order_and_source
        figures::queue_counts_assigned_candidates
    }
    problem_groups {
        figures::problems_are_grouped_by_their_cause
        figures::groups_are_paged_by_offset
        causes::causes_are_counted_when_written
    }
    hold_groups {
        holds::candidates_on_hold_are_grouped_by_reason
        holds::hold_begins_with_the_wait_or_the_change_of_status
    }
    held_orders {
        holds::orders_on_hold_have_figures_and_reasons
    }
    sweep_causes {
        causes::old_causes_are_swept
    }
    load_order_context {
        orders::order_context_contains_the_records_of_its_keys
    }
    create_order {
        orders::document_numbers_are_counted_per_organisation_and_type
        orders::failed_order_draws_no_number
        orders::response_of_a_new_order_contains_its_number
        racing::concurrent_orders_have_distinct_numbers
    }
    order {
        orders::order_is_read_back_unchanged
        orders::order_outside_the_scope_is_not_found
    }
    order_history {
        orders::order_history_contains_its_creation
        orders::order_history_contains_voiding_and_reason
    }
    find_orders {
        orders::every_filter_narrows_the_list
        orders::next_page_continues_after_the_last_order
    }
    orders_of_candidates {
        orders::candidates_are_read_with_their_order
    }
    orders_to_hand_over {
        orders::transfer_requires_write_scope
    }
    hand_over {
        orders::transferred_order_contains_its_transfers
        orders::unconfirmed_orders_are_listed
    }
    void_order {
        orders::voided_order_releases_its_candidates_only
        orders::changed_order_is_not_voided
    }
    order_settings {
        orders::order_settings_are_replaced_whole
    }
    gather {
        chunks::headers_with_new_candidates_are_due
        chunks::candidate_held_for_a_clerk_is_not_due
        chunks::candidate_held_for_manual_release_is_open_and_not_due
        chunks::gathered_candidates_equal_the_selection
        identities::selection_is_widened_within_a_system
        chunks::selection_of_a_line_is_widened_to_its_incoming_order
        chunks::incoming_order_with_an_excluded_line_is_not_gathered
    }
    load_chunk {
        chunks::chunk_contains_its_lines_and_related_records
        chunks::header_state_covers_all_arrived_lines
        chunks::single_request_is_not_a_bulk
        chunks::flat_candidates_are_grouped_by_buyer_and_reference
        identities::state_of_an_incoming_order_is_separate_per_system
        chunks::headers_that_differ_in_one_letter_are_distinct
        chunks::rejected_line_is_awaited_until_it_arrives
        chunks::rejected_line_holds_every_possible_header
        chunks::chunk_contains_prices_of_its_products
    }
    commit_chunk {
        chunks::order_claims_its_candidates
        chunks::changed_candidate_fails_only_its_order
        chunks::ordered_candidate_is_not_ordered_again
        chunks::changed_master_data_is_a_conflict
        chunks::unwritable_order_leaves_other_orders_unaffected
        chunks::unprocessed_candidates_have_a_reason
        chunks::validation_of_unchanged_candidate_is_written
        changes::every_transition_is_written_as_declared
    }
    create_run {
        runs::run_is_read_back_unchanged
        undoing::run_with_incomplete_undo_can_be_undone_again
    }
    resume_run {
        runs::stopped_run_does_not_continue
    }
    finish_run {
        runs::ended_run_does_not_end_again
        runs::scheduled_run_without_changes_is_removed
    }
    run {
        runs::run_is_visible_with_write_access_to_all_its_organisations
    }
    runs {
        runs::runs_are_listed_newest_first
    }
    active_runs {
        runs::active_runs_have_not_ended_or_just_ended
    }
    stop_run {
        runs::requested_stop_is_stored_with_its_request
    }
    fail_dead_runs {
        runs::runs_of_dead_instances_are_released
        runs::run_taken_over_rejects_writes
    }
    dead_runs {
        runs::abandoned_run_without_work_is_dead
    }
    run_results {
        runs::results_are_paged_by_candidate
    }
    read_events {
        outbox::import_is_one_history_entry_per_organisation
        outbox::rolled_back_events_are_not_published
        outbox::order_events_contain_its_candidates
        outbox::failed_order_is_not_published
        outbox::files_runs_and_master_data_have_events
        outbox::feed_is_read_in_pages
    }
    oldest_unplaced_event {
        outbox::oldest_entry_without_position_is_found
    }
    feed_backlog {
        outbox::backlog_counts_commits_behind_a_reader
    }
    place_events {
        outbox::feed_positions_are_assigned_once_in_ascending_order
        outbox::no_event_appears_before_a_read_cursor
    }
    named_candidates {
        outbox::candidates_are_named_by_ids_of_their_senders
    }
    named_orders {
        outbox::orders_are_named_by_ids_of_their_senders
    }
    named_requests {
        outbox::rejected_request_is_published_to_its_organisation
    }
    sweep_events {
        outbox::sweep_removes_only_the_beginning_of_the_feed
    }
}
