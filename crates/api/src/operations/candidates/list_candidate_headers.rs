//! `GET /api/sales/order/candidates/headers`.

use axum::Json;
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use jiff::civil::Date;
use orderdock_domain::ids::CandidateId;
use orderdock_domain::problem::Language;
use orderdock_domain::text::Code;
use orderdock_store::{HeaderPage, HeaderSummary, StatusCounts};
use serde::Serialize;
use utoipa::ToSchema;

use super::read_query;
use crate::http::call::Asking;
use crate::http::refusal::Refusal;
use crate::read::candidate_window::{HEADER_SORTS, cursor};
use crate::read::query::{CandidateFilters, HeaderList, Parameters};
use crate::shape::{
    CandidateRow, GroupWorth, Id, Item, NamedShape, PartnerBlockShape, TotalShape, WrittenBlock,
    WrittenBlocks,
};

const MOST: u32 = 100;

/// A page of headers.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema)]
pub struct HeaderPageAnswer<'a> {
    items: Vec<HeaderShape<'a>>,
    /// `after` of the page that follows, if one does.
    next: Option<String>,
    /// `before` of the page that precedes, if one does.
    previous: Option<String>,
    /// Exact where no more than 30,000 candidates match.
    total: TotalShape,
}

/// What belongs together in one order by the sender's ids, summed up over all its candidates, also over those that a
/// filter leaves out.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CandidateHeader)]
pub struct HeaderShape<'a> {
    /// The candidate that stands for it: of those that match, the first in the ascending order of the list. `headerOf`
    /// with it, as parameter of lists and in the `filter` of a selection, means all of them.
    candidate_id: Id,
    /// The sender's. Absent where candidates with a flat `externalId` belong together by buyer and reference.
    external_header_id: Option<&'a str>,
    org: NamedShape<'a>,
    data_source_id: Id,
    data_source_internal_name: Option<&'a str>,
    /// That of the candidate that stands for it.
    po_reference: &'a str,
    /// The same.
    #[schema(value_type = Option<PartnerBlockShape<'a>>)]
    bpartner: Option<WrittenBlock>,
    /// The earliest day that a candidate names.
    date_required: Option<Date>,
    /// How many candidates it has.
    lines: u64,
    /// How many of them match.
    matching: u64,
    counts: HeaderCounts,
    /// What it is worth so far, for each currency: by the candidates' own prices and those of lists, without those that are
    /// put aside.
    totals: Vec<GroupWorth<'a>>,
    /// How many of these candidates are in no total: they have no price, or one of a list whose unit may be another.
    unpriced: u64,
    /// Of a candidate in error the first problem.
    problem: Option<Item<'a>>,
    /// The candidate that has it.
    problem_candidate_id: Option<Id>,
    /// Why runs pass a candidate over although nothing is wrong with it: that of the first that waits.
    #[schema(example = "header.incomplete")]
    hold: Option<&'static str>,
    /// The same in words.
    hold_message: Option<String>,
    /// The latest day until which someone waits for the customer.
    waiting_until: Option<Date>,
    /// The users who look after its candidates, each once, by name.
    assigned_to: Vec<&'a str>,
    /// How many comments its candidates have.
    comments: u64,
    /// When its first candidate came.
    created_at: Timestamp,
    /// When its last one came.
    last_created_at: Timestamp,
}

/// How many candidates of a header stand where.
#[derive(Serialize, ToSchema)]
pub struct HeaderCounts {
    new: u64,
    /// How many of the new ones wait.
    held: u64,
    error: u64,
    processed: u64,
    inactive: u64,
}

/// List incoming orders.
///
/// Returns one entry per incoming order with a matching candidate, in the order of the first matching candidate.
#[utoipa::path(get, path = "/api/sales/order/candidates/headers", tag = "candidates", operation_id = "listCandidateHeaders",
    params(CandidateFilters, HeaderList), responses((status = 200, description = "A page.", body = HeaderPageAnswer)))]
pub async fn list_candidate_headers(
    Asking { api, caller, language, uri }: Asking,
) -> Result<Response, Refusal> {
    let reference = api.app.reference().await?;
    let parameters = Parameters::of::<(CandidateFilters, HeaderList)>(&uri);
    let query = read_query(parameters, &HEADER_SORTS, MOST, &caller, &reference)?;
    let (sort, descending) = (query.sort, query.descending);
    let page = api.app.find_headers(&caller, query).await?;
    let blocks = WrittenBlocks::of(&page.related);
    let shape = |header| HeaderShape::of(header, &page, &blocks, language);
    let answer = HeaderPageAnswer {
        items: page.headers.iter().filter_map(shape).collect(),
        next: page.next.as_ref().map(|at| cursor(sort, descending, at)),
        previous: page.previous.as_ref().map(|at| cursor(sort, descending, at)),
        total: page.total.into(),
    };
    Ok(Json(answer).into_response())
}

impl<'a> HeaderShape<'a> {
    /// `None` only if the candidate that stands for it is not there.
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
            po_reference: row.po_reference,
            bpartner: row.bpartner,
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
            waiting_until: header.waits_until,
            assigned_to: header.assigned_to.iter().map(Code::as_str).collect(),
            comments: header.comments,
            created_at: header.received.0,
            last_created_at: header.received.1,
        })
    }
}
