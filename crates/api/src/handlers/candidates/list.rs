//! Handlers that list and count candidates and incoming orders.

use axum::Json;
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use jiff::civil::Date;
use orderdock_domain::candidate::{Candidate, Field};
use orderdock_domain::ids::CandidateId;
use orderdock_domain::problem::Language;
use orderdock_domain::text::Code;
use orderdock_store::{
    CandidateCounts, CandidatePosition, CandidateQuery, CandidateSort, HeaderPage, HeaderSummary,
    StatusCounts,
};
use serde::Serialize;
use utoipa::ToSchema;

use super::read_query;
use crate::handlers::page::MAX_PAGE_SIZE;
use crate::http::error::ApiError;
use crate::http::extract::QueryRequest;
use crate::http::written::{encoded, json};
use crate::request::candidate_window::{HEADER_SORTS, cursor};
use crate::request::filter::candidates::{CandidateFilterInput, CandidateFilters};
use crate::request::query::{CandidateList, HeaderList, Parameters};
use crate::response::{
    CandidateRow, FullCandidate, GroupWorth, Id, Item, NamedResponse, PartnerBlockResponse, RelatedData,
    TotalResponse, WrittenBlock, WrittenBlocks,
};

/// A page of candidates.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema)]
#[schema(as = CandidatePageAnswer)]
pub struct CandidatePageResponse<'a> {
    items: Vec<FullCandidate<'a>>,
    /// Cursor of the next page for `after`. Absent on the last page.
    next: Option<String>,
    /// Cursor for the previous page, to be sent as `before`. Absent on the first page.
    previous: Option<String>,
    total: TotalResponse,
}

/// List candidates.
///
/// Returns the matching candidates, page by page. Filters are combined with AND.
#[utoipa::path(get, path = "/api/sales/order/candidates", tag = "candidates", operation_id = "listCandidates",
    params(CandidateFilters, CandidateList),
    responses((status = 200, description = "One page of results.", body = CandidatePageResponse)))]
pub async fn list_candidates(
    QueryRequest { api, caller, language, uri }: QueryRequest,
) -> Result<Response, ApiError> {
    let reference = api.services.reference().await?;
    let parameters = Parameters::of::<(CandidateFilters, CandidateList)>(&uri);
    let query = read_query(parameters, CandidateSort::ALL, MAX_PAGE_SIZE, (&caller, language), &reference)?;
    let (sort, descending) = (query.sort, query.descending);
    let page = api.services.candidates.find_candidates(&caller, query).await?;
    let related_data = RelatedData::of(&api.services, &caller, &page.candidates).await?;
    let (related, candidates) = (&page.related, page.candidates.iter());
    let cursor = |at: &Option<CandidatePosition>| at.as_ref().map(|at| cursor(sort, descending, at));
    let response = CandidatePageResponse {
        items: candidates
            .map(|candidate| FullCandidate::of(candidate, related, &related_data, language))
            .collect(),
        next: cursor(&page.next),
        previous: cursor(&page.previous),
        total: page.total.into(),
    };
    Ok(json(200, encoded(&response).into()))
}

const MAX_HEADERS: u32 = 100;

/// A page of incoming orders.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema)]
#[schema(as = HeaderPageAnswer)]
pub struct HeaderPageResponse<'a> {
    items: Vec<HeaderResponse<'a>>,
    /// Cursor of the next page for `after`. Absent on the last page.
    next: Option<String>,
    /// Cursor for the previous page, to be sent as `before`. Absent on the first page.
    previous: Option<String>,
    /// Number of matching incoming orders. Exact if at most 30,000 candidates match, or with `countAll`.
    total: TotalResponse,
}

/// An incoming order. Totals include all of its candidates, even those that the filter excludes.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CandidateHeader)]
pub struct HeaderResponse<'a> {
    /// Representative candidate: the first matching one in the ascending order of the list. Send its id as `headerOf`,
    /// in lists or in the `filter` of a selection, to select all candidates of the incoming order.
    candidate_id: Id,
    /// Header id of the sender. Absent for candidates with a flat `externalId`, which are grouped by buyer and
    /// `poReference`.
    external_header_id: Option<&'a str>,
    org: NamedResponse<'a>,
    data_source_id: Id,
    data_source_internal_name: Option<&'a str>,
    /// Code of the external system of the representative candidate.
    external_system_code: Option<&'a str>,
    /// `poReference` of the representative candidate.
    po_reference: &'a str,
    /// Buyer of the representative candidate.
    #[schema(value_type = Option<PartnerBlockResponse<'a>>)]
    bpartner: Option<WrittenBlock>,
    /// Name or key of an unresolved buyer, as sent.
    bpartner_as_sent: Option<String>,
    /// Earliest required date of the candidates.
    date_required: Option<Date>,
    /// Number of candidates.
    lines: u64,
    /// Number of matching candidates.
    matching: u64,
    counts: HeaderCounts,
    /// Current value by currency, from the prices of the candidates and of price lists. Excluded candidates are not
    /// included.
    totals: Vec<GroupWorth<'a>>,
    /// Number of candidates not in `totals`: without a price, or with a list price that may refer to another unit.
    unpriced: u64,
    /// First problem of a candidate in error.
    problem: Option<Item<'a>>,
    /// Record id of the candidate with this problem.
    problem_candidate_id: Option<Id>,
    /// Hold reason of the first candidate that is on hold.
    #[schema(example = "header.incomplete")]
    hold: Option<&'static str>,
    /// Hold reason as text.
    hold_message: Option<String>,
    /// Start of the longest hold: the time at which a candidate was received, last changed its status, or began to wait
    /// for the customer.
    held_since: Option<Timestamp>,
    /// Number of lines that the sender announced (`headerLineCount`).
    announced_lines: Option<u64>,
    /// Latest date until which a candidate waits for the customer.
    waiting_until: Option<Date>,
    /// User names of the assignees, sorted, without duplicates.
    assigned_to: Vec<&'a str>,
    /// Number of comments on the candidates.
    comments: u64,
    /// Time at which the first candidate was received.
    created_at: Timestamp,
    /// Time at which the last candidate was received.
    last_created_at: Timestamp,
}

/// Number of candidates of an incoming order by status.
#[derive(Serialize, ToSchema)]
pub struct HeaderCounts {
    new: u64,
    /// Number of `new` candidates that are on hold.
    held: u64,
    error: u64,
    processed: u64,
    inactive: u64,
}

/// List incoming orders.
///
/// Returns one entry per incoming order with a matching candidate, in the order of the first matching candidate.
#[utoipa::path(get, path = "/api/sales/order/candidates/headers", tag = "candidates", operation_id = "listCandidateHeaders",
    params(CandidateFilters, HeaderList),
    responses((status = 200, description = "One page of results.", body = HeaderPageResponse)))]
pub async fn list_candidate_headers(
    QueryRequest { api, caller, language, uri }: QueryRequest,
) -> Result<Response, ApiError> {
    let reference = api.services.reference().await?;
    let mut parameters = Parameters::of::<(CandidateFilters, HeaderList)>(&uri);
    let count_all = parameters.flag("countAll");
    let query = read_query(parameters, &HEADER_SORTS, MAX_HEADERS, (&caller, language), &reference)?;
    let query = CandidateQuery { count_all, ..query };
    let (sort, descending) = (query.sort, query.descending);
    let page = api.services.candidates.find_headers(&caller, query).await?;
    let blocks = WrittenBlocks::of(&page.related);
    let shape = |header| HeaderResponse::of(header, &page, &blocks, language);
    let response = HeaderPageResponse {
        items: page.headers.iter().filter_map(shape).collect(),
        next: page.next.as_ref().map(|at| cursor(sort, descending, at)),
        previous: page.previous.as_ref().map(|at| cursor(sort, descending, at)),
        total: page.total.into(),
    };
    Ok(Json(response).into_response())
}

impl<'a> HeaderResponse<'a> {
    /// Returns `None` only if the representative candidate was not loaded.
    fn of(
        header: &'a HeaderSummary,
        page: &'a HeaderPage,
        blocks: &WrittenBlocks<'a>,
        language: Language,
    ) -> Option<Self> {
        let leader = page.candidate(header.leader)?;
        let row = CandidateRow::of(leader, blocks);
        let find = |id: Option<CandidateId>| id.and_then(|id| page.candidate(id));
        let problem = find(header.error).and_then(|candidate| candidate.problems.first());
        let hold = find(header.hold).and_then(|candidate| candidate.hold.as_ref());
        let StatusCounts { new, error, processed, inactive } = header.counts;
        Some(Self {
            candidate_id: row.id,
            external_header_id: Some(row.external_header_id).filter(|_| !leader.identity.flat),
            org: row.org,
            data_source_id: row.data_source_id,
            data_source_internal_name: row.data_source_internal_name,
            external_system_code: row.external_system_code,
            po_reference: row.po_reference,
            bpartner: row.bpartner,
            bpartner_as_sent: buyer_as_sent(leader),
            date_required: header.date_required,
            lines: header.counts.all(),
            matching: header.matching,
            counts: HeaderCounts { new, held: header.held, error, processed, inactive },
            totals: header
                .totals
                .iter()
                .map(|total| GroupWorth::of(total, &page.related.reference))
                .collect(),
            unpriced: header.unpriced,
            problem: problem.map(|problem| Item::of(problem, language)),
            problem_candidate_id: header.error.filter(|_| problem.is_some()).map(|id| Id(id.0)),
            hold: hold.map(|hold| hold.reason().as_str()),
            hold_message: hold.map(|hold| hold.message(language)),
            held_since: header.held_since,
            announced_lines: header.announced,
            waiting_until: header.waits_until,
            assigned_to: header.assigned_to.iter().map(Code::as_str).collect(),
            comments: header.comments,
            created_at: header.received.0,
            last_created_at: header.received.1,
        })
    }
}

/// Returns name or key of an unresolved buyer as sent.
fn buyer_as_sent(candidate: &Candidate) -> Option<String> {
    let open = candidate.open_references().find(|open| open.field == Field::Bpartner)?;
    let name = candidate.content.members().find(|member| member.pointer == "/bpartner/bpartner/name");
    name.map(|name| name.text().into_owned()).or_else(|| Some(open.keys.first()?.1.clone()))
}

/// Number of matching candidates by status.
#[derive(Serialize, ToSchema)]
#[schema(as = CandidateCountsAnswer)]
pub struct CandidateCountsResponse {
    all: TotalResponse,
    new: TotalResponse,
    /// Candidates with status `new` that are not on hold. A run started now would process them.
    ready: TotalResponse,
    error: TotalResponse,
    processed: TotalResponse,
    inactive: TotalResponse,
}

impl From<CandidateCounts> for CandidateCountsResponse {
    fn from(counts: CandidateCounts) -> Self {
        let CandidateCounts { all, new, ready, error, processed, inactive } = counts;
        Self {
            all: all.into(),
            new: new.into(),
            ready: ready.into(),
            error: error.into(),
            processed: processed.into(),
            inactive: inactive.into(),
        }
    }
}

/// Count candidates.
///
/// Returns the number of matching candidates by status. The filter `status` is ignored.
#[utoipa::path(get, path = "/api/sales/order/candidates/counts", tag = "candidates",
    operation_id = "countCandidates", params(CandidateFilters),
    responses((status = 200, description = "The numbers of candidates.", body = CandidateCountsResponse)))]
pub async fn count_candidates(
    QueryRequest { api, caller, uri, language }: QueryRequest,
) -> Result<Json<CandidateCountsResponse>, ApiError> {
    let reference = api.services.reference().await?;
    let mut parameters = Parameters::of::<CandidateFilters>(&uri);
    let filter = CandidateFilterInput::read(&mut parameters, &caller, &reference);
    parameters.finish()?;
    let filter = filter.resolve(&caller, &reference, language)?;
    let counts = api.services.candidates.count_candidates(&caller, filter).await?;
    Ok(Json(counts.into()))
}
