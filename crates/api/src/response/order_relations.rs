//! Related records of an order in responses.

use std::sync::Arc;

use orderdock_app::{Caller, Outcome, Services};
use orderdock_domain::attachment::Attachment;
use orderdock_domain::candidate::Candidate;
use orderdock_domain::ids::CandidateId;
use orderdock_domain::masterdata::Reference;
use orderdock_domain::order::Order;

/// Related records of an order, loaded for the response.
pub struct OrderRelations {
    pub candidates: Vec<Candidate>,
    pub attachments: Vec<Attachment>,
    pub reference: Arc<Reference>,
}

impl OrderRelations {
    pub async fn of(services: &Services, caller: &Caller, order: &Order) -> Outcome<Self> {
        let given = order.lines.iter().flat_map(|line| &line.allocations);
        let ids: Vec<CandidateId> = given.map(|given| given.candidate).collect();
        let candidates = services.candidates.candidates(caller, ids).await?.candidates;
        let attachments = services.attachments.attachments_of_order(caller, order, &candidates).await?;
        Ok(Self { candidates, attachments, reference: services.reference().await? })
    }
}
