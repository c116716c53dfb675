//! An order with what an answer shows with it.

use std::sync::Arc;

use orderdock_app::{App, OpContext};
use orderdock_domain::attachment::Attachment;
use orderdock_domain::candidate::Candidate;
use orderdock_domain::ids::CandidateId;
use orderdock_domain::masterdata::Reference;
use orderdock_domain::order::Order;
use orderdock_domain::problem::Language;
use serde_json::value::{RawValue, to_raw_value};

use crate::http::refusal::Refusal;
use crate::shape::OrderShape;

/// What an answer shows with an order.
pub struct ToldWithOrder {
    pub candidates: Vec<Candidate>,
    pub attachments: Vec<Attachment>,
    pub reference: Arc<Reference>,
}

pub async fn whole(app: &App, caller: &OpContext, order: &Order) -> Result<ToldWithOrder, Refusal> {
    let given = order.lines.iter().flat_map(|line| &line.allocations);
    let ids: Vec<CandidateId> = given.map(|given| given.candidate).collect();
    let candidates = app.candidates(caller, ids).await?.candidates;
    let attachments = app.attachments_of_order(caller, order, &candidates).await?;
    Ok(ToldWithOrder { candidates, attachments, reference: app.reference().await? })
}

/// An order as reading it answers.
pub async fn written(
    app: &App,
    caller: &OpContext,
    order: &Order,
    language: Language,
) -> Result<serde_json::Result<Box<RawValue>>, Refusal> {
    let ToldWithOrder { candidates, attachments, reference } = whole(app, caller, order).await?;
    Ok(to_raw_value(&OrderShape::whole(order, &candidates, &attachments, &reference, language)))
}
