//! What a run must know before it can plan.

use std::collections::HashMap;
use std::sync::Arc;

use jiff::Timestamp;

use super::{HeaderKey, HeaderState, Taking};
use crate::candidate::Related;
use crate::ids::{IdBlock, RunId};
use crate::masterdata::ProductPrice;
use crate::order::OrderSettings;

/// What one read snapshot knows about a chunk of candidates.
///
/// A chunk holds headers whole: all their candidates that are `new` and active, or those of them that were
/// selected. The planner does not read `content`; it may be left empty.
#[derive(Clone, Debug, Default)]
pub struct ProcessingContext {
    /// Every record that the candidates name, sales partners included, whether active or not.
    pub related: Related,
    /// Every active price of their products.
    pub product_prices: Vec<ProductPrice>,
    /// The state of each header that the candidates belong to.
    pub headers: HashMap<HeaderKey, HeaderState>,
    pub settings: Arc<OrderSettings>,
}

/// Everything the planner must know besides the candidates and the context.
#[derive(Debug)]
pub struct ProcessingCall {
    pub now: Timestamp,
    /// `None` of a dry run.
    pub run: Option<RunId>,
    /// Who the run works for.
    pub actor: String,
    pub taking: Taking,
    /// One for each candidate is always enough.
    pub ids: IdBlock,
}
