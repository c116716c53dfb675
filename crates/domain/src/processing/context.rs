//! Input of the planner of a run.

use std::collections::HashMap;
use std::sync::Arc;

use jiff::Timestamp;

use super::{EligibilityOptions, HeaderKey, HeaderState};
use crate::candidate::Related;
use crate::ids::{IdBlock, RunId};
use crate::masterdata::ProductPrice;
use crate::order::OrderSettings;

/// Records of one read snapshot for a chunk of candidates.
///
/// A chunk contains whole incoming orders: all their active `new` candidates, or the selected ones. The planner does
/// not read `content`; it may be empty.
#[derive(Clone, Debug, Default)]
pub struct ProcessingContext {
    /// All records that the candidates refer to, including inactive ones and sales partners.
    pub related: Related,
    /// All active prices of the candidates' products.
    pub product_prices: Vec<ProductPrice>,
    /// State of the incoming order of each candidate.
    pub headers: HashMap<HeaderKey, HeaderState>,
    pub settings: Arc<OrderSettings>,
}

/// Parameters of the planner besides the candidates and the context.
#[derive(Debug)]
pub struct ProcessingCall {
    pub now: Timestamp,
    /// `None` in a dry run.
    pub run: Option<RunId>,
    /// Name of the user or token that started the run.
    pub actor: String,
    pub eligibility_options: EligibilityOptions,
    /// Reserved ids. One id per candidate is sufficient.
    pub ids: IdBlock,
}
