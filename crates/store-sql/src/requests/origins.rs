//! Origins of requests: properties that the requests of a sender share, stored once.

use std::collections::HashMap;

use orderdock_domain::ids::OrganisationId;
use orderdock_domain::import::RequestKind;
use orderdock_store::{StoreError, StoreResult, StoredRequest};

use crate::sql::column::{Column, text};
use crate::sql::query::{first_of_each, value};
use crate::sql::template::Statement;
use crate::{SqlValue, Transaction};

/// The index covers only the first 60 characters of columns that can be long.
static FIND: Statement = Statement::new(
    r"
    SELECT id
    FROM request_origin {use_index request_origin_path}
    WHERE kind = ?1
      AND actor = ?2
      AND method = ?3
      AND path = ?4
      AND query = ?5
      AND media_type = ?6
      AND strict = ?7
      AND default_org_id IS NOT DISTINCT FROM ?8
      AND org_id IS NOT DISTINCT FROM ?9
      AND whole = ?10
      AND substr(query, 1, 60) = substr({param ?5 text}, 1, 60)
      AND substr(media_type, 1, 60) = substr({param ?6 text}, 1, 60)
    ",
);

static INSERT: Statement = Statement::new(
    r"
    INSERT INTO request_origin (
        kind, actor, method, path, query, media_type, strict, default_org_id, org_id, whole
    )
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    RETURNING id
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&FIND, &INSERT];

/// Path and query of a request, split between the request and its origin. Paths of calls other than imports contain
/// record ids, so they are stored with the request.
pub struct RequestAddress<'r> {
    pub of_origin: [&'r str; 2],
    pub of_request: [&'r str; 2],
}

impl<'r> RequestAddress<'r> {
    pub fn of(request: &'r StoredRequest) -> Self {
        let address = [request.path.as_str(), request.query.as_str()];
        if request.kind.is_import() {
            return Self { of_origin: address, of_request: [""; 2] };
        }
        Self { of_origin: [""; 2], of_request: address }
    }
}

/// Returns the organisation of a request's rows; `None` unless there is exactly one.
pub fn only_organisation(request: &StoredRequest) -> Option<OrganisationId> {
    match *request.ownership.organisations {
        [only] => Some(only),
        _ => None,
    }
}

/// Properties that the requests of a sender share.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct RequestOrigin<'r> {
    kind: RequestKind,
    actor: &'r str,
    method: &'r str,
    address: [&'r str; 2],
    media_type: &'r str,
    strict: bool,
    default_organisation: Option<OrganisationId>,
    only: Option<OrganisationId>,
    whole: bool,
}

impl<'r> RequestOrigin<'r> {
    fn of(request: &'r StoredRequest) -> Self {
        let only = only_organisation(request);
        Self {
            kind: request.kind,
            actor: &request.actor,
            method: &request.method,
            address: RequestAddress::of(request).of_origin,
            media_type: &request.media_type,
            strict: request.strict,
            default_organisation: request.default_organisation,
            only,
            whole: only.is_some() && request.ownership.whole,
        }
    }

    fn values(&self) -> Vec<SqlValue<'_>> {
        let [path, query] = self.address;
        vec![
            self.kind.write(),
            text(self.actor),
            text(self.method),
            text(path),
            text(query),
            text(self.media_type),
            self.strict.write(),
            self.default_organisation.write(),
            self.only.write(),
            self.whole.write(),
        ]
    }
}

/// Returns the ids of the origins of requests, and inserts new ones. Two concurrent transactions may insert the same
/// origin; both rows are valid.
pub fn ids<'r>(
    transaction: &dyn Transaction,
    requests: impl Iterator<Item = &'r StoredRequest>,
) -> StoreResult<Vec<i64>> {
    let mut origins: Vec<RequestOrigin<'r>> = Vec::new();
    let mut numbers: HashMap<RequestOrigin<'r>, usize> = HashMap::new();
    let of_requests: Vec<usize> = requests
        .map(|request| {
            let origin = RequestOrigin::of(request);
            *numbers.entry(origin).or_insert_with(|| {
                origins.push(origin);
                origins.len() - 1
            })
        })
        .collect();
    let known =
        first_of_each(transaction, "request_origin", &FIND, origins.iter().map(RequestOrigin::values))?;
    let written = |(origin, known): (&RequestOrigin<'r>, Option<i64>)| match known {
        Some(id) => Ok(id),
        None => value(transaction, "request_origin", &INSERT, origin.values())?
            .ok_or_else(|| StoreError::Statement("an origin without an id".to_owned())),
    };
    let ids = origins.iter().zip(known).map(written).collect::<StoreResult<Vec<i64>>>()?;
    Ok(of_requests.into_iter().filter_map(|number| ids.get(number).copied()).collect())
}
