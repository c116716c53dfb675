//! Keys of unresolved references, and the records that users chose for them.

use orderdock_domain::candidate::{Candidate, ReferenceKey};
use serde::Serialize;
use utoipa::ToSchema;

use super::Id;

/// A key with which a row names a record.
#[derive(Serialize, ToSchema, Debug)]
#[schema(as = SentKey)]
pub struct SentKeyResponse<'a> {
    /// `code`, `externalId`, `gln`, `id`, `name` or `address`.
    #[schema(example = "code")]
    pub key: &'static str,
    #[schema(example = "KAF-1KG")]
    pub value: &'a str,
}

impl<'a> SentKeyResponse<'a> {
    pub fn list(keys: &'a [(ReferenceKey, String)]) -> Vec<Self> {
        keys.iter().map(|(key, value)| Self { key: key.as_str(), value }).collect()
    }
}

/// An unresolved reference for which a user chose a record.
#[derive(Serialize, ToSchema, Debug)]
#[serde(rename_all = "camelCase")]
#[schema(as = MappedReference)]
pub struct MappedReferenceResponse<'a> {
    /// Kind of the record.
    #[schema(example = "product")]
    kind: &'static str,
    /// JSON Pointer of the reference in the row.
    #[schema(example = "/product")]
    pointer: String,
    /// Keys as sent.
    keys: Vec<SentKeyResponse<'a>>,
    /// Record id of the chosen record.
    target_id: Id,
    /// Run that mapped the reference.
    run_id: Id,
}

impl<'a> MappedReferenceResponse<'a> {
    pub fn list(candidate: &'a Candidate) -> Vec<Self> {
        let mapped = candidate.mapped_references().map(|(reference, mapped)| Self {
            kind: reference.kind.as_str(),
            pointer: reference.pointer(),
            keys: SentKeyResponse::list(&reference.keys),
            target_id: Id(mapped.record),
            run_id: Id(mapped.run.0),
        });
        mapped.collect()
    }
}
