//! Search by any part of a text (ADR 21): documents of records, and the lookup of matching ones.

pub mod fill;
pub mod matches;
pub mod refold;

use jiff::Timestamp;
use orderdock_store::{Refold, RefoldStep, SearchReader, SearchWriter, StoreResult};

use self::refold::RefoldState;
pub use matches::{MatchingRecords, SearchMatches, Terms};

use crate::sql::template::Statement;
use crate::store::transaction::StoreTransaction;

/// A table of documents. On an engine with separate trigrams, these are in a table with the suffix `_index`.
#[derive(Debug)]
pub struct DocumentTable {
    pub name: &'static str,
    insert: &'static Statement,
}

/// Business partners, and their locations.
pub static PARTNERS: DocumentTable = DocumentTable { name: "search_partner", insert: &fill::INSERT_PARTNER };
pub static PRODUCTS: DocumentTable = DocumentTable { name: "search_product", insert: &fill::INSERT_PRODUCT };
/// Incoming orders by their references: the first candidate of each header and order reference.
pub static CANDIDATES: DocumentTable =
    DocumentTable { name: "search_candidate", insert: &fill::INSERT_CANDIDATE };
pub static ORDERS: DocumentTable = DocumentTable { name: "search_order", insert: &fill::INSERT_ORDER };

/// All document tables.
pub static DOCUMENT_TABLES: [&DocumentTable; 4] = [&PARTNERS, &PRODUCTS, &CANDIDATES, &ORDERS];

impl SearchReader for StoreTransaction<'_> {
    fn has_search_backlog(&self) -> StoreResult<bool> {
        fill::is_due(self.transaction)
    }

    fn search_position(&self) -> StoreResult<i64> {
        fill::next_position(self.transaction)
    }

    fn next_refold_step(&self, alive_since: Timestamp) -> StoreResult<RefoldStep> {
        let older = refold::has_older_instances(self.transaction, self.shared.steps, alive_since)?;
        let state = RefoldState::read(self.transaction)?;
        Ok(match (older, state.is_done()) {
            (true, _) => RefoldStep::Wait { restarts: state.is_pending() },
            (false, true) => RefoldStep::None,
            (false, false) => RefoldStep::Batch,
        })
    }
}

impl SearchWriter for StoreTransaction<'_> {
    fn update_search(&self) -> StoreResult<bool> {
        fill::update(self.transaction)
    }

    fn restart_refold(&self) -> StoreResult<()> {
        refold::begin_later(self.transaction)
    }

    fn refold_keys(&self) -> StoreResult<Refold> {
        refold::batch(self.transaction)
    }
}
