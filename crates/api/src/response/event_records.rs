//! Events with the records that they refer to, optionally with the content of these records.

use std::collections::{BTreeSet, HashMap};

use orderdock_app::{Caller, FeedEvent, Records, Services};
use orderdock_domain::event::{EventCursor, Subject};
use orderdock_domain::ids::CandidateId;
use orderdock_domain::masterdata::Reference;
use orderdock_domain::problem::{Language, ProblemCode};
use serde_json::value::{RawValue, to_raw_value};

use crate::http::error::ApiError;
use crate::response::{
    AttachmentResponse, EventResponse, FullCandidate, OrderRelations, OrderResponse, RecordResponse,
    RelatedData, RunResponse,
};

/// Encodes events; with a language, also their records in that language.
pub async fn event_records<'a>(
    services: &Services,
    caller: &Caller,
    events: &[FeedEvent],
    records: &'a Records,
    reference: &'a Reference,
    language: Option<Language>,
) -> Result<Vec<EventResponse<'a>>, ApiError> {
    let mut whole = match language {
        Some(language) => whole(services, caller, events, records, reference, language).await?,
        None => HashMap::new(),
    };
    let shapes = events.iter().map(|event| {
        let mut shape = EventResponse::of(event, records, reference);
        shape.data.record = whole.remove(&event.cursor);
        shape
    });
    Ok(shapes.collect())
}

/// Records of events, in the format of their read operations.
async fn whole(
    services: &Services,
    caller: &Caller,
    events: &[FeedEvent],
    known: &Records,
    reference: &Reference,
    language: Language,
) -> Result<HashMap<EventCursor, Box<RawValue>>, ApiError> {
    let candidates: BTreeSet<CandidateId> = events
        .iter()
        .filter_map(|event| if let Subject::Candidate(id) = event.subject { Some(id) } else { None })
        .collect();
    let found = services.candidates.candidates(caller, candidates.into_iter().collect()).await?;
    let related_data = RelatedData::of(services, caller, &found.candidates).await?;
    let mut records = HashMap::new();
    for event in events {
        let record = match event.subject {
            Subject::Candidate(id) => found
                .candidates
                .iter()
                .find(|candidate| candidate.id == id)
                .map(|one| to_raw_value(&FullCandidate::of(one, &found.related, &related_data, language))),
            Subject::Order(id) if known.orders.contains_key(&id) => {
                let order = services.orders.order(caller, id).await?;
                let OrderRelations { candidates, attachments, reference } =
                    OrderRelations::of(services, caller, &order).await?;
                let shape = OrderResponse::whole(&order, &candidates, &attachments, &reference, language);
                Some(to_raw_value(&shape))
            }
            Subject::Run(id) => known.runs.get(&id).map(|one| to_raw_value(&RunResponse::from(one))),
            Subject::Attachment(id) => {
                known.attachments.get(&id).map(|file| to_raw_value(&AttachmentResponse::of(file, reference)))
            }
            Subject::Record(kind, id) => {
                let record = match services.master_data.masterdata(caller, kind.kind(), id).await {
                    Err(failure) if failure.status() == 404 => None,
                    record => Some(record?),
                };
                record.map(|record| to_raw_value(&RecordResponse(kind.kind(), &record)))
            }
            Subject::Order(_) | Subject::Request(_) => None,
        };
        let record = record.transpose().map_err(|fault| unwritten(&fault))?;
        records.extend(record.map(|record| (event.cursor, record)));
    }
    Ok(records)
}

/// Encodes a response. Responses contain only values that JSON can represent.
pub fn unwritten(fault: &serde_json::Error) -> ApiError {
    tracing::error!(%fault, "encoding an event failed");
    ProblemCode::ServerFault.into()
}
