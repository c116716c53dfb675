//! Rejected rows in responses.

use jiff::Timestamp;
use orderdock_domain::import::RejectedRowStatus;
use orderdock_domain::masterdata::Reference;
use orderdock_domain::problem::Language;
use orderdock_domain::processing::RejectedSystem;
use orderdock_domain::text::Code;
use orderdock_store::RejectedRowEntry;
use serde::Serialize;
use utoipa::ToSchema;

use super::{Id, Item, LocatedProblem, is_zero};

/// A rejected row, or a body that could not be read. Fields that the row does not contain are absent.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RejectedRowEntry)]
pub struct RejectedRowResponse<'a> {
    #[schema(example = 4711)]
    id: Id,
    /// `open`, `imported` (by another request), `sentAgain` (here, and imported) or `dismissed`.
    status: &'static str,
    #[schema(example = "001")]
    org_code: Option<&'a str>,
    /// Internal name.
    data_source: Option<&'a str>,
    external_system_code: Option<&'a str>,
    #[schema(example = "B-1001")]
    external_header_id: Option<&'a str>,
    #[schema(example = "1")]
    external_line_id: Option<&'a str>,
    po_reference: Option<&'a str>,
    /// As sent: code, external id, GLN or name.
    customer: Option<&'a str>,
    product: Option<&'a str>,
    /// Code of the first problem.
    #[schema(example = "product.unknown")]
    code: &'static str,
    message: Option<String>,
    problem_count: u32,
    /// Number of rows without errors that were rejected together with this one.
    #[serde(rename = "fellWith", skip_serializing_if = "is_zero")]
    #[schema(required = false)]
    rejected_with: u32,
    sender: &'a str,
    /// Last request with the row.
    request_id: Id,
    first_rejected_at: Timestamp,
    last_rejected_at: Timestamp,
    /// Number of rejections.
    count: i64,
    /// True if the entry is a body that could not be read or has no rows.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    unreadable: bool,
    /// True if only the beginning of the row is stored.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    cut: bool,
    candidate_id: Option<Id>,
    closed_at: Option<Timestamp>,
    closed_by: Option<&'a str>,
    reason: Option<&'a str>,
    /// Row as sent, at most 64 KiB. For an unreadable body, its beginning. Only if read individually.
    row: Option<&'a str>,
    /// Problems with line and column in `row`. Only if read individually.
    problems: Option<Vec<Item<'a>>>,
}

impl<'a> RejectedRowResponse<'a> {
    pub fn of(entry: &'a RejectedRowEntry, reference: &'a Reference, language: Language) -> Self {
        let content = &entry.content;
        let source = content.data_source.and_then(|id| reference.data_source(id));
        let system = match content.system {
            RejectedSystem::One(id) => reference.external_system(id),
            RejectedSystem::Any | RejectedSystem::NotSent => None,
        };
        let given = |text: &'a str| Some(text).filter(|text| !text.is_empty());
        Self {
            id: Id(entry.id.0),
            status: entry.status.as_str(),
            org_code: content
                .organisation
                .and_then(|id| reference.organisation(id))
                .map(|organisation| organisation.code.as_str()),
            data_source: source.and_then(|source| source.internal_names.first()).map(Code::as_str),
            external_system_code: system.map(|system| system.code.as_str()),
            external_header_id: content.header_id.as_ref().map(Code::as_str),
            external_line_id: content.line_id.as_ref().map(Code::as_str),
            po_reference: given(&content.po_reference),
            customer: given(&content.customer),
            product: given(&content.product),
            code: content.code.as_str(),
            message: content.problems.first().map(|problem| problem.message(language)),
            problem_count: entry.problem_count,
            rejected_with: content.rejected_with,
            sender: &content.sender_name,
            request_id: Id(content.request.0),
            first_rejected_at: entry.first_at,
            last_rejected_at: content.at,
            count: entry.count,
            unreadable: content.index.is_none(),
            cut: content.is_cut,
            candidate_id: entry.candidate.map(|id| Id(id.0)),
            closed_at: entry.closed_at,
            closed_by: entry.closed_by.as_deref(),
            reason: entry.reason.as_deref().filter(|_| entry.status == RejectedRowStatus::Dismissed),
            row: None,
            problems: None,
        }
    }

    /// Returns the row with its text. `problems` have their positions in it.
    pub fn whole(
        entry: &'a RejectedRowEntry,
        problems: &'a [LocatedProblem],
        reference: &'a Reference,
        language: Language,
    ) -> Self {
        Self {
            row: Some(&entry.content.text),
            problems: Some(problems.iter().map(|problem| problem.item(language)).collect()),
            ..Self::of(entry, reference, language)
        }
    }
}
