//! Handlers of unresolved references: missing records that stored lines refer to.

use axum::Json;
use axum::extract::Path;
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::Timestamp;
use orderdock_app::{ReferenceSuggestion, resolve_organisation};
use orderdock_domain::candidate::ReferenceKind;
use orderdock_domain::ids::OrganisationId;
use orderdock_domain::masterdata::Reference;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::Param;
use orderdock_store::{FoundMissingRecord, MissingRecordPosition, MissingRecordQuery, MissingRecordSort};
use serde::Serialize;
use utoipa::ToSchema;

use crate::handlers::page::{MAX_PAGE_SIZE, cut, limit};
use crate::handlers::runs::start::{encode, respond};
use crate::http::error::ApiError;
use crate::http::extract::{QueryRequest, ReadRequest, WriteRequest};
use crate::request::query::{Parameters, RunHeaders, UnresolvedReferenceList, choice, data_source};
use crate::request::reference_mapping::{MapBody, read_mapping};
use crate::response::{
    GroupWorth, Id, NamedResponse, RunResponse, SentKeyResponse, internal_name, system_code,
};

/// Sort keys, with a leading `-` for descending order.
pub const SORTS: [(&str, MissingRecordSort, bool); 4] = [
    ("-lines", MissingRecordSort::Lines, true),
    ("lines", MissingRecordSort::Lines, false),
    ("oldest", MissingRecordSort::Oldest, false),
    ("-oldest", MissingRecordSort::Oldest, true),
];

/// A page of unresolved references.
#[derive(Serialize, ToSchema)]
#[schema(as = UnresolvedReferencePage)]
pub struct UnresolvedReferencePage<'a> {
    items: Vec<UnresolvedReferenceResponse<'a>>,
    /// Cursor of the next page for `after`. Absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// A missing record, with the lines that refer to it. Lines of a data source that name the record by the same keys
/// are in one entry.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = UnresolvedReference)]
pub struct UnresolvedReferenceResponse<'a> {
    /// Id of the entry: 32 hexadecimal digits. The same record always has the same id. Filter of its lines:
    /// `unresolvedReference`.
    #[schema(example = "5f0c6d2b8f9a4c0e8d1b7a6c5e4f3d2b")]
    id: String,
    org: NamedResponse<'a>,
    /// Kind of the record: `bpartner`, `location`, `contact`, `product`, `uom`, `shipper`, `paymentTerm`, `warehouse`,
    /// `pricingSystem`, `docType` or `salesPartner`.
    #[schema(example = "product")]
    kind: &'static str,
    /// Keys as sent, in the order of the look-up.
    keys: Vec<SentKeyResponse<'a>>,
    data_source_id: Id,
    data_source_internal_name: Option<&'a str>,
    /// Code of the external system of the external id.
    external_system_code: Option<&'a str>,
    /// Partner of a location or contact.
    bpartner: Option<NamedResponse<'a>>,
    /// Number of lines with the reference.
    lines: u64,
    /// Number of incoming orders with these lines.
    orders: u64,
    /// Value of the lines with a sent price by currency.
    worth: Vec<GroupWorth<'a>>,
    /// Number of lines without a sent price.
    unpriced: u64,
    /// Time at which the oldest line was received.
    #[schema(value_type = String, format = DateTime)]
    oldest: Timestamp,
    /// Record id of the oldest line.
    example: Id,
}

impl<'a> UnresolvedReferenceResponse<'a> {
    pub fn of(found: &'a FoundMissingRecord, reference: &'a Reference) -> Self {
        let FoundMissingRecord { id, record, partner, lines, orders, unpriced, worth, oldest } = found;
        let organisation = reference.organisation(record.organisation);
        Self {
            id: id.to_string(),
            org: NamedResponse::of(record.organisation, organisation, |one| {
                (Some(&one.code), Some(&one.name))
            }),
            kind: record.kind.as_str(),
            keys: SentKeyResponse::list(&record.keys),
            data_source_id: Id(record.data_source.0),
            data_source_internal_name: internal_name(record.data_source, reference),
            external_system_code: record.system.and_then(|system| system_code(system, reference)),
            bpartner: record
                .partner
                .map(|id| NamedResponse::of(id, partner.as_ref(), |one| (Some(&one.code), Some(&one.name)))),
            lines: *lines,
            orders: *orders,
            worth: worth.iter().map(|worth| GroupWorth::of(worth, reference)).collect(),
            unpriced: *unpriced,
            oldest: oldest.1,
            example: Id(oldest.0.0),
        }
    }
}

/// An unresolved reference with suggestions.
#[derive(Serialize, ToSchema)]
#[schema(as = UnresolvedReferenceDetails)]
pub struct UnresolvedReferenceDetails<'a> {
    #[serde(flatten)]
    entry: UnresolvedReferenceResponse<'a>,
    /// Existing records that may be meant, best first, at most 10.
    suggestions: Vec<SuggestionResponse<'a>>,
}

/// An existing record that may be meant.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReferenceSuggestion)]
pub struct SuggestionResponse<'a> {
    id: Id,
    /// Code, or GLN of a location.
    code: Option<&'a str>,
    /// Name, or address of a location.
    name: Option<&'a str>,
    /// `similarCode`, `similarName`, `recentlyOrdered` (a product of the customer's last orders) or `ofPartner` (another
    /// location or contact of the partner).
    #[schema(example = "similarCode")]
    reason: &'static str,
}

impl<'a> SuggestionResponse<'a> {
    fn of(suggestion: &'a ReferenceSuggestion) -> Self {
        Self {
            id: Id(suggestion.id),
            code: suggestion.code.as_deref(),
            name: suggestion.name.as_deref(),
            reason: suggestion.reason.as_str(),
        }
    }
}

/// List unresolved references.
///
/// Returns the missing records that stored lines refer to, page by page, with the number and value of these lines.
#[utoipa::path(get, path = "/api/unresolved-references", tag = "candidates",
    operation_id = "listUnresolvedReferences", params(UnresolvedReferenceList),
    responses((status = 200, description = "One page of results.", body = UnresolvedReferencePage)))]
pub async fn list_unresolved_references(
    QueryRequest { api, caller, uri, .. }: QueryRequest,
) -> Result<Response, ApiError> {
    let reference = api.services.reference().await?;
    let mut parameters = Parameters::of::<UnresolvedReferenceList>(&uri);
    let kinds = choice(ReferenceKind::ALL, ReferenceKind::as_str);
    let kinds = parameters.many("kind", kinds, ReferenceKind::parse);
    let data_source = data_source(&mut parameters, &caller, &reference);
    let (external_system, org) = (parameters.text("externalSystem"), parameters.text("org"));
    let search = parameters.text("q");
    let sort = parameters.one("sort", Param::one_of(SORTS.map(|(word, ..)| word)), |text| {
        SORTS.into_iter().find(|(word, ..)| *word == text)
    });
    let limit = limit(&mut parameters, MAX_PAGE_SIZE);
    let (word, sort, descending) = sort.unwrap_or(SORTS[0]);
    let after = parameters.one("after", Phrase::PageNext, |text| read_cursor(word, text));
    parameters.finish()?;
    let organisation =
        org.as_deref().map(|code| resolve_organisation(&caller, &reference, code)).transpose()?;
    let query = MissingRecordQuery {
        kinds,
        data_source,
        organisation,
        external_system,
        search,
        id: None,
        open_since: None,
        sort,
        descending,
        after,
        limit: limit + 1,
    };
    let mut found = api.services.candidates.missing_records(&caller, query).await?;
    let next = cut(&mut found, limit, |last| cursor(word, last.position(sort)));
    let items = found.iter().map(|found| UnresolvedReferenceResponse::of(found, &reference)).collect();
    Ok(Json(UnresolvedReferencePage { items, next }).into_response())
}

/// Read an unresolved reference.
///
/// Returns the entry with suggestions: existing records with a similar code or name, products of the last orders of the
/// customer of the oldest line, and the locations or contacts of the partner.
#[utoipa::path(get, path = "/api/unresolved-references/{id}", tag = "candidates",
    operation_id = "getUnresolvedReference",
    params(("id" = String, Path, description = "Id of the entry.")),
    responses((status = 200, description = "The entry.", body = UnresolvedReferenceDetails),
        (status = 404, description = "No line has this reference.")))]
pub async fn get_unresolved_reference(
    Path(id): Path<String>,
    ReadRequest { api, caller, .. }: ReadRequest,
) -> Result<Response, ApiError> {
    let reference = api.services.reference().await?;
    let found = api.services.candidates.missing_record(&caller, &id).await?;
    let suggestions = api.services.candidates.reference_suggestions(&caller, &found).await?;
    let entry = UnresolvedReferenceResponse::of(&found, &reference);
    let suggestions = suggestions.iter().map(SuggestionResponse::of).collect();
    Ok(Json(UnresolvedReferenceDetails { entry, suggestions }).into_response())
}

fn cursor(sort: &str, position: MissingRecordPosition) -> String {
    let MissingRecordPosition { key, organisation, id } = position;
    URL_SAFE_NO_PAD.encode(format!("{sort} {key} {} {id}", organisation.0))
}

/// Reads a cursor of a list with the same order.
fn read_cursor(sort: &str, text: &str) -> Option<MissingRecordPosition> {
    let text = String::from_utf8(URL_SAFE_NO_PAD.decode(text).ok()?).ok()?;
    let [of, key, organisation, id] = text.split(' ').collect::<Vec<_>>().try_into().ok()?;
    let organisation = OrganisationId(organisation.parse().ok()?);
    (of == sort).then_some(MissingRecordPosition {
        key: key.parse().ok()?,
        organisation,
        id: id.parse().ok()?,
    })
}

/// Map an unresolved reference to a record.
///
/// Starts a run that maps the lines to an existing record. Location and contact of a chosen partner are looked up as
/// they were sent. With `remember`, a cross-reference maps later rows too. If the value is already mapped to
/// another record, nothing is changed. Undoing the run deactivates the cross-reference and makes the lines unresolved again,
/// unless they were changed since. With `Prefer: wait=SECONDS` (at most 300), the response waits for the end of the run.
#[utoipa::path(post, path = "/api/unresolved-references/{id}/map", tag = "candidates",
    operation_id = "mapUnresolvedReference",
    params(("id" = String, Path, description = "Id of the entry."), RunHeaders),
    request_body = MapBody,
    responses((status = 200, description = "The run ended within the wait time.", body = RunResponse,
            headers(("Location" = String))),
        (status = 202, description = "The run is queued or active. Poll `Location` for its state.",
            body = RunResponse, headers(("Location" = String))),
        (status = 404, description = "No line has this reference."),
        (status = 409, description = "The value is already mapped to another record.")))]
pub async fn map_unresolved_reference(
    Path(id): Path<String>,
    call: WriteRequest,
) -> Result<Response, ApiError> {
    let call = call.with_body().await?;
    let command = call.begin().await?;
    let started = call.run(|api, caller, received| async move {
        let mapping = read_mapping(id, &received.body)?;
        let (record, response) = api.services.runs.map_reference(&caller, mapping, &command, encode).await?;
        // during the wait, no other request may use the idempotency key
        Ok((record, response, command.idempotency))
    });
    let started = started.await?;
    respond(call, started).await
}
