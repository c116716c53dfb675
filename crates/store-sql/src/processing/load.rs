//! Loads a chunk with all records on which its plan depends. The number of statements does not depend on its size.

use std::collections::BTreeSet;
use std::sync::Arc;

use orderdock_domain::candidate::Candidate;
use orderdock_domain::ids::CandidateId;
use orderdock_domain::masterdata::Reference;
use orderdock_domain::processing::ProcessingContext;
use orderdock_store::{Chunk, ChunkExtent, LoadedChunk, RunScope, StoreResult};

use super::headers::Headers;
use crate::Transaction;
use crate::candidates::loaded::related;
use crate::imports::context::product_prices;
use crate::orders::settings;
use crate::sql::keys;
use crate::sql::query::{decode_row, many_rows};
use crate::sql::scope::OrganisationIds;
use crate::sql::template::Statement;

/// `?1` organisations, `?2` ids. Does not load the content, which no plan reads and which is larger than all other
/// columns.
static CANDIDATES: Statement = Statement::new(
    r"
    SELECT {columns candidate}, {no_content}
    FROM candidate
    WHERE id {in ?2 int8} AND {filter_only org_id} {in ?1 int8}
    ORDER BY id
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&CANDIDATES];

/// Loads a chunk within the transaction's snapshot, to which `reference` belongs.
pub fn load(
    transaction: &dyn Transaction,
    scope: &RunScope,
    reference: Arc<Reference>,
    chunk: &Chunk,
) -> StoreResult<LoadedChunk> {
    let writable = &OrganisationIds::writable(&scope.candidates, &reference);
    let readable = &OrganisationIds::readable(&scope.records, &reference);
    let headers = Headers::find(transaction, writable, &chunk.candidates)?;
    let candidates = match chunk.extent {
        ChunkExtent::Listed => by_ids(transaction, writable, &chunk.candidates)?,
        ChunkExtent::Headers => by_ids(transaction, writable, &headers.new_ones())?,
        ChunkExtent::ListedAndHeaders => {
            let mut ids = headers.new_ones();
            ids.extend(&chunk.candidates);
            ids.sort_unstable();
            ids.dedup();
            by_ids(transaction, writable, &ids)?
        }
    };
    let products: BTreeSet<_> =
        candidates.iter().filter_map(|candidate| candidate.product).map(|id| id.0).collect();
    let products = keys::number_array(products);
    let context = ProcessingContext {
        related: related(transaction, readable, reference, &candidates)?,
        product_prices: product_prices(transaction, readable, &products)?,
        headers: headers.states(transaction, writable, &candidates)?,
        settings: Arc::new(settings(transaction)?),
    };
    Ok(LoadedChunk { candidates, context })
}

fn by_ids(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    ids: &[CandidateId],
) -> StoreResult<Vec<Candidate>> {
    let values = [organisations.write(), keys::numbers(ids.iter().map(|id| id.0))];
    many_rows(transaction, "candidate", &CANDIDATES, values, ids.len(), decode_row)
}
