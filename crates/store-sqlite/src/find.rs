//! Lists of candidates: filtered, sorted, in windows.

use std::sync::Arc;

use orderdock_domain::masterdata::Reference;
use orderdock_store::{CandidatePage, CandidateQuery, StoreResult};
use rusqlite::Connection;

use crate::scope::OrganisationIds;

pub fn find(
    _connection: &Connection,
    _organisations: &OrganisationIds,
    _reference: Arc<Reference>,
    _query: &CandidateQuery,
) -> StoreResult<CandidatePage> {
    Err(orderdock_store::StoreError::Unavailable("lists come next".to_owned()))
}
