//! SQL conditions of a filter of candidates, one function per filter.
//!
//! A condition has two forms: a predicate on `candidate c`, and a statement that returns the ids of the matching
//! candidates from an index. `filter.rs` decides which one is used.

use jiff::Timestamp;
use jiff::civil::Date;
use orderdock_domain::candidate::{HoldReason, MissingRecordId, Status};
use orderdock_domain::ids::{CandidateId, DataSourceId, ImportDraftId, OrganisationId, RequestId, RunId};
use orderdock_domain::problem::ProblemCode;
use orderdock_domain::processing::RunOutcomeKind;
use orderdock_domain::text::stored_keys;
use orderdock_store::{AssigneeFilter, CandidateFilter, CustomerWaitFilter, HoldFilter};

use crate::candidates::filter_condition::FilterCondition;
use crate::candidates::filter_search::searched;
use crate::candidates::holds::{customer_wait_texts, hold_texts};
use crate::search::SearchMatches;
use crate::sql::column::{Column, integer, owned, text};
use crate::sql::keys;
use crate::sql::scope::OrganisationIds;

/// Returns the conditions of a filter, all of which must hold.
pub fn conditions<'v>(
    organisations: &'v OrganisationIds,
    filter: &'v CandidateFilter,
    search: Option<&SearchMatches>,
) -> Vec<FilterCondition<'v>> {
    // no `..`, so that a new filter without a condition does not compile
    let CandidateFilter {
        statuses,
        data_source,
        external_system,
        organisation,
        bpartner,
        product,
        external_header_id,
        po_reference,
        promotion_code,
        date_required_from,
        date_required_to,
        created_from,
        created_to,
        search: search_words,
        search_language: _,
        problem,
        cause,
        hold,
        held,
        waiting,
        assigned,
        header_of,
        has_attachment,
        has_comments,
        request,
        import_draft,
        run,
        outcome,
        missing_record,
    } = filter;
    let conditions = [
        by_readable_organisations(organisations),
        by_statuses(statuses),
        data_source.as_ref().map(|source| by_data_source(organisations, source)),
        external_system.as_deref().map(by_external_system),
        organisation.as_ref().map(by_organisation),
        bpartner.as_deref().map(by_bpartner),
        product.as_deref().map(by_product),
        po_reference.as_deref().map(by_po_reference),
        promotion_code.as_deref().map(by_promotion_code),
        external_header_id.as_deref().map(by_external_header_id),
        by_date_required(date_required_from.as_ref(), date_required_to.as_ref()),
        by_created_at(created_from.as_ref(), created_to.as_ref()),
        by_incoming_orders(header_of),
        problem.map(|problem| by_problem(problem, cause.as_deref())),
        hold.map(by_hold),
        held.map(by_held),
        has_attachment.map(by_attachments),
        has_comments.map(by_comments),
        request.as_ref().map(by_request),
        import_draft.as_ref().map(by_import_draft),
        missing_record.map(by_missing_record),
        run.as_ref().map(|run| by_run(run, outcome.as_ref())),
        waiting.as_ref().map(by_waiting),
        assigned.as_ref().map(by_assignee),
        search_words.as_ref().and_then(|words| searched(words, search)),
    ];
    conditions.into_iter().flatten().collect()
}

fn by_readable_organisations(organisations: &OrganisationIds) -> Option<FilterCondition<'_>> {
    (!organisations.are_all()).then(|| {
        FilterCondition::alike(
            "{no_index c.org_id} {in ? int8}",
            [organisations.write()],
            "SELECT c.id
             FROM {array ? int8}
             {join} {row candidate} c {use_index candidate_header_group} ON c.org_id = k.value",
        )
    })
}

fn by_statuses<'v>(statuses: &[Status]) -> Option<FilterCondition<'v>> {
    (!statuses.is_empty()).then(|| {
        FilterCondition::alike(
            "{no_index c.status} {in ? text}",
            [keys::texts(statuses.iter().copied().map(Status::as_str))],
            "SELECT c.id
             FROM {state candidate} c {use_index candidate_status}
             WHERE c.status {in ? text}",
        )
    })
}

fn by_data_source<'v>(organisations: &'v OrganisationIds, source: &'v DataSourceId) -> FilterCondition<'v> {
    FilterCondition::new(
        "{no_index c.data_source_id} = ?",
        [source.write()],
        "SELECT c.id
         FROM {array ? int8}
         {join} {row candidate} c {use_index candidate_header_group}
             ON c.org_id = k.value AND c.data_source_id = ?",
        [organisations.write(), source.write()],
    )
}

fn by_external_system(code: &str) -> FilterCondition<'_> {
    FilterCondition::alike(
        "{no_index c.external_system_id} IN (SELECT id FROM external_system WHERE code = ?)",
        [text(code)],
        "SELECT c.id
         FROM external_system s
         {join} {row candidate} c {use_index candidate_external_system} ON c.external_system_id = s.id
         WHERE s.code = ?",
    )
}

fn by_organisation(id: &OrganisationId) -> FilterCondition<'_> {
    FilterCondition::alike(
        "{no_index c.org_id} = ?",
        [id.write()],
        "SELECT c.id
         FROM {row candidate} c {use_index candidate_header_group}
         WHERE c.org_id = ?",
    )
}

fn by_bpartner(code: &str) -> FilterCondition<'_> {
    FilterCondition::alike(
        "{no_index c.bpartner_id} IN (SELECT id FROM bpartner WHERE code = ?)",
        [text(code)],
        "SELECT c.id
         FROM bpartner p
         {join} {row candidate} c {use_index candidate_bpartner} ON c.bpartner_id = p.id
         WHERE p.code = ?",
    )
}

fn by_product(code: &str) -> FilterCondition<'_> {
    FilterCondition::alike(
        "{no_index c.product_id} IN (SELECT id FROM product WHERE code = ?)",
        [text(code)],
        "SELECT c.id
         FROM product p
         {join} {row candidate} c {use_index candidate_product} ON c.product_id = p.id
         WHERE p.code = ?",
    )
}

/// The index contains the folded reference, so the exact text is compared too.
fn by_po_reference(reference: &str) -> FilterCondition<'_> {
    FilterCondition::new(
        "{no_index c.po_reference} = ?",
        [text(reference)],
        "SELECT c.id
         FROM {row candidate} c {use_index candidate_po_reference_key}
         WHERE c.po_reference_key IN (?, ?) AND c.po_reference = ?",
        stored_keys(reference).map(owned).into_iter().chain([text(reference)]),
    )
}

/// The index contains the folded code, so the exact text is compared too.
fn by_promotion_code(code: &str) -> FilterCondition<'_> {
    FilterCondition::new(
        "{no_index c.promotion_code} = ?",
        [text(code)],
        "SELECT c.id
         FROM {row candidate} c {use_index candidate_promotion_code_key}
         WHERE c.promotion_code_key IN (?, ?) AND c.promotion_code = ?",
        stored_keys(code).map(owned).into_iter().chain([text(code)]),
    )
}

fn by_external_header_id(header: &str) -> FilterCondition<'_> {
    FilterCondition::alike(
        "{no_index c.external_header_id} = ?",
        [text(header)],
        "SELECT candidate_id AS id
         FROM candidate_identity
         WHERE external_header_id = ?",
    )
}

/// Without a required date, the text is empty and in no period.
fn by_date_required<'v>(from: Option<&'v Date>, to: Option<&'v Date>) -> Option<FilterCondition<'v>> {
    if from.is_none() && to.is_none() {
        return None;
    }
    // these texts sort before the first day and after the last one
    let bounds = [from.map_or(text("0"), Column::write), to.map_or(text("~"), Column::write)];
    Some(FilterCondition::alike(
        "{day c.date_required} BETWEEN ? AND ?",
        bounds,
        "SELECT c.id
         FROM {row candidate} c {use_index candidate_date_required}
         WHERE {day c.date_required} BETWEEN ? AND ?",
    ))
}

fn by_created_at<'v>(from: Option<&'v Timestamp>, to: Option<&'v Timestamp>) -> Option<FilterCondition<'v>> {
    if from.is_none() && to.is_none() {
        return None;
    }
    let from = from.map_or(integer(i64::MIN), Column::write);
    let to = to.map_or(integer(i64::MAX), Column::write);
    Some(FilterCondition::alike(
        "{no_index c.created_at} >= ? AND {no_index c.created_at} < ?",
        [from, to],
        "SELECT c.id
         FROM {row candidate} c {use_index candidate_created_at}
         WHERE c.created_at >= ? AND c.created_at < ?",
    ))
}

/// Lines of incoming orders, each given by one of its lines.
fn by_incoming_orders<'v>(lines: &[CandidateId]) -> Option<FilterCondition<'v>> {
    if lines.is_empty() {
        return None;
    }
    let condition = FilterCondition::alike(
        "EXISTS (
             SELECT 1
             FROM {array ? int8}
             {join} {row candidate} h ON h.id = k.value
             WHERE h.org_id = c.org_id AND h.data_source_id = c.data_source_id
               AND h.header_group = c.header_group
         )",
        [keys::numbers(lines.iter().map(|id| id.0))],
        "SELECT c.id
         FROM {array ? int8}
         {join} {row candidate} h ON h.id = k.value
         {join} {row candidate} c {use_index candidate_header_group}
             ON c.org_id = h.org_id AND c.data_source_id = h.data_source_id
            AND c.header_group = h.header_group",
    );
    Some(FilterCondition { repeats: true, ..condition })
}

/// With a cause, the problem must be the first one of the candidate.
fn by_problem(problem: ProblemCode, cause: Option<&str>) -> FilterCondition<'_> {
    let code = text(problem.as_str());
    let Some(cause) = cause else {
        return FilterCondition::alike(
            "EXISTS (SELECT 1 FROM candidate_problem e WHERE e.code = ? AND e.candidate_id = c.id)",
            [code],
            "SELECT candidate_id AS id FROM candidate_problem WHERE code = ?",
        );
    };
    FilterCondition::alike(
        "(EXISTS (
             SELECT 1
             FROM candidate_problem e
             WHERE e.code = ? AND e.cause = ? AND e.candidate_id = c.id
               AND e.code = (c.problems -> 0 ->> 'code')
         ))",
        [code, text(cause)],
        "SELECT e.candidate_id AS id
         FROM candidate_problem e
         {join} {state candidate} f ON f.id = e.candidate_id
         WHERE e.code = ? AND e.cause = ? AND e.code = (f.problems -> 0 ->> 'code')",
    )
}

fn by_missing_record<'v>(id: MissingRecordId) -> FilterCondition<'v> {
    FilterCondition::alike(
        "EXISTS (
             SELECT 1
             FROM missing_record_line e
             WHERE e.missing_record_id = ? AND e.candidate_id = c.id
         )",
        [owned(id.to_string())],
        "SELECT candidate_id AS id FROM missing_record_line WHERE missing_record_id = ?",
    )
}

fn by_hold<'v>(reason: HoldReason) -> FilterCondition<'v> {
    FilterCondition::alike(
        "({no_index c.hold} = ? OR {no_index c.hold} >= ? AND {no_index c.hold} < ?)",
        hold_texts(reason).map(owned),
        "SELECT c.id FROM {state candidate} c {use_index candidate_hold} WHERE c.hold = ?
         UNION ALL
         SELECT c.id FROM {state candidate} c {use_index candidate_hold} WHERE c.hold >= ? AND c.hold < ?",
    )
}

/// Candidates that are, or are not, on hold on a day. `header.settling` does not hold a manually started run.
fn by_held<'v>(HoldFilter { held, today }: HoldFilter) -> FilterCondition<'v> {
    let settling = HoldReason::HeaderSettling.as_str();
    let [waiting, over] = customer_wait_texts(Date::MIN, Some(today));
    let values = vec![text(settling), owned(waiting.clone()), owned(over.clone())];
    if !held {
        return FilterCondition::unindexed(
            "({no_index c.hold} IS NULL OR {no_index c.hold} = ? OR {no_index c.hold} >= ? AND {no_index c.hold} < ?)",
            values,
        );
    }
    FilterCondition::new(
        "({no_index c.hold} <> ? AND NOT ({no_index c.hold} >= ? AND {no_index c.hold} < ?))",
        values,
        // an index has ranges of values, but no range for their absence
        "SELECT c.id FROM {state candidate} c {use_index candidate_hold} WHERE c.hold < ?
         UNION ALL
         SELECT c.id FROM {state candidate} c {use_index candidate_hold} WHERE c.hold > ? AND c.hold < ?
         UNION ALL
         SELECT c.id FROM {state candidate} c {use_index candidate_hold} WHERE c.hold >= ?",
        [text(settling), text(settling), owned(waiting), owned(over)],
    )
}

fn by_attachments<'v>(has_attachments: bool) -> FilterCondition<'v> {
    if !has_attachments {
        return FilterCondition::without(
            "NOT EXISTS (
                 SELECT 1
                 FROM attachment a
                 WHERE a.external_header_id = c.external_header_id AND a.org_id = c.org_id
                   AND a.data_source_id = c.data_source_id
                   AND a.external_system_id IS NOT DISTINCT FROM c.external_system_id
             )",
        );
    }
    FilterCondition::alike(
        "EXISTS (
             SELECT 1
             FROM attachment a
             WHERE a.external_header_id = c.external_header_id AND a.org_id = c.org_id
               AND a.data_source_id = c.data_source_id
               AND a.external_system_id IS NOT DISTINCT FROM c.external_system_id
         )",
        [],
        "SELECT i.candidate_id AS id
         FROM (
             SELECT DISTINCT external_header_id, org_id, data_source_id, external_system_id
             FROM attachment
             WHERE external_header_id IS NOT NULL
         ) a
         {join} candidate_identity i
             ON i.external_header_id = a.external_header_id AND i.org_id = a.org_id
            AND i.data_source_id = a.data_source_id
            AND i.external_system_id IS NOT DISTINCT FROM a.external_system_id",
    )
}

fn by_comments<'v>(has_comments: bool) -> FilterCondition<'v> {
    if !has_comments {
        return FilterCondition::without("NOT EXISTS (SELECT 1 FROM comment m WHERE m.candidate_id = c.id)");
    }
    FilterCondition::alike(
        "EXISTS (SELECT 1 FROM comment m WHERE m.candidate_id = c.id)",
        [],
        "SELECT DISTINCT candidate_id AS id FROM comment WHERE candidate_id IS NOT NULL",
    )
}

fn by_request(request: &RequestId) -> FilterCondition<'_> {
    FilterCondition::new(
        "{no_index c.request_id} = ?",
        [request.write()],
        "SELECT c.id
         FROM request r
         {join} {row candidate} c ON c.id >= r.first_candidate_id AND c.id <= r.last_candidate_id
         WHERE r.id = ? AND {no_index c.request_id} = ?",
        [request.write(), request.write()],
    )
}

fn by_import_draft(draft: &ImportDraftId) -> FilterCondition<'_> {
    FilterCondition::alike(
        "EXISTS (
             SELECT 1
             FROM import_draft_request d
             WHERE d.draft_id = ? AND d.request_id = c.request_id
         )",
        [draft.write()],
        "SELECT c.id
         FROM import_draft_request d
         {join} request r ON r.id = d.request_id
         {join} {row candidate} c ON c.id >= r.first_candidate_id AND c.id <= r.last_candidate_id
         WHERE d.draft_id = ? AND {no_index c.request_id} = r.id",
    )
}

fn by_run<'v>(run: &'v RunId, outcome: Option<&'v RunOutcomeKind>) -> FilterCondition<'v> {
    let Some(outcome) = outcome else {
        return FilterCondition::alike(
            "EXISTS (SELECT 1 FROM run_result e WHERE e.run_id = ? AND e.candidate_id = c.id)",
            [run.write()],
            "SELECT candidate_id AS id FROM run_result WHERE run_id = ?",
        );
    };
    // most results of a run are orders, so the index has only the other outcomes
    let ids = if *outcome == RunOutcomeKind::Ordered {
        "SELECT candidate_id AS id FROM run_result WHERE run_id = ? AND outcome = ?"
    } else {
        "SELECT candidate_id AS id
         FROM run_result {use_index run_result_outcome}
         WHERE run_id = ? AND outcome = ? AND outcome <> 'ordered'"
    };
    FilterCondition::alike(
        "EXISTS (
             SELECT 1
             FROM run_result e
             WHERE e.run_id = ? AND e.candidate_id = c.id AND e.outcome = ?
         )",
        [run.write(), outcome.write()],
        ids,
    )
}

/// Candidates on hold for the customer; the stored text of the hold contains the day.
fn by_waiting<'v>(waiting: &CustomerWaitFilter) -> FilterCondition<'v> {
    let [first, end] = customer_wait_texts(waiting.from, waiting.to);
    let mut period = Vec::new();
    for (organisations, from) in &waiting.elsewhere {
        let [from, _] = customer_wait_texts(*from, None);
        period.push(keys::numbers(organisations.iter().map(|id| id.0)));
        period.push(owned(from));
    }
    period.extend([owned(first.clone()), owned(end)]);
    let index_values = std::iter::once(owned(first)).chain(period.clone()).collect::<Vec<_>>();
    FilterCondition::new(
        "({no_index c.hold} >= CASE
                 WHEN {no_index c.org_id} {in ? int8} THEN ?
                 WHEN {no_index c.org_id} {in ? int8} THEN ?
                 ELSE ?
             END
          AND {no_index c.hold} < ?)",
        period,
        "SELECT c.id
         FROM {state candidate} c {use_index candidate_hold}
         WHERE c.hold >= ?
           AND c.hold >= CASE
                 WHEN c.org_id {in ? int8} THEN ?
                 WHEN c.org_id {in ? int8} THEN ?
                 ELSE ?
             END
           AND c.hold < ?",
        index_values,
    )
}

fn by_assignee(assigned: &AssigneeFilter) -> FilterCondition<'_> {
    match assigned {
        AssigneeFilter::To(name) => FilterCondition::alike(
            "{no_index c.assigned_to} = ?",
            [text(name)],
            "SELECT c.id
             FROM {state candidate} c {use_index candidate_assigned_to}
             WHERE c.assigned_to = ?",
        ),
        AssigneeFilter::Unassigned => FilterCondition::without("{no_index c.assigned_to} IS NULL"),
    }
}
