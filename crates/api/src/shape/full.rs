//! A candidate whole: as it was sent, what was changed, and what holds.

use std::collections::HashMap;

use jiff::Timestamp;
use jiff::civil::Date;
use orderdock_app::{App, OpContext, Outcome};
use orderdock_domain::attachment::Attachment;
use orderdock_domain::candidate::{Candidate, Hold, Related, Status};
use orderdock_domain::ids::CandidateId;
use orderdock_domain::problem::Language;
use orderdock_domain::text::Code;
use orderdock_store::CandidateOrder;
use serde::Serialize;
use utoipa::ToSchema;

use super::values::{OverrideNote, OverrideNotes, ValueSourceShape, ValueSources, Values, cleared};
use super::{
    AttachmentShape, CandidateRow, FixShape, FixTeller, Fixes, Id, Imported, Item, OrderOfCandidate,
    WrittenBlocks,
};

/// An order candidate.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema, Debug)]
#[serde(rename_all = "camelCase")]
#[schema(as = Candidate)]
pub struct FullCandidate<'a> {
    #[serde(flatten)]
    pub row: CandidateRow<'a>,
    /// Why it stays where it is; pointers are relative to the candidate.
    pub problems: Vec<Item<'a>>,
    /// Why a run passes it over although nothing is wrong with it.
    #[schema(example = "header.incomplete")]
    pub hold: Option<&'static str>,
    /// The same in words.
    pub hold_message: Option<String>,
    /// Until when someone waits for the customer; it comes back when this day begins where its organisation is.
    pub waiting_until: Option<Date>,
    /// The name of the user who looks after it.
    #[schema(example = "anna")]
    pub assigned_to: Option<&'a str>,
    /// Of a candidate that waits and is read by itself: what lets it wait no longer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hold_fixes: Vec<FixShape>,
    /// The order that it is in; null if it is in none, or in one that was voided.
    #[serialize_always]
    pub order: Option<OrderOfCandidate<'a>>,
    /// As it was sent, in the request's member names.
    #[schema(value_type = Object)]
    pub imported: Imported<'a>,
    /// What was set instead of imported values.
    #[serde(rename = "override")]
    pub overridden: Values<'a>,
    /// Members whose imported values count as absent.
    pub clear: Vec<&'static str>,
    /// Who set or cleared each of them, and when; by member.
    #[schema(value_type = std::collections::HashMap<String, OverrideNote>)]
    pub overridden_by: OverrideNotes<'a>,
    /// What holds: overridden, else imported, else what partner, group or organisation have for candidates that do not
    /// say; that by today's master data, while an order keeps what held when it was made.
    pub effective: Values<'a>,
    /// Where those values come from that partner, group or organisation can give; by member.
    #[schema(value_type = std::collections::HashMap<String, ValueSourceShape>)]
    pub values_from: ValueSources<'a>,
    /// The files of its header.
    pub attachments: Vec<AttachmentShape<'a>>,
    /// How many comments there are of it; its history has them.
    pub comments: u64,
    /// The request that it came with; answers and log lines of that request carry an id of their own.
    pub request_id: Id,
    /// Its ETag.
    pub version: i64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// What answers show with candidates and what is kept elsewhere.
pub struct Beside {
    /// The files of their headers.
    pub attachments: Vec<Attachment>,
    /// The orders that they are in.
    pub orders: Vec<CandidateOrder>,
    /// How often something was said about them.
    pub comments: HashMap<CandidateId, u64>,
}

impl Beside {
    pub async fn of(app: &App, caller: &OpContext, candidates: &[Candidate]) -> Outcome<Self> {
        let all = candidates.iter().map(|candidate| candidate.id).collect();
        let processed = candidates.iter().filter(|candidate| candidate.status == Status::Processed);
        let ids = processed.map(|candidate| candidate.id).collect();
        // none waits for the other
        let (attachments, orders, comments) = tokio::try_join!(
            app.attachments_of(caller, candidates),
            app.orders_of_candidates(caller, ids),
            app.count_comments(caller, all)
        )?;
        Ok(Self { attachments, orders, comments })
    }
}

impl Fixes {
    /// What could help a candidate that the caller reads or has corrected.
    pub async fn look(app: &App, teller: FixTeller<'_>) -> Outcome<Self> {
        let candidate = teller.of.map_or(&[][..], |(candidate, _)| std::slice::from_ref(candidate));
        let remedies = app.remedies(teller.caller, candidate).await?;
        let problems = candidate.first().map_or(&[][..], |candidate| candidate.problems.as_slice());
        Ok(Self::of(&remedies.into_iter().next().unwrap_or_default(), problems, &teller))
    }
}

impl<'a> FullCandidate<'a> {
    pub fn of(
        candidate: &'a Candidate,
        related: &'a Related,
        beside: &'a Beside,
        language: Language,
    ) -> Self {
        let attachments = &beside.attachments;
        let order = beside.orders.iter().find(|order| order.candidate == candidate.id);
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
            overridden: Values::overridden(candidate, related),
            clear: cleared(candidate),
            overridden_by: OverrideNotes(&candidate.overrides),
            effective: Values::effective(candidate, related),
            values_from: ValueSources(related.values(candidate)),
            attachments: own.map(|own| AttachmentShape::of(own, &related.reference)).collect(),
            comments: beside.comments.get(&candidate.id).copied().unwrap_or_default(),
            request_id: Id(candidate.request.0),
            version: candidate.version,
            created_at: candidate.created_at,
            updated_at: candidate.updated_at,
        }
    }

    /// With what could help it.
    #[must_use]
    pub fn with_fixes(mut self, fixes: Fixes) -> Self {
        for (problem, fixes) in self.problems.iter_mut().zip(fixes.problems) {
            problem.fixes = Some(fixes);
        }
        Self { hold_fixes: fixes.hold, ..self }
    }
}
