//! Body of `POST …/unresolved-references/{id}/map`.

use orderdock_app::{MapCommand, Remember};
use orderdock_domain::ids::CandidateId;
use orderdock_domain::phrase::Phrase;

use crate::http::error::ApiError;
use crate::request::candidate_request::{KEPT_PER_REQUEST, RecordId};
use crate::request::json::{JsonValue, ListOf, Members, ValueFault, members, one_of, scalars, word};
use crate::request::located::read_whole;

members! {
    MapBody("MapBody", Strict) "The record to which an unresolved reference is mapped. Unknown fields are errors." {
        target_id: "targetId" RecordId, required, "Record id of the target, of the kind of the reference.";
        remember: "remember" Remembering,
            "Later rows with the same value: `dataSource` (rows of the data source), `bpartnerAndDataSource` (rows \
             of the buyer in the data source) or `none` (default). A cross-reference is created unless it is `none`.";
        candidates: "candidates" ListOf<CandidateId>,
            "Record ids of lines to map, at most 10,000. Default: all lines with the reference.";
    }
}

scalars! {
    /// Later rows to which a mapping applies.
    Remembering -> Remember,
        |description| one_of(description, Remember::ALL.map(Remember::as_str)),
        |value| {
            if !matches!(value, JsonValue::Text(_) | JsonValue::Null) {
                return Err(ValueFault::wrong_type(Phrase::Text, value));
            }
            word(value, || Remember::ALL, |one| one.as_str())
        };
}

/// Maximum number of lines.
const MAX_LINES: usize = 10_000;

/// Reads the mapping of a missing record.
pub fn read_mapping(missing: String, sent: &[u8]) -> Result<MapCommand, ApiError> {
    read_whole(sent, KEPT_PER_REQUEST, |reader, node| {
        let members = MapBody::open(reader, node)?;
        let target = reader.required(members.target_id);
        let remember = reader.read(members.remember).unwrap_or_default();
        let lines: Vec<CandidateId> =
            reader.list(members.candidates).into_iter().flatten().flatten().collect();
        if lines.len() > MAX_LINES {
            reader.fault(
                members.candidates,
                ValueFault::invalid_parameter(
                    "candidates",
                    &lines.len().to_string(),
                    Phrase::NumberUpTo.of([10_000.into()]),
                ),
            );
        }
        Some(MapCommand { missing, target: target?, remember, lines })
    })
}
