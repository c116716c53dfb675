//! Complete candidates: imported values, overrides and effective values.

use std::collections::HashMap;

use jiff::Timestamp;
use jiff::civil::Date;
use orderdock_app::{Caller, Outcome, Services};
use orderdock_domain::attachment::Attachment;
use orderdock_domain::candidate::{Candidate, Hold, Related, Status};
use orderdock_domain::ids::CandidateId;
use orderdock_domain::problem::Language;
use orderdock_domain::text::Code;
use orderdock_store::CandidateOrder;
use serde::Serialize;
use utoipa::ToSchema;

use super::values::{OverrideNote, OverrideNotes, ValueSourceResponse, ValueSources, Values, cleared};
use super::{
    AttachmentResponse, CandidateRow, FixContext, FixResponse, Fixes, Id, Imported, Item,
    MappedReferenceResponse, OrderOfCandidate, WrittenBlocks,
};

/// An order candidate.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema, Debug)]
#[serde(rename_all = "camelCase")]
#[schema(as = Candidate)]
pub struct FullCandidate<'a> {
    #[serde(flatten)]
    pub row: CandidateRow<'a>,
    /// Problems that prevent the candidate from becoming an order line. Pointers are relative to the candidate.
    pub problems: Vec<Item<'a>>,
    /// Reason why the candidate is on hold: a run skips it even if it has no problem. Absent if it is not on hold.
    #[schema(example = "header.incomplete")]
    pub hold: Option<&'static str>,
    /// Description of `hold`, in the requested language.
    pub hold_message: Option<String>,
    /// Date until which the candidate waits for the customer. The hold ends at the start of this day in the
    /// organisation's time zone.
    pub waiting_until: Option<Date>,
    /// User name of the assignee. Absent if the candidate is unassigned.
    #[schema(example = "anna")]
    pub assigned_to: Option<&'a str>,
    /// Suggested fixes that end the hold. Only present when a single candidate on hold is read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hold_fixes: Vec<FixResponse>,
    /// Sales order that contains the candidate. Null if there is none or it was voided.
    #[serialize_always]
    pub order: Option<OrderOfCandidate<'a>>,
    /// Imported values, with the field names of the request.
    #[schema(value_type = Object)]
    pub imported: Imported<'a>,
    /// Unresolved references of the row for which a user chose a record. Absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub mapped: Vec<MappedReferenceResponse<'a>>,
    /// Values that replace the imported ones.
    #[serde(rename = "override")]
    pub overridden: Values<'a>,
    /// Fields whose imported values are treated as absent.
    pub clear: Vec<&'static str>,
    /// User or access token that set or cleared each value, and the time, by field.
    #[schema(value_type = std::collections::HashMap<String, OverrideNote>)]
    pub overridden_by: OverrideNotes<'a>,
    /// Effective values: the override, otherwise the imported value, otherwise the default of the partner, group or
    /// organisation. Defaults are those of the current master data; an order keeps the values from when it was
    /// created.
    pub effective: Values<'a>,
    /// Sources of the effective values that the partner, group or organisation can provide, by field.
    #[schema(value_type = std::collections::HashMap<String, ValueSourceResponse>)]
    pub values_from: ValueSources<'a>,
    /// Attachments of the incoming order.
    pub attachments: Vec<AttachmentResponse<'a>>,
    /// Number of comments. The history contains the comments.
    pub comments: u64,
    /// Id of the stored request that imported the candidate. It differs from the request id in the response and in
    /// log lines.
    pub request_id: Id,
    /// Version of the candidate, also returned as `ETag`.
    pub version: i64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// Related records of candidates that are stored elsewhere.
pub struct RelatedData {
    /// Attachments of their incoming orders.
    pub attachments: Vec<Attachment>,
    /// Orders that contain them.
    pub orders: Vec<CandidateOrder>,
    /// Number of comments by candidate.
    pub comments: HashMap<CandidateId, u64>,
}

impl RelatedData {
    pub async fn of(services: &Services, caller: &Caller, candidates: &[Candidate]) -> Outcome<Self> {
        let all = candidates.iter().map(|candidate| candidate.id).collect();
        let processed = candidates.iter().filter(|candidate| candidate.status == Status::Processed);
        let ids = processed.map(|candidate| candidate.id).collect();
        // the queries run concurrently
        let (attachments, orders, comments) = tokio::try_join!(
            services.attachments.attachments_of(caller, candidates),
            services.orders.orders_of_candidates(caller, ids),
            services.candidates.count_comments(caller, all)
        )?;
        Ok(Self { attachments, orders, comments })
    }
}

impl Fixes {
    /// Suggested fixes of a candidate.
    pub async fn look(services: &Services, context: FixContext<'_>) -> Outcome<Self> {
        let candidate = context.of.map_or(&[][..], |(candidate, _)| std::slice::from_ref(candidate));
        let suggested_fixes = services.candidates.suggested_fixes(context.caller, candidate).await?;
        let problems = candidate.first().map_or(&[][..], |candidate| candidate.problems.as_slice());
        Ok(Self::of(&suggested_fixes.into_iter().next().unwrap_or_default(), problems, &context))
    }
}

impl<'a> FullCandidate<'a> {
    pub fn of(
        candidate: &'a Candidate,
        related: &'a Related,
        related_data: &'a RelatedData,
        language: Language,
    ) -> Self {
        let attachments = &related_data.attachments;
        let order = related_data.orders.iter().find(|order| order.candidate == candidate.id);
        let own = attachments.iter().filter(|attachment| attachment.belongs_to(candidate));
        Self {
            row: CandidateRow::of(candidate, &WrittenBlocks::of(related)),
            problems: candidate.problems.iter().map(|problem| Item::of(problem, language)).collect(),
            hold: candidate.hold.as_ref().map(|hold| hold.reason().as_str()),
            hold_message: candidate.hold.as_ref().map(|hold| hold.message(language)),
            waiting_until: candidate.hold.as_ref().and_then(Hold::waits_until),
            assigned_to: candidate.assigned_to.as_ref().map(Code::as_str),
            hold_fixes: Vec::new(),
            order: order.map(Into::into),
            imported: Imported::of(&candidate.content),
            mapped: MappedReferenceResponse::list(candidate),
            overridden: Values::overridden(candidate, related),
            clear: cleared(candidate),
            overridden_by: OverrideNotes(&candidate.overrides),
            effective: Values::effective(candidate, related),
            values_from: ValueSources(related.values(candidate)),
            attachments: own.map(|own| AttachmentResponse::of(own, &related.reference)).collect(),
            comments: related_data.comments.get(&candidate.id).copied().unwrap_or_default(),
            request_id: Id(candidate.request.0),
            version: candidate.version,
            created_at: candidate.created_at,
            updated_at: candidate.updated_at,
        }
    }

    /// Adds suggested fixes.
    #[must_use]
    pub fn with_fixes(mut self, fixes: Fixes) -> Self {
        for (problem, fixes) in self.problems.iter_mut().zip(fixes.problems) {
            problem.fixes = Some(fixes);
        }
        Self { hold_fixes: fixes.hold, ..self }
    }
}
