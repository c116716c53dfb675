//! What the requests of a sender have alike, kept once.

use orderdock_domain::ids::OrganisationId;
use orderdock_store::{StoreResult, StoredRequest};

use crate::Transaction;
use crate::column::{Column, NULL, text, value};
use crate::template::{Statement, statement};

statement! {
    FIND = "SELECT id FROM request_origin {by request_origin_path} WHERE kind = ?1 AND actor = ?2 AND method = ?3 \
     AND path = ?4 AND query = ?5 AND media_type = ?6 AND strict = ?7 AND default_org_id IS NOT DISTINCT FROM ?8 \
     AND org_id IS NOT DISTINCT FROM ?9 AND whole = ?10"
}
statement! {
    INSERT = "INSERT INTO request_origin (kind, actor, method, path, query, media_type, strict, default_org_id, \
     org_id, whole) VALUES (?,?,?,?,?,?,?,?,?,?) RETURNING id"
}

/// Every statement of the room.
pub const STATEMENTS: &[&Statement] = &[&FIND, &INSERT];

/// Path and query, as far as a request and its origin have them: those of calls that are no import name records, and
/// stand with the request.
pub struct Address<'r> {
    pub of_origin: [&'r str; 2],
    pub of_request: [&'r str; 2],
}

impl<'r> Address<'r> {
    pub fn of(request: &'r StoredRequest) -> Self {
        let address = [request.path.as_str(), request.query.as_str()];
        if request.kind.is_import() {
            return Self { of_origin: address, of_request: [""; 2] };
        }
        Self { of_origin: [""; 2], of_request: address }
    }
}

/// The organisation of a request's rows, if that is one.
pub fn only_organisation(request: &StoredRequest) -> Option<OrganisationId> {
    match *request.belonging.organisations {
        [only] => Some(only),
        _ => None,
    }
}

/// The id of a request's origin, written if it is new. Two at once may both write it: either is right.
pub fn id(transaction: &dyn Transaction, request: &StoredRequest) -> StoreResult<i64> {
    let [path, query] = Address::of(request).of_origin;
    let only = only_organisation(request);
    let whole = only.is_some() && request.belonging.whole;
    let values = || {
        [
            request.kind.write(),
            request.actor.write(),
            request.method.write(),
            text(path),
            text(query),
            request.media_type.write(),
            request.strict.write(),
            request.default_organisation.write(),
            only.as_ref().map_or(NULL, Column::write),
            whole.write(),
        ]
    };
    let known = value(transaction, "request_origin", &FIND, values())?;
    let id = match known {
        Some(id) => Some(id),
        None => value(transaction, "request_origin", &INSERT, values())?,
    };
    id.ok_or_else(|| orderdock_store::StoreError::Statement("an origin without an id".to_owned()))
}
