//! A chunk with everything that its plan must know; the number of statements does not depend on its size.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use orderdock_domain::candidate::Candidate;
use orderdock_domain::masterdata::Reference;
use orderdock_domain::processing::ProcessingContext;
use orderdock_store::{Chunk, LoadedChunk, StoreResult};
use rusqlite::Connection;

use super::headers;
use crate::candidates::related;
use crate::column::rows;
use crate::import_context::product_prices;
use crate::keys;
use crate::orders::settings;
use crate::records::{Stored, columns_of};
use crate::scope::OrganisationIds;

/// `?1` organisations, `?2` ids.
const CANDIDATES: &str = concat!(
    "SELECT ",
    columns_of!(candidate_without_content),
    " FROM candidate WHERE id IN (SELECT value FROM json_each(?2))
       AND +org_id IN (SELECT value FROM json_each(?1)) ORDER BY id"
);

/// `?1` organisations, `?2` one candidate of each header: all of them that are `new`.
const OF_HEADERS: &str = concat!(
    "SELECT ",
    columns_of!(candidate_without_content),
    " FROM candidate WHERE id IN (
       SELECT c.id FROM json_each(?2) k CROSS JOIN candidate r ON r.id = k.value
       CROSS JOIN candidate_identity i ON i.external_header_id = r.external_header_id
         AND +i.org_id = r.org_id AND +i.data_source_id = r.data_source_id
       CROSS JOIN candidate c ON c.id = i.candidate_id
       WHERE r.flat_identity = 0 AND c.flat_identity = 0 AND +c.status = 'new'
       UNION ALL
       SELECT c.id FROM json_each(?2) k CROSS JOIN candidate r ON r.id = k.value
       CROSS JOIN candidate c INDEXED BY candidate_flat
         ON c.po_reference = r.po_reference AND c.bpartner_id = r.bpartner_id
       WHERE r.flat_identity = 1 AND c.flat_identity = 1 AND +c.org_id = r.org_id
         AND +c.data_source_id = r.data_source_id AND +c.status = 'new'
     ) AND +org_id IN (SELECT value FROM json_each(?1)) ORDER BY id"
);

/// Loads within the connection's snapshot, of which `reference` is a part.
pub fn load(
    connection: &Connection,
    writable: &OrganisationIds,
    readable: &OrganisationIds,
    reference: Arc<Reference>,
    chunk: &Chunk,
) -> StoreResult<LoadedChunk> {
    let ids = keys::number_array(chunk.candidates.iter().map(|id| id.0));
    let sql = if chunk.whole_headers { OF_HEADERS } else { CANDIDATES };
    let values = [writable.write(), crate::column::text(&ids)];
    let candidates = rows(connection, "candidate", sql, values, Candidate::read)?;
    let headers =
        if chunk.whole_headers { headers::states(connection, writable, &ids)? } else { HashMap::new() };
    let products: BTreeSet<_> = candidates.iter().map(|candidate| candidate.product.0).collect();
    let products = keys::number_array(products);
    let context = ProcessingContext {
        related: related(connection, readable, reference, &candidates)?,
        product_prices: product_prices(connection, readable, &products)?,
        headers,
        settings: Arc::new(settings(connection)?),
    };
    Ok(LoadedChunk { candidates, context })
}
