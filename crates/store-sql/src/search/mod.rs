//! Search by any part of a text (ADR 21): documents that match a query, by trigrams.

pub mod fill;
pub mod matches;
pub mod refold;

use async_trait::async_trait;
use jiff::Timestamp;
use orderdock_store::{Refold, SearchStore, StoreResult};

use self::refold::RefoldState;
pub use matches::{MatchingRecords, SearchMatches, Terms};

use crate::template::Statement;
use crate::{Backend, SqlStore};

/// A table of documents. An engine with separate trigrams has them in a table with the suffix `_index`.
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

#[async_trait]
impl<B: Backend> SearchStore for SqlStore<B> {
    async fn update_search(&self) -> StoreResult<bool> {
        if !self.read(fill::is_due).await? {
            return Ok(false);
        }
        self.apart(fill::CHUNK, fill::update).await
    }

    async fn refold_keys(&self) -> StoreResult<Refold> {
        let alive_since = self.backend.now().await?.saturating_sub(B::PACE.dead);
        let alive_since = alive_since.unwrap_or(Timestamp::MIN);
        let (state, older) = self
            .read(move |transaction| {
                let older = refold::has_older_instances(transaction, B::STEPS, alive_since)?;
                Ok((RefoldState::read(transaction)?, older))
            })
            .await?;
        if older {
            if !state.is_pending() {
                self.apart(1, refold::begin_later).await?;
            }
            return Ok(Refold::Waiting);
        }
        if state.is_done() { Ok(Refold::Done) } else { self.apart(fill::CHUNK, refold::batch).await }
    }

    async fn search_position(&self) -> StoreResult<i64> {
        self.read(fill::next_position).await
    }
}
